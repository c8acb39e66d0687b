/* A vfork parent sleeps in the kernel for as long as its child runs. */
#define _GNU_SOURCE
#include <unistd.h>

int main(void)
{
	if (vfork() == 0)
		for (;;)
			pause();
	return 0;
}
