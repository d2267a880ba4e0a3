/* The harness against a worker that fails in every way (fault_worker.c): each
 * status is reached, nothing blocks past its budget, and after every failure
 * the next good kernel is measured right. */
#include <dirent.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench_harness/process.h"
#include "bench_harness/timing.h"
#include "tests/harness/harness_fixture.h"

static bool is_waited_for(const char *source)
{
	return strstr(source, "hang") || strstr(source, "flood");
}

/* Of what is waited for the limit that it meets is brief, and no other. */
static void limit_for(Bench *bench, const char *source)
{
	const bool waited = is_waited_for(source),
		   builds = strstr(source, "build") || strstr(source, "code");

	bench_limit(bench, waited && builds ? BRIEF_SECONDS : PATIENT_SECONDS,
		    waited && !builds ? BRIEF_SECONDS : PATIENT_SECONDS);
}

/* Data that no machine holds are refused, not tried. */
static void test_too_much_data(void **state)
{
	static const Judgement exact = { .exact = true };
	Bench *bench = bench_new(plain_argv, 0);
	Array empty = { .scalar = SCALAR_F32 };
	int64_t sizes[] = { INT64_C(1) << 44, INT64_MAX / 2 };

	(void)state;
	for (int i = 0; i < 2; i++) {
		Port in = { .name = "x", .scalar = SCALAR_F32, .rank = 1,
			    .dims = { sizes[i] }, .elements = sizes[i],
			    .into = -1 };
		BenchData data = { .input_count = 1, .output_count = 1,
				   .set_count = 1, .inputs = &in,
				   .outputs = &in,
				   .sets = { { &empty, &exact } } };

		assert_false(harness_load(bench->harness, &data,
					  bench->diags));
		assert_int_equal(bench->diags->items[i].code, E0304);
	}
	bench_free(bench);
}

static int entries(const char *folder)
{
	DIR *dir = opendir(folder);
	int count = 0;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

/* Nothing is left behind: no descriptor, no child, no cache folder. */
static void test_nothing_is_left(void **state)
{
	char folder[] = "unit_harness.XXXXXX";
	int before = entries("/proc/self/fd");
	Bench *bench;
	char path[PATH_MAX];

	(void)state;
	assert_non_null(mkdtemp(folder));
	assert_non_null(realpath(folder, path));
	setenv("TMPDIR", path, 1);
	bench = bench_new(plain_argv, 0);
	limit_for(bench, "run-hang");
	assert_int_equal(entries(folder), 3);
	expect(bench, "run-hang", STATUS_RUN_TIMEOUT, "running");
	limit_for(bench, "none");
	expect(bench, "run-garbage", STATUS_WORKER_LOST, "frame");
	expect(bench, "none 200000", STATUS_OK, "");
	bench_free(bench);
	unsetenv("TMPDIR");
	assert_int_equal(entries("/proc/self/fd"), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(rmdir(folder), 0);
}

static void test_good_kernel(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Measurement *m;
	const float *y;

	(void)state;
	assert_non_null(bench->harness);
	assert_string_equal(harness_device(bench->harness)->name,
			    "stand-in 0");
	m = measure(bench, "none 300000");
	assert_int_equal(m->status, STATUS_OK);
	assert_true(m->min_ns == 300000 && m->median_ns == 300000);
	assert_int_equal(m->batch, 1);
	assert_int_equal(m->sample_count, 5);
	assert_true(m->build_s == 1e-3 && m->check_s > 0 && m->run_s > 0);
	y = harness_output(bench->harness, 1, 0);
	assert_true(y[10] == 34);
	free(m);
	m = measure(bench, "none 10000");
	assert_int_equal(m->batch, 20);
	assert_true(m->min_ns == 10000);
	free(m);
	bench_free(bench);
}

/* Rows: the fault, the status, part of the reason. */
static const struct {
	const char *source;
	Status status;
	const char *reason;
} rows[] = {
	{ "build-error", STATUS_BUILD_ERROR, "unknown type" },
	{ "build-hang", STATUS_BUILD_TIMEOUT, "compiling" },
	{ "build-segv", STATUS_BUILD_CRASH, "signal 11" },
	{ "build-abort", STATUS_BUILD_CRASH, "signal 6" },
	{ "build-exit", STATUS_BUILD_CRASH, "code 1" },
	{ "build-garbage", STATUS_WORKER_LOST, "not a frame" },
	{ "build-leave", STATUS_WORKER_LOST, "left" },
	{ "code-hang", STATUS_BUILD_TIMEOUT, "making code" },
	{ "code-segv", STATUS_BUILD_CRASH, "making code" },
	{ "run-hang", STATUS_RUN_TIMEOUT, "running" },
	{ "run-segv", STATUS_RUN_CRASH, "running" },
	{ "run-abort", STATUS_RUN_CRASH, "running" },
	{ "run-kill", STATUS_WORKER_LOST, "memory" },
	{ "run-error", STATUS_BUILD_ERROR, "" },
	{ "run-sticky", STATUS_LAUNCH_ERROR, "driver" },
	{ "run-oom", STATUS_OOM, "RESOURCES" },
	{ "run-wrong", STATUS_WRONG, "element 500: got 1001, expected 1000" },
	{ "run-nan", STATUS_NAN, "element 500: got nan" },
	{ "run-unwritten", STATUS_WRONG, "element 999: never written" },
	{ "run-guard", STATUS_GUARD, "at byte 4000 of 4000" },
	{ "run-guard_before", STATUS_GUARD, "at byte -4 of 4000" },
	{ "run-garbage", STATUS_WORKER_LOST, "not a frame" },
	{ "run-short", STATUS_WORKER_LOST, "left" },
	{ "run-truncate", STATUS_WORKER_LOST, "cut off" },
	{ "run-long", STATUS_WORKER_LOST, "too long" },
	{ "run-checksum", STATUS_WORKER_LOST, "checksum" },
	{ "run-late", STATUS_WORKER_LOST, "another request" },
	{ "run-type", STATUS_WORKER_LOST, "may not send" },
	{ "run-status", STATUS_WORKER_LOST, "status it may not" },
	{ "run-flood", STATUS_RUN_TIMEOUT, "running" },
	{ "run-lie_nan", STATUS_WORKER_LOST, "cannot be" },
	{ "run-lie_zero", STATUS_WORKER_LOST, "cannot be" },
	{ "sample-hang", STATUS_RUN_TIMEOUT, "running" },
	{ "sample-segv", STATUS_RUN_CRASH, "running" },
	{ "sample-lie_nan", STATUS_WORKER_LOST, "cannot be" },
	{ "sample-lie_zero", STATUS_WORKER_LOST, "cannot be" },
	{ "sample-lie_long", STATUS_WORKER_LOST, "cannot be" },
	{ "sample-lie_short", STATUS_WORKER_LOST, "cannot be" },
	{ "sample-sticky", STATUS_LAUNCH_ERROR, "driver" },
	{ "check-hang", STATUS_RUN_TIMEOUT, "running" },
	{ "check-segv", STATUS_RUN_CRASH, "running" },
	{ "check-garbage", STATUS_WORKER_LOST, "not a frame" },
	{ "run-print 200000", STATUS_OK, "" },
};

/* No status of a failure is missing above. */
static void test_every_status(void **state)
{
	(void)state;
	for (int status = STATUS_OK; status < STATUS_COUNT; status++) {
		bool found = status == STATUS_SLOW || status == STATUS_HOST_CRASH
			  || status == STATUS_UNDECIDED
			  || status == STATUS_CHECKED
			  || status == STATUS_SUSPECT;

		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			found = found || (int)rows[i].status == status;
		assert_true(found);
	}
}

static void test_faults(bool waited_for)
{
	Bench *bench = bench_new(plain_argv, 0);
	Measurement *m;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (is_waited_for(rows[i].source) != waited_for)
			continue;
		limit_for(bench, rows[i].source);
		expect(bench, rows[i].source, rows[i].status, rows[i].reason);
		limit_for(bench, "none");
		m = measure(bench, "none 200000");
		assert_int_equal(m->status, STATUS_OK);
		assert_true(m->min_ns == 200000);
		free(m);
	}
	assert_null(harness_lost(bench->harness));
	bench_free(bench);
}

static void test_every_fault(void **state)
{
	(void)state;
	test_faults(false);
	test_faults(true);
}

static Status after_once(const char *fault)
{
	Bench *bench = bench_new(plain_argv, 0);
	char source[128];
	Measurement *m;
	Status status;

	snprintf(source, sizeof source, "once:%s %s 200000", bench->marker,
		 fault);
	limit_for(bench, fault);
	m = measure(bench, source);
	status = m->status;
	free(m);
	bench_free(bench);
	return status;
}

/* What may be chance gets another attempt, what is certain does not. */
static void test_retries(void **state)
{
	(void)state;
	assert_int_equal(after_once("run-oom"), STATUS_OK);
	assert_int_equal(after_once("run-kill"), STATUS_OK);
	assert_int_equal(after_once("build-garbage"), STATUS_OK);
	assert_int_equal(after_once("sample-lie_nan"), STATUS_OK);
	assert_int_equal(after_once("run-segv"), STATUS_RUN_CRASH);
	assert_int_equal(after_once("build-hang"), STATUS_BUILD_TIMEOUT);
	assert_int_equal(after_once("run-sticky"), STATUS_LAUNCH_ERROR);
}

static void test_slow_is_cut_short(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Measurement *m;

	(void)state;
	expect(bench, "none 1000000", STATUS_OK, "");
	m = measure(bench, "none 20000000");
	assert_int_equal(m->status, STATUS_SLOW);
	assert_int_equal(m->sample_count, 1);
	assert_true(m->min_ns == 20e6);
	free(m);
	m = measure(bench, "none 1500000");
	assert_int_equal(m->status, STATUS_OK);
	assert_int_equal(m->sample_count, 3);
	free(m);
	bench_free(bench);
}

/* The third of three long launches is the one that is looked at: there is no
 * fourth. Of short ones another is, and no third is left out. */
static void test_the_last_is_looked_at(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Measurement *m;

	(void)state;
	m = measure(bench, "third-segv 20000000");
	assert_int_equal(m->status, STATUS_OK);
	assert_int_equal(m->sample_count, 3);
	assert_true(m->min_ns == 20e6);
	free(m);
	expect(bench, "early-segv 20000000", STATUS_RUN_CRASH, "running");
	expect(bench, "check-differs 20000000", STATUS_WRONG, "other bits");
	expect(bench, "third-segv 300000", STATUS_RUN_CRASH, "running");
	expect(bench, "early-segv 300000", STATUS_OK, "");
	expect(bench, "check-differs 300000", STATUS_WRONG, "other bits");
	bench_free(bench);
}

/* Of launches of 100 ms the verified one is the first of two samples, and the
 * other is looked at. */
static void test_the_verified_counts(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Measurement *m = measure(bench, "sample-segv 200000000");

	(void)state;
	assert_int_equal(m->status, STATUS_OK);
	assert_int_equal(m->sample_count, 2);
	free(m);
	expect(bench, "check-differs 200000000", STATUS_WRONG, "other bits");
	bench_free(bench);
}

/* A time from before limits launches, and makes others slow unless the machine
 * is busy. */
static void test_a_known_best_limits(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	double start = process_now();
	Measurement *m;

	(void)state;
	harness_known_best(bench->harness, 1e6);
	m = measure(bench, "run-hang");
	assert_int_equal(m->status, STATUS_RUN_TIMEOUT);
	assert_true(process_now() - start < PATIENT_SECONDS);
	free(m);
	m = measure(bench, "none 20000000");
	assert_true(m->status == STATUS_SLOW || m->status == STATUS_OK);
	if (m->others <= 0)
		assert_int_equal(m->status, STATUS_SLOW);
	free(m);
	bench_free(bench);
}

/* Ctrl-C in the middle of a hang. */
static void test_interruption(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("run-hang");
	HarnessCandidate candidate = { .artifact = &artifact };
	Measurement *m = calloc(1, sizeof *m);

	(void)state;
	bench->stop = true;
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	assert_true(m->interrupted);
	bench->stop = false;
	expect(bench, "none 200000", STATUS_OK, "");
	free(m);
	bench_free(bench);
}

/* The tuner may forget a candidate and begin another. */
static void test_abandoned_build(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("build-hang");
	HarnessCandidate candidate = { .artifact = &artifact };

	(void)state;
	harness_build_begin(bench->harness, &candidate);
	expect(bench, "none 200000", STATUS_OK, "");
	bench_free(bench);
}

static void test_ranking(void **state)
{
	static const char *const sources[] = {
		"none 900000", "none 300000", "run-wrong 100000",
		"none 300001", "sample-segv 100000",
	};
	enum { COUNT = 5, ROUNDS = 6 };
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifacts[COUNT];
	HarnessCandidate candidates[COUNT] = { 0 };
	Ranked *ranked = calloc(COUNT, sizeof *ranked);
	int best;

	(void)state;
	for (int i = 0; i < COUNT; i++) {
		artifacts[i] = artifact_of(sources[i]);
		candidates[i].artifact = &artifacts[i];
	}
	best = harness_rank(bench->harness, COUNT, candidates, ROUNDS, ranked);
	assert_int_equal(best, 1);
	assert_int_equal(ranked[2].status, STATUS_WRONG);
	assert_int_equal(ranked[4].status, STATUS_RUN_CRASH);
	for (int i = 0; i < 4; i += i ? 2 : 1) {
		assert_int_equal(ranked[i].status, STATUS_OK);
		assert_int_equal(ranked[i].sample_count, ROUNDS);
		assert_false(ranked[i].tie);
	}
	assert_true(ranked[0].estimate_ns == 900000);
	assert_true(ranked[0].low_ns == 900000);
	assert_int_equal(harness_rank(bench->harness, 1, &candidates[2], 2,
				      ranked), -1);
	free(ranked);
	bench_free(bench);
}

/* How many workers are started to rank one, or both, of "none 200000" and "none
 * 300000". */
static int starts_to_rank(Bench *bench, bool first, bool second)
{
	Artifact artifacts[2] = { artifact_of("none 200000"),
				  artifact_of("none 300000") };
	HarnessCandidate candidates[2] = { { .artifact = &artifacts[0] },
					   { .artifact = &artifacts[1] } };
	Ranked ranked[2];
	int before = bench->starts;

	for (int i = 0; i < 2; i++)
		artifacts[i].hash = artifact_hash(&artifacts[i]);
	assert_int_equal(harness_rank(bench->harness, first + second,
				      &candidates[!first], 2, ranked), 0);
	return bench->starts - before;
}

/* What is ranked runs where no other candidate has run; where that is so already
 * no other worker is started. */
static void test_ranking_in_a_fresh_worker(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);

	(void)state;
	assert_int_equal(starts_to_rank(bench, true, false), 0);
	assert_int_equal(starts_to_rank(bench, true, false), 0);
	assert_int_equal(starts_to_rank(bench, false, true), 1);
	assert_int_equal(starts_to_rank(bench, false, true), 0);
	assert_int_equal(starts_to_rank(bench, true, true), 1);
	assert_int_equal(starts_to_rank(bench, true, false), 1);
	expect(bench, "run-wrong", STATUS_WRONG, "");
	assert_int_equal(starts_to_rank(bench, true, false), 1);
	bench_free(bench);
}

static int first_of_two(Bench *bench, const char *one_group, const char *many)
{
	Artifact artifacts[2] = { artifact_of(one_group), artifact_of(many) };
	ArtifactKernel kernel = artifacts[0].kernels[0];
	HarnessCandidate candidates[2] = { { .artifact = &artifacts[0] },
					   { .artifact = &artifacts[1] } };
	Ranked ranked[2];

	kernel.local[0] = kernel.global[0];
	artifacts[0].kernels = &kernel;
	return harness_rank(bench->harness, 2, candidates, 4, ranked);
}

/* Of two that cannot be told apart the one that has work for all units. */
static void test_ties_go_to_what_fills_the_device(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);

	(void)state;
	assert_int_equal(first_of_two(bench, "none 300000", "none 300000"), 1);
	assert_int_equal(first_of_two(bench, "none 300000", "none 300001"), 0);
	bench_free(bench);
}

/* One process more that computes is there at every look. */
static void test_a_busy_machine_is_noticed(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	pid_t other = fork();
	Measurement *m;

	(void)state;
	if (!other)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (volatile int spin = 1; !other && spin; )
		;
	assert_true(other > 0);
	m = measure(bench, "none 200000");
	assert_int_equal(m->status, STATUS_OK);
	assert_true(timing_busy(m->others));
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	free(m);
	bench_free(bench);
}

/* A float reference may come in f64, and a second one may be agreed with. */
static void test_second_reference(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("none 200000");
	HarnessCandidate candidate = { .artifact = &artifact };
	Measurement *m = calloc(1, sizeof *m);
	int64_t n = N;
	Array other = array_new(SCALAR_F64, 1, &n);

	(void)state;
	harness_expect(bench->harness, 0, 0, &other, &bench->outputs[0]);
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	assert_int_equal(m->status, STATUS_WRONG);
	candidate.accept_second = true;
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	assert_int_equal(m->status, STATUS_OK);
	array_free(&other);
	free(m);
	bench_free(bench);
}

/* The output is a list, of so many elements as a second output says, which is not
 * judged here. */
static void load_list(Bench *bench, Array *count)
{
	static const Judgement judgements[] = { { .exact = true },
						{ .skip = true } };
	const Port in = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
			  .rank = 1, .dims = { N }, .elements = N, .into = -1 };
	Port out[2] = { in, { .name = "n", .ident = "n", .part = "count",
			      .scalar = SCALAR_I64, .elements = 1, .into = -1 } };
	BenchData data = { .input_count = 1, .output_count = 2,
			   .set_count = SETS, .inputs = &in, .outputs = out };

	out[0].extent = 2;
	*count = array_of_port(&out[1]);
	for (int k = 0; k < SETS; k++)
		data.sets[k] = (BenchSet){ &bench->inputs[k], judgements };
	assert_true(harness_load(bench->harness, &data, bench->diags));
}

/* What lies beyond the elements of a list is anything, and they are not. */
static void test_beyond_a_list(void **state)
{
	const int wrong = N / 2;
	Bench *bench = bench_new(plain_argv, 0);
	Array count;

	(void)state;
	load_list(bench, &count);
	for (int left = 0; left < 2; left++) {
		Measurement *m;

		array_set(&count, 0, wrong + left);
		for (int k = 0; k < SETS; k++) {
			array_set(&bench->outputs[k], wrong, -1);
			harness_expect(bench->harness, k, 0,
				       &bench->outputs[k], NULL);
			harness_expect(bench->harness, k, 1, &count, NULL);
		}
		m = measure(bench, "none 200000");
		assert_int_equal(m->status, left ? STATUS_WRONG : STATUS_OK);
		free(m);
	}
	array_free(&count);
	bench_free(bench);
}

static void test_artifact_that_does_not_fit(void **state)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_F32, N, -1, true },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, N, 3, true },
	};
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("none 200000");
	HarnessCandidate candidate = { .artifact = &artifact };
	Measurement *m = calloc(1, sizeof *m);

	(void)state;
	artifact.buffers = buffers;
	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	assert_int_equal(m->status, STATUS_LAUNCH_ERROR);
	free(m);
	bench_free(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_too_much_data),
		cmocka_unit_test(test_nothing_is_left),
		cmocka_unit_test(test_good_kernel),
		cmocka_unit_test(test_every_status),
		cmocka_unit_test(test_every_fault),
		cmocka_unit_test(test_retries),
		cmocka_unit_test(test_slow_is_cut_short),
		cmocka_unit_test(test_the_last_is_looked_at),
		cmocka_unit_test(test_the_verified_counts),
		cmocka_unit_test(test_a_known_best_limits),
		cmocka_unit_test(test_interruption),
		cmocka_unit_test(test_abandoned_build),
		cmocka_unit_test(test_ranking),
		cmocka_unit_test(test_ranking_in_a_fresh_worker),
		cmocka_unit_test(test_ties_go_to_what_fills_the_device),
		cmocka_unit_test(test_a_busy_machine_is_noticed),
		cmocka_unit_test(test_second_reference),
		cmocka_unit_test(test_beyond_a_list),
		cmocka_unit_test(test_artifact_that_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
