#include "codegen_opencl/share.h"

#include <limits.h>

#include "codegen_opencl/usage.h"

typedef struct Life {
	int first, last; /* kernels */
	bool flag;
} Life;

static const KernelLoop *outermost(const Kernel *kernel)
{
	const KernelLoop *loop = kernel->loop;

	while (loop && loop->outer)
		loop = loop->outer;
	return loop;
}

/* The kernels during which what kernel `at` names is needed. */
static Life span(const Gen *g, int at)
{
	const KernelLoop *loop = outermost(g->kernels[at]);
	Life life = { .first = at, .last = at };

	while (loop && life.first > 0
	       && kernel_is_within(g->kernels[life.first - 1], loop))
		life.first--;
	while (loop && life.last + 1 < g->kernel_count
	       && kernel_is_within(g->kernels[life.last + 1], loop))
		life.last++;
	return life;
}

static bool is_flag(const Gen *g, const Buffer *temp)
{
	for (int i = 0; i < g->kernel_count; i++)
		for (const KernelLoop *loop = g->kernels[i]->loop; loop;
		     loop = loop->outer)
			if (loop->flag == temp)
				return true;
	return false;
}

static Life *find_lives(Gen *g)
{
	Life *lives = ARENA_ARRAY(g->arena, Life, g->temp_count + 1);

	for (int t = 0; t < g->temp_count; t++)
		lives[t] = (Life){ INT_MAX, -1, is_flag(g, g->temps[t]) };
	for (int i = 0; i < g->kernel_count; i++) {
		const Life around = span(g, i);
		Usage used = usage_new(g);

		usage_add(&used, g->kernels[i]->prologue);
		usage_add(&used, g->kernels[i]->top);
		for (int t = 0; t < g->temp_count; t++) {
			if (!used.temps[t])
				continue;
			if (around.first < lives[t].first)
				lives[t].first = around.first;
			if (around.last > lives[t].last)
				lives[t].last = around.last;
		}
	}
	return lives;
}

/* Whether a fits where b was, whose last use is past. */
static bool may_follow(const Buffer *a, const Buffer *b)
{
	return a->scalar == b->scalar && a->size == b->size;
}

static int64_t apart(int64_t a, int64_t b)
{
	return a < b ? b - a : a - b;
}

/* Of the buffers that are free by then the one nearest in length, or a new
 * one. largest, free_from: of each buffer its largest array, and the kernel
 * after its last use. */
static int choose(const Buffer *temp, const Life *life, int count,
		  const Buffer *const *largest, const int *free_from)
{
	int best = count;

	for (int i = 0; i < count && !life->flag; i++)
		if (free_from[i] <= life->first && may_follow(temp, largest[i])
		    && (best == count || apart(temp->elements,
					       largest[i]->elements)
			< apart(temp->elements, largest[best]->elements)))
			best = i;
	return best;
}

int share_temps(Gen *g, int *number)
{
	const Life *lives = find_lives(g);
	const Buffer **largest = ARENA_ARRAY(g->arena, const Buffer *,
					     g->temp_count + 1);
	int *free_from = ARENA_ARRAY(g->arena, int, g->temp_count + 1);
	int count = 0;

	for (int kernel = 0; kernel < g->kernel_count; kernel++)
		for (int t = 0; t < g->temp_count; t++) {
			int to;

			if (lives[t].first != kernel)
				continue;
			to = choose(g->temps[t], &lives[t], count, largest,
				    free_from);
			if (to == count)
				largest[count++] = g->temps[t];
			if (g->temps[t]->elements > largest[to]->elements)
				largest[to] = g->temps[t];
			free_from[to] = lives[t].flag ? INT_MAX
						      : lives[t].last + 1;
			number[t] = to;
		}
	return count;
}
