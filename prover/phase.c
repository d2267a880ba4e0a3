#include "prover/phase.h"

#include <stdlib.h>

/* Where a walk from barrier to barrier is: rounds that are not those in which
 * it began. */
typedef struct State {
	const Around *loop;
	const Term *round;
	const struct State *up;
} State;

static const State *state_of(const State *state, const Around *loop)
{
	while (state && state->loop != loop)
		state = state->up;
	return state;
}

/* -- meetings -------------------------------------------------------------- */

static void keep(Phase *p, Meeting meeting)
{
	if (term_is_false(meeting.when))
		return;
	if (p->count == p->capacity) {
		p->capacity = 2 * p->capacity + 16;
		p->items = base_realloc(p->items, sizeof *p->items
						  * (size_t)p->capacity);
	}
	p->items[p->count++] = meeting;
}

static void meet(Phase *p, const Event *event, const State *state,
		 const Term *extra)
{
	Terms *t = p->w->terms;
	Meeting made = { event, event->first, event->end,
			 term_and(t, event->when, extra), event->element };
	TermMap map;

	if (!event->memory->stored || event->memory->space != p->space)
		return;
	if (state) {
		map = term_map(t);
		for (; state; state = state->up)
			if (!term_map_get(&map, state->loop->round))
				term_map_put(&map, state->loop->round,
					     state->round);
		made.first = term_mapped(&map, made.first);
		made.end = term_mapped(&map, made.end);
		made.when = term_mapped(&map, made.when);
		if (made.element)
			made.element = term_mapped(&map, made.element);
		term_map_free(&map);
	}
	keep(p, made);
}

/* -- from barrier to barrier ----------------------------------------------- */

static void scan(Phase *p, int at, const State *state, const Term *extra);

static void scan_round(Phase *p, const Around *loop, const Term *round,
		       const State *state, const Term *extra)
{
	State inside = { loop, round, state };

	scan(p, loop->begin + 1, &inside, extra);
}

/* At the end of a round: the next one, and what comes behind the last. False:
 * that round had no barrier. */
static bool next_round(Phase *p, const Around *loop, const State *state,
		       const Term *extra)
{
	Terms *t = p->w->terms;

	if (state_of(state, loop)) {
		p->irregular = true;
		return false;
	}
	scan_round(p, loop, term_plus(t, loop->round, 1), state,
		   term_and(t, extra, loop->within));
	scan(p, loop->end + 1, state, term_and(t, extra, loop->last));
	return true;
}

static void scan(Phase *p, int at, const State *state, const Term *extra)
{
	const Walk *w = p->w;

	while (at < w->event_count) {
		const Event *event = w->events[at];
		const Around *loop = event->around;

		at++;
		if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE)
			meet(p, event, state, extra);
		else if (event->kind == EVENT_BARRIER
			 && event->fences & p->fence)
			return;
		else if (event->kind == EVENT_LOOP && loop->fences & p->fence) {
			scan_round(p, loop, term_number(w->terms, 0), state,
				   extra);
			if (loop->once)
				return;
			at = loop->end + 1;
		} else if (event->kind == EVENT_END
			   && loop->fences & p->fence) {
			next_round(p, loop, state, extra);
			return;
		} else if (event->kind == EVENT_IF
			   && event->fences & p->fence) {
			scan(p, at, state, extra);
			at = event->other + 1;
		} else if (event->kind == EVENT_ELSE
			   && event->fences & p->fence) {
			at = event->fi;
		} else if (event->kind == EVENT_LEAVE && loop
			   && loop->fences & p->fence) {
			scan(p, loop->end + 1, state, extra);
		}
	}
}

Phase phase_from(const Walk *w, Space space, int at, const Around *around)
{
	Phase p = { .w = w, .space = space, .fence = 1u << space,
		    .around = around };

	scan(&p, at, NULL, term_truth(w->terms, true));
	return p;
}

Phase phase_of_all(const Walk *w, Space space)
{
	Phase p = { .w = w, .space = space };

	scan(&p, 0, NULL, term_truth(w->terms, true));
	return p;
}

void phase_free(Phase *phase)
{
	free(phase->items);
}
