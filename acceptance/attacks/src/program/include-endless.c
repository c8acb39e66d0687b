//: B16; fail; includes a device that never ends
#include "/dev/zero"

int main(void) { return 0; }
