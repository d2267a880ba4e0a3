/* pass_extremes: random loops over registers compute the same after it, NaNs
 * among what they read; and minima of what may be a NaN stay as they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "codegen_opencl/pass.h"
#include "tests/codegen/registers.h"

enum { WORLDS = 2000, REGISTERS = 4, STATEMENTS = 8, DEPTH = 3, ROUNDS = 3,
       CELLS = 4 };

static const double cells[CELLS] = { NAN, -1.5, INFINITY, 3 };

typedef struct World {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Var *registers[REGISTERS];
	Buffer buffer;
	Kernel kernel;
	double values[REGISTERS];
	int compared, left; /* calls in the code */
} World;

/* -- random code ----------------------------------------------------------- */

static const Code *draw(World *w, int depth)
{
	const Code *args[2];

	switch (below_of(&w->rng, depth ? 8 : 3)) {
	case 0:
		return code_var(w->arena, w->registers[below_of(&w->rng, REGISTERS)]);
	case 1:
		return float_code(w->arena, cells[below_of(&w->rng, CELLS)]);
	case 2:
		return code_load(w->arena, &w->buffer,
				 affine_const(&w->indices, below_of(&w->rng, CELLS)),
				 1);
	default:
		args[0] = draw(w, depth - 1);
		args[1] = draw(w, depth - 1);
		return code_op(w->arena, below_of(&w->rng, 4) == 0 ? OP_ADD
				: below_of(&w->rng, 2) ? OP_MIN : OP_MAX, args);
	}
}

static void world_open(World *w, uint64_t round)
{
	Block *body;

	*w = (World){ .rng = rng_seeded(11, round), .arena = arena_new() };
	w->indices.arena = w->arena;
	w->kernel.arena = w->arena;
	w->kernel.top = block_new(w->arena);
	w->buffer = (Buffer){ .space = SPACE_GLOBAL, .scalar = SCALAR_F32,
			      .elements = CELLS };
	for (int i = 0; i < REGISTERS; i++) {
		w->registers[i] = var_new(w->arena, VAR_REGISTER, SCALAR_F32,
					  1, 0);
		block_add(w->kernel.top, (Stmt){
			.kind = STMT_DECLARE, .var = w->registers[i],
			.value = float_code(w->arena, cells[below_of(&w->rng, CELLS)]) });
	}
	body = block_new(w->arena);
	for (int i = below_of(&w->rng, STATEMENTS); i >= 0; i--)
		block_add(body, (Stmt){ .kind = STMT_ASSIGN,
			.var = w->registers[below_of(&w->rng, REGISTERS)],
			.value = draw(w, DEPTH) });
	block_add(w->kernel.top, (Stmt){ .kind = STMT_LOOP, .extent = ROUNDS,
		.var = var_new(w->arena, VAR_LOOP, SCALAR_I32, 1, 0),
		.body = body });
}

static void world_close(World *w)
{
	affine_table_free(&w->indices);
	arena_free(w->arena);
}

/* -- what it computes ------------------------------------------------------ */

static double value_of(World *w, const Code *code)
{
	double a = 0, b = 0;

	if (code->count == 2) {
		a = value_of(w, code->args[0]);
		b = value_of(w, code->args[1]);
	}
	switch (code->kind) {
	case CODE_VAR:
		return w->values[register_of(w->registers, code->var)];
	case CODE_LITERAL:
		return float_of(code);
	case CODE_LOAD:
		return cells[code->index->constant];
	case CODE_INFIX:
		return a + b;
	default:
		break;
	}
	w->compared += code->helper;
	w->left += !code->helper;
	if (code->op == OPERATOR_LESSER)
		return a < b ? a : b;
	if (code->op == OPERATOR_GREATER)
		return a > b ? a : b;
	return code->op == OPERATOR_FMIN ? fmin(a, b) : fmax(a, b);
}

static void run(World *w, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		for (int k = 0; stmt->body && k < stmt->extent; k++)
			run(w, stmt->body);
		if (stmt->value)
			w->values[register_of(w->registers, stmt->var)] =
				value_of(w, stmt->value);
	}
}

static void test_the_same_is_computed(void **state)
{
	long compared = 0, left = 0;

	(void)state;
	for (uint64_t i = 0; i < WORLDS; i++) {
		double before[REGISTERS];
		World w;

		world_open(&w, i);
		run(&w, w.kernel.top);
		memcpy(before, w.values, sizeof before);
		w.compared = w.left = 0;
		pass_extremes(&w.kernel);
		run(&w, w.kernel.top);
		for (int k = 0; k < REGISTERS; k++)
			assert_true(w.values[k] == before[k]
				    || (isnan(w.values[k])
					&& isnan(before[k])));
		compared += w.compared;
		left += w.left;
		world_close(&w);
	}
	assert_true(compared > WORLDS);
	assert_true(left > WORLDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same_is_computed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
