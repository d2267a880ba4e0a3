/* The reduction of a work-group as a tree over local memory: derived by rules
 * from the plain program, the same as the one written with iterate, and right
 * for groups of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_opencl/codegen.h"
#include "ir/front/document.h"
#include "tests/rules/derive.h"

#define FUSE "map_map map_id split_map transpose_map reduceSeq_map"

enum { EACH = 4, GROUPS = 3 };

static const int group_sizes[] = { 1, 2, 3, 5, 64, 100, 255, 256 };

enum { GROUP_SIZES = sizeof group_sizes / sizeof *group_sizes };

static Script start(int items)
{
	char sizes[32];

	snprintf(sizes, sizeof sizes, "N=%d", items * EACH * GROUPS);
	return script_start("asum", sizes);
}

static void use_number(Script *s, const Path *at, const char *rule,
		       const char *name, int number)
{
	char text[64];

	snprintf(text, sizeof text, "%s %s=%d", rule, name, number);
	script_use(s, at, text);
}

static void below(Script *s, const Path *at, const char *kids,
		  const char *rule)
{
	Path place = script_below(at, kids);

	script_use(s, &place, rule);
}

/* Half as many elements: l is what was at l and at l + half. */
static void halve(Script *s, const Path *at, int half)
{
	use_number(s, at, "reduce_strided", "k", half);
	below(s, at, "/2/0/0/0", "reduce_first");
	below(s, at, "/2", "store_local");
	below(s, at, "/2/0", "map_local d=0");
}

static void halves(Script *s, const Path *at, int items)
{
	int half = 1;

	while (2 * half < items)
		half *= 2;
	if (items > 1 && items != 2 * half)
		use_number(s, at, "reduce_pad", "r", 2 * half - items);
	for (; items > 1 && half > 0; half /= 2)
		halve(s, at, half);
}

/* Groups of so many items; each item first sums EACH elements that lie as far
 * apart as there are items. */
static Script derive(int items)
{
	Script s = start(items);
	Path whole = script_prim(&s, PRIM_REDUCE, 0), part;

	use_number(&s, &whole, "reduce_chunks", "k", EACH * items);
	script_all(&s, FUSE);
	part = script_prim(&s, PRIM_REDUCE, 1);
	use_number(&s, &part, "reduce_strided", "k", items);
	script_all(&s, FUSE);
	below(&s, &part, "/2", "store_local");
	below(&s, &part, "/2/0", "map_local d=0");
	halves(&s, &part, items);
	script_all(&s, "reduce_seq");
	below(&s, &whole, "/2", "map_workgroup d=0");
	below(&s, &whole, "/2", "store_global");
	return s;
}

/* -- the same by iterate --------------------------------------------------- */

static const char by_iterate[] =
"{\"name\": \"tree\", \"sizes\": {\"N\": 1, \"L\": 1, \"K\": 1, \"C\": 1},"
" \"inputs\": [{\"name\": \"xs\", \"type\": \"[f32; N]\"}],"
" \"defs\": {"
"  \"load\": [\"fun\", [\"c\"], [\"toLocal\", [\"mapLocal\", [\"fun\", [\"r\"],"
"    [\"head\", [\"reduceSeq\", \"+\", 0, [\"map\", \"abs\", \"r\"]]]],"
"    [\"transpose\", [\"split\", \"L\", \"c\"]]]]],"
"  \"half\": [\"fun\", [\"t: [f32; m]\"], [\"toLocal\", [\"mapLocal\","
"    [\"fun\", [\"r\"], [\"head\", [\"reduceSeq\", \"+\", [\"head\", \"r\"],"
"      [\"drop\", 1, \"r\"]]]],"
"    [\"transpose\", [\"split\", \"m//2\", \"t\"]]]]],"
"  \"group\": [\"fun\", [\"c\"], [\"head\", [\"reduceSeq\", \"+\", 0,"
"    [\"iterate\", \"K-1\", \"half\", [\"load\", \"c\"]]]]]},"
" \"body\": [\"reduceSeq\", \"+\", 0, [\"toGlobal\", [\"mapWorkgroup\","
"   \"group\", [\"split\", \"C\", \"xs\"]]]]}";

static const Expr *iterated(Script *s, int items, int steps)
{
	const SizeBinding sizes[] = {
		{ "N", items * EACH * GROUPS }, { "L", items },
		{ "K", steps + 1 },
		{ "C", items * EACH },
	};
	const ReadOptions options = { .concrete = true, .overrides = sizes,
				      .override_count = 4 };
	Diags *diags = diags_new();
	Program *program = program_read(s->ir, "tree", by_iterate, &options,
					diags);

	if (!program)
		diags_print(diags, stderr);
	diags_free(diags);
	assert_non_null(program);
	return program->body;
}

static void test_the_derived_tree_is_an_iteration(void **state)
{
	(void)state;
	for (int steps = 0; steps <= 8; steps++) {
		Script s = derive(1 << steps);

		script_all(&s, "reduceSeq_map<");
		assert_ptr_equal(s.now->expr, iterated(&s, 1 << steps, steps));
		script_free(&s);
	}
}

static void test_its_steps(void **state)
{
	Script s = derive(8);

	(void)state;
	assert_true(s.now->label.reassociates);
	assert_false(s.now->label.rounds);
	script_compare(&s, "tree");
	script_free(&s);
}

static void test_it_is_the_sum_for_every_group(void **state)
{
	(void)state;
	for (int i = 0; i < GROUP_SIZES; i++) {
		Script s = derive(group_sizes[i]);

		script_same(&s);
		script_free(&s);
	}
}

/* -- its code -------------------------------------------------------------- */

static int steps_of(int items)
{
	int steps = 0;

	while (1 << steps < items)
		steps++;
	return steps;
}

static int count(const char *text, const char *word)
{
	int found = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		found++;
	return found;
}

static const Artifact *generate(const Script *s, Arena *arena)
{
	Device device = device_generic();
	CodegenOptions options = codegen_options(&device);
	LegalFault fault;
	const Artifact *artifact = codegen(arena, s->program, s->now->expr,
					   &device, &options, &fault);

	if (!artifact)
		fail_msg("%s", fault.message);
	return artifact;
}

/* All items come by every barrier: none is inside of braces but the kernel's.
 * What they wait for is local memory only, once for each step and once for
 * the result; an item by itself waits for nobody. */
static void test_its_barriers(void **state)
{
	(void)state;
	for (int i = 0; i < GROUP_SIZES; i++) {
		int items = group_sizes[i];
		int wanted = items > 1 ? steps_of(items) + 1 : 0;
		Script s = derive(items);
		Arena *arena = arena_new();
		const char *text = generate(&s, arena)->source;

		assert_int_equal(count(text, "barrier("), wanted);
		assert_int_equal(count(text, "\n\tbarrier(CLK_LOCAL_MEM_FENCE);"),
				 wanted);
		arena_free(arena);
		script_free(&s);
	}
}

/* One array of one element for each item. */
static void test_it_works_in_place(void **state)
{
	(void)state;
	for (int i = 0; i < GROUP_SIZES; i++) {
		Script s = derive(group_sizes[i]);
		Arena *arena = arena_new();
		const char *text = generate(&s, arena)->source;
		char array[32];

		snprintf(array, sizeof array, "local float m0[%d]",
			 group_sizes[i]);
		assert_int_equal(count(text, array), 1);
		assert_int_equal(count(text, "\tlocal float "), 1);
		arena_free(arena);
		script_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_derived_tree_is_an_iteration),
		cmocka_unit_test(test_its_steps),
		cmocka_unit_test(test_it_is_the_sum_for_every_group),
		cmocka_unit_test(test_its_barriers),
		cmocka_unit_test(test_it_works_in_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
