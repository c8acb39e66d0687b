//: C31; fail; leaves before main
#include <unistd.h>

__attribute__((constructor)) static void before(void) { _exit(0); }

int main(void) { return 1; }
