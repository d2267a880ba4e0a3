/* What is offered can be done: in draws from the spaces of all test programs, on a
 * CPU and a GPU, no block is offered where its steps do not apply. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <glob.h>

#include "ir/front/document.h"
#include "search/space/canonical_form.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/ir/read_fixture.h"
#include "tests/search/search_device.h"

enum { DRAWS = 10 };

static RuleBase *rules;

static void draw(const Space *space)
{
	Strategy *strategy = strategy_new(&strategy_random, space, 1, -1);
	Candidate candidate;

	for (int i = 0; i < DRAWS
	     && strategy_ask(strategy, &candidate) == ASK_CANDIDATE; i++)
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_OK, 1 });
	strategy_free(strategy);
}

/* How many blocks were offered where they do not apply. */
static int faults_of(const char *name, const Program *program, Device device)
{
	const RewriteOptions options = { .rounding = true,
					 .canonical = &canonical_index_form };
	Derive *derive = derive_new(rules, program, &device, options);
	const Space space = derive_space(derive);
	const char *block, *reason;
	int faults = 0;

	draw(&space);
	for (int i = 0; derive_fault(derive, i, &block, &reason); i++)
		if (reason) {
			print_error("%s: %s: %s\n", name, block, reason);
			faults++;
		}
	derive_free(derive);
	return faults;
}

static int check_file(const char *name)
{
	const ReadOptions options = { .concrete = true };
	const Device devices[] = { device_of_two_cores(), device_of_a_gpu() };
	char *text = file_text(name);
	int faults = 0;

	for (int i = 0; i < 2; i++) {
		Ir *ir = ir_new();
		Diags *diags = diags_new();
		const Program *program = program_read(ir, name, text, &options,
						      diags);

		assert_non_null(program);
		faults += faults_of(name, program, devices[i]);
		diags_free(diags);
		ir_free(ir);
	}
	free(text);
	return faults;
}

static void test_what_is_offered_applies(void **state)
{
	static const char *const patterns[] = {
		"tests/programs/*.json", "tests/programs_e2e/*.json",
		"tests/programs_rows/*.json", "tests/programs_scatter/*.json",
		"tests/programs_whole/*.json", "tests/spellings/*/*.lift",
		"examples/*.json",
	};
	const char *source = getenv("srcdir");
	int faults = 0, files = 0;

	(void)state;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		char pattern[512];
		glob_t found;

		snprintf(pattern, sizeof pattern, "%s/%s",
			 source ? source : ".", patterns[i]);
		assert_int_equal(glob(pattern, 0, NULL, &found), 0);
		for (size_t k = 0; k < found.gl_pathc; k++, files++)
			faults += check_file(found.gl_pathv[k]);
		globfree(&found);
	}
	assert_true(files > 200);
	assert_int_equal(faults, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_offered_applies),
	};
	int failed;

	rules = rulebase_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	rulebase_free(rules);
	return failed;
}
