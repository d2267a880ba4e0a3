/* A process that does not look for signals ends all the same: at once while
 * nothing is lost with it, else after a moment, never while something is being
 * stored, and with what its workers have started. One that ends in order is left
 * alone. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench_harness/process.h"
#include "cli/measure.h"
#include "cli/watch.h"

enum { ENOUGH_SECONDS = 60 };

typedef struct Way {
	bool keeps, computes, stores, ends;
	int worker; /* where its id is written; 0: none */
} Way;

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void start_worker(int pipe)
{
	char *argv[] = { "/bin/sleep", "600", NULL };
	char *none[] = { NULL };
	Process worker;

	if (!process_start(&worker, argv, none)
	    || write(pipe, &worker.pid, sizeof worker.pid) < 0)
		_exit(1);
}

static void store_slowly(Watch *watch, int pipe)
{
	watch_store(watch);
	while (!measure_stopped(NULL))
		usleep(1000);
	sleep(3);
	if (write(pipe, "stored", 6) != 6)
		_exit(1);
	watch_stored(watch);
}

/* The child: told to stop as soon as it has written a byte. */
static _Noreturn void be(const Way *way, int pipe)
{
	volatile uint64_t steps = 0;
	Watch watch;

	alarm(ENOUGH_SECONDS);
	watch_begin(&watch);
	if (way->keeps)
		watch_keep(&watch);
	if (way->worker)
		start_worker(way->worker);
	if (write(pipe, "!", 1) != 1)
		_exit(1);
	if (way->stores)
		store_slowly(&watch, pipe);
	while (way->ends && !measure_stopped(NULL))
		usleep(1000);
	while (!way->ends && (way->computes || pause()))
		steps++;
	watch_end(&watch);
	_exit(7);
}

/* Its exit code; how long it took from the signal on. */
static int told_to_stop(const Way *way, int number, double *seconds,
			char *said)
{
	int ends[2], status;
	double start;
	pid_t pid;
	char byte;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0)
		be(way, ends[1]);
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 1);
	start = now();
	kill(pid, number);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	*seconds = now() - start;
	said[read(ends[0], said, 15)] = '\0';
	close(ends[0]);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void expect(const Way *way, int code, double least, const char *said)
{
	static const int numbers[] = { SIGTERM, SIGINT };
	double seconds;
	char found[16];

	for (int i = 0; i < 2; i++) {
		assert_int_equal(told_to_stop(way, numbers[i], &seconds,
					      found), code);
		assert_true(seconds >= least);
		assert_string_equal(found, said);
	}
}

static void test_computes(void **state)
{
	const Way way = { .keeps = true, .computes = true };

	(void)state;
	expect(&way, 130, 1, "");
}

static void test_waits(void **state)
{
	const Way way = { .keeps = true };

	(void)state;
	expect(&way, 130, 1, "");
}

static void test_nothing_to_lose(void **state)
{
	const Way way = { .computes = true };

	(void)state;
	expect(&way, 130, 0, "");
}

static void test_stores(void **state)
{
	const Way way = { .keeps = true, .computes = true, .stores = true };

	(void)state;
	expect(&way, 130, 3, "stored");
}

static void test_in_order(void **state)
{
	const Way way = { .keeps = true, .ends = true };

	(void)state;
	expect(&way, 7, 0, "");
}

static void test_workers(void **state)
{
	Way way = { .keeps = true, .computes = true };
	double seconds;
	int ends[2];
	char said[16];
	pid_t worker;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	way.worker = ends[1];
	assert_int_equal(told_to_stop(&way, SIGTERM, &seconds, said), 130);
	assert_int_equal(read(ends[0], &worker, sizeof worker),
			 sizeof worker);
	for (int i = 0; i < 1000 && kill(worker, 0) == 0; i++)
		usleep(10000); /* its next parent has to see that it ended */
	assert_int_not_equal(kill(worker, 0), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_computes),
		cmocka_unit_test(test_waits),
		cmocka_unit_test(test_nothing_to_lose),
		cmocka_unit_test(test_stores),
		cmocka_unit_test(test_in_order),
		cmocka_unit_test(test_workers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
