//: G52; fail; ignores every signal and computes for ever
#include <signal.h>

int main(void) {
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (volatile unsigned long long n = 0;; n++) {
    }
}
