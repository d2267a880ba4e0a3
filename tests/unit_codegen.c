/* The conventions of code generation, one expression each: the text that comes
 * out, or what must hold of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/codegen_fixture.h"

#define XS "{\"name\": \"xs\", \"type\": \"[f32; N]\"}"

static void has(const Generated *made, const char *text)
{
	if (!made->artifact)
		fail_msg("refused: %s", made->fault.message);
	if (!strstr(made->artifact->source, text))
		fail_msg("no \"%s\" in\n%s", text, made->artifact->source);
}

/* C1: views leave nothing but an index. */
static void views_compose_into_one_index(void **state)
{
	Generated made = generated("\"N\": 1024", XS,
		"[\"mapGlobal\", \"neg\", [\"join\", [\"transpose\", "
		"[\"split\", 32, [\"join\", [\"transpose\", "
		"[\"split\", 32, \"xs\"]]]]]]]");

	(void)state;
	has(&made, "o0[g0] = -x0;");
	has(&made, "float x0 = i0[g0];");
	generated_free(&made);
}

/* C5, C6: accumulators are registers, loads have one name. */
static void sum_of_squares(void **state)
{
	Generated made = generated("\"N\": 1024", XS,
		"[\"mapGlobal\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", [\"fun\", [\"a\", \"x\"], [\"+\", \"a\", "
		"[\"*\", \"x\", \"x\"]]], 0, \"c\"]]], "
		"[\"split\", 32, \"xs\"]]");

	(void)state;
	has(&made,
	    "\tfloat acc0 = 0.0f;\n"
	    "\tfor (int i = 0; i < 32; i++) {\n"
	    "\t\tfloat x0 = i0[32*g0 + i];\n"
	    "\t\tacc0 = acc0 + x0 * x0;\n"
	    "\t}\n"
	    "\to0[g0] = acc0;\n");
	assert_int_equal(made.artifact->kernels[0].global[0], 32);
	generated_free(&made);
}

/* C13: a parallel value that is read again is a kernel of its own. */
static void kernels_are_cut(void **state)
{
	Generated made = generated("\"N\": 1024", XS,
		"[\"reduceSeq\", \"+\", 0, [\"mapGlobal\", \"abs\", \"xs\"]]");

	(void)state;
	has(&made, "t0[g0] = fabs(x0);");
	assert_int_equal(made.artifact->kernel_count, 2);
	assert_int_equal(made.artifact->buffer_count, 3);
	generated_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(views_compose_into_one_index),
		cmocka_unit_test(sum_of_squares),
		cmocka_unit_test(kernels_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
