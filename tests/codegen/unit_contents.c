/* contents.h and what uses it: arrays, variables and sums of 64 bits are of 32
 * exactly where all that they can hold fits; what a group has loaded or copied is not
 * loaded or copied again; running sums are places side by side for the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_opencl/traffic.h"
#include "codegen_opencl/tree.h"
#include "codegen_texts.h"

static Device gpu(void)
{
	Device device = generated_device();

	device.type = DEVICE_GPU;
	device.local_is_dedicated = true;
	device.base_align_bytes = 128;
	return device;
}

static Generated on(const Device *device, const char *type, const char *sizes,
		    const char *body)
{
	char inputs[128];

	snprintf(inputs, sizeof inputs, "{\"name\": \"xs\", \"type\": "
		 "\"[%s; N]\"}", type);
	return generated_on(device, sizes, inputs, "", body, NULL);
}

/* -- what fits -------------------------------------------------------------- */

#define BY_GROUPS(group) "[\"join\", [\"mapWorkgroup\", [\"fun\", [\"c\"], " \
	group "], [\"split\", 64, \"xs\"]]]"
#define LOCAL(value) "[\"toLocal\", [\"mapLocal\", [\"fun\", [\"x\"], " value \
	"], \"c\"]]"
#define X "[\"i64\", \"x\"]"

/* Whether the array of a group that holds `value` is of 32 bits. */
static void check_array(const char *type, const char *value, bool fits)
{
	const Device device = gpu();
	char body[1024];
	Generated made;

	snprintf(body, sizeof body, BY_GROUPS("[\"mapLocal\", [\"fun\", [\"s\"],"
		 " [\"+\", \"s\", 1]], [\"reorderStride\", 8, " LOCAL("%s") "]]"),
		 value);
	made = on(&device, type, N(4096), body);
	has_times(&made, "local int m0[", fits);
	has_times(&made, "local long m0[", !fits);
	generated_free(&made);
}

static void arrays_whose_values_fit_are_of_32_bits(void **state)
{
	(void)state;
	check_array("u16", "[\"*\", " X ", 32768]", true);
	check_array("u16", "[\"*\", " X ", 32769]", false);
	check_array("i16", "[\"*\", " X ", -65536]", false);
	check_array("i16", "[\"*\", " X ", 65536]", true);
	check_array("i32", X, true);
	check_array("i32", "[\"-\", " X ", 1]", false);
	check_array("u32", X, false);
	check_array("i64", "\"x\"", false);
	check_array("f32", X, false);
	check_array("f32", "[\"if\", [\">\", \"x\", 0], [\"i64\", 3], "
			   "[\"i64\", -1]]", true);
	check_array("f32", "[\"if\", [\">\", \"x\", 0], [\"i64\", 3], "
			   "[\"i64\", 3000000000]]", false);
	check_array("u64", "[\"i64\", [\"popcount\", \"x\"]]", true);
}

/* Whether a sum of so many rounds in each item is of 32 bits. */
static void check_rounds(const char *sizes, const char *rounds, bool fits)
{
	const Device device = gpu();
	char body[512];
	Generated made;

	snprintf(body, sizeof body, "[\"join\", [\"mapGlobal\", [\"reduceSeq\", "
		 "[\"fun\", [\"s\", \"x\"], [\"+\", \"s\", [\"i64\", \"x\"]]], "
		 "[\"i64\", 0]], [\"split\", %s, \"xs\"]]]", rounds);
	made = on(&device, "i16", sizes, body);
	has_times(&made, "\tint acc0 = ", fits);
	has_times(&made, "\tlong acc0 = ", !fits);
	generated_free(&made);
}

static void sums_are_bounded_by_their_rounds(void **state)
{
	(void)state;
	check_rounds("\"N\": 262144", "65536", true);
	check_rounds("\"N\": 262148", "65537", false);
	check_rounds("\"N\": 256, \"M\": 64", "\"M\"", true);
}

static void an_open_number_of_rounds_bounds_nothing(void **state)
{
	const Device device = gpu();
	Generated made;

	(void)state;
	made = generated_on(&device, "\"N\": 64, \"M\": 32",
			    "{\"name\": \"xs\", \"type\": \"[[i16; M]; N]\"}",
			    "\"open\": [\"M\"],",
			    "[\"join\", [\"mapGlobal\", [\"reduceSeq\", "
			    "[\"fun\", [\"s\", \"x\"], [\"+\", \"s\", "
			    "[\"i64\", \"x\"]]], [\"i64\", 0]], \"xs\"]]",
			    NULL);
	has_times(&made, "\tlong acc0 = ", 1);
	generated_free(&made);
}

/* A tree that adds up in place holds more with each level. */
static void what_is_stored_later_is_not_what_was_loaded(void **state)
{
	const Device device = gpu();
	Generated made;

	(void)state;
	made = on(&device, "u8", N(4096),
		  BY_GROUPS("[\"join\", [\"mapLocal\", [\"reduceSeq\", "
			    "\"+\", [\"i64\", 0]], [\"split\", 2, "
			    "[\"toLocal\", [\"join\", [\"mapLocal\", "
			    "[\"reduceSeq\", \"+\", [\"i64\", 0]], "
			    "[\"split\", 2, " LOCAL(X) "]]]]]]]"));
	has_times(&made, "local long", 0);
	generated_free(&made);
}

/* -- loads and copies -------------------------------------------------------- */

/* How often a group's items load from its array. */
static void check_loads(const char *group, int loads)
{
	const Device device = gpu();
	char body[1024];
	Generated made;

	snprintf(body, sizeof body, BY_GROUPS("%s"), group);
	made = on(&device, "f32", N(4096), body);
	has_times(&made, "= m", loads);
	generated_free(&made);
}

#define COPY(xs) "[\"toLocal\", [\"mapLocal\", [\"fun\", [\"y\"], \"y\"], " \
	xs "]]"
#define NEIGHBOURS(xs) "[\"mapLocal\", \"neg\", [\"reorderStride\", 8, " xs "]]"

static void a_copy_of_a_local_array_is_that_array(void **state)
{
	const Device device = gpu();
	Generated made;

	(void)state;
	made = on(&device, "f32", N(4096),
		  BY_GROUPS(NEIGHBOURS(COPY(LOCAL("[\"exp\", \"x\"]")))));
	has_times(&made, "local float m", 1);
	generated_free(&made);
	made = on(&device, "f32", N(4096),
		  BY_GROUPS(NEIGHBOURS(COPY("[\"reorderStride\", 4, "
					    LOCAL("[\"exp\", \"x\"]") "]"))));
	has_times(&made, "local float m", 2);
	generated_free(&made);
	check_loads(NEIGHBOURS(COPY(LOCAL("[\"exp\", \"x\"]"))), 1);
}

static void what_an_item_has_loaded_is_not_loaded_again(void **state)
{
	(void)state;
	check_loads("[\"let\", \"t\", " LOCAL("[\"exp\", \"x\"]") ", [\"let\", "
		    "\"u\", [\"toLocal\", [\"mapLocal\", \"sqrt\", \"t\"]], "
		    "[\"mapLocal\", \"+\", [\"zip\", \"t\", "
		    "[\"reorderStride\", 8, \"u\"]]]]]", 2);
	check_loads("[\"let\", \"t\", " LOCAL("[\"exp\", \"x\"]") ", [\"let\", "
		    "\"u\", [\"toLocal\", [\"mapLocal\", \"sqrt\", "
		    "[\"reorderStride\", 4, \"t\"]]], [\"mapLocal\", \"+\", "
		    "[\"zip\", \"t\", [\"reorderStride\", 8, \"u\"]]]]]", 3);
}

/* -- the model --------------------------------------------------------------- */

static void look(void *context, const Kernels *kernels)
{
	const Kernel *last = kernels->items[kernels->count - 1];

	*(Traffic *)context = traffic_of(last, 32, 1e9);
}

/* Of the last kernel of a document. */
static Traffic traffic_in(const char *text)
{
	enum { GROUP = 64 };
	const Device device = gpu();
	CodegenOptions options = codegen_options(&device);
	const ReadOptions read = { .concrete = true };
	Diags *diags = diags_new();
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	LegalFault fault = { 0 };
	Traffic traffic = { .guessed = false };
	const Program *program = program_read(ir, "t", text, &read, diags);

	if (!program)
		diags_print(diags, stderr);
	assert_non_null(program);
	options.local_size[0] = GROUP;
	if (!codegen_seen(arena, program, program->body, &device, &options, look,
			  &traffic, &fault))
		fail_msg("%s", fault.message);
	diags_free(diags);
	arena_free(arena);
	ir_free(ir);
	return traffic;
}

/* Of 4096 elements at places that are running sums of what is 0 or at most `most`. */
static TrafficSide stores_of(const char *most)
{
	char text[1024];

	snprintf(text, sizeof text, "{\"name\": \"t\", \"sizes\": {\"N\": 4096}, "
		 "\"inputs\": [" XS "], \"body\": [\"permute\", [\"fill\", "
		 "65536, [\"f32\", 0]], [\"join\", [\"mapWorkgroup\", [\"fun\", "
		 "[\"c\"], [\"let\", \"t\", [\"toLocal\", [\"mapLocal\", "
		 "[\"fun\", [\"x\"], [\"if\", [\">\", \"x\", 0], [\"i64\", %s], "
		 "[\"i64\", 0]]], \"c\"]], [\"mapLocal\", [\"fun\", [\"p\"], "
		 "\"p\"], [\"toLocal\", [\"scanSeq\", \"+\", [\"i64\", 0], "
		 "\"t\"]]]]], [\"split\", 64, \"xs\"]]], \"xs\"]}", most);
	return traffic_in(text).stores;
}

static void places_by_running_sums_are_side_by_side(void **state)
{
	const TrafficSide near = stores_of("1"), apart = stores_of("16");

	(void)state;
	assert_true(near.requests > 0 && near.requests == apart.requests);
	assert_true(near.sectors <= 5 * near.requests);
	assert_true(apart.sectors >= 32 * apart.requests);
}

/* An item goes through each row; a warp asks as often as its longest has elements. */
static void rows_are_as_long_as_on_average(void **state)
{
	enum { ROWS = 4096 };
	double before = 0;

	(void)state;
	for (int each = 4; each <= 64; each *= 4) {
		char text[1024];
		Traffic t;

		snprintf(text, sizeof text, "{\"name\": \"t\", \"sizes\": "
			 "{\"N\": %d, \"M\": %d}, \"inputs\": [" XS ", "
			 IN("os", "[i64; M+1]") "], \"body\": [\"mapGlobal\", "
			 "[\"fun\", [\"x\"], [\"get\", 0, [\"iterateUntil\", "
			 "\"N\", [\"fun\", [[\"_\", \"k\"]], [\"<=\", "
			 "[\"at\", [\"ascending\", \"N\", \"os\"], [\"+\", "
			 "\"x\", 1]], \"k\"]], [\"fun\", [[\"s\", \"k\"]], "
			 "[\"tuple\", [\"+\", \"s\", [\"at\", \"xs\", \"k\"]], "
			 "[\"+\", \"k\", 1]]], [\"tuple\", 0, [\"at\", "
			 "[\"ascending\", \"N\", \"os\"], \"x\"]]]]], "
			 "[\"generate\", \"M\", \"id\"]]}", each * ROWS, ROWS);
		t = traffic_in(text);
		assert_true(t.guessed);
		assert_true(t.loads.requests >= ROWS / 32 * each
			    && t.loads.requests <= ROWS / 32 * (2 * each + 8));
		assert_true(t.loads.requests > 1.5 * before);
		before = t.loads.requests;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arrays_whose_values_fit_are_of_32_bits),
		cmocka_unit_test(sums_are_bounded_by_their_rounds),
		cmocka_unit_test(an_open_number_of_rounds_bounds_nothing),
		cmocka_unit_test(what_is_stored_later_is_not_what_was_loaded),
		cmocka_unit_test(a_copy_of_a_local_array_is_that_array),
		cmocka_unit_test(what_an_item_has_loaded_is_not_loaded_again),
		cmocka_unit_test(rows_are_as_long_as_on_average),
		cmocka_unit_test(places_by_running_sums_are_side_by_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
