#include "base/scalar.h"

#include <math.h>
#include <string.h>

const ScalarRow scalar_rows[SCALAR_COUNT] = {
	[SCALAR_BOOL] = { "bool", 1, CLASS_BOOL,     "uchar",  "|b1" },
	[SCALAR_I8]   = { "i8",   1, CLASS_SIGNED,   "char",   "|i1" },
	[SCALAR_U8]   = { "u8",   1, CLASS_UNSIGNED, "uchar",  "|u1" },
	[SCALAR_I16]  = { "i16",  2, CLASS_SIGNED,   "short",  "<i2" },
	[SCALAR_U16]  = { "u16",  2, CLASS_UNSIGNED, "ushort", "<u2" },
	[SCALAR_I32]  = { "i32",  4, CLASS_SIGNED,   "int",    "<i4" },
	[SCALAR_U32]  = { "u32",  4, CLASS_UNSIGNED, "uint",   "<u4" },
	[SCALAR_I64]  = { "i64",  8, CLASS_SIGNED,   "long",   "<i8" },
	[SCALAR_U64]  = { "u64",  8, CLASS_UNSIGNED, "ulong",  "<u8" },
	[SCALAR_F16]  = { "f16",  2, CLASS_FLOAT,    "half",   "<f2" },
	[SCALAR_F32]  = { "f32",  4, CLASS_FLOAT,    "float",  "<f4" },
	[SCALAR_F64]  = { "f64",  8, CLASS_FLOAT,    "double", "<f8" },
};

Scalar scalar_named(const char *name, size_t length)
{
	for (int s = 0; s < SCALAR_COUNT; s++)
		if (strlen(scalar_rows[s].name) == length
		    && !memcmp(scalar_rows[s].name, name, length))
			return (Scalar)s;
	return SCALAR_COUNT;
}

double scalar_from_half(uint16_t half)
{
	int exponent = half >> 10 & 31, fraction = half & 1023;
	double sign = half >> 15 ? -1.0 : 1.0;

	if (exponent == 31)
		return fraction ? NAN : sign * INFINITY;
	if (exponent == 0)
		return sign * ldexp(fraction, -24);
	return sign * ldexp(1024 + fraction, exponent - 25);
}

/* Values of magnitude below 2^-14 are multiples of 2^-24; the others have 11
 * significant bits. nearbyint rounds to even in the default mode. */
uint16_t scalar_to_half(double value)
{
	uint16_t sign = signbit(value) ? 0x8000 : 0;
	double magnitude = fabs(value);
	int exponent;

	if (isnan(value))
		return 0x7e00;
	if (magnitude < ldexp(1, -14))
		return sign | (uint16_t)nearbyint(ldexp(magnitude, 24));
	if (magnitude >= 65520)
		return sign | 0x7c00;
	frexp(magnitude, &exponent);
	return (uint16_t)(sign + ((exponent + 13) << 10)
		+ (int)nearbyint(ldexp(magnitude, 11 - exponent)));
}
