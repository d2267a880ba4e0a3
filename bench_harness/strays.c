#include "bench_harness/strays.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"

#define STEP_NS 5000000L

enum { ROUNDS = 100, ENVIRONMENT_BYTES = 1 << 20, READ_SIZE = 16384 };

typedef struct Seen {
	pid_t pid, parent;
	bool ended; /* and not yet waited for by its parent */
	bool ours;
} Seen;

static bool read_all(const char *path, Text *text)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	char bytes[READ_SIZE];
	ssize_t n = -1;

	while (file >= 0 && text->length < ENVIRONMENT_BYTES
	       && (n = read(file, bytes, sizeof bytes)) > 0)
		text_bytes(text, bytes, (size_t)n);
	if (file >= 0)
		close(file);
	return n >= 0 && text->length > 0;
}

/* Of one thread. */
static bool has_children(pid_t pid, const char *thread)
{
	char path[300];
	Text text = { 0 };
	int file;
	bool found;

	snprintf(path, sizeof path, "/proc/%d/task/%s/children", (int)pid,
		 thread);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return true;
	close(file);
	found = read_all(path, &text);
	text_free(&text);
	return found;
}

bool strays_none(pid_t root)
{
	char path[64];
	const struct dirent *entry;
	DIR *threads;
	bool none = true;

	snprintf(path, sizeof path, "/proc/%d/task", (int)root);
	threads = opendir(path);
	if (!threads)
		return false;
	while (none && (entry = readdir(threads)))
		none = entry->d_name[0] == '.'
		    || !has_children(root, entry->d_name);
	closedir(threads);
	return none;
}

static bool is_marked(pid_t pid, const char *mark)
{
	char path[64];
	Text text = { 0 };
	bool found;

	snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
	found = read_all(path, &text)
	     && memmem(text.data, text.length, mark, strlen(mark));
	text_free(&text);
	return found;
}

/* The state and the parent follow the name, which ends with the last bracket. */
static bool look(pid_t pid, Seen *seen)
{
	char path[64], state;
	const char *rest;
	Text text = { 0 };
	int parent;
	bool good;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	good = read_all(path, &text) && (rest = strrchr(text.data, ')'))
	    && sscanf(rest, ") %c %d", &state, &parent) == 2;
	if (good)
		*seen = (Seen){ .pid = pid, .parent = parent,
				.ended = state == 'Z' || state == 'X' };
	text_free(&text);
	return good;
}

static bool is_mine(pid_t pid)
{
	char path[64];
	struct stat folder;

	snprintf(path, sizeof path, "/proc/%d", (int)pid);
	return stat(path, &folder) == 0 && folder.st_uid == geteuid();
}

/* All processes of this user but this one. */
static Seen *list(int *count)
{
	DIR *all = opendir("/proc");
	const struct dirent *entry;
	int capacity = 0;
	Seen *seen = NULL;

	*count = 0;
	while (all && (entry = readdir(all))) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		if (*count == capacity) {
			capacity = 2 * capacity + 64;
			seen = base_realloc(seen, sizeof *seen
					    * (size_t)capacity);
		}
		if (pid > 0 && pid != getpid() && is_mine(pid)
		    && look(pid, &seen[*count]))
			++*count;
	}
	if (all)
		closedir(all);
	return seen;
}

static bool is_child(const Seen *seen, int count, int i, pid_t root)
{
	if (root && seen[i].parent == root)
		return true;
	for (int p = 0; p < count; p++)
		if (seen[p].ours && seen[p].pid == seen[i].parent)
			return true;
	return false;
}

/* Children of those that are ours, and theirs. */
static void follow(Seen *seen, int count, pid_t root)
{
	bool more = true;

	while (more) {
		more = false;
		for (int i = 0; i < count; i++)
			if (!seen[i].ours && seen[i].pid != root
			    && is_child(seen, count, i, root))
				more = seen[i].ours = true;
	}
}

/* How many were alive. */
static int end_once(pid_t root, const char *mark)
{
	int count, alive = 0;
	Seen *seen = list(&count);

	for (int i = 0; i < count; i++)
		seen[i].ours = seen[i].pid != root
			    && is_marked(seen[i].pid, mark);
	follow(seen, count, root);
	for (int i = 0; i < count; i++)
		if (seen[i].ours && !seen[i].ended) {
			kill(seen[i].pid, SIGKILL);
			alive++;
		}
	free(seen);
	return alive;
}

void strays_end(pid_t root, const char *mark)
{
	static const struct timespec step = { 0, STEP_NS };

	for (int i = 0; i < ROUNDS && end_once(root, mark); i++)
		nanosleep(&step, NULL);
}
