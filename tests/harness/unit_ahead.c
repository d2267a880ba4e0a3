/* Building ahead: what a builder does changes nothing but when it is done. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "tests/harness/harness_fixture.h"

enum { BUILDERS = 2 };

static void begin_ahead(Bench *bench)
{
	Port port = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
		      .rank = 1, .dims = { N }, .elements = N, .into = -1 };
	BenchData data = { .input_count = 1, .output_count = 1,
			   .set_count = 1, .inputs = &port, .outputs = &port,
			   .sets = { { .inputs = &bench->inputs[1] } } };

	assert_int_equal(harness_build_ahead(bench->harness, BUILDERS, &data),
			 BUILDERS);
}

static Artifact known(const char *source)
{
	Artifact artifact = artifact_of(source);

	artifact.hash = hash_string(source);
	return artifact;
}

static void prebuild(Bench *bench, const char *source)
{
	Artifact artifact = known(source);

	harness_prebuild(bench->harness, &artifact);
}

/* Measures it in its turn. */
static Measurement *take_turn(Bench *bench, const char *source)
{
	Measurement *m = calloc(1, sizeof *m);
	Artifact artifact = known(source);
	HarnessCandidate candidate = { .artifact = &artifact };

	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	return m;
}

static void expect_turn(Bench *bench, const char *source, Status status)
{
	Measurement *m = take_turn(bench, source);

	assert_string_equal(status_name(m->status), status_name(status));
	assert_int_equal(m->reason[0] != '\0', status != STATUS_OK);
	if (status == STATUS_OK)
		assert_true(m->build_s > 0 && m->sample_count > 0);
	free(m);
}

/* What is built ahead, by however few builders, is measured as if it was
 * not. */
static void test_same_results(void **state)
{
	static const char *const sources[] = {
		"none 300000", "none 400000", "run-wrong 300000",
		"none 500000", "run-unwritten 300000", "none 350000",
	};
	static const Status statuses[] = {
		STATUS_OK, STATUS_OK, STATUS_WRONG,
		STATUS_OK, STATUS_WRONG, STATUS_OK,
	};
	enum { COUNT = sizeof sources / sizeof *sources };
	Bench *bench = bench_new(plain_argv, 0);

	(void)state;
	begin_ahead(bench);
	for (int i = 0; i < COUNT; i++)
		prebuild(bench, sources[i]);
	for (int i = 0; i < COUNT; i++) {
		Measurement *m = take_turn(bench, sources[i]);

		if (statuses[i] == STATUS_OK)
			assert_int_equal(m->status, STATUS_OK);
		else
			assert_true(m->status == STATUS_WRONG
				    || m->status == STATUS_NAN);
		free(m);
		prebuild(bench, sources[(i + 3) % COUNT]);
	}
	bench_free(bench);
}

/* A failure in a builder is the candidate's: the worker does not die of it
 * again. */
static void test_failures(void **state)
{
	static const struct { const char *source; Status status; } rows[] = {
		{ "build-segv 300000", STATUS_BUILD_CRASH },
		{ "build-exit 300000", STATUS_BUILD_CRASH },
		{ "run-segv 300000", STATUS_RUN_CRASH },
		{ "build-hang 300000", STATUS_BUILD_TIMEOUT },
	};
	Bench *bench = bench_new(plain_argv, 0);

	(void)state;
	begin_ahead(bench);
	expect_turn(bench, "none 300000", STATUS_OK);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		bool hangs = rows[i].status == STATUS_BUILD_TIMEOUT;
		int starts;

		bench_limit(bench, hangs ? BRIEF_SECONDS : PATIENT_SECONDS,
			    PATIENT_SECONDS);
		prebuild(bench, rows[i].source);
		expect_turn(bench, rows[i].source, rows[i].status);
		bench_limit(bench, PATIENT_SECONDS, PATIENT_SECONDS);
		starts = bench->starts;
		expect_turn(bench, "none 300000", STATUS_OK);
		assert_int_equal(bench->starts, starts);
	}
	bench_free(bench);
}

/* The processes of this one's children, with their states. */
static int children(pid_t *pids, char *states, int room)
{
	char path[64], line[512];
	FILE *list;
	int count = 0;

	snprintf(path, sizeof path, "/proc/self/task/%d/children",
		 (int)getpid());
	list = fopen(path, "r");
	while (list && count < room && fscanf(list, "%d", &pids[count]) == 1) {
		FILE *stat;

		snprintf(path, sizeof path, "/proc/%d/stat", pids[count]);
		stat = fopen(path, "r");
		states[count] = '?';
		if (stat && fgets(line, sizeof line, stat)
		    && strrchr(line, ')'))
			states[count] = strrchr(line, ')')[2];
		if (stat)
			fclose(stat);
		count++;
	}
	if (list)
		fclose(list);
	return count;
}

/* A builder that is killed costs nothing but the time it would have saved. */
static void test_killed_builder(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	pid_t pids[8];
	char states[8];

	(void)state;
	begin_ahead(bench);
	for (int round = 0; round < 2; round++) {
		char source[32];
		int count;

		snprintf(source, sizeof source, "none %d", 300000 + round);
		prebuild(bench, source);
		count = children(pids, states, 8);
		assert_true(count >= 2);
		kill(pids[count - 1], SIGKILL); /* the youngest */
		expect_turn(bench, source, STATUS_OK);
	}
	bench_free(bench);
}

typedef struct Watch {
	int looks, stopped, running;
} Watch;

static bool look(void *context)
{
	Watch *watch = context;
	pid_t pids[8];
	char states[8];
	int count = children(pids, states, 8);

	watch->looks++;
	for (int i = 0; i < count; i++)
		watch->stopped += states[i] == 'T';
	return false;
}

/* While time is taken busy builders stand still; then they go on. */
static void test_pause(void **state)
{
	Watch watch = { 0 };
	Bench *bench = bench_new(plain_argv, 0);
	HarnessOptions options = options_for(bench, plain_argv);
	pid_t pids[8];
	char states[8];
	int count;

	(void)state;
	harness_close(bench->harness);
	options.stop = look;
	options.log = NULL;
	options.context = &watch;
	bench->harness = harness_open(&options, bench->diags);
	assert_non_null(bench->harness);
	harness_fixture_load(bench);
	begin_ahead(bench);
	for (int i = 0; i < 60 && !watch.stopped; i++) {
		char source[32]; /* that hangs, seen or not */

		snprintf(source, sizeof source, "build-hang %d", 400000 + i);
		prebuild(bench, source);
		expect_turn(bench, "none 300000", STATUS_OK);
	}
	assert_true(watch.stopped > 0);
	count = children(pids, states, 8);
	for (int i = 0; i < count; i++)
		assert_true(states[i] != 'T');
	bench_limit(bench, BRIEF_SECONDS, PATIENT_SECONDS);
	expect_turn(bench, "build-hang 300000", STATUS_BUILD_TIMEOUT);
	bench_free(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_results),
		cmocka_unit_test(test_failures),
		cmocka_unit_test(test_killed_builder),
		cmocka_unit_test(test_pause),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
