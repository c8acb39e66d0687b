#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int best[5001];

int main(void) {
    int n, c;
    scanf("%d %d", &n, &c);
    while (n-- > 0) {
        int weight, value;
        scanf("%d %d", &weight, &value);
        for (int room = c; room >= weight; room--) {
            if (best[room - weight] + value > best[room]) best[room] = best[room - weight] + value;
        }
    }
    printf("%d\n", best[c]);
    return 0;
}
