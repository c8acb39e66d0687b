#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long numbers[5000];

int main(void) {
    int i = 0, j = 0, k = 0;
    numbers[0] = 1;
    for (int count = 1; count < 5000; count++) {
        long long two = numbers[i] * 2, three = numbers[j] * 3, five = numbers[k] * 5;
        long long n = two < three ? two : three;
        if (five < n) n = five;
        numbers[count] = n;
        if (n == two) i++;
        else if (n == three) j++;
        else k++;
    }
    for (int at; scanf("%d", &at) == 1;) printf("%lld\n", numbers[at - 1]);
    return 0;
}
