/* No right kernel is off by more than its bound: candidates of random programs
 * and of those of the tests of the space, evaluated in the declared types, with
 * all rules that round otherwise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/eval/growth.h"
#include "ir/front/print.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "space_programs.h"
#include "space_random.h"
#include "tests/ir/bound_check.h"
#include "tests/search/search_device.h"

enum { PROGRAMS = 120, DRAWS = 6, TRIES = 1 };

typedef struct Counts {
	int programs, candidates;
	int64_t elements, undecided, off;
} Counts;

static bool is_fit(const Expr *body)
{
	int64_t scalars;

	return type_scalars(body->type, &scalars) && scalars < 2000
	    && expr_node_count(body) < 300
	    && type_leaves(body->type) <= CHECK_OUTPUTS;
}

static void draw(const Program *program, Rng *rng, Array *inputs)
{
	check_draw(program, rng, inputs);
	for (int k = 0; k < program->in_port_count; k++)
		for (int64_t i = 0; i < inputs[k].elements; i++)
			if (scalar_is_float(inputs[k].scalar))
				array_set(&inputs[k], i,
					  6 * rng_unit(rng) - 3);
}

static void tell(const Program *program, const Expr *low,
		 const BoundCheck *check)
{
	Text text = { 0 };

	print_text(&text, program, program->body);
	text_put(&text, "\n-- candidate:\n");
	print_text(&text, program, low);
	fprintf(stderr, "%lld of %lld beyond their bound:\n%s\n",
		(long long)check->outsiders, (long long)check->elements,
		text_string(&text));
	text_free(&text);
}

static bool try_candidate(const Program *program, const Expr *low,
			  const Array *inputs, BoundCheck *check,
			  Counts *counts)
{
	bool good = bound_check_candidate(check, program, low, inputs);

	counts->candidates++;
	counts->elements += check->elements;
	counts->undecided += check->undecided;
	counts->off += check->inexact;
	if (!good)
		tell(program, low, check);
	return good;
}

static bool try_candidates(const Program *program, const Array *inputs,
			   BoundCheck *check, uint64_t seed, Counts *counts)
{
	const Device device = device_drawn(seed);
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, program, &device,
				    (RewriteOptions){ .rounding = true });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(&strategy_random, &space, seed, -1);
	Candidate candidate;
	bool good = true;

	for (int i = 0; good && i < DRAWS
	     && strategy_ask(strategy, &candidate) == ASK_CANDIDATE; i++)
		good = try_candidate(program,
				     derive_result(derive, candidate.state).low,
				     inputs, check, counts);
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
	return good;
}

static bool try_program(const Program *program, Rng *rng, uint64_t seed,
			Counts *counts)
{
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	bool good;

	draw(program, rng, inputs);
	good = bound_check(&check, program, program->body, inputs, "program");
	good = good && try_candidates(program, inputs, &check, seed, counts);
	counts->programs++;
	bound_check_free(&check, program->body);
	check_free(program, inputs);
	return good;
}

static void put_counts(const Counts *counts)
{
	printf("%d programs, %d candidates, %lld elements, %lld undecided, "
	       "%lld off\n", counts->programs, counts->candidates,
	       (long long)counts->elements, (long long)counts->undecided,
	       (long long)counts->off);
}

static void candidates_of_random_programs(void **state)
{
	static const Scalar types[] = { SCALAR_F32, SCALAR_F16, SCALAR_F64 };
	const char *from = getenv("SPACE_RANDOM_FROM");
	const char *count = getenv("SPACE_RANDOM_COUNT");
	uint64_t first = from ? strtoull(from, NULL, 10) : 1;
	uint64_t last = first + (count ? strtoull(count, NULL, 10)
				       : PROGRAMS);
	Counts counts = { 0 };
	int bad = 0;

	(void)state;
	for (uint64_t seed = first; seed < last; seed++) {
		Ir *ir = ir_new();
		Rng rng = rng_seeded(seed, 11);
		Program *program = space_random(ir, &rng, types[seed % 3],
						2 + (int)(seed % 4));

		if (is_fit(program->body))
			bad += !try_program(program, &rng, seed, &counts);
		ir_free(ir);
	}
	put_counts(&counts);
	assert_int_equal(bad, 0);
}

static void candidates_of_usual_programs(void **state)
{
	const int programs = sizeof derive_programs / sizeof *derive_programs;
	Counts counts = { 0 };
	int bad = 0;

	(void)state;
	for (int i = 0; i < TRIES * programs; i++) {
		Ir *ir = ir_new();
		Rng rng = rng_seeded((uint64_t)i, 12);
		Program *program = check_read(ir,
				derive_programs[i % programs].text);

		if (is_fit(program->body))
			bad += !try_program(program, &rng, (uint64_t)i,
					    &counts);
		ir_free(ir);
	}
	put_counts(&counts);
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(candidates_of_usual_programs),
		cmocka_unit_test(candidates_of_random_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
