/* Two items that conflict: both come to an access of the same element, one of
 * them stores it, and no barrier lies between.
 *
 * Accesses of one condition whose indices differ by constants are one: what is
 * asked is whether two such can be as far apart as any two of their members. */
#include <inttypes.h>
#include <stdlib.h>

#include "prover/check.h"
#include "prover/phase.h"
#include "prover/radix.h"

typedef struct Span {
	int64_t lo, hi; /* hi: behind the last */
	const Event *event;
} Span;

typedef struct Group {
	EventKind kind;
	bool atomic; /* it combines what is there with something */
	const Memory *memory;
	const Term *when, *base;
	const Term *length; /* of one whose length is no constant, else NULL */
	const Term *element; /* as of Event, as the next */
	int permute;
	int count;
	Span *spans;
} Group;

typedef struct Race {
	Check *c;
	const Phase *phase;
	TermMap other;     /* the second item's names */
	const Term *apart; /* they are two items that can meet */
	int count;
	Group *groups;
} Race;

/* -- groups ---------------------------------------------------------------- */

static Group group_of(const Race *race, const Meeting *m)
{
	Terms *t = race->c->terms;
	const Term *length = term_sub(t, m->end, m->first);
	bool fixed = term_is_number(length);
	int64_t constant = fixed && (m->first->kind == TERM_SUM
				     || term_is_number(m->first))
			   ? m->first->constant : 0;

	return (Group){ .kind = m->event->kind, .memory = m->event->memory,
			.atomic = m->event->kind == EVENT_STORE
				  && m->event->stmt->atomic,
			.when = m->when, .element = m->element,
			.permute = m->event->permute,
			.base = term_plus(t, m->first, -constant),
			.length = fixed ? NULL : length };
}

static bool is_same(const Group *a, const Group *b)
{
	return a->kind == b->kind && a->atomic == b->atomic
	    && a->memory == b->memory
	    && a->when == b->when && a->base == b->base
	    && a->length == b->length
	    && a->element == b->element && a->permute == b->permute;
}

static void add_meeting(Race *race, const Meeting *m)
{
	Terms *t = race->c->terms;
	Group made = group_of(race, m), *found = NULL;
	const Term *lo = term_sub(t, m->first, made.base);
	const Term *hi = term_sub(t, m->end, made.base);

	for (int i = 0; i < race->count && !found; i++)
		if (is_same(&race->groups[i], &made))
			found = &race->groups[i];
	if (!found) {
		found = &race->groups[race->count++];
		*found = made;
		found->spans = base_calloc((size_t)race->phase->count,
					   sizeof *found->spans);
	}
	found->spans[found->count++] = (Span){
		lo->constant, made.length ? 1 : hi->constant, m->event };
}

static void free_groups(Race *race)
{
	for (int i = 0; i < race->count; i++)
		free(race->groups[i].spans);
	free(race->groups);
	term_map_free(&race->other);
}

/* -- two items ------------------------------------------------------------- */

static bool is_shared(const Race *race, const Term *name, bool same_group)
{
	if (name->name->kind == NAME_ARGUMENT)
		return true;
	if (name->name->kind == NAME_GROUP)
		return same_group;
	return name->name->kind == NAME_ROUND && race->phase->fence
	    && walk_is_in(race->phase->around, name->name->owner);
}

typedef struct Renaming {
	Race *race;
	bool same_group;
} Renaming;

static void rename_one(void *context, const Term *name)
{
	const Renaming *renaming = context;
	Race *race = renaming->race;
	Terms *t = race->c->terms;

	if (term_map_get(&race->other, name)
	    || is_shared(race, name, renaming->same_group))
		return;
	term_map_put(&race->other, name, name->truth
		     ? term_open(t, *name->name)
		     : term_name(t, *name->name, name->lo, name->hi));
}

static void rename_all(Race *race, bool same_group)
{
	Renaming renaming = { race, same_group };
	const Walk *w = race->c->w;
	Terms *t = race->c->terms;

	race->other = term_map(t);
	for (int d = 0; d < DEVICE_DIMS; d++) {
		term_names(t, w->groups[d], rename_one, &renaming);
		term_names(t, w->items[d], rename_one, &renaming);
	}
	for (int i = 0; i < race->phase->count; i++) {
		const Meeting *m = &race->phase->items[i];

		term_names(t, m->first, rename_one, &renaming);
		term_names(t, m->end, rename_one, &renaming);
		term_names(t, m->when, rename_one, &renaming);
		if (m->element)
			term_names(t, m->element, rename_one, &renaming);
	}
}

static const Term *differs(Race *race, const Term *const *ids)
{
	Terms *t = race->c->terms;
	const Term *any = term_truth(t, false);

	for (int d = 0; d < DEVICE_DIMS; d++)
		any = term_or(t, any, term_not(t, term_equal(t, ids[d],
				term_mapped(&race->other, ids[d]))));
	return any;
}

/* -- asking ---------------------------------------------------------------- */

static int by_lo(const void *a, const void *b)
{
	const Span *x = a, *y = b;

	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

/* Whether b - a is as far as some member of the one is from one of the other,
 * these being the distances at which they overlap. */
static const Term *at_distance(Race *race, const Group *a, const Group *b,
			       const Term *distance)
{
	size_t count = (size_t)a->count * (size_t)b->count;
	Span *far = base_malloc(sizeof *far * count);
	const Term *any = term_truth(race->c->terms, false);
	int64_t most = INT64_MIN;
	size_t n = 0;

	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < b->count; j++)
			far[n++] = (Span){
				.lo = a->spans[i].lo - b->spans[j].hi + 1,
				.hi = a->spans[i].hi - b->spans[j].lo - 1 };
	qsort(far, count, sizeof *far, by_lo);
	for (size_t i = 0; i < count;) {
		int64_t lo = far[i].lo, hi = far[i].hi;

		for (; i < count && far[i].lo <= hi + 1; i++)
			hi = far[i].hi > hi ? far[i].hi : hi;
		most = hi > most ? hi : most;
		any = term_or(race->c->terms, any,
			      term_within(race->c->terms, distance, lo, hi));
	}
	any = term_and(race->c->terms, any, radix_equal(distance, far[0].lo,
							most, &race->other));
	free(far);
	return any;
}

/* Of one member of each, where the length of one is not the same always. */
static const Term *meets(Race *race, const Group *a, const Span *x,
			 const Group *b, const Span *y)
{
	Terms *t = race->c->terms;
	const Term *base = term_mapped(&race->other, b->base);
	const Term *a_end = a->length ? a->length : term_number(t, x->hi);
	const Term *b_end = b->length ? term_mapped(&race->other, b->length)
				      : term_number(t, y->hi);

	return term_and(t,
		term_below(t, term_plus(t, base, y->lo),
			   term_add(t, a->base, a_end)),
		term_below(t, term_plus(t, a->base, x->lo),
			   term_add(t, base, b_end)));
}

static const Term *overlap(Race *race, const Group *a, const Group *b)
{
	Terms *t = race->c->terms;
	const Term *any = term_truth(t, false);

	if (!a->length && !b->length)
		return at_distance(race, a, b, term_sub(t,
			term_mapped(&race->other, b->base), a->base));
	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < b->count; j++)
			any = term_or(t, any, meets(race, a, &a->spans[i],
						    b, &b->spans[j]));
	return any;
}

/* Members that do overlap in the answer. */
static void find_members(Race *race, const Group *a, const Group *b,
			 const Span **x, const Span **y)
{
	int64_t from = check_value(race->c, a->base);
	int64_t to = check_value(race->c, term_mapped(&race->other, b->base));

	*x = &a->spans[0];
	*y = &b->spans[0];
	for (int i = 0; i < a->count && !a->length; i++)
		for (int j = 0; j < b->count && !b->length; j++) {
			if (from + a->spans[i].lo >= to + b->spans[j].hi
			    || to + b->spans[j].lo >= from + a->spans[i].hi)
				continue;
			*x = &a->spans[i];
			*y = &b->spans[j];
			return;
		}
}

static void tell(Race *race, const Group *a, const Group *b,
		 ProofVerdict verdict)
{
	Check *c = race->c;
	const Span *x, *y;
	int64_t from, to;

	find_members(race, a, b, &x, &y);
	from = check_value(c, a->base) + x->lo;
	to = check_value(c, term_mapped(&race->other, b->base)) + y->lo;
	check_say(c, verdict, "two items meet at element %" PRId64 " of %s%s: "
		  "%s, for %s; and %s, for %s", from > to ? from : to,
		  a->memory->buffer->name,
		  verdict == PROVE_UNKNOWN ? ", if data can be so" : "",
		  check_text(c, x->event->stmt),
		  check_where(c, x->event->around, NULL),
		  check_text(c, y->event->stmt),
		  check_where(c, y->event->around, &race->other));
}

/* What a permute stores of two elements lies at two places. Whether both are one. */
static const Term *is_one_element(Race *race, const Group *a, const Group *b)
{
	if (!a->element || !b->element || a->permute != b->permute)
		return term_truth(race->c->terms, true);
	return term_equal(race->c->terms, a->element,
			  term_mapped(&race->other, b->element));
}

/* Without an answer nothing becomes unknown. */
static bool may_be(Check *c, int count, const Term *const *all)
{
	const ProofVerdict verdict = c->verdict;
	const char *detail = c->detail;
	const bool may = check_can_be(c, count, all) || c->verdict != verdict;

	c->verdict = verdict;
	c->detail = detail;
	return may;
}

static void ask(Race *race, const Group *a, const Group *b)
{
	const Term *all[] = {
		overlap(race, a, b), race->apart, a->when,
		term_mapped(&race->other, b->when), is_one_element(race, a, b)
	};
	const int count = sizeof all / sizeof *all;
	Check *c = race->c;

	if (check_can_be(c, count, all))
		tell(race, a, b, check_verdict(c, count, all));
	else if (!term_is_true(all[count - 1]) && may_be(c, count - 1, all))
		c->promised |= PROMISE_PERMUTE;
}

static void ask_all(Race *race)
{
	for (int i = 0; i < race->count; i++)
		for (int j = i; j < race->count; j++) {
			const Group *a = &race->groups[i];
			const Group *b = &race->groups[j];

			if (a->memory == b->memory
			    && (a->kind == EVENT_STORE
				|| b->kind == EVENT_STORE)
			    && !(a->atomic && b->atomic)
			    && race->c->verdict != PROVE_REFUTED)
				ask(race, a, b);
		}
}

/* -- phases ---------------------------------------------------------------- */

typedef enum { OTHER_ITEM, OTHER_GROUP, ANY_OTHER } Other;

static void check_phase(Check *c, Phase *phase, Other other)
{
	Race race = { .c = c, .phase = phase };

	if (phase->irregular)
		check_say(c, PROVE_UNKNOWN, "a barrier that is not in every "
			  "round of its loop");
	if (phase->count) {
		race.groups = base_calloc((size_t)phase->count,
					  sizeof *race.groups);
		for (int i = 0; i < phase->count; i++)
			add_meeting(&race, &phase->items[i]);
		rename_all(&race, other == OTHER_ITEM);
		race.apart = differs(&race, other == OTHER_ITEM ? c->w->items
							  : c->w->groups);
		if (other == ANY_OTHER)
			race.apart = term_or(c->terms, race.apart,
					     differs(&race, c->w->items));
		ask_all(&race);
		free_groups(&race);
	}
	phase_free(phase);
}

static void check_phases(Check *c, Space space)
{
	const Walk *w = c->w;
	Phase phase = phase_from(w, space, 0, NULL);

	check_phase(c, &phase, OTHER_ITEM);
	for (int i = 0; i < w->event_count; i++) {
		const Event *event = w->events[i];

		if (event->kind != EVENT_BARRIER
		    || !(event->fences & 1u << space))
			continue;
		phase = phase_from(w, space, i + 1, event->around);
		check_phase(c, &phase, OTHER_ITEM);
	}
}

static bool has_barriers(const Walk *w, Space space)
{
	for (int i = 0; i < w->event_count; i++)
		if (w->events[i]->kind == EVENT_BARRIER
		    && w->events[i]->fences & 1u << space)
			return true;
	return false;
}

void check_races(Check *c)
{
	bool apart = has_barriers(c->w, SPACE_GLOBAL);
	Phase all = phase_of_all(c->w, SPACE_GLOBAL);

	check_phase(c, &all, apart ? OTHER_GROUP : ANY_OTHER);
	if (apart)
		check_phases(c, SPACE_GLOBAL);
	check_phases(c, SPACE_LOCAL);
}
