/* The harness against a worker that fails in every way (fault_worker.c): each
 * status is reached, nothing blocks past its budget, and after every failure
 * the next good kernel is measured right. */
#include <dirent.h>
#include <limits.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench_harness/device_lock.h"
#include "bench_harness/harness.h"
#include "bench_harness/turn.h"

enum { N = 1000, SETS = 2 };

#define STAND_IN "tests/fault_worker"
/* For what ends by itself, on a machine however loaded, and for what is waited
 * for. */
#define PATIENT_SECONDS 60
#define BRIEF_SECONDS 1

/* A harness on the stand-in, with y = 2 x loaded. */
typedef struct Bench {
	Harness *harness;
	Diags *diags;
	Array inputs[SETS], outputs[SETS];
	double limit_s; /* for building and for running */
	int starts; /* of worker processes, as they print */
	bool stop;
	char marker[64];
} Bench;

static void count_starts(void *context, const char *text, size_t length)
{
	static const char word[] = "started\n";
	Bench *bench = context;
	const char *end = text + length;

	while ((text = memmem(text, (size_t)(end - text), word,
			      sizeof word - 1))) {
		bench->starts++;
		text++;
	}
}

static bool asked_to_stop(void *context)
{
	return ((const Bench *)context)->stop;
}

static HarnessOptions options_for(Bench *bench, char *const *argv)
{
	return (HarnessOptions){
		.worker = argv, .build_timeout_s = bench->limit_s,
		.run_timeout_s = bench->limit_s, .seed = 1,
		.log = count_starts, .stop = asked_to_stop, .context = bench,
	};
}

static void load(Bench *bench)
{
	static const Judgement exact = { .exact = true };
	Port in = { .name = "x", .ident = "x", .scalar = SCALAR_F32,
		    .rank = 1, .dims = { N }, .elements = N, .into = -1 };
	Port out = in;
	BenchData data = { .input_count = 1, .output_count = 1,
			   .set_count = SETS, .inputs = &in, .outputs = &out };

	for (int k = 0; k < SETS; k++) {
		bench->inputs[k] = array_of_port(&in);
		bench->outputs[k] = array_of_port(&out);
		for (int i = 0; i < N; i++) {
			array_set(&bench->inputs[k], i, i + 7 * k);
			array_set(&bench->outputs[k], i, 2 * (i + 7 * k));
		}
		data.sets[k] = (BenchSet){ &bench->inputs[k], &exact };
	}
	assert_true(harness_load(bench->harness, &data, bench->diags));
	for (int k = 0; k < SETS; k++)
		harness_expect(bench->harness, k, 0, &bench->outputs[k], NULL);
}

static Bench *bench_with(char *const *argv, int recycle_after, double limit_s)
{
	Bench *bench = calloc(1, sizeof *bench);
	HarnessOptions options;

	bench->limit_s = limit_s;
	options = options_for(bench, argv);
	options.recycle_after = recycle_after;
	bench->diags = diags_new();
	strcpy(bench->marker, "unit_harness.XXXXXX");
	assert_true(close(mkstemp(bench->marker)) == 0);
	unlink(bench->marker);
	bench->harness = harness_open(&options, bench->diags);
	if (bench->harness)
		load(bench);
	return bench;
}

static Bench *bench_new(char *const *argv, int recycle_after)
{
	return bench_with(argv, recycle_after, PATIENT_SECONDS);
}

static void bench_free(Bench *bench)
{
	harness_close(bench->harness);
	diags_free(bench->diags);
	for (int k = 0; k < SETS; k++) {
		array_free(&bench->inputs[k]);
		array_free(&bench->outputs[k]);
	}
	unlink(bench->marker);
	free(bench);
}

static Artifact artifact_of(const char *source)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_F32, N, -1, false },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, N, -1, true },
	};
	static const ArtifactArg args[] = {
		{ ARG_BUFFER, 0, SCALAR_F32 }, { ARG_BUFFER, 1, SCALAR_F32 },
	};
	static const ArtifactKernel kernels[] = {
		{ "k0", 2, args, 1, { N, 1, 1 }, { 1, 1, 1 }, 0, 0, 1 },
	};

	return (Artifact){ .source = source, .build_options = "",
			   .buffer_count = 2, .buffers = buffers,
			   .kernel_count = 1, .kernels = kernels };
}

static Measurement *measure(Bench *bench, const char *source)
{
	Measurement *m = calloc(1, sizeof *m);
	Artifact artifact = artifact_of(source);
	HarnessCandidate candidate = { &artifact, false };

	harness_build_begin(bench->harness, &candidate);
	harness_measure(bench->harness, m);
	return m;
}

/* Measures and frees; the status must be that, with a reason unless ok. */
static void expect(Bench *bench, const char *source, Status status,
		   const char *reason)
{
	Measurement *m = measure(bench, source);

	if (m->status != status || !strstr(m->reason, reason)
	    || (status == STATUS_OK) != !m->reason[0])
		fail_msg("%s: %s (%s), expected %s (%s)", source,
			 status_name(m->status), m->reason,
			 status_name(status), reason);
	assert_int_equal(m->sample_count > 0, status_rows[status].timed);
	assert_int_equal(m->min_ns > 0, status_rows[status].timed);
	free(m);
}

static char *const plain_argv[] = { STAND_IN, NULL };

static bool is_waited_for(const char *source)
{
	return strstr(source, "hang") || strstr(source, "flood");
}

static Bench *bench_for(const char *source)
{
	return bench_with(plain_argv, 0, is_waited_for(source)
			  ? BRIEF_SECONDS : PATIENT_SECONDS);
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
	bench = bench_for("run-hang");
	assert_int_equal(entries(folder), 3);
	expect(bench, "run-hang", STATUS_RUN_TIMEOUT, "running");
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
	{ "run-print 200000", STATUS_OK, "" },
};

/* No status of a failure is missing above. */
static void test_every_status(void **state)
{
	(void)state;
	for (int status = STATUS_OK; status < STATUS_COUNT; status++) {
		bool found = status == STATUS_SLOW || status == STATUS_HOST_CRASH;

		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			found = found || (int)rows[i].status == status;
		assert_true(found);
	}
}

static void test_faults(bool waited_for)
{
	Bench *bench = bench_for(waited_for ? "hang" : "");
	Measurement *m;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (is_waited_for(rows[i].source) != waited_for)
			continue;
		expect(bench, rows[i].source, rows[i].status, rows[i].reason);
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
	Bench *bench = bench_for(fault);
	char source[128];
	Measurement *m;
	Status status;

	snprintf(source, sizeof source, "once:%s %s 200000", bench->marker,
		 fault);
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

/* Each of these processes is unusable from the start. */
static void test_no_device(void **state)
{
	static const struct {
		char *fault;
		const char *device;
		DiagCode code;
	} cases[] = {
		{ "--fault=none", "2", E0501 },
		{ "--fault=none", "nvidia", E0501 },
		{ "--fault=none", "-1", E0501 },
		{ "--fault=list-none", NULL, E0501 },
		{ "--fault=list-segv", NULL, E0501 },
		{ "--fault=list-garbage", NULL, E0501 },
		{ "--fault=open-segv", NULL, E0502 },
		{ "--fault=open-other", NULL, E0502 },
		{ "--fault=run-wrong", NULL, E0502 },
		{ "--fault=run-hang", NULL, E0502 },
		{ "--fault=build-error", NULL, E0502 },
		{ "--fault=load-oom", NULL, E0502 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *argv[] = { STAND_IN, cases[i].fault, NULL };
		Bench bench = { .diags = diags_new(),
				.limit_s = BRIEF_SECONDS };
		HarnessOptions options = options_for(&bench, argv);

		options.device = cases[i].device;
		assert_null(harness_open(&options, bench.diags));
		assert_int_equal(bench.diags->errors, 1);
		assert_int_equal(bench.diags->items[0].code, cases[i].code);
		diags_free(bench.diags);
	}
}

static void test_missing_program(void **state)
{
	static char *const argv[] = { "tests/no-such-program", NULL };
	Bench *bench = bench_new(argv, 0);

	(void)state;
	assert_null(bench->harness);
	assert_int_equal(bench->diags->items[0].code, E0501);
	bench_free(bench);
}

static void test_choose_device(void **state)
{
	Device devices[HARNESS_DEVICES];
	Bench bench = { .diags = diags_new(), .limit_s = PATIENT_SECONDS };
	HarnessOptions options = options_for(&bench, plain_argv);
	static const char *const names[] = { "1", "IN 1" };

	(void)state;
	assert_int_equal(harness_devices(&options, devices, bench.diags), 2);
	assert_string_equal(devices[1].name, "stand-in 1");
	for (int i = 0; i < 2; i++) {
		Harness *harness;

		options.device = names[i];
		harness = harness_open(&options, bench.diags);
		assert_non_null(harness);
		assert_int_equal(harness_device(harness)->index, 1);
		harness_close(harness);
	}
	assert_int_equal(bench.diags->count, 0);
	diags_free(bench.diags);
}

/* A process that computes, or sleeps, and ends with this one. */
static pid_t start_child(bool computes)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	for (;;)
		if (!computes)
			pause();
}

static void end_child(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* What counts is time that can be used: a wait for a processor does not, a wait
 * for nothing does. */
static void test_turns(void **state)
{
	Stopwatch watch = { 0 };
	pid_t idle = start_child(false);

	(void)state;
	assert_true(stopwatch_look(&watch) == 0);
	watch.looked -= 3600;
	assert_true(stopwatch_look(&watch) == 1);
	assert_true(turn_used(getpid(), 10, 4) == 4);
	assert_true(turn_used(getpid(), 10, 0) == 1);
	assert_true(turn_used(getpid(), 10, 20) == 10);
	assert_true(turn_used(getpid(), 10, -1) == 10);
	while (turn_used(idle, 10, 4) != 10)
		usleep(1000);
	assert_true(turn_processor_time(getpid()) > 0);
	end_child(idle);
	assert_true(turn_processor_time(idle) < 0);
}

/* Five processes that compute on one processor: a kernel that needs it for
 * 0.15 s keeps within a limit of 0.5 s. */
static void test_busy_machine(void **state)
{
	enum { OTHERS = 4 };
	cpu_set_t before, one;
	pid_t others[OTHERS];
	Bench *bench;

	(void)state;
	sched_getaffinity(0, sizeof before, &before);
	CPU_ZERO(&one);
	for (int i = 0; !CPU_COUNT(&one); i++)
		if (CPU_ISSET(i, &before))
			CPU_SET(i, &one);
	sched_setaffinity(0, sizeof one, &one);
	for (int i = 0; i < OTHERS; i++)
		others[i] = start_child(true);
	bench = bench_with(plain_argv, 0, 0.5);
	assert_non_null(bench->harness);
	expect(bench, "run-compute 200000", STATUS_OK, "");
	expect(bench, "run-hang", STATUS_RUN_TIMEOUT, "running");
	bench_free(bench);
	for (int i = 0; i < OTHERS; i++)
		end_child(others[i]);
	sched_setaffinity(0, sizeof before, &before);
}

typedef struct Turns {
	sem_t taken;
	int left;
} Turns;

static pid_t hold_lock(const Device *device, Turns *turns)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	DeviceLock lock = device_lock_new(device);

	device_lock_take(&lock, NULL, NULL);
	sem_post(&turns->taken);
	usleep(700 * 1000);
	turns->left = 1;
	device_lock_free(&lock);
	_exit(0);
}

/* While another process takes time on the device, nobody else does; when it is
 * over, or the process dies, the next one may. */
static void test_one_at_a_time(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Turns *turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	Device device = *harness_device(bench->harness);
	pid_t other;

	(void)state;
	sem_init(&turns->taken, 1, 0);
	expect(bench, "none 200000", STATUS_OK, "");
	other = hold_lock(&device, turns);
	sem_wait(&turns->taken);
	expect(bench, "run-wrong", STATUS_WRONG, "");
	expect(bench, "none 200000", STATUS_OK, "");
	assert_int_equal(turns->left, 1);
	waitpid(other, NULL, 0);
	other = hold_lock(&device, turns);
	sem_wait(&turns->taken);
	end_child(other);
	expect(bench, "none 200000", STATUS_OK, "");
	munmap(turns, sizeof *turns);
	bench_free(bench);
}

/* A device that stops working is lost, once and for all: it is not tried
 * again. */
static void test_device_lost(void **state)
{
	char *argv[] = { STAND_IN, "--fault=run-wrong", NULL, NULL };
	char when[80];
	Bench *bench;
	FILE *marker;
	int starts;

	(void)state;
	argv[2] = "--when=no-such-file";
	bench = bench_new(argv, 0);
	assert_non_null(bench->harness);
	snprintf(when, sizeof when, "--when=%s", bench->marker);
	argv[2] = when;
	expect(bench, "none 200000", STATUS_OK, "");
	marker = fopen(bench->marker, "w");
	fclose(marker);
	expect(bench, "run-segv", STATUS_RUN_CRASH, "signal 11");
	assert_null(harness_lost(bench->harness));
	expect(bench, "none 200000", STATUS_WORKER_LOST, "failed 3 times");
	assert_non_null(harness_lost(bench->harness));
	starts = bench->starts;
	expect(bench, "none 200000", STATUS_WORKER_LOST, "failed 3 times");
	assert_int_equal(bench->starts, starts);
	bench_free(bench);
}

static void test_recycling(void **state)
{
	Bench *bench = bench_new(plain_argv, 3);
	int before = bench->starts;

	(void)state;
	for (int i = 0; i < 9; i++)
		expect(bench, "none 200000", STATUS_OK, "");
	assert_in_range(bench->starts - before, 2, 5);
	bench_free(bench);
}

/* Ctrl-C in the middle of a hang. */
static void test_interruption(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("run-hang");
	HarnessCandidate candidate = { &artifact, false };
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
	HarnessCandidate candidate = { &artifact, false };

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
	HarnessCandidate candidates[COUNT];
	Ranked *ranked = calloc(COUNT, sizeof *ranked);
	int best;

	(void)state;
	for (int i = 0; i < COUNT; i++) {
		artifacts[i] = artifact_of(sources[i]);
		candidates[i] = (HarnessCandidate){ &artifacts[i], false };
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

/* A float reference may come in f64, and a second one may be agreed with. */
static void test_second_reference(void **state)
{
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("none 200000");
	HarnessCandidate candidate = { &artifact, false };
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

static void test_artifact_that_does_not_fit(void **state)
{
	static const ArtifactBuffer buffers[] = {
		{ BUFFER_INPUT, 0, SCALAR_F32, N, -1, true },
		{ BUFFER_OUTPUT, 0, SCALAR_F32, N, 3, true },
	};
	Bench *bench = bench_new(plain_argv, 0);
	Artifact artifact = artifact_of("none 200000");
	HarnessCandidate candidate = { &artifact, false };
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
		cmocka_unit_test(test_no_device),
		cmocka_unit_test(test_missing_program),
		cmocka_unit_test(test_choose_device),
		cmocka_unit_test(test_turns),
		cmocka_unit_test(test_busy_machine),
		cmocka_unit_test(test_one_at_a_time),
		cmocka_unit_test(test_device_lost),
		cmocka_unit_test(test_recycling),
		cmocka_unit_test(test_interruption),
		cmocka_unit_test(test_abandoned_build),
		cmocka_unit_test(test_ranking),
		cmocka_unit_test(test_second_reference),
		cmocka_unit_test(test_artifact_that_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
