/* Code generation, one expression each: which kernels there are, what their
 * items do, and where barriers stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_opencl/source.h"
#include "codegen_texts.h"

static void results_are_written_through_views(void **state)
{
	(void)state;
	check_text("\"N\": 6, \"M\": 8", IN("a", "[[f32; N]; M]"),
		"[\"join\", [\"map\", [\"fun\", [\"b\"], [\"map\", \"join\", "
		"[\"transpose\", \"b\"]]], [\"mapGlobal(1)\", "
		"[\"mapGlobal(0)\", [\"mapSeqUnroll\", [\"mapSeqUnroll\", "
		"\"neg\"]]], [\"map\", [\"fun\", [\"r\"], [\"transpose\", "
		"[\"map\", [\"split\", 3], \"r\"]]], [\"split\", 2, "
		"\"a\"]]]]]",
		TEXTS("12*g1 + 3*g0", "o0[b0 + 6]"));
}

static void parts_share_a_launch(void **state)
{
	Generated made = generated(N(100), XS,
		"[\"concat\", [\"join\", [\"mapGlobal\", [\"mapSeq\", "
		"\"neg\"], [\"split\", 10, [\"take\", 90, \"xs\"]]]], "
		"[\"mapSeq\", \"abs\", [\"drop\", 90, \"xs\"]]]");

	(void)state;
	must(&made);
	assert_int_equal(made.artifact->kernel_count, 1);
	assert_int_equal(made.artifact->kernels[0].global[0], 10);
	has(&made, "if (g0 < 9) {");
	has(&made, "} else {");
	generated_free(&made);
}

static void parts_inside_an_item_follow_each_other(void **state)
{
	(void)state;
	check_text(N(40), XS,
		"[\"mapGlobal\", [\"fun\", [\"c\"], [\"concat\", [\"mapSeq\", "
		"\"neg\", [\"take\", 6, \"c\"]], [\"mapSeq\", \"abs\", "
		"[\"drop\", 6, \"c\"]]]], [\"split\", 10, \"xs\"]]",
		TEXTS("i < 6;", "i < 4;", "o0[b1 + 6]"));
}

/* Each row is computed into its place by loops of its own: no element of it is
 * asked which row it belongs to. */
static void rows_of_an_array_are_computed_in_their_places(void **state)
{
	Generated made = generated(N(40), XS,
		"[\"mapGlobal\", [\"fun\", [\"c\"], [\"array\", [\"join\", "
		"[\"mapSeq\", [\"fun\", [\"v\"], [\"array\", \"v\", [\"neg\", "
		"\"v\"]]], \"c\"]], [\"join\", [\"mapSeq\", [\"fun\", [\"v\"], "
		"[\"array\", [\"abs\", \"v\"], \"v\"]], \"c\"]]]], "
		"[\"split\", 10, \"xs\"]]");

	(void)state;
	must(&made);
	has_times(&made, "< 10;", 2);
	has_times(&made, "? ", 0);
	generated_free(&made);
}

static void a_parallel_value_read_again_is_a_kernel(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"reduceSeq\", \"+\", 0, [\"mapGlobal\", \"abs\", \"xs\"]]");

	(void)state;
	has(&made, "t0[g0] = fabs(x0);");
	assert_int_equal(made.artifact->kernel_count, 2);
	assert_int_equal(made.artifact->buffer_count, 3);
	assert_int_equal(made.artifact->buffers[2].role, BUFFER_TEMP);
	generated_free(&made);
}

static int temps_of(const Artifact *artifact, int64_t *elements)
{
	int count = 0;

	*elements = 0;
	for (int i = 0; i < artifact->buffer_count; i++)
		if (artifact->buffers[i].role == BUFFER_TEMP) {
			*elements += artifact->buffers[i].elements;
			count++;
		}
	return count;
}

/* Four arrays follow one another; two of them are needed at a time. */
static void arrays_that_are_not_needed_at_a_time_share_a_buffer(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"mapGlobal\", \"abs\", [\"toGlobal\", [\"mapGlobal\", "
		"\"neg\", [\"toGlobal\", [\"mapGlobal\", \"sqrt\", "
		"[\"toGlobal\", [\"mapGlobal\", \"neg\", [\"toGlobal\", "
		"[\"mapGlobal\", \"abs\", \"xs\"]]]]]]]]]");
	int64_t elements;

	(void)state;
	must(&made);
	assert_int_equal(made.artifact->kernel_count, 5);
	assert_int_equal(temps_of(made.artifact, &elements), 2);
	assert_int_equal(elements, 2 * 1024);
	for (int k = 0; k < made.artifact->kernel_count; k++) {
		const ArtifactKernel *kernel = &made.artifact->kernels[k];

		assert_int_equal(kernel->arg_count, 2);
		assert_int_not_equal(kernel->args[0].index,
				     kernel->args[1].index);
	}
	generated_free(&made);
}

/* The first array is read by the last kernel; those between are of another
 * type. */
static void arrays_that_are_needed_do_not_share(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"let\", \"t\", [\"toGlobal\", [\"mapGlobal\", \"neg\", "
		"\"xs\"]], [\"mapGlobal\", \"+\", [\"zip\", \"t\", "
		"[\"toGlobal\", [\"mapGlobal\", \"f32\", [\"toGlobal\", "
		"[\"mapGlobal\", \"i32\", \"t\"]]]]]]]");
	int64_t elements;

	(void)state;
	must(&made);
	assert_int_equal(temps_of(made.artifact, &elements), 3);
	generated_free(&made);
}

/* Two elements are computed by each item that reads them, but for states in memory
 * that all items share. */
static void states_that_items_share_are_a_kernel_s(void **state)
{
	(void)state;
	for (int states = 16; states <= 16384; states *= 1024) {
		char sizes[64];
		Generated made;

		snprintf(sizes, sizeof sizes, "\"N\": 100, \"M\": %d", states);
		made = generated(sizes, XS, "[\"let\", \"s\", [\"scanByIndex\", "
			"\"+\", [\"fill\", \"M\", 0], [\"array\", 1, 0], "
			"[\"array\", 1.0, 2.0]], [\"mapGlobal\", [\"fun\", [\"x\"], "
			"[\"+\", \"x\", [\"at\", \"s\", 1]]], \"xs\"]]");
		must(&made);
		assert_int_equal(made.artifact->kernel_count,
				 states > 4096 ? 2 : 1);
		generated_free(&made);
	}
}

static void a_result_that_is_read_again_is_stored_once(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"let\", \"t\", [\"mapGlobal\", \"abs\", \"xs\"], "
		"[\"tuple\", \"t\", [\"reduceSeq\", \"+\", 0, \"t\"]]]");

	(void)state;
	must(&made);
	assert_int_equal(made.artifact->kernel_count, 2);
	assert_int_equal(made.artifact->buffer_count, 3);
	has(&made, "global const float *restrict o0");
	generated_free(&made);
}

static void one_item_a_round(void **state)
{
	Generated made = generated("\"N\": 6, \"M\": 8",
		IN("a", "[[f32; N]; M]"),
		"[\"mapGlobal(1)\", [\"mapGlobal(0)\", \"neg\"], \"a\"]");
	const ArtifactKernel *kernel;

	(void)state;
	has(&made, "int b0 = 6*g1 + g0;");
	kernel = &made.artifact->kernels[0];
	assert_int_equal(kernel->dims, 2);
	assert_int_equal(kernel->global[0], 6);
	assert_int_equal(kernel->global[1], 8);
	assert_int_equal(kernel->local[0], 1);
	generated_free(&made);
}

static void a_chosen_local_size_guards_the_rest(void **state)
{
	CodegenOptions options = { .math_flags = "",
				   .local_size = { 64, 0, 0 } };
	Generated made = generated_with(N(100), XS, "",
		"[\"mapGlobal\", \"neg\", \"xs\"]", &options);

	(void)state;
	has(&made, "if (g0 < 100) {");
	has(&made, "reqd_work_group_size(64, 1, 1)");
	assert_int_equal(made.artifact->kernels[0].global[0], 128);
	generated_free(&made);
}

static void a_map_says_its_groups(void **state)
{
	Generated made = generated(N(100), XS,
		"[\"mapInGroups\", 32, \"neg\", \"xs\"]");

	(void)state;
	has(&made, "if (g0 < 100) {");
	has(&made, "reqd_work_group_size(32, 1, 1)");
	assert_int_equal(made.artifact->kernels[0].global[0], 128);
	generated_free(&made);
}

static void the_longest_map_says_the_groups(void **state)
{
	Generated made = generated(N(100), XS,
		"[\"concat\", [\"mapInGroups\", 16, \"neg\", [\"take\", 5, "
		"\"xs\"]], [\"mapInGroups\", 32, \"abs\", [\"drop\", 5, "
		"\"xs\"]]]");

	(void)state;
	has(&made, "reqd_work_group_size(32, 1, 1)");
	generated_free(&made);
}

static void a_map_longer_than_a_group_is_a_loop(void **state)
{
	Generated made = generated(N(6000), XS,
		"[\"join\", [\"mapWorkgroup\", [\"mapLocal\", \"neg\"], "
		"[\"split\", 3000, \"xs\"]]]");

	(void)state;
	must(&made);
	assert_int_equal(made.artifact->kernels[0].local[0], 1000);
	has(&made, "for (int i = l0; i < 3000; i += 1000) {");
	generated_free(&made);
}

static void barriers_stand_between_store_and_load(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"join\", [\"mapWorkgroup\", [\"fun\", [\"c\"], [\"let\", "
		"\"t\", [\"toLocal\", [\"mapLocal\", \"neg\", \"c\"]], "
		"[\"mapLocal\", \"abs\", [\"concat\", [\"drop\", 1, \"t\"], "
		"[\"take\", 1, \"t\"]]]]], [\"split\", 8, \"xs\"]]]");

	(void)state;
	has(&made, "local float m0[8];");
	has_times(&made, "barrier(CLK_LOCAL_MEM_FENCE);", 1);
	assert_int_equal(made.artifact->kernels[0].local_bytes, 32);
	generated_free(&made);
}

static void a_loop_that_refills_has_two_barriers(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"mapWorkgroup\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", [\"fun\", [\"a\", \"b\"], [\"+\", \"a\", "
		"[\"head\", [\"reduceSeq\", \"+\", 0, [\"toLocal\", "
		"[\"mapLocal\", \"abs\", \"b\"]]]]]], 0, "
		"[\"split\", 8, \"c\"]]]], [\"split\", 32, \"xs\"]]");

	(void)state;
	has_times(&made, "barrier(CLK_LOCAL_MEM_FENCE);", 2);
	generated_free(&made);
}

static void a_map_shorter_than_the_group_is_guarded(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"mapWorkgroup\", [\"fun\", [\"c\"], [\"let\", \"t\", "
		"[\"toLocal\", [\"mapLocal\", \"neg\", \"c\"]], "
		"[\"mapLocal\", \"abs\", [\"take\", 3, \"t\"]]]], "
		"[\"split\", 8, \"xs\"]]");
	const char *guard, *barrier;

	(void)state;
	must(&made);
	guard = strstr(made.artifact->source, "if (l0 < 3) {");
	barrier = strstr(made.artifact->source, "barrier(");
	assert_true(guard && (!barrier || barrier < guard));
	generated_free(&made);
}

static void one_item_alone_needs_no_barrier(void **state)
{
	Generated made = generated(N(8), XS,
		"[\"mapWorkgroup\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", \"+\", 0, [\"toLocal\", [\"mapLocal\", "
		"\"abs\", \"c\"]]]]], [\"split\", 1, \"xs\"]]");

	(void)state;
	has_times(&made, "barrier", 0);
	generated_free(&made);
}

static void each_item_keeps_its_accumulator(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"join\", [\"mapWorkgroup\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", [\"fun\", [\"a\", \"b\"], [\"mapLocal\", "
		"\"+\", [\"zip\", \"a\", \"b\"]]], [\"fill\", 8, 0.0], "
		"[\"split\", 8, \"c\"]]]], [\"split\", 32, \"xs\"]]]");

	(void)state;
	has(&made, "float acc0 = 0.0f;");
	has_times(&made, "local float", 0);
	has_times(&made, "barrier", 0);
	generated_free(&made);
}

static void an_accumulator_read_by_others_is_shared(void **state)
{
	(void)state;
	check_text(N(64), XS,
		"[\"join\", [\"mapWorkgroup\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", [\"fun\", [\"a\", \"b\"], [\"mapLocal\", "
		"\"+\", [\"zip\", [\"reorderStride\", 2, \"a\"], \"b\"]]], "
		"[\"fill\", 8, 0.0], [\"split\", 8, \"c\"]]]], "
		"[\"split\", 32, \"xs\"]]]",
		TEXTS("local float m0[8];", "barrier("));
}

static void joined_rows_have_loops_of_their_own(void **state)
{
	Generated made = generated("\"M\": 6, \"K\": 8",
		IN("a", "[[f32; K]; M]"),
		"[\"map\", \"join\", [\"mapGlobal(1)\", [\"mapGlobal(0)\", "
		"[\"fun\", [\"w\"], [\"reduceSeq\", \"+\", 0, "
		"[\"join\", \"w\"]]]], [\"map\", \"transpose\", "
		"[\"slide\", 5, 1, [\"map\", [\"slide\", 3, 1], \"a\"]]]]]");

	(void)state;
	has(&made, "for (int i = 0; i < 5; i++)");
	has(&made, "for (int j = 0; j < 3; j++)");
	has_times(&made, "%", 0);
	generated_free(&made);
}

static void no_kernels_name_begins_with_another_one(void **state)
{
	enum { COUNT = 1100 };
	Text names[COUNT] = { { 0 } };

	(void)state;
	for (int i = 0; i < COUNT; i++)
		source_kernel_name(&names[i], i);
	for (int i = 0; i < COUNT; i++)
		for (int k = 0; k < COUNT; k++)
			assert_true(i == k
				    || strncmp(text_string(&names[i]),
					       text_string(&names[k]),
					       names[k].length));
	for (int i = 0; i < COUNT; i++)
		text_free(&names[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_kernels_name_begins_with_another_one),
		cmocka_unit_test(joined_rows_have_loops_of_their_own),
		cmocka_unit_test(results_are_written_through_views),
		cmocka_unit_test(parts_share_a_launch),
		cmocka_unit_test(parts_inside_an_item_follow_each_other),
		cmocka_unit_test(rows_of_an_array_are_computed_in_their_places),
		cmocka_unit_test(a_parallel_value_read_again_is_a_kernel),
		cmocka_unit_test(
			arrays_that_are_not_needed_at_a_time_share_a_buffer),
		cmocka_unit_test(arrays_that_are_needed_do_not_share),
		cmocka_unit_test(states_that_items_share_are_a_kernel_s),
		cmocka_unit_test(a_result_that_is_read_again_is_stored_once),
		cmocka_unit_test(one_item_a_round),
		cmocka_unit_test(a_chosen_local_size_guards_the_rest),
		cmocka_unit_test(a_map_says_its_groups),
		cmocka_unit_test(the_longest_map_says_the_groups),
		cmocka_unit_test(a_map_longer_than_a_group_is_a_loop),
		cmocka_unit_test(barriers_stand_between_store_and_load),
		cmocka_unit_test(a_loop_that_refills_has_two_barriers),
		cmocka_unit_test(a_map_shorter_than_the_group_is_guarded),
		cmocka_unit_test(one_item_alone_needs_no_barrier),
		cmocka_unit_test(each_item_keeps_its_accumulator),
		cmocka_unit_test(an_accumulator_read_by_others_is_shared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
