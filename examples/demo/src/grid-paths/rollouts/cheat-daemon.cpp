#include <cstdio>
#include <unistd.h>

int main() {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (;;) {
                std::puts("2");
                std::fflush(stdout);
                usleep(1000);
            }
        }
        _exit(0);
    }
    return 0;
}
