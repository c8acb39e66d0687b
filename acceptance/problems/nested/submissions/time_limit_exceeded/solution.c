#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOD 998244353LL

static char text[640002];
static int at;

/* Returns the position after the partner of the bracket at i. */
static int after(int i) {
    int depth = 0;
    do {
        depth += text[i++] == '(' ? 1 : -1;
    } while (depth > 0);
    return i;
}

/* Reads up to the bracket that closes this level, and returns the score. */
static long long level(void) {
    long long total = 0;
    while (text[at] == '(') {
        int end = after(at);
        at++;
        if (text[at] == ')') total += 1;
        else total += 3 * level();
        at++;
        at = end;
        total %= MOD;
    }
    return total;
}

int main(void) {
    scanf("%640001s", text);
    printf("%lld\n", level());
    return 0;
}
