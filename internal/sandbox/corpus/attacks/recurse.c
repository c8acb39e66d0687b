/* Recursion without an end: the stack must end, the engine must not care. */
#include <string.h>

static volatile int sink;

__attribute__((noinline)) static int deeper(int n)
{
	volatile char frame[4096];
	memset((char *)frame, n, sizeof frame);
	sink += frame[n & 4095];
	return deeper(n + 1) + frame[17];
}

int main(void)
{
	return deeper(0);
}
