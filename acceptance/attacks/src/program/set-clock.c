//: G52; fail; sets the clocks back and raises its own limits, then computes for ever
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
    struct timespec zero = {0, 0};
    struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    clock_settime(CLOCK_REALTIME, &zero);
    for (int i = 0; i < 16; i++) setrlimit(i, &none);
    for (volatile unsigned long long n = 0;; n++) {
    }
}
