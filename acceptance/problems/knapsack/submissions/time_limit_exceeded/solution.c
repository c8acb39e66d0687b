#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, weight[100], value[100];

static int most(int i, int room) {
    if (i == n) return 0;
    int without = most(i + 1, room);
    if (weight[i] > room) return without;
    int with = value[i] + most(i + 1, room - weight[i]);
    return with > without ? with : without;
}

int main(void) {
    int c;
    scanf("%d %d", &n, &c);
    for (int i = 0; i < n; i++) scanf("%d %d", &weight[i], &value[i]);
    printf("%d\n", most(0, c));
    return 0;
}
