/* Rules over open sizes: one applies only where it does for all values, or for
 * those that guards allow; what it makes is the same as with numbers, but that
 * its sizes are polynomials. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/core/size_open.h"
#include "ir/front/document.h"
#include "tests/rules/world.h"

static World open_world(const char *inputs, const char *body)
{
	return world_read("\"N\": 4096, \"M\": 4096", inputs, body,
			  (RewriteOptions){ 0 },
			  (ReadOptions){ .concrete = true, .open = "all" });
}

/* All guards of the derivation, "N % 4 == 0, ..." */
static void assert_guards(World *w, const Derivation *d, const char *expected)
{
	SizeGuards guards = { .arena = ir_arena(w->ir) };
	Text text = { 0 };

	for (const Derivation *step = d; step; step = step->before)
		size_guards(w->ir, step->expr, &guards);
	for (int i = 0; i < guards.count; i++) {
		text_put(&text, i ? ", " : "");
		size_guard_text(&text, &guards.items[i]);
	}
	assert_string_equal(text_string(&text), expected);
	text_free(&text);
}

static const Derivation *from(World *w, const Derivation *d, const char *rule,
			      const char *name, int64_t value,
			      const char *origin)
{
	const Path root = path_root();

	return rewrite_with(w->rewriter, d, &root, rule, name, value, origin);
}

#define TWO FLOATS ", {\"name\": \"ys\", \"type\": \"[f32; M]\"}"

static void quotients_are_guarded(void **state)
{
	World w = open_world(TWO, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = at_with(&w, w.start, "", "split_join", "I", 64);

	(void)state;
	assert_text(&w, d, "join . map (map abs) . split[64] $ xs");
	assert_true(type_same(d->expr->type, w.start->expr->type));
	assert_guards(&w, d, "N % 64 == 0");
	d = at_with(&w, d, "/0", "split_join", "I", 8);
	assert_text(&w, d, "join . join . map (map $ map abs) . split[8] . "
		    "split[64] $ xs");
	assert_guards(&w, d, "N % 64 == 0, N % 512 == 0");
	world_free(&w);
}

/* 64 parts of N/64, or parts of 64: what a number comes from says which. */
static void origins_are_kept(void **state)
{
	World w = open_world(TWO, "[\"map\", \"abs\", \"xs\"]");

	(void)state;
	assert_text(&w, from(&w, w.start, "split_join", "I", 64, "N//64"),
		    "join . map (map abs) . split[N/64] $ xs");
	assert_text(&w, from(&w, w.start, "split_join", "I", 64, "N//63"),
		    "join . map (map abs) . split[64] $ xs");
	world_free(&w);
}

/* What is left over may be of any length. */
static void rests_need_no_guard(void **state)
{
	World w = open_world(TWO, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = from(&w, w.start, "map_cut", "n1", 4095,
				   "N//63*63");

	(void)state;
	assert_text(&w, d, "concat (map abs . take[N//63*63] $ xs) $ map "
		    "abs . drop[N//63*63] $ xs");
	assert_guards(&w, d, "");
	d = at_with(&w, d, "/0", "split_join", "I", 63);
	assert_non_null(d);
	assert_guards(&w, d, "");
	world_free(&w);
}

/* A number may come from the length at the place, whatever that is. */
static void lengths_are_those_at_the_place(void **state)
{
	World w = open_world(TWO, "[\"map\", \"abs\", [\"drop\", 1, "
			     "\"xs\"]]");
	const Derivation *d = from(&w, w.start, "map_cut", "n1", 4088,
				   "@0//8*8");

	(void)state;
	assert_text(&w, d, "concat (map abs . take[(N-1)//8*8] . drop[1] $ xs) "
		    "$ map abs . drop[(N-1)//8*8] . drop[1] $ xs");
	assert_guards(&w, d, "N-1 >= 0");
	d = at_with(&w, d, "/0", "split_join", "I", 8);
	assert_non_null(d);
	assert_guards(&w, d, "N-1 >= 0");
	d = from(&w, w.start, "map_cut", "n1", 4088, "@1//8*8");
	assert_guards(&w, d, "N-4089 >= 0");
	world_free(&w);
}

/* The last part begins before the end of the others: there is one. */
static void overlaps_need_one_part(void **state)
{
	World w = open_world(TWO, "[\"map\", \"abs\", [\"drop\", 1, "
			     "\"xs\"]]");
	const RuleUse use = { .rule = "map_overlap", .count = 2, .values = {
		{ "q", 4079, "(@0-16)" },
		{ "d", 1, "((@0//16*16+16)-@0)" } } };
	const Path root = path_root();
	const Derivation *d = rewrite_use(w.rewriter, w.start, &root, &use);

	(void)state;
	assert_non_null(d);
	assert_guards(&w, d, "N-17 >= 0");
	d = at_with(&w, d, "/0", "split_join", "I", 16);
	assert_non_null(d);
	assert_guards(&w, d, "N-17 >= 0");
	world_free(&w);
}

/* Of one length at the witnesses alone. */
static void witnesses_are_not_enough(void **state)
{
	const char *square = "{\"name\": \"A\", \"type\": "
			     "\"[[f32; N]; M]\"}";
	World w = open_world(square, "[\"split\", \"M\", [\"join\", "
			     "\"A\"]]");

	(void)state;
	assert_null(at(&w, w.start, "", "split_join_id"));
	assert_string_equal(rewriter_reason(w.rewriter), "split_join_id holds "
			    "for some of the open sizes only");
	world_free(&w);
	w = open_world(square, "[\"split\", \"N\", [\"join\", \"A\"]]");
	assert_text(&w, at(&w, w.start, "", "split_join_id"), "A");
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotients_are_guarded),
		cmocka_unit_test(origins_are_kept),
		cmocka_unit_test(rests_need_no_guard),
		cmocka_unit_test(lengths_are_those_at_the_place),
		cmocka_unit_test(overlaps_need_one_part),
		cmocka_unit_test(witnesses_are_not_enough),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
