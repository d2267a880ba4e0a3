#include "bound_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/eval/eval_way.h"
#include "ir/eval/growth.h"
#include "ir/front/print.h"

static double smallest(Scalar scalar)
{
	switch (scalar) {
	case SCALAR_F16: return 0x1p-14;
	case SCALAR_F32: return 0x1p-126;
	case SCALAR_F64: return 0x1p-1022;
	default: return 0;
	}
}

double bound_allowed(const BoundCheck *check, int k, int64_t i)
{
	return 4 * (array_get(&check->outside[k], i)
		    + check->growth * array_get(&check->folds[k], i))
	     + smallest(check->declared[k].scalar);
}

static bool is_within(const BoundCheck *check, int k, int64_t i)
{
	double got = array_get(&check->declared[k], i),
	       want = array_get(&check->values[k], i);

	if (isnan(got) || isnan(want))
		return isnan(got) && isnan(want);
	return got == want
	    || fabs(got - want) <= bound_allowed(check, k, i);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, int64_t count)
{
	qsort(values, (size_t)count, sizeof *values, compare);
	return count ? values[count / 2] : 0;
}

/* How much more is allowed than was found. */
static double ratio_of(const BoundCheck *check, int k, int64_t i)
{
	double off = fabs(array_get(&check->declared[k], i)
			  - array_get(&check->values[k], i));

	return off > 0 ? bound_allowed(check, k, i) / off : 0;
}

static void look(BoundCheck *check, int count)
{
	int64_t total = 0, found = 0;
	double *ratios;

	for (int k = 0; k < count; k++)
		total += check->values[k].elements;
	ratios = calloc((size_t)total + 1, sizeof *ratios);
	for (int k = 0; k < count; k++)
		for (int64_t i = 0; i < check->values[k].elements; i++) {
			bool decided = isfinite(bound_allowed(check, k, i));

			check->elements++;
			check->undecided += !decided;
			if (!decided)
				continue;
			check->outsiders += !is_within(check, k, i);
			ratios[found] = ratio_of(check, k, i);
			found += ratios[found] > 0;
		}
	check->inexact = found;
	check->slack = median(ratios, found);
	free(ratios);
}

static bool told(const BoundCheck *check, const Program *program,
		 const Expr *body, const char *name)
{
	Text text = { 0 };

	print_json(&text, program, body);
	fprintf(stderr, "%s: %lld of %lld elements beyond their bound:\n%s\n",
		name, (long long)check->outsiders, (long long)check->elements,
		text_string(&text));
	text_free(&text);
	for (int k = 0; k < type_leaves(body->type); k++)
		for (int64_t i = 0; i < check->values[k].elements; i++)
			if (isfinite(bound_allowed(check, k, i))
			    && !is_within(check, k, i)) {
				fprintf(stderr, "output %d, %lld: %.9g for "
					"%.9g, %.3g allowed\n", k,
					(long long)i,
					array_get(&check->declared[k], i),
					array_get(&check->values[k], i),
					bound_allowed(check, k, i));
				break;
			}
	return false;
}

static bool values_are_those(const BoundCheck *check, const Program *program,
			     const Expr *body, const Array *inputs,
			     Diags *diags)
{
	Array plain[CHECK_OUTPUTS];
	bool same = true;

	if (!eval_run(program, body, inputs, EVAL_F64, plain, diags))
		return false;
	for (int k = 0; k < type_leaves(body->type); k++) {
		same = same && check_same(&plain[k], &check->values[k]);
		array_free(&plain[k]);
	}
	return same;
}

static bool near(const Array *a, const Array *b)
{
	for (int64_t i = 0; i < a->elements; i++) {
		double x = array_get(a, i), y = array_get(b, i);

		if (x != y && !(fabs(x - y) <= 1e-5 * fabs(x)))
			return false;
	}
	return true;
}

/* In other lanes and blocks the bounds are the same, but for their own
 * roundings. */
static bool bounds_are_those(const BoundCheck *check, const Program *program,
			     const Expr *body, const Array *inputs,
			     Diags *diags)
{
	const EvalWay way = { .width = 5, .seed = 2, .threads = 2 };
	Array sets[3][CHECK_OUTPUTS];
	bool same = true;

	if (!eval_bounded_as(&way, program, body, inputs, sets[0], sets[1],
			     sets[2], diags))
		return false;
	for (int k = 0; k < type_leaves(body->type); k++) {
		same = same && near(&check->outside[k], &sets[1][k])
		    && near(&check->folds[k], &sets[2][k]);
		for (int s = 0; s < 3; s++)
			array_free(&sets[s][k]);
	}
	return same;
}

bool bound_check(BoundCheck *check, const Program *program, const Expr *body,
		 const Array *inputs, const char *name)
{
	Diags *diags = diags_new();
	bool good;

	*check = (BoundCheck){ .growth = fold_growth(body) };
	good = eval_run(program, body, inputs, EVAL_DECLARED, check->declared,
			diags)
	    && eval_bounded(program, body, inputs, check->values,
			    check->outside, check->folds, diags);
	if (!good)
		diags_print(diags, stderr);
	else
		look(check, type_leaves(body->type));
	if (good && check->outsiders)
		good = told(check, program, body, name);
	if (good && !(values_are_those(check, program, body, inputs, diags)
		      && bounds_are_those(check, program, body, inputs,
					  diags))) {
		check->outsiders = -1;
		good = told(check, program, body, name);
	}
	diags_free(diags);
	return good;
}

bool bound_check_candidate(BoundCheck *check, const Program *program,
			   const Expr *low, const Array *inputs)
{
	int count = type_leaves(low->type);
	Diags *diags = diags_new();
	BoundCheck own = *check;
	bool good;

	own.growth = fold_growth(low);
	for (int k = 0; k < count; k++)
		if (check->declared[k].scalar == SCALAR_F64)
			own.growth = fmax(own.growth, check->growth);
	own.elements = own.undecided = own.inexact = own.outsiders = 0;
	good = eval_run(program, low, inputs, EVAL_DECLARED, own.declared,
			diags);
	if (good)
		look(&own, count);
	for (int k = 0; good && k < count; k++)
		array_free(&own.declared[k]);
	check->elements = own.elements;
	check->undecided = own.undecided;
	check->inexact = own.inexact;
	check->outsiders = own.outsiders;
	diags_free(diags);
	return good && !own.outsiders;
}

void bound_check_free(BoundCheck *check, const Expr *body)
{
	for (int k = 0; k < type_leaves(body->type); k++) {
		array_free(&check->values[k]);
		array_free(&check->outside[k]);
		array_free(&check->folds[k]);
		array_free(&check->declared[k]);
	}
}
