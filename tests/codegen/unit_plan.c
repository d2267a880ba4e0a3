/* Storage plans: a plan only grows, but for its steps to loops; what is seen to
 * be wrong where it was built is built otherwise there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codegen_texts.h"
#include "codegen_opencl/plan.h"

static void a_decision_is_added_once(void **state)
{
	const Expr *some = (const Expr *)state;
	Plan plan = { .count = 0 };

	assert_false(plan_has(&plan, PLAN_ARRAY, some, 0));
	assert_true(plan_add(&plan, PLAN_ARRAY, some, 0));
	assert_true(plan_has(&plan, PLAN_ARRAY, some, 0));
	assert_false(plan_add(&plan, PLAN_ARRAY, some, 0));
	assert_false(plan_has(&plan, PLAN_SHARED, some, 0));
	assert_false(plan_unrolls(&plan));
	assert_true(plan_add(&plan, PLAN_UNROLLED, some, 0));
	assert_true(plan_unrolls(&plan));
}

static void a_plan_ends(void **state)
{
	const Expr *some = (const Expr *)state;
	Plan plan = { .count = 0 };
	int number = 0;

	while (plan_add(&plan, PLAN_ARRAY, some, number))
		number++;
	assert_int_equal(number, PLAN_MAX);
}

static void loops_begin_a_new_plan(void **state)
{
	const Expr *some = (const Expr *)state;
	Plan plan = { .count = 0 };

	for (int step = 0; step < PLAN_LOOPS_STEPS; step++) {
		plan_add(&plan, PLAN_UNROLLED, some, step);
		assert_int_equal(plan_loops(&plan, some), step);
		plan_loops_again(&plan, some);
		assert_false(plan_unrolls(&plan));
	}
	assert_int_equal(plan_loops(&plan, some), PLAN_LOOPS_STEPS);
	assert_int_equal(plan.count, PLAN_LOOPS_STEPS);
}

#define INTO "\"outputs\": [{\"name\": \"y\", \"into\": \"xs\"}],"
#define TWICE(second) \
	"[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], [\"let\", \"p\", " \
	"[\"toPrivate\", [\"mapSeq\", \"neg\", \"r\"]], [\"mapSeq\", \"+\", " \
	"[\"zip\", \"p\", " second "]]]], [\"split\", 256, \"xs\"]]]"

/* All of a row is read before any of it is written, but not one by one. */
static void what_may_not_be_written_over_goes_beside(void **state)
{
	Generated made = generated_with(N(4096), XS, INTO,
		"[\"let\", \"t\", [\"toGlobal\", [\"mapGlobal\", \"neg\", "
		"\"xs\"]], [\"mapGlobal\", [\"fun\", [[\"p\", \"q\"]], [\"+\", "
		"\"p\", \"q\"]], [\"zip\", \"t\", \"xs\"]]]", NULL);

	(void)state;
	must(&made);
	assert_int_equal(made.artifact->kernel_count, 2);
	generated_free(&made);
	made = generated_with(N(4096), XS, INTO, TWICE("\"p\""), NULL);
	must(&made);
	assert_int_equal(made.artifact->kernel_count, 2);
	has_times(&made, "global const float *restrict t0", 1);
	generated_free(&made);
}

/* What is read once more where it is written is kept there; else it has an
 * array of its own, and nothing of the other way is left. */
static void what_cannot_be_kept_in_its_place_has_an_array(void **state)
{
	Generated made = generated(N(4096), XS, TWICE("\"p\""));

	(void)state;
	has_times(&made, "float p0[256]", 0);
	generated_free(&made);
	made = generated(N(4096), XS, TWICE("[\"join\", [\"transpose\", "
					    "[\"split\", 16, \"p\"]]]"));
	has_times(&made, "float p0[256]", 1);
	has_times(&made, "o0[", 1);
	generated_free(&made);
}

/* -- what is settled before kernels are finished --------------------------- */

static void note(void *context, int count, struct Kernel *const *kernels,
		 struct AffineTable *indices)
{
	(void)count;
	(void)kernels;
	(void)indices;
	++*(int *)context;
}

static void refused_before(const char *sizes, const char *body,
			   const char *message)
{
	const Device device = generated_device();
	CodegenOptions options = codegen_options(&device);
	int finished = 0;
	Generated made;

	options.look = note;
	options.look_context = &finished;
	made = generated_with(sizes, XS, "", body, &options);
	assert_null(made.artifact);
	if (!strstr(made.fault.message, message))
		fail_msg("\"%s\" is not in \"%s\"", message,
			 made.fault.message);
	assert_int_equal(finished, 0);
	generated_free(&made);
}

/* Whoever looks at finished kernels sees none that is refused after all. */
static void limits_are_checked_before_kernels_are_finished(void **state)
{
	(void)state;
	refused_before(N(100000), "[\"join\", [\"mapWorkgroup\", [\"fun\", "
		"[\"c\"], [\"let\", \"t\", [\"toLocal\", [\"mapLocal\", "
		"\"neg\", \"c\"]], [\"mapLocal\", \"abs\", \"t\"]]], "
		"[\"split\", 50000, \"xs\"]]]",
		"200000 bytes of local memory");
	refused_before(N(536870912), "[\"let\", \"t\", [\"toGlobal\", "
		"[\"mapGlobal\", \"neg\", \"xs\"]], [\"mapGlobal\", "
		"\"abs\", \"t\"]]", "an intermediate buffer of 2147483648");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_decision_is_added_once),
		cmocka_unit_test(a_plan_ends),
		cmocka_unit_test(loops_begin_a_new_plan),
		cmocka_unit_test(what_may_not_be_written_over_goes_beside),
		cmocka_unit_test(what_cannot_be_kept_in_its_place_has_an_array),
		cmocka_unit_test(
			limits_are_checked_before_kernels_are_finished),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
