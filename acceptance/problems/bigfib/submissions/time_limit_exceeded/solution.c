#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMBS 480
#define BASE 1000000000u

typedef struct {
    unsigned limb[LIMBS]; /* the lowest first, nine digits each */
    int count;
} Number;

static void add(Number *a, const Number *b) {
    unsigned carry = 0;
    int n = a->count > b->count ? a->count : b->count;
    for (int i = 0; i < n || carry; i++) {
        unsigned sum = a->limb[i] + b->limb[i] + carry;
        carry = sum >= BASE;
        a->limb[i] = carry ? sum - BASE : sum;
        if (i >= a->count) a->count = i + 1;
    }
}

static void print(const Number *a) {
    printf("%u", a->limb[a->count - 1]);
    for (int i = a->count - 2; i >= 0; i--) printf("%09u", a->limb[i]);
    printf("\n");
}

static void fib(int n, Number *sum) {
    static Number one = {{1}, 1};
    if (n == 1) add(sum, &one);
    if (n < 2) return;
    fib(n - 1, sum);
    fib(n - 2, sum);
}

int main(void) {
    int n;
    while (scanf("%d", &n) == 1) {
        Number sum;
        memset(&sum, 0, sizeof sum);
        sum.count = 1;
        fib(n, &sum);
        print(&sum);
    }
    return 0;
}
