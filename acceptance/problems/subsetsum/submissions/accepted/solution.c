#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, values[60];
static char reach[120001];

int main(void) {
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    int total = 0;
    reach[0] = 1;
    for (int i = 0; i < n; i++) {
        total += values[i];
        for (int s = total; s >= values[i]; s--) reach[s] |= reach[s - values[i]];
    }
    puts(total % 2 == 0 && reach[total / 2] ? "yes" : "no");
    return 0;
}
