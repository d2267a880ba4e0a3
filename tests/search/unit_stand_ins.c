/* Stand-ins: what is offered only where a block is forbidden, and what is
 * computed then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/search/search_device.h"
#include "tests/search/space_programs.h"

enum { DRAWS = 60 };

static const DeriveProgram smooth = { "smooth",
	"{\"name\":\"smooth\",\"sizes\":{\"M\":16,\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"w\"],"
	"[\"head\",[\"reduce\",\"+\",0,\"w\"]]],"
	"[\"slide\",3,1,[\"pad\",1,1,\"clamp\",\"r\"]]]],\"a\"]}", 2 };

static const DeriveProgram fives = { "fives",
	"{\"name\":\"fives\",\"sizes\":{\"M\":16,\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"w\"],"
	"[\"head\",[\"reduce\",\"+\",0,\"w\"]]],"
	"[\"slide\",5,1,[\"pad\",2,2,\"clamp\",\"r\"]]]],\"a\"]}", 2 };

static const DeriveProgram grown = { "grown",
	"{\"name\":\"grown\",\"sizes\":{\"M\":16,\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],[\"map\",[\"fun\",[\"e\"],"
	"[\"iterateUntil\",8,[\"fun\",[\"v\"],[\">\",\"v\",40]],"
	"[\"fun\",[\"v\"],[\"+\",[\"+\",\"v\",\"v\"],1]],\"e\"]],"
	"\"r\"]],\"a\"]}", 2 };

static const DeriveProgram sums = { "sums",
	"{\"name\":\"sums\",\"sizes\":{\"M\":16,\"K\":16},"
	"\"inputs\":[{\"name\":\"a\",\"type\":\"[[f32; K]; M]\"}],"
	"\"body\":[\"map\",[\"fun\",[\"r\"],"
	"[\"head\",[\"reduce\",\"+\",0,\"r\"]]],\"a\"]}", 2 };

static const DeriveProgram *named(const char *name)
{
	int p = 0;

	while (strcmp(derive_programs[p].name, name))
		p++;
	return &derive_programs[p];
}

/* Of one input and one output. */
static const Program *read(Ir *ir, const DeriveProgram *which)
{
	const SizeBinding sizes[] = { { which->rank == 1 ? "N" : "M", 40 },
				      { "K", 41 } };
	const ReadOptions options = { .concrete = true,
				      .override_count = which->rank,
				      .overrides = sizes };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, which->name, which->text,
					      &options, diags);

	assert_non_null(program);
	assert_int_equal(program->in_port_count, 1);
	assert_int_equal(program->output_count, 1);
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

static bool begins(const Derived *derived, const char *begin)
{
	bool found = false;

	for (int i = 0; i < derived->label_count; i++)
		found |= !strncmp(derived->labels[i], begin, strlen(begin));
	return found;
}

static void check_value(const Program *program, const Expr *low,
			const Array *input, const Array *wanted)
{
	Array found = value_of(program, low, input);

	assert_memory_equal(found.data, wanted->data, array_bytes(wanted));
	array_free(&found);
}

/* In how many candidates a choice begins so; all compute what the program
 * does. */
static int draw(Derive *derive, const Program *program, const char *begin)
{
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, 1, -1);
	Array input = testdata_draw(&program->in_ports[0], 3, TESTDATA_EXACT);
	Array wanted = value_of(program, program->body, &input);
	Candidate candidate;
	int count = 0;

	for (int i = 0; i < DRAWS && strategy_ask(strategy, &candidate)
	     == ASK_CANDIDATE; i++) {
		Derived derived = derive_result(derive, candidate.state);

		count += begins(&derived, begin);
		check_value(program, derived.low, &input, &wanted);
	}
	array_free(&input);
	array_free(&wanted);
	strategy_free(strategy);
	return count;
}

static int uses(const DeriveProgram *which, const char *forbidden,
		const char *begin)
{
	const Device device = device_of_two_cores();
	Ir *ir = ir_new();
	RuleBase *rules = rulebase_new();
	const Program *program = read(ir, which);
	Derive *derive = derive_new(rules, program, &device,
				    (RewriteOptions){ 0 });
	int count;

	if (forbidden)
		derive_forbid(derive, forbidden);
	count = draw(derive, program, begin);
	derive_free(derive);
	rulebase_free(rules);
	ir_free(ir);
	return count;
}

/* What stands in for a block is offered where that is forbidden, and nowhere
 * else. */
static void test_stand_ins(void **state)
{
	const struct {
		const DeriveProgram *program;
		const char *block, *stand_in;
	} rows[] = {
		{ &smooth, "windows", "borders of a row: before" },
		{ &smooth, "windows", "vectors of windows: lanes" },
		{ named("asum"), "chunks", "one lane" },
		{ &grown, "until", "until in groups: lanes" },
		{ named("matrix_map"), "items", "one item of the group" },
		{ named("polynomial"), "vectors", "windows: rows" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		assert_true(uses(rows[i].program, rows[i].block,
				 rows[i].stand_in) > 0);
		assert_int_equal(uses(rows[i].program, NULL,
				      rows[i].stand_in), 0);
		assert_int_equal(uses(rows[i].program, "loop",
				      rows[i].stand_in), 0);
	}
}

/* A group shares a reduction of 41 elements, but none of five. */
static void test_shared(void **state)
{
	static const char *const shared[] = { "lanes in turn",
					      "lanes in chunks", "tree" };

	(void)state;
	for (size_t i = 0; i < sizeof shared / sizeof shared[0]; i++) {
		assert_true(uses(&sums, "items", shared[i]) > 0);
		assert_int_equal(uses(&fives, "items", shared[i]), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stand_ins),
		cmocka_unit_test(test_shared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
