/* What is counted of a low-level expression: properties first, then what is known
 * of the winners. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cost/cost.h"
#include "ir/front/document.h"

static Device cpu(void)
{
	Device device = device_generic();

	device.type = DEVICE_CPU;
	device.compute_units = 2;
	device.native_float_width = 8;
	return device;
}

static Device gpu(void)
{
	Device device = device_generic();

	device.type = DEVICE_GPU;
	device.compute_units = 132;
	device.group_multiple = 32;
	device.line_bytes = 128;
	return device;
}

static Cost cost_on(const Device *device, const char *text)
{
	const ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "test", text, &options,
					      diags);
	Cost cost;

	diags_print(diags, stderr);
	assert_non_null(program);
	cost = cost_of(program->body, device);
	diags_free(diags);
	ir_free(ir);
	return cost;
}

/* Of a text with a number for each %d, all the same. */
static Cost cost_with(const Device *device, const char *format, int n)
{
	char text[4096];

	snprintf(text, sizeof text, format, n);
	return cost_on(device, text);
}

#define CLOSE(a, b) assert_true(fabs((a) - (b)) <= 1e-9 * fabs(b))

static const char doubled[] =
	"{\"name\": \"p\", \"sizes\": {\"N\": %d}, \"inputs\": [{\"name\": "
	"\"xs\", \"type\": \"[f32; N]\"}], \"body\": [\"mapGlobal\", [\"fun\", "
	"[\"x\"], [\"*\", \"x\", 2]], \"xs\"]}";

static const char nothing[] =
	"{\"name\": \"p\", \"inputs\": [{\"name\": \"xs\", \"type\": "
	"\"[f32; 4]\"}], \"body\": [\"mapGlobal\", \"abs\", [\"take\", %d, \"xs\"]]}";

/* A map over n f32 reads and writes 8n bytes. */
static void test_map(void **state)
{
	const Device device = cpu();

	(void)state;
	assert_true(isfinite(cost_with(&device, nothing, 0).steps));
	for (int n = 1; n < 100000; n = 3 * n + 1) {
		Cost cost = cost_with(&device, doubled, n);

		CLOSE(cost.read + cost.written, 8.0 * n);
		CLOSE(cost.operations, 1.0 * n);
		CLOSE(cost.items, 1.0 * n);
	}
}

/* A row of products, by `form` inside of a row. */
static const char product[] =
	"{\"name\": \"p\", \"sizes\": {\"N\": %d}, \"inputs\": ["
	"{\"name\": \"A\", \"type\": \"[[f32; 64]; N]\"}, "
	"{\"name\": \"B\", \"type\": \"[[f32; 64]; 32]\"}], \"body\": "
	"[\"mapGlobal\", [\"fun\", [\"row\"], [\"join\", [\"mapSeq\", [\"fun\", "
	"[\"col\"], [\"reduceSeq\", [\"fun\", [\"s\", \"p\"], [\"+\", \"s\", "
	"[\"*\", [\"get\", 0, \"p\"], [\"get\", 1, \"p\"]]]], [\"f32\", 0], "
	"[\"zip\", \"row\", \"col\"]]], \"B\"]]], \"A\"]}";

/* What is done n times is n times as much; names are nothing. */
static void test_linear(void **state)
{
	const Device device = cpu();
	Cost one = cost_with(&device, product, 1);

	(void)state;
	CLOSE(one.read, 2.0 * 4 * 64 * 32);
	CLOSE(one.written, 4.0 * 32);
	CLOSE(one.operations, 2.0 * 64 * 32);
	for (int n = 2; n < 2000; n *= 5) {
		Cost many = cost_with(&device, product, n);

		CLOSE(many.read, n * one.read);
		CLOSE(many.written, n * one.written);
		CLOSE(many.operations, n * one.operations);
		CLOSE(many.vectors, n * one.vectors);
	}
}

static void test_names(void **state)
{
	const Device device = cpu();
	char text[2048], *at;
	Cost cost, other;

	(void)state;
	snprintf(text, sizeof text, doubled, 100);
	cost = cost_on(&device, text);
	while ((at = strstr(text, "\"x\"")))
		at[1] = 'y';
	while ((at = strstr(text, "xs")))
		at[1] = 'b';
	other = cost_on(&device, text);
	assert_memory_equal(&cost, &other, sizeof cost);
}

/* Products of m rows and n columns at a time. */
static Cost tile(const Device *device, int m, int n)
{
	char text[4096];

	snprintf(text, sizeof text,
		"{\"name\": \"p\", \"inputs\": ["
		"{\"name\": \"A\", \"type\": \"[[f32; 96]; 48]\"}, "
		"{\"name\": \"B\", \"type\": \"[[f32; 96]; 32]\"}], \"body\": "
		"[\"mapGlobal(1)\", [\"fun\", [\"a\"], [\"mapGlobal\", [\"fun\", "
		"[\"b\"], [\"reduceSeq\", [\"fun\", [\"acc\", \"p\"], "
		"[\"mapSeqUnroll\", [\"fun\", [\"q\"], [\"mapSeqUnroll\", "
		"[\"fun\", [\"r\"], [\"+\", [\"get\", 0, \"r\"], [\"*\", "
		"[\"get\", 1, \"q\"], [\"get\", 1, \"r\"]]]], [\"zip\", "
		"[\"get\", 0, \"q\"], [\"get\", 1, \"p\"]]]], [\"zip\", \"acc\", "
		"[\"get\", 0, \"p\"]]]], [\"fill\", %d, [\"fill\", %d, "
		"[\"f32\", 0]]], [\"zip\", [\"transpose\", \"a\"], "
		"[\"transpose\", \"b\"]]]], [\"split\", %d, \"B\"]]], "
		"[\"split\", %d, \"A\"]]}", m, n, n, m);
	return cost_on(device, text);
}

/* Tiles of m x n read the one factor m-th, the other n-th as often. */
static void test_tiles(void **state)
{
	const double all = 4.0 * 96 * 48 * 32;
	const Device device = cpu();

	(void)state;
	for (int m = 1; m <= 8; m *= 2)
		for (int n = 1; n <= 8; n *= 2) {
			Cost cost = tile(&device, m, n);

			CLOSE(cost.read, all / m + all / n);
			CLOSE(cost.written, 4.0 * 48 * 32);
			CLOSE(cost.operations, 2 * all / 4);
		}
}

/* Sums of rows, or of the columns one after the other. */
static Cost sums(const Device *device, const char *matrix)
{
	char text[2048];

	snprintf(text, sizeof text,
		"{\"name\": \"p\", \"inputs\": [{\"name\": \"A\", \"type\": "
		"\"[[f32; 4096]; 4096]\"}], \"body\": [\"mapGlobal\", [\"fun\", "
		"[\"row\"], [\"reduceSeq\", \"+\", [\"f32\", 0], \"row\"]], %s]}",
		matrix);
	return cost_on(device, text);
}

/* A column is a line for each element; on what is no CPU items side by side share
 * the lines of columns, and not those of rows. */
static void test_strides(void **state)
{
	const double bytes = 4.0 * 4096 * 4096;
	const Device device = cpu(), other = gpu();
	Cost rows = sums(&device, "\"A\"");
	Cost columns = sums(&device, "[\"transpose\", \"A\"]");

	(void)state;
	CLOSE(rows.read, bytes);
	CLOSE(columns.read, bytes);
	CLOSE(rows.moved, bytes + 4 * 4096);
	assert_true(columns.moved >= bytes);
	assert_true(rows.steps <= columns.steps);
	assert_true(sums(&other, "\"A\"").steps > 0);
}

static const char folded[] =
	"{\"name\": \"p\", \"sizes\": {\"N\": %d}, \"inputs\": [{\"name\": "
	"\"xs\", \"type\": \"[f32; N]\"}], \"body\": [\"reduceSeq\", \"+\", "
	"[\"f32\", 0], \"xs\"]}";

/* One item of a large reduction is as slow as a device has units. */
static void test_one_item(void **state)
{
	const Device device = gpu();
	const int n = 1 << 24;
	Cost one = cost_with(&device, folded, n);
	Cost many = cost_with(&device, doubled, n);

	(void)state;
	CLOSE(one.items, 1.0);
	assert_true(one.steps > 10 * many.steps);
}

/* In order, or n elements in parts of 64 by items of their own. */
static const char scattered[] =
	"{\"name\": \"p\", \"sizes\": {\"N\": %d}, \"inputs\": [{\"name\": "
	"\"is\", \"type\": \"[i32; N]\", \"range\": [0, 7]}, {\"name\": \"xs\", "
	"\"type\": \"[i32; N]\"}], \"body\": [\"toGlobal\", [\"scatter\", \"+\", "
	"[\"fill\", 8, 0], \"is\", \"xs\"]]}";
static const char in_parts[] =
	"{\"name\": \"p\", \"sizes\": {\"N\": %d}, \"inputs\": [{\"name\": "
	"\"is\", \"type\": \"[i32; N]\", \"range\": [0, 7]}, {\"name\": \"xs\", "
	"\"type\": \"[i32; N]\"}], \"body\": [\"mapGlobal\", [\"fun\", [\"p\"], "
	"[\"toPrivate\", [\"scatter\", \"+\", [\"fill\", 8, 0], [\"get\", 0, \"p\"], "
	"[\"get\", 1, \"p\"]]]], [\"zip\", [\"split\", 64, \"is\"], "
	"[\"split\", 64, \"xs\"]]]}";

/* Each element of a scatter is read, with its index, and what it is combined
 * with read and written; what it begins with is written once. */
static void test_scatter(void **state)
{
	const Device device = cpu();

	(void)state;
	for (int n = 64; n < 100000; n *= 4) {
		Cost alone = cost_with(&device, scattered, n);
		Cost parts = cost_with(&device, in_parts, n);

		CLOSE(alone.read, 12.0 * n);
		CLOSE(alone.written, 4.0 * n + 4 * 8);
		CLOSE(alone.items, 1.0);
		assert_true(alone.steps >= 4.0 * n);
		CLOSE(parts.read, 8.0 * n);
		CLOSE(parts.operations, alone.operations);
		assert_true(n < 4096 || parts.steps < alone.steps);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_map),
		cmocka_unit_test(test_linear),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_tiles),
		cmocka_unit_test(test_strides),
		cmocka_unit_test(test_one_item),
		cmocka_unit_test(test_scatter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
