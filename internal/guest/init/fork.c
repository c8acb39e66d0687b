/* The fork of a warm interpreter, as a shared object without a C library.
 *
 * zygote.py loads it once and calls serve(), which returns only in children.
 * Orders are received, children are forked, awaited and reported here, so the
 * parent runs no bytecode and dirties no page between two forks; and a child
 * gives up its rights in one call instead of some thirty from Python. Built
 * for any interpreter of the architecture: it makes system calls only. */
#include <stddef.h>
#include <stdint.h>

/* From the kernel's headers, which come with a C library. */
enum { CLONE_NEWNS = 0x00020000, CLONE_NEWPID = 0x20000000, CAPABILITY_VERSION_3 = 0x20080522 };

#if defined(__x86_64__)
enum { OPENAT = 257, WRITE = 1, CLOSE = 3, MMAP = 9, MUNMAP = 11, RECVMSG = 47, SENDTO = 44, CLONE = 56, EXIT = 231, WAIT4 = 61, CHDIR = 80,
       SETSID = 112, SETRESUID = 117, SETRESGID = 119, CAPSET = 126, PRCTL = 157, PRLIMIT = 302, SETNS = 308, DUP3 = 292,
       PIDFD_OPEN = 434, CLOSE_RANGE = 436, GETPID = 39 };
static long call6(long n, long a, long b, long c, long d, long e, long f)
{
	long r;
	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	__asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return r;
}
#elif defined(__aarch64__)
enum { OPENAT = 56, WRITE = 64, CLOSE = 57, MMAP = 222, MUNMAP = 215, RECVMSG = 212, SENDTO = 206, CLONE = 220, EXIT = 94, WAIT4 = 260, CHDIR = 49,
       SETSID = 157, SETRESUID = 147, SETRESGID = 149, CAPSET = 91, PRCTL = 167, PRLIMIT = 261, SETNS = 268, DUP3 = 24,
       PIDFD_OPEN = 434, CLOSE_RANGE = 436, GETPID = 172 };
static long call6(long n, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
	return x0;
}
#endif
#define call(n, a, b, c, d) call6(n, (long)(a), (long)(b), (long)(c), (long)(d), 0, 0)

/* struct zorder of zygote.c. */
struct order {
	uint32_t argc, nfds, uid, gid, multi_uid, offered;
	uint64_t cpu_s, stack, nofile, fsize, nproc;
	char args[3072];
};
struct report { uint32_t kind; int32_t value; uint64_t cpu_us, maxrss_kb; };
struct iovec { void *base; size_t len; };
struct msghdr { void *name; uint32_t namelen; struct iovec *iov; size_t iovlen; void *control; size_t controllen; int flags; };
struct cmsghdr { size_t len; int level, type; };
struct rusage { int64_t utime[2], stime[2], maxrss, rest[13]; };

enum { EINTR = 4, RIGHTS = 1, SOCKET = 1 };

/* The compiler may call it for initialisers. */
__attribute__((visibility("hidden"))) void *memset(void *p, int c, size_t n)
{
	for (volatile char *s = p; n; n--)
		*s++ = (char)c;
	return p;
}

static struct order order;
static volatile int *failed; /* shared with the child until it has entered */

static int limit(int what, uint64_t v)
{
	uint64_t want[2] = { v, v }, have[2];
	if (call(PRLIMIT, 0, what, want, 0) == 0)
		return 0;
	/* Without root a hard limit cannot be raised: take what is there. */
	if (call(PRLIMIT, 0, what, 0, have) < 0)
		return -1;
	if (want[1] > have[1])
		want[0] = want[1] = have[1];
	return call(PRLIMIT, 0, what, want, 0) < 0 ? -1 : 0;
}

/* From privileged fork to the candidate's rights. Returns 0 or -errno. */
static long enter(const int *fds)
{
	long r = call(SETNS, fds[0], CLONE_NEWNS, 0, 0);
	if (r < 0)
		return r;
	if ((r = call(CHDIR, "/box/work", 0, 0, 0)) < 0)
		return r;
	call(SETSID, 0, 0, 0, 0);
	/* When memory runs out, this process is the one to go; see cell.c. */
	long score = !order.offered ? -1 : call(OPENAT, -100, "/proc/self/oom_score_adj", 1 /* write only */, 0);
	if (score >= 0) {
		call(WRITE, score, "1000", 4, 0);
		call(CLOSE, score, 0, 0, 0);
	}
	for (uint32_t i = 1; i < order.nfds; i++) /* every received descriptor is above the targets */
		if ((r = call(DUP3, fds[i], i - 1, 0, 0)) < 0)
			return r;
	call(CLOSE_RANGE, order.nfds - 1, ~0u, 0, 0);
	const uint64_t limits[][2] = { { 0, order.cpu_s }, { 3, order.stack }, { 7, order.nofile }, { 6, order.nproc }, { 1, order.fsize }, { 4, 0 }, { 11 /* pending signals */, 1024 } };
	for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
		limit((int)limits[i][0], limits[i][1]);
	if (order.multi_uid) {
		if ((r = call(SETRESGID, order.gid, order.gid, order.gid, 0)) < 0)
			return r;
		if ((r = call(SETRESUID, order.uid, order.uid, order.uid, 0)) < 0)
			return r;
	}
	call(PRCTL, 47 /* PR_CAP_AMBIENT */, 4 /* CLEAR_ALL */, 0, 0);
	uint32_t head[2] = { CAPABILITY_VERSION_3, 0 }, none[6] = { 0 };
	if ((r = call(CAPSET, head, none, 0, 0)) < 0)
		return r;
	call(PRCTL, 4 /* PR_SET_DUMPABLE */, 1, 0, 0);
	return 0;
}

static void report(int sock, uint32_t kind, int32_t value, uint64_t cpu, uint64_t rss)
{
	struct report r = { kind, value, cpu, rss };
	call6(SENDTO, sock, (long)&r, sizeof r, 0x4000 /* MSG_NOSIGNAL */, 0, 0);
}

static long receive(int sock, int *fds)
{
	union { struct cmsghdr h; char b[64]; } ctl;
	struct iovec io = { &order, sizeof order };
	struct msghdr m = { 0, 0, &io, 1, &ctl, sizeof ctl, 0 };
	long n = call(RECVMSG, sock, &m, 0, 0);
	if (n <= 0)
		return n;
	if (m.controllen < sizeof ctl.h || ctl.h.level != SOCKET || ctl.h.type != RIGHTS)
		return -22;
	const int *got = (const int *)(ctl.b + sizeof ctl.h);
	for (uint32_t i = 0; i < order.nfds && i < 5; i++)
		fds[i] = got[i];
	return n;
}

/* Serves orders from sock until it is closed, then returns -1 in the parent. In
 * each child it returns the number of bytes at *args, the NUL-terminated
 * arguments; *argc of them are argv, the rest additions to the environment. */
__attribute__((visibility("default"))) long serve(int sock, const char **args, uint32_t *argc)
{
	long n = 0, k, last = 0;
	failed = (volatile int *)call6(MMAP, 0, 4096, 3, 0x21 /* shared, anonymous */, -1, 0);
	if ((long)failed < 0 && (long)failed > -4096)
		return -1;
	int own = (int)call(PIDFD_OPEN, call(GETPID, 0, 0, 0, 0), 0, 0, 0);
	if (own < 0)
		return -1;
	report(sock, 'R', 0, 0, 0);
	for (;;) {
		int fds[5], status = 0;
		struct rusage use;
		n = receive(sock, fds);
		if (n == -EINTR)
			continue;
		if (n <= 0)
			return -1;
		/* Nothing of a longer, earlier order is for this child to find. */
		for (k = n; k < last; k++)
			((volatile char *)&order)[k] = 0;
		last = n;
		*failed = 0;
		long pid = call(SETNS, fds[0], CLONE_NEWPID, 0, 0);
		if (pid == 0) {
			pid = call6(CLONE, 17 /* SIGCHLD */, 0, 0, 0, 0, 0);
			if (pid == 0) {
				long r = enter(fds);
				if (r < 0) {
					*failed = (int)-r;
					call(EXIT, 1, 0, 0, 0);
				}
				call(MUNMAP, failed, 4096, 0, 0);
				*args = order.args;
				*argc = order.argc;
				return n - (long)offsetof(struct order, args);
			}
			call(SETNS, own, CLONE_NEWPID, 0, 0);
		}
		for (uint32_t i = 0; i < order.nfds && i < 5; i++)
			call(CLOSE, fds[i], 0, 0, 0);
		if (pid < 0) {
			report(sock, 'B', (int32_t)-pid, 0, 0);
			continue;
		}
		while ((k = call(WAIT4, pid, &status, 0, &use)) == -EINTR)
			;
		while (call(WAIT4, -1, 0, 1 /* WNOHANG */, 0) > 0)
			; /* the filter refuses children made for us; should one be there, it goes too */
		if (*failed)
			report(sock, 'B', *failed, 0, 0);
		else
			report(sock, 'X', status, (uint64_t)((use.utime[0] + use.stime[0]) * 1000000 + use.utime[1] + use.stime[1]), (uint64_t)use.maxrss);
	}
}
