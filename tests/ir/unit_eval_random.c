/* Whatever the program, and however it is evaluated (which loops run in lanes,
 * how wide blocks are), the result is, bit for bit, what the plainest reading
 * of the language gives, in the declared types and in f64.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval_check.h"
#include "eval_random.h"

enum { PROGRAMS = 1500 };

static bool is_small(const Expr *body)
{
	int64_t scalars;

	return body && type_scalars(body->type, &scalars) && scalars < 5000
	    && expr_node_count(body) < 400
	    && type_leaves(body->type) <= CHECK_OUTPUTS;
}

static bool try_program(uint64_t seed)
{
	Ir *ir = ir_new();
	Program *program = random_inputs(ir);
	Rng rng = rng_seeded(seed, 7);
	const Expr *body = random_body(program, &rng, 2 + (int)(seed % 5));
	Array inputs[CHECK_OUTPUTS];
	bool good = true;
	char name[64];

	snprintf(name, sizeof name, "program %llu", (unsigned long long)seed);
	if (is_small(body)) {
		check_draw(program, &rng, inputs);
		good = check_body(program, body, inputs, name);
		check_free(program, inputs);
	}
	ir_free(ir);
	return good;
}

static void every_way_gives_the_plain_meaning(void **state)
{
	const char *from = getenv("EVAL_RANDOM_FROM");
	const char *count = getenv("EVAL_RANDOM_COUNT");
	uint64_t first = from ? strtoull(from, NULL, 10) : 1;
	uint64_t last = first + (count ? strtoull(count, NULL, 10)
				       : PROGRAMS);

	(void)state;
	for (uint64_t seed = first; seed < last; seed++)
		assert_true(try_program(seed));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_way_gives_the_plain_meaning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
