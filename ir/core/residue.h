/* Residue: arithmetic modulo the prime 2^31 - 1, in place of floats' (after
 * Schwartz and Zippel: two expressions that are not equal in a field differ on
 * nearly all random arguments).
 *
 * + - * and fma are the field's. 0 is its own inverse, so that the inverse of
 * a product is the product of the inverses. Functions that no field has are
 * hashes, different ones different; only the reciprocal square root is the
 * inverse of the square root. Residues have an order, too, in which infinity is
 * the last and minus infinity the first, so that each is neutral to min or max.
 * It is not that of the integers 0 to p - 1, in which hardly a residue is less
 * than a literal 16: a third of all comes before 0, and the numbers that
 * programs compare with lie among the others, so that both ways of a condition
 * are gone.
 *
 * Kernels compute the same by codegen_opencl/twin.cl.
 */
#ifndef IR_CORE_RESIDUE_H
#define IR_CORE_RESIDUE_H

#include "ir/core/op.h"

#define RESIDUE_P UINT32_C(0x7fffffff)

/* a comes before b where residue_rank(a) < residue_rank(b). */
#define RESIDUE_ORDER UINT32_C(0x2aaaaaaa)

static inline int32_t residue_rank(uint32_t a)
{
	return (int32_t)(a ^ RESIDUE_ORDER);
}

static inline uint32_t residue_ranked(int32_t rank)
{
	return (uint32_t)rank ^ RESIDUE_ORDER;
}

/* Of 0 to 2p. */
static inline uint32_t residue_cut(uint32_t x)
{
	const int32_t rest = (int32_t)(x - RESIDUE_P);

	return (uint32_t)(rest + ((int32_t)RESIDUE_P & (rest >> 31)));
}

static inline uint32_t residue_of(uint64_t x)
{
	const uint64_t once = (x & RESIDUE_P) + (x >> 31);

	return residue_cut((uint32_t)((once & RESIDUE_P) + (once >> 31)));
}

/* 2^64 is 4. */
static inline uint32_t residue_of_signed(int64_t x)
{
	const uint32_t rest = residue_of((uint64_t)x);

	return residue_cut(x < 0 ? rest + RESIDUE_P - 4 : rest);
}

static inline uint32_t residue_add(uint32_t a, uint32_t b)
{
	return residue_cut(a + b);
}

static inline uint32_t residue_sub(uint32_t a, uint32_t b)
{
	return residue_cut(a + (RESIDUE_P - b));
}

static inline uint32_t residue_neg(uint32_t a)
{
	return residue_cut(RESIDUE_P - a);
}

static inline uint32_t residue_mul(uint32_t a, uint32_t b)
{
	const uint64_t product = (uint64_t)a * b;

	return residue_cut((uint32_t)((product & RESIDUE_P)
				      + (product >> 31)));
}

static inline uint32_t residue_fma(uint32_t a, uint32_t b, uint32_t c)
{
	return residue_of((uint64_t)a * b + c);
}

/* The greater one of a and -a; whether it is a. */
static inline uint32_t residue_abs(uint32_t a)
{
	const uint32_t other = residue_neg(a);

	return residue_rank(other) > residue_rank(a) ? other : a;
}

static inline uint32_t residue_sign(uint32_t a)
{
	return residue_abs(a) != a ? RESIDUE_P - 1 : a != 0;
}

/* 32 bits well mixed (MurmurHash3's finalizer). */
static inline uint32_t residue_mixed(uint32_t h)
{
	h = (h ^ (h >> 16)) * UINT32_C(0x85ebca6b);
	h = (h ^ (h >> 13)) * UINT32_C(0xc2b2ae35);
	return h ^ (h >> 16);
}

static inline uint32_t residue_hash(uint32_t seed, uint32_t a)
{
	return residue_cut(residue_mixed(a ^ seed) & RESIDUE_P);
}

static inline uint32_t residue_hash2(uint32_t seed, uint32_t a, uint32_t b)
{
	return residue_hash(seed, residue_mixed(a ^ seed)
				  + b * UINT32_C(0x9e3779b1));
}

/* What a function's hash starts with. */
static inline uint32_t residue_seed(Op op)
{
	return ((uint32_t)op + 1) * UINT32_C(0x9e3779b1);
}

/* The same of conversions to integers, which are the low bits of one hash. */
enum { RESIDUE_TO_INTEGER = 0x6a09e667 };

/* a^(p - 2). */
uint32_t residue_inverse(uint32_t a);

/* What a literal stands for: a whole number times a power of two; of NaN any
 * residue. */
uint32_t residue_of_double(double value);

#endif
