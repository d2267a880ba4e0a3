/* Instructions that the items of a warp execute, as compilers leave them: what
 * no round of a loop changes is computed before the loop, what was computed
 * already is not computed again. */
#include "codegen_opencl/traffic_walk.h"

#include <stdlib.h>

#include "base/hash.h"

void traffic_issue(TrafficWalk *w, double count)
{
	for (int i = 0; i < w->warp.lanes; i++)
		if (w->warp.there >> i & 1)
			w->issued[i] += w->weight * count;
}

/* -- what is computed where ------------------------------------------------ */

/* In how many of the loops around, from the outermost, the variable is set. */
static int level_of_var(const TrafficWalk *w, const Var *var)
{
	int at = w->warp.count - 1, level = 0;

	if (var->kind == VAR_ID || var->kind == VAR_SIZE
	    || var->kind == VAR_ARGUMENT)
		return 0;
	while (at >= 0 && w->warp.vars[at] != var)
		at--;
	if (at < 0)
		return w->loop_count;
	while (level < w->loop_count && w->loops[level].known <= at)
		level++;
	return level;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

static int level_of(const TrafficWalk *w, const Affine *index)
{
	int level = 0;

	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->var)
			level = most(level, level_of_var(w, atom->var));
		if (atom->of)
			level = most(level, level_of(w, atom->of));
		if (atom->end)
			level = most(level, level_of(w, atom->end));
	}
	return level;
}

/* Whether that is done in this round, not in an earlier one. */
static bool is_now(const TrafficWalk *w, int level)
{
	while (level < w->loop_count)
		if (!w->loops[level++].first)
			return false;
	return true;
}

static bool is_new(TrafficWalk *w, uint64_t key)
{
	int *chain = &w->chains[key % TRAFFIC_CHAINS];

	for (int i = *chain; i; i = w->seen[i - 1].before)
		if (w->seen[i - 1].key == key)
			return false;
	if (w->seen_count < TRAFFIC_SEEN) {
		w->seen[w->seen_count++] = (TrafficSeen){ key, *chain };
		*chain = w->seen_count;
	}
	return true;
}

void traffic_forget(TrafficWalk *w, int seen_count)
{
	while (w->seen_count > seen_count) {
		const TrafficSeen *last = &w->seen[--w->seen_count];

		w->chains[last->key % TRAFFIC_CHAINS] = last->before;
	}
}

static uint64_t key_of(const void *what, uint64_t how)
{
	return hash_combine((uint64_t)(uintptr_t)what, how);
}

static void issue_once(TrafficWalk *w, int level, uint64_t key, int count)
{
	if (count && is_now(w, level) && is_new(w, key))
		traffic_issue(w, count);
}

/* -- indices --------------------------------------------------------------- */

enum { KEY_SUM, KEY_SIGN, KEY_ADDRESS, KEY_ATOM };

static void issue_atom(TrafficWalk *w, const AffineAtom *atom, int level)
{
	if (atom->of)
		traffic_issue_index(w, atom->of);
	if (atom->end)
		traffic_issue_index(w, atom->end);
	if (atom->kind != AFFINE_VAR && atom->kind != AFFINE_LANE
	    && atom->kind != AFFINE_LANE_OF)
		issue_once(w, level, key_of(atom, KEY_ATOM),
			   atom->kind == AFFINE_MIRROR
			   || atom->kind == AFFINE_FOLD ? 2 : 1);
}

/* Terms are added up by the loops that change them, outermost first. */
static int level_of_term(const TrafficWalk *w, const AffineTerm *term)
{
	const Affine alone = { .count = 1, .terms = term };

	return level_of(w, &alone);
}

static uint64_t key_of_term(uint64_t before, const AffineTerm *term)
{
	return hash_combine(hash_combine(before, (uint64_t)term->factor),
			    (uint64_t)(uintptr_t)term->atom);
}

static void issue_term(TrafficWalk *w, const AffineTerm *term, int level)
{
	issue_atom(w, term->atom, level);
	issue_once(w, level, key_of_term(KEY_SUM, term),
		   llabs(term->factor) != 1);
}

void traffic_issue_index(TrafficWalk *w, const Affine *index)
{
	uint64_t sum = HASH_SEED;
	int before = 0;

	for (int level = 0; level <= w->loop_count; level++) {
		const int first = before;

		for (int i = 0; i < index->count; i++) {
			const AffineTerm *term = &index->terms[i];

			if (level_of_term(w, term) != level)
				continue;
			issue_term(w, term, level);
			sum = key_of_term(sum, term);
			before++;
		}
		if (before > first && before > 1)
			issue_once(w, level, sum, before - most(first, 1));
	}
	if (index->constant && before)
		issue_once(w, level_of(w, index), key_of(index, KEY_SUM), 1);
}

/* Of a vector: each term moves the pointer on. */
static void issue_pointer(TrafficWalk *w, const Buffer *buffer,
			  const Affine *index)
{
	uint64_t place = key_of(buffer, KEY_ADDRESS);

	for (int level = 0; level <= w->loop_count; level++)
		for (int i = 0; i < index->count; i++) {
			const AffineTerm *term = &index->terms[i];

			if (level_of_term(w, term) != level)
				continue;
			issue_term(w, term, level);
			issue_once(w, level, key_of_term(KEY_SIGN, term),
				   !affine_is_wide(index));
			place = key_of_term(place, term);
			issue_once(w, level, place, 1);
		}
	if (index->constant)
		issue_once(w, level_of(w, index),
			   hash_combine(place, (uint64_t)index->constant), 1);
}

void traffic_issue_address(TrafficWalk *w, const Buffer *buffer,
			   const Affine *index, int width)
{
	const int level = level_of(w, index);

	if (!index->count && (buffer->space != SPACE_GLOBAL
			      || !index->constant))
		return;
	if (width > 1) {
		issue_pointer(w, buffer, index);
		return;
	}
	traffic_issue_index(w, index);
	if (index->count && !affine_is_wide(index))
		issue_once(w, level, key_of(index, KEY_SIGN), 1);
	issue_once(w, level, hash_combine(key_of(index, KEY_ADDRESS),
					  (uint64_t)(uintptr_t)buffer), 1);
}

/* -- operations ------------------------------------------------------------ */

enum { HELPER = 4 }; /* instructions of a function that stands before */

static bool is_product(const Code *c)
{
	return c->kind == CODE_INFIX && c->op == OPERATOR_MUL;
}

static double of_call(const Code *c)
{
	switch (c->op) {
	case OPERATOR_FMA: return c->width;
	case OPERATOR_BITS: return 0;
	default: return c->helper ? HELPER : 1;
	}
}

/* A product that is added to something is one with that. */
static double of_infix(const Code *c)
{
	const bool sum = c->op == OPERATOR_ADD || c->op == OPERATOR_SUB;

	if (!scalar_is_float(c->scalar))
		return 1;
	if (sum && (is_product(c->args[0]) || is_product(c->args[1])))
		return 0;
	return c->width;
}

double traffic_issues(const Code *c)
{
	switch (c->kind) {
	case CODE_INFIX: return of_infix(c);
	case CODE_PREFIX: return scalar_is_float(c->scalar) ? c->width : 1;
	case CODE_CALL: return of_call(c);
	case CODE_CAST: case CODE_COND: return 1;
	default: return 0;
	}
}
