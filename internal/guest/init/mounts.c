/* The slot's root, built once, and the few mounts every cell makes for itself. */
#include "init.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <grp.h>

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
struct mattr { uint64_t set, clr, propagation, userns; };
enum { A_RDONLY = 1, A_NOSUID = 2, A_NODEV = 4 };

static int bad(const char *op, const char *what)
{
	char s[200];
	int e = errno;
	snprintf(s, sizeof s, "%s %s", op, what);
	fail(s, e);
	return -1;
}

/* Makes every folder of path below the current root directory. */
static void mkdirs(char *path)
{
	for (char *s = path + 1; *s; s++)
		if (*s == '/') {
			*s = 0;
			mkdir(path, 0755);
			*s = '/';
		}
}

static int in_root(char *out, size_t n, const char *path)
{
	int k = snprintf(out, n, ".%s", path);
	return k > 0 && (size_t)k < n ? 0 : -1;
}

/* Shows a host path at dst. With tree >= 0 that is a detached copy of the mount
 * which the supervisor made with its own rights; else src is looked up here. */
static int bind_one(int tree, const char *src, const char *dst, int writable)
{
	char t[4200];
	struct stat st;
	if (tree >= 0 ? fstat(tree, &st) < 0 : stat(src, &st) < 0)
		return bad("stat", src);
	if (in_root(t, sizeof t, dst) < 0)
		return bad("path too long", dst);
	mkdirs(t);
	if (S_ISDIR(st.st_mode)) {
		mkdir(t, 0755);
	} else {
		int fd = open(t, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
		if (fd >= 0)
			close(fd);
	}
	if (tree < 0) {
		if (mount(src, t, NULL, MS_BIND | MS_REC, NULL) < 0)
			return bad("bind", src);
	} else {
		if (syscall(SYS_move_mount, tree, "", AT_FDCWD, t, 4 /* MOVE_MOUNT_F_EMPTY_PATH */) < 0)
			return bad("move mount", src);
		close(tree);
	}
	struct mattr a = { A_NOSUID | (writable ? 0 : A_RDONLY | A_NODEV), 0, 0, 0 };
	if (syscall(SYS_mount_setattr, AT_FDCWD, t, 0x8000 /* AT_RECURSIVE */, &a, sizeof a) < 0)
		return bad("make read-only", dst);
	return 0;
}

static int put(const char *path, const char *data, uint64_t len, uint32_t mode)
{
	char t[4200];
	if (in_root(t, sizeof t, path) < 0)
		return bad("path too long", path);
	mkdirs(t);
	int fd = open(t, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, mode);
	if (fd < 0 || xwrite(fd, data, len) < 0)
		return bad("write", path);
	close(fd);
	return 0;
}

/* Sets a limit of the slot's own namespaces. Not every kernel has each. */
static void knob(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		errno = 0; /* as if it were not there */
	close(fd);
}

static void knobs(void)
{
	/* No user namespace below ours, so no capabilities in one. */
	knob("/proc/sys/user/max_user_namespaces", "0");
	/* Counted against the host's root as well, if no lower limit holds here. */
	knob("/proc/sys/user/max_inotify_instances", "8");
	knob("/proc/sys/user/max_inotify_watches", "8192");
	/* A closed connection would keep its port from the next run for a minute. */
	knob("/proc/sys/net/ipv4/tcp_max_tw_buckets", "0");
	knob("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 262144");
	knob("/proc/sys/net/ipv4/tcp_rmem", "4096 131072 262144");
}

static void loopback_up(void)
{
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (s < 0)
		return;
	struct ifreq r;
	memset(&r, 0, sizeof r);
	strcpy(r.ifr_name, "lo");
	r.ifr_flags = IFF_UP | IFF_RUNNING;
	ioctl(s, SIOCSIFFLAGS, &r);
	close(s);
}

int load_filter(const void *f, uint32_t len)
{
	struct sock_fprog p = { (unsigned short)(len / sizeof(struct sock_filter)), (struct sock_filter *)f };
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p, 0, 0);
}

/* Keeps what the configuration points at: the order area is reused by runs. */
static const void *keep(const void *p, uint64_t n)
{
	void *q = malloc(n + 1);
	if (q) {
		memcpy(q, p, n);
		((char *)q)[n] = 0;
	}
	return q;
}

int slot_setup(struct cur *c)
{
	uint64_t n;
	const char *s;
	cfg.multi_uid = get32(c);
	cfg.has_proc_mount = get32(c);
	cfg.uid = get32(c);
	cfg.gid = get32(c);
	cfg.flat = get32(c);
	cfg.root = getstr(c);
	cfg.hostname = getstr(c);
	s = getblob(c, &n);
	cfg.slot_filter = keep(s, n);
	cfg.slot_filter_len = (uint32_t)n;
	if (c->bad)
		return bad("configuration", "short");

	umask(022);
	if (cfg.flat) {
		if (flat_setup(c) < 0)
			return -1;
		goto confine;
	}
	if (cfg.multi_uid && (setgroups(0, NULL) < 0 || setresgid(0, 0, 0) < 0 || setresuid(0, 0, 0) < 0))
		return bad("become root of the slot", "");
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		return bad("make private", "/");
	if (mount("root", cfg.root, "tmpfs", MS_NOSUID, "size=64m,mode=0755") < 0)
		return bad("mount tmpfs", cfg.root);
	if (chdir(cfg.root) < 0)
		return bad("chdir", cfg.root);
	uint32_t k = get32(c);
	for (uint32_t i = 0; i < k && !c->bad; i++) {
		int tree = (int)get32(c);
		const char *src = getstr(c), *dst = getstr(c);
		uint32_t w = get32(c);
		if (bind_one(tree, src, dst, (int)w) < 0)
			return -1;
	}
	k = get32(c);
	for (uint32_t i = 0; i < k && !c->bad; i++) {
		const char *path = getstr(c), *to = getstr(c);
		char t[4200];
		if (in_root(t, sizeof t, path) < 0)
			return bad("path too long", path);
		mkdirs(t);
		if (symlink(to, t) < 0 && errno != EEXIST)
			return bad("symlink", path);
	}
	k = get32(c);
	for (uint32_t i = 0; i < k && !c->bad; i++) {
		const char *path = getstr(c);
		const char *data = getblob(c, &n);
		if (put(path, data, n, 0644) < 0)
			return -1;
	}
	/* The layers are for init alone: behind a folder the candidate cannot enter. */
	int tree = (int)get32(c);
	const char *layers = getstr(c);
	mkdir("./.x", 0700);
	if (*layers && bind_one(tree, layers, "/.x/layers", 0) < 0)
		return -1;
	if (c->bad)
		return bad("configuration", "short");
	/* Whatever else the engine's own parent let it inherit ends here. */
	syscall(SYS_close_range, MAIL_FD + 1, ~0u, 0);
	mkdir("./box", 0755);
	mkdir("./tmp", 01777);
	mkdir("./proc", 0555);
	/* Stays below every cell's own: the kernel gives a new proc only where a
	 * whole one is already in sight. */
	if (cfg.has_proc_mount && mount("proc", "./proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0)
		return bad("mount", "/proc");
	if (syscall(SYS_pivot_root, ".", ".") < 0)
		return bad("pivot_root", cfg.root);
	if (umount2(".", MNT_DETACH) < 0 || chdir("/") < 0)
		return bad("detach", "old root");
	struct mattr a = { A_RDONLY | A_NODEV, 0, 0, 0 };
	if (syscall(SYS_mount_setattr, AT_FDCWD, "/", 0, &a, sizeof a) < 0)
		return bad("make read-only", "/");
	sethostname(cfg.hostname, strlen(cfg.hostname));
	loopback_up();
	knobs();
confine:
	if ((wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) < 0)
		return bad("eventfd", "");
	prctl(PR_SET_DUMPABLE, 0);
	/* Inherited by all; warm interpreters keep what they need as ambient. */
	for (int c = 0; prctl(PR_CAPBSET_DROP, c, 0, 0, 0) == 0; c++)
		;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
		return bad("no_new_privs", "");
	if (cfg.slot_filter_len && load_filter(cfg.slot_filter, cfg.slot_filter_len) < 0)
		return bad("load seccomp filter", "");
	return 0;
}

static int own_dir(const char *path, mode_t mode)
{
	if (mkdir(path, mode) < 0 && errno != EEXIST)
		return bad("mkdir", path);
	if (cfg.multi_uid && chown(path, cfg.uid, cfg.gid) < 0)
		return bad("chown", path);
	return chmod(path, mode) < 0 ? bad("chmod", path) : 0;
}

int cell_mounts(struct proc *p, const char *base)
{
	if (cfg.flat) { /* the supervisor has made the folder */
		prctl(PR_SET_CHILD_SUBREAPER, 1);
		p->domain = flat_domain();
		return chdir(p->box) < 0 || chdir("work") < 0 ? bad("chdir", p->box) : 0;
	}
	char opt[160];
	snprintf(opt, sizeof opt, "size=%llu,nr_inodes=%llu,mode=0755", (unsigned long long)p->disk, (unsigned long long)p->inodes);
	if (mount("box", "/box", "tmpfs", MS_NOSUID | MS_NODEV, opt) < 0)
		return bad("mount", "/box");
	if (own_dir("/box/work", 0755) < 0 || own_dir("/box/tmp", 01777) < 0 || own_dir("/box/shm", 01777) < 0 || own_dir("/box/home", 0755) < 0)
		return -1;
	if (*base) {
		char o[512];
		if (own_dir("/box/.up", 0755) < 0 || mkdir("/box/.wk", 0700) < 0)
			return bad("mkdir", "overlay folders");
		snprintf(o, sizeof o, "lowerdir=/.x/layers/%s,upperdir=/box/.up,workdir=/box/.wk,userxattr", base);
		if (mount("work", "/box/work", "overlay", MS_NOSUID | MS_NODEV, o) < 0)
			return bad("mount layer", base);
	}
	if (mount("/box/tmp", "/tmp", NULL, MS_BIND, NULL) < 0)
		return bad("bind", "/tmp");
	if (cfg.has_proc_mount && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, cfg.multi_uid ? "hidepid=2" : NULL) < 0)
		return bad("mount", "/proc");
	/* With one uid only, the folder's mode does not keep the candidate out. */
	if (!cfg.multi_uid)
		umount2("/.x/layers", MNT_DETACH);
	return chdir("/box/work") < 0 ? bad("chdir", "/box/work") : 0;
}
