/* Rows of windows in vectors: what no vector fills is computed by one that
 * begins before it, and only borders element by element. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ir/eval.h"
#include "ir/testdata.h"
#include "search/derive.h"
#include "search/strategy.h"
#include "tests/search_device.h"

static const char smooth[] = "{\"name\":\"smooth\",\"sizes\":{\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; 6]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"w\"],"
	"[\"head\",[\"reduce\",\"+\",0,\"w\"]]],"
	"[\"slide\",3,1,[\"pad\",1,1,\"clamp\",\"r\"]]]],\"a\"]}";

static const Program *read(Ir *ir, int64_t length)
{
	const SizeBinding size = { "K", length };
	const ReadOptions options = { .concrete = true, .override_count = 1,
				      .overrides = &size };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "smooth", smooth, &options,
					      diags);

	assert_non_null(program);
	diags_free(diags);
	return program;
}

static Array value_of(const Program *program, const Expr *body,
		      const Array *input)
{
	Diags *diags = diags_new();
	Array output;

	assert_true(eval_run(program, body, input, EVAL_F64, &output, diags));
	diags_free(diags);
	return output;
}

/* The longest loop over single elements. */
static int64_t longest_loop(const Expr *e)
{
	int64_t longest = 0;

	if (e->kind == EXPR_PRIM && e->prim == PRIM_MAP_SEQ
	    && e->type->element->kind == TYPE_SCALAR)
		longest = e->type->length->value;
	for (int i = 0; i < e->kid_count; i++) {
		int64_t kid = longest_loop(e->kids[i]);

		longest = kid > longest ? kid : longest;
	}
	return longest;
}

/* The elements before the first vector; 0: there are no vectors. */
static int before_vectors(const Derived *derived)
{
	int lanes, before;

	for (int i = 0; i < derived->label_count; i++) {
		const char *label = derived->labels[i];
		const char *place = strstr(label, "before ");

		if (strncmp(label, "windows: ", 9) || !place)
			continue;
		assert_int_equal(sscanf(strstr(label, "lanes "), "lanes %d",
					&lanes), 1);
		assert_int_equal(sscanf(place, "before %d", &before), 1);
		return lanes < 2 ? 0 : before;
	}
	return 0;
}

static int check_length(int64_t length)
{
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	const Program *program = read(ir, length);
	Derive *derive = derive_new(rules, program, &device,
				    (RewriteOptions){ 0 });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 1, -1);
	Array input = testdata_draw(&program->in_ports[0], 3, TESTDATA_EXACT);
	Array wanted = value_of(program, program->body, &input);
	Candidate candidate;
	int count = 0;

	for (int i = 0; i < 25 && strategy_ask(strategy, &candidate)
	     == ASK_CANDIDATE; i++) {
		Derived derived = derive_result(derive, candidate.state);
		Array found = value_of(program, derived.low, &input);
		int before = before_vectors(&derived);

		assert_memory_equal(found.data, wanted.data,
				    array_bytes(&wanted));
		assert_true(!before || longest_loop(derived.low) <= before + 1);
		count += before > 0;
		array_free(&found);
	}
	array_free(&input);
	array_free(&wanted);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(rules);
	ir_free(ir);
	return count;
}

static void test_only_borders_are_single(void **state)
{
	static const int64_t lengths[] = { 4, 5, 10, 17, 18, 19, 31, 34, 37,
					   50, 67, 255 };
	int count = 0;

	(void)state;
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		count += check_length(lengths[i]);
	assert_true(count > 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_borders_are_single),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
