//: B16; fail; a fork bomb
#include <unistd.h>

int main(void) {
    for (;;) fork();
}
