//: B20; fail; replaces its own executable so that later cases run something else
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char text[] = "#!/bin/sh\ncat answer* ../*.ans /box/*.ans 2>/dev/null\nexit 0\n";
    unlink(argv[0]);
    int fd = open(argv[0], O_CREAT | O_WRONLY | O_TRUNC, 0755);
    if (fd >= 0 && write(fd, text, sizeof text - 1) > 0) close(fd);
    puts("0");
    return 0;
}
