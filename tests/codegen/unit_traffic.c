/* traffic.h: what kernels ask of memory whose counts are known by a formula,
 * for each stride, width and number of lanes. tests/gpu/counts.sh compares it with
 * kernels that run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "codegen_opencl/model.h"
#include "tests/codegen/codegen_texts.h"

typedef struct Counted {
	int lanes, kernels;
	double room; /* sectors */
	const Device *device;
	Traffic traffic;
	double groups; /* as busy as the busiest */
} Counted;

static void count(void *context, const Kernels *kernels)
{
	Counted *counted = context;

	counted->kernels = kernels->count;
	counted->traffic = traffic_of(kernels->items[0], counted->lanes,
				      counted->room);
	counted->groups = model_kernel(kernels->items[0],
				       counted->device).groups;
}

#define JS "{\"name\": \"js\", \"type\": \"[i32; N]\", " \
	   "\"range\": [0, 1]}"

enum { GROUP = 64 }; /* items, where a kernel asks for none */

/* Of the one kernel that the body over xs: [f32; n], and js: [i32; n], is for that
 * device; a group has room for so many sectors. */
static Counted counted_for(const Device *device, double room, int n, int lanes,
			   const char *body)
{
	Counted counted = { .lanes = lanes, .room = room, .device = device };
	const ReadOptions read = { .concrete = true };
	CodegenOptions options = { .access = ACCESS_ALIGNED,
				   .math_flags = "",
				   .local_size = { GROUP } };
	Diags *diags = diags_new();
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	LegalFault fault = { 0 };
	char text[1024];
	Program *program;

	snprintf(text, sizeof text, "{\"name\": \"t\", \"sizes\": {\"N\": %d}, "
		 "\"inputs\": [%s], \"body\": %s}", n,
		 strstr(body, "\"js\"") ? XS ", " JS : XS, body);
	program = program_read(ir, "t", text, &read, diags);
	diags_print(diags, stderr);
	assert_non_null(program);
	if (!codegen_seen(arena, program, program->body, device, &options,
			  count, &counted, &fault))
		fail_msg("refused: %s", fault.message);
	assert_int_equal(counted.kernels, 1);
	diags_free(diags);
	arena_free(arena);
	ir_free(ir);
	counted.device = NULL;
	return counted;
}

static Counted counted_in(double room, int n, int lanes, const char *body)
{
	const Device device = generated_device();

	return counted_for(&device, room, n, lanes, body);
}

static Traffic traffic_in(double room, int n, int lanes, const char *body)
{
	return counted_in(room, n, lanes, body).traffic;
}

static Traffic traffic(int n, int lanes, const char *body)
{
	return traffic_in(HUGE_VAL, n, lanes, body);
}

static void check(double is, double wanted, const char *what)
{
	if (is != wanted)
		fail_msg("%s: %g, not %g", what, is, wanted);
}

/* Neighbours share sectors of eight floats: half as many in warps of half the
 * size, and as many requests more. */
static void test_neighbours(void **state)
{
	(void)state;
	for (int lanes = 16; lanes <= 64; lanes *= 2) {
		const Traffic t = traffic(1024, lanes,
			"[\"join\", [\"mapWorkgroup\", [\"mapLocal\", \"neg\"],"
			" [\"split\", 64, \"xs\"]]]");

		check(t.loads.requests, 1024 / lanes, "requests");
		check(t.loads.sectors, 1024 / 8, "sectors");
		check(t.stores.requests, 1024 / lanes, "requests stored");
		check(t.stores.sectors, 1024 / 8, "sectors stored");
		check(t.local_requests + t.wavefronts + t.barriers, 0, "local");
		assert_false(t.guessed);
	}
}

/* Rows that lie n floats apart, one item each: all rounds of the loop count,
 * however long it is. */
static void test_strides(void **state)
{
	(void)state;
	for (int n = 1; n <= 512; n *= 2) {
		char body[256];
		Traffic t;

		snprintf(body, sizeof body, "[\"join\", [\"mapWorkgroup\", "
			 "[\"mapLocal\", [\"fun\", [\"r\"], [\"head\", "
			 "[\"reduceSeq\", \"+\", 0, \"r\"]]]], [\"split\", 32, "
			 "[\"split\", %d, \"xs\"]]]]", n);
		t = traffic(64 * n, 32, body);
		check(t.loads.requests, 2 * n, "requests");
		check(t.loads.sectors, 2 * n * (n < 8 ? 4 * n : 32), "sectors");
		check(t.stores.sectors, 8, "sectors stored");
	}
}

/* A vector of four floats is one request, one of eight is two. */
static void test_vectors(void **state)
{
	(void)state;
	for (int w = 4; w <= 8; w *= 2) {
		char body[256];
		Traffic t;

		snprintf(body, sizeof body, "[\"joinVec\", [\"join\", "
			 "[\"mapWorkgroup\", [\"mapLocal\", [\"mapVec\", "
			 "\"neg\"]], [\"split\", 32, [\"splitVec\", %d, "
			 "\"xs\"]]]]]", w);
		t = traffic(32 * 4 * w, 32, body);
		check(t.loads.requests, 4 * w / 4, "requests");
		check(t.loads.sectors, 32 * 4 * w / 8 * (w / 4), "sectors");
	}
}

/* Groups whose items read local memory s words apart. */
static Traffic apart_for(const Device *device, int s)
{
	char body[512];

	snprintf(body, sizeof body, "[\"join\", [\"mapWorkgroup\", "
		 "[\"fun\", [\"c\"], [\"let\", \"t\", [\"toLocal\", "
		 "[\"mapLocal\", [\"fun\", [\"x\"], \"x\"], \"c\"]], "
		 "[\"mapLocal\", \"neg\", [\"reorderStride\", %d, "
		 "\"t\"]]]], [\"split\", 1024, \"xs\"]]]", s);
	return counted_for(device, HUGE_VAL, 2048, 32, body).traffic;
}

/* A bank gives one word a wavefront: what lies s words apart, a power of two,
 * takes s of them. On a GPU it lies with gaps, where it has room for these, and no
 * two items meet. */
static void test_banks(void **state)
{
	const Device cpu = generated_device();
	Device gpu = cpu, full;

	(void)state;
	gpu.type = DEVICE_GPU;
	gpu.local_is_dedicated = true;
	full = gpu;
	full.local_bytes = 4096;
	for (int s = 1; s <= 32; s *= 2) {
		Traffic t = apart_for(&gpu, s);

		check(t.wavefronts, 2 * 2048 / 32, "with gaps");
		t = apart_for(&full, s);
		check(t.wavefronts, 2048 / 32 * (1 + s), "without room");
		t = apart_for(&cpu, s);
		check(t.local_requests, 2 * 2048 / 32, "local requests");
		check(t.wavefronts, 2048 / 32 * (1 + s), "wavefronts");
		check(t.barriers, 2, "barriers");
	}
}

/* An element at an index that is loaded is loaded in every round, a sector for
 * each item; and a round has its instructions. */
static void test_loaded_indices(void **state)
{
	double before = 0;

	(void)state;
	for (int n = 4; n <= 512; n *= 2) {
		char body[256];
		Traffic t;

		snprintf(body, sizeof body, "[\"join\", [\"mapWorkgroup\", "
			 "[\"mapLocal\", [\"fun\", [\"r\"], [\"head\", "
			 "[\"reduceSeq\", [\"fun\", [\"a\", \"j\"], [\"+\", "
			 "\"a\", [\"at\", \"xs\", \"j\"]]], 0, \"r\"]]]], "
			 "[\"split\", 32, [\"split\", %d, \"js\"]]]]", n);
		t = traffic(64 * n, 32, body);
		assert_true(t.guessed);
		check(t.loads.requests, 2 * 2 * n, "requests");
		check(t.loads.sectors, 2 * n * (n < 8 ? 4 * n : 32)
				       + 2 * n * 32, "sectors");
		assert_true(t.instructions >= 2 * n * 8
			    && t.instructions > 1.5 * before);
		before = t.instructions;
	}
}

/* Who branches by what is loaded is not known: all items are looked at, those
 * whose word lies before the array, too, in banks that there are. */
static void test_before_the_array(void **state)
{
	Traffic t;

	(void)state;
	t = traffic(64, 32, "[\"join\", [\"mapWorkgroup\", [\"fun\", [\"c\"], "
		    "[\"let\", \"t\", [\"toLocal\", [\"mapLocal\", "
		    "[\"fun\", [\"x\"], \"x\"], \"c\"]], "
		    "[\"mapLocal\", [\"fun\", [\"x\", \"i\"], [\"if\", "
		    "[\"<\", \"x\", 0], [\"at\", \"t\", [\"-\", \"i\", 33]], "
		    "\"x\"]], [\"zip\", \"c\", [\"generate\", 32, "
		    "[\"fun\", [\"i\"], \"i\"]]]]]], "
		    "[\"split\", 32, \"xs\"]]]");
	check(t.local_requests, 2 * 2, "local requests");
	check(t.wavefronts, 2 * 2, "wavefronts");
}

/* Two warps that go through an array side by side load it once, and once more in
 * most of their rounds where it is more than the first cache has room for. */
static void test_first_cache(void **state)
{
	enum { LANES = 32, WARPS = 2, ROUNDS = 4,
	       N = LANES * WARPS * ROUNDS, SECTORS = N / 8 };
	char body[512];

	(void)state;
	snprintf(body, sizeof body, "[\"join\", [\"mapWorkgroup\", "
		 "[\"mapLocal\", [\"mapSeq\", [\"fun\", [\"x\"], "
		 "[\"head\", [\"reduceSeq\", [\"fun\", [\"a\", \"y\"], "
		 "[\"+\", \"a\", [\"*\", \"x\", \"y\"]]], 0, \"xs\"]]]]], "
		 "[\"split\", %d, [\"split\", %d, \"xs\"]]]]",
		 LANES * WARPS, ROUNDS);
	for (double room = SECTORS; room <= 1024 * SECTORS; room *= 2) {
		const Traffic t = traffic_in(room, N, LANES, body);

		if (room <= SECTORS)
			assert_true(t.far_sectors >= 2 * t.group_sectors);
		if (room >= 8 * WARPS * SECTORS)
			check(t.far_sectors, t.group_sectors, "far sectors");
	}
}

static void check_near(double is, double wanted, const char *what)
{
	if (fabs(is - wanted) > 0.1 * wanted)
		fail_msg("%s: %g, not near %g", what, is, wanted);
}

/* Where the first items have a row each and all items one element more, each item's
 * row counts, however few have one; and they keep as many groups busy. */
static void test_few_items(void **state)
{
	enum { ROW = 1024, ITEMS = 64 * GROUP };

	(void)state;
	for (int n = 1; n < ITEMS; n *= 3) {
		const double groups = (n + GROUP - 1) / GROUP;
		char body[256];
		Counted c;

		snprintf(body, sizeof body, "[\"concat\", [\"join\", "
			 "[\"mapGlobal\", [\"mapSeq\", \"neg\"], [\"split\", "
			 "%d, [\"take\", %d, \"xs\"]]]], [\"mapGlobal\", "
			 "\"neg\", [\"drop\", %d, \"xs\"]]]", ROW, n * ROW,
			 n * ROW);
		c = counted_in(HUGE_VAL, n * ROW + ITEMS, 32, body);
		check_near(c.traffic.loads.sectors,
			   (double)n * ROW + ITEMS / 8, "sectors");
		check_near(c.traffic.stores.requests,
			   (n + 31) / 32 * (double)ROW + ITEMS / 32,
			   "requests stored");
		assert_true(c.groups > 0.9 * n / GROUP
			    && c.groups < groups + 1);
	}
}

/* Items read neighbours from a place on that their group loads: four sectors and a
 * part of a fifth. */
static void test_apart(void **state)
{
	const Traffic t = traffic(1024, 32,
		"[\"join\", [\"mapWorkgroup\", [\"fun\", [\"j\"], [\"mapLocal\", "
		"[\"fun\", [\"l\"], [\"at\", \"xs\", [\"+\", \"j\", \"l\"]]], "
		"[\"generate\", 64, [\"fun\", [\"i\"], [\"i32\", \"i\"]]]]], "
		"[\"take\", 16, \"js\"]]]");

	(void)state;
	check(t.loads.requests, 16 * 2 * 2, "requests");
	check(t.loads.sectors, 16 * 2 * (1 + 5), "sectors");
	check(t.stores.sectors, 1024 / 8, "sectors stored");
	assert_true(t.guessed);
}

/* Items that go through elements until data say so go once through all. */
static void test_rounds_by_data(void **state)
{
	enum { LANES = 32 };

	(void)state;
	for (int n = 1024; n <= 65536; n *= 8) {
		const Traffic t = traffic(n, LANES,
			"[\"mapGlobal\", [\"fun\", [\"j\"], [\"get\", 0, "
			"[\"iterateUntil\", \"N\", [\"fun\", [[\"_\", \"k\"]], "
			"[\">=\", \"k\", \"j\"]], [\"fun\", [[\"s\", \"k\"]], "
			"[\"tuple\", [\"+\", \"s\", [\"at\", \"xs\", \"k\"]], "
			"[\"+\", \"k\", 1]]], [\"tuple\", 0, [\"i32\", 0]]]]], "
			"[\"take\", 64, \"js\"]]");

		assert_true(t.guessed);
		assert_in_range(t.loads.requests, n / LANES, n / LANES + 8);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_neighbours),
		cmocka_unit_test(test_apart),
		cmocka_unit_test(test_rounds_by_data),
		cmocka_unit_test(test_strides),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_banks),
		cmocka_unit_test(test_loaded_indices),
		cmocka_unit_test(test_before_the_array),
		cmocka_unit_test(test_first_cache),
		cmocka_unit_test(test_few_items),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
