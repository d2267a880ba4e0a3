#include "bench_harness/worker_threads.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"

void threads_list(Threads *threads)
{
	DIR *folder = opendir("/proc/self/task");
	struct dirent *entry;

	threads->count = 0;
	while (folder && (entry = readdir(folder))
	       && threads->count < THREADS_MAX)
		if (entry->d_name[0] != '.')
			threads->ids[threads->count++] =
				(pid_t)atoi(entry->d_name);
	if (folder)
		closedir(folder);
}

bool threads_have(const Threads *threads, pid_t id)
{
	for (int i = 0; i < threads->count; i++)
		if (threads->ids[i] == id)
			return true;
	return false;
}

void thread_pin(pid_t id, const cpu_set_t *all, int n)
{
	cpu_set_t one;
	int wanted = n % (CPU_COUNT(all) > 0 ? CPU_COUNT(all) : 1);

	CPU_ZERO(&one);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, all) && wanted-- == 0)
			CPU_SET(cpu, &one);
	sched_setaffinity(id, sizeof one, &one);
}

void threads_pin_driver(void)
{
	Threads *now = base_calloc(1, sizeof *now);
	cpu_set_t all;
	int n = 0;

	CPU_ZERO(&all);
	sched_getaffinity(0, sizeof all, &all);
	threads_list(now);
	for (int i = 0; i < now->count; i++)
		if (now->ids[i] != getpid())
			thread_pin(now->ids[i], &all, n++);
	free(now);
}
