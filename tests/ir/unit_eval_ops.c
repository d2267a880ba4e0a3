/* Every scalar function, on every type of its domain, on the values where it is
 * likely to be wrong, is what language.md says (written down independently in
 * eval_naive_op.c); also with one argument for all lanes, and folded.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "eval_check.h"

enum { EDGES = 32 };

/* -- the values ------------------------------------------------------------ */

static const double float_edges[] = {
	0.0, -0.0, 1, -1, 2, 3, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, 1e-3, -7.25,
	100, 1e30, -1e30, 1e-30, INFINITY, -INFINITY, NAN, 0x1p-24, 0x1p-149,
	65504, 65520, 0x1.fffffep127, 0x1p31, 0x1p63, -0x1p63, 1e300,
	0x1.fffffffffffffp-2, 0x1.fffffep-2,
};

static uint64_t int_edge(int width, int i)
{
	const uint64_t low = UINT64_C(1) << (width - 1);
	const uint64_t edges[] = {
		0, 1, 2, 3, 5, 7, 8, 10, 13, 15, 16, 31, 32, 33, 63, 64, 100,
		low, low - 1, low + 1, low - 2, low >> 1, low / 3,
		low | low / 5,
		UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 2, UINT64_MAX - 6,
		UINT64_MAX - 12, UINT64_MAX / 3, UINT64_MAX / 5, UINT64_MAX / 7,
	};

	return edges[i];
}

/* Edge i of the type, as an element of an array of it. */
static void set_edge(Array *array, int64_t at, int i)
{
	size_t bytes = scalar_bytes(array->scalar);
	uint64_t bits = int_edge(8 * (int)bytes, i);

	if (array->scalar == SCALAR_F32 && fabs(float_edges[i]) > FLT_MAX)
		array_set(array, at, (double)copysignf(INFINITY,
						(float)float_edges[i]));
	else if (scalar_is_float(array->scalar))
		array_set(array, at, float_edges[i]);
	else if (array->scalar == SCALAR_BOOL)
		array_set(array, at, i & 1);
	else
		memcpy((char *)array->data + bytes * (size_t)at, &bits, bytes);
}

static int64_t combinations(int arity)
{
	return arity == 1 ? EDGES : arity == 2 ? EDGES * EDGES
					       : EDGES * EDGES * EDGES;
}

/* Arrays of all combinations of edges, as many as there is room for. */
static void fill_edges(Array *inputs, int arity)
{
	for (int64_t i = 0; i < inputs[0].elements; i++) {
		int64_t rest = i;

		for (int k = 0; k < arity; k++, rest /= EDGES)
			set_edge(&inputs[k], i, (int)(rest % EDGES));
	}
}

/* -- programs of one function ---------------------------------------------- */

/* arity inputs of n elements of a type. */
static Program *program_of(Ir *ir, Scalar scalar, int arity, int64_t n)
{
	Arena *arena = ir_arena(ir);
	Program *p = ARENA_NEW(arena, Program);
	ProgramInput *inputs = ARENA_ARRAY(arena, ProgramInput, arity);
	Port *ports = ARENA_ARRAY(arena, Port, arity);

	*p = (Program){ .ir = ir, .name = "op", .concrete = true,
			.input_count = arity, .in_port_count = arity,
			.inputs = inputs, .in_ports = ports };
	for (int k = 0; k < arity; k++) {
		inputs[k] = (ProgramInput){
			.name = "x", .first_port = k, .port_count = 1,
			.type = type_array(ir, type_scalar(ir, scalar),
					   size_const(ir, n)) };
		ports[k] = (Port){ .name = "x", .scalar = scalar, .rank = 1,
				   .dims = { n }, .elements = n };
	}
	return p;
}

static const Expr *input_of(const Program *p, int k)
{
	return expr_input(p->ir, k, p->inputs[k].type);
}

static const Expr *head(Ir *ir, const Expr *xs)
{
	return expr_prim(ir, PRIM_HEAD, 0, NULL, 1, &xs);
}

/* map op (zip ...), where argument `uniform`, if any, is the first element. */
static const Expr *map_op(const Program *p, Op op, int uniform)
{
	Ir *ir = p->ir;
	const Expr *xs[3] = { NULL }, *args[3], *kids[2];
	const Type *element;
	int arity = p->input_count;

	for (int k = 0; k < arity; k++)
		xs[k] = input_of(p, k);
	kids[1] = arity == 1 ? xs[0]
			     : expr_prim(ir, PRIM_ZIP, 0, NULL, arity, xs);
	element = kids[1]->type->element;
	for (int k = 0; k < arity; k++) {
		args[k] = expr_var(ir, 0, element);
		if (arity > 1)
			args[k] = expr_get(ir, k, args[k]);
		if (k == uniform)
			args[k] = head(ir, xs[k]);
	}
	kids[0] = expr_lambda(ir, 1, &element, expr_op_of(ir, op, args));
	return expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids);
}

/* A fold of the elements by the op, from the first one. */
static const Expr *fold_op(const Program *p, Op op, bool swapped)
{
	Ir *ir = p->ir;
	const Expr *xs = input_of(p, 0), *kids[3] = { NULL, head(ir, xs), xs };
	const Type *scalar = xs->type->element, *params[] = { scalar, scalar };
	const Expr *acc = expr_var(ir, 1, scalar), *x = expr_var(ir, 0, scalar);
	const Expr *args[3] = { swapped ? x : acc, swapped ? acc : x, x };

	if (op_rows[op].arity == 3 && !swapped)
		args[0] = x;
	if (op_rows[op].arity == 3)
		args[2] = swapped ? x : acc;
	kids[0] = expr_lambda(ir, 2, params, expr_op_of(ir, op, args));
	return expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, kids);
}

static void check(Scalar scalar, int arity, int64_t n,
		  const Expr *(*make)(const Program *p, Op op, int how),
		  Op op, int how)
{
	Ir *ir = ir_new();
	Program *p = program_of(ir, scalar, arity, n);
	const Expr *body = make(p, op, how);
	Array inputs[3];

	for (int k = 0; k < arity; k++)
		inputs[k] = array_of_port(&p->in_ports[k]);
	fill_edges(inputs, arity);
	assert_true(check_body(p, body, inputs, op_rows[op].name));
	check_free(p, inputs);
	ir_free(ir);
}

static const Expr *make_map(const Program *p, Op op, int how)
{
	return map_op(p, op, how);
}

static const Expr *make_fold(const Program *p, Op op, int how)
{
	return fold_op(p, op, how);
}

static void every_function_on_every_type(void **state)
{
	(void)state;
	for (Op op = 0; op < OP_COUNT; op++)
		for (Scalar s = 0; s < SCALAR_COUNT; s++) {
			int arity = op_rows[op].arity;

			if (!op_domain_has(op_rows[op].domain, s))
				continue;
			check(s, arity, combinations(arity), make_map, op, -1);
			for (int k = 0; arity < 3 && k < arity; k++)
				check(s, arity, combinations(arity), make_map,
				      op, k);
		}
}

static void folds_are_what_they_fold(void **state)
{
	(void)state;
	for (Op op = 0; op < OP_COUNT; op++)
		for (Scalar s = 0; s < SCALAR_COUNT; s++)
			if (op_domain_has(op_rows[op].domain, s)
			    && op_rows[op].arity > 1
			    && op_rows[op].result == RESULT_SAME) {
				check(s, 1, 20, make_fold, op, false);
				check(s, 1, 20, make_fold, op, true);
			}
}

/* -- conversions ----------------------------------------------------------- */

static void check_conversion(Scalar from, Scalar to, bool bits)
{
	Ir *ir = ir_new();
	Program *p = program_of(ir, from, 1, EDGES);
	const Type *type = type_scalar(ir, from), *result = type_scalar(ir, to);
	const Expr *x = expr_var(ir, 0, type), *kids[2];
	Array input = array_of_port(&p->in_ports[0]);

	fill_edges(&input, 1);
	x = bits ? expr_bits(ir, result, x) : expr_convert(ir, result, x);
	kids[0] = expr_lambda(ir, 1, &type, x);
	kids[1] = input_of(p, 0);
	assert_true(check_body(p, expr_prim(ir, PRIM_MAP, 0, NULL, 2, kids),
			       &input, scalar_name(to)));
	array_free(&input);
	ir_free(ir);
}

static void every_conversion(void **state)
{
	(void)state;
	for (Scalar from = 0; from < SCALAR_COUNT; from++)
		for (Scalar to = 0; to < SCALAR_COUNT; to++) {
			check_conversion(from, to, false);
			if (scalar_bytes(from) == scalar_bytes(to)
			    && from != SCALAR_BOOL && to != SCALAR_BOOL)
				check_conversion(from, to, true);
		}
}

/* -- the sharp corners, spelled out ---------------------------------------- */

static double result_of(const char *body)
{
	char json[400];
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *p;
	Array out;
	double value;

	snprintf(json, sizeof json,
		 "{\"name\": \"p\", \"inputs\": [], \"body\": %s}", body);
	p = check_read(ir, json);
	assert_true(eval_run(p, p->body, NULL, EVAL_DECLARED, &out, diags));
	value = array_get(&out, 0);
	array_free(&out);
	diags_free(diags);
	ir_free(ir);
	return value;
}

static void corners(void **state)
{
	static const struct {
		const char *body;
		double value;
	} rows[] = {
		{ "[\"+\", [\"i8\", 127], 1]", -128 },
		{ "[\"/\", [\"i32\", 7], 0]", 0 },
		{ "[\"%\", [\"i32\", 7], 0]", 0 },
		{ "[\"/\", [\"i32\", -2147483648], -1]", -2147483648.0 },
		{ "[\"%\", [\"i32\", -2147483648], -1]", 0 },
		{ "[\"/\", [\"i32\", -7], 2]", -3 },
		{ "[\"%\", [\"i32\", -7], 2]", -1 },
		{ "[\"%\", -7.5, 2.0]", -1.5 },
		{ "[\"<<\", [\"u8\", 1], 9]", 2 },
		{ "[\">>\", [\"i32\", -8], 1]", -4 },
		{ "[\">>\", [\"i32\", -8], 33]", -4 },
		{ "[\"min\", \"nan\", 3.0]", 3 },
		{ "[\"max\", 3.0, \"nan\"]", 3 },
		{ "[\"round\", 2.5]", 3 },
		{ "[\"round\", -2.5]", -3 },
		{ "[\"i32\", [\"f32\", 3000000000]]", 2147483647.0 },
		{ "[\"u8\", [\"f32\", -3]]", 0 },
		{ "[\"u8\", [\"f32\", 2.99]]", 2 },
		{ "[\"i32\", [\"f32\", \"nan\"]]", 0 },
		{ "[\"u8\", [\"+\", [\"i32\", 300], 0]]", 44 },
		{ "[\"bool\", [\"f32\", 0.1]]", 1 },
		{ "[\"popcount\", [\"i32\", -1]]", 32 },
		{ "[\"clz\", [\"u16\", 1]]", 15 },
		{ "[\"clz\", [\"u16\", 0]]", 16 },
		{ "[\"+\", [\"f16\", 2048], 1]", 2048 },
		{ "[\"f16\", [\"+\", [\"f32\", 65520], 0]]", (double)INFINITY },
		{ "[\"+\", [\"f32\", 16777216], 1]", 16777216 },
		{ "[\"fma\", [\"f32\", \"0x1.000002p0\"], \"0x1.000002p0\","
		  " \"-0x1.000004p0\"]", 0x1p-46 },
		{ "[\"sqrt\", [\"f32\", 2]]", 0x1.6a09e6p0 },
		{ "[\"bits\", \"u32\", [\"f32\", 1]]", 0x3f800000 },
		{ "[\"neg\", [\"u32\", 1]]", 4294967295.0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		double found = result_of(rows[i].body);

		if (found != rows[i].value)
			print_error("%s is %g\n", rows[i].body, found);
		assert_true(found == rows[i].value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(corners),
		cmocka_unit_test(every_function_on_every_type),
		cmocka_unit_test(folds_are_what_they_fold),
		cmocka_unit_test(every_conversion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
