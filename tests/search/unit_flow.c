/* Which floats become indices, and that no sum of those is reordered: the last
 * bits of others are nobody's concern. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "search/nest/flow.h"
#include "search/space/derive.h"
#include "search/space/work.h"
#include "tests/search/search_device.h"

#define DOCUMENT(body) \
	"{\"name\": \"p\", \"inputs\": [" \
	"{\"name\": \"x\", \"type\": \"[[f32; 64]; 32]\"}," \
	"{\"name\": \"t\", \"type\": \"[f32; 100]\"}]," \
	" \"body\": " body "}"
#define SUM(xs) "[\"head\", [\"reduce\", \"+\", 0, " xs "]]"
#define ROWS(body) "[\"map\", [\"fun\", [\"r\"], " body "], \"x\"]"
#define LOOKED_UP(i) "[\"at\", \"t\", [\"%\", [\"i64\", " i "], 100]]"

typedef struct Case {
	const char *what, *document;
	bool indexes, sum; /* of its first reduction in print order */
} Case;

static const Case cases[] = {
	{ "a sum", DOCUMENT(ROWS(SUM("\"r\""))), false, false },
	{ "a sum as an index", DOCUMENT(ROWS(LOOKED_UP(SUM("\"r\"")))),
	  true, true },
	{ "a sum from elsewhere as an index", DOCUMENT(ROWS(LOOKED_UP("[\"head\","
		" [\"reduce\", \"+\", 2, \"r\"]]"))), true, true },
	{ "by a name", DOCUMENT(ROWS("[\"let\", \"s\", " SUM("\"r\"") ","
		" [\"+\", \"s\", " LOOKED_UP("\"s\"") "]]")), true, true },
	{ "by a map", DOCUMENT("[\"map\", [\"fun\", [\"s\"], "
		LOOKED_UP("[\"*\", \"s\", 3]") "], " ROWS(SUM("\"r\"")) "]"),
	  true, true },
	{ "a sum of what is looked up", DOCUMENT(ROWS(SUM("[\"map\", [\"fun\","
		" [\"v\"], " LOOKED_UP("\"v\"") "], \"r\"]"))), true, false },
	{ "an integer that no index needs", DOCUMENT(ROWS("[\"i32\", "
		SUM("\"r\"") "]")), false, false },
	{ "a comparison", DOCUMENT(ROWS("[\"at\", \"t\", [\"if\", [\"<\", "
		SUM("\"r\"") ", 3], 4, 5]]")), false, false },
	{ "the other part of a tuple", DOCUMENT(ROWS("[\"let\", \"p\", "
		"[\"tuple\", " SUM("\"r\"") ", [\"at\", \"r\", 0]], [\"+\", "
		"[\"get\", 0, \"p\"], " LOOKED_UP("[\"get\", 1, \"p\"]")
		"]]")), true, false },
	{ "an accumulator that is an index", DOCUMENT(ROWS("[\"head\", "
		"[\"reduceSeq\", [\"fun\", [\"a\", \"v\"], "
		LOOKED_UP("[\"+\", \"a\", \"v\"]") "], 0, \"r\"]]")), true,
	  true },
};

static Program *read(Ir *ir, const Case *c)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Program *p = program_read(ir, c->what, c->document, &options, diags);

	if (!p)
		diags_print(diags, stderr);
	diags_free(diags);
	assert_non_null(p);
	return p;
}

static bool find_fold(const Expr *e, Path *path)
{
	int depth = path->depth;

	if (expr_is(e, PRIM_REDUCE) || expr_is(e, PRIM_REDUCE_SEQ))
		return true;
	for (int i = 0; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find_fold(e->kids[i], path))
			return true;
		path->depth = depth;
	}
	return false;
}

static void floats_that_become_indices_are_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Ir *ir = ir_new();
		const Expr *body = read(ir, &cases[i])->body;
		Path at = { 0 };

		assert_true(find_fold(body, &at));
		if (flow_indexes(body) != cases[i].indexes
		    || flow_indexes_at(body, &at) != cases[i].sum)
			fail_msg("%s", cases[i].what);
		ir_free(ir);
	}
}

/* Every candidate below a state, some hundred of them; counts those that
 * reassociate. */
static void walk(Derive *derive, const void *state, int *left, int *others)
{
	const Space space = derive_space(derive);

	if (!state || *left <= 0)
		return;
	if (space.class->complete(space.context, state)) {
		--*left;
		*others += derive_result(derive, state)
				.derivation->label.reassociates;
		return;
	}
	for (int i = 0; i < space.class->choices(space.context, state); i++)
		walk(derive, space.class->child(space.context, state, i), left,
		     others);
}

static int reassociating(const Case *c)
{
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	const Device device = device_of_two_cores();
	Derive *derive = derive_new(rules, read(ir, c), &device,
				    (RewriteOptions){ .rounding = true });
	const Space space = derive_space(derive);
	int left = 300, others = 0;

	walk(derive, space.class->root(space.context), &left, &others);
	assert_true(left < 300);
	derive_free(derive);
	rulebase_free(rules);
	ir_free(ir);
	return others;
}

static void their_sums_are_not_reordered(void **state)
{
	(void)state;
	assert_true(reassociating(&cases[0]) > 0);
	assert_int_equal(reassociating(&cases[1]), 0);
	assert_int_equal(reassociating(&cases[2]), 0);
	assert_int_equal(reassociating(&cases[3]), 0);
	assert_true(reassociating(&cases[5]) > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats_that_become_indices_are_found),
		cmocka_unit_test(their_sums_are_not_reordered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
