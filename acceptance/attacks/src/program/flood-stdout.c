//: B16; fail; floods standard output
#include <stdio.h>

int main(void) {
    for (;;) puts("1");
}
