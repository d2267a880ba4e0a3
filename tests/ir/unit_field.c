/* Floats as residues: the arithmetic is that of a field, whatever the width of
 * the floats; the evaluator's blocks compute it, on random residues and at both
 * ends; what rules with a condition ask of floats holds in it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "eval_check.h"
#include "ir/core/residue.h"
#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/eval/eval_way.h"

enum { N = 1301, EDGES = 6 };

static const uint32_t edges[EDGES] = { 0, 1, 2, RESIDUE_P / 2, RESIDUE_P - 2,
				       RESIDUE_P - 1 };

/* -- the plainest reading -------------------------------------------------- */

static uint32_t times(uint64_t a, uint64_t b)
{
	return (uint32_t)(a * b % RESIDUE_P);
}

static uint32_t power(uint32_t a, uint32_t n)
{
	uint32_t all = 1;

	for (; n; n /= 2, a = times(a, a))
		if (n % 2)
			all = times(all, a);
	return all;
}

static bool before(uint32_t a, uint32_t b)
{
	return (a ^ RESIDUE_ORDER) < (b ^ RESIDUE_ORDER);
}

static uint32_t wanted(Op op, uint32_t a, uint32_t b, uint32_t c)
{
	uint64_t p = RESIDUE_P;

	switch (op) {
	case OP_ADD: return (uint32_t)((a + (uint64_t)b) % p);
	case OP_SUB: return (uint32_t)((a + p - b) % p);
	case OP_MUL: return times(a, b);
	case OP_FMA: return (uint32_t)((times(a, b) + (uint64_t)c) % p);
	case OP_DIV: return times(a, power(b, RESIDUE_P - 2));
	case OP_NEG: return (uint32_t)((p - a) % p);
	case OP_ABS: return wanted(OP_MAX, a, wanted(OP_NEG, a, 0, 0), 0);
	case OP_SIGN:
		return wanted(OP_ABS, a, 0, 0) != a ? (uint32_t)p - 1 : a != 0;
	case OP_MIN: return before(a, b) ? a : b;
	case OP_MAX: return before(b, a) ? a : b;
	case OP_LT: return before(a, b);
	case OP_LE: return !before(b, a);
	case OP_GT: return before(b, a);
	case OP_GE: return !before(a, b);
	case OP_EQ: return a == b;
	case OP_NE: return a != b;
	case OP_ISNAN: case OP_ISINF: return 0;
	case OP_RSQRT:
		return power(residue_hash(residue_seed(OP_SQRT), a),
			     RESIDUE_P - 2);
	default:
		return op_rows[op].arity == 1
			? residue_hash(residue_seed(op), a)
			: residue_hash2(residue_seed(op), a, b);
	}
}

/* -- the evaluator --------------------------------------------------------- */

static void draw(const Program *program, Array *inputs)
{
	for (int k = 0; k < program->in_port_count; k++) {
		uint32_t *x;

		inputs[k] = testdata_draw(&program->in_ports[k], 7,
					  TESTDATA_FIELD);
		x = inputs[k].data;
		if (inputs[k].scalar == SCALAR_U32 && inputs[k].elements > 216)
			for (int i = 0; i < 216; i++)
				x[i] = edges[(k ? k > 1 ? i / 36 : i / 6 : i)
					     % EDGES];
	}
}

/* In blocks of one lane, of few, and in other loops than planned. */
static void evaluate(const Program *p, Array *inputs, Array *outputs, int way)
{
	static const EvalWay ways[] = { { .width = 0 }, { .width = 1 },
					{ .width = 24, .seed = 3 } };
	Diags *diags = diags_new();

	assert_true(eval_run_as(&ways[way], p, p->body, inputs, EVAL_FIELD,
				outputs, diags));
	diags_free(diags);
}

static uint32_t element(const Array *array, int64_t i)
{
	if (array->scalar == SCALAR_BOOL)
		return ((const uint8_t *)array->data)[i];
	assert_int_equal(array->scalar, SCALAR_U32);
	return ((const uint32_t *)array->data)[i];
}

/* uniform: the argument that is its first element everywhere, or -1. */
static void check_op(Op op, const char *type, int uniform)
{
	static const char *const names[] = { "x", "y", "z" };
	int arity = op_rows[op].arity;
	Text json = { 0 };
	Array in[3], out;
	Ir *ir = ir_new();
	Program *p;

	text_printf(&json, "{\"name\": \"op\", \"inputs\": [");
	for (int k = 0; k < arity; k++)
		text_printf(&json, "%s{\"name\": \"%ss\", \"type\": "
			    "\"[%s; %d]\"}", k ? ", " : "", names[k], type, N);
	text_put(&json, "], \"body\": [\"map\", [\"fun\", [");
	for (int k = 0; k < arity; k++)
		text_printf(&json, "%s\"%s\"", k ? ", " : "", names[k]);
	text_printf(&json, "], [\"%s\"", op_rows[op].name);
	for (int k = 0; k < arity; k++)
		text_printf(&json, k == uniform ? ", [\"head\", \"%ss\"]"
						: ", \"%s\"", names[k]);
	text_put(&json, arity > 1 ? "]], [\"zip\", " : "]], ");
	for (int k = 0; k < arity; k++)
		text_printf(&json, "%s\"%ss\"", k ? ", " : "", names[k]);
	text_put(&json, arity > 1 ? "]]}" : "]}");
	p = check_read(ir, text_string(&json));
	draw(p, in);
	for (int way = 0; way < 3; way++) {
		evaluate(p, in, &out, way);
		for (int64_t i = 0; i < N; i++) {
			uint32_t x[3] = { 0 };

			for (int k = 0; k < arity; k++)
				x[k] = element(&in[k], k == uniform ? 0 : i);
			if (element(&out, i) != wanted(op, x[0], x[1], x[2]))
				fail_msg("%s of %s, element %d",
					 op_rows[op].name, type, (int)i);
		}
		array_free(&out);
	}
	check_free(p, in);
	text_free(&json);
	ir_free(ir);
}

static void every_function_is_computed_in_the_field(void **state)
{
	static const char *const types[] = { "f16", "f32", "f64" };

	(void)state;
	for (Op op = 0; op < OP_COUNT; op++)
		for (int t = 0; t < 3; t++)
			for (int u = -1; u < op_rows[op].arity; u++)
				if (op_domain_has(op_rows[op].domain,
						  SCALAR_F32))
					check_op(op, types[t], u);
}

/* -- folds, literals, conversions ------------------------------------------ */

/* Of the one input "xs" of residues; in all three ways. */
static void evaluated(const char *body, Array *xs, Array *out, int way)
{
	char json[500];
	Ir *ir = ir_new();
	Program *p;

	snprintf(json, sizeof json, "{\"name\": \"f\", \"inputs\": [{\"name\": "
		 "\"xs\", \"type\": \"[f32; %d]\"}], \"body\": %s}", N, body);
	p = check_read(ir, json);
	draw(p, xs);
	evaluate(p, xs, out, way);
	ir_free(ir);
}

static void folds_are_what_they_fold(void **state)
{
	static const Op ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_MIN, OP_MAX };
	char body[200];
	Array xs, out;

	(void)state;
	for (int k = 0; k < 6 * 3; k++) {
		Op op = k < 15 ? ops[k / 3] : OP_FMA;
		uint32_t all = 7;

		snprintf(body, sizeof body, "[\"reduceSeq\", [\"fun\", "
			 "[\"a\", \"x\"], [\"%s\", %s]], 7, [\"drop\", 216, "
			 "\"xs\"]]", op_rows[op].name, op == OP_FMA
			 ? "\"x\", \"x\", \"a\"" : "\"a\", \"x\"");
		evaluated(body, &xs, &out, k % 3);
		for (int64_t i = 216; i < N; i++) {
			uint32_t x = element(&xs, i);

			all = op == OP_FMA ? wanted(op, x, x, all)
					   : wanted(op, all, x, 0);
		}
		assert_int_equal(element(&out, 0), all);
		array_free(&xs);
		array_free(&out);
	}
}

static uint32_t literal(const char *text)
{
	char body[200];
	Array xs, out;
	uint32_t x;

	snprintf(body, sizeof body, "[\"f64\", %s]", text);
	evaluated(body, &xs, &out, 0);
	x = element(&out, 0);
	array_free(&xs);
	array_free(&out);
	return x;
}

/* v * 2^k = m in numbers is so in residues, too. */
static void literals_are_whole_numbers_times_powers_of_two(void **state)
{
	(void)state;
	assert_int_equal(literal("0"), 0);
	assert_int_equal(literal("-3"), RESIDUE_P - 3);
	assert_int_equal(times(literal("0.5"), 2), 1);
	assert_int_equal(times(literal("-0.625"), 8), RESIDUE_P - 5);
	assert_int_equal(times(literal("0.1"), power(2, 55)),
			 UINT64_C(3602879701896397) % RESIDUE_P);
	assert_int_equal(literal("1e22"), times(power(10, 11), power(10, 11)));
	assert_int_equal(residue_of_double(0x1p-1074),
			 power(power(2, RESIDUE_P - 2), 1074));
	assert_int_equal(residue_of_double(0x1.fffffffffffffp1023),
			 times(power(2, 971), ((UINT64_C(1) << 53) - 1)
					      % RESIDUE_P));
}

/* The neutral elements of min and max. */
static void no_residue_lies_beyond_infinity(void **state)
{
	uint32_t last = residue_of_double(INFINITY);
	uint32_t first = residue_of_double(-INFINITY);

	(void)state;
	assert_int_equal(residue_neg(last), first);
	for (uint32_t i = 0; i < 100000; i++) {
		uint32_t x = residue_hash(1, i);

		assert_false(before(last, x) || before(x, first));
	}
	for (int i = 0; i < EDGES; i++)
		assert_false(before(last, edges[i]) || before(edges[i], first));
}

/* Both sides of conditions are seen on few data. */
static void literals_lie_among_residues(void **state)
{
	static const double literals[] = { 0, 1, -1, 0.5, -0.5, 2, 4, 16, 0.25,
					   0.75, 1.5, 2.5, 100, 1000, 1e-3,
					   1e-6, 0.1, 255, 1e6, 3.14159 };

	(void)state;
	for (size_t k = 0; k < sizeof literals / sizeof *literals; k++) {
		uint32_t x = residue_of_double(literals[k]);
		int below = 0;

		for (uint32_t i = 0; i < 10000; i++)
			below += before(residue_hash(1, i), x);
		assert_in_range(below, 300, 9700);
	}
}

static uint32_t of_integer(__int128 value)
{
	return (uint32_t)((value % (int64_t)RESIDUE_P + RESIDUE_P) % RESIDUE_P);
}

static void integers_are_their_values(void **state)
{
	Rng rng = rng_seeded(1, 2);

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t bits = rng_u64(&rng) >> rng_below(&rng, 64);

		if (i < 8)
			bits = i < 4 ? UINT64_MAX - (uint64_t)i
				     : (UINT64_C(1) << 63) + (uint64_t)i - 6;
		assert_int_equal(residue_of(bits), of_integer(bits));
		assert_int_equal(residue_of_signed((int64_t)bits),
				 of_integer((int64_t)bits));
	}
}

static void conversions_go_through_the_field(void **state)
{
	static const Scalar types[] = { SCALAR_I8, SCALAR_U8, SCALAR_I16,
					SCALAR_U16, SCALAR_I32, SCALAR_U32,
					SCALAR_I64, SCALAR_U64 };
	char body[200];
	Array xs, out;

	(void)state;
	for (int t = 0; t < 8; t++) {
		snprintf(body, sizeof body, "[\"map\", [\"fun\", [\"x\"], "
			 "[\"f64\", [\"%s\", \"x\"]]], \"xs\"]",
			 scalar_name(types[t]));
		evaluated(body, &xs, &out, t % 3);
		for (int64_t i = 0; i < N; i++) {
			uint64_t h = residue_hash(RESIDUE_TO_INTEGER,
						  element(&xs, i));
			int unused = 64 - 8 * (int)scalar_bytes(types[t]);
			int64_t kept = (int64_t)(h << unused) >> unused;

			if (!scalar_is_signed(types[t]))
				kept = (int64_t)(h << unused >> unused);
			assert_int_equal(element(&out, i), of_integer(kept));
		}
		array_free(&xs);
		array_free(&out);
	}
}

/* -- laws ------------------------------------------------------------------ */

/* What rules with `rounding` and `monoid` ask for, at random and at the ends;
 * 0 included. */
static void laws_of_the_reals_hold(void **state)
{
	Rng rng = rng_seeded(3, 4);

	(void)state;
	for (int i = 0; i < 20000; i++) {
		uint32_t x[3], a, b, c, one = 1;

		for (int k = 0; k < 3; k++)
			x[k] = i < 216 ? edges[i / (k ? k > 1 ? 36 : 6 : 1) % 6]
				       : (uint32_t)rng_below(&rng, RESIDUE_P);
		a = x[0];
		b = x[1];
		c = x[2];
#define W(op, a, b) wanted(OP_##op, a, b, 0)
		assert_int_equal(W(ADD, a, W(ADD, b, c)),
				 W(ADD, W(ADD, a, c), b));
		assert_int_equal(W(SUB, a, W(ADD, b, c)),
				 W(SUB, W(SUB, a, b), c));
		assert_int_equal(W(ADD, a, W(SUB, b, c)),
				 W(SUB, W(ADD, a, b), c));
		assert_int_equal(W(MUL, a, W(MUL, b, c)),
				 W(MUL, W(MUL, a, c), b));
		assert_int_equal(W(ADD, W(MUL, a, b), c),
				 wanted(OP_FMA, a, b, c));
		assert_int_equal(W(DIV, a, b), W(MUL, a, W(DIV, one, b)));
		assert_int_equal(W(DIV, one, W(MUL, a, b)),
				 W(MUL, W(DIV, one, a), W(DIV, one, b)));
		assert_int_equal(W(RSQRT, a, 0), W(DIV, one, W(SQRT, a, 0)));
		assert_int_equal(W(ABS, W(NEG, a, 0), 0), W(ABS, a, 0));
		assert_int_equal(W(MUL, W(SIGN, a, 0), W(ABS, a, 0)), a);
		if (a && b)
			assert_int_equal(W(MIN, a, b),
					 W(NEG, W(MAX, W(NEG, a, 0),
						  W(NEG, b, 0)), 0));
		assert_int_equal(W(MIN, a, W(MIN, b, c)),
				 W(MIN, W(MIN, a, c), b));
		assert_int_equal(W(MIN, a, residue_of_double(INFINITY)), a);
		assert_int_equal(W(MAX, a, residue_of_double(-INFINITY)), a);
#undef W
	}
}

/* -- data ------------------------------------------------------------------ */

static void residues_are_uniform(void **state)
{
	Port port = { .name = "xs", .scalar = SCALAR_F64, .rank = 1,
		      .dims = { 1 << 16 }, .elements = 1 << 16,
		      .ranged = true, .lo = -1, .hi = 1 };
	Array a = testdata_draw(&port, 1, TESTDATA_FIELD);
	Array b = testdata_draw(&port, 2, TESTDATA_FIELD);
	const uint32_t *x = a.data;
	int counts[16] = { 0 };

	(void)state;
	assert_int_equal(a.scalar, SCALAR_U32);
	assert_memory_not_equal(a.data, b.data, 4096);
	for (int i = 0; i < 1 << 16; i++) {
		assert_true(x[i] < RESIDUE_P);
		counts[x[i] >> 27]++;
	}
	for (int i = 0; i < 16; i++)
		assert_in_range(counts[i], 3800, 4400);
	array_free(&a);
	array_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_function_is_computed_in_the_field),
		cmocka_unit_test(folds_are_what_they_fold),
		cmocka_unit_test(literals_are_whole_numbers_times_powers_of_two),
		cmocka_unit_test(no_residue_lies_beyond_infinity),
		cmocka_unit_test(literals_lie_among_residues),
		cmocka_unit_test(integers_are_their_values),
		cmocka_unit_test(conversions_go_through_the_field),
		cmocka_unit_test(laws_of_the_reals_hold),
		cmocka_unit_test(residues_are_uniform),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
