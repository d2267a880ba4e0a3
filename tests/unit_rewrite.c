/* Rules are applied where they fit and nowhere else; derivations are kept,
 * stored, replayed; requests by people are understood or refused with a
 * reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/derivation.h"
#include "rules/locate.h"
#include "rules/request.h"

typedef struct World {
	Ir *ir;
	RuleBase *base;
	Program *program;
	Rewriter *rewriter;
	const Derivation *start;
	Diags *diags;
} World;

static World world_with(const char *sizes, const char *inputs, const char *body,
			RewriteOptions options)
{
	World w = { .ir = ir_new(), .base = rulebase_new(),
		    .diags = diags_new() };
	const ReadOptions read = { .concrete = true };
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"t\", \"sizes\": {%s}, \"inputs\": [%s],"
			   " \"body\": %s}", sizes, inputs, body);
	w.program = program_read(w.ir, "t.json", text_string(&text), &read,
				 w.diags);
	if (!w.program)
		diags_print(w.diags, stderr);
	assert_non_null(w.program);
	w.rewriter = rewriter_new(w.base, w.program, options);
	w.start = derivation_start(w.rewriter, w.program->body);
	text_free(&text);
	return w;
}

#define FLOATS "{\"name\": \"xs\", \"type\": \"[f32; N]\"}"
#define INTS "{\"name\": \"xs\", \"type\": \"[i32; N]\"}"

static World world(const char *inputs, const char *body)
{
	return world_with("\"N\": 4096", inputs, body, (RewriteOptions){ 0 });
}

static void world_free(World *w)
{
	rewriter_free(w->rewriter);
	rulebase_free(w->base);
	ir_free(w->ir);
	diags_free(w->diags);
}

static Path place(const char *kids)
{
	Path path;

	assert_true(path_parse(kids, &path));
	return path;
}

static const Derivation *at(World *w, const Derivation *d, const char *kids,
			    const char *rule)
{
	const Path path = place(kids);

	return rewrite(w->rewriter, d, &path, rule);
}

static const Derivation *at_with(World *w, const Derivation *d,
				 const char *kids, const char *rule,
				 const char *name, int64_t value)
{
	const Path path = place(kids);

	return rewrite_with(w->rewriter, d, &path, rule, name, value, NULL);
}

static void assert_text(World *w, const Derivation *d, const char *expected)
{
	Text text = { 0 };

	assert_non_null(d);
	print_text(&text, w->program, d->expr);
	assert_string_equal(text_string(&text), expected);
	text_free(&text);
}

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
			"[\"map\", [\"fun\", [\"r\"], [\"map\", \"abs\", \"r\"]],"
			" \"A\"]");

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
	World w = world(FLOATS, "[\"map\", [\"fun\", [\"x\"], [\"*\", [\"sqrt\", "
			"[\"abs\", \"x\"]], [\"abs\", \"x\"]]], \"xs\"]");
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
	World w = world(FLOATS, "[\"map\", \"abs\", [\"map\", \"neg\", [\"map\", "
			"\"abs\", [\"join\", [\"split\", 4, \"xs\"]]]]]");
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
	const char *body = "[\"map\", [\"fun\", [\"x\"], [\"+\", \"x\", [\"*\", "
			   "\"x\", \"x\"]]], \"xs\"]";
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

/* -- stored derivations ---------------------------------------------------- */

static const Derivation *two_steps(World *w)
{
	const Path root = path_root(), inner = place("/0/0/0");
	const RuleUse use = { .rule = "split_join", .count = 1,
			      .values = { { "I", 128, "N/32" } } };
	const Derivation *d = rewrite_use(w->rewriter, w->start, &root, &use);

	assert_non_null(d);
	return rewrite_with(w->rewriter, d, &inner, "vectorise", "I", 16, NULL);
}

static char *stored_text(const Derivation *d)
{
	Text text = { 0 };

	derivation_text(&text, d);
	return text.data;
}

static void test_stored_derivation_is_replayed(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = two_steps(&w), *again;
	char *text = stored_text(d), *text_again;
	const StoredSteps *steps = derivation_read(ir_arena(w.ir), text,
						   w.diags);
	Replay replay;

	(void)state;
	assert_string_equal(text,
		"{\"rule\": \"split_join\", \"at\": [], \"with\": {\"I\": "
		"{\"value\": 128, \"from\": \"N/32\"}}}\n"
		"{\"rule\": \"vectorise\", \"at\": [0, 0, 0], \"with\": "
		"{\"I\": 16}}\n");
	assert_non_null(steps);
	again = derivation_replay(w.rewriter, steps, true, &replay);
	assert_non_null(again);
	assert_ptr_equal(again->expr, d->expr);
	assert_int_equal(replay.adjusted, 0);
	text_again = stored_text(again);
	assert_string_equal(text, text_again);
	assert_int_equal(stored_rules_hash(w.base, steps),
			 derivation_rules_hash(d));
	free(text);
	free(text_again);
	world_free(&w);
}

static void replay_at(const char *sizes, const char *expected, int adjusted)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	World v = world_with(sizes, FLOATS, "[\"map\", \"abs\", \"xs\"]",
			     (RewriteOptions){ 0 });
	char *text = stored_text(two_steps(&w));
	const StoredSteps *steps = derivation_read(ir_arena(v.ir), text,
						   v.diags);
	Replay replay;

	assert_text(&v, derivation_replay(v.rewriter, steps, false, &replay),
		    expected);
	assert_int_equal(replay.adjusted, adjusted);
	assert_int_equal(!derivation_replay(v.rewriter, steps, true, &replay),
			 adjusted > 0);
	free(text);
	world_free(&w);
	world_free(&v);
}

static void test_numbers_follow_the_sizes(void **state)
{
	(void)state;
	replay_at("\"N\": 8192", "join . map (joinVec . map (mapVec abs) . "
		  "splitVec[16]) . split[256] $ xs", 0);
	/* 200/32 = 6 is no divisor of 200; 5 is nearer than 8; and no width
	 * divides 5 */
	replay_at("\"N\": 264", "join . map (joinVec . map (mapVec abs) . "
		  "splitVec[8]) . split[8] $ xs", 1);
}

static void test_steps_that_cannot_be_read(void **state)
{
	static const char *const wrong[] = {
		"{\"rule\": \"map_seq\"}", "{", "[]", "{\"at\": []}",
		"{\"rule\": 3, \"at\": []}",
		"{\"rule\": \"map_seq\", \"at\": [256]}",
		"{\"rule\": \"map_seq\", \"at\": [], \"with\": {\"I\": \"x\"}}",
		"{\"rule\": \"map_seq\", \"at\": [], \"with\": {\"I\": "
		"{\"value\": 1, \"from\": 2}}}",
		"{\"rule\": \"map_seq\", \"at\": [], \"within\": 3}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		Arena *arena = arena_new();
		Diags *diags = diags_new();

		assert_null(derivation_read(arena, wrong[i], diags));
		assert_int_equal(diags->errors, 1);
		diags_free(diags);
		arena_free(arena);
	}
}

static void test_a_changed_rule_is_noticed(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	const Derivation *d = two_steps(&w);
	char *text = stored_text(d);
	const StoredSteps *steps = derivation_read(ir_arena(w.ir), text,
						   w.diags);
	RuleBase *other = rulebase_parse("o.rules",
		"rule split_join \"changed\"\n size I J ; type A B\n"
		" let M : A -> B\n on A[I*J]\n"
		" map M => join . map (map M) . split[I]\n", w.diags);

	(void)state;
	assert_non_null(other);
	assert_int_not_equal(stored_rules_hash(other, steps),
			     derivation_rules_hash(d));
	rulebase_free(other);
	free(text);
	world_free(&w);
}

/* -- requests -------------------------------------------------------------- */

static void test_requests(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", [\"map\", \"neg\", \"xs\"]]");
	const Derivation *d;

	(void)state;
	d = request_use(w.rewriter, w.start, "/body", "split_join:I=128",
			w.diags);
	assert_text(&w, d, "join . map (map abs) . split[128] . map neg $ xs");
	d = request_use(w.rewriter, d, "/body/1/2", "split_map", w.diags);
	assert_text(&w, d, "join . map (map abs) . map (map neg) . split[128] "
		    "$ xs");
	d = request_use(w.rewriter, d, "/body/1/2", "split_map:back", w.diags);
	assert_non_null(d);
	world_free(&w);
}

static void test_wrong_requests(void **state)
{
	static const struct {
		const char *pointer, *request;
		DiagCode code;
	} wrong[] = {
		{ "/body", "split_join", E0802 },
		{ "/body", "split_join:I=7", E0802 },
		{ "/body", "split_join:I", E0801 },
		{ "/body", "split_join:I=x", E0801 },
		{ "/body", "split_join:I=4,within=/9/9", E0802 },
		{ "/body", "nothing", E0802 },
		{ "/body/77", "map_seq", E0802 },
		{ "", "", E0802 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");

		assert_null(request_use(w.rewriter, w.start, wrong[i].pointer,
					wrong[i].request, w.diags));
		assert_int_equal(w.diags->errors, 1);
		assert_int_equal(w.diags->items[0].code, wrong[i].code);
		world_free(&w);
	}
}

static void see_row(void *context, const RequestRow *row)
{
	bool *seen = context;

	if (!strcmp(rule_name(row->rule), "split_join")) {
		*seen = true;
		assert_string_equal(row->pointer, "/body");
		assert_string_equal(row->params, "I: a divisor of 4096");
		assert_string_equal(row->effect, "bit-exact");
	}
}

static void test_requested_list(void **state)
{
	World w = world(FLOATS, "[\"map\", \"abs\", \"xs\"]");
	bool seen = false;

	(void)state;
	assert_true(request_list(w.rewriter, w.start, NULL, see_row, &seen,
				 w.diags));
	assert_true(seen);
	assert_false(request_list(w.rewriter, w.start, "/body/9", see_row,
				  &seen, w.diags));
	world_free(&w);
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
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_values_of_parameters),
		cmocka_unit_test(test_stored_derivation_is_replayed),
		cmocka_unit_test(test_numbers_follow_the_sizes),
		cmocka_unit_test(test_steps_that_cannot_be_read),
		cmocka_unit_test(test_a_changed_rule_is_noticed),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_wrong_requests),
		cmocka_unit_test(test_requested_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
