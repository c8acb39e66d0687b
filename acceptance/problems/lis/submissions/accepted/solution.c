#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int tails[20000];

int main(void) {
    int n, best = 0;
    scanf("%d", &n);
    while (n-- > 0) {
        int x, low = 0, high = best;
        scanf("%d", &x);
        while (low < high) {
            int mid = (low + high) / 2;
            if (tails[mid] < x) low = mid + 1;
            else high = mid;
        }
        tails[low] = x;
        if (low == best) best++;
    }
    printf("%d\n", best);
    return 0;
}
