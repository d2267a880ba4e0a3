/* Bounds of single elements (ir/eval.h): what the declared types give lies
 * within them, for random programs; and they are not vacuous.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "bound_check.h"
#include "eval_random.h"

enum { PROGRAMS = 1500 };

static bool is_small(const Expr *body)
{
	int64_t scalars;

	return body && type_scalars(body->type, &scalars) && scalars < 5000
	    && expr_node_count(body) < 400
	    && type_leaves(body->type) <= CHECK_OUTPUTS;
}

/* Numbers that sums and products of round. */
static void draw(const Program *program, Rng *rng, Array *inputs)
{
	check_draw(program, rng, inputs);
	for (int k = 0; k < program->in_port_count; k++)
		for (int64_t i = 0; i < inputs[k].elements; i++)
			if (scalar_is_float(inputs[k].scalar))
				array_set(&inputs[k], i,
					  6 * rng_unit(rng) - 3);
}

typedef struct Counts {
	int programs;
	int64_t elements, undecided, inexact;
} Counts;

static void count(Counts *counts, const BoundCheck *check)
{
	counts->programs++;
	counts->elements += check->elements;
	counts->undecided += check->undecided;
	counts->inexact += check->inexact;
}

static bool try_program(uint64_t seed, Counts *counts)
{
	Ir *ir = ir_new();
	Program *program = random_inputs(ir);
	Rng rng = rng_seeded(seed, 7);
	const Expr *body = random_body(program, &rng, 2 + (int)(seed % 5));
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	bool good = true;
	char name[64];

	snprintf(name, sizeof name, "program %llu", (unsigned long long)seed);
	if (is_small(body)) {
		draw(program, &rng, inputs);
		good = bound_check(&check, program, body, inputs, name);
		count(counts, &check);
		bound_check_free(&check, body);
		check_free(program, inputs);
	}
	ir_free(ir);
	return good;
}

static void random_programs_stay_within_their_bounds(void **state)
{
	const char *from = getenv("EVAL_RANDOM_FROM");
	const char *count = getenv("EVAL_RANDOM_COUNT");
	uint64_t first = from ? strtoull(from, NULL, 10) : 1;
	uint64_t last = first + (count ? strtoull(count, NULL, 10)
				       : PROGRAMS);

	Counts counts = { 0 };

	(void)state;
	for (uint64_t seed = first; seed < last; seed++)
		assert_true(try_program(seed, &counts));
	printf("%d programs, %lld elements, %lld undecided, %lld off\n",
	       counts.programs, (long long)counts.elements,
	       (long long)counts.undecided, (long long)counts.inexact);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs_stay_within_their_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
