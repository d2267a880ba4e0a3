/* Nothing is read that was not stored before: for each element that is read
 * there is an item, a round of its loops and a kernel that stored it. Which
 * ones is guessed (solve.h); that the guess is right for all that is read, is asked.
 *
 * Another item's store comes before when it stands before, in the same round of
 * all loops with barriers: were there no barrier between, the two would be in
 * one phase, and race.c has found that they do not meet. */
#include <inttypes.h>
#include <stdlib.h>

#include "prover/check.h"
#include "prover/element.h"
#include "prover/solve.h"

/* What is read. */
typedef struct Read {
	const Walk *w;       /* NULL: by the host */
	const Event *event;
	const Memory *memory;
	const Term *element; /* of which any is meant */
	const Term *when;    /* it is read */
	int at;
} Read;

/* One way in which a store can come before. */
typedef struct Way {
	const Walk *w;
	const Event *store;
	bool same_item, same_group;
	const Around *same;  /* the loops whose rounds are the reader's */
	const Around *less;  /* one whose round is before the reader's */
} Way;

typedef struct Ways {
	int count, capacity;
	Way *items; /* malloc */
} Ways;

/* -- ways ------------------------------------------------------------------ */

/* Loops of which the rounds are free must not be left. */
static bool is_sure(const Event *store, const Around *same)
{
	const Around *a = store->around;

	for (; a && a != same; a = a->up)
		if (a->left)
			return false;
	return true;
}

static void add_way(Ways *ways, Way way)
{
	if (!is_sure(way.store, way.same))
		return;
	if (ways->count == ways->capacity) {
		ways->capacity = 2 * ways->capacity + 16;
		ways->items = base_realloc(ways->items, sizeof *ways->items
					   * (size_t)ways->capacity);
	}
	ways->items[ways->count++] = way;
}

/* By the reader itself: before, in the same rounds, or in an earlier one. */
static void add_own(Ways *ways, const Read *read, const Event *store,
		    bool rounds)
{
	const Around *common = walk_common(store->around, read->event->around);
	Way way = { .w = read->w, .store = store, .same_item = true,
		    .same_group = true, .same = common };

	if (store->at < read->at)
		add_way(ways, way);
	for (; rounds && common; common = common->up) {
		way.same = common->up;
		way.less = common;
		add_way(ways, way);
	}
}

/* By other items of the group, beyond a barrier. */
static void add_others(Ways *ways, const Read *read, const Event *store,
		       bool rounds)
{
	const Around *common = walk_common(store->around, read->event->around);
	Way way = { .w = read->w, .store = store, .same_group = true,
		    .same = common };

	if (read->memory->space == SPACE_PRIVATE || !read->w->grouped
	    || (common && !(common->fences & 1u << read->memory->space)))
		return;
	if (store->at < read->at)
		add_way(ways, way);
	for (; rounds && common; common = common->up) {
		way.same = common->up;
		way.less = common;
		add_way(ways, way);
	}
}

/* Of stores that are one where they lie side by side, or of each. */
static void add_ways(Ways *ways, const Read *read, int count,
		     const Walk *const *before, bool each)
{
	for (int k = 0; k <= count; k++) {
		const Walk *w = k < count ? before[k] : read->w;
		int events = !w ? 0 : each ? w->event_count : w->store_count;

		for (int i = 0; i < events; i++) {
			const Event *event = each ? w->events[i]
						  : w->stores[i];

			if (event->kind != EVENT_STORE
			    || !memory_is_same(event->memory, read->memory))
				continue;
			if (k < count) {
				add_way(ways, (Way){ .w = w,
						     .store = event });
				continue;
			}
			add_own(ways, read, event, each);
			add_others(ways, read, event, each);
		}
	}
}

/* -- names ----------------------------------------------------------------- */

typedef struct Naming {
	Check *c;
	const Way *way;
	TermMap *map;
	bool rest; /* what is left is as small as may be */
} Naming;

static bool is_kept(const Way *way, const Term *name)
{
	switch (name->name->kind) {
	case NAME_ITEM:
		return way->same_item;
	case NAME_GROUP:
		return way->same_group;
	case NAME_ROUND:
		return walk_is_in(way->same, name->name->owner);
	case NAME_DATA:
		return way->same_item && !way->less
		    && walk_is_in(way->same, name->name->owner);
	default:
		return true;
	}
}

static void name_one(void *context, const Term *name)
{
	const Naming *n = context;
	Terms *t = n->c->terms;

	if (term_map_get(n->map, name))
		return;
	if (is_kept(n->way, name))
		term_map_put(n->map, name, name);
	else if (name->name->kind == NAME_DATA)
		term_map_put(n->map, name, name->truth
			     ? term_open(t, *name->name)
			     : term_name(t, *name->name, name->lo, name->hi));
	else if (n->rest)
		term_map_put(n->map, name, term_number(t, solve_least(name,
			     n->way->store->when)));
}

static void name_all(Naming *n)
{
	Terms *t = n->c->terms;
	const Event *store = n->way->store;

	term_names(t, store->first, name_one, n);
	term_names(t, store->end, name_one, n);
	term_names(t, store->when, name_one, n);
}

/* -- what a way covers ----------------------------------------------------- */

static const Term *covers(Check *c, const Read *read, const Way *way,
			  TermMap *map)
{
	Terms *t = c->terms;
	const Event *store = way->store;
	const Term *made = term_and(t, term_mapped(map, store->when),
		term_and(t, term_upto(t, term_mapped(map, store->first),
				      read->element),
			 term_below(t, read->element,
				    term_mapped(map, store->end))));

	if (way->less)
		made = term_and(t, made, term_below(t,
				term_mapped(map, way->less->round),
				way->less->round));
	return made;
}

static const Term *guessed(Check *c, const Read *read, const Way *way)
{
	TermMap map = term_map(c->terms);
	Naming naming = { c, way, &map, false };
	const Event *store = way->store;
	const Term *length = term_sub(c->terms, store->end, store->first);
	const Term *made;

	name_all(&naming);
	made = solve_index(&map, store->first, read->element,
			   length->hi < TERM_FAR ? length->hi - 1 : 0,
			   store->when);
	if (!term_is_false(made)) {
		naming.rest = true;
		name_all(&naming);
		made = term_and(c->terms, made, covers(c, read, way, &map));
	}
	term_map_free(&map);
	return made;
}

static void name_free(void *context, const Term *name)
{
	const Naming *n = context;
	Terms *t = n->c->terms;

	if (!term_map_get(n->map, name))
		term_map_put(n->map, name, name->truth
			     ? term_open(t, *name->name)
			     : term_name(t, *name->name, name->lo, name->hi));
}

/* Whether any ids and rounds would do. */
static const Term *possible(Check *c, const Read *read, const Way *way)
{
	TermMap map = term_map(c->terms);
	Naming naming = { c, way, &map, false };
	const Event *store = way->store;
	const Term *made;

	name_all(&naming);
	term_names(c->terms, store->first, name_free, &naming);
	term_names(c->terms, store->end, name_free, &naming);
	term_names(c->terms, store->when, name_free, &naming);
	made = covers(c, read, way, &map);
	term_map_free(&map);
	return made;
}

/* -- asking ---------------------------------------------------------------- */

static bool is_covered(Check *c, const Read *read, const Ways *ways)
{
	const Term *all[] = { read->when, term_truth(c->terms, true) };

	for (int i = 0; i < ways->count; i++)
		all[1] = term_and(c->terms, all[1], term_not(c->terms,
				  guessed(c, read, &ways->items[i])));
	return !check_can_be(c, 2, all);
}

typedef struct Fixing {
	Check *c;
	TermMap *map;
} Fixing;

static void fix_one(void *context, const Term *name)
{
	const Fixing *fixing = context;
	Terms *t = fixing->c->terms;
	int64_t value = check_value(fixing->c, name);

	term_map_put(fixing->map, name, name->truth
		     ? term_truth(t, value) : term_number(t, value));
}

/* Whether some way may store the element of the answer, after all. */
static bool may_be_stored(Check *c, const Read *read, const Ways *ways)
{
	TermMap map = term_map(c->terms);
	Fixing fixing = { c, &map };
	const Term *any = term_truth(c->terms, false);
	bool may;

	term_names(c->terms, read->element, fix_one, &fixing);
	term_names(c->terms, read->when, fix_one, &fixing);
	for (int i = 0; i < ways->count; i++)
		any = term_or(c->terms, any, term_mapped(&map,
			      possible(c, read, &ways->items[i])));
	may = check_can_be(c, 1, &any);
	term_map_free(&map);
	return may;
}

static void tell(Check *c, const Read *read, const Ways *ways)
{
	int64_t element = check_value(c, read->element);
	const char *where = read->w ? check_where(c, read->event->around, NULL)
				    : NULL;
	ProofVerdict verdict = check_verdict(c, 1, &read->when);

	if (verdict == PROVE_REFUTED && may_be_stored(c, read, ways))
		verdict = PROVE_UNKNOWN;
	if (!read->w)
		check_say(c, verdict, "element %" PRId64 " of the output %s is "
			  "%s stored", element, read->memory->buffer->name,
			  verdict == PROVE_REFUTED ? "never"
						   : "perhaps not");
	else
		check_say(c, verdict, "%s: element %" PRId64 " of %s was %s "
			  "stored, for %s", check_text(c, read->event->stmt),
			  element, read->memory->buffer->name,
			  verdict == PROVE_REFUTED ? "never"
						   : "perhaps never", where);
}

static void check_read(Check *c, const Read *read, int count,
		       const Walk *const *before)
{
	ProofVerdict verdict = c->verdict;
	const char *detail = c->detail;

	for (int rounds = 0; rounds < 2; rounds++) {
		Ways ways = { 0 };
		bool good;

		add_ways(&ways, read, count, before, rounds);
		good = is_covered(c, read, &ways);
		if (!good && rounds)
			tell(c, read, &ways);
		free(ways.items);
		if (good && c->verdict == verdict)
			return;
		if (!rounds) {
			c->verdict = verdict;
			c->detail = detail;
		}
	}
}

void check_stored(Check *c, int count, const Walk *const *walks)
{
	Terms *t = c->terms;

	for (int i = 0; i < c->w->event_count; i++) {
		const Event *event = c->w->events[i];
		Read read = { .w = c->w, .event = event, .at = event->at,
			      .memory = event->memory };

		if (event->kind != EVENT_LOAD || event->memory->given)
			continue;
		if (event->memory->buffer->unset) {
			c->promised |= PROMISE_UNSET;
			continue;
		}
		read.element = element_any(c->terms, event->memory, count + 1,
					   walks);
		read.when = term_and(t, event->when, term_and(t,
			term_upto(t, event->first, read.element),
			term_below(t, read.element, event->end)));
		check_read(c, &read, count, walks);
		if (c->verdict == PROVE_REFUTED)
			return;
	}
}

void check_outputs(Check *c, int count, const Walk *const *kernels)
{
	const Kernels *all = c->w->kernels;

	for (int i = 0; i < all->program->output_count; i++) {
		Memory *memory = walk_memory((Walk *)kernels[count - 1],
					     all->outputs[i]);
		Read read = { .memory = memory };

		if (memory->buffer->unset) {
			c->promised |= PROMISE_UNSET;
			continue;
		}
		read.element = element_any(c->terms, memory, count, kernels);
		read.when = term_below(c->terms, read.element, term_number(
				       c->terms, memory->elements));
		if (!memory->given && memory->elements)
			check_read(c, &read, count, kernels);
	}
}
