//: C29; fail; waits for ever without using the processor
#include <unistd.h>

int main(void) {
    for (;;) pause();
}
