/* Indices: sums of loops, quotients and rests. A constructor simplifies only
 * what holds for all values of the loops; intervals say which. Quotients round
 * down, as views need them; the program's `/` comes here only where what is
 * divided is not negative. */
#include "search/normal/form.h"

#include <stdlib.h>

typedef struct Sum {
	int64_t number;
	int count;
	const Form *atoms[FORM_PARTS];
	int64_t factors[FORM_PARTS];
} Sum;

static int64_t times(Normal *n, int64_t a, int64_t b)
{
	int64_t result;

	if (__builtin_mul_overflow(a, b, &result))
		normal_stop(n, "an index is too large");
	return result;
}

static int64_t plus(Normal *n, int64_t a, int64_t b)
{
	int64_t result;

	if (__builtin_add_overflow(a, b, &result))
		normal_stop(n, "an index is too large");
	return result;
}

static int64_t div_down(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t mod_down(int64_t a, int64_t b)
{
	return a - b * div_down(a, b);
}

/* -- intervals ------------------------------------------------------------- */

/* The end of a sum's interval plus factor times that of an atom's. */
static int64_t end_plus(int64_t end, int64_t factor, int64_t atom, bool high)
{
	const int64_t open = high ? FORM_ENDLESS : -FORM_ENDLESS;
	int64_t product;

	if (end == open || atom == FORM_ENDLESS || atom == -FORM_ENDLESS
	    || __builtin_mul_overflow(factor, atom, &product)
	    || __builtin_add_overflow(end, product, &end)
	    || end == INT64_MIN)
		return open;
	return end;
}

static void sum_bounds(const Sum *sum, int64_t *low, int64_t *high)
{
	*low = *high = sum->number;
	for (int i = 0; i < sum->count; i++) {
		const Form *atom = sum->atoms[i];
		int64_t by = sum->factors[i];

		*low = end_plus(*low, by, by > 0 ? atom->low : atom->high,
				false);
		*high = end_plus(*high, by, by > 0 ? atom->high : atom->low,
				 true);
	}
}

/* -- sums ------------------------------------------------------------------ */

static void sum_add(Normal *n, Sum *sum, const Form *atom, int64_t factor)
{
	int i = 0;

	while (i < sum->count && sum->atoms[i] != atom)
		i++;
	if (i == FORM_PARTS)
		normal_stop(n, "an index has too many parts");
	if (i == sum->count)
		sum->count++, sum->atoms[i] = atom, sum->factors[i] = 0;
	sum->factors[i] = plus(n, sum->factors[i], factor);
	if (sum->factors[i])
		return;
	sum->count--;
	sum->atoms[i] = sum->atoms[sum->count];
	sum->factors[i] = sum->factors[sum->count];
}

static void sum_add_index(Normal *n, Sum *sum, const Form *a, int64_t by)
{
	sum->number = plus(n, sum->number, times(n, a->number, by));
	for (int i = 0; i < a->count; i++)
		sum_add(n, sum, a->parts[i], times(n, a->factors[i], by));
}

/* Which atom is a / c with c times the factor of atom i, a % c; or -1. */
static int quotient_of(const Sum *sum, int i)
{
	const Form *rest = sum->atoms[i];

	for (int j = 0; rest->kind == FORM_MOD && j < sum->count; j++)
		if (sum->atoms[j]->kind == FORM_DIV
		    && sum->atoms[j]->parts[0] == rest->parts[0]
		    && sum->atoms[j]->number == rest->number
		    && sum->factors[j] % rest->number == 0
		    && sum->factors[j] / rest->number == sum->factors[i])
			return j;
	return -1;
}

/* c * (a / c) + a % c is a. */
static void sum_join(Normal *n, Sum *sum)
{
	for (int i = 0; i < sum->count; i++) {
		int j = quotient_of(sum, i);
		int64_t factor = sum->factors[i];
		const Form *rest = sum->atoms[i];

		if (j < 0)
			continue;
		sum_add(n, sum, sum->atoms[j], -sum->factors[j]);
		sum_add(n, sum, rest, -factor);
		sum_add_index(n, sum, rest->parts[0], factor);
		i = -1;
	}
}

static void sum_sort(Sum *sum)
{
	for (int i = 1; i < sum->count; i++)
		for (int j = i; j > 0; j--) {
			const Form *a = sum->atoms[j - 1];
			int64_t by = sum->factors[j - 1];
			int order = form_compare(a, sum->atoms[j]);

			if (!order)
				order = by == sum->factors[j]
				      ? form_order(a, sum->atoms[j])
				      : by > sum->factors[j] ? -1 : 1;
			if (order <= 0)
				break;
			sum->atoms[j - 1] = sum->atoms[j];
			sum->factors[j - 1] = sum->factors[j];
			sum->atoms[j] = a;
			sum->factors[j] = by;
		}
}

static const Form *sum_form(Normal *n, Sum *sum, const Type *type)
{
	Form draft = { .kind = FORM_INDEX, .type = type };

	sum_join(n, sum);
	sum_sort(sum);
	draft.number = sum->number;
	draft.count = sum->count;
	draft.parts = sum->atoms;
	draft.factors = sum->factors;
	sum_bounds(sum, &draft.low, &draft.high);
	return form_of(n, draft);
}

const Form *linear_const(Normal *n, int64_t value)
{
	Sum sum = { .number = value };

	return sum_form(n, &sum, n->i64);
}

const Form *linear_atom(Normal *n, const Form *atom)
{
	Sum sum = { .count = 1, .atoms = { atom }, .factors = { 1 } };

	return sum_form(n, &sum, n->i64);
}

const Form *linear_typed(Normal *n, const Form *index, const Type *type)
{
	Sum sum = { 0 };

	if (index->type == type)
		return index;
	sum_add_index(n, &sum, index, 1);
	return sum_form(n, &sum, type);
}

/* An integer of another type of the same value. */
static const Form *unconverted(const Form *value)
{
	while (value->kind == FORM_CONVERT) {
		const Form *inner = value->parts[0];

		if (inner->type->kind != TYPE_SCALAR
		    || !scalar_is_int(inner->type->scalar)
		    || inner->low < value->low || inner->high > value->high)
			break;
		value = inner;
	}
	return value;
}

const Form *linear_of(Normal *n, const Form *value)
{
	return value->kind == FORM_INDEX
	     ? linear_typed(n, value, n->i64)
	     : linear_atom(n, unconverted(value));
}

static bool is_data(const Form *atom)
{
	switch (atom->kind) {
	case FORM_DIV: case FORM_MOD: case FORM_MIN: case FORM_MAX:
		return false;
	case FORM_VAR: return atom->extent < 0;
	default: return true;
	}
}

const Form *linear_value(Normal *n, const Form *index)
{
	if (index->kind != FORM_INDEX || index->count != 1 || index->number
	    || index->factors[0] != 1 || !is_data(index->parts[0]))
		return index;
	return form_convert(n, index->type, index->parts[0]);
}

const Form *linear_sum(Normal *n, const Form *a, int64_t by, const Form *b)
{
	Sum sum = { 0 };

	sum_add_index(n, &sum, a, 1);
	sum_add_index(n, &sum, b, by);
	return sum_form(n, &sum, a->type);
}

const Form *linear_plus(Normal *n, const Form *a, int64_t number)
{
	return linear_sum(n, a, number, linear_const(n, 1));
}

const Form *linear_scaled(Normal *n, const Form *a, int64_t by)
{
	Sum sum = { 0 };

	if (by)
		sum_add_index(n, &sum, a, by);
	return sum_form(n, &sum, a->type);
}

const Form *linear_not(Normal *n, const Form *a)
{
	return linear_plus(n, linear_scaled(n, a, -1), -1);
}

/* -- what holds ------------------------------------------------------------ */

bool linear_is_const(const Form *a, int64_t *value)
{
	*value = a->number;
	return a->kind == FORM_INDEX && !a->count;
}

bool linear_is_variable(const Form *a, const Form *variable)
{
	return a->kind == FORM_INDEX && a->count == 1 && !a->number
	    && a->factors[0] == 1 && a->parts[0] == variable;
}

int64_t linear_factor(const Form *a, const Form *atom)
{
	for (int i = 0; i < a->count; i++)
		if (a->parts[i] == atom)
			return a->factors[i];
	return 0;
}

/* The least value of a - b, each of which is a sum. */
static int64_t least_of_difference(const Form *a, const Form *b)
{
	int64_t low = a->number - b->number;

	for (int i = 0; i < a->count; i++) {
		const Form *atom = a->parts[i];
		int64_t by = a->factors[i] - linear_factor(b, atom);

		low = end_plus(low, by, by > 0 ? atom->low : atom->high, false);
	}
	for (int i = 0; i < b->count; i++) {
		const Form *atom = b->parts[i];
		int64_t by = -b->factors[i];

		if (!linear_factor(a, atom))
			low = end_plus(low, by, by > 0 ? atom->low : atom->high,
				       false);
	}
	return low;
}

bool linear_holds(const Normal *n, const Form *a)
{
	if (a->low >= 0)
		return true;
	for (int i = 0; i < n->assumed_count; i++)
		if (least_of_difference(a, n->assumed[i]) >= 0)
			return true;
	return false;
}

bool linear_fails(Normal *n, const Form *a)
{
	return linear_holds(n, linear_not(n, a));
}

/* from <= a < from + length */
static bool is_within(Normal *n, const Form *a, int64_t from, int64_t length)
{
	return linear_holds(n, linear_plus(n, a, -from))
	    && linear_holds(n, linear_plus(n, linear_scaled(n, a, -1),
					 from + length - 1));
}

/* -- quotients and rests --------------------------------------------------- */

/* a = by * quotient + rest, term by term. */
static void divide(Normal *n, const Form *a, int64_t by, const Form **quotient,
		   const Form **rest)
{
	Sum q = { .number = div_down(a->number, by) };
	Sum r = { .number = mod_down(a->number, by) };

	for (int i = 0; i < a->count; i++)
		if (a->factors[i] % by == 0)
			sum_add(n, &q, a->parts[i], a->factors[i] / by);
		else
			sum_add(n, &r, a->parts[i], a->factors[i]);
	*quotient = sum_form(n, &q, n->i64);
	*rest = sum_form(n, &r, n->i64);
}

/* rest = g * *upper + *lower with 0 <= *lower < g, for the greatest such factor
 * g of `by`; 0: there is none. */
static int64_t common(Normal *n, const Form *rest, int64_t by,
		      const Form **upper, const Form **lower)
{
	int64_t best = 0;

	for (int i = 0; i < rest->count; i++) {
		int64_t g = rest->factors[i] < 0 ? -rest->factors[i]
						 : rest->factors[i];
		const Form *u, *l;

		if (g <= 1 || g >= by || by % g || g <= best)
			continue;
		divide(n, rest, g, &u, &l);
		if (u->count && is_within(n, l, 0, g))
			best = g, *upper = u, *lower = l;
	}
	return best;
}

static const Form *atom_of(Normal *n, FormKind kind, const Form *a, int64_t by)
{
	Form draft = { .kind = kind, .type = n->i64, .count = 1, .parts = &a,
		       .number = by, .high = by - 1 };

	if (kind == FORM_DIV) {
		draft.low = a->low == -FORM_ENDLESS ? a->low
						    : div_down(a->low, by);
		draft.high = a->high == FORM_ENDLESS ? a->high
						: div_down(a->high, by);
	}
	return linear_atom(n, form_of(n, draft));
}

const Form *linear_div(Normal *n, const Form *a, int64_t by)
{
	const Form *quotient, *rest, *upper = NULL, *lower = NULL;
	int64_t g;

	if (by < 2) /* 0: of an array without elements, of which none is read */
		return by ? a : linear_const(n, 0);
	divide(n, a, by, &quotient, &rest);
	for (int64_t turn = -1; turn <= 1; turn++)
		if (is_within(n, rest, turn * by, by))
			return linear_plus(n, quotient, turn);
	g = common(n, rest, by, &upper, &lower);
	return linear_sum(n, quotient, 1,
			 g ? linear_div(n, upper, by / g)
			   : atom_of(n, FORM_DIV, rest, by));
}

const Form *linear_mod(Normal *n, const Form *a, int64_t by)
{
	const Form *quotient, *rest, *upper = NULL, *lower = NULL;
	int64_t g;

	if (by < 2)
		return linear_const(n, 0);
	divide(n, a, by, &quotient, &rest);
	for (int64_t turn = -1; turn <= 1; turn++)
		if (is_within(n, rest, turn * by, by))
			return linear_plus(n, rest, -turn * by);
	g = common(n, rest, by, &upper, &lower);
	return g ? linear_sum(n, lower, g, linear_mod(n, upper, by / g))
		 : atom_of(n, FORM_MOD, rest, by);
}

/* -- the lesser and the greater -------------------------------------------- */

static const Form *extreme(Normal *n, FormKind kind, const Form *a,
			   const Form *b)
{
	const bool turn = form_order(a, b) > 0;
	const Form *parts[] = { turn ? b : a, turn ? a : b };
	const bool low_of_a = (a->low < b->low) == (kind == FORM_MIN);
	const bool high_of_a = (a->high < b->high) == (kind == FORM_MIN);

	return linear_atom(n, form_of(n, (Form){
		.kind = kind, .type = n->i64, .count = 2, .parts = parts,
		.low = low_of_a ? a->low : b->low,
		.high = high_of_a ? a->high : b->high }));
}

const Form *linear_least(Normal *n, const Form *a, const Form *b)
{
	if (linear_holds(n, linear_sum(n, b, -1, a)))
		return a;
	if (linear_holds(n, linear_sum(n, a, -1, b)))
		return b;
	return extreme(n, FORM_MIN, a, b);
}

const Form *linear_greatest(Normal *n, const Form *a, const Form *b)
{
	if (linear_holds(n, linear_sum(n, a, -1, b)))
		return a;
	if (linear_holds(n, linear_sum(n, b, -1, a)))
		return b;
	return extreme(n, FORM_MAX, a, b);
}
