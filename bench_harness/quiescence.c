#include "bench_harness/quiescence.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bench_harness/process.h"

#if defined __x86_64__
#include <cpuid.h>
#include <emmintrin.h>
#endif

#define STEP_NS 200000L

enum { LINE = 64 };

int quiescence_others(void)
{
	int file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC), runnable = 1;
	char text[128];
	ssize_t length;

	if (file < 0)
		return 0;
	length = read(file, text, sizeof text - 1);
	close(file);
	text[length > 0 ? length : 0] = '\0';
	if (sscanf(text, "%*s %*s %*s %d/", &runnable) != 1)
		return 0;
	return runnable > 1 ? runnable - 1 : 0;
}

void quiescence_look(Quiescence *quiescence)
{
	quiescence->others += quiescence_others();
	quiescence->looks++;
}

double quiescence_mean(const Quiescence *quiescence)
{
	return quiescence->looks ? quiescence->others / quiescence->looks : 0;
}

int quiescence_wait(double seconds)
{
	static const struct timespec step = { 0, STEP_NS };
	double end = process_now() + seconds;
	int others = quiescence_others();

	while (others > 0 && process_now() < end) {
		nanosleep(&step, NULL);
		others = quiescence_others();
	}
	return others;
}

#if defined __x86_64__
static int has_clflushopt(void)
{
	unsigned a, b, c, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & 1u << 23);
}

/* The weakly ordered one is several times as fast. */
void quiescence_evict(const void *at, unsigned long bytes)
{
	const char *line = at, *end = line + bytes;
	int weak = has_clflushopt();

	for (; line < end; line += LINE)
		if (weak)
			__asm__ volatile(".byte 0x66; clflush %0"
					 : : "m"(*line));
		else
			_mm_clflush(line);
	_mm_mfence();
}
#else
void quiescence_evict(const void *at, unsigned long bytes)
{
	(void)at;
	(void)bytes;
}
#endif
