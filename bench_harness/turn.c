#include "bench_harness/turn.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "bench_harness/process.h"

#define GAP_SECONDS 1.0
#define LEAST_SHARE 0.1

double stopwatch_look(Stopwatch *watch)
{
	double now = process_now();

	if (watch->looked > 0)
		watch->seconds += fmin(now - watch->looked, GAP_SECONDS);
	watch->looked = now;
	return watch->seconds;
}

double turn_processor_time(pid_t pid)
{
	struct timespec used;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0
	    || clock_gettime(clock, &used) < 0)
		return -1;
	return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* Runnable, waiting for a disk or stopped: others have its time. The state follows
 * the name, which ends with the last bracket. */
static bool is_kept(pid_t pid, const char *thread)
{
	char path[300], line[512];
	const char *state = NULL;
	FILE *stat;

	snprintf(path, sizeof path, "/proc/%d/task/%s/stat", (int)pid, thread);
	stat = fopen(path, "re");
	if (!stat)
		return false;
	if (fgets(line, sizeof line, stat))
		state = strrchr(line, ')');
	fclose(stat);
	return state && strlen(state) > 2 && strchr("RDTt", state[2]);
}

static bool any_is_kept(pid_t pid)
{
	char path[64];
	bool found = false;
	const struct dirent *entry;
	DIR *threads;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	threads = opendir(path);
	if (!threads)
		return false;
	while (!found && (entry = readdir(threads)))
		found = is_kept(pid, entry->d_name);
	closedir(threads);
	return found;
}

static double counted(double seconds, double processor_time, bool kept)
{
	if (processor_time < 0 || processor_time >= seconds || !kept)
		return seconds;
	return fmax(processor_time, LEAST_SHARE * seconds);
}

double turn_used(pid_t pid, double seconds, double processor_time)
{
	return counted(seconds, processor_time, any_is_kept(pid));
}

double turn_used_here(double seconds, double processor_time)
{
	char thread[32];

	snprintf(thread, sizeof thread, "%d", (int)getpid());
	return counted(seconds, processor_time,
		       is_kept(getpid(), thread));
}
