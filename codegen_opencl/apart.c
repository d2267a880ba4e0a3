/* Equal places of forms that are sums by strides (a row, a column in it) are
 * equal by each stride, in the ranges that the conditions around the two leave. What
 * is 0 then is solved for one variable after another,
 * and put into the conditions around the two. The store's variables are others
 * than the load's, but for those that the two share. */
#include "codegen_opencl/apart.h"

enum { RENAMED_MAX = 32, FORMS_MAX = 32 };

typedef struct Range {
	int64_t lo, hi;
} Range;

struct Apart {
	AffineTable *t;
	ApartShares *shares;
	const void *context;
	int renamed_count, equal_count, fact_count;
	const AffineAtom *atoms[RENAMED_MAX]; /* of the store */
	const Affine *renamed[RENAMED_MAX];
	const Affine *equal[FORMS_MAX]; /* to 0, where the places are one */
	const AffineAtom *solved[FORMS_MAX]; /* in no other of these; or NULL */
	Fact facts[FORMS_MAX];
	int range_count;
	const AffineAtom *ranged[FORMS_MAX]; /* by a fact of its own */
	Range ranges[FORMS_MAX];
	const Affine *distance; /* of the two places */
	bool full;
};

/* -- ranges ---------------------------------------------------------------- */

static Range *range_of_atom(Apart *pair, const AffineAtom *atom)
{
	for (int i = 0; i < pair->range_count; i++)
		if (pair->ranged[i] == atom)
			return &pair->ranges[i];
	return NULL;
}

/* Where the form, which is not negative, is of one atom: a bound of that. */
static void add_range(Apart *pair, const Affine *form)
{
	const AffineTerm *term = form->terms;
	Range *range;

	if (form->count != 1 || (term->factor != 1 && term->factor != -1))
		return;
	range = range_of_atom(pair, term->atom);
	if (!range && pair->range_count < FORMS_MAX) {
		pair->ranged[pair->range_count] = term->atom;
		range = &pair->ranges[pair->range_count++];
		*range = (Range){ term->atom->lo, term->atom->hi };
	}
	if (range && term->factor == 1 && range->lo < -form->constant)
		range->lo = -form->constant;
	if (range && term->factor == -1 && range->hi > form->constant)
		range->hi = form->constant;
}

/* What is left of the form's values. */
static Range range_of(Apart *pair, const Affine *form)
{
	Range sum = { form->lo, form->hi };

	for (int i = 0; i < form->count; i++) {
		const AffineTerm *term = &form->terms[i];
		const Range *range = range_of_atom(pair, term->atom);
		const int64_t factor = term->factor;

		if (!range)
			continue;
		sum.lo += factor * (factor > 0 ? range->lo - term->atom->lo
				    : range->hi - term->atom->hi);
		sum.hi += factor * (factor > 0 ? range->hi - term->atom->hi
				    : range->lo - term->atom->lo);
	}
	return sum;
}

/* -- the store's variables ------------------------------------------------- */

static bool is_one_form(const Apart *pair, const Affine *a)
{
	for (int i = 0; i < a->count; i++) {
		const AffineAtom *atom = a->terms[i].atom;

		if ((atom->var && !pair->shares(pair->context, atom->var))
		    || (atom->of && !is_one_form(pair, atom->of))
		    || (atom->end && !is_one_form(pair, atom->end))
		    || atom->width > 1)
			return false;
	}
	return true;
}

static const Affine *fresh(Apart *pair, int64_t lo, int64_t hi)
{
	return affine_var(pair->t, var_new(pair->t->arena, VAR_TEMP,
					   SCALAR_I64, 1, 0), lo, hi);
}

static const Affine *renamed_atom(Apart *pair, const AffineAtom *atom)
{
	const Affine *form = affine_atom(pair->t, atom);

	if (is_one_form(pair, form))
		return form;
	for (int i = 0; i < pair->renamed_count; i++)
		if (pair->atoms[i] == atom)
			return pair->renamed[i];
	if (pair->renamed_count == RENAMED_MAX) {
		pair->full = true;
		return form;
	}
	pair->atoms[pair->renamed_count] = atom;
	return pair->renamed[pair->renamed_count++] = fresh(pair, atom->lo,
							    atom->hi);
}

static const Affine *renamed(Apart *pair, const Affine *a)
{
	const Affine *sum = affine_const(pair->t, a->constant);

	for (int i = 0; i < a->count; i++)
		sum = affine_add(pair->t, sum,
				 affine_times(pair->t,
					renamed_atom(pair, a->terms[i].atom),
					a->terms[i].factor));
	return sum;
}

static void add_equal(Apart *pair, const Affine *form)
{
	if (pair->equal_count < FORMS_MAX)
		pair->equal[pair->equal_count++] = form;
}

static int64_t magnitude(int64_t a)
{
	return a < 0 ? -a : a;
}

/* Whole strides of the terms, divided by the stride, and what is left of them;
 * neither with the constant. */
static const Affine *by_stride(Apart *pair, const Affine *a, int64_t stride,
			       const Affine **left)
{
	const Affine *sum = affine_const(pair->t, 0);

	*left = sum;
	for (int i = 0; i < a->count; i++) {
		const Affine *atom = affine_atom(pair->t, a->terms[i].atom);
		const int64_t factor = a->terms[i].factor;

		sum = affine_add(pair->t, sum, affine_times(pair->t, atom,
							    factor / stride));
		*left = affine_add(pair->t, *left,
				   affine_times(pair->t, atom,
						factor % stride));
	}
	return sum;
}

/* The greatest factor of a term that is less than that; 0: there is none. */
static int64_t next_stride(const Affine *a, int64_t below)
{
	int64_t most = 0;

	for (int i = 0; i < a->count; i++) {
		const int64_t factor = magnitude(a->terms[i].factor);

		if (factor > most && factor < below)
			most = factor;
	}
	return most;
}

/* Where the form is 0, so are the whole strides of it and what is left, if that
 * is less than a stride: false: it may be more. */
static bool split_at(Apart *pair, const Affine *form, int64_t stride,
		     const Affine **left)
{
	const Affine *whole = by_stride(pair, form, stride, left);
	const Range range = range_of(pair, *left);
	int64_t times = form->constant / stride;
	int64_t rest = form->constant % stride;

	if (range.lo + rest <= -stride) {
		times--;
		rest += stride;
	} else if (range.hi + rest >= stride) {
		times++;
		rest -= stride;
	}
	*left = affine_plus(pair->t, *left, rest);
	if (range.lo + rest <= -stride || range.hi + rest >= stride)
		return false;
	add_equal(pair, affine_plus(pair->t, whole, times));
	return true;
}

/* What is 0 where the form is, by strides. */
static void split(Apart *pair, const Affine *form)
{
	int64_t stride = INT64_MAX;

	while ((stride = next_stride(form, stride))) {
		const Affine *left;

		if (split_at(pair, form, stride, &left)) {
			form = left;
			stride = INT64_MAX;
		}
	}
	add_equal(pair, form);
}

void apart_facts(Apart *pair, const Fact *facts, bool of_store)
{
	for (; facts; facts = facts->next) {
		Fact fact = *facts;

		if (of_store)
			fact.form = renamed(pair, fact.form);
		if (fact.kind == FACT_NATURAL)
			add_range(pair, fact.form);
		if (fact.kind == FACT_ZERO)
			add_equal(pair, fact.form);
		else if (pair->fact_count < FORMS_MAX)
			pair->facts[pair->fact_count++] = fact;
	}
}

static bool is_false(Apart *pair, FactKind kind, const Affine *form)
{
	return kind == FACT_NATURAL ? range_of(pair, form).hi < 0
	     : affine_is_const(form) && !form->constant;
}

/* Whether the fact, with what is 0 added or taken away, is false. */
static bool is_refuted(Apart *pair, FactKind kind, const Affine *form)
{
	if (is_false(pair, kind, form))
		return true;
	for (int i = 0; i < pair->equal_count; i++)
		if (is_false(pair, kind, affine_add(pair->t, form, pair->equal[i]))
		    || is_false(pair, kind, affine_sub(pair->t, form,
						 pair->equal[i])))
			return true;
	return false;
}

/* Whether what is 0 and the facts contradict each other. */
static bool is_contradiction(Apart *pair)
{
	for (int i = 0; i < pair->equal_count; i++) {
		const Range range = range_of(pair, pair->equal[i]);

		if (range.lo > 0 || range.hi < 0)
			return true;
	}
	for (int i = 0; i < pair->fact_count; i++) {
		const Fact *a = &pair->facts[i];

		if (is_refuted(pair, a->kind, a->form))
			return true;
		for (int j = 0; j < i && a->kind == FACT_NATURAL; j++)
			if (pair->facts[j].kind == FACT_NATURAL
			    && is_refuted(pair, FACT_NATURAL,
					  affine_add(pair->t, a->form,
						     pair->facts[j].form)))
				return true;
	}
	return false;
}

/* -- solved ---------------------------------------------------------------- */

static int64_t factor_of(const Affine *form, const AffineAtom *atom)
{
	for (int i = 0; i < form->count; i++)
		if (form->terms[i].atom == atom)
			return form->terms[i].factor;
	return 0;
}

/* The form without the atom, by what is 0 and has it once. */
static const Affine *without(const Apart *pair, const Affine *form,
			     const Affine *zero, const AffineAtom *atom)
{
	const int64_t times = factor_of(form, atom) * factor_of(zero, atom);

	return affine_sub(pair->t, form, affine_times(pair->t, zero, times));
}

static void solve_one(Apart *pair, int number, const AffineAtom *atom)
{
	const Affine *zero = pair->equal[number];

	pair->solved[number] = atom;
	for (int i = 0; i < pair->equal_count; i++)
		if (i != number)
			pair->equal[i] = without(pair, pair->equal[i], zero,
						 atom);
	for (int i = 0; i < pair->fact_count; i++)
		pair->facts[i].form = without(pair, pair->facts[i].form, zero,
					      atom);
}

static void solve(Apart *pair)
{
	for (int i = 0; i < pair->equal_count; i++)
		for (int j = 0; j < pair->equal[i]->count; j++) {
			const AffineTerm *term = &pair->equal[i]->terms[j];

			if (magnitude(term->factor) != 1)
				continue;
			solve_one(pair, i, term->atom);
			break;
		}
}

/* -- asked ----------------------------------------------------------------- */

Apart *apart_new(AffineTable *indices, ApartShares *shares,
		 const void *context)
{
	Apart *pair = ARENA_NEW(indices->arena, Apart);

	*pair = (Apart){ .t = indices, .shares = shares, .context = context };
	return pair;
}

static const Affine *lane(Apart *pair, const Affine *index, int width)
{
	return width == 1 ? index
	     : affine_add(pair->t, index, fresh(pair, 0, width - 1));
}

void apart_places(Apart *pair, const Affine *load, int load_width,
		  const Affine *store, int store_width)
{
	pair->distance = affine_sub(pair->t, lane(pair, load, load_width),
				    renamed(pair, lane(pair, store,
						       store_width)));
}

bool apart_always(Apart *pair)
{
	if (pair->full)
		return false;
	split(pair, pair->distance);
	if (is_contradiction(pair))
		return true;
	solve(pair);
	return is_contradiction(pair);
}

bool apart_has_same(const Apart *pair, const Var *var)
{
	for (int i = 0; i < pair->renamed_count && !pair->full; i++) {
		const AffineAtom *atom = pair->atoms[i];
		const Affine *difference;

		if (atom->kind != AFFINE_VAR || atom->var != var)
			continue;
		difference = affine_sub(pair->t, affine_atom(pair->t, atom),
					pair->renamed[i]);
		for (int j = 0; j < pair->equal_count; j++)
			if (pair->solved[j])
				difference = without(pair, difference,
						     pair->equal[j],
						     pair->solved[j]);
		return affine_is_const(difference) && !difference->constant;
	}
	return false;
}
