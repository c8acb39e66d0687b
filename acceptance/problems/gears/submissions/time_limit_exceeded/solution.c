#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        long long gears[8];
        int n = 0;
        for (char *word = strtok(line, " \n"); word && n < 8; word = strtok(NULL, " \n")) gears[n++] = atol(word);
        long long turn = 0;
        for (int fit = 0; fit < n;) {
            turn++;
            for (fit = 0; fit < n && turn % gears[fit] == 0; fit++) {
            }
        }
        printf("%lld\n", turn);
    }
    return 0;
}
