/* Blocks of bounds (ir/eval/eval_block.h): each lane has the result that it has
 * alone, whatever stands beside it: zeros, infinities and NaN, which a block is
 * computed twice for, and what is the same for all lanes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "ir/eval/eval_block.h"

enum { LANES = 37, ROUNDS = 400 };

/* What seldom comes, and decides. */
static const double rare[] = { 0, INFINITY, 0x1p-1074, 0x1p-130, 0x1p128,
			       1e300, NAN, -INFINITY };

/* Errors are numbers of 0 and more, or infinite; what they belong to may be
 * anything. */
static double drawn(Rng *rng, bool error, bool seldom)
{
	const int count = sizeof rare / sizeof *rare - (error ? 2 : 0);

	if (seldom && rng_below(rng, 2 * LANES) == 0)
		return rare[rng_below(rng, (uint32_t)count)];
	return error ? rng_unit(rng) * 1e-6 : 6 * rng_unit(rng) - 3;
}

/* Which arguments are errors. */
static unsigned errors_of(BoundOp op)
{
	static const unsigned errors[BOUND_OPS] = {
		[BOUND_ROUND_F16] = 6, [BOUND_ROUND_F32] = 6,
		[BOUND_ROUND_F64] = 6, [BOUND_SCALED] = 2, [BOUND_CARRY] = 5,
		[BOUND_PLUS] = 3, [BOUND_OVER] = 5, [BOUND_ROOT] = 6, [BOUND_WITHIN] = 4,
		[BOUND_HOLDS] = 7, [BOUND_SEEN] = 1, [BOUND_ULPS_F16] = 6,
		[BOUND_ULPS_F32] = 6, [BOUND_ULPS_F64] = 6,
		[BOUND_SEEN_FINE] = 1,
	};

	return errors[op];
}

static void draw(Rng *rng, BoundOp op, double values[3][LANES])
{
	const bool seldom = rng_below(rng, 4) > 0;

	for (int k = 0; k < 3; k++)
		for (int i = 0; i < LANES; i++)
			values[k][i] = drawn(rng, errors_of(op) >> k & 1,
					     seldom);
}

static void try_block(Rng *rng, BoundOp op)
{
	const size_t bytes = op == BOUND_WITHIN ? 1 : sizeof(double);
	const unsigned uniform = rng_below(rng, 1u << bound_arity(op));
	double values[3][LANES], all[LANES], one;
	const void *args[3] = { values[0], values[1], values[2] };

	draw(rng, op, values);
	block_bound(op)(LANES, all, args, uniform);
	for (int i = 0; i < LANES; i++) {
		for (int k = 0; k < 3; k++)
			args[k] = &values[k][uniform >> k & 1 ? 0 : i];
		block_bound(op)(1, &one, args, 0);
		assert_memory_equal((char *)all + (size_t)i * bytes, &one,
				    bytes);
		assert_true(bytes == 1 || !isnan(one));
	}
}

static void lanes_do_not_see_each_other(void **state)
{
	Rng rng = rng_seeded(1, 0);

	(void)state;
	for (int op = 0; op < BOUND_OPS; op++)
		for (int round = 0; round < ROUNDS; round++)
			try_block(&rng, (BoundOp)op);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes_do_not_see_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
