#include <string.h>

#include "base/checked.h"
#include "search/schedule/run.h"

static bool place_value(Run *run, const Formula *formula, Amount *value)
{
	const Task *task = run->task;
	const Query *query = formula->query;
	Question question = { .task = task, .root = run->state.now->expr };
	int64_t answer;
	Path path;

	if (!place_one(run, &formula->place, &path))
		return false;
	question.at = &path;
	question.node = locate_node(question.root, &path);
	answer = query->ask(&question);
	*value = query->size ? amount_length(answer) : amount_number(answer);
	return true;
}

/* Whether there is such a place: of several forms, the one that names it. */
static bool there_value(Run *run, const Formula *formula, Amount *value)
{
	Path path;

	*value = amount_number(place_one(run, &formula->place, &path));
	return true;
}

static bool pair_value(Run *run, const Formula *formula, Amount *value)
{
	Path a, b;

	if (!place_one(run, &formula->place, &a)
	    || !place_one(run, &formula->other, &b))
		return false;
	*value = amount_number(formula->pair->ask(run->state.now->expr, &a,
						  &b));
	return true;
}

/* A rule, or else a block. */
static bool fits_value(Run *run, const Formula *formula, Amount *value)
{
	const Block *block = schedules_find(run->all, formula->name);
	Path path;
	bool fits;

	if (!place_one(run, &formula->place, &path))
		return false;
	if (formula->kind == FORMULA_SOMEWHERE)
		fits = run_block_opens_below(run, block, &path);
	else if (formula->kind == FORMULA_APPLIES)
		fits = run_block_applies(run, block, &path);
	else if (rulebase_find(run->all->base, formula->name))
		fits = rewrite_fits(run->task->rewriter, run->state.now->expr,
				    &path, formula->name, formula->back);
	else
		fits = run_block_opens(run, block, &path);
	*value = amount_number(fits);
	return true;
}

static bool number_value(Run *run, const Formula *formula, Amount *value)
{
	const State *state = &run->state;
	const DeviceFact *fact;

	for (int i = 0; i < state->number_count; i++) {
		const char *name = state->number_names[i];

		if (name == formula->name || !strcmp(name, formula->name)) {
			*value = state->numbers[i];
			return true;
		}
	}
	fact = device_fact_named(formula->name);
	if (!fact)
		return run_refuse(run, "no number is called %s",
				  formula->name);
	*value = amount_number(device_fact_tell(fact, run->task));
	return true;
}

static int64_t result(FormulaKind kind, int64_t a, int64_t b)
{
	switch (kind) {
	case FORMULA_MIN: return a < b ? a : b;
	case FORMULA_MAX: return a > b ? a : b;
	case FORMULA_MULTIPLE: return a / b * b;
	case FORMULA_MISSING: return b - a % b;
	case FORMULA_ADD: return a + b;
	case FORMULA_SUB: return a - b;
	case FORMULA_MUL: return a * b;
	case FORMULA_DIV: return a / b;
	case FORMULA_MOD: return a % b;
	case FORMULA_EQ: return a == b;
	case FORMULA_NE: return a != b;
	case FORMULA_LE: return a <= b;
	case FORMULA_GE: return a >= b;
	case FORMULA_LT: return a < b;
	case FORMULA_GT: return a > b;
	case FORMULA_AND: return a && b;
	default: return a || b;
	}
}

/* The largest power of two that is at most n; 0 where there is none. */
static int64_t power_of_two(int64_t n)
{
	int64_t power = n > 0;

	while (power <= n / 2 && power)
		power *= 2;
	return power;
}

/* Why a and b have no such result, or NULL. */
static const char *fault_of(FormulaKind kind, int64_t a, int64_t b)
{
	const bool divides = kind == FORMULA_DIV || kind == FORMULA_MOD
			  || kind == FORMULA_MULTIPLE
			  || kind == FORMULA_MISSING;
	bool fits = !divides || checked_divides(a, b);
	int64_t c;

	if (divides && !b)
		return "a number is divided by 0";
	if (kind == FORMULA_ADD)
		fits = checked_add(a, b, &c);
	else if (kind == FORMULA_SUB)
		fits = checked_sub(0, b, &c) && checked_add(a, c, &c);
	else if (kind == FORMULA_MUL)
		fits = checked_mul(a, b, &c);
	else if (kind == FORMULA_MISSING && fits)
		fits = checked_sub(b, a % b, &c) && checked_add(a, c, &c);
	return fits ? NULL : "a number has more than 64 bits";
}

/* By what stands before and, or: nothing is asked of what stands behind it. */
static bool is_decided(FormulaKind kind, int64_t before)
{
	return (kind == FORMULA_AND && !before)
	    || (kind == FORMULA_OR && before);
}

/* What follows from a size of the program says so: at another size it is
 * another number. */
bool formula_value(Run *run, const Formula *formula, Amount *value)
{
	Arena *arena = run->task->scratch;
	const char *fault;
	Amount a, b;

	if (formula->kind == FORMULA_NUMBER) {
		*value = amount_number(formula->value);
		return true;
	}
	if (formula->kind == FORMULA_NAME)
		return number_value(run, formula, value);
	if (formula->kind == FORMULA_QUERY)
		return place_value(run, formula, value);
	if (formula->kind == FORMULA_FITS
	    || formula->kind == FORMULA_SOMEWHERE
	    || formula->kind == FORMULA_APPLIES)
		return fits_value(run, formula, value);
	if (formula->kind == FORMULA_THERE)
		return there_value(run, formula, value);
	if (formula->kind == FORMULA_PAIR)
		return pair_value(run, formula, value);
	if (!formula_value(run, formula->left, &a))
		return false;
	if (formula->kind == FORMULA_POWER) {
		*value = amount_number(power_of_two(a.value));
		return true;
	}
	if (is_decided(formula->kind, a.value)) {
		*value = amount_number(a.value != 0);
		return true;
	}
	if (!formula_value(run, formula->right, &b))
		return false;
	fault = fault_of(formula->kind, a.value, b.value);
	if (fault)
		return run_refuse(run, "%s", fault);
	if (formula->kind == FORMULA_DIV && !b.origin)
		*value = amount_over(arena, a, b.value);
	else if (formula->kind == FORMULA_MULTIPLE && !b.origin)
		*value = amount_multiple(arena, a, b.value);
	else if (formula->kind == FORMULA_MISSING && !b.origin)
		*value = amount_missing(arena, a, b.value);
	else if (formula->kind == FORMULA_MUL && !b.origin)
		*value = amount_times(arena, a, b.value);
	else if (formula->kind == FORMULA_ADD && !b.origin)
		*value = amount_plus(arena, a, b.value);
	else if (formula->kind == FORMULA_SUB && !b.origin)
		*value = amount_plus(arena, a, -b.value);
	else
		*value = amount_number(result(formula->kind, a.value,
					      b.value));
	return true;
}
