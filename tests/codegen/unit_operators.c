/* What the tables say of scalar functions holds of what they compute, and each
 * has an operator in kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "codegen_opencl/operator.h"
#include "tests/ir/eval_naive.h"

static Naive of_int(Scalar scalar, int64_t value)
{
	const int bits = 8 * (int)scalar_bytes(scalar);

	return (Naive){ .scalar = scalar, .count = -1,
			.bits = (uint64_t)value & UINT64_MAX >> (64 - bits) };
}

static Naive of_float(double value)
{
	return (Naive){ .scalar = SCALAR_F64, .count = -1, .value = value };
}

static int64_t value_of(Naive number)
{
	const int bits = 8 * (int)scalar_bytes(number.scalar);

	return (int64_t)(number.bits << (64 - bits)) >> (64 - bits);
}

static void each_function_has_an_operator(void **state)
{
	bool has[OP_COUNT + 1] = { false };

	(void)state;
	for (int i = 0; i < OPERATOR_COUNT; i++)
		has[operator_rows[i].op] = true;
	for (int op = 0; op < OP_COUNT; op++)
		if (!has[op])
			fail_msg("none computes %s", op_rows[op].name);
}

/* A function before the kernels is there for each type. */
static void helpers_are_named_by_their_type(void **state)
{
	(void)state;
	for (int i = 0; i < OPERATOR_COUNT; i++)
		if (operator_rows[i].helper)
			assert_non_null(strchr(operator_rows[i].text, '@'));
}

static void what_skips_nans_does(void **state)
{
	(void)state;
	for (int op = 0; op < OP_COUNT; op++) {
		const Naive args[] = { of_float(NAN), of_float(2), of_float(2) };
		const Naive turned[] = { args[1], args[0], args[1] };

		if (op_rows[op].arity < 2 || op_rows[op].result == RESULT_BOOL
		    || !op_domain_has(op_rows[op].domain, SCALAR_F64)
		    || op_rows[op].domain == DOMAIN_SCALAR)
			continue;
		assert_int_equal(naive_op((Op)op, args, EVAL_F64).value == 2,
				 op_rows[op].skips_nan);
		assert_int_equal(naive_op((Op)op, turned, EVAL_F64).value == 2,
				 op_rows[op].skips_nan);
	}
}

static bool is_i16(int64_t value)
{
	return value >= INT16_MIN && value <= INT16_MAX;
}

static void check_narrow(Op op, int64_t a, int64_t b)
{
	const Naive wide[] = { of_int(SCALAR_I32, a), of_int(SCALAR_I32, b) };
	const Naive narrow[] = { of_int(SCALAR_I16, a),
				 of_int(SCALAR_I16, b) };
	const int64_t result = value_of(naive_op(op, wide, EVAL_DECLARED));

	if (is_i16(result))
		assert_true(value_of(naive_op(op, narrow, EVAL_DECLARED))
			    == result);
}

/* Counts of shifts are those that both types know. */
static void what_narrows_is_the_same_in_fewer_bits(void **state)
{
	static const int64_t edges[] = { -32768, -32767, -300, -182, -128, -3,
					 -1, 0, 1, 2, 7, 15, 127, 181, 255,
					 20000, 32767 };
	const size_t count = sizeof edges / sizeof *edges;

	(void)state;
	for (int op = 0; op < OP_COUNT; op++)
		for (size_t i = 0; i < count * count; i++) {
			const int64_t b = edges[i % count];

			if (op_rows[op].narrows
			    && (op != OP_SHR || (b >= 0 && b < 16)))
				check_narrow((Op)op, edges[i / count], b);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_function_has_an_operator),
		cmocka_unit_test(helpers_are_named_by_their_type),
		cmocka_unit_test(what_skips_nans_does),
		cmocka_unit_test(what_narrows_is_the_same_in_fewer_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
