#include "bench_harness/spans.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"

/* A thread takes longer to start than to read fewer; parts begin at pages. */
enum { SPAN_LEAST = 4 << 20, SPAN_ALIGN = 4096 };

typedef struct Part {
	SpanWork *work;
	void *context;
	int span;
	size_t from, bytes;
	pthread_t thread;
	bool beside;
} Part;

static int part_count(size_t bytes)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t most = bytes / SPAN_LEAST;

	if (cores > SPANS_MOST)
		cores = SPANS_MOST;
	return most <= 1 || cores <= 1 ? 1
	     : most < (size_t)cores ? (int)most : (int)cores;
}

static void *run(void *argument)
{
	const Part *part = argument;

	part->work(part->context, part->span, part->from, part->bytes);
	return NULL;
}

int spans_do(size_t bytes, SpanWork *work, void *context)
{
	Part parts[SPANS_MOST];
	const int count = part_count(bytes);
	const size_t each = bytes / (size_t)count / SPAN_ALIGN * SPAN_ALIGN;

	for (int i = 0; i < count; i++) {
		Part *part = &parts[i];

		*part = (Part){ .work = work, .context = context, .span = i,
				.from = (size_t)i * each, .bytes = each };
		if (i == count - 1)
			part->bytes = bytes - part->from;
		else
			part->beside = !pthread_create(&part->thread, NULL,
						       run, part);
	}
	for (int i = count - 1; i >= 0; i--)
		if (parts[i].beside)
			pthread_join(parts[i].thread, NULL);
		else
			run(&parts[i]);
	return count;
}

typedef struct Copy {
	char *to;
	const char *from;
} Copy;

static void copy_part(void *context, int span, size_t from, size_t bytes)
{
	const Copy *copy = context;

	(void)span;
	memcpy(copy->to + from, copy->from + from, bytes);
}

void spans_copy(void *to, const void *from, size_t bytes)
{
	Copy copy = { to, from };

	spans_do(bytes, copy_part, &copy);
}

typedef struct Sums {
	const char *data;
	uint64_t parts[SPANS_MOST];
} Sums;

static void sum_part(void *context, int span, size_t from, size_t bytes)
{
	Sums *sums = context;

	sums->parts[span] = hash_large(HASH_SEED, sums->data + from, bytes);
}

uint64_t spans_sum(uint64_t seed, const void *data, size_t bytes)
{
	Sums sums = { .data = data };
	const int count = spans_do(bytes, sum_part, &sums);

	for (int i = 0; i < count; i++)
		seed = hash_combine(seed, sums.parts[i]);
	return seed;
}
