/* Calls through the 32-bit gate and with the x32 bit must not pass a filter that
 * knows 64-bit numbers only. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void attempt(const char *what, int x32)
{
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		long r;
		if (x32)
			r = syscall(0x40000000L + SYS_getpid);
		else
			__asm__ volatile("int $0x80" : "=a"(r) : "a"(20L) : "memory");
		_exit(r > 0 ? 1 : 0);
	}
	int st = 0;
	waitpid(pid, &st, 0);
	if (WIFEXITED(st) && WEXITSTATUS(st) == 1)
		printf("escaped: %s works\n", what);
	else
		printf("refused: %s (status %d)\n", what, st);
}

int main(void)
{
	attempt("int 0x80", 0);
	attempt("x32 call", 1);
	puts("done");
	return 0;
}
