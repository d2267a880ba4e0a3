#include "bench_harness/worker_state.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "bench_harness/worker.h"

/* Where the thread was when the signal came; NULL where we cannot know. */
static void *fault_place(const void *context)
{
	const ucontext_t *thread = context;
	unsigned long long place = 0;
	void *pointer = NULL;

#if defined(__x86_64__)
	place = (unsigned long long)thread->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
	place = thread->uc_mcontext.pc;
#else
	(void)thread;
#endif
	memcpy(&pointer, &place, sizeof pointer);
	return pointer;
}

/* Code of a kernel lies in a file below the driver's cache or in no file at
 * all; that of a compiler in a library. */
static bool in_kernel_code(void *place)
{
	const char *cache = getenv("POCL_CACHE_DIR");
	Dl_info object;

	if (!place)
		return false;
	if (!dladdr(place, &object) || !object.dli_fname)
		return true;
	return cache && strncmp(object.dli_fname, cache, strlen(cache)) == 0;
}

/* Told first: the signal's default action, which ends the process, is put back
 * after it, for kernels fault on several threads at once. A fault in here finds
 * its signal blocked, which ends the process, too. */
static void on_fault(int number, siginfo_t *info, void *context)
{
	static const char text[] = WORKER_FAULT "\n";

	(void)info;
	if (in_kernel_code(fault_place(context))
	    && write(2, text, sizeof text - 1) < 0)
		_exit(1);
	signal(number, SIG_DFL);
	raise(number);
}

void worker_watch_faults(void)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	struct sigaction action = {
		.sa_sigaction = on_fault,
		.sa_flags = SA_SIGINFO,
	};

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		sigaction(faults[i], &action, NULL);
}
