/* Terms made: numbers, names and sums; the table that keeps each once. */
#include "prover/term_node.h"

#include <string.h>

#include "base/checked.h"
#include "base/hash.h"

void terms_free(Terms *t)
{
	intern_free(&t->table);
}

/* -- ranges ---------------------------------------------------------------- */

int64_t term_far(int64_t value)
{
	return value > TERM_FAR ? TERM_FAR : value < -TERM_FAR ? -TERM_FAR
							       : value;
}

int64_t term_far_sum(int64_t a, int64_t b)
{
	if (a == TERM_FAR || a == -TERM_FAR)
		return a;
	return b == TERM_FAR || b == -TERM_FAR ? b : term_far(a + b);
}

int64_t term_far_product(int64_t a, int64_t b)
{
	int64_t product;

	if (!checked_mul(a, b, &product))
		return (a < 0) == (b < 0) ? TERM_FAR : -TERM_FAR;
	return term_far(product);
}

static int64_t checked(Terms *t, bool ok, int64_t value)
{
	if (ok && value < TERM_FAR && value > -TERM_FAR)
		return value;
	t->overflow = true;
	return 0;
}

static int64_t sum(Terms *t, int64_t a, int64_t b)
{
	int64_t made = 0;
	bool ok = checked_add(a, b, &made);

	return checked(t, ok, made);
}

static int64_t product(Terms *t, int64_t a, int64_t b)
{
	int64_t made = 0;
	bool ok = checked_mul(a, b, &made);

	return checked(t, ok, made);
}

/* -- nodes ----------------------------------------------------------------- */

static uint64_t hash_of(const Term *a, const TermPart *parts)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)a->kind);

	h = hash_combine(h, (uint64_t)a->constant);
	h = hash_combine(h, (uint64_t)a->truth);
	h = hash_combine(h, (uint64_t)(uintptr_t)a->name);
	for (int i = 0; i < a->count; i++) {
		h = hash_combine(h, (uint64_t)parts[i].factor);
		h = hash_combine(h, (uint64_t)parts[i].term->number);
	}
	return h;
}

static bool is_same(const void *stored, const void *wanted)
{
	const Term *a = stored, *b = wanted;

	if (a->kind != b->kind || a->constant != b->constant
	    || a->truth != b->truth || a->name != b->name
	    || a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->parts[i].factor != b->parts[i].factor
		    || a->parts[i].term != b->parts[i].term)
			return false;
	return true;
}

const Term *term_node(Terms *t, Term wanted, int count, const TermPart *parts)
{
	const Term *found;
	TermPart *kept;
	Term *made;

	wanted.count = count;
	wanted.parts = parts;
	wanted.hash = hash_of(&wanted, parts);
	found = intern_find(&t->table, wanted.hash, &wanted, is_same);
	if (found)
		return found;
	made = ARENA_NEW(t->arena, Term);
	kept = ARENA_ARRAY(t->arena, TermPart, count ? count : 1);
	if (count)
		memcpy(kept, parts, sizeof *parts * (size_t)count);
	*made = wanted;
	made->parts = kept;
	made->number = t->count++;
	intern_add(&t->table, made->hash, made);
	return made;
}

const Term *term_number(Terms *t, int64_t value)
{
	value = checked(t, true, value);
	return term_node(t, (Term){ .kind = TERM_NUMBER, .constant = value,
				    .lo = value, .hi = value }, 0, NULL);
}

const Term *term_truth(Terms *t, bool value)
{
	return term_node(t, (Term){ .kind = TERM_NUMBER, .constant = value,
				    .lo = value, .hi = value, .truth = true },
			 0, NULL);
}

static const Term *named(Terms *t, TermName name, Term wanted)
{
	TermName *kept = ARENA_NEW(t->arena, TermName);

	*kept = name;
	wanted.kind = TERM_NAME;
	wanted.name = kept;
	return term_node(t, wanted, 0, NULL);
}

const Term *term_name(Terms *t, TermName name, int64_t lo, int64_t hi)
{
	if (lo == hi)
		return term_number(t, lo);
	return named(t, name, (Term){ .lo = term_far(lo),
				      .hi = term_far(hi) });
}

const Term *term_open(Terms *t, TermName name)
{
	return named(t, name, (Term){ .hi = 1, .truth = true });
}

/* -- sums ------------------------------------------------------------------ */

/* Of parts by number, none with factor 0. */
static const Term *sum_of(Terms *t, int64_t constant, int count,
			  const TermPart *parts)
{
	Term made = { .kind = TERM_SUM, .constant = constant, .lo = constant,
		      .hi = constant };

	if (!count)
		return term_number(t, constant);
	if (count == 1 && parts[0].factor == 1 && !constant)
		return parts[0].term;
	for (int i = 0; i < count; i++) {
		int64_t a = term_far_product(parts[i].factor,
					     parts[i].term->lo);
		int64_t b = term_far_product(parts[i].factor,
					     parts[i].term->hi);

		made.lo = term_far_sum(made.lo, a < b ? a : b);
		made.hi = term_far_sum(made.hi, a < b ? b : a);
	}
	return term_node(t, made, count, parts);
}

/* Any integer as a constant and parts. */
typedef struct Sum {
	int64_t constant;
	int count;
	const TermPart *parts;
	TermPart alone;
} Sum;

static void as_sum(const Term *a, Sum *sum)
{
	*sum = (Sum){ .constant = a->constant, .count = a->count,
		      .parts = a->parts };
	if (a->kind == TERM_SUM || a->kind == TERM_NUMBER)
		return;
	sum->constant = 0;
	sum->count = 1;
	sum->alone = (TermPart){ 1, a };
	sum->parts = &sum->alone;
}

static int64_t factor_of(const Term *sum, const Term *part)
{
	for (int i = 0; i < sum->count; i++)
		if (sum->parts[i].term == part)
			return sum->parts[i].factor;
	return 0;
}

/* Whether what the quotient is of, one part and perhaps a constant, is in the
 * sum, as often as it takes. */
static bool holds_divided(const Term *sum, const TermPart *quotient)
{
	const Term *of = quotient->term->parts[0].term;
	const TermPart alone = { 1, of };
	const TermPart *part = of->kind == TERM_SUM ? &of->parts[0] : &alone;

	return (of->kind != TERM_SUM || of->count == 1)
	    && -quotient->factor == quotient->term->constant
				    * (factor_of(sum, part->term)
				       / part->factor)
	    && factor_of(sum, part->term) % part->factor == 0;
}

/* x - b*(x/b) is x%b; x%b + b*(x/b) is x, also where x/b became part of another
 * quotient. */
static const Term *rejoined_part(Terms *t, const Term *a,
				 const TermPart *part)
{
	const Term *of = part->term->parts[0].term, *quotient;
	int64_t by = part->term->constant, factor = part->factor;

	if (part->term->kind == TERM_DIV) {
		a = term_sub(t, a, term_times(t, part->term, factor));
		a = term_add(t, a, term_times(t, of, factor / by));
		return term_add(t, a, term_times(t, term_mod(t, of, by),
						 -factor / by));
	}
	quotient = term_div(t, of, by);
	if (quotient->kind != TERM_DIV || factor_of(a, quotient) != factor * by)
		return a;
	a = term_sub(t, a, term_times(t, part->term, factor));
	a = term_sub(t, a, term_times(t, quotient, factor * by));
	return term_add(t, a, term_times(t, of, factor));
}

static const Term *rejoined(Terms *t, const Term *a)
{
	for (int i = 0; a->kind == TERM_SUM && i < a->count; i++) {
		TermKind kind = a->parts[i].term->kind;
		const Term *made = a;

		if (kind == TERM_MOD
		    || (kind == TERM_DIV && holds_divided(a, &a->parts[i])))
			made = rejoined_part(t, a, &a->parts[i]);
		if (made->kind != TERM_SUM || made->count < a->count)
			return made;
	}
	return a;
}

/* a + factor*b. */
static const Term *combined(Terms *t, const Term *a, const Term *b,
			    int64_t factor)
{
	TermPart few[16], *parts = few;
	int count = 0, i = 0, j = 0;
	Sum x, y;

	as_sum(a, &x);
	as_sum(b, &y);
	if (x.count + y.count > 16)
		parts = ARENA_ARRAY(t->arena, TermPart, x.count + y.count);
	while (i < x.count || j < y.count) {
		TermPart part;

		if (j == y.count
		    || (i < x.count && x.parts[i].term->number
				       < y.parts[j].term->number)) {
			part = x.parts[i++];
		} else {
			part = y.parts[j];
			part.factor = product(t, part.factor, factor);
			if (i < x.count && x.parts[i].term == part.term)
				part.factor = sum(t, part.factor,
						  x.parts[i++].factor);
			j++;
		}
		if (part.factor)
			parts[count++] = part;
	}
	return rejoined(t, sum_of(t, sum(t, x.constant,
					 product(t, y.constant, factor)),
				  count, parts));
}

const Term *term_add(Terms *t, const Term *a, const Term *b)
{
	return combined(t, a, b, 1);
}

const Term *term_sub(Terms *t, const Term *a, const Term *b)
{
	return combined(t, a, b, -1);
}

const Term *term_plus(Terms *t, const Term *a, int64_t b)
{
	return b ? combined(t, a, term_number(t, b), 1) : a;
}

const Term *term_times(Terms *t, const Term *a, int64_t factor)
{
	return factor == 1 ? a : combined(t, term_number(t, 0), a, factor);
}

/* -- quotients and rests --------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t b)
{
	int64_t q = a / b;

	return q - (a % b != 0 && a < 0);
}

/* a = whole*by + rest: whole takes the parts that by divides. */
static void divide(Terms *t, const Term *a, int64_t by, const Term **whole,
		   const Term **rest)
{
	const Term *part;
	Sum s;

	as_sum(a, &s);
	*whole = term_number(t, floor_div(s.constant, by));
	*rest = term_number(t, s.constant - floor_div(s.constant, by) * by);
	for (int i = 0; i < s.count; i++) {
		bool even = s.parts[i].factor % by == 0;

		part = term_times(t, s.parts[i].term, even
				  ? s.parts[i].factor / by
				  : s.parts[i].factor);
		if (even)
			*whole = term_add(t, *whole, part);
		else
			*rest = term_add(t, *rest, part);
	}
}

static bool is_below(const Term *a, int64_t by)
{
	return a->lo >= 0 && a->hi < by;
}

const Term *term_div(Terms *t, const Term *a, int64_t by)
{
	const Term *whole, *rest;
	Term made = { .kind = TERM_DIV, .constant = by };
	TermPart part;

	if (by == 1)
		return a;
	divide(t, a, by, &whole, &rest);
	if (is_below(rest, by))
		return whole;
	if (rest->kind == TERM_DIV)
		return term_add(t, whole, term_div(t, rest->parts[0].term,
				product(t, rest->constant, by)));
	if (rest->kind == TERM_MOD && rest->constant % by == 0)
		return term_add(t, whole, term_mod(t,
				term_div(t, rest->parts[0].term, by),
				rest->constant / by));
	made.lo = rest->lo == -TERM_FAR ? -TERM_FAR : floor_div(rest->lo, by);
	made.hi = rest->hi == TERM_FAR ? TERM_FAR : floor_div(rest->hi, by);
	part = (TermPart){ 1, rest };
	return term_add(t, whole, made.lo == made.hi
			? term_number(t, made.lo)
			: term_node(t, made, 1, &part));
}

const Term *term_mod(Terms *t, const Term *a, int64_t by)
{
	const Term *whole, *rest;
	Term made = { .kind = TERM_MOD, .constant = by, .hi = by - 1 };
	TermPart part;

	if (by == 1)
		return term_number(t, 0);
	divide(t, a, by, &whole, &rest);
	if (is_below(rest, by))
		return rest;
	if (rest->kind == TERM_MOD && rest->constant % by == 0)
		return term_mod(t, rest->parts[0].term, by);
	part = (TermPart){ 1, rest };
	return term_node(t, made, 1, &part);
}
