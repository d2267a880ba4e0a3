/* Rules are applied where they fit and nowhere else; what they ask of operators
 * is checked; derivations share their prefixes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/rules/world.h"

/* -- applying -------------------------------------------------------------- */

static void test_a_rule_needs_its_left_side(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");

	(void)state;
	assert_null(at(&w, w.start, "", "join_split"));
	assert_null(at(&w, w.start, "/1", "map_seq"));
	assert_null(at(&w, w.start, "/0", "map_seq"));
	assert_null(at(&w, w.start, "/7", "map_seq"));
	assert_null(at(&w, w.start, "", "no_such_rule"));
	assert_text(&w, at(&w, w.start, "", "map_seq"), "mapSeq abs xs");
	world_free(&w);
}

static void test_parameters_are_legal_sizes(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");

	(void)state;
	assert_null(at(&w, w.start, "", "split_join"));
	assert_string_equal(rewriter_reason(w.rewriter), "I is left to choose");
	assert_null(at_with(&w, w.start, "", "split_join", "I", 3));
	assert_null(at_with(&w, w.start, "", "split_join", "I", 0));
	assert_null(at_with(&w, w.start, "", "split_join", "I", -4));
	assert_null(at_with(&w, w.start, "", "split_join", "n", 4));
	assert_null(at_with(&w, w.start, "", "vectorise", "I", 32));
	assert_text(&w, at_with(&w, w.start, "", "split_join", "J", 32),
		    "join . map (map abs) . split[128] $ xs");
	assert_text(&w, at_with(&w, w.start, "", "vectorise", "I", 4),
		    "joinVec . map (mapVec abs) . splitVec[4] $ xs");
	assert_text(&w, at_with(&w, w.start, "", "map_global", "d", 2),
		    "mapGlobal(2) abs xs");
	assert_null(at_with(&w, w.start, "", "map_global", "d", 3));
	world_free(&w);
}

static void test_a_function_must_not_use_what_moves_away(void **state)
{
	/* map_map_tile and map_interchange need inner data that do not
	 * depend on the outer element; here they do. */
	World w = world("{\"name\": \"A\", \"type\": \"[[f32; N]; N]\"}",
			"[\"map\", [\"fun\", [\"r\"], [\"map\", \"abs\", "
			"\"r\"]], \"A\"]");

	(void)state;
	assert_null(at(&w, w.start, "", "map_interchange"));
	assert_text(&w, at(&w, w.start, "/0/0", "map_seq"),
		    "map (mapSeq abs) A");
	world_free(&w);
}

static void test_both_ways(void **state)
{
	World w = world(FLOATS, "[\"split\", 4, [\"map\", \"abs\", \"xs\"]]");
	const Derivation *there = at(&w, w.start, "", "split_map"), *back;
	const Path root = path_root();
	const RuleUse use = { .rule = "split_map", .back = true };
	const RuleUse wrong = { .rule = "join_split", .back = true };

	(void)state;
	assert_text(&w, there, "map (map abs) . split[4] $ xs");
	back = rewrite_use(w.rewriter, there, &root, &use);
	assert_non_null(back);
	assert_ptr_equal(back->expr, w.start->expr);
	assert_null(rewrite_use(w.rewriter, there, &root, &wrong));
	world_free(&w);
}

static void test_designated_argument(void **state)
{
	World w = world(FLOATS, "[\"map\", [\"fun\", [\"x\"], [\"*\", "
			"[\"sqrt\", [\"abs\", \"x\"]], [\"abs\", \"x\"]]], "
			"\"xs\"]");
	const Path root = path_root(), inner = place("/0/0/1"),
		   outside = place("/1");
	RuleUse use = { .rule = "map_map", .back = true };

	(void)state;
	assert_null(rewrite_use(w.rewriter, w.start, &root, &use));
	use.within = &outside;
	assert_null(rewrite_use(w.rewriter, w.start, &root, &use));
	use.within = &inner;
	assert_text(&w, rewrite_use(w.rewriter, w.start, &root, &use),
		    "map (\\x. sqrt x * x) . map abs $ xs");
	world_free(&w);
}

static void test_prefixes_are_shared_and_stay(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *one = at_with(&w, w.start, "", "split_join", "I", 8);
	const Derivation *a = at(&w, one, "/0", "map_seq");
	const Derivation *b = at(&w, one, "/0/0/0", "map_seq");

	(void)state;
	assert_ptr_equal(a->before, one);
	assert_ptr_equal(b->before, one);
	assert_int_equal(a->length, 2);
	assert_text(&w, a, "join . mapSeq (map abs) . split[8] $ xs");
	assert_text(&w, b, "join . map (mapSeq abs) . split[8] $ xs");
	assert_text(&w, one, "join . map (map abs) . split[8] $ xs");
	world_free(&w);
}

static void test_sets_of_rules_end(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", [\"map\", \"neg\", "
			"[\"map\", \"abs\", [\"join\", [\"split\", 4, "
			"\"xs\"]]]]]");
	RuleSet set = rewrite_set(w.rewriter, "map_map join_split");
	RuleSet circle = rewrite_set(w.rewriter, "split_map split_map<");
	const Path root = path_root();
	World v;

	(void)state;
	assert_text(&w, rewrite_all(w.rewriter, w.start, &root, &set),
		    "map (abs . neg . abs) xs");
	world_free(&w);
	v = world(FLOATS, "[\"split\", 4, [\"map\", \"abs\", \"xs\"]]");
	assert_int_equal(rewrite_all(v.rewriter, v.start, &root,
				     &circle)->length, 1000);
	world_free(&v);
}

/* -- what a rule asks of its operator -------------------------------------- */

typedef struct Operator {
	const char *inputs, *body;
	bool chunks, strided;
	bool exact;
} Operator;

static void test_guards(void **state)
{
	static const Operator operators[] = {
		{ INTS, "[\"reduce\", \"+\", 0, \"xs\"]", true, true, true },
		{ FLOATS, "[\"reduce\", \"+\", 0, \"xs\"]", true, true, false },
		{ INTS, "[\"reduce\", \"*\", 1, \"xs\"]", true, true, true },
		/* not neutral, not associative */
		{ INTS, "[\"reduce\", \"+\", 1, \"xs\"]", false, false, false },
		{ INTS, "[\"reduce\", \"*\", 0, \"xs\"]", false, false, false },
		{ INTS, "[\"reduce\", \"-\", 0, \"xs\"]", false, false, false },
		{ INTS, "[\"reduce\", [\"fun\", [\"a\", \"b\"], \"b\"], 0, "
			"\"xs\"]", false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		const Operator *op = &operators[i];
		World w = world(op->inputs, op->body);
		const Derivation *chunks = at_with(&w, w.start, "",
						   "reduce_chunks", "k", 64);
		const Derivation *strided = at_with(&w, w.start, "",
						    "reduce_strided", "k", 64);

		assert_int_equal(chunks != NULL, op->chunks);
		assert_int_equal(strided != NULL, op->strided);
		if (chunks)
			assert_int_equal(chunks->label.reassociates,
					 !op->exact);
		assert_non_null(at(&w, w.start, "", "reduce_seq"));
		world_free(&w);
	}
}

static void test_strict_mode_keeps_the_order_of_floats(void **state)
{
	const RewriteOptions strict = { .strict = true, .rounding = true };
	World w = world_with("\"N\": 64", FLOATS,
			     "[\"reduce\", \"+\", 0, \"xs\"]", strict);
	World v = world_with("\"N\": 64", INTS,
			     "[\"reduce\", \"+\", 0, \"xs\"]", strict);

	(void)state;
	assert_null(at_with(&w, w.start, "", "reduce_chunks", "k", 8));
	assert_non_null(strstr(rewriter_reason(w.rewriter), "--fp-strict"));
	assert_non_null(at_with(&v, v.start, "", "reduce_chunks", "k", 8));
	world_free(&w);
	world_free(&v);
}

static void test_rounding_only_on_request(void **state)
{
	const char *body = "[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", "
			   "[\"*\", \"x\", \"x\"]]], \"xs\"]";
	World w = world(FLOATS, body), v;

	(void)state;
	assert_null(at(&w, w.start, "/0/0", "contract"));
	v = world_with("\"N\": 8", FLOATS, body,
		       (RewriteOptions){ .rounding = true });
	assert_text(&v, at(&v, v.start, "/0/0", "contract"),
		    "map (\\x. fma x x x) xs");
	assert_true(at(&v, v.start, "/0/0", "contract")->label.rounds);
	world_free(&v);
	v = world_with("\"N\": 8", INTS, body,
		       (RewriteOptions){ .rounding = true });
	assert_null(at(&v, v.start, "/0/0", "contract"));
	world_free(&v);
	world_free(&w);
}

static void test_reorder(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", [\"reorder\", \"xs\"]]");
	const Derivation *stride = at_with(&w, w.start, "/1", "reorder_stride",
					   "I", 64);

	(void)state;
	assert_text(&w, stride, "map abs . reorderStride[64] $ xs");
	assert_true(stride->label.chooses);
	assert_text(&w, at(&w, stride, "", "map_reorder"),
		    "reorderStride[64] . map abs $ xs");
	assert_text(&w, at(&w, w.start, "", "map_reorder"),
		    "reorder . map abs $ xs");
	world_free(&w);
}

/* What is read twice has one order: it is chosen before the parts are made. */
static void test_order_is_not_copied(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", [\"reorder\", \"xs\"]]");
	const Derivation *chosen = at(&w, w.start, "/1", "reorder_id");

	(void)state;
	assert_null(at_with(&w, w.start, "", "map_cut", "n1", 1024));
	assert_text(&w, at_with(&w, chosen, "", "map_cut", "n1", 1024),
		    "concat (map abs . take[1024] $ xs) $ "
		    "map abs . drop[1024] $ xs");
	world_free(&w);
}

/* -- what could be applied ------------------------------------------------- */

typedef struct Count {
	int sites, split_join;
	RuleParam param;
} Count;

static bool count_site(void *context, const RewriteSite *site)
{
	Count *count = context;

	count->sites++;
	if (strcmp(rule_name(site->rule), "split_join"))
		return true;
	count->split_join++;
	count->param = site->params[0];
	return true;
}

/* Every listed rule without a place to choose can be used, with each of the
 * first values listed for its parameters. */
typedef struct Tried {
	World *world;
	int used;
} Tried;

static bool try_site(void *context, const RewriteSite *site)
{
	Tried *tried = context;
	RuleUse use = { .rule = rule_name(site->rule), .back = site->back };
	RuleParam params[RULE_VALUES_MAX];
	int64_t value;

	if (site->designates)
		return true;
	while (rewrite_params(tried->world->rewriter,
			      tried->world->start->expr, &site->at, &use,
			      params) > 0) {
		RuleValue *next = &use.values[use.count++];

		assert_int_equal(param_values(&params[0], &value, 1), 1);
		*next = (RuleValue){ .name = params[0].name, .value = value };
	}
	if (!rewrite_use(tried->world->rewriter, tried->world->start, &site->at,
			 &use)
	    && !strstr(rewriter_reason(tried->world->rewriter), "nothing here")
	    && !strstr(rewriter_reason(tried->world->rewriter), "well-typed"))
		fail_msg("%s: %s", use.rule,
			 rewriter_reason(tried->world->rewriter));
	tried->used++;
	return true;
}

static void test_list(void **state)
{
	World w = world(FLOATS, "[\"reduce\", \"+\", 0, [\"map\", \"abs\", "
			"\"xs\"]]");
	const Path root = path_root();
	Count count = { 0, 0, { NULL, PARAM_ANY, 0 } };
	Tried tried = { &w, 0 };

	(void)state;
	rewrite_list(w.rewriter, w.start->expr, &root, false, count_site,
		     &count);
	assert_true(count.sites > 15);
	assert_int_equal(count.split_join, 1);
	assert_int_equal(count.param.kind, PARAM_DIVISOR);
	assert_int_equal(count.param.bound, 4096);
	rewrite_list(w.rewriter, w.start->expr, &root, true, try_site, &tried);
	assert_true(tried.used > 15);
	world_free(&w);
}

static void test_values_of_parameters(void **state)
{
	const RuleParam twelve = { "I", PARAM_DIVISOR, 12 };
	const RuleParam prime = { "I", PARAM_DIVISOR, 1000003 };
	const RuleParam width = { "w", PARAM_WIDTH, 24 };
	const RuleParam cut = { "n1", PARAM_UP_TO, 5 };
	const int64_t divisors[] = { 1, 2, 3, 4, 6, 12 };
	int64_t values[16], value;

	(void)state;
	assert_int_equal(param_values(&twelve, values, 16), 6);
	assert_memory_equal(values, divisors, sizeof divisors);
	assert_int_equal(param_values(&width, values, 16), 3);
	assert_int_equal(param_values(&cut, values, 16), 6);
	assert_true(param_nearest(&twelve, 5, &value));
	assert_int_equal(value, 6);
	assert_true(param_nearest(&prime, 128, &value));
	assert_int_equal(value, 1);
	assert_true(param_nearest(&width, 16, &value));
	assert_int_equal(value, 8);
	assert_true(param_nearest(&cut, 100, &value));
	assert_int_equal(value, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_rule_needs_its_left_side),
		cmocka_unit_test(test_parameters_are_legal_sizes),
		cmocka_unit_test(test_a_function_must_not_use_what_moves_away),
		cmocka_unit_test(test_both_ways),
		cmocka_unit_test(test_designated_argument),
		cmocka_unit_test(test_prefixes_are_shared_and_stay),
		cmocka_unit_test(test_sets_of_rules_end),
		cmocka_unit_test(test_guards),
		cmocka_unit_test(test_strict_mode_keeps_the_order_of_floats),
		cmocka_unit_test(test_rounding_only_on_request),
		cmocka_unit_test(test_reorder),
		cmocka_unit_test(test_order_is_not_copied),
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_values_of_parameters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
