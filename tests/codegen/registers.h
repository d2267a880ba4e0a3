/* Random straight-line code over registers of f32, for tests of passes. */
#ifndef TESTS_CODEGEN_REGISTERS_H
#define TESTS_CODEGEN_REGISTERS_H

#include <string.h>

#include "base/rng.h"
#include "codegen_opencl/code.h"

static inline int below_of(Rng *rng, int bound)
{
	return (int)rng_below(rng, (uint64_t)bound);
}

static inline const Code *float_code(Arena *arena, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return code_literal(arena, SCALAR_F32, bits);
}

static inline double float_of(const Code *literal)
{
	double value;

	memcpy(&value, &literal->bits, sizeof value);
	return value;
}

/* Which of them it is; it is one. */
static inline int register_of(Var *const *registers, const Var *var)
{
	int i = 0;

	while (registers[i] != var)
		i++;
	return i;
}

#endif
