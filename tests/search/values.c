#include "tests/search/values.h"

#include <math.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"

enum { PORTS_MAX = 64 };

/* Of the largest number of an output: sums in another order differ by less. */
static const double TOLERANCE = 1e-9;

Values values_of(const Program *program, const Expr *body, uint64_t seed)
{
	const int count = program->in_port_count;
	Array inputs[PORTS_MAX];
	Values values = { .count = -1 };
	Diags *diags = diags_new();

	if (count > PORTS_MAX || program->output_count > VALUES_MAX) {
		diags_free(diags);
		return values;
	}
	for (int i = 0; i < count; i++)
		inputs[i] = testdata_draw(&program->in_ports[i], seed,
					  TESTDATA_RANDOM);
	if (eval_run(program, body, inputs, EVAL_F64, values.outputs, diags))
		values.count = program->output_count;
	else
		diags_print(diags, stderr);
	for (int i = 0; i < count; i++)
		array_free(&inputs[i]);
	diags_free(diags);
	return values;
}

void values_free(Values *values)
{
	for (int i = 0; i < values->count; i++)
		array_free(&values->outputs[i]);
	values->count = -1;
}

static double largest(const Array *array)
{
	double most = 0;

	for (int64_t i = 0; i < array->elements; i++)
		if (isfinite(array_get(array, i)))
			most = fmax(most, fabs(array_get(array, i)));
	return most;
}

static bool same_shape(const Array *a, const Array *b)
{
	bool same = a->scalar == b->scalar && a->rank == b->rank;

	for (int i = 0; same && i < a->rank; i++)
		same = a->dims[i] == b->dims[i];
	return same;
}

static bool same_number(double a, double b, double slack)
{
	return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= slack;
}

static bool same_output(const Array *a, const Array *b, int number, Text *why)
{
	const double slack = TOLERANCE * largest(a);

	if (!same_shape(a, b)) {
		text_printf(why, "output %d has another shape or type",
			    number);
		return false;
	}
	for (int64_t i = 0; i < a->elements; i++) {
		double x = array_get(a, i), y = array_get(b, i);

		if (same_number(x, y, slack))
			continue;
		text_printf(why, "output %d, element %lld: %.17g and %.17g",
			    number, (long long)i, x, y);
		return false;
	}
	return true;
}

bool values_same(const Values *a, const Values *b, Text *why)
{
	if (a->count < 0 || b->count < 0) {
		text_put(why, "one has no value");
		return false;
	}
	if (a->count != b->count) {
		text_printf(why, "%d outputs and %d", a->count, b->count);
		return false;
	}
	for (int i = 0; i < a->count; i++)
		if (!same_output(&a->outputs[i], &b->outputs[i], i, why))
			return false;
	return true;
}
