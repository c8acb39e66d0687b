//: D36; fail; reads the memory of all processes for the answers
#include <fcntl.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    char path[64], block[4096];
    for (int pid = 1; pid < 64; pid++) {
        if (pid == getpid()) continue;
        ptrace(PTRACE_SEIZE, pid, 0, 0);
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        int fd = open(path, O_RDONLY);
        if (fd < 0) continue;
        for (off_t at = 0x400000; at < 0x800000; at += sizeof block) {
            if (pread(fd, block, sizeof block, at) > 0) fwrite(block, 1, sizeof block, stdout);
        }
    }
    return 0;
}
