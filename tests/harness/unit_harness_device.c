/* The harness and its device: the one asked for is chosen, one process at a time
 * takes time on it, time is what can be used, and a lost one is not tried
 * again. */
#include <math.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench_harness/device_lock.h"
#include "bench_harness/process.h"
#include "bench_harness/turn.h"
#include "tests/harness/harness_fixture.h"

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

/* What counts is time that can be used: a wait for a processor does not, nor does
 * the time of a process that is stopped; a wait for nothing does. */
static void test_turns(void **state)
{
	Stopwatch watch = { 0 };
	pid_t idle = start_child(false);

	(void)state;
	assert_true(stopwatch_look(&watch) == 0);
	watch.looked -= 2; /* not more: the system may just have started */
	assert_true(stopwatch_look(&watch) == 1);
	assert_true(turn_used(getpid(), 10, 4) == 4);
	assert_true(turn_used(getpid(), 10, 0) == 1);
	assert_true(turn_used(getpid(), 10, 20) == 10);
	assert_true(turn_used(getpid(), 10, -1) == 10);
	while (turn_used(idle, 10, 4) != 10)
		usleep(1000);
	assert_true(turn_processor_time(getpid()) > 0);
	kill(idle, SIGSTOP);
	assert_int_equal(waitpid(idle, NULL, WUNTRACED), idle);
	assert_true(turn_used(idle, 10, 4) == 4);
	assert_true(turn_used(idle, 10, 0) == 1);
	end_child(idle);
	assert_true(turn_processor_time(idle) < 0);
}

/* Whether a kernel that needs a processor for 0.15 s keeps within a limit; what
 * it took for each set. */
static bool keeps_within(double limit_s, double *took_s)
{
	Bench *bench = bench_new(plain_argv, 0);
	double start;
	bool kept;
	Measurement *m;

	bench_limit(bench, PATIENT_SECONDS, limit_s);
	start = process_now();
	m = measure(bench, "run-compute 200000");
	*took_s = (process_now() - start) / SETS;
	kept = m->status == STATUS_OK;
	assert_true(kept || m->status == STATUS_RUN_TIMEOUT);
	free(m);
	bench_free(bench);
	return kept;
}

/* Five processes that compute on one processor: the kernel keeps within a limit of
 * 0.5 s that it passes by the clock, or where others want the processor, too,
 * within a longer one that it passes. The next limit is told by what it took, so
 * that no load is met with the same two limits again and again. */
static void test_busy_machine(void **state)
{
	enum { OTHERS = 4, ATTEMPTS = 30 };
	cpu_set_t before, one;
	pid_t others[OTHERS];
	double limit_s = 0.5, took_s = 0;
	bool kept = false;
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
	for (int i = 0; i < ATTEMPTS && !(kept && took_s > limit_s); i++) {
		if (i)
			limit_s = kept ? fmax(0.5, 0.8 * took_s)
				       : 1.7 * limit_s;
		kept = keeps_within(limit_s, &took_s);
	}
	assert_true(kept && took_s > limit_s);
	bench = bench_new(plain_argv, 0);
	bench_limit(bench, PATIENT_SECONDS, 0.5);
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

	while (lock.file >= 0 && !lock.held) /* other tests have it, too */
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

/* Whoever keeps the lock for long is waited for less and less, and as long as
 * before when a turn has come. */
static void test_lost_patience(void **state)
{
	Device device = device_generic();
	DeviceLock first, second;
	double patience;

	(void)state;
	snprintf(device.name, sizeof device.name, "nobody has device %d",
		 (int)getpid());
	first = device_lock_new(&device);
	second = device_lock_new(&device);
	patience = second.patience_s;
	device_lock_take(&first, NULL, NULL);
	second.patience_s = 0.01;
	device_lock_take(&second, NULL, NULL);
	assert_false(second.held);
	assert_true(second.patience_s < 0.01);
	device_lock_leave(&first);
	device_lock_take(&second, NULL, NULL);
	assert_true(second.held && second.patience_s == patience);
	device_lock_free(&first);
	device_lock_free(&second);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_device),
		cmocka_unit_test(test_missing_program),
		cmocka_unit_test(test_choose_device),
		cmocka_unit_test(test_turns),
		cmocka_unit_test(test_busy_machine),
		cmocka_unit_test(test_one_at_a_time),
		cmocka_unit_test(test_lost_patience),
		cmocka_unit_test(test_device_lost),
		cmocka_unit_test(test_recycling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
