/* PID 1 of a cell: mounts, files, the candidate as PID 2, its end, and the end
 * of everything it left behind. */
#include "init.h"

#include <dirent.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

static volatile int exec_errno; /* the vfork child shares our memory */

__attribute__((noreturn)) static void done(struct proc_answer *a)
{
	uint64_t one = 1;
	__atomic_store_n(&a->phase, PHASE_DONE, __ATOMIC_RELEASE);
	if (write(wake_fd, &one, sizeof one) < 0)
		_exit(1);
	_exit(0);
}

__attribute__((noreturn)) static void infra(struct proc_answer *a)
{
	a->end = END_INFRA;
	snprintf(a->note, sizeof a->note, "%s", ans->fail);
	done(a);
}

/* Candidate paths are relative and clean: the supervisor checked them. No
 * program of the candidate's runs yet, but the layer may hold symbolic links of
 * an earlier step's making, so every open refuses to follow one. */
static int put_file(const struct proc *p, const struct file *f)
{
	char path[4200];
	if (snprintf(path, sizeof path, "%s", f->path) >= (int)sizeof path)
		return -1;
	for (char *s = path; (s = strchr(s, '/')); s++) {
		*s = 0;
		struct stat st;
		if (mkdir(path, 0755) == 0) {
			if (cfg.multi_uid && chown(path, p->uid, p->gid) < 0)
				return -1;
		} else if (lstat(path, &st) < 0 || !S_ISDIR(st.st_mode)) {
			errno = ENOTDIR;
			return -1;
		}
		*s = '/';
	}
	unlink(path);
	int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, f->mode);
	if (fd < 0)
		return -1;
	int err = xwrite(fd, f->data, f->len);
	if (err == 0 && cfg.multi_uid)
		err = fchown(fd, p->uid, p->gid);
	close(fd);
	return err;
}

static void set_limit(int what, uint64_t soft, uint64_t hard)
{
	struct rlimit r = { soft, hard };
	if (setrlimit(what, &r) < 0 && errno == EPERM) {
		/* Without root a hard limit cannot be raised: take what is there. */
		struct rlimit have;
		getrlimit(what, &have);
		if (r.rlim_max > have.rlim_max)
			r.rlim_max = have.rlim_max;
		if (r.rlim_cur > r.rlim_max)
			r.rlim_cur = r.rlim_max;
		setrlimit(what, &r);
	}
}

static int drop(const struct proc *p)
{
	if (cfg.multi_uid) {
		if (setresgid(p->gid, p->gid, p->gid) < 0 || setresuid(p->uid, p->uid, p->uid) < 0)
			return -1;
	}
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	struct __user_cap_header_struct h = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct d[2];
	memset(d, 0, sizeof d);
	return (int)syscall(SYS_capset, &h, d);
}

/* When memory runs out, the candidate is the one to go, not an init of ours that
 * holds the candidate's output. Raising one's own score needs no right. */
static void offer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (fd >= 0 && write(fd, "1000", 4) < 0) {
		/* the counters tell all the same */
	}
	if (fd >= 0)
		close(fd);
}

struct spawn { const struct proc *p; };

static int child(void *arg)
{
	const struct proc *p = ((struct spawn *)arg)->p;
	setsid();
	if (dup2(p->in, 0) < 0 || dup2(p->wr[0], 1) < 0 || dup2(p->wr[1], 2) < 0)
		goto bad;
	if (p->result) {
		if (p->wr[2] == 3)
			fcntl(3, F_SETFD, 0);
		else if (dup2(p->wr[2], 3) < 0)
			goto bad;
	}
	if (p->candidate || p->offered)
		offer();
	uint64_t cpu = p->cpu_ns / 1000000000u + 2;
	set_limit(RLIMIT_CPU, cpu, cpu + 1);
	set_limit(RLIMIT_STACK, p->stack, p->stack);
	set_limit(RLIMIT_NOFILE, p->nofile, p->nofile);
	set_limit(RLIMIT_NPROC, p->nproc, p->nproc);
	uint64_t file = cfg.flat ? p->disk : p->disk + 4096; /* else the full disk is met first */
	set_limit(RLIMIT_FSIZE, file, file);
	set_limit(RLIMIT_CORE, 0, 0);
	set_limit(RLIMIT_SIGPENDING, 1024, 1024);
	if (cfg.flat && landlock(p->box) < 0)
		goto bad;
	if (drop(p) < 0)
		goto bad;
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	execve(p->argv[0], p->argv, p->envp);
	exec_errno = errno;
	_exit(127);
bad: /* not the command's fault */
	exec_errno = -(errno ? errno : EINVAL);
	_exit(127);
}

static uint64_t cpu_of(pid_t pid)
{
	struct timespec t;
	/* A process has a clock that everyone may read; a thread that does not lead
	 * its process has none, so nothing counts twice. */
	if (clock_gettime((clockid_t)(~(unsigned)pid << 3 | 2u), &t) < 0)
		return 0;
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* CPU time of every process in the cell that is not reaped yet, in ns. */
static uint64_t live_cpu(pid_t candidate)
{
	uint64_t sum = 0;
	int seen = 0;
	if (cfg.flat) /* others' processes have numbers here, too */
		return cpu_of(candidate);
	DIR *proc = opendir("/proc");
	for (struct dirent *e; proc && (e = readdir(proc));) {
		int pid = atoi(e->d_name);
		seen |= pid == 1;
		if (pid > 1)
			sum += cpu_of(pid);
	}
	if (proc)
		closedir(proc);
	/* Where the host allows no /proc, by number: they are handed out in order. */
	for (int pid = 2, gap = 0; !seen && gap < 8192 && pid < 65536; pid++) {
		uint64_t c = cpu_of(pid);
		sum += c;
		gap = c ? 0 : gap + 1;
	}
	return sum;
}

static uint64_t reaped_cpu(uint64_t *maxrss)
{
	struct rusage r;
	getrusage(RUSAGE_CHILDREN, &r);
	if (maxrss)
		*maxrss = (uint64_t)r.ru_maxrss;
	return ((uint64_t)r.ru_utime.tv_sec + (uint64_t)r.ru_stime.tv_sec) * 1000000000u +
	       ((uint64_t)r.ru_utime.tv_usec + (uint64_t)r.ru_stime.tv_usec) * 1000u;
}

__attribute__((noreturn)) static void finish(const struct proc *p, struct proc_answer *a, pid_t candidate)
{
	if (cfg.flat)
		flat_kill(p, candidate);
	/* Every process of this PID namespace but ourselves; again until none is
	 * left, because a fork may have been under way. */
	/* A warm child is not ours to reap, but what it leaves is, from the moment
	 * the interpreter outside has reaped it. */
	for (int round = 0; !cfg.flat; round++) {
		int none = kill(-1, SIGKILL) < 0 && errno == ESRCH;
		int st;
		pid_t w = waitpid(-1, &st, p->zygote >= 0 ? WNOHANG : 0);
		while (w > 0)
			w = waitpid(-1, &st, WNOHANG);
		if (none || (p->zygote < 0 && w < 0 && errno == ECHILD))
			break;
		if (p->zygote >= 0)
			usleep(round < 20 ? 50 : 500);
	}
	uint64_t rss;
	a->cpu_ns += reaped_cpu(&rss);
	if (rss > a->maxrss_kb)
		a->maxrss_kb = rss;
	if ((p->ncollect || p->freeze) && collect(p, a) < 0)
		infra(a);
	done(a);
}

static void ended(struct proc_answer *a, int status)
{
	a->end_ns = now_ns();
	if (WIFEXITED(status)) {
		a->end = END_EXITED;
		a->code = WEXITSTATUS(status);
	} else {
		a->end = END_SIGNALLED;
		a->sig = WTERMSIG(status);
	}
}

static void over(struct proc_answer *a, uint32_t limit)
{
	a->end_ns = now_ns();
	a->limit = limit;
	a->end = limit == LIMIT_CANCEL ? END_CANCEL
	         : limit == LIMIT_WALL || limit == LIMIT_CPU || limit == LIMIT_PEER ? END_TIMEOUT
	                                                                           : END_OUTPUT;
}

/* Waits until the candidate ends or has to. */
static void watch(const struct proc *p, struct proc_answer *a, pid_t pid, const sigset_t *set)
{
	const uint64_t tick = 100000000u;
	uint64_t checked = a->start_ns;
	for (;;) {
		uint64_t now = now_ns(), from = a->start_ns;
		uint64_t left = now - from >= p->wall_ns ? 0 : p->wall_ns - (now - from);
		if (left == 0) {
			over(a, LIMIT_WALL);
			return;
		}
		uint64_t w = left < tick ? left : tick;
		struct timespec t = { (time_t)(w / 1000000000u), (long)(w % 1000000000u) };
		sigtimedwait(set, NULL, &t);
		/* Signals only wake: a candidate with our user id can send them, too, and
		 * can make the kernel forget who sent one. What they mean is told in
		 * memory that no candidate has. */
		uint32_t kill_limit = __atomic_load_n(&a->kill_limit, __ATOMIC_ACQUIRE);
		if (kill_limit) {
			over(a, kill_limit);
			return;
		}
		if (p->zygote >= 0 && __atomic_load_n(&a->end, __ATOMIC_ACQUIRE) != END_NONE)
			return; /* the warm child ended; the slot init has written how */
		int st;
		pid_t r;
		while ((r = waitpid(-1, &st, WNOHANG)) > 0)
			if (r == pid) {
				ended(a, st);
				return;
			}
		/* By the clock: a program that makes orphans without end would keep the
		 * wait above from ever running out. */
		now = now_ns();
		if (now - checked < tick || now - from <= p->cpu_ns / 4)
			continue;
		checked = now;
		if (reaped_cpu(NULL) + live_cpu(pid) > p->cpu_ns) {
			over(a, LIMIT_CPU);
			return;
		}
	}
}

/* The candidate's ends of its streams are the candidate's alone. */
static void let_go(struct proc *p)
{
	close(p->in);
	for (int k = 0; k < STREAMS; k++)
		if (p->wr[k] >= 0)
			close(p->wr[k]);
}

void cell_main(struct proc *p, struct proc_answer *a, const char *base)
{
	/* Blocked, not ignored: a blocked signal waits for sigtimedwait. */
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_SETMASK, &set, NULL);
	if (cell_mounts(p, base) < 0)
		infra(a);
	uint64_t bytes = 0; /* flat: no tmpfs bounds them */
	for (uint32_t i = 0; i < p->nfiles; i++)
		if ((errno = ENOSPC, (bytes += p->files[i].len) > p->disk) || put_file(p, &p->files[i]) < 0) {
			char s[160];
			int e = errno;
			switch (e) { /* the files do not fit the disk, or each other */
			case ENOSPC: case ENOTDIR: case EISDIR: case EEXIST: case ENAMETOOLONG: case EINVAL: case ELOOP: case ENOTEMPTY: case EFBIG:
				a->end = END_NOSTART;
				snprintf(a->note, sizeof a->note, "put %.100s: %s", p->files[i].path, strerror(e));
				done(a);
			}
			snprintf(s, sizeof s, "put %.100s", p->files[i].path);
			fail(s, e);
			infra(a);
		}
	if (p->hold && p->zygote < 0) {
		uint64_t one = 1;
		const struct timespec t = { 0, 100000000 };
		__atomic_store_n(&a->phase, PHASE_READY, __ATOMIC_RELEASE);
		if (write(wake_fd, &one, sizeof one) < 0)
			_exit(1);
		while (!__atomic_load_n(&a->go, __ATOMIC_ACQUIRE) && !__atomic_load_n(&a->kill_limit, __ATOMIC_ACQUIRE))
			sigtimedwait(&set, NULL, &t);
	}
	a->ready_ns = now_ns();
	pid_t pid = 0;
	a->start_ns = a->ready_ns;
	if (p->zygote >= 0) {
		uint64_t one = 1;
		__atomic_store_n(&a->phase, PHASE_READY, __ATOMIC_RELEASE);
		if (write(wake_fd, &one, sizeof one) < 0)
			_exit(1);
	} else {
		static char stack[65536] __attribute__((aligned(16)));
		struct spawn s = { p };
		exec_errno = 0;
		pid = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &s);
		if (pid < 0) {
			fail("clone the candidate", errno);
			infra(a);
		}
		if (exec_errno < 0) {
			fail("confine the candidate", -exec_errno);
			infra(a);
		}
		if (exec_errno) {
			waitpid(pid, NULL, 0);
			a->end = END_NOSTART;
			a->end_ns = now_ns();
			a->code = exec_errno;
			snprintf(a->note, sizeof a->note, "%.120s: %s", p->argv[0], strerror(exec_errno));
			finish(p, a, pid);
		}
	}
	__atomic_store_n(&a->go, 2, __ATOMIC_RELEASE); /* it runs */
	if (!p->offered) { /* somebody waits for that */
		uint64_t one = 1;
		if (write(wake_fd, &one, sizeof one) < 0)
			_exit(1);
	}
	let_go(p);
	watch(p, a, pid, &set);
	finish(p, a, pid);
}
