/* pass_neighbours: random code, straight but for branches that store, leaves the same
 * values everywhere; of what nothing stores neighbours are vectors across branches;
 * vectors begin at multiples of their lanes; and what is side by side, and at such
 * a place, is one access in the texts of kernels, what is not, none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/rng.h"
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"
#include "tests/codegen/codegen_texts.h"

enum { ROUNDS = 400, REGISTERS = 3, BUFFERS = 3, STORED = 2, ELEMENTS = 8,
       STATEMENTS = 40, LANES = 4 }; /* buffers: the first are stored, too */

typedef struct World {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Var *registers[REGISTERS];
	Buffer buffers[BUFFERS];
	Kernel kernel;
	int next; /* the element that is accessed next, mostly */
} World;

static int below(World *w, int bound)
{
	return (int)rng_below(&w->rng, (uint64_t)bound);
}

/* -- random code ----------------------------------------------------------- */

static const Affine *draw_index(World *w)
{
	w->next = below(w, 4) ? (w->next + 1) % ELEMENTS : below(w, ELEMENTS);
	return affine_const(&w->indices, w->next);
}

static const Code *draw_register(World *w)
{
	return code_var(w->arena, w->registers[below(w, REGISTERS)]);
}

static const Code *draw_value(World *w)
{
	const Code *args[] = { draw_register(w), draw_register(w) };

	if (below(w, 4) == 0)
		args[1] = code_load(w->arena, &w->buffers[below(w, BUFFERS)],
				    draw_index(w), 1);
	return below(w, 2) ? args[0] : code_op(w->arena, OP_ADD, args);
}

static Stmt draw_store(World *w)
{
	return (Stmt){ .kind = STMT_STORE, .index = draw_index(w),
		       .buffer = &w->buffers[below(w, 8) == 0],
		       .value = draw_value(w) };
}

static Stmt draw_branch(World *w)
{
	Stmt branch = { .kind = STMT_IF, .value = draw_value(w),
			.body = block_new(w->arena) };

	block_add(branch.body, draw_store(w));
	block_add(branch.body, draw_store(w));
	return branch;
}

/* Loads of what is never stored: in the first half of the rounds. */
static void draw_statement(World *w, bool stores, bool stand)
{
	Buffer *buffer = &w->buffers[stand ? STORED : below(w, 8) == 0];
	Stmt stmt = { .kind = below(w, 2) ? STMT_ASSIGN : STMT_DECLARE };

	if (!below(w, 8)) {
		stmt = draw_branch(w);
	} else if (stores && below(w, 8)) {
		stmt = draw_store(w);
	} else {
		stmt.var = stmt.kind == STMT_ASSIGN
			 ? w->registers[below(w, REGISTERS)]
			 : var_new(w->arena, VAR_LOAD, SCALAR_F32, 1, 0);
		stmt.value = below(w, 8)
			   ? code_load(w->arena, buffer, draw_index(w), 1)
			   : draw_value(w);
	}
	block_add(w->kernel.top, stmt);
}

static void world_open(World *w, uint64_t round)
{
	*w = (World){ .rng = rng_seeded(11, round), .arena = arena_new() };
	w->indices.arena = w->arena;
	w->kernel.arena = w->arena;
	w->kernel.prologue = block_new(w->arena);
	w->kernel.top = block_new(w->arena);
	for (int i = 0; i < REGISTERS; i++)
		w->registers[i] = var_new(w->arena, VAR_REGISTER, SCALAR_F32,
					  1, 0);
	for (int i = 0; i < BUFFERS; i++)
		w->buffers[i] = (Buffer){ .space = SPACE_GLOBAL,
					  .scalar = SCALAR_F32,
					  .elements = ELEMENTS, .index = i };
	for (int i = 0; i < STATEMENTS; i++)
		draw_statement(w, i / 8 % 2, round < ROUNDS / 2);
	block_mark_stored(w->kernel.top);
}

static void world_close(World *w)
{
	affine_table_free(&w->indices);
	arena_free(w->arena);
}

/* -- what it computes ------------------------------------------------------ */

typedef struct Value {
	uint64_t lanes[LANES];
} Value;

typedef struct State {
	const World *world;
	uint64_t buffers[BUFFERS][ELEMENTS];
	Value registers[REGISTERS], temps[2 * STATEMENTS];
	const Var *names[2 * STATEMENTS];
	int temp_count, vectors, loads;
} State;

static Value *place(State *s, const Var *var)
{
	for (int i = 0; i < REGISTERS; i++)
		if (var == s->world->registers[i])
			return &s->registers[i];
	for (int i = 0; i < s->temp_count; i++)
		if (var == s->names[i])
			return &s->temps[i];
	return NULL;
}

/* The first element of an access, which is where such vectors may begin. */
static int first_of(State *s, const Affine *index, int width)
{
	assert_true(affine_is_const(index));
	assert_int_equal(index->constant % width, 0);
	assert_true(index->constant >= 0);
	assert_true(index->constant + width <= ELEMENTS);
	s->vectors += width > 1;
	return (int)index->constant;
}

static Value value(State *s, const Code *code)
{
	Value all = { { 0 } };
	Value parts[LANES];

	for (int i = 0; i < code->count; i++)
		parts[i] = value(s, code->args[i]);
	if (code->kind == CODE_VAR) {
		assert_non_null(place(s, code->var));
		return *place(s, code->var);
	}
	s->loads += code->kind == CODE_LOAD;
	if (code->kind == CODE_LOAD) {
		const int at = first_of(s, code->index, code->width);

		for (int i = 0; i < code->width; i++)
			all.lanes[i] = s->buffers[code->buffer->index][at + i];
	} else if (code->kind == CODE_LANE) {
		all.lanes[0] = parts[0].lanes[code->lane];
	} else if (code->kind == CODE_LANES) {
		for (int i = 0; i < code->count; i++)
			all.lanes[i] = parts[i].lanes[0];
	} else {
		assert_int_equal(code->kind, CODE_INFIX);
		all.lanes[0] = hash_combine(parts[0].lanes[0],
					    parts[1].lanes[0]);
	}
	return all;
}

static void step(State *s, const Stmt *stmt)
{
	const Value v = value(s, stmt->value);

	if (stmt->kind == STMT_IF) {
		for (int i = 0; v.lanes[0] % 2 && i < stmt->body->count; i++)
			step(s, stmt->body->items[i]);
		return;
	}
	if (stmt->kind == STMT_STORE) {
		const int at = first_of(s, stmt->index, stmt->value->width);

		for (int i = 0; i < stmt->value->width; i++)
			s->buffers[stmt->buffer->index][at + i] = v.lanes[i];
		return;
	}
	if (stmt->kind == STMT_DECLARE) {
		assert_null(place(s, stmt->var));
		s->names[s->temp_count++] = stmt->var;
	}
	*place(s, stmt->var) = v;
}

static void compute(State *s, const World *w)
{
	*s = (State){ .world = w };
	for (int i = 0; i < REGISTERS; i++)
		s->registers[i].lanes[0] = (uint64_t)i + 1;
	for (int i = 0; i < BUFFERS * ELEMENTS; i++)
		s->buffers[i / ELEMENTS][i % ELEMENTS] = (uint64_t)i + 100;
	for (int i = 0; i < w->kernel.top->count; i++)
		step(s, w->kernel.top->items[i]);
}

static void count_vectors(const Block *block, int *loads, int *stores)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const bool wide = stmt->value->width > 1;

		*loads += wide && stmt->kind == STMT_DECLARE;
		*stores += wide && stmt->kind == STMT_STORE;
		if (stmt->body)
			count_vectors(stmt->body, loads, stores);
	}
}

static void test_values_are_the_same(void **state)
{
	static State before, after;
	int loads = 0, stores = 0, standing = 0, made, vectors;

	(void)state;
	for (uint64_t round = 0; round < ROUNDS; round++) {
		World w;

		world_open(&w, round);
		compute(&before, &w);
		made = pass_neighbours(&w.kernel, &w.indices);
		vectors = loads + stores;
		compute(&after, &w);
		count_vectors(w.kernel.top, &loads, &stores);
		if (round < ROUNDS / 2)
			standing = loads;
		assert_int_equal(made, loads + stores > vectors);
		assert_memory_equal(before.registers, after.registers,
				    sizeof before.registers);
		assert_memory_equal(before.buffers, after.buffers,
				    sizeof before.buffers);
		world_close(&w);
	}
	assert_true(standing > ROUNDS / 2);
	assert_true(loads - standing > ROUNDS / 8);
	assert_true(stores > ROUNDS / 4);
}

/* pass_again: the same, where what is stored is a group's memory; of what nothing
 * stores there are fewer loads then, of other elements no more. */
static void test_loads_are_not_made_again(void **state)
{
	static State before, after;
	int fewer = 0, stored = 0;

	(void)state;
	for (uint64_t round = 0; round < ROUNDS; round++) {
		World w;

		world_open(&w, round);
		for (int i = 0; i < STORED; i++)
			w.buffers[i].space = SPACE_LOCAL;
		compute(&before, &w);
		pass_again(&w.kernel);
		compute(&after, &w);
		assert_memory_equal(before.registers, after.registers,
				    sizeof before.registers);
		assert_memory_equal(before.buffers, after.buffers,
				    sizeof before.buffers);
		assert_true(after.loads <= before.loads);
		*(round < ROUNDS / 2 ? &fewer : &stored) +=
			before.loads - after.loads;
		world_close(&w);
	}
	assert_true(fewer > ROUNDS / 2);
	assert_true(stored > ROUNDS / 8);
}

/* -- texts ----------------------------------------------------------------- */

/* Rows of so many floats, the elements one after the other. */
static Generated rows(const char *length, AccessForm access)
{
	CodegenOptions options = { .access = access, .math_flags = "" };
	Text body = { 0 };
	Generated made;

	text_printf(&body, "[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], "
		    "[\"mapSeqUnroll\", \"neg\", \"r\"]], "
		    "[\"split\", %s, \"xs\"]]]", length);
	made = generated_with(N(960), XS, "", text_string(&body), &options);
	text_free(&body);
	return made;
}

static void test_rows_are_vectors(void **state)
{
	static const struct {
		const char *row, *load, *store;
	} cases[] = {
		{ "4", "*(global const float4 *)(i0 + 4*g0)",
		  "*(global float4 *)(o0 + 4*g0)" },
		{ "2", "*(global const float2 *)(i0 + 2*g0)",
		  "*(global float2 *)(o0 + 2*g0)" },
		{ "6", "*(global const float2 *)(i0 + b0 + 4)",
		  "*(global float2 *)(o0 + b0 + 4)" },
		{ "8", "*(global const float4 *)(i0 + b0 + 4)",
		  "*(global float4 *)(o0 + b0 + 4)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Generated made = rows(cases[i].row, ACCESS_ALIGNED);

		has(&made, cases[i].load);
		has(&made, cases[i].store);
		generated_free(&made);
	}
}

static void test_others_are_not(void **state)
{
	Generated made = rows("3", ACCESS_ALIGNED);

	(void)state;
	has_times(&made, "float2", 0);
	has_times(&made, "float4", 0);
	generated_free(&made);
	made = rows("4", ACCESS_VLOAD);
	has_times(&made, "float4", 0);
	has_times(&made, "vload", 0);
	generated_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values_are_the_same),
		cmocka_unit_test(test_loads_are_not_made_again),
		cmocka_unit_test(test_rows_are_vectors),
		cmocka_unit_test(test_others_are_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
