#include "tests/prover/reads.h"

#include "prover/walk.h"

typedef struct Item {
	const Walk *walk;
	int64_t groups[DEVICE_DIMS], items[DEVICE_DIMS];
} Item;

/* Rounds are the first, and data 0. */
static int64_t id_of(void *context, const Term *name)
{
	const Item *item = context;

	for (int d = 0; d < DEVICE_DIMS; d++) {
		if (name == item->walk->groups[d])
			return item->groups[d];
		if (name == item->walk->items[d])
			return item->items[d];
	}
	return 0;
}

static double rounds_of(const Around *around)
{
	double rounds = 1;

	for (; around; around = around->up)
		rounds *= (double)around->round->hi + 1;
	return rounds;
}

static double reads_of(Item *item)
{
	const Walk *w = item->walk;
	double reads = 0;

	for (int i = 0; i < w->event_count; i++) {
		const Event *event = w->events[i];

		if (event->kind == EVENT_LOAD && event->memory->given
		    && term_value(event->when, id_of, item))
			reads += rounds_of(event->around)
			       * (double)(event->end->hi - event->first->hi);
	}
	return reads;
}

static double reads_of_all(const Walk *w)
{
	const int64_t *global = w->kernel->global;
	double reads = 0;

	for (int64_t n = 0; n < global[0] * global[1] * global[2]; n++) {
		Item item = { .walk = w };
		int64_t rest = n;

		for (int d = 0; d < DEVICE_DIMS; d++) {
			int64_t id = rest % global[d];
			int64_t local = w->items[d]->hi + 1;

			rest /= global[d];
			item.groups[d] = id / local;
			item.items[d] = id % local;
		}
		reads += reads_of(&item);
	}
	return reads;
}

double reads_of_kernels(const Kernels *kernels)
{
	Arena *arena = arena_new();
	Terms terms = { .arena = arena };
	double reads = 0;

	for (int i = 0; i < kernels->count; i++)
		reads += reads_of_all(walk_kernel(arena, &terms, kernels,
						  kernels->items[i]));
	terms_free(&terms);
	arena_free(arena);
	return reads;
}
