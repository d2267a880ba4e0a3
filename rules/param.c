/* The legal values of a rule's parameter. */
#include <math.h>
#include <stdlib.h>

#include "rules/rewrite.h"

static bool is_value(const RuleParam *param, int64_t value)
{
	switch (param->kind) {
	case PARAM_DIVISOR:
		return value >= 1 && param->bound % value == 0;
	case PARAM_WIDTH:
		return type_is_width(value) && param->bound % value == 0;
	case PARAM_UP_TO:
	case PARAM_DIM:
		return value >= 0 && value <= param->bound;
	case PARAM_FROM_1:
		return value >= 1 && value <= param->bound;
	default:
		return value >= 0;
	}
}

static int64_t last_value(const RuleParam *param)
{
	if (param->kind == PARAM_WIDTH)
		return 16;
	if (param->kind == PARAM_ANY
	    || (param->kind == PARAM_DIVISOR && !param->bound))
		return INT64_MAX;
	return param->bound;
}

/* Divisors in pairs: those up to the square root, then their partners. */
static int divisors(int64_t of, int64_t *values, int max)
{
	int count = 0, low;

	for (int64_t d = 1; d <= of / d && count < max; d++)
		if (of % d == 0)
			values[count++] = d;
	low = count;
	while (low-- > 0 && count < max)
		if (of / values[low] != values[low])
			values[count++] = of / values[low];
	return count;
}

int param_values(const RuleParam *param, int64_t *values, int max)
{
	int64_t last = last_value(param);
	int count = 0;

	if (param->kind == PARAM_DIVISOR && param->bound)
		return divisors(param->bound, values, max);
	for (int64_t v = 0; v <= last && count < max; v++)
		if (is_value(param, v))
			values[count++] = v;
	return count;
}

static double distance(int64_t a, int64_t b)
{
	return fabs(log((double)a + 0.5) - log((double)b + 0.5));
}

static bool nearest_of(int count, const int64_t *values, int64_t wish,
		       int64_t *value)
{
	for (int i = 0; i < count; i++)
		if (!i || distance(values[i], wish) < distance(*value, wish))
			*value = values[i];
	return count > 0;
}

bool param_nearest(const RuleParam *param, int64_t wish, int64_t *value)
{
	enum { MANY = 4096 };
	int64_t few[8], last = last_value(param);

	if (is_value(param, wish)) {
		*value = wish;
		return true;
	}
	if (param->kind == PARAM_DIVISOR && param->bound) {
		int64_t *all = base_calloc(MANY, sizeof *all);
		bool found = nearest_of(divisors(param->bound, all, MANY), all,
					wish, value);

		free(all);
		return found;
	}
	if (param->kind == PARAM_WIDTH)
		return nearest_of(param_values(param, few, 8), few, wish,
				  value);
	*value = wish < 1 ? param->kind != PARAM_UP_TO : last;
	return is_value(param, *value);
}
