#include "ir/data/testdata_range.h"

#include <math.h>

int range_significand(Scalar scalar)
{
	return scalar == SCALAR_F16 ? 11 : scalar == SCALAR_F32 ? 24 : 53;
}

bool range_is_whole(double x)
{
	const double shift = 0x1p52, size = fabs(x);

	return (size + shift) - shift == size;
}

static double nearest(Scalar scalar, double x)
{
	if (scalar == SCALAR_F16)
		return scalar_from_half(scalar_to_half(x));
	return scalar == SCALAR_F32 ? (float)x : x;
}

/* The next half below: the bits of positive ones count up, of negative ones
 * down. */
static double half_below(double y)
{
	uint16_t bits = scalar_to_half(y);

	if (y == 0)
		return scalar_from_half(0x8001);
	return scalar_from_half((uint16_t)(y > 0 ? bits - 1 : bits + 1));
}

/* The largest value of the type that is at most x. */
static double at_most(Scalar scalar, double x)
{
	double y = nearest(scalar, x);

	if (y <= x)
		return y;
	return scalar == SCALAR_F16 ? half_below(y)
				    : nextafterf((float)y, -INFINITY);
}

static double at_least(Scalar scalar, double x)
{
	return -at_most(scalar, -x);
}

FloatRange range_of_floats(const Port *port)
{
	double lo = port->ranged ? port->lo : port->positive ? 0 : -1;
	double hi = port->ranged ? port->hi : 1;
	FloatRange range = {
		at_least(port->scalar, lo), at_most(port->scalar, hi)
	};

	if (range.lo > range.hi) /* no value of the type between them */
		range.lo = range.hi = nearest(port->scalar, lo);
	return range;
}

static IntRange limits(Scalar scalar)
{
	int bits = 8 * (int)scalar_bytes(scalar);

	if (scalar_is_signed(scalar))
		return (IntRange){ INT64_MIN >> (64 - bits),
				   INT64_MAX >> (64 - bits) };
	return (IntRange){ 0, bits < 64 ? (INT64_C(1) << bits) - 1
					: INT64_MAX };
}

static int64_t clamp(int64_t x, IntRange range)
{
	return x < range.lo ? range.lo : x > range.hi ? range.hi : x;
}

/* Without a declared range there is room for small integers. */
FloatRange range_of_exact(const Port *port)
{
	return port->ranged ? range_of_floats(port) : (FloatRange){ -4, 4 };
}

/* Of lengths that are drawn, twelve times a row's share has 64 bits. */
IntRange range_of_offsets(const Port *port)
{
	const int64_t most = INT64_C(1) << 40;
	IntRange all = limits(port->scalar), made;
	int64_t hi = port->ranged ? port->ihi : port->most;

	if (hi > port->most)
		hi = port->most;
	made.lo = clamp(port->ranged && port->ilo > 0 ? port->ilo : 0, all);
	made.hi = clamp(hi, all);
	if (made.hi > made.lo && made.hi - made.lo > most)
		made.hi = made.lo + most;
	return made;
}

IntRange range_of_integers(const Port *port)
{
	IntRange all = limits(port->scalar);

	if (port->ranged)
		return (IntRange){ clamp(port->ilo, all),
				   clamp(port->ihi, all) };
	return (IntRange){ clamp(-100, all), 100 };
}
