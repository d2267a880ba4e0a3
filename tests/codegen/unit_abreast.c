/* pass_abreast: random straight-line code leaves the same values everywhere,
 * where a value is what was computed from what; and the long functions of
 * unrolled elements stand side by side. Roots have the form that is asked for. */
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

enum { ROUNDS = 400, REGISTERS = 4, BUFFERS = 2, STATEMENTS = 24, DEPTH = 3 };

typedef struct World {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Var *registers[REGISTERS];
	Buffer buffers[BUFFERS];
	Kernel kernel;
} World;

static int below(World *w, int bound)
{
	return (int)rng_below(&w->rng, (uint64_t)bound);
}

/* -- random code ----------------------------------------------------------- */

static const Code *draw(World *w, int depth)
{
	static const Op ops[] = { OP_ADD, OP_DIV, OP_EXP, OP_LOG, OP_SQRT };
	const Affine *at = affine_const(&w->indices, below(w, 2));
	const Code *args[2];

	if (depth == 0 || below(w, 4) == 0)
		return below(w, 2)
		     ? code_var(w->arena, w->registers[below(w, REGISTERS)])
		     : code_load(w->arena, &w->buffers[below(w, BUFFERS)], at,
				 1);
	args[0] = draw(w, depth - 1);
	args[1] = draw(w, depth - 1);
	if (below(w, 6) == 0)
		return code_choose(w->arena,
				   code_op(w->arena, OP_LT, args), args[0],
				   args[1]);
	return code_op(w->arena, ops[below(w, 5)], args);
}

static void draw_statement(World *w)
{
	Stmt stmt = { .kind = STMT_ASSIGN, .value = draw(w, DEPTH) };

	if (below(w, 4) == 0) {
		stmt.kind = STMT_STORE;
		stmt.buffer = &w->buffers[below(w, BUFFERS)];
		stmt.index = affine_const(&w->indices, 0);
	} else {
		stmt.var = w->registers[below(w, REGISTERS)];
	}
	block_add(w->kernel.top, stmt);
}

static void world_open(World *w, uint64_t round)
{
	*w = (World){ .rng = rng_seeded(7, round), .arena = arena_new() };
	w->indices.arena = w->arena;
	w->kernel.arena = w->arena;
	w->kernel.top = block_new(w->arena);
	for (int i = 0; i < REGISTERS; i++)
		w->registers[i] = var_new(w->arena, VAR_REGISTER, SCALAR_F32,
					  1, 0);
	for (int i = 0; i < BUFFERS; i++)
		w->buffers[i] = (Buffer){ .space = SPACE_GLOBAL,
					  .scalar = SCALAR_F32,
					  .elements = 2, .index = i };
	for (int i = below(w, STATEMENTS); i > 0; i--)
		draw_statement(w);
}

static void world_close(World *w)
{
	affine_table_free(&w->indices);
	arena_free(w->arena);
}

/* -- what it computes ------------------------------------------------------ */

typedef struct State {
	const World *world;
	uint64_t registers[REGISTERS], buffers[BUFFERS];
	uint64_t temps[STATEMENTS << (DEPTH + 1)];
	Var *names[STATEMENTS << (DEPTH + 1)];
	int temp_count;
} State;

static uint64_t *place(State *s, const Var *var)
{
	for (int i = 0; i < REGISTERS; i++)
		if (var == s->world->registers[i])
			return &s->registers[i];
	for (int i = 0; i < s->temp_count; i++)
		if (var == s->names[i])
			return &s->temps[i];
	return NULL;
}

static uint64_t value(State *s, const Code *code)
{
	uint64_t h = (uint64_t)code->kind;

	if (code->kind == CODE_VAR) {
		assert_non_null(place(s, code->var));
		return *place(s, code->var);
	}
	if (code->kind == CODE_LOAD)
		return hash_combine(s->buffers[code->buffer->index],
				    (uint64_t)code->index->constant);
	h = hash_combine(h, (uint64_t)code->op);
	for (int i = 0; i < code->count; i++)
		h = hash_combine(h, value(s, code->args[i]));
	return h;
}

static void step(State *s, const Stmt *stmt)
{
	uint64_t v = value(s, stmt->value);

	if (stmt->kind == STMT_STORE) {
		s->buffers[stmt->buffer->index] =
			hash_combine(s->buffers[stmt->buffer->index], v);
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
		s->registers[i] = (uint64_t)i + 1;
	for (int i = 0; i < BUFFERS; i++)
		s->buffers[i] = (uint64_t)i + 100;
	for (int i = 0; i < w->kernel.top->count; i++)
		step(s, w->kernel.top->items[i]);
}

static void test_values_are_the_same(void **state)
{
	static State before, after;
	int moved = 0;

	(void)state;
	for (uint64_t round = 0; round < ROUNDS; round++) {
		World w;

		world_open(&w, round);
		compute(&before, &w);
		pass_abreast(&w.kernel);
		compute(&after, &w);
		moved += after.temp_count > 0;
		assert_memory_equal(before.registers, after.registers,
				    sizeof before.registers);
		assert_memory_equal(before.buffers, after.buffers,
				    sizeof before.buffers);
		world_close(&w);
	}
	assert_true(moved > ROUNDS / 4);
}

/* -- side by side ---------------------------------------------------------- */

#define CHAIN "[\"fun\", [\"x\"], [\"exp\", [\"*\", [\"log\", \"x\"], 3]]]"

static void test_chains_are_side_by_side(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"join\", [\"mapGlobal\", [\"mapSeqUnroll\", " CHAIN "], "
		"[\"split\", 2, \"xs\"]]]");
	const char *source, *log;

	(void)state;
	must(&made);
	source = made.artifact->source;
	log = strstr(strstr(source, "log(") + 1, "log(");
	assert_non_null(log);
	assert_true(log < strstr(source, "exp("));
	generated_free(&made);
}

/* -- roots ----------------------------------------------------------------- */

#define ROOTS "[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"rsqrt\"], " \
	"[\"splitVec\", 8, \"xs\"]]]"

static void root_is(RootForm form, const char *text)
{
	Device device = generated_device();
	CodegenOptions options = codegen_options(&device);
	Generated made;

	options.root = form;
	made = generated_with(N(1024), XS, "", ROOTS, &options);
	has(&made, text);
	generated_free(&made);
}

static void test_roots(void **state)
{
	(void)state;
	root_is(ROOT_BUILTIN, "= rsqrt(x0);");
	root_is(ROOT_NEWTON, "= rsqrt_float8(x0);");
	root_is(ROOT_QUOTIENT, "= 1.0f / sqrt(x0);");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values_are_the_same),
		cmocka_unit_test(test_chains_are_side_by_side),
		cmocka_unit_test(test_roots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
