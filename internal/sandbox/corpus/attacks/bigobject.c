char big[1L << 32] = { 1 };
int main(void) { return 0; }
