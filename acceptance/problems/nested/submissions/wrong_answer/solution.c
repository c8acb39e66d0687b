#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOD 998244353LL

static char text[640002];
static int at;

/* Reads up to the bracket that closes this level, and returns the score. */
static long long level(void) {
    long long total = 0;
    while (text[at] == '(') {
        at++;
        if (text[at] == ')') total += 1;
        else total += 2 * level();
        at++;
        total %= MOD;
    }
    return total;
}

int main(void) {
    scanf("%640001s", text);
    printf("%lld\n", level());
    return 0;
}
