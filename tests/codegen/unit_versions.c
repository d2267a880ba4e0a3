/* pass_versions: random bodies over vectors store the same after it, NaNs in
 * any of their lanes; a network that sorts is asked about one vector of each
 * pair it begins with; what has few minima, or none of vectors, stays as it
 * is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"
#include "codegen_texts.h"

enum { WORLDS = 4000, LOADS = 6, TEMPS = 12, STORES = 3, VARS = 64,
       LANES = 2, CELLS = 64 };

typedef struct World {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Kernel kernel;
	Buffer in, out;
	int count; /* of variables that may be read */
	Var *vars[VARS];
	double cells[CELLS];
	int known; /* of variables with values */
	Var *known_vars[4 * VARS];
	double values[4 * VARS][LANES], stored[STORES][LANES];
	int questions, slow, compared, left; /* while it ran */
} World;

static int below(World *w, int bound)
{
	return (int)rng_below(&w->rng, (uint64_t)bound);
}

/* -- bodies ---------------------------------------------------------------- */

static void world_open(World *w, uint64_t round)
{
	static const double odd[] = { NAN, INFINITY, -INFINITY };

	*w = (World){ .rng = rng_seeded(12, round), .arena = arena_new() };
	w->indices.arena = w->kernel.arena = w->arena;
	w->kernel.top = block_new(w->arena);
	w->in = (Buffer){ .space = SPACE_GLOBAL, .scalar = SCALAR_F32,
			  .elements = CELLS };
	w->out = w->in;
	for (int i = 0; i < CELLS; i++)
		w->cells[i] = below(w, 12) ? below(w, 9) - 4
					   : odd[below(w, 3)];
}

static void world_close(World *w)
{
	affine_table_free(&w->indices);
	arena_free(w->arena);
}

static void declare(World *w, VarKind kind, const Code *value)
{
	Var *var = var_new(w->arena, kind, value->scalar, value->width, 0);

	block_add(w->kernel.top, (Stmt){ .kind = STMT_DECLARE, .var = var,
					 .value = value });
	w->vars[w->count++] = var;
}

static void load(World *w, int at, int width)
{
	declare(w, VAR_LOAD, code_load(w->arena, &w->in,
				       affine_const(&w->indices, at), width));
}

static void store(World *w, int at, const Code *value)
{
	block_add(w->kernel.top, (Stmt){ .kind = STMT_STORE,
		.buffer = &w->out, .value = value,
		.index = affine_const(&w->indices, at) });
}

static const Code *of(World *w, int var)
{
	return code_var(w->arena, w->vars[var]);
}

static const Code *two(World *w, Op op, const Code *a, const Code *b)
{
	const Code *args[] = { a, b };

	return code_op(w->arena, op, args);
}

static const Code *draw(World *w, int depth)
{
	static const Op ops[] = { OP_MIN, OP_MAX, OP_MIN, OP_MAX, OP_ADD };
	const Code *a;

	if (!depth || !below(w, 4))
		return of(w, below(w, w->count));
	a = draw(w, depth - 1);
	return two(w, ops[below(w, 5)], a, draw(w, depth - 1));
}

static void random_body(World *w)
{
	for (int i = 2 + below(w, LOADS - 1); i > 0; i--)
		load(w, below(w, CELLS - LANES), LANES);
	for (int i = below(w, TEMPS); i > 0; i--)
		declare(w, VAR_TEMP, draw(w, 2));
	for (int i = 0; i < STORES; i++)
		store(w, i, draw(w, 3));
}

/* -- what it stores -------------------------------------------------------- */

static double *value_of_var(World *w, const Var *var)
{
	for (int i = 0; i < w->known; i++)
		if (w->known_vars[i] == var)
			return w->values[i];
	fail_msg("a variable that is not declared here");
	return NULL;
}

static double value_of(World *w, const Code *code, int lane)
{
	double a, b;

	if (code->kind == CODE_VAR)
		return value_of_var(w, code->var)[lane];
	if (code->kind == CODE_LOAD)
		return w->cells[code->index->constant + lane];
	a = value_of(w, code->args[0], lane);
	b = value_of(w, code->args[1], lane);
	if (code->kind == CODE_INFIX)
		return a + b;
	w->compared += code->helper;
	w->left += !code->helper;
	if (code->op == OPERATOR_LESSER)
		return a < b ? a : b;
	if (code->op == OPERATOR_GREATER)
		return a > b ? a : b;
	return code->op == OPERATOR_FMIN ? fmin(a, b) : fmax(a, b);
}

static bool any_nan(World *w, const Code *question)
{
	bool any = false;

	assert_int_equal(question->op, OPERATOR_ANY_NAN);
	for (int i = 0; i < LANES; i++)
		any |= isnan(value_of(w, question->args[0], i));
	return any;
}

static void run(World *w, const Block *block);

static void run_stmt(World *w, const Stmt *stmt)
{
	double *to;

	if (stmt->kind == STMT_IF) {
		bool slow = any_nan(w, stmt->value);
		int known = w->known;

		w->questions++;
		w->slow += slow;
		run(w, slow ? stmt->body : stmt->other);
		w->known = known;
		return;
	}
	if (stmt->kind == STMT_DECLARE)
		w->known_vars[w->known++] = stmt->var;
	to = stmt->kind == STMT_STORE ? w->stored[stmt->index->constant]
				      : value_of_var(w, stmt->var);
	for (int i = 0; stmt->value && i < LANES; i++)
		to[i] = value_of(w, stmt->value, i);
}

static void run(World *w, const Block *block)
{
	for (int i = 0; i < block->count; i++)
		run_stmt(w, block->items[i]);
}

static void start(World *w)
{
	w->known = w->questions = w->slow = w->compared = w->left = 0;
	run(w, w->kernel.top);
}

static const Stmt *question_of(const World *w)
{
	for (int i = 0; i < w->kernel.top->count; i++)
		if (w->kernel.top->items[i]->kind == STMT_IF)
			return w->kernel.top->items[i];
	return NULL;
}

/* -- tests ----------------------------------------------------------------- */

static void test_the_same_is_stored(void **state)
{
	int questions = 0, slow = 0;

	(void)state;
	for (uint64_t i = 0; i < WORLDS; i++) {
		double before[STORES][LANES];
		World w;

		world_open(&w, i);
		random_body(&w);
		start(&w);
		memcpy(before, w.stored, sizeof before);
		pass_versions(&w.kernel);
		start(&w);
		for (int k = 0; k < STORES * LANES; k++) {
			double x = before[k / LANES][k % LANES];
			double y = w.stored[k / LANES][k % LANES];

			assert_true(x == y || (isnan(x) && isnan(y)));
		}
		assert_int_equal(w.questions, question_of(&w) != NULL);
		questions += w.questions;
		slow += w.slow;
		world_close(&w);
	}
	assert_true(questions > WORLDS / 4);
	assert_true(slow > WORLDS / 20 && questions - slow > WORLDS / 10);
}

/* Sorts the pair: a and b stand for the least and the largest then. */
static void sort(World *w, int *a, int *b)
{
	const Code *x = of(w, *a), *y = of(w, *b);

	declare(w, VAR_TEMP, two(w, OP_MIN, x, y));
	declare(w, VAR_TEMP, two(w, OP_MAX, x, y));
	*a = w->count - 2;
	*b = w->count - 1;
}

/* Paeth's median of nine, of as many lanes. */
static void median(World *w, int width)
{
	static const int pairs[][2] = {
		{ 1, 2 }, { 4, 5 }, { 7, 8 }, { 0, 1 }, { 3, 4 }, { 6, 7 },
		{ 1, 2 }, { 4, 5 }, { 7, 8 }, { 0, 3 }, { 5, 8 }, { 4, 7 },
		{ 3, 6 }, { 1, 4 }, { 2, 5 }, { 4, 7 }, { 4, 2 }, { 6, 4 },
		{ 4, 2 },
	};
	int at[9];

	for (int i = 0; i < 9; i++) {
		load(w, LANES * i, width);
		at[i] = i;
	}
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		sort(w, &at[pairs[i][0]], &at[pairs[i][1]]);
	store(w, 0, of(w, at[4]));
}

static int vectors_in(const Code *code)
{
	int count = code->kind == CODE_VAR;

	for (int i = 0; i < code->count; i++)
		count += vectors_in(code->args[i]);
	return count;
}

static void test_a_network_asks_once_a_pair(void **state)
{
	World w;

	(void)state;
	world_open(&w, 0);
	for (int i = 0; i < CELLS; i++)
		w.cells[i] = i * 7 % 19;
	median(&w, LANES);
	pass_versions(&w.kernel);
	assert_int_equal(vectors_in(question_of(&w)->value), 3);
	start(&w);
	assert_int_equal(w.slow, 0);
	assert_int_equal(w.left, 0);
	assert_true(w.compared > 0);
	for (int i = 0; i < 9 * LANES; i++)
		w.cells[i] = NAN;
	start(&w);
	assert_int_equal(w.slow, 1);
	assert_int_equal(w.compared, 0);
	assert_true(isnan(w.stored[0][0]));
	world_close(&w);
}

static void test_others_stay(void **state)
{
	World w;

	(void)state;
	world_open(&w, 0);
	median(&w, 1);
	pass_versions(&w.kernel);
	assert_null(question_of(&w));
	world_close(&w);
	world_open(&w, 0);
	for (int i = 0; i < 4; i++)
		load(&w, i, LANES);
	store(&w, 0, two(&w, OP_MIN, two(&w, OP_MAX, of(&w, 0), of(&w, 1)),
			 two(&w, OP_MAX, of(&w, 2), of(&w, 3))));
	pass_versions(&w.kernel);
	assert_null(question_of(&w));
	world_close(&w);
}

/* Loops one after the other over two arrays, each of a chain of so many minima
 * and maxima of the two before. */
static void put_chains(Text *text, int loops, int length)
{
	text_put(text, "[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], "
		 "[\"concat\"");
	for (int k = 0; k < loops; k++) {
		text_put(text, ", [\"joinVec\", [\"mapSeq\", [\"mapVec\", "
			 "[\"fun\", [\"t0\", \"t1\"], [\"let\"");
		for (int i = 2; i < length; i++)
			text_printf(text, ", \"t%d\", [\"%s\", \"t%d\", "
				    "\"t%d\"]", i, i % 3 ? "min" : "max",
				    i - 1, i - 2);
		text_printf(text, ", [\"+\", \"t%d\", %d]]]], "
			    "[\"splitVec\", 4, \"r\"]]]", length - 1, k);
	}
	text_put(text, "]], [\"split\", 64, [\"zip\", \"xs\", \"ys\"]]]]");
}

static Generated chains(int loops, int length, const CodegenOptions *options)
{
	Text text = { 0 };
	Generated made;

	put_chains(&text, loops, length);
	made = generated_with(N(256), XS ", " IN("ys", "[f32; N]"), "",
			      text_string(&text), options);
	text_free(&text);
	return made;
}

static void test_kernels_stay_short(void **state)
{
	Generated two = chains(2, 60, NULL), four = chains(4, 60, NULL);

	(void)state;
	has_times(&two, "if (any_nan_float4(", 2);
	has_times(&four, "any_nan", 0);
	has(&four, "fmin");
	generated_free(&two);
	generated_free(&four);
}

static void test_exact_ones_have_one_version(void **state)
{
	Device device = generated_device();
	CodegenOptions options = codegen_options(&device);
	Generated made;

	(void)state;
	options.exact = true;
	made = chains(2, 20, &options);
	has_times(&made, "any_nan", 0);
	generated_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_same_is_stored),
		cmocka_unit_test(test_a_network_asks_once_a_pair),
		cmocka_unit_test(test_others_stay),
		cmocka_unit_test(test_kernels_stay_short),
		cmocka_unit_test(test_exact_ones_have_one_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
