/* Searching: in a process of its own, which is lift-tune itself; it measures,
 * stores, and tells what it finds as lines of JSON.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/api.h"

enum { TENTH_MS = 100, STOPPED = 130 };

typedef struct Search {
	pid_t pid;
	int lines; /* to be read */
	Text text; /* what came since the last end of a line */
	lt_listener *listener;
	void *context;
	bool told; /* to stop */
	lt_error *error;
	bool failed; /* a line told of an error */
} Search;

/* -- starting -------------------------------------------------------------- */

static const char *worker_path(void)
{
	const char *own = getenv("LIFT_TUNE_WORKER");

	return own && *own ? own : LT_WORKER;
}

static int text_file(const char *text)
{
	int file = memfd_create("lift-tune program", MFD_CLOEXEC);
	size_t length = strlen(text), done = 0;

	while (file >= 0 && done < length) {
		ssize_t wrote = write(file, text + done, length - done);

		if (wrote <= 0) {
			close(file);
			return -1;
		}
		done += (size_t)wrote;
	}
	if (file >= 0)
		lseek(file, 0, SEEK_SET);
	return file;
}

static char **arguments_of(const lt_program *program, Arena *arena,
			   const Device *device, const lt_size *sizes,
			   size_t count, double seconds)
{
	enum { FIXED = 16 };
	char **list = ARENA_ARRAY(arena, char *, FIXED + 2 * count);
	int used = 0;

	list[used++] = arena_strdup(arena, worker_path());
	list[used++] = arena_strdup(arena, "tune");
	list[used++] = arena_strdup(arena, "-");
	list[used++] = arena_strdup(arena, "--json");
	list[used++] = arena_strdup(arena, "--quiet");
	list[used++] = arena_strdup(arena, "--no-files");
	list[used++] = arena_strdup(arena, "--db");
	list[used++] = arena_strdup(arena, program->library->database);
	list[used++] = arena_strdup(arena, "--device");
	list[used++] = arena_printf(arena, "%d", device->index);
	list[used++] = arena_strdup(arena, "--time-limit");
	list[used++] = arena_printf(arena, "%.3f", seconds);
	for (size_t i = 0; i < count; i++) {
		list[used++] = arena_strdup(arena, "--size");
		list[used++] = arena_printf(arena, "%s=%" PRIu64,
					    sizes[i].name, sizes[i].value);
	}
	return list;
}

/* A group of its own, so that Ctrl-C does not reach it; no signal blocked or
 * ignored; nothing open but what it is given. */
static int spawn(pid_t *pid, char **arguments, int in, int out)
{
	extern char **environ;
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attributes;
	sigset_t all, none;
	int code;

	sigfillset(&all);
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP
				 | POSIX_SPAWN_SETSIGDEF
				 | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, in, 0);
	posix_spawn_file_actions_adddup2(&files, out, 1);
	posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addclosefrom_np(&files, 3);
	code = posix_spawn(pid, arguments[0], &files, &attributes, arguments,
			   environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attributes);
	return code;
}

static bool start(Search *search, const char *text, char **arguments)
{
	int in = text_file(text), ends[2] = { -1, -1 }, code = errno;

	if (in >= 0 && pipe2(ends, O_CLOEXEC) == 0) {
		code = spawn(&search->pid, arguments, in, ends[1]);
		close(ends[1]);
	}
	if (in >= 0)
		close(in);
	search->lines = ends[0];
	if (code != 0 && ends[0] >= 0)
		close(ends[0]);
	return code == 0
	    || api_wrong(search->error, E1004, "%s: %s (LIFT_TUNE_WORKER names "
			 "another one)", arguments[0], strerror(code));
}

/* -- listening ------------------------------------------------------------- */

static void listen_to(Search *search, const char *line)
{
	if (!search->told && search->listener
	    && search->listener(search->context, line)) {
		search->told = true;
		kill(search->pid, SIGTERM);
	}
}

static const char *member(const json_t *json, const char *name)
{
	const char *text = json_string_value(json_object_get(json, name));

	return text ? text : "";
}

/* The first that it tells of. */
static void take_error(Search *search, const char *line)
{
	json_t *json = json_loads(line, 0, NULL);
	const char *code = member(json, "error");

	if (*code && !search->failed) {
		search->failed = true;
		api_wrong(search->error, E0503, "%s%s%s", member(json,
			  "message"), *member(json, "found") ? "; found: " : "",
			  member(json, "found"));
		if (search->error)
			search->error->code = atoi(code + 1);
	}
	json_decref(json);
}

static void take_line(Search *search, const char *line)
{
	if (!strncmp(line, "{\"error\":", 9))
		take_error(search, line);
	else if (!strncmp(line, "{\"evaluation\":", 14))
		listen_to(search, line);
}

static void take_bytes(Search *search, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			text_char(&search->text, bytes[i]);
			continue;
		}
		take_line(search, text_string(&search->text));
		text_clear(&search->text);
	}
}

static void follow(Search *search)
{
	struct pollfd lines = { .fd = search->lines, .events = POLLIN };
	char bytes[4096];
	ssize_t count = 1;

	while (count > 0 || (count < 0 && errno == EINTR)) {
		if (poll(&lines, 1, TENTH_MS) <= 0) {
			listen_to(search, NULL);
			continue;
		}
		count = read(search->lines, bytes, sizeof bytes);
		if (count > 0)
			take_bytes(search, bytes, (size_t)count);
	}
}

/* Its exit code; -1: it crashed, or somebody else waited for it. */
static int await(const Search *search)
{
	int status = 0;
	pid_t pid;

	do
		pid = waitpid(search->pid, &status, 0);
	while (pid < 0 && errno == EINTR);
	return pid == search->pid && WIFEXITED(status) ? WEXITSTATUS(status)
						       : -1;
}

static bool run(Search *search, const char *text, char **arguments)
{
	int code;

	if (!start(search, text, arguments))
		return false;
	follow(search);
	code = await(search);
	close(search->lines);
	text_free(&search->text);
	if (code == 0 || (search->told && code == STOPPED))
		return true;
	if (!search->failed)
		api_wrong(search->error, E1004, "%s ended with code %d",
			  arguments[0], code);
	return false;
}

/* What was found may be better than what plans have. */
static void renew(lt_program *program)
{
	for (lt_plan *plan = program->plans; plan; plan = plan->next)
		plan->stale = true;
}

int lt_search(lt_program *program, cl_device_id id, const lt_size *sizes,
	      size_t count, double seconds, lt_listener *listener,
	      void *context, lt_error *error)
{
	Search search = { .listener = listener, .context = context,
			  .error = error };
	Arena *arena;
	Device device;
	bool good;

	if (!(seconds > 0) || !isfinite(seconds))
		return api_wrong(error, E1001, "%g seconds", seconds);
	if (!api_device(id, &device, error))
		return false;
	arena = arena_new();
	good = run(&search, program->text,
		   arguments_of(program, arena, &device, sizes, count,
				seconds));
	arena_free(arena);
	renew(program);
	return good;
}
