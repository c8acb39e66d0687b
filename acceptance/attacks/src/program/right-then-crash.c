//: C29; fail; the right answers, then a crash: a failing exit is a failure
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned long long n;
    while (scanf("%llu", &n) == 1) printf("%d\n", __builtin_popcountll(n));
    fflush(stdout);
    abort();
}
