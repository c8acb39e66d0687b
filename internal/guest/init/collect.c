/* Reads what a run left in the working folder, after every process of it is
 * dead, so nothing can change underneath. Symbolic links are never followed.
 *
 * The region holds records, each { u32 kind, u32 mode, u64 len, u16 pathlen,
 * path, data }: 'F' a regular file, 'D' a folder, 'L' a symbolic link (data is
 * its target, for layers only), 'R' a refusal (data says why), 'E' the end. */
#include "init.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

enum { MAX_DEPTH = 64, MAX_ENTRIES = 200000 };

struct out { char *p, *end; uint32_t entries; int full; };

static char *record(struct out *o, char kind, uint32_t mode, const char *path, uint64_t len)
{
	size_t n = strlen(path);
	uint64_t need = 4 + 4 + 8 + 2 + n + len;
	if (o->full || n > 65535 || need > (uint64_t)(o->end - o->p) || o->entries >= MAX_ENTRIES) {
		o->full = 1;
		return NULL;
	}
	uint32_t k = (uint32_t)kind;
	uint16_t pl = (uint16_t)n;
	memcpy(o->p, &k, 4);
	memcpy(o->p + 4, &mode, 4);
	memcpy(o->p + 8, &len, 8);
	memcpy(o->p + 16, &pl, 2);
	memcpy(o->p + 18, path, n);
	char *data = o->p + 18 + n;
	o->p = data + len;
	o->entries++;
	return data;
}

static void refuse(struct out *o, const char *path, const char *why)
{
	size_t n = strlen(why);
	char *d = record(o, 'R', 0, path, n);
	if (d)
		memcpy(d, why, n);
}

/* Reads the open regular file into a record; a file that would not fit is
 * refused, not cut. */
static void take_file(struct out *o, int fd, const struct stat *st, const char *path, uint64_t cap)
{
	uint64_t len = (uint64_t)st->st_size;
	if (len > cap) {
		refuse(o, path, "too large");
		return;
	}
	/* Room for this record, the refusal that may follow, and the end. */
	if ((uint64_t)(o->end - o->p) < len + strlen(path) * 2 + 256) {
		refuse(o, path, "too large in sum");
		return;
	}
	char *d = record(o, 'F', st->st_mode & 07777, path, len);
	if (!d)
		return;
	uint64_t got = 0;
	while (got < len) {
		ssize_t k = pread(fd, d + got, len - got, (off_t)got);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			break;
		got += (uint64_t)k;
	}
	if (got < len)
		memset(d + got, 0, len - got);
}

static const char *odd(mode_t m)
{
	if (S_ISLNK(m))
		return "symbolic link";
	if (S_ISFIFO(m))
		return "named pipe";
	if (S_ISSOCK(m))
		return "socket";
	if (S_ISDIR(m))
		return "folder";
	return "not a regular file";
}

/* One entry `name` of folder dirfd; `path` is its name from the working folder. */
static void take(struct out *o, int dirfd, const char *name, const char *path, int layer, int depth, uint64_t cap);

static void take_dir(struct out *o, int fd, const char *path, int layer, int depth, uint64_t cap)
{
	if (depth > MAX_DEPTH) {
		refuse(o, path, "too deep");
		close(fd);
		return;
	}
	DIR *d = fdopendir(fd);
	if (!d) {
		close(fd);
		return;
	}
	struct dirent *e;
	while (!o->full && (e = readdir(d))) {
		char sub[4200];
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		int k = snprintf(sub, sizeof sub, "%s%s%s", path, *path ? "/" : "", e->d_name);
		if (k < 0 || k >= 4096) {
			refuse(o, path, "name too long");
			continue;
		}
		take(o, dirfd(d), e->d_name, sub, layer, depth + 1, cap);
	}
	closedir(d);
}

static void take(struct out *o, int dirfd, const char *name, const char *path, int layer, int depth, uint64_t cap)
{
	struct stat st;
	if (fstatat(dirfd, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		refuse(o, path, errno == ENOENT ? "missing" : "unreadable");
		return;
	}
	if (S_ISDIR(st.st_mode)) {
		if (layer && !record(o, 'D', st.st_mode & 07777, path, 0))
			return;
		int fd = openat(dirfd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			refuse(o, path, "unreadable");
		else
			take_dir(o, fd, path, layer, depth, cap);
		return;
	}
	if (S_ISLNK(st.st_mode) && layer) {
		char to[4096];
		ssize_t n = readlinkat(dirfd, name, to, sizeof to);
		char *d = n > 0 ? record(o, 'L', 0, path, (uint64_t)n) : NULL;
		if (d)
			memcpy(d, to, (size_t)n);
		return;
	}
	if (!S_ISREG(st.st_mode)) {
		refuse(o, path, odd(st.st_mode));
		return;
	}
	int fd = openat(dirfd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0) {
		refuse(o, path, "unreadable");
		return;
	}
	take_file(o, fd, &st, path, cap);
	close(fd);
}

/* Opens the folder that holds the last part of a relative path, following no
 * symbolic link on the way. */
static int parent(int work, const char *path, const char **last)
{
	int fd = dup(work);
	const char *s = path, *slash;
	while (fd >= 0 && (slash = strchr(s, '/')) && slash[1]) {
		char part[256];
		size_t n = (size_t)(slash - s);
		if (n == 0 || n >= sizeof part) {
			close(fd);
			return -1;
		}
		memcpy(part, s, n);
		part[n] = 0;
		int next = openat(fd, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		close(fd);
		fd = next;
		s = slash + 1;
	}
	*last = s;
	return fd;
}

int collect(const struct proc *p, struct proc_answer *a)
{
	char *base = mail + p->collected.off;
	struct out o = { base, base + p->collected.cap, 0, 0 };
	int work = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (work < 0) {
		fail("open the working folder", errno);
		return -1;
	}
	if (p->freeze && a->end == END_EXITED && a->code == 0) {
		take_dir(&o, dup(work), "", 1, 0, p->collected.cap);
		if (o.full) {
			/* The program filled it: its doing, not ours. */
			a->end = END_OUTPUT;
			a->limit = LIMIT_LAYER;
		}
	} else {
		for (uint32_t i = 0; i < p->ncollect; i++) {
			const char *last, *path = p->collect[i];
			int dir = parent(work, path, &last);
			if (dir < 0) {
				refuse(&o, path, "missing");
				continue;
			}
			size_t n = strlen(last);
			if (n && last[n - 1] == '/') {
				char name[256], clean[4200];
				snprintf(name, sizeof name, "%.*s", (int)(n - 1), last);
				snprintf(clean, sizeof clean, "%.*s", (int)(strlen(path) - 1), path);
				int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
				if (fd < 0)
					refuse(&o, path, "missing");
				else
					take_dir(&o, fd, clean, 0, 0, p->file_cap);
			} else {
				struct stat st;
				if (fstatat(dir, last, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode))
					refuse(&o, path, "folder");
				else
					take(&o, dir, last, path, 0, 0, p->file_cap);
			}
			close(dir);
		}
	}
	close(work);
	a->collect_len = (uint64_t)(o.p - base);
	if (o.full)
		a->collect_len |= 1ull << 63; /* entries were left out */
	return 0;
}
