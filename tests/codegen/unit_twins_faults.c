/* Faults planted into twins of the documents of tests/codegen: a step of a loop
 * that sums residues is left out (the first, the middle, the last one) or made
 * twice, a vector that is read is 0, two elements that are stored are swapped.
 * Residues show every one, those of an access perhaps on other data: what is
 * stored may be bools. A seventh of the documents; with LIFT_TUNE_LONG all.
 * Without an OpenCL device the test is skipped. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "codegen_documents.h"
#include "twin.h"

enum { SKIPPED = 77, ONE_OF = 7, PLACES_MAX = 3 };

typedef enum { FIRST, MIDDLE, LAST, TWICE, ZEROS, SWAPPED, FAULTS } Fault;

static const char *const names[FAULTS] = {
	"first step left out", "middle step left out", "last step left out",
	"a step made twice", "a vector of zeros", "two elements swapped",
};

/* Which fault, and at which of the places where it can be. */
typedef struct Plant {
	Fault fault;
	int place;
} Plant;

/* -- loops ----------------------------------------------------------------- */

typedef struct Loop {
	const char *at, *end; /* of "for (...) {" */
	char name[16];
	long count;
} Loop;

static bool read_loop(const char *line, Loop *loop)
{
	int length = 0;

	loop->at = strstr(line, "for (int ");
	return loop->at
	    && sscanf(loop->at, "for (int %15[a-z0-9] = 0; %*[a-z0-9] < %ld; "
		      "%*[a-z0-9]++) {%n", loop->name, &loop->count,
		      &length) == 2
	    && length && (loop->end = loop->at + length);
}

/* Whether it is an innermost loop and each step adds to what it keeps. */
static bool is_sum(const Loop *loop)
{
	const char *brace = strchr(loop->end, '}');
	const char *inner = strstr(loop->end, "for (");
	const char *sum = loop->end;

	if (!brace || (inner && inner < brace) || loop->count < 3)
		return false;
	while ((sum = strstr(sum, "\tacc")) && sum < brace) {
		size_t name = strcspn(++sum, " ");
		const char *value = sum + name;
		char again[40];

		snprintf(again, sizeof again, "(%.*s,", (int)name, sum);
		if (!strncmp(value, " = residue_add_", 15)
		    && strstr(value, again) == strchr(value, '('))
			return true;
	}
	return false;
}

static void put_loop(Text *out, const Loop *loop, Fault fault)
{
	long first = fault == FIRST, count = loop->count - (fault == LAST);
	long middle = loop->count / 2;
	const char *i = loop->name;

	if (fault == TWICE) {
		text_printf(out, "for (int %s = 0, again = 1; %s < %ld; %s++, "
			    "again && %s == %ld ? (again = 0, %s--) : 0) {", i,
			    i, count, i, i, middle, i);
		return;
	}
	text_printf(out, "for (int %s = %ld; %s < %ld; %s++) {", i, first, i,
		    count, i);
	if (fault == MIDDLE)
		text_printf(out, "\nif (%s == %ld) continue;", i, middle);
}

static char *in_loop(const Plant *plant, const char *source)
{
	int place = plant->place;
	Text out = { 0 };
	Loop loop;

	for (const char *line = source; read_loop(line, &loop);
	     line = loop.end) {
		if (!is_sum(&loop) || place--)
			continue;
		text_bytes(&out, source, (size_t)(loop.at - source));
		put_loop(&out, &loop, plant->fault);
		text_put(&out, loop.end);
		return out.data;
	}
	return NULL;
}

/* -- accesses -------------------------------------------------------------- */

/* "*(global const uint4u *)(i0 + 4*g0)" */
static char *in_load(const Plant *plant, const char *source)
{
	int place = plant->place, width, length;
	const char *at = source;
	Text out = { 0 };

	while ((at = strstr(at, "*(global const uint")) != NULL) {
		length = 0;
		if (sscanf(at, "*(global const uint%du *)(%*[^()])%n", &width,
			   &length) != 1 || !length || place--) {
			at++;
			continue;
		}
		text_bytes(&out, source, (size_t)(at - source));
		text_printf(&out, "(uint%d)(0u)", width);
		text_put(&out, at + length);
		return out.data;
	}
	return NULL;
}

/* "o0[16*g0 + i] = ", where that is all that is done with the output. */
static char *in_store(const Plant *plant, const char *source)
{
	const char *name = strstr(source, "o0"), *at;
	Text out = { 0 };
	char index[100];
	int length = 0;

	at = name ? strstr(name + 1, "\to0[") : NULL;
	if (!at || plant->place || strstr(name + 1, "o0") != at + 1
	    || strstr(at + 2, "o0")
	    || sscanf(at, "\to0[%99[^][]] = %n", index, &length) != 1
	    || !length)
		return NULL;
	text_bytes(&out, source, (size_t)(at - source));
	text_printf(&out, "\to0[(%s) < 2 ? (%s) ^ 1 : (%s)] = ", index, index,
		    index);
	text_put(&out, at + length);
	return out.data;
}

static char *plant_into(void *context, const char *source)
{
	const Plant *plant = context;

	return plant->fault == ZEROS ? in_load(plant, source)
	     : plant->fault == SWAPPED ? in_store(plant, source)
	     : in_loop(plant, source);
}

/* -- documents ------------------------------------------------------------- */

typedef struct Test {
	CodegenHost *host;
	bool all;
	int documents, planted[FAULTS], seen[FAULTS];
} Test;

static TwinResult run(const Test *test, const TwinCase *twin, Plant plant)
{
	return twin_run(twin, test->host, twin->program->body,
			codegen_options(&test->host->device), plant_into,
			&plant);
}

static TwinResult run_again(const Test *test, const TwinCase *twin,
			    Plant plant)
{
	TwinResult result = TWIN_SAME;
	TwinCase other;

	for (uint64_t seed = 2; seed < 6 && result == TWIN_SAME; seed++)
		if (twin_open(&other, twin->program, seed)) {
			result = run(test, &other, plant);
			twin_close(&other);
		}
	return result;
}

/* False when there is no such place. */
static bool try_plant(Test *test, const TwinCase *twin, Plant plant)
{
	TwinResult result = run(test, twin, plant);

	if (result == TWIN_REFUSED)
		return false;
	if (result == TWIN_SAME && plant.fault >= ZEROS)
		result = run_again(test, twin, plant);
	test->planted[plant.fault]++;
	test->seen[plant.fault] += result == TWIN_DIFFERS;
	if (result != TWIN_DIFFERS)
		fprintf(stderr, "%s: %s, place %d: %s\n", twin->program->name,
			names[plant.fault], plant.place,
			result == TWIN_SAME ? "not seen" : "does not run");
	return true;
}

/* Whether the first two elements of the first output are two residues. */
static bool are_swappable(const TwinCase *twin)
{
	const Array *wanted = &twin->wanted[0];
	const uint32_t *x = wanted->data;

	return scalar_is_float(twin->program->out_ports[0].scalar)
	    && wanted->elements > 1 && x[0] != x[1];
}

static void check(void *context, const Program *program, const char *line)
{
	Test *test = context;
	TwinCase twin;
	int faults;

	(void)line;
	if ((test->documents++ % ONE_OF && !test->all)
	    || !twin_open(&twin, program, 1))
		return;
	faults = are_swappable(&twin) ? FAULTS : SWAPPED;
	for (int fault = 0; fault < faults; fault++)
		for (int place = 0; place < PLACES_MAX; place++)
			if (!try_plant(test, &twin, (Plant){ (Fault)fault,
							     place }))
				break;
	twin_close(&twin);
}

int main(void)
{
	CodegenHost host;
	Test test = { .host = &host, .all = getenv("LIFT_TUNE_LONG") };
	int missed = 0;

	if (!codegen_host_open(&host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	if (!documents_each(check, &test))
		missed++;
	for (int i = 0; i < FAULTS; i++) {
		printf("%s: %d of %d seen\n", names[i], test.seen[i],
		       test.planted[i]);
		missed += test.planted[i] - test.seen[i];
	}
	codegen_host_close(&host);
	return missed != 0;
}
