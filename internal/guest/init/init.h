/* The slot init: the only program of ours that starts candidates.
 *
 * One process of this program is PID 1 of a slot: a set of namespaces built
 * once and used for many runs. For every process of an order it clones a cell,
 * a child with a PID and a mount namespace of its own, whose PID 1 is this same
 * code (cell.c) and whose PID 2 is the candidate. Cells write what happened
 * straight into the mailbox, memory shared with the supervisor; the control
 * socket carries only fixed-size messages that say "look".
 *
 * Nothing here parses what a candidate wrote: its bytes are moved, counted and
 * cut, never interpreted.
 */
#ifndef STEELYARD_INIT_H
#define STEELYARD_INIT_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* The protocol's version; the supervisor refuses another. */
#define PROTO 10

enum { CTL_FD = 3, MAIL_FD = 4 };

/* Messages on the control socket, both directions: { kind, value }. */
struct msg { uint32_t kind, value; };
enum {
	MSG_CONFIG = 1, /* to init: configuration is in the order area */
	MSG_RUN,        /* to init: an order is in the order area */
	MSG_CANCEL,     /* to init: kill the current run */
	MSG_ZYGOTE,     /* to init: start a warm interpreter, order area */
	MSG_DROP,       /* to init: end the warm interpreter with this index */
	MSG_SETTLE,     /* to init: answer when every cell is reaped */
	MSG_CPU,        /* to init: the current run has used up its CPU time */
	MSG_READY = 32, /* from init */
	MSG_DONE,
	MSG_FAIL,       /* from init: the text is in the answer area */
};

/* How a process ended; internal/sandbox/ns maps these to steelyard.End. */
enum { END_NONE, END_EXITED, END_SIGNALLED, END_TIMEOUT, END_OUTPUT, END_NOSTART, END_INFRA, END_CANCEL };
enum { LIMIT_NONE, LIMIT_WALL, LIMIT_CPU, LIMIT_STDOUT, LIMIT_STDERR, LIMIT_RESULT, LIMIT_LINK, LIMIT_PEER, LIMIT_CANCEL, LIMIT_LAYER };

enum { MAX_PROCS = 4, MAX_LINKS = 4, MAX_ZYGOTES = 4, STREAMS = 3 };

/* What a cell leaves in the answer area, one for each process. */
struct proc_answer {
	uint32_t phase; /* 0, then PHASE_READY (warm only), then PHASE_DONE */
	uint32_t end, limit;
	int32_t code, sig;
	uint32_t kill_limit; /* written by the slot init before it asks for the end */
	uint64_t ready_ns, start_ns, end_ns, cpu_ns, maxrss_kb;
	uint64_t len[STREAMS];
	uint32_t cut[STREAMS];
	uint32_t go; /* the slot init lets a candidate that waits for its judge start */
	uint64_t collect_len;
	char note[184];
};
enum { PHASE_READY = 1, PHASE_DONE = 2 };

struct answer {
	uint32_t proto, nprocs;
	uint64_t begin_ns;
	uint64_t link_len[MAX_LINKS];
	struct proc_answer proc[MAX_PROCS];
	char fail[256];
};

struct region { uint64_t off, cap; };

struct file { const char *path; uint32_t mode; const char *data; uint64_t len; };

struct proc {
	char **argv, **envp;
	const char *input; /* standard input */
	const char *box;   /* flat: its own folder on the host */
	int domain;        /* flat: kill(-1) reaches this cell only */
	uint32_t uid, gid;
	uint64_t input_len;
	struct file *files;
	uint32_t nfiles;
	const char **collect;
	uint32_t ncollect;
	uint32_t result, freeze, candidate;
	uint32_t offered; /* first to go when memory runs out: all but the judges of a pair */
	int32_t zygote; /* index, or -1 for a cold start */
	uint64_t wall_ns, cpu_ns, stack, nproc, disk, inodes, nofile, file_cap;
	struct region out[STREAMS], collected;
	/* run state */
	int in_link, out_link; /* index of the link that feeds or drains it, or -1 */
	int pid, pidfd;        /* of the cell's PID 1 */
	int rd[STREAMS], wr[STREAMS], in;
	int ended, warm_running;
	int hold; /* a candidate that starts only when its judges run */
	uint64_t grace_ns; /* when to end it because its peer is gone */
};

struct link {
	uint32_t from, to;
	uint64_t cap;
	struct region rec;
	/* run state */
	int rd, wr; /* from's output, to's input */
	uint64_t passed;
	char buf[65536];
	uint32_t have, sent;
	int rd_open;
};

struct config {
	uint32_t multi_uid, has_proc_mount, uid, gid, flat;
	const char *root, *hostname;
	const char **readable; /* flat: paths every candidate may read */
	const void *slot_filter; /* struct sock_filter array */
	uint32_t slot_filter_len;
	uint64_t order_size, mail_size;
};

extern struct config cfg;
extern char *mail;           /* the whole mailbox */
extern struct answer *ans;   /* at its start of the answer area */
extern int wake_fd;          /* eventfd that cells write */

/* A cursor over the order area. Strings carry their NUL, so they are used in place. */
struct cur { const char *p, *end; int bad; };
uint32_t get32(struct cur *c);
uint64_t get64(struct cur *c);
const char *getstr(struct cur *c);
const char *getblob(struct cur *c, uint64_t *len);
void *arena(size_t n); /* zeroed, freed all at once by arena_reset */
void arena_reset(void);

uint64_t now_ns(void);
void fail(const char *what, int err); /* fills ans->fail */
int xwrite(int fd, const char *p, uint64_t n);

int slot_setup(struct cur *c);                 /* mounts.c; 0 or -1 with ans->fail */
int cell_mounts(struct proc *p, const char *base); /* mounts.c */
int load_filter(const void *f, uint32_t len);
int flat_setup(struct cur *c);               /* flat.c */
int landlock(const char *box);
int flat_domain(void);
void flat_kill(const struct proc *p, pid_t candidate);
void cell_main(struct proc *p, struct proc_answer *a, const char *base) __attribute__((noreturn));
int collect(const struct proc *p, struct proc_answer *a);

int zygote_start(struct cur *c);
void zygote_drop(uint32_t i);
int zygote_fork(const struct proc *p);
uint32_t zygotes_alive(void);
int zygote_fd(int i);
int zygote_died(int pid); /* 1 when the reaped process was a warm interpreter */
int zygote_report(int i, struct proc_answer *a); /* 1: ended, 0: not yet, -1: gone */

int run_order(struct cur *c);
void settle(void);

#endif
