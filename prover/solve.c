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
	int64_t slack;    /* so far below may it be */
	const Term *fits; /* digits are in their ranges */
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

/* What is left of an index behind its largest parts. */
typedef struct Rest {
	const Term *wanted;
	int64_t lo, hi; /* of all parts that are left, and the constant */
} Rest;

/* factor * part = width * digit + base, with a digit from 0 to most. */
typedef struct Place {
	int64_t width, base, most;
} Place;

static Place place_of(const TermPart *part, Range range)
{
	Place place = { llabs(part->factor), 0, range.hi - range.lo };

	place.base = part->factor * (part->factor > 0 ? range.lo : range.hi);
	return place;
}

/* From where on to count: at a multiple of the width, which is simpler, if all
 * that is left behind the digit is within one of it then. */
static int64_t shift_of(const Place *place, const Rest *rest)
{
	int64_t even = floor_div(rest->lo, place->width) * place->width;

	return rest->hi - place->width * place->most - even < place->width
	       ? even : rest->lo;
}

/* The digit that is wanted there. Where all that is left behind it is less than
 * one of it, there is no other; elsewhere as many as there are. */
static const Term *digit_at(Solve *s, const Place *place, Rest *rest)
{
	Terms *t = s->map->terms;
	int64_t shift = shift_of(place, rest);
	bool only = rest->hi - place->width * place->most - shift
		    < place->width;
	const Term *wanted = term_plus(t, rest->wanted, -shift), *d;

	d = term_div(t, wanted, place->width);
	if (only)
		s->fits = term_and(t, s->fits,
				   term_within(t, d, 0, place->most));
	else
		d = term_max(t, term_min(t, d, term_number(t, place->most)),
			     term_number(t, 0));
	rest->wanted = only
		? term_plus(t, term_mod(t, wanted, place->width),
			    shift - place->base)
		: term_sub(t, rest->wanted, term_plus(t, term_times(t, d,
				place->width), place->base));
	rest->lo -= place->base;
	rest->hi -= place->base + place->width * place->most;
	return d;
}

static bool digit(Solve *s, const TermPart *part, Rest *rest)
{
	Terms *t = s->map->terms;
	Range range = range_of(part->term, s->when);
	Place place = place_of(part, range);
	const Term *d = digit_at(s, &place, rest);

	return give(s, part->term, part->factor > 0
		    ? term_plus(t, d, range.lo)
		    : term_sub(t, term_number(t, range.hi), d));
}

/* Takes away those parts all of whose names were found by now. How many are
 * left. */
static int take_known(Solve *s, int count, TermPart *parts, Rest *rest)
{
	Terms *t = s->map->terms;
	int left = 0;

	for (int i = 0; i < count; i++) {
		Place place = place_of(&parts[i], range_of(parts[i].term,
							   s->when));

		if (is_open(s->map, parts[i].term)) {
			parts[left++] = parts[i];
			continue;
		}
		rest->lo -= place.base;
		rest->hi -= place.base + place.width * place.most;
		rest->wanted = term_sub(t, rest->wanted, term_times(t,
			term_mapped(s->map, parts[i].term), parts[i].factor));
	}
	return left;
}

static bool digits_of(Solve *s, int count, TermPart *parts, Rest rest)
{
	for (int i = 0; i < count; i++) {
		Range range = range_of(parts[i].term, s->when);
		Place place = place_of(&parts[i], range);

		if (range.lo <= -TERM_FAR || range.hi >= TERM_FAR
		    || range.lo > range.hi)
			return false;
		rest.lo += place.base;
		rest.hi += place.base + place.width * place.most;
	}
	qsort(parts, (size_t)count, sizeof *parts, by_factor);
	for (; count; count--) {
		if (!digit(s, parts++, &rest))
			return false;
		count = take_known(s, count - 1, parts, &rest) + 1;
	}
	return true;
}

/* Where a name and a quotient of it are added up, the name is quotient and rest. */
static void take_apart(Terms *t, int count, TermPart *parts)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < count; j++) {
			const Term *name = parts[i].term, *q = parts[j].term;
			const Term *rest;

			if (name->kind != TERM_NAME || q->kind != TERM_DIV
			    || q->parts[0].term != name)
				continue;
			rest = term_mod(t, name, q->constant);
			if (rest->kind != TERM_MOD || !(parts[j].factor
					+ parts[i].factor * q->constant))
				continue;
			parts[j].factor += parts[i].factor * q->constant;
			parts[i].term = rest;
		}
}

static bool digits(Solve *s, const Term *index, const Term *wanted)
{
	Terms *t = s->map->terms;
	TermPart alone = { 1, index };
	bool is_sum = index->kind == TERM_SUM;
	const TermPart *parts = is_sum ? index->parts : &alone;
	int all = is_sum ? index->count : 1, count = 0;
	TermPart *open = base_calloc((size_t)all, sizeof *open);
	int64_t constant = is_sum ? index->constant : 0;
	bool good;

	for (int i = 0; i < all; i++) {
		if (is_open(s->map, parts[i].term))
			open[count++] = parts[i];
		else
			wanted = term_sub(t, wanted, term_times(t,
				term_mapped(s->map, parts[i].term),
				parts[i].factor));
	}
	take_apart(t, count, open);
	good = digits_of(s, count, open, (Rest){ wanted, constant,
						 constant + s->slack });
	free(open);
	return good;
}

const Term *solve_index(TermMap *map, const Term *index, const Term *wanted,
			int64_t slack, const Term *when)
{
	Terms *t = map->terms;
	Solve s = { .map = map, .when = when, .slack = slack,
		    .fits = term_truth(t, true) };

	if (!digits(&s, index, wanted))
		return term_truth(t, false);
	for (int i = 0; i < s.count; i++) {
		const Pending *p = &s.pending[i];
		const Term *value = p->rest ? p->rest : term_number(t, 0);

		if (p->quotient)
			value = term_add(t, value, term_times(t, p->quotient,
							      p->by));
		s.slack = p->quotient && !p->rest ? p->by - 1 : 0;
		if (is_open(map, p->of) && !digits(&s, p->of, value))
			return term_truth(t, false);
	}
	return s.fits;
}
