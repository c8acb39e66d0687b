#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long gcd(long long a, long long b) { return b == 0 ? a : gcd(b, a % b); }

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        int gears[8];
        int n = 0;
        for (char *word = strtok(line, " \n"); word && n < 8; word = strtok(NULL, " \n")) gears[n++] = atol(word);
        int turn = 1;
        for (int i = 0; i < n; i++) turn = turn / gcd(turn, gears[i]) * gears[i];
        printf("%d\n", turn);
    }
    return 0;
}
