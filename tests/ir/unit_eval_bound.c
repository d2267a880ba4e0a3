/* Bounds of single elements (ir/eval/eval.h): what the declared types give lies
 * within them, for random programs; and they are not vacuous.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bound_check.h"
#include "eval_random.h"
#include "ir/eval/eval_way.h"

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

/* -- single elements ------------------------------------------------------- */

#define SUM "[\"head\", [\"reduce\", \"+\", 0, \"xs\"]]"
#define FIRST "[\"at\", \"xs\", 0]"

#define UNTIL(most) \
	"[\"iterateUntil\", 20, [\"fun\", [\"x\"], [\">\", \"x\", " most "]]," \
	" [\"fun\", [\"x\"], [\"+\", \"x\", " FIRST "]], [\"f32\", 0]]"

#define MANY(most) \
	"[\"at\", [\"iterateUntil\", 20, [\"fun\", [\"s\"], [\">\", [\"at\", \"s\"," \
	" 7], " most "]], [\"fun\", [\"s\"], [\"map\", [\"fun\", [\"x\"], [\"+\"," \
	" \"x\", " FIRST "]], \"s\"]], [\"fill\", 40, [\"f32\", 0]]], 3]"

/* A state and how many rounds there were, until these are enough. */
#define ROUNDS(most, next) \
	"[\"get\", 0, [\"iterateUntil\", 2000, [\"fun\", [\"s\", \"i\"], [\">=\"," \
	" \"i\", " most "]], [\"fun\", [\"s\", \"i\"], [\"tuple\", " next "," \
	" [\"+\", \"i\", 1]]], [\"tuple\", [\"f32\", 0], 0]]]"

/* The sum of exp(-i x) for as many i, each over the largest so far. */
#define SCALED(rounds) \
	"[\"get\", 1, [\"iterateUntil\", 2000, [\"fun\", [\"m\", \"l\", \"i\"]," \
	" [\">=\", \"i\", " rounds "]], [\"fun\", [\"m\", \"l\", \"i\"]," \
	" [\"let\", \"s\", [\"*\", [\"neg\", [\"f32\", \"i\"]], " SUM "]," \
	" [\"let\", \"n\", [\"max\", \"m\", \"s\"], [\"tuple\", \"n\"," \
	" [\"+\", [\"*\", \"l\", [\"exp\", [\"-\", \"m\", \"n\"]]]," \
	" [\"exp\", [\"-\", \"s\", \"n\"]]], [\"+\", \"i\", 1]]]]]," \
	" [\"tuple\", [\"f32\", -1e30], [\"f32\", 0], 0]]]"

#define TERM "[\"at\", \"xs\", [\"%\", \"i\", 10]]"

/* Of ten times 0.1, in f32: what is allowed of an output, over the output. */
typedef struct Case {
	const char *name, *body;
	double most; /* INFINITY: undecided */
} Case;

static const Case cases[] = {
	{ "an input", FIRST, 0 },
	{ "the difference of equal numbers",
	  "[\"-\", " FIRST ", [\"at\", \"xs\", 1]]", 0 },
	{ "its sign", "[\"sign\", [\"-\", " FIRST ", [\"at\", \"xs\", 1]]]",
	  0 },
	{ "a product", "[\"*\", " FIRST ", " FIRST "]", 1e-6 },
	{ "a quotient", "[\"/\", " FIRST ", 3]", 1e-5 },
	{ "a sum", SUM, 1e-5 },
	{ "a function of a sum", "[\"exp\", " SUM "]", 1e-4 },
	{ "a root of squares of nothing", "[\"sqrt\", [\"head\", [\"reduce\","
	  " \"+\", 0, [\"map\", [\"fun\", [\"x\"], [\"let\", \"d\", [\"-\","
	  " \"x\", [\"*\", 1, " FIRST "]], [\"*\", \"d\", \"d\"]]],"
	  " \"xs\"]]]]", 1e-6 },
	{ "a sum made whole, near a whole number", "[\"floor\", " SUM "]",
	  INFINITY },
	{ "and far from one", "[\"floor\", [\"*\", 1.25, " SUM "]]", 0 },
	{ "a sum made an integer", "[\"i32\", " SUM "]", INFINITY },
	{ "a sum compared with what it is", "[\"<\", " SUM ", 1]", INFINITY },
	{ "and with what it is not", "[\"<\", " SUM ", 2]", 0 },
	{ "an index that may be another",
	  "[\"at\", \"xs\", [\"i32\", " SUM "]]", INFINITY },
	{ "a choice that joins where it is undecided",
	  "[\"if\", [\"<\", " SUM ", 1], " SUM ", 1]", 1e-4 },
	{ "a choice that jumps there",
	  "[\"if\", [\"<\", " SUM ", 1], 5.5, 7.5]", 2 },
	{ "a quotient by what may be nothing",
	  "[\"/\", 1, [\"-\", " SUM ", 1]]", INFINITY },
	{ "a quotient by nothing",
	  "[\"/\", 1, [\"-\", " FIRST ", [\"at\", \"xs\", 1]]]", 0 },
	{ "what it is multiplied by",
	  "[\"*\", " FIRST ", [\"/\", 1, [\"-\", " FIRST ","
	  " [\"at\", \"xs\", 1]]]]", 0 },
	{ "beyond the range of the type", "[\"exp\", [\"*\", 900, " FIRST "]]",
	  INFINITY },
	{ "a remainder of a whole quotient", "[\"%\", " SUM ", 0.5]",
	  INFINITY },
	{ "any other remainder", "[\"%\", " SUM ", 0.75]", 1e-4 },
	{ "a loop that may end a step before", UNTIL("1"), INFINITY },
	{ "and one that surely does not", UNTIL("1.05"), 1e-4 },
	{ "a loop over an array that may", MANY("1"), INFINITY },
	{ "and one that does not", MANY("1.05"), 1e-4 },
	{ "a sum of a thousand in a loop that ends", ROUNDS("1000",
	  "[\"+\", \"s\", " TERM "]"), 2e-4 },
	{ "in a loop that does not", "[\"iterate\", 1000, [\"fun\", [\"s\"],"
	  " [\"+\", \"s\", " FIRST "]], [\"f32\", 0]]", 2e-4 },
	{ "ten at a time", ROUNDS("100", "[\"head\", [\"reduce\", \"+\","
	  " \"s\", \"xs\"]]"), 5e-4 },
	{ "where its terms depend on the sum itself, each is off on its own",
	  ROUNDS("1000", "[\"+\", \"s\", [\"*\", \"s\", [\"*\", 0.01, " TERM
	  "]]]"), 1 },
	{ "the exponential of what is far below 0",
	  "[\"exp\", [\"-\", -1e30, " SUM "]]", 0 },
	{ "a sum over the largest so far", SCALED("1000"), 3e-3 },
	{ "bits of a sum", "[\"bits\", \"u32\", " SUM "]", INFINITY },
};

/* Allowed, over the size of the value or 1. */
static double allowed_of(const char *body)
{
	char document[2048];
	Ir *ir = ir_new();
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;
	Program *p;
	double value, allowed;

	snprintf(document, sizeof document, "{\"name\": \"p\", \"inputs\": "
		 "[{\"name\": \"xs\", \"type\": \"[f32; 10]\"}], \"body\": "
		 "%s}", body);
	p = check_read(ir, document);
	inputs[0] = array_of_port(&p->in_ports[0]);
	for (int i = 0; i < 10; i++)
		array_set(&inputs[0], i, 0.1);
	assert_true(bound_check(&check, p, p->body, inputs, body));
	value = fabs(array_get(&check.values[0], 0));
	allowed = bound_allowed(&check, 0, 0);
	bound_check_free(&check, p->body);
	check_free(p, inputs);
	ir_free(ir);
	return allowed / (value > 0 ? value : 1);
}

static void what_is_allowed_is_as_small_as_it_can_be(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double allowed = allowed_of(cases[i].body);
		bool good = isinf(cases[i].most) ? isinf(allowed)
			  : allowed <= cases[i].most + 0x1p-120;

		if (!good)
			fprintf(stderr, "%s: %g\n", cases[i].name, allowed);
		assert_true(good);
	}
}

/* Whatever the others are: the smallest here is 2e-9, the largest 5e8. */
static void an_element_is_judged_by_its_own_size(void **state)
{
	const char *body = "{\"name\": \"p\", \"inputs\": [{\"name\": \"xs\","
		" \"type\": \"[f32; 4096]\"}],"
		" \"body\": [\"map\", \"exp\", \"xs\"]}";
	Ir *ir = ir_new();
	Program *p = check_read(ir, body);
	Array inputs[CHECK_OUTPUTS];
	BoundCheck check;

	(void)state;
	inputs[0] = array_of_port(&p->in_ports[0]);
	for (int i = 0; i < 4096; i++)
		array_set(&inputs[0], i, -20 + 40. * i / 4095);
	assert_true(bound_check(&check, p, p->body, inputs, "exp"));
	for (int i = 0; i < 4096; i++)
		assert_true(bound_allowed(&check, 0, i)
			    < 1e-5 * array_get(&check.values[0], i));
	bound_check_free(&check, p->body);
	check_free(p, inputs);
	ir_free(ir);
}

/* -- in the declared types ------------------------------------------------- */

static void run_declared(const Program *p, const Expr *body,
			 const Array *inputs, Array sets[3][CHECK_OUTPUTS])
{
	const EvalWay way = { .declared = true, .divides = true };
	Diags *diags = diags_new();

	assert_true(eval_bounded_as(&way, p, body, inputs, sets[0], sets[1],
				    sets[2], diags));
	diags_free(diags);
}

/* Values are the bits of EVAL_DECLARED, and nothing is added to what is exact. */
static void try_declared(uint64_t seed, int64_t *exact)
{
	Ir *ir = ir_new();
	Program *program = random_inputs(ir);
	Rng rng = rng_seeded(seed, 7);
	const Expr *body = random_body(program, &rng, 2 + (int)(seed % 5));
	Array inputs[CHECK_OUTPUTS], sets[3][CHECK_OUTPUTS];
	Array plain[CHECK_OUTPUTS];
	Diags *diags = diags_new();

	if (is_small(body)) {
		draw(program, &rng, inputs);
		run_declared(program, body, inputs, sets);
		assert_true(eval_run(program, body, inputs, EVAL_DECLARED,
				     plain, diags));
		for (int k = 0; k < type_leaves(body->type); k++) {
			assert_memory_equal(plain[k].data, sets[0][k].data,
					    array_bytes(&plain[k]));
			for (int64_t i = 0; i < plain[k].elements; i++)
				*exact += array_get(&sets[1][k], i) == 0;
			array_free(&plain[k]);
			for (int set = 0; set < 3; set++)
				array_free(&sets[set][k]);
		}
		check_free(program, inputs);
	}
	diags_free(diags);
	ir_free(ir);
}

static void declared_values_are_the_evaluators(void **state)
{
	int64_t exact = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= PROGRAMS / 5; seed++)
		try_declared(seed, &exact);
	assert_true(exact > PROGRAMS);
}

#define OF(x) "[\"at\", \"xs\", " #x "]"

static Program *of_four(Ir *ir, const char *body)
{
	char document[2048];

	snprintf(document, sizeof document, "{\"name\": \"p\", \"inputs\": "
		 "[{\"name\": \"xs\", \"type\": \"[f32; 4]\"}], \"body\": "
		 "%s}", body);
	return check_read(ir, document);
}

/* Of 1, a denormal, infinity, -1: by how many ulps of what is right a result may
 * be off; 0: bit by bit. */
typedef struct UlpsCase {
	const char *body;
	float right;
	double least, most;
} UlpsCase;

static void declared_bounds_are_ulps(void **state)
{
	static const UlpsCase list[] = {
		{ "[\"+\", " OF(0) ", [\"/\", " OF(1) ", 3]]", 1, 0, 0 },
		{ "[\"sqrt\", " OF(0) "]", 1, 0, 0 },
		{ "[\"head\", [\"reduce\", \"+\", 0, \"xs\"]]", INFINITY, 0,
		  0 },
		{ "[\"exp\", " OF(0) "]", 0x1.5bf0a8p1f, 3, 7 },
		{ "[\"exp\", " OF(2) "]", INFINITY, 0, 0 },
		{ "[\"log\", " OF(3) "]", NAN, 0, 0 },
		{ "[\"sin\", " OF(1) "]", 0x1p-140f, 4, 8 },
		{ "[\"*\", 0.125, [\"sin\", " OF(1) "]]", 0x1p-143f, 1, 4 },
	};
	float xs[4] = { 1, 0x1p-140f, INFINITY, -1 };
	Array input = { .scalar = SCALAR_F32, .rank = 1, .dims = { 4 },
			.elements = 4, .data = xs };

	(void)state;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		const UlpsCase *c = &list[i];
		Ir *ir = ir_new();
		Program *p = of_four(ir, c->body);
		Array sets[3][CHECK_OUTPUTS];
		double ulp, off;

		run_declared(p, p->body, &input, sets);
		off = array_get(&sets[1][0], 0);
		ulp = isfinite(c->right) ? (double)(nextafterf(c->right,
						INFINITY) - c->right) : 1;
		assert_float_equal(array_get(&sets[2][0], 0), 0, 0);
		assert_memory_equal(sets[0][0].data, &c->right,
				    isnan(c->right) ? 0 : sizeof c->right);
		assert_true(off >= c->least * ulp && off <= c->most * ulp);
		for (int set = 0; set < 3; set++)
			array_free(&sets[set][0]);
		ir_free(ir);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs_stay_within_their_bounds),
		cmocka_unit_test(what_is_allowed_is_as_small_as_it_can_be),
		cmocka_unit_test(an_element_is_judged_by_its_own_size),
		cmocka_unit_test(declared_values_are_the_evaluators),
		cmocka_unit_test(declared_bounds_are_ulps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
