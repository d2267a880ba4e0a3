/* When what the two sides of an instance give is one value. */
#include <math.h>
#include <string.h>

#include "rules/instance_value.h"

/* What one side gives: an array for each component, of rows that a choice of
 * an order may exchange. */
typedef struct Outcome {
	int count; /* -1: no value */
	int64_t rows;
	Array parts[INSTANCE_PORTS];
} Outcome;

static Outcome *outcome(Instance *in, const Expr *e)
{
	Outcome *made = ARENA_NEW(ir_arena(in->ir), Outcome);

	made->count = instance_value_of(in, e, made->parts);
	made->rows = e->type->kind == TYPE_ARRAY ? e->type->length->value : 1;
	return made;
}

static void outcome_free(Outcome *outcome)
{
	for (int i = 0; i < outcome->count; i++)
		array_free(&outcome->parts[i]);
}

static bool same_number(double a, double b, bool nearly)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	if (nearly)
		return a == b || fabs(a - b) <= 1e-12 * fabs(a);
	return a == b && !signbit(a) == !signbit(b);
}

static bool same_part(const Instance *in, const Array *a, int64_t from,
		      const Array *b, int64_t other, int64_t count)
{
	const bool nearly = instance_needs(in, NEEDS_ROUNDING);
	const size_t bytes = scalar_bytes(a->scalar);

	if (!scalar_is_float(a->scalar))
		return !memcmp((const char *)a->data + (size_t)from * bytes,
			       (const char *)b->data + (size_t)other * bytes,
			       (size_t)count * bytes);
	for (int64_t i = 0; i < count; i++)
		if (!same_number(array_get(a, from + i),
				 array_get(b, other + i), nearly))
			return false;
	return true;
}

static bool same_row(const Instance *in, const Outcome *a, int64_t row,
		     const Outcome *b, int64_t other)
{
	for (int i = 0; i < a->count; i++) {
		int64_t width = a->parts[i].elements / a->rows;

		if (!same_part(in, &a->parts[i], row * width, &b->parts[i],
			       other * width, width))
			return false;
	}
	return true;
}

static int64_t unused_row(const Instance *in, const Outcome *a, int64_t row,
			  const Outcome *b, const bool *used)
{
	for (int64_t i = 0; i < b->rows; i++)
		if (!used[i] && same_row(in, a, row, b, i))
			return i;
	return -1;
}

/* Whether the rows of one are those of the other in some order. */
static bool same_rows(Instance *in, const Outcome *a, const Outcome *b)
{
	bool *used = ARENA_ARRAY(ir_arena(in->ir), bool, b->rows + 1);

	for (int64_t row = 0; row < a->rows; row++) {
		int64_t found = unused_row(in, a, row, b, used);

		if (found < 0)
			return false;
		used[found] = true;
	}
	return true;
}

static bool same_shape(const Outcome *a, const Outcome *b)
{
	if (a->count < 0 || a->count != b->count || a->rows != b->rows)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->parts[i].scalar != b->parts[i].scalar
		    || a->parts[i].elements != b->parts[i].elements)
			return false;
	return true;
}

static bool same_outcome(Instance *in, const Outcome *a, const Outcome *b)
{
	if (!same_shape(a, b))
		return false;
	if (instance_needs(in, NEEDS_UNORDERED))
		return same_rows(in, a, b);
	for (int i = 0; i < a->count; i++)
		if (!same_part(in, &a->parts[i], 0, &b->parts[i], 0,
			       a->parts[i].elements))
			return false;
	return true;
}

bool instance_equal(Instance *in, const Expr *a, const Expr *b)
{
	Outcome *left = outcome(in, a), *right = outcome(in, b);
	bool same = left->count < 0 || same_outcome(in, left, right);

	outcome_free(left);
	outcome_free(right);
	return same;
}
