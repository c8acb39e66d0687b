/* The tier without namespaces: inside a container whose profile forbids them.
 *
 * Files are kept by Landlock, the network by the seccomp filter (no internet
 * socket can be made), processes by being the reaper of all that the candidate
 * starts, or, where the engine may change users, by a user of their own. */
#include "init.h"

#include <grp.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

/* The kernel's structure as of its sixth version; older kernels take a prefix. */
struct ruleset { uint64_t fs, net, scoped; };
enum { SCOPE_ABSTRACT_UNIX = 1, SCOPE_SIGNAL = 2 };

enum {
	FS_EXECUTE = 1 << 0, FS_WRITE_FILE = 1 << 1, FS_READ_FILE = 1 << 2, FS_READ_DIR = 1 << 3,
	FS_V1 = (1 << 13) - 1, FS_REFER = 1 << 13, FS_TRUNCATE = 1 << 14, FS_IOCTL_DEV = 1 << 15,
	NET_ALL = 3,
};

static int allow(int rules, const char *path, uint64_t access, uint64_t handled)
{
	struct landlock_path_beneath_attr b = { .allowed_access = access & handled };
	b.parent_fd = open(path, O_PATH | O_CLOEXEC);
	if (b.parent_fd < 0)
		return 0; /* what is not there needs no permission */
	struct stat st;
	if (fstat(b.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode)) /* a file's rule may not speak of folders */
		b.allowed_access &= FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE | FS_IOCTL_DEV;
	int r = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &b, 0);
	close(b.parent_fd);
	return r;
}

/* Closes every file to this process and its children but the listed ones to be
 * read and executed, and `box` to be used freely. */
int landlock(const char *box)
{
	int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
	if (abi < 1)
		return -1;
	struct ruleset a = { FS_V1, 0, 0 };
	size_t size = sizeof a.fs;
	if (abi >= 2)
		a.fs |= FS_REFER;
	if (abi >= 3)
		a.fs |= FS_TRUNCATE;
	if (abi >= 4) {
		a.net = NET_ALL;
		size = offsetof(struct ruleset, scoped);
	}
	if (abi >= 5)
		a.fs |= FS_IOCTL_DEV;
	if (abi >= 6) {
		a.scoped = SCOPE_ABSTRACT_UNIX | SCOPE_SIGNAL;
		size = sizeof a;
	}
	int rules = (int)syscall(SYS_landlock_create_ruleset, &a, size, 0);
	if (rules < 0)
		return -1;
	const uint64_t read = FS_EXECUTE | FS_READ_FILE | FS_READ_DIR;
	int bad = allow(rules, box, ~0ull, a.fs);
	for (const char **p = cfg.readable; p && *p && !bad; p++)
		bad = allow(rules, *p, strncmp(*p, "/dev/", 5) ? read : FS_READ_FILE | FS_WRITE_FILE, a.fs);
	if (!bad)
		bad = (int)syscall(SYS_landlock_restrict_self, rules, 0);
	close(rules);
	return bad;
}

int flat_setup(struct cur *c)
{
	uint32_t n = get32(c);
	if (c->bad || n > 4096 || !(cfg.readable = calloc(n + 1, sizeof *cfg.readable))) {
		fail("configuration: readable paths", 0);
		return -1;
	}
	for (uint32_t i = 0; i < n && !c->bad; i++)
		cfg.readable[i] = strdup(getstr(c));
	if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 1) {
		fail("this kernel has no Landlock, and the container allows no namespaces", 0);
		return -1;
	}
	if (cfg.multi_uid && setgroups(0, NULL) < 0) {
		fail("drop groups", errno);
		return -1;
	}
	syscall(SYS_close_range, MAIL_FD + 1, ~0u, 0);
	return c->bad ? -1 : 0;
}

/* Puts this process, and so all that it starts, into a domain of its own for
 * signals: kill(-1) then reaches these and no others, in one pass. Returns 0
 * where the kernel is too old for that. */
int flat_domain(void)
{
	int abi = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
	struct ruleset a = { 0, 0, SCOPE_SIGNAL };
	if (abi < 6)
		return 0;
	int rules = (int)syscall(SYS_landlock_create_ruleset, &a, sizeof a, 0);
	int bad = rules < 0 || syscall(SYS_landlock_restrict_self, rules, 0) < 0;
	if (rules >= 0)
		close(rules);
	return !bad;
}

/* Ends everything the candidate started. Orphans are ours, because we are their
 * reaper, so again until there is no child left. */
void flat_kill(const struct proc *p, pid_t candidate)
{
	for (int round = 0;; round++) {
		if (p->domain) {
			kill(-1, SIGKILL);
		} else if (cfg.multi_uid) {
			/* As the candidate's user, one call reaches all of its processes. */
			pid_t k = fork();
			if (k == 0) {
				if (setresuid(p->uid, p->uid, p->uid) == 0)
					kill(-1, SIGKILL);
				_exit(0);
			}
			if (k > 0)
				waitpid(k, NULL, 0);
		} else {
			char path[64], buf[65536];
			if (round == 0 && candidate > 0)
				kill(candidate, SIGKILL);
			snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
			int fd = open(path, O_RDONLY | O_CLOEXEC);
			ssize_t n = fd < 0 ? -1 : read(fd, buf, sizeof buf - 1);
			if (fd >= 0)
				close(fd);
			if (n > 0) {
				buf[n] = 0;
				for (char *s = buf, *e; *s; s = e) {
					long pid = strtol(s, &e, 10);
					if (e == s)
						break;
					if (pid > 1)
						kill((pid_t)pid, SIGKILL);
				}
			}
		}
		int st;
		pid_t w;
		while ((w = waitpid(-1, &st, WNOHANG)) > 0)
			;
		if (w < 0 && errno == ECHILD)
			return;
		usleep(round < 50 ? 100 : 1000);
	}
}
