/* Start-up, the order cursor, and the loop that takes one message at a time. */
#include "init.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

struct config cfg;
char *mail;
struct answer *ans;
int wake_fd = -1;

static char *pool;
static size_t pool_used;
enum { POOL_SIZE = 64 << 20 };

void *arena(size_t n)
{
	n = (n + 15) & ~(size_t)15;
	if (pool_used + n > POOL_SIZE)
		return NULL;
	void *p = pool + pool_used;
	pool_used += n;
	memset(p, 0, n);
	return p;
}

void arena_reset(void) { pool_used = 0; }

uint64_t now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void fail(const char *what, int err)
{
	if (err)
		snprintf(ans->fail, sizeof ans->fail, "%s: %s", what, strerror(err));
	else
		snprintf(ans->fail, sizeof ans->fail, "%s", what);
}

int xwrite(int fd, const char *p, uint64_t n)
{
	while (n) {
		ssize_t k = write(fd, p, n > 1 << 30 ? 1 << 30 : (size_t)n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return -1;
		p += k;
		n -= (uint64_t)k;
	}
	return 0;
}

static int room(struct cur *c, uint64_t n)
{
	if (c->bad || (uint64_t)(c->end - c->p) < n) {
		c->bad = 1;
		return 0;
	}
	return 1;
}

uint32_t get32(struct cur *c)
{
	uint32_t v = 0;
	if (room(c, 4)) {
		memcpy(&v, c->p, 4);
		c->p += 4;
	}
	return v;
}

uint64_t get64(struct cur *c)
{
	uint64_t v = 0;
	if (room(c, 8)) {
		memcpy(&v, c->p, 8);
		c->p += 8;
	}
	return v;
}

const char *getblob(struct cur *c, uint64_t *len)
{
	uint64_t n = get64(c);
	if (!room(c, n) || !room(c, n + 1) || c->p[n] != 0) {
		c->bad = 1;
		*len = 0;
		return "";
	}
	const char *s = c->p;
	c->p += n + 1;
	*len = n;
	return s;
}

const char *getstr(struct cur *c)
{
	uint64_t n;
	return getblob(c, &n);
}

static void say(uint32_t kind, uint32_t value)
{
	struct msg m = { kind, value };
	while (send(CTL_FD, &m, sizeof m, MSG_NOSIGNAL) < 0)
		if (errno != EINTR)
			_exit(0); /* the supervisor is gone */
}

/* The mailbox: the supervisor writes orders at its start, answers begin at the
 * page-aligned offset it passes as argv[1]; argv[2] is the whole size. */
static int open_mail(char **argv)
{
	cfg.order_size = strtoull(argv[1], NULL, 10);
	cfg.mail_size = strtoull(argv[2], NULL, 10);
	mail = mmap(NULL, cfg.mail_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, MAIL_FD, 0);
	if (mail == MAP_FAILED)
		return -1;
	ans = (struct answer *)(mail + cfg.order_size);
	pool = mmap(NULL, POOL_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return pool == MAP_FAILED ? -1 : 0;
}

/* Loads a filter that allows everything and ends: shows that the kernel can. */
static int probe(void)
{
	static const struct { uint16_t code; uint8_t jt, jf; uint32_t k; } allow = { 6, 0, 0, 0x7fff0000 };
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || load_filter(&allow, sizeof allow) < 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "probe"))
		return probe();
	if (argc < 3 || open_mail(argv) < 0)
		return 120;
	prctl(PR_SET_NAME, "steelyard-init");
	signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of write */
	fcntl(CTL_FD, F_SETFD, FD_CLOEXEC);
	fcntl(MAIL_FD, F_SETFD, FD_CLOEXEC);
	ans->proto = PROTO;
	say(MSG_READY, PROTO);
	for (;;) {
		struct msg m;
		ssize_t n = recv(CTL_FD, &m, sizeof m, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n != sizeof m)
			return 0;
		ans->fail[0] = 0;
		struct cur c = { mail, mail + cfg.order_size, 0 };
		int err = -1;
		switch (m.kind) {
		case MSG_CONFIG:
			err = slot_setup(&c);
			break;
		case MSG_RUN:
			err = run_order(&c);
			break;
		case MSG_ZYGOTE:
			err = zygote_start(&c);
			break;
		case MSG_DROP:
			zygote_drop(m.value);
			err = 0;
			break;
		case MSG_SETTLE:
			settle();
			err = (int)zygotes_alive();
			break;
		case MSG_CANCEL: /* the run it meant has ended */
		case MSG_CPU:
			continue;
		default:
			fail("unknown message", 0);
		}
		arena_reset();
		if (err < 0)
			say(MSG_FAIL, 0);
		else
			say(MSG_DONE, (uint32_t)err);
	}
}
