#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, values[20000];

int main(void) {
    scanf("%d", &n);
    long long answer = 0;
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            for (int k = j + 1; k < n; k++) answer += values[i] < values[j] && values[j] < values[k];
        }
    }
    printf("%lld\n", answer);
    return 0;
}
