#include "cli/watch.h"

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "bench_harness/process.h"
#include "bench_harness/turn.h"
#include "cli/commands.h"
#include "cli/measure.h"

#define GRACE_SECONDS 1.5

enum { STEP_MS = 50, FOREVER = -1 };

/* Whether it became readable within that time. */
static bool await(int file, int ms)
{
	struct pollfd one = { .fd = file, .events = POLLIN };

	return poll(&one, 1, ms) > 0;
}

/* A signal, or the end of the search, which is false. */
static bool await_signal(const Watch *watch)
{
	struct pollfd both[2] = {
		{ .fd = watch->signals, .events = POLLIN },
		{ .fd = watch->over, .events = POLLIN },
	};

	while (poll(both, 2, FOREVER) < 0)
		continue;
	return !both[1].revents;
}

/* Whether the search ends in order within the time it is given. */
static bool ends(const Watch *watch)
{
	Stopwatch stopwatch = { 0 };
	double left = atomic_load(&watch->keeps) ? GRACE_SECONDS : 0;
	double used = turn_processor_time(getpid());

	stopwatch_look(&stopwatch);
	while (left > 0) {
		double before = stopwatch.seconds, had = used;

		if (await(watch->over, STEP_MS))
			return true;
		used = turn_processor_time(getpid());
		left -= turn_used_here(stopwatch_look(&stopwatch) - before,
				       used - had);
	}
	return false;
}

/* Unless nobody takes it. */
static void tell(const char *text)
{
	struct pollfd errors = { .fd = STDERR_FILENO, .events = POLLOUT };

	if (poll(&errors, 1, 0) > 0
	    && write(STDERR_FILENO, text, strlen(text)) < 0)
		return;
}

static _Noreturn void leave(Watch *watch)
{
	const char *said = atomic_load(&watch->keeps)
		? "\nstopped within a step; everything measured is stored\n"
		: "\nstopped before the search\n";

	pthread_mutex_lock(&watch->storing);
	process_kill_all();
	tell(said);
	_exit(EXIT_INTERRUPTED);
}

static void *run(void *argument)
{
	Watch *watch = argument;

	if (await_signal(watch) && !ends(watch))
		leave(watch);
	return NULL;
}

void watch_begin(Watch *watch)
{
	sigset_t set;

	measure_catch();
	measure_signals(&set);
	*watch = (Watch){ .signals = signalfd(-1, &set, SFD_CLOEXEC),
			  .over = eventfd(0, EFD_CLOEXEC) };
	pthread_mutex_init(&watch->storing, NULL);
	watch->runs = watch->signals >= 0 && watch->over >= 0
		   && !pthread_create(&watch->thread, NULL, run, watch);
}

void watch_end(Watch *watch)
{
	const uint64_t one = 1;

	if (watch->runs && write(watch->over, &one, sizeof one) == sizeof one)
		pthread_join(watch->thread, NULL);
	close(watch->signals);
	close(watch->over);
	pthread_mutex_destroy(&watch->storing);
}

void watch_keep(Watch *watch)
{
	atomic_store(&watch->keeps, true);
}

void watch_store(Watch *watch)
{
	pthread_mutex_lock(&watch->storing);
}

void watch_stored(Watch *watch)
{
	pthread_mutex_unlock(&watch->storing);
}
