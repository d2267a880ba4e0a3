/* Threads of a driver that computes on the CPU have one CPU each, neighbours
 * different ones; the thread that starts kernels keeps all of them. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "bench_harness/opencl.h"
#include "bench_harness/worker_state.h"
#include "bench_harness/worker_threads.h"

enum { TEAM = 5 };

static void *wait_for_the_end(void *barrier)
{
	pthread_barrier_wait(barrier);
	pthread_barrier_wait(barrier);
	return NULL;
}

static cpu_set_t cpus_of(pid_t id)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	assert_int_equal(sched_getaffinity(id, sizeof set, &set), 0);
	return set;
}

/* Of each CPU at most as many threads as when they are dealt out evenly. */
static void check_dealt(const cpu_set_t *all)
{
	Threads *now = base_calloc(1, sizeof *now);
	int shared[CPU_SETSIZE] = { 0 }, most;

	threads_list(now);
	most = (now->count - 1 + CPU_COUNT(all) - 1) / CPU_COUNT(all);
	for (int i = 0; i < now->count; i++) {
		cpu_set_t one = cpus_of(now->ids[i]);

		if (now->ids[i] == getpid()) {
			assert_true(CPU_EQUAL(&one, all));
			continue;
		}
		assert_int_equal(CPU_COUNT(&one), 1);
		for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
			if (CPU_ISSET(cpu, &one))
				assert_true(++shared[cpu] <= most);
	}
	free(now);
}

static void test_a_team(void **state)
{
	const cpu_set_t all = cpus_of(0);
	pthread_t team[TEAM];
	pthread_barrier_t barrier;

	(void)state;
	pthread_barrier_init(&barrier, NULL, TEAM + 1);
	for (int i = 0; i < TEAM; i++)
		assert_int_equal(pthread_create(&team[i], NULL,
						wait_for_the_end, &barrier), 0);
	pthread_barrier_wait(&barrier);
	threads_pin_driver();
	check_dealt(&all);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < TEAM; i++)
		pthread_join(team[i], NULL);
	pthread_barrier_destroy(&barrier);
}

static int first_cpu(void)
{
	ClDevice devices[WORKER_DEVICES];
	int count = opencl_devices(devices, WORKER_DEVICES);

	for (int i = 0; i < count; i++)
		if (devices[i].info.type == DEVICE_CPU)
			return i;
	return -1;
}

static void test_a_device(void **state)
{
	const cpu_set_t all = cpus_of(0);
	Worker *w = base_calloc(1, sizeof *w);
	int cpu = first_cpu();

	(void)state;
	if (cpu < 0) {
		print_message("skipped: no device computes on the CPU\n");
		skip();
	}
	assert_true(worker_open(w, cpu, false));
	check_dealt(&all);
	clReleaseCommandQueue(w->queue);
	clReleaseContext(w->context);
	free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_team),
		cmocka_unit_test(test_a_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
