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

int main(void) {
    int n;
    while (scanf("%d", &n) == 1) {
        static Number f[2];
        memset(f, 0, sizeof f);
        f[0].count = f[1].count = 1;
        f[1].limb[0] = 1;
        for (int i = 0; i < n; i++) add(&f[i % 2], &f[1 - i % 2]);
        print(&f[n % 2]);
    }
    return 0;
}
