/* Nothing that a worker has started outlives it, wherever it went: other
 * groups, other sessions, children of others; whether the worker is killed by
 * the tuner or by itself. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench_harness/cache_dir.h"
#include "bench_harness/process.h"
#include "bench_harness/strays.h"

enum { FAMILY = 4, STEPS = 60000 };

/* Each prints its id. */
#define SLEEPER "echo $$; exec sleep 600"
#define APART "setsid sh -c '" SLEEPER "' & "
#define ORPHAN "sh -c \"setsid sh -c '" SLEEPER "' &\"; "
#define GRANDCHILD "setsid sh -c \"sh -c '" SLEEPER "' & wait\" & "
#define FAMILY_OF(last) APART ORPHAN GRANDCHILD last

static char *const no_environment[] = { "PATH=/usr/bin:/bin", NULL };

static void rest(void)
{
	static const struct timespec step = { 0, 5000000 };

	nanosleep(&step, NULL);
}

/* The ids of all that the worker has started. */
static void read_ids(const Process *worker, pid_t *ids, int count)
{
	char text[512] = "";
	size_t length = 0;
	int lines = 0;
	char *at = text;

	for (int i = 0; i < STEPS && lines < count; i++) {
		ssize_t n = read(worker->log, text + length,
				 sizeof text - 1 - length);

		length += n > 0 ? (size_t)n : 0;
		lines = 0;
		for (size_t c = 0; c < length; c++)
			lines += text[c] == '\n';
		rest();
	}
	assert_int_equal(lines, count);
	for (int i = 0; i < count; i++)
		ids[i] = (pid_t)strtol(at, &at, 10);
}

static bool runs(pid_t id)
{
	char path[64], line[256] = "";
	const char *state;
	FILE *stat;

	snprintf(path, sizeof path, "/proc/%d/stat", (int)id);
	stat = fopen(path, "r");
	if (!stat)
		return false;
	state = fgets(line, sizeof line, stat) ? strrchr(line, ')') : NULL;
	fclose(stat);
	return state && !strchr("ZX", state[2]);
}

static void expect_gone(const pid_t *ids, int count)
{
	for (int i = 0; i < count; i++)
		assert_false(runs(ids[i]));
}

static Process start(const char *script)
{
	char *argv[] = { "/bin/sh", "-c", NULL, NULL };
	Process worker;
	char copy[1024];

	snprintf(copy, sizeof copy, "exec 1>&2; %s", script);
	argv[2] = copy;
	assert_true(process_start(&worker, argv, no_environment));
	return worker;
}

static void test_killed(void **state)
{
	Process worker = start(FAMILY_OF(SLEEPER));
	pid_t ids[FAMILY];

	(void)state;
	read_ids(&worker, ids, FAMILY);
	assert_true(process_kill(&worker));
	expect_gone(ids, FAMILY);
}

/* Without the mark only the tree of parents tells. */
static void test_cleaned_environment(void **state)
{
	Process worker = start("env -i /bin/sh -c \"setsid sh -c '" SLEEPER
			       "' &\"; " SLEEPER);
	pid_t ids[2];

	(void)state;
	read_ids(&worker, ids, 2);
	assert_true(process_kill(&worker));
	expect_gone(ids, 2);
}

/* Orphans have other parents then. */
static void test_died(void **state)
{
	Process worker = start(FAMILY_OF(SLEEPER));
	pid_t ids[FAMILY];
	int status;

	(void)state;
	read_ids(&worker, ids, FAMILY);
	kill(worker.pid, SIGKILL);
	assert_true(process_reap(&worker, 30, &status));
	assert_true(WIFSIGNALED(status));
	expect_gone(ids, FAMILY);
}

static void test_all_at_once(void **state)
{
	Process one = start(FAMILY_OF(SLEEPER));
	Process two = start(FAMILY_OF(SLEEPER));
	pid_t ids[2 * FAMILY];
	int status;

	(void)state;
	read_ids(&one, ids, FAMILY);
	read_ids(&two, ids + FAMILY, FAMILY);
	process_kill_all();
	expect_gone(ids, 2 * FAMILY);
	assert_true(process_reap(&one, 30, &status));
	assert_true(process_reap(&two, 30, &status));
}

/* A tuner that was killed has left a folder, and a process that was told of it:
 * the next one ends both. */
static void test_of_killed_tuner(void **state)
{
	static const struct timespec old[2] = { { 1, 0 }, { 1, 0 } };
	char tmp[] = "/tmp/unit_strays-XXXXXX"; /* other tuners look into /tmp */
	char folder[64], variable[sizeof folder + 32];
	char *environment[] = { "PATH=/usr/bin:/bin", variable, NULL };
	char *argv[] = { "/bin/sh", "-c", "exec 1>&2; " SLEEPER, NULL };
	Text why = { 0 };
	Process worker;
	CacheDir dir;
	pid_t id;
	int status;

	(void)state;
	assert_non_null(mkdtemp(tmp));
	setenv("TMPDIR", tmp, 1);
	snprintf(folder, sizeof folder, "%s/lift-tune-cache-XXXXXX", tmp);
	assert_non_null(mkdtemp(folder));
	assert_int_equal(utimensat(AT_FDCWD, folder, old, 0), 0);
	snprintf(variable, sizeof variable, "POCL_CACHE_DIR=%s/pocl", folder);
	assert_true(process_start(&worker, argv, environment));
	read_ids(&worker, &id, 1);
	assert_true(cache_dir_new(&dir, &why));
	assert_false(runs(id));
	assert_int_not_equal(access(folder, F_OK), 0);
	cache_dir_free(&dir);
	assert_int_equal(rmdir(tmp), 0);
	assert_true(process_reap(&worker, 30, &status));
}

/* Who is not meant stays. */
static void test_others_stay(void **state)
{
	Process one = start(FAMILY_OF(SLEEPER)), two = start(SLEEPER);
	pid_t ids[FAMILY], other, own = fork();

	(void)state;
	if (own == 0) {
		pause();
		_exit(0);
	}
	read_ids(&one, ids, FAMILY);
	read_ids(&two, &other, 1);
	assert_true(process_kill(&one));
	expect_gone(ids, FAMILY);
	assert_true(runs(other) && runs(own) && runs(getppid()));
	assert_true(process_kill(&two));
	assert_true(runs(own));
	kill(own, SIGKILL);
	waitpid(own, NULL, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_killed),
		cmocka_unit_test(test_cleaned_environment),
		cmocka_unit_test(test_died),
		cmocka_unit_test(test_all_at_once),
		cmocka_unit_test(test_of_killed_tuner),
		cmocka_unit_test(test_others_stay),
	};

	if (access("/proc/self/environ", R_OK) != 0) {
		puts("skipped: no /proc");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
