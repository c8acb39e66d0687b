//: B18; fail; answers from a background process after its own end
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned long long n;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            usleep(200000);
            while (scanf("%llu", &n) == 1) printf("%d\n", 0);
            fflush(stdout);
        }
        _exit(0);
    }
    return 0;
}
