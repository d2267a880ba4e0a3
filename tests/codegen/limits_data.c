#include "limits_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { AROUND = 2, STEP = 16 };

static int bits_of(Scalar scalar)
{
	return 8 * (int)scalar_bytes(scalar);
}

int64_t limits_least(Scalar scalar)
{
	return scalar_is_signed(scalar)
	       ? (int64_t)(~UINT64_C(0) << (bits_of(scalar) - 1)) : 0;
}

int64_t limits_greatest(Scalar scalar)
{
	int bits = bits_of(scalar) - scalar_is_signed(scalar);

	return bits == 64 ? -1 : (int64_t)((UINT64_C(1) << bits) - 1);
}

void limits_free(Numbers *numbers)
{
	free(numbers->data);
}

/* -- one after the other --------------------------------------------------- */

static void add(Numbers *n, uint64_t bits)
{
	size_t size = scalar_bytes(n->scalar);

	if (!(n->count & (n->count - 1)))
		n->data = base_realloc(n->data, 2 * size
				       * (size_t)(n->count + 1));
	memcpy((char *)n->data + (size_t)n->count++ * size, &bits, size);
}

static uint64_t get(const Numbers *n, int64_t i)
{
	size_t size = scalar_bytes(n->scalar);
	uint64_t bits = 0;

	memcpy(&bits, (const char *)n->data + (size_t)i * size, size);
	return bits;
}

static void fill_up(Numbers *n)
{
	while (n->count % STEP)
		add(n, get(n, 0));
}

/* -- integers -------------------------------------------------------------- */

static void add_powers(Numbers *n, const int *exponents, int count)
{
	for (int i = 0; i < count && exponents[i] <= bits_of(n->scalar); i++) {
		uint64_t power = exponents[i] < 64
				 ? UINT64_C(1) << exponents[i] : 0;

		for (uint64_t d = 0; d <= 2 * AROUND; d++) {
			add(n, power + d - AROUND);
			add(n, 0 - power + d - AROUND);
		}
	}
}

static void add_integers(Numbers *n)
{
	int exponents[65];

	for (int i = 0; i <= 64; i++)
		exponents[i] = i;
	add(n, 0);
	add_powers(n, exponents, 65);
}

static Numbers all_bits(Scalar scalar)
{
	Numbers n = { .scalar = scalar };

	for (uint64_t i = 0; i < UINT64_C(1) << bits_of(scalar); i++)
		add(&n, i);
	return n;
}

/* -- floats ---------------------------------------------------------------- */

static void add_float(Numbers *n, double value)
{
	float single = (float)value;
	uint64_t bits = 0;

	if (n->scalar == SCALAR_F32)
		memcpy(&bits, &single, sizeof single);
	else
		memcpy(&bits, &value, sizeof value);
	add(n, bits);
}

static double next(Scalar scalar, double value, double to)
{
	return scalar == SCALAR_F32 ? nextafterf((float)value, (float)to)
				    : nextafter(value, to);
}

static void add_around(Numbers *n, double value)
{
	double up = value, down = value;

	add_float(n, value);
	for (int i = 0; i < AROUND; i++) {
		add_float(n, up = next(n->scalar, up, INFINITY));
		add_float(n, down = next(n->scalar, down, -INFINITY));
	}
	for (double d = -2; d <= 2; d += 0.25)
		add_float(n, value + d);
}

static void add_floats(Numbers *n)
{
	static const double others[] = { 0, NAN, INFINITY, 1e-310, 0x1p-149,
		0x1p-126, 0x1p-1022, 3e38, 1.7e308, 65504, 65519, 65520 };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		add_around(n, others[i]);
		add_around(n, -others[i]);
	}
	add_float(n, -0.0);
	for (int e = -2; e <= 66; e++) {
		add_around(n, ldexp(1, e));
		add_around(n, -ldexp(1, e));
	}
}

Numbers limits_all(Scalar scalar)
{
	Numbers n = { .scalar = scalar };

	if (scalar == SCALAR_BOOL) {
		add(&n, 0);
		add(&n, 1);
	} else if (scalar_is_float(scalar)) {
		add_floats(&n);
	} else if (scalar_bytes(scalar) <= 2) {
		n = all_bits(scalar);
	} else {
		add_integers(&n);
	}
	fill_up(&n);
	return n;
}

/* -- pairs ----------------------------------------------------------------- */

static bool is_known(const Numbers *n, uint64_t bits)
{
	for (int64_t i = 0; i < n->count; i++)
		if (get(n, i) == bits)
			return true;
	return false;
}

/* Each once. */
static Numbers few(Scalar scalar)
{
	static const int narrow[] = { 0, 15 };
	static const int wide[] = { 0, 3, 5, 6, 7, 8, 15, 16, 24, 31, 32, 53,
				    62, 63, 64 };
	Numbers n = { .scalar = scalar }, once = n;

	if (scalar_bytes(scalar) == 2)
		add_powers(&n, narrow, 2);
	else
		add_powers(&n, wide, 15);
	for (int64_t i = 0; i < n.count; i++)
		if (!is_known(&once, get(&n, i)))
			add(&once, get(&n, i));
	limits_free(&n);
	return once;
}

static void cross(const Numbers *x, const Numbers *y, Numbers *a, Numbers *b)
{
	for (int64_t i = 0; i < x->count; i++)
		for (int64_t j = 0; j < y->count; j++) {
			add(a, get(x, i));
			add(b, get(y, j));
		}
}

void limits_pairs(Scalar scalar, Numbers *a, Numbers *b)
{
	bool exhaustive = scalar_bytes(scalar) <= 2;
	Numbers all = exhaustive ? all_bits(scalar) : few(scalar);
	Numbers some = scalar_bytes(scalar) == 1 ? all_bits(scalar)
						 : few(scalar);

	*a = *b = (Numbers){ .scalar = scalar };
	cross(&all, &some, a, b);
	if (scalar_bytes(scalar) == 2)
		cross(&some, &all, a, b);
	fill_up(a);
	fill_up(b);
	limits_free(&all);
	limits_free(&some);
}
