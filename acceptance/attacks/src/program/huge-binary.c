//: B16; fail; an executable of four gigabytes
static char block[1ULL << 32] = {1};

int main(void) { return block[0] - 1; }
