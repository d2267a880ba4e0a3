/* Makes one call of a kind fail: to be loaded before a program (LD_PRELOAD).
 *
 *	LT_FAIL=malloc:17	the 17th allocation fails, once
 *	LT_FAIL=write:3+	the third write and all after it fail
 *	LT_FAIL_COUNT=FILE	how many calls of each kind there were
 *	LT_WORKER=PROGRAM	runs in place of `... worker`
 *	LT_LOADAVG=FILE		is read in place of /proc/loadavg
 *	LT_INTERRUPT=TEXT	SIGINT at once after the first line with this
 *				text was printed
 *
 * Kinds: malloc, read, write, sync, open, room (files made longer, mapped or
 * renamed). Neither variable reaches a worker.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

typedef enum {
	KIND_MALLOC, KIND_READ, KIND_WRITE, KIND_SYNC, KIND_OPEN, KIND_ROOM,
	KINDS
} Kind;

typedef struct KindRow {
	const char *name;
	int error;
} KindRow;

static const KindRow rows[KINDS] = {
	{ "malloc", ENOMEM }, { "read", EIO }, { "write", ENOSPC },
	{ "sync", EIO }, { "open", EMFILE }, { "room", ENOSPC },
};

static struct {
	bool ready, for_good;
	int kind; /* KINDS: none */
	long at, calls[KINDS];
} plan = { .kind = KINDS };

/* Whether this call is to fail. */
static bool fails(Kind kind)
{
	long call;

	if (!plan.ready)
		return false;
	call = ++plan.calls[kind];
	if ((int)kind != plan.kind || call < plan.at
	    || (call > plan.at && !plan.for_good))
		return false;
	errno = rows[kind].error;
	return true;
}

static void read_plan(const char *text)
{
	for (int kind = 0; kind < KINDS; kind++) {
		size_t length = strlen(rows[kind].name);

		if (strncmp(text, rows[kind].name, length)
		    || text[length] != ':')
			continue;
		plan.kind = kind;
		plan.at = strtol(text + length + 1, NULL, 10);
		plan.for_good = text[strlen(text) - 1] == '+';
	}
}

__attribute__((constructor)) static void begin(void)
{
	const char *text = getenv("LT_FAIL");

	if (text)
		read_plan(text);
	plan.ready = text || getenv("LT_FAIL_COUNT");
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("LT_FAIL_COUNT");
	FILE *file;

	plan.ready = false;
	file = path ? fopen(path, "w") : NULL;
	if (!file)
		return;
	for (int kind = 0; kind < KINDS; kind++)
		fprintf(file, "%s %ld\n", rows[kind].name, plan.calls[kind]);
	fclose(file);
}

static void *next(const char *name)
{
	return dlsym(RTLD_NEXT, name);
}

/* name(arguments) of the library behind this one, unless it is to fail. */
#define PASS_ON(kind, type, name, parameters, arguments)  \
	type name parameters                              \
	{                                                 \
		static type (*real) parameters;           \
		if (!real)                                \
			*(void **)&real = next(#name);    \
		return fails(kind) ? -1 : real arguments; \
	}

PASS_ON(KIND_READ, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n))
PASS_ON(KIND_READ, ssize_t, pread, (int fd, void *to, size_t n, off_t at),
	(fd, to, n, at))
PASS_ON(KIND_READ, ssize_t, pread64, (int fd, void *to, size_t n, off64_t at),
	(fd, to, n, at))
PASS_ON(KIND_READ, ssize_t, recv, (int fd, void *to, size_t n, int flags),
	(fd, to, n, flags))
PASS_ON(KIND_WRITE, ssize_t, write, (int fd, const void *from, size_t n),
	(fd, from, n))
PASS_ON(KIND_WRITE, ssize_t, pwrite,
	(int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
PASS_ON(KIND_WRITE, ssize_t, pwrite64,
	(int fd, const void *from, size_t n, off64_t at), (fd, from, n, at))
PASS_ON(KIND_WRITE, ssize_t, sendmsg,
	(int fd, const struct msghdr *message, int flags),
	(fd, message, flags))
PASS_ON(KIND_SYNC, int, fsync, (int fd), (fd))
PASS_ON(KIND_SYNC, int, fdatasync, (int fd), (fd))
PASS_ON(KIND_ROOM, int, ftruncate, (int fd, off_t size), (fd, size))
PASS_ON(KIND_ROOM, int, ftruncate64, (int fd, off64_t size), (fd, size))
PASS_ON(KIND_ROOM, int, renameat,
	(int a, const char *from, int b, const char *to), (a, from, b, to))
PASS_ON(KIND_ROOM, int, memfd_create, (const char *name, unsigned flags),
	(name, flags))

/* How busy the machine seems. */
static const char *place(const char *path)
{
	const char *other = strcmp(path, "/proc/loadavg")
		? NULL : getenv("LT_LOADAVG");

	return other ? other : path;
}

#define PASS_OPEN_ON(name, more, arguments, last)                       \
	int name more                                                   \
	{                                                               \
		static int (*real) more;                                \
		va_list list;                                           \
		mode_t mode;                                            \
		if (!real)                                              \
			*(void **)&real = next(#name);                  \
		va_start(list, last);                                   \
		mode = last & O_CREAT ? va_arg(list, mode_t) : 0;       \
		va_end(list);                                           \
		return fails(KIND_OPEN) ? -1 : real arguments;          \
	}

PASS_OPEN_ON(open, (const char *path, int flags, ...), (place(path), flags, mode),
	     flags)
PASS_OPEN_ON(open64, (const char *path, int flags, ...), (place(path), flags, mode),
	     flags)
PASS_OPEN_ON(openat, (int at, const char *path, int flags, ...),
	     (at, place(path), flags, mode), flags)

int puts(const char *line)
{
	static int (*real)(const char *);
	static bool done;
	const char *text = getenv("LT_INTERRUPT");
	int code;

	if (!real)
		*(void **)&real = next("puts");
	code = real(line);
	if (text && !done && strstr(line, text)) {
		done = true;
		fflush(stdout);
		kill(getpid(), SIGINT);
	}
	return code;
}

/* Another program in place of the worker. */
int execve(const char *path, char *const *argv, char *const *environment)
{
	static int (*real)(const char *, char *const *, char *const *);
	char *other = getenv("LT_WORKER");
	char *words[] = { other, NULL };

	if (!real)
		*(void **)&real = next("execve");
	if (other && argv[0] && argv[1] && !strcmp(argv[1], "worker"))
		return real(other, words, environment);
	return real(path, argv, environment);
}

#ifndef SANITIZED
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *old, size_t bytes);

void *malloc(size_t bytes)
{
	return fails(KIND_MALLOC) ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
	return fails(KIND_MALLOC) ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *old, size_t bytes)
{
	return fails(KIND_MALLOC) ? NULL : __libc_realloc(old, bytes);
}
#endif
