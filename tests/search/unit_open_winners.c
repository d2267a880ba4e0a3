/* Winners among stencils and products stay what they are where their sizes are
 * open: the choices that won, made where nothing divides, give steps that hold
 * for all sizes that are large enough, an expression of the same shape, and a
 * kernel that loads as many vectors, or has as large tiles of them. No device is
 * asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_opencl/codegen.h"
#include "ir/core/size_open.h"
#include "ir/front/document.h"
#include "rules/derivation.h"
#include "search/nest/describe.h"
#include "search/space/derive.h"
#include "search/space/follow.h"
#include "tests/search/winners.h"

typedef struct World {
	Arena *arena;
	RuleBase *rules;
	Ir *ir[2];
	const Winner *winner;
	SizeBinding sizes[WINNER_SIZES];
	Program *fixed, *open;
	Derive *derive;
	Rewriter *rewriter;
} World;

static const Winner *winner_named(Arena *arena, const char *name)
{
	const char *source = getenv("srcdir");
	Winner *winners;
	const int count = winners_read(arena, arena_printf(arena,
			"%s/tests/winners/winners.jsonl",
			source ? source : "."), &winners);

	for (int i = 0; i < count; i++)
		if (!strcmp(winners[i].name, name))
			return &winners[i];
	fail_msg("no winner %s", name);
	return NULL;
}

static Program *program_of(World *w, Ir *ir, const char *open)
{
	const ReadOptions options = {
		.concrete = true, .open = open, .overrides = w->sizes,
		.override_count = w->winner->size_count,
	};
	Diags *diags = diags_new();
	Program *program = program_read(ir, w->winner->name,
					w->winner->program, &options, diags);

	assert_non_null(program);
	diags_free(diags);
	return program;
}

/* The winner's program at primes, which are different; each power of two up to
 * 32 leaves more than one element over. */
static World world_of(const char *name)
{
	static const int64_t primes[] = { 991, 863, 607 };
	const RewriteOptions freedom = { .rounding = true };
	World w = { .arena = arena_new(), .rules = rulebase_new(),
		    .ir = { ir_new(), ir_new() } };

	w.winner = winner_named(w.arena, name);
	for (int i = 0; i < w.winner->size_count; i++)
		w.sizes[i] = (SizeBinding){
			.name = w.winner->sizes[i].name, .value = primes[i] };
	w.fixed = program_of(&w, w.ir[0], NULL);
	w.open = program_of(&w, w.ir[1], "all");
	w.derive = derive_new(w.rules, w.fixed, &w.winner->device, freedom);
	derive_open(w.derive, w.open->open);
	w.rewriter = rewriter_new(w.rules, w.open, freedom);
	return w;
}

static void world_close(World *w)
{
	rewriter_free(w->rewriter);
	derive_free(w->derive);
	ir_free(w->ir[0]);
	ir_free(w->ir[1]);
	rulebase_free(w->rules);
	arena_free(w->arena);
}

static const Derivation *opened(World *w, const Derivation *derivation)
{
	Diags *diags = diags_new();
	Text text = { 0 };
	const Derivation *made;
	Replay replay;

	derivation_text(&text, derivation);
	made = derivation_replay(w->rewriter,
				 derivation_read(w->arena, text_string(&text),
						 diags), true, &replay);
	if (!made)
		fail_msg("%s: step %d: %s", w->winner->name, replay.done + 1,
			 rewriter_reason(w->rewriter));
	text_free(&text);
	diags_free(diags);
	return made;
}

/* Large sizes, but no multiples. */
static void assert_plain(World *w, const Derivation *made)
{
	SizeGuards guards = { .arena = w->arena };

	for (const Derivation *d = made; d; d = d->before)
		size_guards(w->open->ir, d->expr, &guards);
	for (int i = 0; i < guards.count; i++) {
		Text text = { 0 };

		size_guard_text(&text, &guards.items[i]);
		if (guards.items[i].by)
			fail_msg("%s: %s", w->winner->name,
				 text_string(&text));
		text_free(&text);
	}
}

static const Artifact *generated(World *w, const Program *program,
				 const Expr *low)
{
	const CodegenOptions options = codegen_options(&w->winner->device);
	LegalFault fault = { 0 };
	const Artifact *artifact = codegen(w->arena, program, low,
					   &w->winner->device, &options,
					   &fault);

	if (!artifact)
		fail_msg("%s: %s", w->winner->name, fault.message);
	return artifact;
}

/* How often a kernel loads so many neighbours at once. */
static int vector_loads(const char *source)
{
	static const char load[] = "*(global const float8u *)";
	int count = 0;

	while ((source = strstr(source, load))) {
		source += sizeof load - 1;
		count++;
	}
	return count;
}

/* Vectors that the largest tile of a source adds up. */
static int accumulators(const char *source)
{
	char name[32];
	int count = -1;

	do
		snprintf(name, sizeof name, "float8 acc%d =", ++count);
	while (strstr(source, name));
	return count;
}

/* What the choices that won are where nothing divides, in numbers. */
static Derived followed(World *w)
{
	const Space space = derive_space(w->derive);
	const void *at = follow_choices(&space, w->winner->choices);

	assert_non_null(at);
	return derive_result(w->derive, at);
}

/* Of a source: what stays as it is with open sizes. */
typedef int Count(const char *source);

/* At least as many as with numbers, and those at least so many. */
static void assert_kept(const char *name, Count *count, int least)
{
	World w = world_of(name);
	const Derived found = followed(&w);
	const Derivation *made = opened(&w, found.derivation);
	const Artifact *wanted, *got;

	assert_true(describe_shape(made->expr) == found.shape);
	assert_plain(&w, made);
	wanted = generated(&w, w.fixed, found.low);
	got = generated(&w, w.open, made->expr);
	assert_true(count(wanted->source) >= least);
	assert_true(count(got->source) >= count(wanted->source));
	world_close(&w);
}

static void test_stencils_keep_their_shape(void **state)
{
	static const char *const names[] = {
		"jacobi M=4093 N=4099", "jacobi M=4096 N=4096",
		"convolution M=4093 N=4099", "convolution M=4096 N=4096",
		"stencil3d L=256 M=256 N=256",
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_kept(names[i], vector_loads, 10);
}

/* Tiles of accumulators in the middle, and what is left over of rows and of
 * columns. */
static void test_products_keep_their_tiles(void **state)
{
	static const char *const names[] = {
		"matmul K=1024 M=1024 N=1024", "matmul K=1021 M=1021 N=1021",
		"matmul K=128 M=128 N=128", "product_a_bt K=1024 M=1024 N=1024",
		"product_at_b K=1024 M=1024 N=1024",
		"product_epilogue K=1024 M=1024 N=1024",
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_kept(names[i], accumulators, 4);
}

/* No work-item has room for a row of any length to itself. */
static void test_rows_are_kept_in_parts_of_a_buffer(void **state)
{
	(void)state;
	assert_kept("softmax M=4096 N=1024", vector_loads, 8);
}

/* So many items as at the sizes tuned: what they have to do follows from the
 * size. */
static void test_few_chunks_are_as_many_at_all_sizes(void **state)
{
	static const char *const names[] = {
		"jacobi M=4096 N=4096", "convolution M=4096 N=4096",
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		World w = world_of(names[i]);
		const Space space = derive_space(w.derive);
		const Derived found = derive_result(w.derive, follow_choices(
			&space, "items: chunk 496 (items 1 CU); windows: rows 4,"
			" lanes 8 (native width), vectors 1, before 8 (vectors "
			"aligned), folds 1"));
		const Derivation *made = opened(&w, found.derivation);
		const Artifact *artifact = generated(&w, w.open, made->expr);

		assert_plain(&w, made);
		assert_null(artifact->kernels[0].open[0]);
		assert_int_equal(artifact->kernels[0].global[0],
				 w.winner->device.compute_units);
		world_close(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products_keep_their_tiles),
		cmocka_unit_test(test_stencils_keep_their_shape),
		cmocka_unit_test(test_rows_are_kept_in_parts_of_a_buffer),
		cmocka_unit_test(test_few_chunks_are_as_many_at_all_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
