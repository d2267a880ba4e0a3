/* Code generation, one expression each: what values and accesses become, what
 * must hold of all documents, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_documents.h"
#include "codegen_texts.h"

static void views_leave_one_index(void **state)
{
	(void)state;
	check_text(N(1024), XS,
		"[\"mapGlobal\", \"neg\", [\"join\", [\"transpose\", "
		"[\"split\", 32, [\"join\", [\"transpose\", "
		"[\"split\", 32, \"xs\"]]]]]]]",
		TEXTS("float x0 = i0[g0];", "o0[g0] = -x0;"));
}

static void what_is_not_linear_is_in_parentheses(void **state)
{
	(void)state;
	check_text(N(1024), XS,
		"[\"mapGlobal\", \"neg\", [\"join\", [\"transpose\", "
		"[\"split\", 64, \"xs\"]]]]",
		TEXTS("i0[64*(g0%16) + g0/16]"));
}

static void lanes_in_a_row_are_one_access(void **state)
{
	(void)state;
	check_text(N(1024), XS,
		"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 4, \"xs\"]]]",
		TEXTS("float4 x0 = *(global const float4u *)(i0 + 4*g0);",
		      "*(global float4u *)(o0 + 4*g0) = -x0;"));
}

static void lanes_apart_are_loaded_apart(void **state)
{
	(void)state;
	check_text(N(1024), XS,
		"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 2, [\"reorderStride\", 512, \"xs\"]]]]",
		TEXTS("(float2)(x0, x1)", "i0[g0 + 512]"));
}

static void access_has_three_forms(void **state)
{
	static const char *const texts[] = {
		[ACCESS_UNALIGNED] = "*(global const float4u *)(i0 + 4*g0)",
		[ACCESS_ALIGNED] = "*(global const float4 *)(i0 + 4*g0)",
		[ACCESS_VLOAD] = "vload4(0, i0 + 4*g0)",
	};

	(void)state;
	for (int form = 0; form < 3; form++) {
		CodegenOptions options = { .access = (AccessForm)form,
					   .math_flags = "" };
		Generated made = generated_with(N(1024), XS, "",
			"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
			"[\"splitVec\", 4, \"xs\"]]]", &options);

		has(&made, texts[form]);
		generated_free(&made);
	}
}

static void what_may_be_unaligned_is_not_accessed_aligned(void **state)
{
	CodegenOptions options = { .access = ACCESS_ALIGNED,
				   .math_flags = "" };
	Generated made = generated_with(N(1025), XS, "",
		"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 4, [\"drop\", 1, \"xs\"]]]]", &options);

	(void)state;
	has(&made, "vload4(0, i0 + 4*g0 + 1)");
	has(&made, "*(global float4 *)(o0 + 4*g0)");
	generated_free(&made);
}

/* Rows of so many floats, from the one at `first` on, four at a time. */
static Generated rows_in_vectors(const char *row, const char *first)
{
	CodegenOptions options = { .access = ACCESS_ALIGNED,
				   .math_flags = "" };
	Text body = { 0 };
	Generated made;

	text_printf(&body, "[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], "
		    "[\"joinVec\", [\"mapSeqUnroll\", [\"mapVec\", \"neg\"], "
		    "[\"splitVec\", 4, [\"take\", 16, [\"drop\", %s, \"r\"]]]]]], "
		    "[\"split\", %s, \"xs\"]]]", first, row);
	made = generated_with("\"N\": 4896", XS, "", text_string(&body),
			      &options);
	text_free(&body);
	return made;
}

static void what_bases_are_multiples_of_is_known(void **state)
{
	static const struct {
		const char *row, *first, *expected;
	} cases[] = {
		{ "24", "8", "*(global const float4 *)(i0 + b0 + 8)" },
		{ "24", "7", "vload4(0, i0 + b0 + 7)" },
		{ "18", "2", "vload4(0, i0 + b0 + 2)" },
		{ "18", "0", "vload4(0, i0 + b0)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		Generated made = rows_in_vectors(cases[i].row, cases[i].first);

		has(&made, cases[i].expected);
		generated_free(&made);
	}
}

static void private_values_have_names(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"join\", [\"mapGlobal\", [\"fun\", [\"c\"], [\"let\", "
		"\"p\", [\"toPrivate\", [\"mapSeq\", \"abs\", \"c\"]], "
		"[\"mapSeq\", [\"fun\", [\"x\"], [\"+\", \"x\", "
		"[\"at\", \"p\", 1]]], \"p\"]]], [\"split\", 2, \"xs\"]]]");

	(void)state;
	has(&made, "float acc0 = fabs(x0);\n");
	has(&made, "float acc1 = fabs(x1);\n");
	has_times(&made, "for (", 0);
	generated_free(&made);
}

static void private_arrays_where_the_index_changes(void **state)
{
	(void)state;
	check_text(N(64), XS ", {\"name\": \"ks\", \"type\": \"[i32; 9]\", "
		"\"range\": [0, 1]}",
		"[\"mapGlobal\", [\"fun\", [\"c\"], [\"let\", \"p\", "
		"[\"toPrivate\", [\"mapSeq\", \"abs\", \"c\"]], "
		"[\"mapSeq\", [\"at\", \"p\"], \"ks\"]]], "
		"[\"split\", 2, \"xs\"]]",
		TEXTS("float p0[2];", "p0[x"));
}

static void state_is_computed_before_it_is_replaced(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"mapGlobal\", [\"fun\", [\"c\"], [\"head\", "
		"[\"reduceSeq\", [\"fun\", [[\"a\", \"b\"], \"x\"], "
		"[\"tuple\", \"b\", [\"+\", \"a\", \"x\"]]], "
		"[\"tuple\", 0.0, 1.0], \"c\"]]], [\"split\", 8, \"xs\"]]");
	const char *first, *second;

	(void)state;
	must(&made);
	first = strstr(made.artifact->source, "float acc2 = acc1;");
	second = strstr(made.artifact->source, "acc1 = acc0 + x0;");
	if (!first || !second || second < first
	    || !strstr(second, "acc0 = acc2;"))
		fail_msg("%s", made.artifact->source);
	generated_free(&made);
}

static void accumulators_are_registers(void **state)
{
	Generated made = generated(N(1024), XS,
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

static void a_load_has_one_name_in_a_block(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"mapGlobal\", [\"fun\", [\"p\"], [\"+\", [\"*\", "
		"[\"at\", \"p\", 0], [\"at\", \"p\", 1]], [\"at\", \"p\", 0]]]"
		", [\"split\", 2, \"xs\"]]");

	(void)state;
	has_times(&made, "= i0[", 2);
	generated_free(&made);
}

static void stores_of_a_block_come_last(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"join\", [\"mapGlobal\", [\"mapSeqUnroll\", \"neg\"], "
		"[\"split\", 4, \"xs\"]]]");
	const char *store, *load;

	(void)state;
	must(&made);
	store = strstr(made.artifact->source, "o0[");
	load = strstr(made.artifact->source, "float x3 = i0[");
	assert_true(store && load && load < store);
	generated_free(&made);
}

/* Elements that are dropped are computed and stored nowhere. */
static void dropped_elements_have_no_place(void **state)
{
	Generated made = generated(N(64), XS,
		"[\"drop\", 3, [\"join\", [\"mapGlobal\", [\"mapSeqUnroll\", "
		"\"neg\"], [\"split\", 2, \"xs\"]]]]");

	(void)state;
	has(&made, "\tif (2 < b0) {\n\t\to0[b0 - 3] = v0;\n\t}\n");
	has_times(&made, "t0", 0);
	assert_int_equal(made.artifact->kernel_count, 1);
	generated_free(&made);
}

/* Of one vector a round the rounds are counted, of two the vectors. */
static void loops_over_vectors_count_vectors(void **state)
{
	(void)state;
	check_text(N(1024), XS,
		"[\"join\", [\"mapGlobal\", [\"fun\", [\"c\"], [\"joinVec\", "
		"[\"mapSeq\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 16, \"c\"]]]], [\"split\", 128, \"xs\"]]]",
		TEXTS("for (int i = 0; i < 8; i++)", "128*g0 + 16*i"));
	check_text(N(1024), XS,
		"[\"join\", [\"mapGlobal\", [\"fun\", [\"c\"], [\"join\", "
		"[\"mapSeq\", [\"fun\", [\"d\"], [\"joinVec\", "
		"[\"mapSeqUnroll\", [\"mapVec\", \"neg\"], "
		"[\"splitVec\", 16, \"d\"]]]], [\"split\", 32, \"c\"]]]], "
		"[\"split\", 128, \"xs\"]]]",
		TEXTS("for (int i = 0; i < 8; i += 2)", "128*g0 + 16*i"));
}

static void scalars_are_broadcast(void **state)
{
	(void)state;
	check_text(N(64), XS ", " IN("a", "f32"),
		"[\"joinVec\", [\"mapGlobal\", [\"mapVec\", [\"fun\", "
		"[\"x\"], [\"fma\", \"a\", \"x\", [\"if\", "
		"[\"<\", \"x\", 0], \"a\", \"x\"]]]], "
		"[\"splitVec\", 4, \"xs\"]]]",
		TEXTS("fma((float4)(s1), x0,",
		      "select(x0, (float4)(s1), x0 < 0.0f)"));
}

static void contraction_is_chosen(void **state)
{
	CodegenOptions options = { .contract = true, .math_flags = "" };
	const char *body = "[\"mapGlobal\", \"neg\", \"xs\"]";
	Generated off = generated(N(8), XS, body);
	Generated on = generated_with(N(8), XS, "", body, &options);

	(void)state;
	has(&off, "#pragma OPENCL FP_CONTRACT OFF\n");
	has_times(&on, "FP_CONTRACT", 0);
	generated_free(&off);
	generated_free(&on);
}

/* -- what else must hold --------------------------------------------------- */

static void an_output_may_be_its_input(void **state)
{
	Generated made = generated_with(N(64), XS,
		"\"outputs\": [{\"name\": \"y\", \"into\": \"xs\"}],",
		"[\"mapGlobal\", \"neg\", \"xs\"]", NULL);

	(void)state;
	has(&made, "void k0(global float *restrict o0)");
	assert_int_equal(made.artifact->buffer_count, 2);
	assert_true(made.artifact->buffers[0].written);
	assert_int_equal(made.artifact->buffers[1].into, 0);
	generated_free(&made);
}

static void an_index_beyond_int_is_long(void **state)
{
	Generated made = generated(
		"\"N\": 100000, \"M\": 100000", IN("a", "[[u8; N]; M]"),
		"[\"mapGlobal(1)\", [\"mapGlobal(0)\", \"~\"], \"a\"]");

	(void)state;
	has(&made, "100000L*g1 + g0");
	generated_free(&made);
}

static void what_is_not_used_is_not_generated(void **state)
{
	Generated made = generated(N(64), IN("p", "[(f32, f32); N]"),
		"[\"mapGlobal\", [\"fun\", [[\"x\", \"y\"]], \"y\"], \"p\"]");

	(void)state;
	has(&made, "void k0(global const float *restrict i1, "
		   "global float *restrict o0)");
	generated_free(&made);
}

static void only_the_branch_taken_is_read(void **state)
{
	Generated made = generated(N(64), XS ", " IN("k", "[i32; N]"),
		"[\"mapGlobal\", [\"fun\", [\"i\"], [\"if\", [\"<\", \"i\", "
		"0], 0.0, [\"at\", \"xs\", \"i\"]]], \"k\"]");
	const char *branch, *load;

	(void)state;
	must(&made);
	branch = strstr(made.artifact->source, "if (");
	load = strstr(made.artifact->source, "i0[");
	assert_true(branch && load && branch < load);
	generated_free(&made);
}

static void helpers_come_only_when_used(void **state)
{
	Generated used = generated(N(64), IN("a", "[i32; N]"),
		"[\"mapGlobal\", [\"fun\", [\"x\"], [\"/\", 7, \"x\"]], "
		"\"a\"]");
	Generated unused = generated(N(64), IN("a", "[i32; N]"),
		"[\"mapGlobal\", [\"fun\", [\"x\"], [\"/\", \"x\", 7]], "
		"\"a\"]");

	(void)state;
	has(&used, "int div_int(int a, int b)\n{\n");
	has(&used, "o0[g0] = div_int(7, x0);");
	has_times(&unused, "div_int", 0);
	generated_free(&used);
	generated_free(&unused);
}

/* -- refusals -------------------------------------------------------------- */

static void check_refused(const char *sizes, const char *body, DiagCode code,
			  const char *message)
{
	Generated made = generated(sizes, XS, body);

	assert_null(made.artifact);
	assert_int_equal(made.fault.code, code);
	if (!strstr(made.fault.message, message))
		fail_msg("\"%s\" is not in \"%s\"", message,
			 made.fault.message);
	generated_free(&made);
}

static void what_cannot_be_generated_is_refused(void **state)
{
	(void)state;
	check_refused(N(64), "[\"reduce\", \"+\", 0, \"xs\"]", E0303,
		"reduce is not lowered: rewrite it to reduceSeq");
	check_refused(N(6400), "[\"mapSeqUnroll\", \"neg\", \"xs\"]", E0303,
		"unrolling 6400 rounds");
	check_refused(N(100000), "[\"join\", [\"mapWorkgroup\", [\"fun\", "
		"[\"c\"], [\"let\", \"t\", [\"toLocal\", [\"mapLocal\", "
		"\"neg\", \"c\"]], [\"mapLocal\", \"abs\", \"t\"]]], "
		"[\"split\", 50000, \"xs\"]]]", E0304,
		"200000 bytes of local memory; the device has 32768");
	check_refused(N(100000), "[\"mapGlobal\", [\"fun\", [\"c\"], "
		"[\"let\", \"p\", [\"toPrivate\", [\"mapSeq\", \"neg\", "
		"\"c\"]], [\"reduceSeq\", \"+\", [\"at\", \"p\", 0], \"p\"]"
		"]], [\"split\", 50000, \"xs\"]]", E0303,
		"50000 private values are too many");
	check_refused(N(64), "[\"joinVec\", [\"mapGlobal\", [\"mapVec\", "
		"[\"fun\", [\"a\"], [\"at\", [\"scatter\", \"+\", "
		"[\"fill\", 2, \"a\"], [\"fill\", 1, [\"i32\", \"a\"]], "
		"[\"take\", 1, \"xs\"]], 0]]], [\"splitVec\", 4, \"xs\"]]]",
		E0303, "each lane of a vector has an index of its own");
	check_refused(N(64), "[\"joinVec\", [\"mapGlobal\", [\"mapVec\", "
		"[\"fun\", [\"a\"], [\"at\", [\"toGlobal\", [\"mapSeq\", "
		"[\"fun\", [\"b\"], [\"*\", \"a\", \"b\"]], "
		"[\"take\", 3, \"xs\"]]], 2]]], [\"splitVec\", 4, \"xs\"]]]",
		E0303, "what lanes have is stored in one element");
	check_refused(N(64), "[\"mapWorkgroup\", [\"fun\", [\"c\"], "
		"[\"mapLocal\", \"neg\", [\"toLocal\", [\"scatter\", \"-\", "
		"[\"fill\", 8, 0], [\"mapLocal\", \"i32\", \"c\"], "
		"[\"map\", \"i32\", \"c\"]]]]], [\"split\", 8, \"xs\"]]",
		E0303, "cannot change an array at once by this operator");
}

/* -- all documents --------------------------------------------------------- */

static void check_document(void *context, const Program *program,
			   const char *line)
{
	Device device = generated_device();
	int *count = context;

	(void)line;
	for (int form = 0; form < 3; form++) {
		CodegenOptions options = { .access = (AccessForm)form,
					   .math_flags = "" };
		Arena *arena = arena_new();
		LegalFault fault;
		const Artifact *first, *again;

		first = codegen(arena, program, program->body, &device,
				&options, &fault);
		if (!first)
			fail_msg("%s: %s", program->name, fault.message);
		again = codegen(arena, program, program->body, &device,
				&options, &fault);
		assert_string_equal(first->source, again->source);
		assert_true(first->hash == again->hash);
		assert_int_equal(occurrences(first->source, "{"),
				 occurrences(first->source, "}"));
		for (int k = 0; k < first->kernel_count; k++)
			assert_true(first->kernels[k].lines <= 300);
		arena_free(arena);
	}
	++*count;
}

static void documents_give_the_same_source_again(void **state)
{
	int count = 0;

	(void)state;
	assert_true(documents_each(check_document, &count));
	assert_true(count > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(views_leave_one_index),
		cmocka_unit_test(what_is_not_linear_is_in_parentheses),
		cmocka_unit_test(lanes_in_a_row_are_one_access),
		cmocka_unit_test(lanes_apart_are_loaded_apart),
		cmocka_unit_test(access_has_three_forms),
		cmocka_unit_test(what_may_be_unaligned_is_not_accessed_aligned),
		cmocka_unit_test(what_bases_are_multiples_of_is_known),
		cmocka_unit_test(private_values_have_names),
		cmocka_unit_test(private_arrays_where_the_index_changes),
		cmocka_unit_test(state_is_computed_before_it_is_replaced),
		cmocka_unit_test(accumulators_are_registers),
		cmocka_unit_test(a_load_has_one_name_in_a_block),
		cmocka_unit_test(stores_of_a_block_come_last),
		cmocka_unit_test(dropped_elements_have_no_place),
		cmocka_unit_test(loops_over_vectors_count_vectors),
		cmocka_unit_test(scalars_are_broadcast),
		cmocka_unit_test(contraction_is_chosen),
		cmocka_unit_test(an_output_may_be_its_input),
		cmocka_unit_test(an_index_beyond_int_is_long),
		cmocka_unit_test(what_is_not_used_is_not_generated),
		cmocka_unit_test(only_the_branch_taken_is_read),
		cmocka_unit_test(helpers_come_only_when_used),
		cmocka_unit_test(what_cannot_be_generated_is_refused),
		cmocka_unit_test(documents_give_the_same_source_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
