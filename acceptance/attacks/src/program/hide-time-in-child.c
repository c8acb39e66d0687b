//: G52; fail; lets children do the endless work while the parent sleeps
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3; i++) {
        if (fork() == 0) {
            setsid();
            for (volatile unsigned long long n = 0;; n++) {
            }
        }
    }
    for (;;) pause();
}
