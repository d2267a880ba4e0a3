/* How far an output is off as a whole: what is told of a kernel, and decides
 * nothing. */
#include "bench_harness/judge.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bench_harness/spans.h"

/* Vectors of the compiler (GCC and Clang), as in judge_block.c. */
typedef double F64s __attribute__((vector_size(16)));
typedef int64_t I64s __attribute__((vector_size(16)));
typedef float F32Pair __attribute__((vector_size(8)));

enum { LANES = sizeof(F64s) / sizeof(double) };

/* Two elements as doubles. */
typedef F64s Load(const unsigned char *at);

static inline F64s load_f64(const unsigned char *at)
{
	F64s v;

	memcpy(&v, at, sizeof v);
	return v;
}

static inline F64s load_f32(const unsigned char *at)
{
	F32Pair v;

	memcpy(&v, at, sizeof v);
	return __builtin_convertvector(v, F64s);
}

static inline F64s load_f16(const unsigned char *at)
{
	uint16_t halves[LANES];

	memcpy(halves, at, sizeof halves);
	return (F64s){ scalar_from_half(halves[0]),
		       scalar_from_half(halves[1]) };
}

/* Over the elements that are numbers on both sides. */
typedef struct Extremes {
	F64s error, size;
	I64s compared;
} Extremes;

static inline F64s magnitude(F64s x)
{
	return (F64s)((I64s)x & INT64_MAX);
}

static inline F64s larger(F64s a, F64s b)
{
	I64s first = a > b;

	return (F64s)(((I64s)a & first) | ((I64s)b & ~first));
}

static inline void add(Extremes *e, F64s got, F64s want)
{
	F64s size = magnitude(want), error = magnitude(got - want);
	I64s good = (magnitude(got) <= DBL_MAX) & (size <= DBL_MAX);

	e->error = larger((F64s)((I64s)error & good), e->error);
	e->size = larger((F64s)((I64s)size & good), e->size);
	e->compared |= good;
}

/* An odd last element stands beside zeros, which change nothing. */
static inline void add_all(Load *load, size_t width,
			   const unsigned char *got,
			   const unsigned char *want, size_t bytes,
			   Extremes *e)
{
	const size_t step = LANES * width, whole = bytes / step * step;
	unsigned char last[2][sizeof(F64s)] = { 0 };
	Extremes of_last = { 0 };

	for (size_t i = 0; i < whole; i += step)
		add(e, load(got + i), load(want + i));
	if (whole == bytes)
		return;
	memcpy(last[0], got + whole, width);
	memcpy(last[1], want + whole, width);
	add(&of_last, load(last[0]), load(last[1]));
	e->error = larger(of_last.error, e->error);
	e->size = larger(of_last.size, e->size);
	e->compared[0] |= of_last.compared[0];
}

typedef struct Compared {
	Scalar scalar;
	const unsigned char *got, *want;
	Extremes parts[SPANS_MOST];
} Compared;

static void compare_part(void *context, int span, size_t from, size_t bytes)
{
	Compared *c = context;
	const unsigned char *got = c->got + from, *want = c->want + from;
	Extremes e = { 0 };

	if (c->scalar == SCALAR_F16)
		add_all(load_f16, 2, got, want, bytes, &e);
	else if (c->scalar == SCALAR_F32)
		add_all(load_f32, 4, got, want, bytes, &e);
	else
		add_all(load_f64, 8, got, want, bytes, &e);
	c->parts[span] = e;
}

double judge_error(Scalar scalar, int64_t n, const void *got, const void *want)
{
	Compared c = { .scalar = scalar, .got = got, .want = want };
	double error = 0, size = 0;
	bool compared = n == 0;
	int count;

	if (!scalar_is_float(scalar))
		return 0;
	count = spans_do((size_t)n * scalar_bytes(scalar), compare_part, &c);
	for (int i = 0; i < count * LANES; i++) {
		const Extremes *e = &c.parts[i / LANES];

		error = fmax(error, e->error[i % LANES]);
		size = fmax(size, e->size[i % LANES]);
		compared = compared || e->compared[i % LANES];
	}
	return !compared ? (double)NAN : size > 0 ? error / size : 0;
}
