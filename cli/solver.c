#include "cli/solver.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "bench_harness/process.h"

#define SECONDS 20

#define LOOK_SECONDS 0.05

static const char crashed[] = "crashed";

static bool is_ignored(int signal)
{
	struct sigaction now;

	return sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* They end this process once its files are gone; not those that it ignores, which
 * are pending all the same while they are blocked. */
static void ending_signals(sigset_t *set)
{
	static const int ending[] = { SIGHUP, SIGINT, SIGTERM };

	sigemptyset(set);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (!is_ignored(ending[i]))
			sigaddset(set, ending[i]);
}

static bool is_ended(void)
{
	sigset_t pending, ending;
	bool ended = false;

	sigemptyset(&pending);
	sigpending(&pending);
	ending_signals(&ending);
	for (int signal = 1; signal < NSIG; signal++)
		ended |= sigismember(&pending, signal) == 1
		      && sigismember(&ending, signal) == 1;
	return ended;
}

/* Not so a folder of that name. */
static bool is_program(const char *file)
{
	struct stat found;

	return stat(file, &found) == 0 && S_ISREG(found.st_mode)
	    && access(file, X_OK) == 0;
}

static const char *in_path(Arena *arena, const char *name)
{
	const char *folders = getenv("PATH");

	while (folders && *folders) {
		const size_t length = strcspn(folders, ":");
		const char *file = arena_printf(arena, "%.*s/%s", (int)length,
						folders, name);

		if (length && is_program(file))
			return file;
		folders += length + (folders[length] == ':');
	}
	return NULL;
}

Solver solver_find(Arena *arena)
{
	const char *own = getenv("LIFT_TUNE_CBC");
	const char *limit = getenv("LIFT_TUNE_CBC_SECONDS");
	const int seconds = limit ? atoi(limit) : 0;

	return (Solver){
		.arena = arena, .seconds = seconds > 0 ? seconds : SECONDS,
		.path = own && *own ? own : in_path(arena, "cbc"),
	};
}

static bool put_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "we");
	const size_t length = strlen(text);
	bool good = file && fwrite(text, 1, length, file) == length;

	return file && fclose(file) == 0 && good;
}

static const char *get_file(Arena *arena, const char *name)
{
	FILE *file = fopen(name, "re");
	Text text = { 0 };
	const char *all;
	char part[4096];

	if (!file)
		return NULL;
	for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;)
		text_bytes(&text, part, got);
	fclose(file);
	all = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return all;
}

/* NULL: it ends by itself within its time. */
static const char *await(Process *process, double seconds, int *status)
{
	for (; seconds > 0; seconds -= LOOK_SECONDS) {
		if (process_reap(process, LOOK_SECONDS, status))
			return NULL;
		if (is_ended())
			return "was interrupted";
	}
	return "does not end";
}

/* NULL: it has ended by itself; else what became of it. */
static const char *run(const Solver *s, const char *lp, const char *answer,
		       const char *heuristics)
{
	const char *words[] = {
		s->path, lp, "log", "0", "heuristics", heuristics, "sec",
		arena_printf(s->arena, "%.2f", s->seconds), "maxN", "1000000",
		"solve", "solution", answer, NULL,
	};
	char *argv[sizeof words / sizeof *words] = { NULL };
	Process process = { 0 };
	const char *fault;
	int status = 0;

	for (size_t i = 0; words[i]; i++)
		argv[i] = arena_strdup(s->arena, words[i]);
	if (!process_start(&process, argv,
			   process_environment(s->arena, "/nonexistent",
					       NULL)))
		return "cannot be started";
	fault = await(&process, 1.5 * s->seconds, &status);
	if (fault) {
		process_kill(&process);
		return fault;
	}
	if (WIFSIGNALED(status))
		return crashed;
	return WEXITSTATUS(status) == 127 ? "cannot be started"
	     : WEXITSTATUS(status) ? "failed" : NULL;
}

/* In a folder of its own, which is there already. */
static const char *ask_in(const Solver *s, const char *folder, const char *lp,
			  const char **why)
{
	const char *question = arena_printf(s->arena, "%s/clusters.lp",
					    folder);
	const char *answer = arena_printf(s->arena, "%s/clusters.sol", folder);
	const char *text = NULL, *fault = "cannot be asked: no room";

	if (put_file(question, lp))
		fault = run(s, question, answer, "on");
	if (fault && !strcmp(fault, crashed)) /* CBC 2.10: in its heuristics */
		fault = run(s, question, answer, "off");
	if (!fault) {
		text = get_file(s->arena, answer);
		fault = text ? NULL : "gave no answer";
	}
	if (fault)
		*why = arena_printf(s->arena, "the solver %s %s", s->path,
				    fault);
	unlink(question);
	unlink(answer);
	return text;
}

static const char *ask(const Solver *s, const char *lp, const char **why)
{
	const char *tmp = getenv("TMPDIR"), *text;
	char *folder = arena_strdup(s->arena, arena_printf(s->arena,
		"%s/lift-tune-solver.XXXXXX", tmp && *tmp ? tmp : "/tmp"));

	if (!mkdtemp(folder)) {
		*why = arena_printf(s->arena, "no folder for the solver: %s",
				    strerror(errno));
		return NULL;
	}
	text = ask_in(s, folder, lp, why);
	rmdir(folder);
	return text;
}

const char *solver_ask(void *context, const char *lp, const char **why)
{
	sigset_t set, before;
	const char *text;

	ending_signals(&set);
	sigprocmask(SIG_BLOCK, &set, &before);
	text = ask(context, lp, why);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return text;
}
