/* pass_starts: random sums over registers, in loops and out of them, compute the same
 * after it but for the sign of a zero; and most zeros that were added are gone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "codegen_opencl/pass.h"
#include "tests/codegen/registers.h"

enum { WORLDS = 2000, REGISTERS = 3, STATEMENTS = 12, ROUNDS = 3, CELLS = 4 };

static const double cells[CELLS] = { 0.5, -0.0, 2, -7 };

typedef struct World {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Var *registers[REGISTERS];
	Kernel kernel;
	double values[REGISTERS];
	int zeros; /* that registers were set to */
} World;

static const Code *any(World *w)
{
	return below_of(&w->rng, 2) ? float_code(w->arena, cells[below_of(&w->rng, CELLS)])
			   : code_var(w->arena, w->registers[below_of(&w->rng, REGISTERS)]);
}

static Stmt drawn_leave(World *w)
{
	return (Stmt){ .kind = STMT_LEAVE,
		       .value = code_literal(w->arena, SCALAR_BOOL,
					     (uint64_t)below_of(&w->rng, 2)) };
}

/* r = 0, r = r + any, r = any + r, or r = any. */
static Stmt drawn(World *w)
{
	Var *var = w->registers[below_of(&w->rng, REGISTERS)];
	const int kind = below_of(&w->rng, 5);
	const Code *args[2] = { code_var(w->arena, var), any(w) }, *swap[2];
	const Code *value;

	swap[0] = args[1];
	swap[1] = args[0];
	value = kind < 2 ? float_code(w->arena, 0)
	      : kind == 2 ? code_op(w->arena, OP_ADD, args)
	      : kind == 3 ? code_op(w->arena, OP_ADD, swap) : args[1];
	return (Stmt){ .kind = STMT_ASSIGN, .var = var, .value = value };
}

/* In a loop but at depth 2. */
static Block *drawn_block(World *w, int depth)
{
	Block *block = block_new(w->arena);

	for (int i = 0; i < STATEMENTS; i++) {
		if (depth < 2 && !below_of(&w->rng, 9))
			block_add(block, drawn_leave(w));
		else if (depth && !below_of(&w->rng, 5))
			block_add(block, (Stmt){ .kind = STMT_LOOP,
				.extent = ROUNDS,
				.var = var_new(w->arena, VAR_LOOP, SCALAR_I32,
					       1, 0),
				.body = drawn_block(w, depth - 1) });
		else
			block_add(block, drawn(w));
	}
	return block;
}

static void world_open(World *w, uint64_t round)
{
	*w = (World){ .rng = rng_seeded(12, round), .arena = arena_new() };
	w->indices.arena = w->arena;
	w->kernel.arena = w->arena;
	for (int i = 0; i < REGISTERS; i++)
		w->registers[i] = var_new(w->arena, VAR_REGISTER, SCALAR_F32, 1,
					  0);
	w->kernel.top = drawn_block(w, 2);
}

static void world_close(World *w)
{
	affine_table_free(&w->indices);
	arena_free(w->arena);
}

static double value_of(const World *w, const Code *code)
{
	if (code->kind == CODE_VAR)
		return w->values[register_of(w->registers, code->var)];
	if (code->kind == CODE_INFIX)
		return value_of(w, code->args[0]) + value_of(w, code->args[1]);
	return float_of(code);
}

/* False: the loop around is over. */
static bool run(World *w, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		for (int k = 0; stmt->body && k < stmt->extent; k++)
			if (!run(w, stmt->body))
				break;
		if (stmt->kind == STMT_LEAVE && stmt->value->bits)
			return false;
		if (stmt->body || stmt->kind == STMT_LEAVE)
			continue;
		w->zeros += stmt->value->kind == CODE_LITERAL
			    && !stmt->value->bits;
		w->values[register_of(w->registers, stmt->var)] =
			value_of(w, stmt->value);
	}
	return true;
}

static void test_the_same_is_computed(void **state)
{
	long before = 0, after = 0;

	(void)state;
	for (uint64_t i = 0; i < WORLDS; i++) {
		double values[REGISTERS];
		World w;

		world_open(&w, i);
		memset(w.values, 0, sizeof w.values);
		run(&w, w.kernel.top);
		memcpy(values, w.values, sizeof values);
		before += w.zeros;
		w.zeros = 0;
		memset(w.values, 0, sizeof w.values);
		pass_starts(&w.kernel);
		run(&w, w.kernel.top);
		after += w.zeros;
		for (int k = 0; k < REGISTERS; k++)
			assert_true(w.values[k] == values[k]);
		world_close(&w);
	}
	assert_true(after < before);
	assert_true(after > before / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same_is_computed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
