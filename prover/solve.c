#include "prover/solve.h"

#include <stdlib.h>

enum { PENDING_MAX = 16 };

/* Quotients and rests of one term, as far as they are wanted. */
typedef struct Pending {
	const Term *of, *quotient, *rest;
	int64_t by;
} Pending;

typedef struct Solve {
	TermMap *map;
	const Term *when;
	int count;
	Pending pending[PENDING_MAX];
} Solve;

/* -- ranges ---------------------------------------------------------------- */

typedef struct Range {
	int64_t lo, hi;
} Range;

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

/* factor * name + constant >= 0. */
static void cut_below(Range *range, int64_t factor, int64_t constant)
{
	if (factor > 0 && -floor_div(constant, factor) > range->lo)
		range->lo = -floor_div(constant, factor);
	if (factor < 0 && floor_div(constant, -factor) < range->hi)
		range->hi = floor_div(constant, -factor);
}

static void cut(Range *range, const Term *name, const Term *when)
{
	const Term *of = when->count ? when->parts[0].term : NULL;
	bool alone = of == name;
	int64_t factor = 1, constant = 0;

	if (when->kind == TERM_AND) {
		cut(range, name, of);
		cut(range, name, when->parts[1].term);
		return;
	}
	if (of && of->kind == TERM_SUM && of->count == 1
	    && of->parts[0].term == name) {
		alone = true;
		factor = of->parts[0].factor;
		constant = of->constant;
	}
	if (!alone || (when->kind != TERM_LEAST && when->kind != TERM_ZERO))
		return;
	cut_below(range, factor, constant);
	if (when->kind == TERM_ZERO)
		cut_below(range, -factor, -constant);
}

static Range range_of(const Term *term, const Term *when)
{
	Range range = { term->lo, term->hi };

	cut(&range, term, when);
	return range;
}

int64_t solve_least(const Term *name, const Term *when)
{
	return range_of(name, when).lo;
}

/* -- digits ---------------------------------------------------------------- */

typedef struct Open {
	const TermMap *map;
	bool open;
} Open;

static void see(void *context, const Term *name)
{
	Open *open = context;

	open->open |= !term_map_get(open->map, name);
}

/* Whether some name of it has nothing yet. */
static bool is_open(const TermMap *map, const Term *term)
{
	Open open = { map, false };

	term_names(map->terms, term, see, &open);
	return open.open;
}

static bool digits(Solve *s, const Term *index, const Term *wanted);

static bool note(Solve *s, const Term *part, const Term *value)
{
	const Term *of = part->parts[0].term;
	Pending *found = NULL;

	for (int i = 0; i < s->count && !found; i++)
		if (s->pending[i].of == of
		    && s->pending[i].by == part->constant)
			found = &s->pending[i];
	if (!found && s->count == PENDING_MAX)
		return false;
	if (!found) {
		found = &s->pending[s->count++];
		*found = (Pending){ .of = of, .by = part->constant };
	}
	if (part->kind == TERM_DIV)
		found->quotient = value;
	else
		found->rest = value;
	return true;
}

static bool give(Solve *s, const Term *part, const Term *value)
{
	switch (part->kind) {
	case TERM_NAME:
		term_map_put(s->map, part, value);
		return true;
	case TERM_DIV:
	case TERM_MOD:
		return note(s, part, value);
	case TERM_CHOOSE:
		return digits(s, part->parts[term_is_number(
			part->parts[1].term) ? 2 : 1].term, value);
	default:
		return false;
	}
}

static int by_factor(const void *a, const void *b)
{
	int64_t x = llabs(((const TermPart *)a)->factor);
	int64_t y = llabs(((const TermPart *)b)->factor);

	return x > y ? -1 : x < y;
}

/* The digit of a part in the rest, which begins at 0. */
static bool digit(Solve *s, const TermPart *part, const Term **rest)
{
	Terms *t = s->map->terms;
	const Term *p = part->term, *d;
	int64_t factor = llabs(part->factor);
	Range range = range_of(p, s->when);
	bool whole;

	if (range.lo <= -TERM_FAR || range.hi >= TERM_FAR
	    || range.lo > range.hi)
		return false;
	d = term_div(t, *rest, factor);
	whole = d->lo >= 0 && d->hi <= range.hi - range.lo;
	d = term_max(t, term_min(t, d, term_number(t, range.hi - range.lo)),
		     term_number(t, 0));
	*rest = whole ? term_mod(t, *rest, factor)
		      : term_sub(t, *rest, term_times(t, d, factor));
	if (!is_open(s->map, p))
		return true;
	return give(s, p, part->factor > 0
		    ? term_plus(t, d, range.lo)
		    : term_sub(t, term_number(t, range.hi), d));
}

static bool digits_of(Solve *s, int count, TermPart *parts, const Term *rest)
{
	Terms *t = s->map->terms;

	for (int i = 0; i < count; i++) {
		Range range = range_of(parts[i].term, s->when);
		const Term *least = term_number(t, parts[i].factor > 0
						? range.lo : range.hi);

		rest = term_sub(t, rest, term_times(t, least,
						    parts[i].factor));
	}
	qsort(parts, (size_t)count, sizeof *parts, by_factor);
	for (int i = 0; i < count; i++)
		if (!digit(s, &parts[i], &rest))
			return false;
	return true;
}

static bool digits(Solve *s, const Term *index, const Term *wanted)
{
	Terms *t = s->map->terms;
	TermPart alone = { 1, index };
	bool is_sum = index->kind == TERM_SUM;
	const TermPart *parts = is_sum ? index->parts : &alone;
	int all = is_sum ? index->count : 1, count = 0;
	TermPart *open = base_calloc((size_t)all, sizeof *open);
	bool good;

	if (is_sum)
		wanted = term_plus(t, wanted, -index->constant);
	for (int i = 0; i < all; i++) {
		if (is_open(s->map, parts[i].term))
			open[count++] = parts[i];
		else
			wanted = term_sub(t, wanted, term_times(t,
				term_mapped(s->map, parts[i].term),
				parts[i].factor));
	}
	good = digits_of(s, count, open, wanted);
	free(open);
	return good;
}

bool solve_index(TermMap *map, const Term *index, const Term *wanted,
		 const Term *when)
{
	Terms *t = map->terms;
	Solve s = { .map = map, .when = when };

	if (!digits(&s, index, wanted))
		return false;
	for (int i = 0; i < s.count; i++) {
		const Pending *p = &s.pending[i];
		const Term *value = p->rest ? p->rest : term_number(t, 0);

		if (p->quotient)
			value = term_add(t, value, term_times(t, p->quotient,
							      p->by));
		if (is_open(map, p->of) && !digits(&s, p->of, value))
			return false;
	}
	return true;
}
