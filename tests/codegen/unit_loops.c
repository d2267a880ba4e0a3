/* Code of loops: by digits where indices divide; of scanSeq, iterate and
 * iterateUntil: left as soon as they may be, by a lane only when all lanes may, and
 * never around what all items of a group have to come by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/codegen/codegen_fixture.h"

#define SIZES "\"N\": 1024"
#define INPUT "{\"name\": \"xs\", \"type\": \"[f32; N]\"}"
#define HALVE "[\"fun\", [\"a\"], [\"/\", \"a\", 2]]"
#define SMALL "[\"fun\", [\"a\"], [\"<\", \"a\", 1]]"
#define UNTIL "[\"iterateUntil\", 20, " SMALL ", " HALVE "]"

static Generated source_of(const char *body)
{
	Generated g = generated(SIZES, INPUT, body);

	if (!g.artifact)
		fail_msg("%s: %s", body, g.fault.message);
	return g;
}

static void has(const char *body, const char *word, int times)
{
	Generated g = source_of(body);
	int found = occurrences(g.artifact->source, word);

	if (found != times)
		fail_msg("%d times, not %d: %s in\n%s", found, times, word,
			 g.artifact->source);
	generated_free(&g);
}

static void test_a_loop_is_left(void **state)
{
	const char *each = "[\"mapGlobal\", " UNTIL ", \"xs\"]";

	(void)state;
	has(each, "break;", 1);
	has(each, "if (acc0 < 1.0f) break;", 1);
	has(each, "i < 20;", 1);
	has("[\"mapGlobal\", [\"iterate\", 20, " HALVE "], \"xs\"]", "break", 0);
}

static void test_no_round_or_one(void **state)
{
	(void)state;
	has("[\"mapGlobal\", [\"iterateUntil\", 0, " SMALL ", " HALVE "], "
	    "\"xs\"]", "break", 0);
	has("[\"mapGlobal\", [\"iterateUntil\", 1, " SMALL ", " HALVE "], "
	    "\"xs\"]", "for (", 1);
}

/* A lane that is over keeps its value while others go on. */
static void test_lanes_are_left_together(void **state)
{
	const char *lanes = "[\"joinVec\", [\"mapGlobal\", [\"mapVec\", "
		UNTIL "], [\"splitVec\", 4, \"xs\"]]]";

	(void)state;
	has(lanes, "if (all(v0)) break;", 1);
	has(lanes, "acc0 = select(acc1, acc0, v0);", 1);
}

/* What the lanes of a vector read while others go on is inside the array. */
static void test_lanes_that_are_over_read_what_is_there(void **state)
{
	(void)state;
	has("[\"joinVec\", [\"mapGlobal\", [\"mapVec\", [\"fun\", [\"a\"], "
	    "[\"get\", 0, [\"iterateUntil\", 1024, [\"fun\", [\"s\", \"i\"], "
	    "[\">\", \"s\", \"a\"]], [\"fun\", [\"s\", \"i\"], [\"tuple\", "
	    "[\"+\", \"s\", [\"at\", \"xs\", \"i\"]], [\"+\", \"i\", 1]]], "
	    "[\"tuple\", 0, [\"i32\", 0]]]]]], [\"splitVec\", 4, \"xs\"]]]",
	    "min(", 1);
}

static void refused(const char *body, DiagCode code, const char *word)
{
	Generated g = generated(SIZES, INPUT, body);

	assert_null(g.artifact);
	assert_int_equal(g.fault.code, code);
	assert_non_null(strstr(g.fault.message, word));
	generated_free(&g);
}

static void test_nobody_waits_in_a_loop_that_may_be_left(void **state)
{
	(void)state;
	refused("[\"join\", [\"mapWorkgroup\", [\"iterateUntil\", 4, "
		"[\"fun\", [\"v\"], [\"<\", [\"head\", \"v\"], 1]], "
		"[\"mapLocal\", " HALVE "]], [\"split\", 8, \"xs\"]]]",
		E0301, "mapLocal(0) stands inside iterateUntil");
}

#define ROWS "[\"split\", 8, \"xs\"]"
#define SUMS "[\"scanSeq\", \"+\", 0, \"r\"]"

/* The items of a row compute its sums once, and are in different groups. */
static void test_groups_hand_nothing_on(void **state)
{
	(void)state;
	refused("[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], "
		"[\"mapGlobal(1)\", \"neg\", [\"toGlobal\", " SUMS "]]], "
		ROWS "]]", E0301, "read by those of other groups");
	has("[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], "
	    "[\"mapSeq\", \"neg\", [\"toGlobal\", " SUMS "]]], " ROWS
	    "]]", "get_global_id", 1);
}

/* Lanes of an array that is read in two loops: too many steps without them. */
static void test_loops_over_what_would_be_registers(void **state)
{
	(void)state;
	has("[\"join\", [\"mapGlobal\", [\"fun\", [\"c\"], [\"joinVec\", "
	    "[\"mapSeq\", [\"mapVec\", [\"fun\", [\"r\"], [\"let\", \"d\", "
	    "[\"toPrivate\", [\"mapSeq\", " HALVE ", \"r\"]], [\"head\", "
	    "[\"reduceSeq\", [\"fun\", [\"s\", \"v\"], [\"+\", \"s\", "
	    "[\"head\", [\"reduceSeq\", [\"fun\", [\"t\", \"w\"], [\"+\", \"t\", "
	    "[\"*\", \"v\", \"w\"]]], 0, \"d\"]]]], 0, \"d\"]]]]], "
	    "[\"splitVec\", 8, \"c\"]]]], [\"split\", 16, [\"split\", 32, "
	    "\"xs\"]]]]",
	    "for (", 4);
}

static void test_arrays_are_changed_in_place(void **state)
{
	(void)state;
	has("[\"join\", [\"mapGlobal\", [\"iterate\", 9, [\"mapSeq\", " HALVE
	    "]], [\"split\", 256, \"xs\"]]]",
	    "float p0[256] __attribute__((aligned(64)));", 1);
	has("[\"join\", [\"mapGlobal\", [\"iterate\", 9, [\"mapSeq\", " HALVE
	    "]], [\"split\", 256, \"xs\"]]]", "p1", 0);
}

#define KEPT(where, body) "[\"join\", [\"mapGlobal\", [\"fun\", [\"r\"], " \
	"[\"let\", \"e\", [\"" where "\", [\"mapSeq\", " HALVE ", \"r\"]], " \
	body "]], [\"split\", 256, \"xs\"]]]"
#define EACH(body) KEPT("toPrivate", body)
#define MORE "[\"fun\", [\"v\"], [\"+\", \"v\", \"s\"]]"
#define SUM "\"s\", [\"head\", [\"reduceSeq\", \"+\", 0, \"e\"]], "

/* A named array is kept where the result goes, unless some of it is read after
 * that was overwritten. */
static void test_a_result_has_room_for_what_it_is_made_of(void **state)
{
	(void)state;
	has(EACH(SUM "[\"mapSeq\", " MORE ", \"e\"]"), "float p0[", 0);
	has(EACH("[\"concat\", [\"mapSeq\", " HALVE ", [\"take\", 9, \"e\"]],"
		 " [\"let\", " SUM "[\"mapSeq\", " MORE
		 ", [\"drop\", 9, \"e\"]]]]"), "float p0[", 1);
	has(EACH("[\"mapSeq\", \"+\", [\"zip\", \"e\", [\"join\","
		 " [\"transpose\", [\"split\", 16, \"e\"]]]]]"),
	    "float p0[", 1);
	has(EACH("\"f\", [\"toPrivate\", [\"mapSeq\", " HALVE ", \"e\"]],"
		 " [\"mapSeq\", \"+\", [\"zip\", \"e\", \"f\"]]"),
	    "float p0[", 1);
	has(KEPT("toGlobal", SUM "[\"mapSeq\", " MORE ", \"e\"]"), "t0", 0);
	has(KEPT("toGlobal", "[\"mapSeq\", \"+\", [\"zip\", \"e\", [\"join\","
		 " [\"transpose\", [\"split\", 16, \"e\"]]]]]"),
	    "*restrict t0", 1);
}

static void comes_first(const char *body, const char *first, const char *then)
{
	Device device = generated_device();
	const char *a, *b;
	Generated g;

	device.type = DEVICE_GPU;
	g = generated_on(&device, "\"N\": 1024", "{\"name\": \"xs\", "
			 "\"type\": \"[f32; N]\"}", "", body, NULL);
	assert_non_null(g.artifact);
	a = strstr(g.artifact->source, first);
	b = strstr(g.artifact->source, then);
	if (!a || !b || a > b)
		printf("not %s before %s: %s\n", first, then,
		       g.artifact->source);
	assert_true(a && b && a < b);
	generated_free(&g);
}

/* An item's own element is loaded before the loop over all others, unless the loop
 * may have no round that loads it. */
static void test_what_all_rounds_load_is_loaded_once(void **state)
{
	(void)state;
	comes_first("[\"mapGlobal\", [\"fun\", [\"a\"], [\"head\", [\"reduceSeq\", "
		    "[\"fun\", [\"s\", \"b\"], [\"+\", \"s\", [\"*\", \"a\", "
		    "\"b\"]]], 0, \"xs\"]]], \"xs\"]", "= i0[g0]", "for (");
	comes_first("[\"mapGlobal\", [\"fun\", [\"a\"], [\"head\", [\"reduceSeq\", "
		    "[\"fun\", [\"s\", \"b\"], [\"+\", \"s\", [\"if\", [\">\", "
		    "\"b\", 0], [\"sqrt\", [\"exp\", [\"exp\", \"a\"]]], 0]]], 0, "
		    "\"xs\"]]], \"xs\"]", "for (", "i0[g0]");
}

/* Each state goes where it belongs at once: there is no array of them. */
static void test_a_scan_keeps_one_state(void **state)
{
	const char *rows = "[\"join\", [\"mapGlobal\", [\"scanSeq\", \"+\", 0],"
		" [\"split\", 256, \"xs\"]]]";

	(void)state;
	has(rows, "[256]", 0);
	has(rows, "= acc0;", 1);
}

/* A work-group's iteration over local memory: one barrier a round at most
 * before what others have written is read. */
static void test_items_wait_in_rounds(void **state)
{
	const char *body = "[\"join\", [\"mapWorkgroup\", [\"fun\", [\"v\"], "
		"[\"mapLocal\", [\"fun\", [\"a\"], \"a\"], [\"iterate\", 5, "
		"[\"fun\", [\"t\"], [\"toLocal\", [\"mapLocal\", \"+\", "
		"[\"zip\", \"t\", [\"reorderStride\", 2, \"t\"]]]]], "
		"[\"toLocal\", [\"mapLocal\", " HALVE ", \"v\"]]]]], "
		"[\"split\", 64, \"xs\"]]]";
	Generated g = source_of(body);

	(void)state;
	assert_in_range(occurrences(g.artifact->source, "barrier("), 2, 4);
	assert_int_equal(occurrences(g.artifact->source, "GLOBAL_MEM_FENCE"),
			 0);
	generated_free(&g);
}

#define NEIGHBOURS "[\"fun\", [\"w\"], [\"+\", [\"at\", \"w\", 0], [\"at\", \"w\", 1]]]"
#define STEP "[\"fun\", [\"v\"], [\"mapGlobal\", " NEIGHBOURS \
	", [\"slide\", 2, 1, [\"pad\", 0, 1, \"wrap\", \"v\"]]]]"

/* Rounds of kernels: as many launches as rounds, but never more than a few
 * kernels and two places for what is between them. */
static void test_rounds_of_kernels_are_launched(void **state)
{
	(void)state;
	for (int n = 1; n < 40; n++) {
		char body[512];
		Generated g;
		int temps = 0;

		snprintf(body, sizeof body, "[\"iterate\", %d, %s, \"xs\"]", n,
			 STEP);
		g = source_of(body);
		for (int i = 0; i < g.artifact->buffer_count; i++)
			temps += g.artifact->buffers[i].role == BUFFER_TEMP;
		assert_int_equal(artifact_launches(g.artifact), n);
		assert_in_range(g.artifact->kernel_count, 1, 5);
		assert_true(artifact_loops_nest(g.artifact));
		assert_in_range(temps, 0, 2);
		generated_free(&g);
	}
}

static Generated of_rounds(const char *format, long rounds)
{
	char body[1024];

	snprintf(body, sizeof body, format, rounds);
	return source_of(body);
}

/* A million rounds are the kernels of six, and a loop more often. */
static void test_many_rounds_are_the_text_of_few(void **state)
{
	const char *format = "[\"iterate\", %ld, " STEP ", \"xs\"]";
	Generated few = of_rounds(format, 6);
	Generated many = of_rounds(format, 1000000);

	(void)state;
	assert_string_equal(few.artifact->source, many.artifact->source);
	assert_int_equal(many.artifact->kernel_count, 4);
	assert_int_equal(many.artifact->loop_count, 1);
	assert_int_equal(artifact_launches(many.artifact), 1000000);
	assert_int_equal(occurrences(many.artifact->source, "\nvoid "), 2);
	assert_int_not_equal(few.artifact->hash, many.artifact->hash);
	generated_free(&few);
	generated_free(&many);
}

#define HALVED "[\"fun\", [\"s\", \"x\"], [\"mapGlobal\", [\"fun\", " \
	"[\"a\"], [\"*\", 0.5, [\"+\", \"a\", \"x\"]]], \"s\"]]"
#define FOLD "[\"head\", [\"reduceSeq\", " HALVED ", \"xs\", [\"map\", " \
	"\"f32\", [\"generate\", %ld, \"id\"]]]]"
#define SCAN "[\"join\", [\"scanSeq\", " HALVED ", \"xs\", [\"map\", " \
	"\"f32\", [\"generate\", %ld, \"id\"]]]]"

static int temps_of(const Artifact *artifact)
{
	int temps = 0;

	for (int i = 0; i < artifact->buffer_count; i++)
		temps += artifact->buffers[i].role == BUFFER_TEMP;
	return temps;
}

/* A fold goes from place to place, a scan along its result; besides the rounds
 * there is a launch that begins to count; the rounds themselves count on, but for
 * turns of one launch. */
static void test_rounds_of_folds_are_launched(void **state)
{
	(void)state;
	for (long n = 1; n < 40; n++) {
		Generated fold = of_rounds(FOLD, n), scan = of_rounds(SCAN, n);
		const double launches = artifact_launches(fold.artifact);

		assert_true(launches >= (double)n);
		assert_true(launches <= (double)n + 2);
		assert_in_range(fold.artifact->kernel_count, 1, 7);
		assert_in_range(temps_of(fold.artifact), 0, 4);
		assert_true(artifact_launches(scan.artifact)
			    <= 2 * (double)n);
		assert_in_range(scan.artifact->kernel_count, 1, 4);
		assert_in_range(temps_of(scan.artifact), 0, 1);
		generated_free(&fold);
		generated_free(&scan);
	}
}

static void test_many_rounds_of_folds_are_the_text_of_few(void **state)
{
	Generated few = of_rounds(FOLD, 6), many = of_rounds(FOLD, 1000000);

	(void)state;
	assert_int_equal(many.artifact->kernel_count,
			 few.artifact->kernel_count);
	assert_int_equal(many.artifact->loop_count, 1);
	assert_in_range(strlen(many.artifact->source), 1,
			strlen(few.artifact->source) + 100);
	generated_free(&few);
	generated_free(&many);
}

/* The first three of these rounds read no state; the first and the third store to
 * one place, each in a launch of its own. */
static void test_rounds_are_not_joined(void **state)
{
	Generated g = source_of("[\"concat\", [\"head\", [\"reduceSeq\", "
		"[\"fun\", [\"s\", \"k\"], [\"mapGlobal\", [\"fun\", [\"a\"], "
		"[\"if\", [\"<\", \"k\", 3], [\"f32\", \"k\"], \"a\"]], \"s\"]], "
		"\"xs\", [\"generate\", 4, \"id\"]]], "
		"[\"mapGlobal\", \"neg\", \"xs\"]]");

	(void)state;
	if (g.artifact->kernel_count < 4)
		fail_msg("joined:\n%s", g.artifact->source);
	generated_free(&g);
}

/* Of two arrays a round computes one, of both, and passes the other on: a launch
 * for each round, and three places. */
static void test_what_rounds_pass_on_is_not_copied(void **state)
{
	const char *format = "[\"get\", 1, [\"head\", [\"reduceSeq\", "
		"[\"fun\", [[\"a\", \"b\"], \"x\"], [\"tuple\", \"b\", "
		"[\"mapGlobal\", [\"fun\", [\"p\", \"q\"], [\"+\", \"p\", "
		"[\"*\", \"q\", \"x\"]]], [\"zip\", \"a\", \"b\"]]]], "
		"[\"tuple\", \"xs\", [\"fill\", \"N\", 2.0]], [\"map\", "
		"\"f32\", [\"generate\", %ld, \"id\"]]]]]";

	(void)state;
	for (long n = 1; n < 20; n++) {
		Generated g = of_rounds(format, n);
		const double most = (double)n + (double)(n / 3) + 2;

		if (artifact_launches(g.artifact) > most)
			fail_msg("%ld rounds:\n%s", n, g.artifact->source);
		assert_in_range(temps_of(g.artifact), 0, 3 + 1 + 1);
		generated_free(&g);
	}
}

#define UPDATED(guard, by) "[\"head\", [\"reduceSeq\", [\"fun\", [\"s\", \"k\"], " \
	"[\"mapGlobal\", [\"fun\", [\"v\", \"i\"], [\"if\", " guard ", " \
	"[\"-\", \"v\", " by "], \"v\"]], [\"zip\", \"s\", " \
	"[\"generate\", \"N\", \"id\"]]]], \"xs\", " \
	"[\"generate\", \"N\", \"id\"]]]"

static int temps_when(const char *body)
{
	Generated g = source_of(body);
	const int temps = temps_of(g.artifact);

	generated_free(&g);
	return temps;
}

/* A state of which no item reads what another one writes has one place, the
 * result, beside two for the number of the round; any other goes between two more. */
static void test_rounds_update_in_place(void **state)
{
	(void)state;
	assert_int_equal(temps_when(UPDATED("[\">\", \"i\", \"k\"]",
					    "[\"at\", \"s\", \"k\"]")), 2);
	assert_int_equal(temps_when(UPDATED("[\"!=\", \"i\", \"k\"]",
					    "[\"at\", \"s\", \"k\"]")), 2);
	assert_int_equal(temps_when(UPDATED("[\">=\", \"i\", \"k\"]",
					    "[\"at\", \"s\", \"k\"]")), 4);
	assert_int_equal(temps_when(UPDATED("[\">\", \"i\", \"k\"]",
			"[\"at\", \"s\", [\"-\", \"i\", 1]]")), 4);
	assert_int_equal(temps_when(UPDATED("[\"<\", \"v\", 0.5]",
					    "[\"at\", \"s\", \"k\"]")), 4);
}

static Generated with_asides(const char *body, int64_t bytes)
{
	const Device device = generated_device();
	CodegenOptions options = codegen_options(&device);

	options.aside_bytes = bytes;
	return generated_with(SIZES, INPUT, "", body, &options);
}

/* The temporary buffers, but for the result's places of N elements and the two of
 * the round's number, and the launches of 1,024 rounds. */
static void put_aside(const char *body, int64_t bytes, int slices,
		      int places, int launches)
{
	Generated g = with_asides(body, bytes);
	int found[2] = { 0 };

	assert_non_null(g.artifact);
	for (int i = 0; i < g.artifact->buffer_count; i++)
		if (g.artifact->buffers[i].role == BUFFER_TEMP)
			found[g.artifact->buffers[i].elements >= 1024]++;
	if (found[0] != slices + 2 || found[1] != places)
		fail_msg("%d slices, %d places:\n%s", found[0] - 2, found[1],
			 g.artifact->source);
	assert_in_range(artifact_launches(g.artifact), launches,
			launches + 3);
	generated_free(&g);
}

/* What items read of others' is copied by one launch a round before, if it is
 * little and the state is large; then the result is all there is of it. A turn is
 * two rounds. */
static void test_what_rounds_load_late_is_put_aside(void **state)
{
	const char *one = UPDATED("[\">=\", \"i\", \"k\"]",
				  "[\"at\", \"s\", \"k\"]");
	const char *two = UPDATED("[\">=\", \"i\", \"k\"]",
		"[\"+\", [\"at\", \"s\", \"k\"], [\"at\", \"s\", "
		"[\"-\", 1023, \"k\"]]]");
	const char *much = UPDATED("[\">\", \"i\", \"k\"]",
		"[\"at\", \"s\", [\"-\", \"i\", 1]]");

	(void)state;
	put_aside(one, 4096, 2, 0, 2 * 1024 - 1);
	put_aside(one, 4097, 0, 2, 1024);
	put_aside(one, 0, 0, 2, 1024);
	put_aside(two, 1, 4, 0, 2 * 1024 - 1);
	put_aside(much, 1, 0, 2, 1024);
}

typedef struct Count {
	long launches;
	int last, backwards;
} Count;

static bool count_launch(void *context, int k)
{
	Count *count = context;

	count->launches++;
	count->backwards += k <= count->last;
	count->last = k;
	return count->launches < 500;
}

static void test_rounds_inside_rounds(void **state)
{
	Generated g = of_rounds("[\"iterate\", 9, [\"iterate\", %ld, " STEP
				"], \"xs\"]", 8);
	Count count = { 0, -1, 0 };

	(void)state;
	has("[\"iterate\", 2, [\"iterate\", 3, " STEP "], \"xs\"]", "\nvoid ", 2);
	assert_true(artifact_loops_nest(g.artifact));
	assert_int_equal(artifact_launches(g.artifact), 72);
	assert_true(artifact_launch(g.artifact, count_launch, NULL, &count));
	assert_int_equal(count.launches, 72);
	assert_in_range(count.backwards, 9, 72);
	assert_in_range(g.artifact->kernel_count, 4, 25);
	generated_free(&g);
}

typedef struct Looks {
	long launches, looks, ends; /* the flag holds after so many launches */
} Looks;

static bool launch_looked(void *context, int k)
{
	Looks *looks = context;

	(void)k;
	looks->launches++;
	return true;
}

static bool look_at(void *context, int buffer, int32_t *flag)
{
	Looks *looks = context;

	looks->looks++;
	*flag = looks->launches >= looks->ends ? -1 : 0;
	return buffer == 3;
}

/* At most as many rounds for nothing as were needed, and at most 16; few looks. */
static void test_a_flag_is_looked_at_now_and_then(void **state)
{
	const ArtifactLoop loop = { 0, 1, 1000, 3, 16 };
	const Artifact artifact = { .kernel_count = 1, .loop_count = 1,
				    .loops = &loop };

	(void)state;
	for (long ends = 1; ends <= 1000; ends++) {
		Looks looks = { 0, 0, ends };

		assert_true(artifact_launch(&artifact, launch_looked, look_at,
					    &looks));
		assert_in_range(looks.launches, ends, 2 * ends);
		assert_in_range(looks.launches, ends, ends + 16);
		assert_in_range(looks.looks, 0, 5 + ends / 16);
	}
}

static void test_loops_that_do_not_nest(void **state)
{
	static const struct {
		ArtifactLoop loops[2];
		bool good;
	} cases[] = {
		{ { { 0, 4, 2, -1, 1 }, { 1, 2, 3, -1, 1 } }, true },
		{ { { 0, 2, 2, -1, 1 }, { 2, 2, 3, -1, 1 } }, true },
		{ { { 0, 2, 2, -1, 1 }, { 0, 2, 3, -1, 1 } }, true },
		{ { { 1, 2, 2, -1, 1 }, { 0, 4, 3, -1, 1 } }, false },
		{ { { 0, 2, 2, -1, 1 }, { 1, 2, 3, -1, 1 } }, false },
		{ { { 0, 4, 0, -1, 1 }, { 1, 2, 3, -1, 1 } }, false },
		{ { { 0, 4, 2, -1, 1 }, { 1, 0, 3, -1, 1 } }, false },
		{ { { 0, 4, 2, -1, 1 }, { 3, 2, 3, -1, 1 } }, false },
		{ { { -1, 4, 2, -1, 1 }, { 3, 1, 3, -1, 1 } }, false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ArtifactLoop loops[2] = { cases[i].loops[0],
					  cases[i].loops[1] };
		const Artifact artifact = { .kernel_count = 4, .loop_count = 2,
					    .loops = loops };

		assert_int_equal(artifact_loops_nest(&artifact),
				 cases[i].good);
	}
}

/* A state that is too much for an item is kept in global memory. */
static void test_a_large_state(void **state)
{
	(void)state;
	has("[\"iterate\", 5000, [\"mapSeq\", " HALVE "], [\"join\", "
	    "[\"fill\", 16, \"xs\"]]]", "p0", 0);
}

#define LAST(n, before) "[\"concat\", [\"mapGlobal\", \"neg\", [\"take\", \"N-" \
	n "+" before "\", \"xs\"]], [\"drop\", \"" before "\", [\"joinVec\", " \
	"[\"mapGlobal\", [\"mapVec\", \"neg\"], [\"splitVec\", " n \
	", [\"drop\", \"N-" n "\", \"xs\"]]]]]]"

static void has_open(const char *body, const char *word, int times)
{
	Generated g = generated_with("\"N\": 1021", INPUT,
				     "\"open\": [\"N\"],", body, NULL);

	if (!g.artifact)
		fail_msg("%s: %s", body, g.fault.message);
	assert_int_equal(occurrences(g.artifact->source, word), times);
	generated_free(&g);
}

/* A vector that begins before the end of others: not a statement for each lane
 * that may be one of them, but where they are few; and all at once where none is. */
static void test_lanes_from_one_on_are_a_loop(void **state)
{
	(void)state;
	has_open(LAST("16", "(N+15)//16*16-N"), " = p0[", 1);
	has_open(LAST("16", "(N+15)//16*16-N"), "if (", 1);
	has_open(LAST("16", "N//16*16+16-N"), " = p0[", 1);
	has_open(LAST("16", "N//16*16+16-N"), "if (", 0);
	has_open(LAST("4", "N//4*4+4-N"), "if (", 3);
}

/* Rows read by columns: the loop's number is divided by the length of a column,
 * unless one loop counts rows and one columns; no loop does where the number of
 * rounds is not that many times another. */
static void test_digits(void **state)
{
#define COLUMNS(n) "[\"join\", [\"mapGlobal\", [\"fun\", [\"c\"], [\"mapSeq\", " \
	"\"neg\", [\"take\", " n ", [\"join\", [\"transpose\", " \
	"[\"split\", 16, \"c\"]]]]]], [\"split\", 128, \"xs\"]]]"

	(void)state;
	has(COLUMNS("128"), "for (", 2);
	has(COLUMNS("128"), "%8", 0);
	has(COLUMNS("48"), "for (", 2);
	has(COLUMNS("48"), "%8", 0);
	has(COLUMNS("44"), "for (", 1);
	has(COLUMNS("44"), "%8", 1);
#undef COLUMNS
}

/* What goes on from element i of `states` in a row of 128, where those are of the
 * first 124, loads it, or has it. */
static void check_last(const char *states, int i, int loads)
{
	char body[1024];

	snprintf(body, sizeof body, "[\"join\", [\"mapGlobal\", [\"fun\", "
		 "[\"r\"], [\"let\", \"e\", [\"toGlobal\", %s], "
		 "[\"concat\", \"e\", [\"scanSeq\", \"+\", [\"head\", "
		 "[\"drop\", %d, \"e\"]], [\"drop\", 124, \"r\"]]]]], "
		 "[\"split\", 128, \"xs\"]]]", states, i);
	has(body, "= o0[", loads);
}

static void test_what_was_stored_last_is_not_loaded(void **state)
{
#define ROW "[\"take\", 124, \"r\"]"
	const char *scan = "[\"scanSeq\", \"+\", 0, " ROW "]";
	const char *vectors = "[\"joinVec\", [\"scanSeq\", [\"fun\", "
		"[\"c\", \"v\"], [\"mapVec\", \"+\", [\"tuple\", \"c\", "
		"\"v\"]]], [\"<f32; 4>\", [\"fill\", 4, 0]], "
		"[\"splitVec\", 4, " ROW "]]]";
	const char *other = "[\"mapSeq\", \"neg\", [\"scanSeq\", \"+\", 0, "
		ROW "]]";
#undef ROW

	(void)state;
	check_last(scan, 123, 0);
	check_last(scan, 122, 1);
	check_last(vectors, 123, 0);
	check_last(vectors, 120, 0);
	check_last(vectors, 119, 1);
	check_last(other, 123, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_loop_is_left),
		cmocka_unit_test(test_no_round_or_one),
		cmocka_unit_test(test_lanes_are_left_together),
		cmocka_unit_test(test_lanes_that_are_over_read_what_is_there),
		cmocka_unit_test(test_nobody_waits_in_a_loop_that_may_be_left),
		cmocka_unit_test(test_groups_hand_nothing_on),
		cmocka_unit_test(test_loops_over_what_would_be_registers),
		cmocka_unit_test(test_arrays_are_changed_in_place),
		cmocka_unit_test(test_a_result_has_room_for_what_it_is_made_of),
		cmocka_unit_test(test_a_scan_keeps_one_state),
		cmocka_unit_test(test_items_wait_in_rounds),
		cmocka_unit_test(test_rounds_of_kernels_are_launched),
		cmocka_unit_test(test_many_rounds_are_the_text_of_few),
		cmocka_unit_test(test_rounds_of_folds_are_launched),
		cmocka_unit_test(test_many_rounds_of_folds_are_the_text_of_few),
		cmocka_unit_test(test_rounds_are_not_joined),
		cmocka_unit_test(test_what_rounds_pass_on_is_not_copied),
		cmocka_unit_test(test_rounds_update_in_place),
		cmocka_unit_test(test_what_rounds_load_late_is_put_aside),
		cmocka_unit_test(test_what_all_rounds_load_is_loaded_once),
		cmocka_unit_test(test_rounds_inside_rounds),
		cmocka_unit_test(test_a_flag_is_looked_at_now_and_then),
		cmocka_unit_test(test_loops_that_do_not_nest),
		cmocka_unit_test(test_a_large_state),
		cmocka_unit_test(test_lanes_from_one_on_are_a_loop),
		cmocka_unit_test(test_digits),
		cmocka_unit_test(test_what_was_stored_last_is_not_loaded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
