#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int t;
    scanf("%d", &t);
    while (t-- > 0) {
        double a, b;
        scanf("%lf %lf", &a, &b);
        double low = 0, high = 1001;
        for (int i = 0; i < 100; i++) {
            double mid = (low + high) / 2;
            if (mid * mid * mid + a * mid < b) low = mid;
            else high = mid;
        }
        printf("%.10f\n", low);
    }
    return 0;
}
