/* The space of derivations of random programs: each has candidates, and they
 * give what the program gives, bit for bit when no step may reassociate.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "ir/eval/eval.h"
#include "ir/front/print.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "space_random.h"
#include "tests/ir/eval_check.h"
#include "tests/search/search_device.h"

enum { PROGRAMS = 600, DRAWS = 6 };

/* Small enough to be quick. */
static bool is_fit(const Expr *body)
{
	int64_t scalars;

	return type_scalars(body->type, &scalars) && scalars < 2000
	    && expr_node_count(body) < 300;
}

/* -- values ---------------------------------------------------------------- */

static bool evaluate(const Program *program, const Expr *body,
		     const Array *inputs, bool strict, Array *outputs)
{
	Diags *diags = diags_new();
	bool ok = eval_run(program, body, inputs,
			   strict ? EVAL_DECLARED : EVAL_F64, outputs, diags);

	diags_free(diags);
	return ok;
}

/* Whether sums of such numbers are the same in any order. */
static bool is_exact(const Array *array)
{
	for (int64_t i = 0; i < array->elements; i++)
		if (!(fabs(array_get(array, i)) < 1e12))
			return false;
	return true;
}

static void whole_numbers(const Program *program, Array *inputs)
{
	for (int k = 0; k < program->in_port_count; k++)
		for (int64_t i = 0; i < inputs[k].elements; i++)
			array_set(&inputs[k], i,
				  trunc(array_get(&inputs[k], i)));
}

typedef struct Wanted {
	const Program *program;
	const Array *inputs;
	bool strict;
	int count;
	Array outputs[CHECK_OUTPUTS];
} Wanted;

static bool same_values(const Wanted *wanted, const Expr *low)
{
	Array outputs[CHECK_OUTPUTS];
	bool same = true;

	if (!evaluate(wanted->program, low, wanted->inputs, wanted->strict,
		      outputs))
		return false;
	for (int i = 0; i < wanted->count; i++) {
		same &= check_same(&outputs[i], &wanted->outputs[i])
		     || (!wanted->strict
			 && !is_exact(&wanted->outputs[i]));
		array_free(&outputs[i]);
	}
	return same;
}

/* -- candidates ------------------------------------------------------------ */

static void tell(const Program *program, const Expr *body, const Expr *low,
		 uint64_t seed)
{
	Text text = { 0 };

	print_text(&text, program, body);
	text_put(&text, "\n-- candidate:\n");
	if (low)
		print_text(&text, program, low);
	print_error("program %llu: %s\n", (unsigned long long)seed,
		    text_string(&text));
	text_free(&text);
}

static bool check_draws(const Wanted *wanted, const Expr *body, uint64_t seed)
{
	const Device device = device_drawn(seed);
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, wanted->program, &device,
				    (RewriteOptions){ wanted->strict, false,
						      NULL });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;
	bool good = true;
	int drawn = 0;

	while (good && drawn < DRAWS
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		const Expr *low = derive_result(derive, candidate.state).low;

		good = same_values(wanted, low);
		if (!good)
			tell(wanted->program, body, low, seed);
		drawn++;
	}
	if (!drawn)
		tell(wanted->program, body, NULL, seed);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
	return good && drawn > 0;
}

static bool check_program(Program *program, const Expr *body, Rng *rng,
			  uint64_t seed)
{
	Array inputs[CHECK_OUTPUTS];
	Wanted wanted = { .program = program, .inputs = inputs,
			  .strict = seed % 2,
			  .count = type_leaves(body->type) };
	bool good = true;

	check_draw(program, rng, inputs);
	if (!wanted.strict)
		whole_numbers(program, inputs);
	if (evaluate(program, body, inputs, wanted.strict, wanted.outputs)) {
		good = check_draws(&wanted, body, seed);
		for (int i = 0; i < wanted.count; i++)
			array_free(&wanted.outputs[i]);
	}
	check_free(program, inputs);
	return good;
}

static bool try_program(uint64_t seed, int *tried)
{
	Ir *ir = ir_new();
	Rng rng = rng_seeded(seed, 11);
	Program *program = space_random(ir, &rng, SCALAR_F32,
					2 + (int)(seed % 4));
	bool good = true;

	if (is_fit(program->body)) {
		++*tried;
		good = check_program(program, program->body, &rng, seed);
	}
	ir_free(ir);
	return good;
}

static void every_program_has_candidates_that_equal_it(void **state)
{
	const char *from = getenv("SPACE_RANDOM_FROM");
	const char *count = getenv("SPACE_RANDOM_COUNT");
	uint64_t first = from ? strtoull(from, NULL, 10) : 1;
	uint64_t last = first + (count ? strtoull(count, NULL, 10)
				       : PROGRAMS);
	int tried = 0, bad = 0;

	(void)state;
	for (uint64_t seed = first; seed < last; seed++)
		bad += !try_program(seed, &tried);
	assert_int_equal(bad, 0);
	assert_true(tried > (int)(last - first) / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_program_has_candidates_that_equal_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
