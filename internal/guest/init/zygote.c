/* Warm interpreters: processes of the slot that hold a loaded profile and fork
 * on a fixed-size order. They see no candidate; only their children do. */
#include "init.h"

#include <linux/capability.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

struct zygote { int pid, fd; } zyg[MAX_ZYGOTES];

struct zorder {
	uint32_t argc, nfds;
	uint32_t uid, gid, multi_uid, offered;
	uint64_t cpu_s, stack, nofile, fsize, nproc;
	char args[3072]; /* NUL-terminated strings: argv, then environment to the end */
};

struct zreport { uint32_t kind; int32_t value; uint64_t cpu_us, maxrss_kb; };

uint32_t zygotes_alive(void)
{
	uint32_t mask = 0;
	for (int i = 0; i < MAX_ZYGOTES; i++)
		if (zyg[i].pid)
			mask |= 1u << i;
	return mask;
}

int zygote_fd(int i) { return i >= 0 && i < MAX_ZYGOTES && zyg[i].pid ? zyg[i].fd : -1; }

int zygote_died(int pid)
{
	for (int i = 0; i < MAX_ZYGOTES; i++)
		if (zyg[i].pid == pid) {
			close(zyg[i].fd);
			zyg[i].pid = 0;
			zyg[i].fd = -1;
			return 1;
		}
	return 0;
}

void zygote_drop(uint32_t i)
{
	if (i >= MAX_ZYGOTES || !zyg[i].pid)
		return;
	kill(zyg[i].pid, SIGKILL);
	close(zyg[i].fd);
	waitpid(zyg[i].pid, NULL, 0);
	zyg[i].pid = 0;
}

/* The child keeps the capabilities of the slot over exec: as root by rule, as
 * another user by raising them as ambient. */
static void keep_caps(void)
{
	struct __user_cap_header_struct h = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct d[2];
	memset(d, 0, sizeof d);
	if (syscall(SYS_capget, &h, d) < 0)
		return;
	d[0].inheritable = d[0].permitted;
	d[1].inheritable = d[1].permitted;
	syscall(SYS_capset, &h, d);
	for (int c = 0; c < 64; c++)
		if ((c < 32 ? d[0].permitted >> c : d[1].permitted >> (c - 32)) & 1)
			prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, c, 0, 0);
}

/* Order: index, argv, env, how long to wait (ms). Answers the index. */
int zygote_start(struct cur *c)
{
	uint32_t i = get32(c), n = get32(c);
	if (i >= MAX_ZYGOTES || c->bad) {
		fail("warm interpreter: bad index", 0);
		return -1;
	}
	zygote_drop(i);
	char **argv = arena((n + 1) * sizeof *argv);
	for (uint32_t k = 0; k < n && !c->bad; k++)
		argv[k] = (char *)getstr(c);
	uint32_t m = get32(c);
	char **envp = arena((m + 1) * sizeof *envp);
	for (uint32_t k = 0; k < m && !c->bad; k++)
		envp[k] = (char *)getstr(c);
	uint32_t wait_ms = get32(c);
	int sv[2];
	if (c->bad || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sv) < 0) {
		fail("warm interpreter: socket", errno);
		return -1;
	}
	int ef = memfd_create("stderr", MFD_CLOEXEC);
	pid_t pid = fork();
	if (pid < 0) {
		fail("warm interpreter: fork", errno);
		return -1;
	}
	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);
		dup2(null, 0);
		dup2(null, 1);
		dup2(ef, 2);
		dup2(fcntl(sv[1], F_DUPFD, 16), 3);
		syscall(SYS_close_range, 4, ~0u, 0);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		keep_caps();
		/* Forked children must not inherit a blocked or ignored signal. */
		sigset_t none;
		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		signal(SIGPIPE, SIG_DFL);
		execve(argv[0], argv, envp);
		dprintf(2, "exec %s: %s", argv[0], strerror(errno));
		_exit(127);
	}
	close(sv[1]);
	struct pollfd pf = { sv[0], POLLIN, 0 };
	struct zreport r;
	memset(&r, 0, sizeof r);
	if (poll(&pf, 1, (int)wait_ms) <= 0 || recv(sv[0], &r, sizeof r, 0) != sizeof r || r.kind != 'R') {
		char text[160];
		ssize_t k = 0;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		struct stat st;
		if (fstat(ef, &st) == 0)
			k = pread(ef, text, sizeof text - 1, st.st_size > (off_t)sizeof text ? st.st_size - (off_t)sizeof text : 0);
		text[k > 0 ? k : 0] = 0;
		close(sv[0]);
		close(ef);
		char s[240];
		snprintf(s, sizeof s, "warm interpreter did not start: %s", text);
		fail(s, 0);
		return -1;
	}
	close(ef);
	zyg[i].pid = pid;
	zyg[i].fd = sv[0];
	return (int)i;
}

/* Asks zygote p->zygote to fork into the cell whose PID 1 is p->pidfd. */
int zygote_fork(const struct proc *p)
{
	if (p->zygote >= MAX_ZYGOTES || !zyg[p->zygote].pid) {
		errno = ESRCH;
		return -1;
	}
	struct zorder z;
	memset(&z, 0, offsetof(struct zorder, args));
	char *w = z.args, *end = z.args + sizeof z.args;
	for (char **s = p->argv; *s; s++, z.argc++) {
		size_t n = strlen(*s) + 1;
		if (n > (size_t)(end - w))
			return -1;
		memcpy(w, *s, n);
		w += n;
	}
	for (char **s = p->envp; *s; s++) {
		size_t n = strlen(*s) + 1;
		if (n > (size_t)(end - w))
			return -1;
		memcpy(w, *s, n);
		w += n;
	}
	z.uid = cfg.uid;
	z.gid = cfg.gid;
	z.multi_uid = cfg.multi_uid;
	z.offered = p->offered;
	z.cpu_s = p->cpu_ns / 1000000000u + 2;
	z.stack = p->stack;
	z.nofile = p->nofile;
	z.fsize = p->disk + 4096;
	z.nproc = p->nproc;
	z.nfds = p->result ? 5 : 4;
	int fds[5] = { p->pidfd, p->in, p->wr[0], p->wr[1], p->result ? p->wr[2] : -1 };
	char ctl[CMSG_SPACE(sizeof fds)];
	struct iovec io = { &z, (size_t)(w - (char *)&z) };
	struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = ctl, .msg_controllen = CMSG_SPACE(z.nfds * sizeof(int)) };
	memset(ctl, 0, sizeof ctl);
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_RIGHTS;
	h->cmsg_len = CMSG_LEN(z.nfds * sizeof(int));
	memcpy(CMSG_DATA(h), fds, z.nfds * sizeof(int));
	if (sendmsg(zyg[p->zygote].fd, &m, MSG_NOSIGNAL) < 0)
		return -1;
	return 0;
}

int zygote_report(int i, struct proc_answer *a)
{
	struct zreport r;
	ssize_t n = recv(zyg[i].fd, &r, sizeof r, MSG_DONTWAIT);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (n != sizeof r)
		return -1;
	if (r.kind == 'B') { /* the fork itself failed */
		fail("warm interpreter: fork", r.value);
		return -1;
	}
	a->cpu_ns += r.cpu_us * 1000u;
	if (r.maxrss_kb > a->maxrss_kb)
		a->maxrss_kb = r.maxrss_kb;
	if (a->end == END_NONE) {
		a->end_ns = now_ns();
		a->code = WIFEXITED(r.value) ? WEXITSTATUS(r.value) : 0;
		a->sig = WIFEXITED(r.value) ? 0 : WTERMSIG(r.value);
		/* Last: the cell's init may be looking. */
		__atomic_store_n(&a->end, WIFEXITED(r.value) ? END_EXITED : END_SIGNALLED, __ATOMIC_RELEASE);
	}
	return 1;
}
