/* One order: cells, streams, links, deadlines of peers, and the answer. */
#include "init.h"

#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#ifndef CLONE_PIDFD
#define CLONE_PIDFD 0x00001000
#endif

static struct proc procs[MAX_PROCS];
static struct link links[MAX_LINKS];
static uint32_t nprocs, nlinks;

/* Cells that said they are done but are not reaped: their namespaces are being
 * taken down, which nobody has to wait for. */
static int dying;

static void reap(int block)
{
	while (dying > 0) {
		pid_t w = waitpid(-1, NULL, __WALL | (block ? 0 : WNOHANG));
		if (w <= 0)
			return;
		if (!zygote_died(w))
			dying--;
	}
}

void settle(void)
{
	reap(1);
	/* A warm interpreter that the kernel took for its memory, say. */
	for (pid_t w; (w = waitpid(-1, NULL, __WALL | WNOHANG)) > 0;)
		zygote_died(w);
}

static int parse(struct cur *c, const char **base)
{
	nprocs = get32(c);
	nlinks = get32(c);
	*base = getstr(c);
	if (c->bad || nprocs == 0 || nprocs > MAX_PROCS || nlinks > MAX_LINKS)
		return -1;
	for (uint32_t i = 0; i < nprocs; i++) {
		struct proc *p = &procs[i];
		memset(p, 0, sizeof *p);
		p->in_link = p->out_link = p->pidfd = p->in = -1;
		for (int k = 0; k < STREAMS; k++)
			p->rd[k] = p->wr[k] = -1;
		uint32_t n = get32(c);
		if (c->bad || n == 0 || n > 65536 || !(p->argv = arena((n + 1) * sizeof(char *))))
			return -1;
		for (uint32_t k = 0; k < n; k++)
			p->argv[k] = (char *)getstr(c);
		n = get32(c);
		if (c->bad || n > 65536 || !(p->envp = arena((n + 1) * sizeof(char *))))
			return -1;
		for (uint32_t k = 0; k < n; k++)
			p->envp[k] = (char *)getstr(c);
		p->input = getblob(c, &p->input_len);
		p->nfiles = get32(c);
		if (c->bad || p->nfiles > 100000 || !(p->files = arena((p->nfiles + 1) * sizeof(struct file))))
			return -1;
		for (uint32_t k = 0; k < p->nfiles; k++) {
			p->files[k].path = getstr(c);
			p->files[k].mode = get32(c);
			p->files[k].data = getblob(c, &p->files[k].len);
		}
		p->ncollect = get32(c);
		if (c->bad || p->ncollect > 100000 || !(p->collect = arena((p->ncollect + 1) * sizeof(char *))))
			return -1;
		for (uint32_t k = 0; k < p->ncollect; k++)
			p->collect[k] = getstr(c);
		p->result = get32(c);
		p->freeze = get32(c);
		p->candidate = get32(c);
		p->zygote = (int32_t)get32(c);
		p->box = getstr(c);
		/* Without PID namespaces a user is what tells two processes' children apart. */
		p->uid = cfg.flat && cfg.multi_uid ? cfg.uid + i : cfg.uid;
		p->gid = cfg.flat && cfg.multi_uid ? cfg.gid + i : cfg.gid;
		p->wall_ns = get64(c);
		p->cpu_ns = get64(c);
		p->stack = get64(c);
		p->nproc = get64(c);
		p->disk = get64(c);
		p->inodes = get64(c);
		p->nofile = get64(c);
		p->file_cap = get64(c);
		for (int k = 0; k < STREAMS; k++) {
			p->out[k].off = get64(c);
			p->out[k].cap = get64(c);
			if (p->out[k].off > cfg.mail_size || p->out[k].cap > cfg.mail_size - p->out[k].off)
				return -1;
		}
		p->collected.off = get64(c);
		p->collected.cap = get64(c);
		if (p->collected.off > cfg.mail_size || p->collected.cap > cfg.mail_size - p->collected.off)
			return -1;
	}
	int candidates = 0, judges = 0;
	for (uint32_t i = 0; i < nprocs; i++)
		procs[i].candidate ? candidates++ : judges++;
	for (uint32_t i = 0; i < nprocs; i++) {
		procs[i].offered = nprocs == 1 || procs[i].candidate;
		procs[i].hold = candidates && judges && procs[i].candidate;
	}
	for (uint32_t i = 0; i < nlinks; i++) {
		struct link *l = &links[i];
		memset(l, 0, offsetof(struct link, buf));
		l->have = l->sent = 0;
		l->rd = l->wr = -1;
		l->from = get32(c);
		l->to = get32(c);
		l->cap = get64(c);
		l->rec.off = get64(c);
		l->rec.cap = get64(c);
		if (c->bad || l->from >= nprocs || l->to >= nprocs || l->rec.off > cfg.mail_size || l->rec.cap > cfg.mail_size - l->rec.off)
			return -1;
		procs[l->from].out_link = (int)i;
		procs[l->to].in_link = (int)i;
	}
	return c->bad ? -1 : 0;
}

static int nonblock(int fd) { return fcntl(fd, F_SETFL, O_NONBLOCK); }

/* Descriptors of one process: standard input from memory, the null device or a
 * link; the outputs through pipes that we drain. */
static int plumb(struct proc *p)
{
	int fd[2];
	for (int k = 0; k < STREAMS; k++) {
		if (k == 2 && !p->result)
			continue;
		if (pipe2(fd, O_CLOEXEC) < 0)
			return -1;
		p->rd[k] = fd[0];
		p->wr[k] = fd[1];
		nonblock(fd[0]);
	}
	if (p->in_link >= 0) {
		if (pipe2(fd, O_CLOEXEC) < 0)
			return -1;
		p->in = fd[0];
		links[p->in_link].wr = fd[1];
		nonblock(fd[1]);
	} else if (p->input_len == 0) {
		p->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	} else {
		p->in = memfd_create("stdin", MFD_CLOEXEC);
		if (p->in < 0 || xwrite(p->in, p->input, p->input_len) < 0 || lseek(p->in, 0, SEEK_SET) < 0)
			return -1;
	}
	if (p->out_link >= 0) {
		links[p->out_link].rd = p->rd[0];
		links[p->out_link].rd_open = 1;
		p->rd[0] = -1;
	}
	return p->in < 0 ? -1 : 0;
}

static void shut(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static int start(struct proc *p, struct proc_answer *a, const char *base)
{
	if (plumb(p) < 0) {
		fail("make pipes", errno);
		return -1;
	}
	unsigned long flags = SIGCHLD | CLONE_PIDFD;
	if (!cfg.flat)
		flags |= CLONE_NEWPID | CLONE_NEWNS;
	int pidfd = -1;
	long pid = syscall(SYS_clone, flags, 0, &pidfd, 0, 0);
	if (pid < 0) {
		fail("clone a cell", errno);
		return -1;
	}
	if (pid == 0) {
		/* Only the candidate's own ends may stay open here, or nobody would
		 * ever read an end of file. */
		for (uint32_t i = 0; i < nprocs; i++)
			for (int k = 0; k < STREAMS; k++) {
				shut(&procs[i].rd[k]);
				if (&procs[i] != p)
					shut(&procs[i].wr[k]);
			}
		for (uint32_t i = 0; i < nlinks; i++) {
			shut(&links[i].rd);
			shut(&links[i].wr);
		}
		cell_main(p, a, base);
	}
	p->pid = (int)pid;
	p->pidfd = pidfd;
	if (p->zygote < 0) {
		shut(&p->in);
		for (int k = 0; k < STREAMS; k++)
			shut(&p->wr[k]);
	}
	return 0;
}

static void end_now(struct proc *p, struct proc_answer *a, uint32_t limit)
{
	if (p->ended || p->pidfd < 0 || a->kill_limit)
		return;
	__atomic_store_n(&a->kill_limit, limit, __ATOMIC_RELEASE);
	syscall(SYS_pidfd_send_signal, p->pidfd, SIGUSR1, NULL, 0);
}

/* Reads one stream into its region. Returns 1 when the stream is at its end. */
static int drain(struct proc *p, struct proc_answer *a, int k)
{
	static char sink[4096];
	for (;;) {
		uint64_t left = p->out[k].cap - a->len[k];
		ssize_t n = left ? read(p->rd[k], mail + p->out[k].off + a->len[k], left > 1 << 20 ? 1 << 20 : left)
		                 : read(p->rd[k], sink, sizeof sink);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return 0;
		if (n == 0)
			return 1;
		if (left) {
			a->len[k] += (uint64_t)n;
		} else {
			a->cut[k] = 1;
			end_now(p, a, LIMIT_STDOUT + (uint32_t)k);
			if (p->ended)
				return 1; /* nothing more is kept */
			return 0;
		}
	}
}

/* Moves bytes of a link. What the peer does not take holds the sender back. */
static void pump(uint32_t i)
{
	struct link *l = &links[i];
	struct proc_answer *fa = &ans->proc[l->from];
	for (;;) {
		while (l->sent < l->have) {
			ssize_t n = l->wr < 0 ? (ssize_t)(l->have - l->sent) : write(l->wr, l->buf + l->sent, l->have - l->sent);
			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0 && errno == EAGAIN)
				return;
			if (n < 0) { /* the reader closed its input: what comes is dropped */
				shut(&l->wr);
				continue;
			}
			l->sent += (uint32_t)n;
		}
		l->have = l->sent = 0;
		if (!l->rd_open)
			break;
		ssize_t n = read(l->rd, l->buf, sizeof l->buf);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return;
		if (n == 0) {
			l->rd_open = 0;
			shut(&l->rd);
			break;
		}
		uint64_t room = l->passed < l->rec.cap ? l->rec.cap - l->passed : 0;
		memcpy(mail + l->rec.off + (l->passed < l->rec.cap ? l->passed : 0), l->buf, (uint64_t)n < room ? (uint64_t)n : room);
		l->passed += (uint64_t)n;
		if (l->passed > l->cap) {
			end_now(&procs[l->from], fa, LIMIT_LINK);
			l->rd_open = 0;
			shut(&l->rd);
			break;
		}
		l->have = (uint32_t)n;
	}
	if (!l->rd_open && l->have == l->sent)
		shut(&l->wr);
}

static void finish_proc(uint32_t i)
{
	struct proc *p = &procs[i];
	struct proc_answer *a = &ans->proc[i];
	p->ended = 1;
	shut(&p->in);
	for (int k = 0; k < STREAMS; k++) {
		shut(&p->wr[k]);
		if (p->rd[k] >= 0)
			drain(p, a, k);
		shut(&p->rd[k]);
	}
	for (uint32_t k = 0; k < nlinks; k++) {
		if (links[k].from == i)
			pump(k);
		if (links[k].to == i)
			shut(&links[k].wr);
	}
	shut(&p->pidfd);
	dying++;
	/* The judge of a pair has spoken: its peer gets one more second. And the
	 * other way round, a judge whose candidate is gone reads its end of file. */
	for (uint32_t k = 0; nprocs > 1 && k < nprocs; k++)
		if (!p->candidate && procs[k].candidate && !procs[k].ended)
			procs[k].grace_ns = now_ns() + 1000000000u;
}

/* Whether every judge has been started, or is over. A candidate that starts
 * before could take what its judge needs to start at all. */
static int judges_run(void)
{
	for (uint32_t i = 0; i < nprocs; i++)
		if (!procs[i].candidate && !procs[i].ended && !procs[i].warm_running &&
		    __atomic_load_n(&ans->proc[i].go, __ATOMIC_ACQUIRE) != 2)
			return 0;
	return 1;
}

/* Looks at what the cells have left in their answers. */
static int advance(void)
{
	int open = 0, before = judges_run();
	for (uint32_t i = 0; i < nprocs; i++) {
		struct proc *p = &procs[i];
		struct proc_answer *a = &ans->proc[i];
		if (p->ended)
			continue;
		uint32_t ph = __atomic_load_n(&a->phase, __ATOMIC_ACQUIRE);
		if (ph == PHASE_READY && p->hold && p->zygote < 0 && !a->go && judges_run()) {
			__atomic_store_n(&a->go, 1, __ATOMIC_RELEASE);
			syscall(SYS_pidfd_send_signal, p->pidfd, SIGUSR2, NULL, 0);
		}
		if (ph == PHASE_READY && p->zygote >= 0 && !p->warm_running && (!p->hold || judges_run())) {
			if (zygote_fork(p) < 0) {
				fail("warm interpreter: order", errno);
				return -1;
			}
			p->warm_running = 1;
			a->start_ns = now_ns();
			shut(&p->in);
			for (int k = 0; k < STREAMS; k++)
				shut(&p->wr[k]);
		}
		if (ph == PHASE_DONE && p->warm_running != 1)
			finish_proc(i);
		else
			open++;
	}
	/* What was waiting for the judges may go at once. */
	return open && !before && judges_run() ? advance() : open;
}

static int serve(void)
{
	for (;;) {
		int open = advance();
		if (open <= 0)
			return open;
		struct pollfd f[3 + MAX_PROCS * (STREAMS + 2) + MAX_LINKS * 2];
		int what[sizeof f / sizeof *f], n = 0;
		f[n] = (struct pollfd){ CTL_FD, POLLIN, 0 };
		what[n++] = -1;
		f[n] = (struct pollfd){ wake_fd, POLLIN, 0 };
		what[n++] = -2;
		uint64_t now = now_ns();
		int timeout = -1;
		for (uint32_t i = 0; i < nprocs; i++) {
			struct proc *p = &procs[i];
			if (p->ended)
				continue;
			for (int k = 0; k < STREAMS; k++)
				if (p->rd[k] >= 0) {
					f[n] = (struct pollfd){ p->rd[k], POLLIN, 0 };
					what[n++] = (int)i * 16 + k;
				}
			if (p->warm_running == 1) {
				f[n] = (struct pollfd){ zygote_fd(p->zygote), POLLIN, 0 };
				what[n++] = (int)i * 16 + 8;
			}
			f[n] = (struct pollfd){ p->pidfd, POLLIN, 0 };
			what[n++] = (int)i * 16 + 9;
			if (p->grace_ns) {
				int ms = p->grace_ns <= now ? 0 : (int)((p->grace_ns - now) / 1000000u) + 1;
				if (timeout < 0 || ms < timeout)
					timeout = ms;
			}
		}
		for (uint32_t i = 0; i < nlinks; i++) {
			if (links[i].rd_open && links[i].have == links[i].sent) {
				f[n] = (struct pollfd){ links[i].rd, POLLIN, 0 };
				what[n++] = 1000 + (int)i;
			}
			if (links[i].wr >= 0 && links[i].have > links[i].sent) {
				f[n] = (struct pollfd){ links[i].wr, POLLOUT, 0 };
				what[n++] = 1000 + (int)i;
			}
		}
		int got = poll(f, (nfds_t)n, timeout);
		if (got < 0 && errno != EINTR) {
			fail("poll", errno);
			return -1;
		}
		for (int j = 0; got > 0 && j < n; j++) {
			if (!f[j].revents)
				continue;
			if (what[j] == -1) {
				struct msg m;
				ssize_t k = recv(CTL_FD, &m, sizeof m, MSG_DONTWAIT);
				if (k == 0)
					_exit(0);
				if (k == sizeof m && (m.kind == MSG_CANCEL || m.kind == MSG_CPU))
					for (uint32_t i = 0; i < nprocs; i++)
						end_now(&procs[i], &ans->proc[i], m.kind == MSG_CPU ? LIMIT_CPU : LIMIT_CANCEL);
				continue;
			}
			if (what[j] == -2) {
				uint64_t v;
				if (read(wake_fd, &v, sizeof v) < 0 && errno != EAGAIN)
					return -1;
				continue;
			}
			if (what[j] >= 1000) {
				pump((uint32_t)what[j] - 1000);
				continue;
			}
			uint32_t i = (uint32_t)what[j] / 16;
			int k = what[j] % 16;
			struct proc *p = &procs[i];
			struct proc_answer *a = &ans->proc[i];
			if (k < STREAMS && p->rd[k] >= 0) {
				if (drain(p, a, k))
					shut(&p->rd[k]);
			} else if (k == 8) {
				int r = zygote_report(p->zygote, a);
				if (r < 0) {
					if (!ans->fail[0])
						fail("warm interpreter is gone", 0);
					return -1;
				}
				if (r > 0) {
					p->warm_running = 2;
					syscall(SYS_pidfd_send_signal, p->pidfd, SIGUSR2, NULL, 0);
				}
			} else if (k == 9 && __atomic_load_n(&a->phase, __ATOMIC_ACQUIRE) != PHASE_DONE) {
				fail("a cell's init died", 0);
				return -1;
			}
		}
		now = now_ns();
		for (uint32_t i = 0; i < nprocs; i++)
			if (!procs[i].ended && procs[i].grace_ns && procs[i].grace_ns <= now)
				end_now(&procs[i], &ans->proc[i], LIMIT_PEER);
	}
}

int run_order(struct cur *c)
{
	const char *base;
	memset(ans->proc, 0, sizeof ans->proc);
	memset(ans->link_len, 0, sizeof ans->link_len);
	ans->begin_ns = now_ns();
	reap(0);
	if (parse(c, &base) < 0) {
		fail("order: malformed", 0);
		return -1;
	}
	ans->nprocs = nprocs;
	int err = 0;
	uint32_t i;
	for (i = 0; i < nprocs && err == 0; i++)
		err = start(&procs[i], &ans->proc[i], base);
	if (err == 0)
		err = serve();
	for (uint32_t k = 0; k < nlinks; k++) {
		ans->link_len[k] = links[k].passed;
		shut(&links[k].rd);
		shut(&links[k].wr);
	}
	if (err < 0) { /* the supervisor throws this slot away */
		for (uint32_t k = 0; k < nprocs; k++)
			if (procs[k].pidfd >= 0)
				syscall(SYS_pidfd_send_signal, procs[k].pidfd, SIGKILL, NULL, 0);
	}
	return err;
}
