/* Stores side by side, of one condition, as one: what was unrolled, or is the
 * parts of a line. */
#include <stdlib.h>

#include "prover/walk.h"

typedef struct Sorting {
	const Term *base;
	int64_t first;
	Event *event;
} Sorting;

static Sorting sorting_of(Terms *t, Event *event)
{
	const Term *first = event->first;
	bool sum = first->kind == TERM_SUM || term_is_number(first);
	int64_t constant = sum ? first->constant : 0;

	return (Sorting){ term_plus(t, first, -constant), constant, event };
}

/* What may be one comes together, in order of places. */
static int by_place(const void *a, const void *b)
{
	const Sorting *x = a, *y = b;
	const int64_t keys[][2] = {
		{ x->event->memory->buffer->index,
		  y->event->memory->buffer->index },
		{ x->event->when->number, y->event->when->number },
		{ x->base->number, y->base->number },
		{ x->first, y->first },
		{ x->event->at, y->event->at },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static bool is_beside(Terms *t, const Sorting *last, const Sorting *next,
		      const Event *made)
{
	const Term *gap = term_sub(t, made->end, next->event->first);

	return next->event->memory == made->memory
	    && next->event->when == made->when
	    && next->event->around == made->around && next->base == last->base
	    && term_is_number(gap) && gap->constant >= 0;
}

/* The first of them, extended by the others. */
static int joined(Walk *w, Sorting *items, int from, int count)
{
	Event *made = ARENA_NEW(w->arena, Event);
	int next = from + 1;

	*made = *items[from].event;
	for (; next < count
	     && is_beside(w->terms, &items[from], &items[next], made); next++) {
		const Event *event = items[next].event;

		if (term_sub(w->terms, event->end, made->end)->lo > 0)
			made->end = event->end;
		if (event->at > made->at)
			made->at = event->at;
	}
	w->stores[w->store_count++] = made;
	return next;
}

void walk_stores(Walk *w)
{
	Sorting *items = base_calloc((size_t)w->event_count + 1,
				     sizeof *items);
	int count = 0;

	for (int i = 0; i < w->event_count; i++)
		if (w->events[i]->kind == EVENT_STORE)
			items[count++] = sorting_of(w->terms, w->events[i]);
	qsort(items, (size_t)count, sizeof *items, by_place);
	w->stores = ARENA_ARRAY(w->arena, Event *, count + 1);
	for (int i = 0; i < count;)
		i = joined(w, items, i, count);
	free(items);
}
