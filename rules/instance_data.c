/* Numbers for instances of rules: the ordinary ones and those that rules are
 * wrong of. */
#include <math.h>

#include "base/scalar.h"
#include "ir/core/residue.h"
#include "ir/data/testdata.h"
#include "rules/instance_value.h"

bool instance_needs(const Instance *in, Needs what)
{
	for (int i = 0; i < in->rule->guard_count; i++)
		if (in->rule->guards[i].needs == what)
			return true;
	return false;
}

static double small_number(Instance *in, Scalar scalar)
{
	const bool negative = scalar_is_float(scalar)
			   || scalar_is_signed(scalar);

	if (!instance_between(in, 0, 15))
		return 0;
	return (double)instance_between(in, negative ? -30 : 0, 99);
}

/* Zeros of both signs, infinities, NaNs, the least and the largest. */
static double special_float(Instance *in)
{
	static const double special[] = {
		0.0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN,
		0x1p-149, -0x1p-1074, 0x1.fffffep127, 0x1.fffffffffffffp1023,
		65504, 0x1p24,
	};
	const int last = sizeof special / sizeof *special - 1;

	return special[instance_between(in, 0, last)];
}

/* With all the digits that a float of any kind has, of about any size. */
static double long_float(Instance *in)
{
	double unit = 1 + rng_unit(in->rng);

	return ldexp(instance_between(in, 0, 1) ? unit : -unit,
		     (int)instance_between(in, -6, 12));
}

/* The ends of the range, as far as a double is one. */
static double special_integer(Instance *in, Scalar scalar)
{
	const int bits = 8 * (int)scalar_bytes(scalar);
	const int value_bits = bits - scalar_is_signed(scalar);
	const double most = value_bits > 53
		? ldexp(1, value_bits) - ldexp(1, value_bits - 53)
		: ldexp(1, value_bits) - 1;

	switch (instance_between(in, 0, 3)) {
	case 0: return 0;
	case 1: return most;
	case 2: return scalar_is_signed(scalar) ? -ldexp(1, value_bits) : 1;
	default: return scalar_is_signed(scalar) ? -1 : most - 1;
	}
}

static double draw_float(Instance *in, Scalar scalar)
{
	if (instance_needs(in, NEEDS_ROUNDING))
		return small_number(in, scalar);
	switch (instance_between(in, 0, 4)) {
	case 0: case 1: return special_float(in);
	case 2: return small_number(in, scalar);
	default: return long_float(in);
	}
}

static double draw_number(Instance *in, Scalar scalar)
{
	if (scalar == SCALAR_BOOL)
		return (double)instance_between(in, 0, 1);
	if (scalar_is_float(scalar))
		return draw_float(in, scalar);
	return instance_between(in, 0, 7) ? small_number(in, scalar)
					  : special_integer(in, scalar);
}

/* One that input `last` or one before it has already, among the first `count` of
 * that one; false when there is none of its type. */
static bool draw_known(Instance *in, int last, int64_t count, double *number)
{
	const int from = (int)instance_between(in, 0, last);
	const Array *array = &in->inputs[from];
	const int64_t known = from == last ? count : array->elements;

	if (!known || array->scalar != in->inputs[last].scalar)
		return false;
	*number = array_get(array, instance_between(in, 0, known - 1));
	return true;
}

/* Numbers are seldom equal, or each other's negative, by chance, and rules are
 * wrong of those. Laws of the reals are: a difference of equals has no digit
 * that is right. */
static double draw_related(Instance *in, int input, int64_t count)
{
	const Port *port = &in->program->in_ports[input];
	const Scalar scalar = in->inputs[input].scalar;
	double number;

	if (port->ranged && scalar_is_int(scalar))
		return (double)instance_between(in, port->ilo, port->ihi);
	if (instance_between(in, 0, 2)
	    || (scalar_is_float(scalar) && instance_needs(in, NEEDS_ROUNDING))
	    || !draw_known(in, input, count, &number))
		return draw_number(in, scalar);
	return scalar_is_float(scalar) && !instance_between(in, 0, 2)
	     ? -number : number;
}

void instance_data(Instance *in)
{
	for (int i = 0; i < in->program->in_port_count; i++) {
		Array *array = &in->inputs[i];

		*array = array_of_port(&in->program->in_ports[i]);
		for (int64_t k = 0; k < array->elements; k++)
			array_set(array, k, draw_related(in, i, k));
	}
}

/* 0 and both ends among them. */
static void put_ends(Instance *in, Array *array)
{
	static const uint32_t ends[] = { 0, 1, RESIDUE_P - 1 };
	uint32_t *x = array->data;

	for (int64_t k = 0; k < array->elements; k++)
		if (!instance_between(in, 0, 7))
			x[k] = ends[instance_between(in, 0, 2)];
}

void instance_to_field(Instance *in)
{
	in->field = true;
	for (int i = 0; i < in->program->in_port_count; i++) {
		const Port *port = &in->program->in_ports[i];

		if (!scalar_is_float(port->scalar))
			continue;
		array_free(&in->inputs[i]);
		in->inputs[i] = testdata_draw(port, rng_u64(in->rng),
					      TESTDATA_FIELD);
		put_ends(in, &in->inputs[i]);
	}
}
