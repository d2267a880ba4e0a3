/* Kernels of open sizes: each document of tests/codegen/open.jsonl is generated
 * once, and run on a real device at many sizes, at each of which it gives what
 * the evaluator gives for a document of these sizes, and stores nothing outside
 * of its buffers; or says by a guard that it does not. The first size of a
 * document is one of those. A fifth of the documents, with LIFT_TUNE_LONG all,
 * have one so large that indices need 64 bits; none of these is cut to 32 there.
 * Vectors are loaded and stored through pointers, too.
 * Without a device the test is skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_host.h"
#include "codegen_opencl/codegen.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"

enum { SKIPPED = 77, PORTS = 16, SIZES = 4, LARGE = 1 << 28,
       SPARSE = 5 };

static const int64_t values[] = { 0, 1, 2, 3, 8, 17, 33, 256, 100, 257 };

enum { VALUES = sizeof values / sizeof *values };

/* -- one document at one point --------------------------------------------- */

typedef struct Point {
	const char *line;
	const Program *open;     /* as it was generated */
	const Artifact *artifact;
	SizeBinding sizes[SIZES]; /* of this point */
	CodegenHost *host;
	int run, guarded, failed;
} Point;

static int64_t value_of(void *context, const char *name)
{
	const Point *point = context;

	for (int i = 0; i < point->open->size_count; i++)
		if (!strcmp(point->sizes[i].name, name))
			return point->sizes[i].value;
	return 0;
}

static void fill(const Port *port, Array *array)
{
	uint32_t state = (uint32_t)port->elements;

	*array = array_of_port(port);
	for (int64_t i = 0; i < array->elements; i++) {
		state = state * 1664525u + 1013904223u;
		array_set(array, i, (double)(state >> 24) - 100);
	}
}

static bool close_to(double value, double wanted)
{
	double size = fabs(wanted) > 1 ? fabs(wanted) : 1;

	return fabs(value - wanted) <= 1e-5 * size
	    || (isnan(value) && isnan(wanted));
}

static bool same(const Program *program, const Array *got,
		 const Array *wanted)
{
	for (int p = 0; p < program->output_count; p++)
		for (int64_t i = 0; i < got[p].elements; i++)
			if (!close_to(array_get(&got[p], i),
				      array_get(&wanted[p], i))) {
				fprintf(stderr, "output %d, element %lld: "
					"%.9g, expected %.9g\n", p,
					(long long)i, array_get(&got[p], i),
					array_get(&wanted[p], i));
				return false;
			}
	return true;
}

static void free_all(Array *arrays, int count)
{
	for (int i = 0; i < count; i++)
		array_free(&arrays[i]);
}

static bool run(Point *point, const Program *program,
		const Artifact *artifact, Diags *diags)
{
	Array inputs[PORTS], wanted[PORTS], got[PORTS];
	const char *fault;
	bool good;

	for (int i = 0; i < program->in_port_count; i++)
		fill(&program->in_ports[i], &inputs[i]);
	for (int i = 0; i < program->output_count; i++)
		got[i] = array_of_port(&program->out_ports[i]);
	good = eval_run(program, program->body, inputs, EVAL_DECLARED, wanted,
			diags);
	fault = codegen_host_run(point->host, program, artifact, inputs, got,
				 0, NULL);
	if (fault)
		fprintf(stderr, "%s\n", fault);
	good = good && !fault && same(program, got, wanted);
	free_all(inputs, program->in_port_count);
	free_all(got, program->output_count);
	free_all(wanted, program->output_count);
	return good;
}

/* A document of just these sizes may not be one: then a guard must say so. */
static void at_point(Point *point)
{
	const ReadOptions options = { .concrete = true,
				      .override_count = point->open->size_count,
				      .overrides = point->sizes,
				      .empty = true };
	int64_t open[32] = { 0 };
	Ir *ir = ir_new();
	Arena *arena = arena_new();
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "open", point->line,
					      &options, diags);
	const Artifact *artifact = artifact_at(arena, point->artifact,
					       value_of, point, open);
	bool good = program || !artifact;

	if (program && artifact) {
		good = run(point, program, artifact, diags);
		point->run++;
	} else {
		point->guarded++;
	}
	if (!good) {
		fprintf(stderr, "%s at", point->open->name);
		for (int i = 0; i < point->open->size_count; i++)
			fprintf(stderr, " %s=%lld", point->sizes[i].name,
				(long long)point->sizes[i].value);
		fprintf(stderr, "\n%s\n", point->artifact->source);
		diags_print(diags, stderr);
		point->failed++;
	}
	diags_free(diags);
	arena_free(arena);
	ir_free(ir);
}

/* -- one document ---------------------------------------------------------- */

/* Each size sees each value; several see each other at two distances. */
static void at_all(Point *point, int step)
{
	const int count = point->open->size_count;

	for (int apart = 0; apart < (count > 1 ? 8 : 4); apart += 4)
		for (int v = 0; v < VALUES; v += step) {
			for (int i = 0; i < count; i++) {
				int at = (v + i * apart) % VALUES;

				point->sizes[i].name
					= point->open->sizes[i].name;
				point->sizes[i].value = values[at];
			}
			at_point(point);
		}
}

/* The document where its first size is so many times as large. */
static const Program *read_larger(Ir *ir, const char *line, int64_t times,
				  Diags *diags)
{
	ReadOptions options = { .concrete = true, .open = "all" };
	const Program *program = program_read(ir, "open", line, &options,
					      diags);
	SizeBinding larger;

	if (!program || times == 1)
		return program;
	larger = program->sizes[0];
	larger.value *= times;
	options.override_count = 1;
	options.overrides = &larger;
	return program_read(ir, "open", line, &options, diags);
}

/* Whether an open variable that needs 64 bits is used as one of 32. */
static bool is_cut(const Artifact *artifact)
{
	for (int i = 0; i < artifact->open_count; i++) {
		const Size *size = artifact->open[i];
		char cut[32];
		const char *at;

		if (size->terms[0].atoms[0]->kind != ATOM_VAR)
			continue;
		snprintf(cut, sizeof cut, "(int)(long)z%d", i);
		at = strstr(artifact->source, cut);
		if (at && (at[strlen(cut)] < '0' || at[strlen(cut)] > '9')) {
			fprintf(stderr, "%s in\n%s\n", cut, artifact->source);
			return true;
		}
	}
	return false;
}

static bool document(CodegenHost *host, const char *line, int64_t local,
		     int64_t times)
{
	CodegenOptions own = codegen_options(&host->device);
	Device large = host->device;
	Point point = { .line = line, .host = host };
	Arena *arena = arena_new();
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	LegalFault fault = { 0 };
	bool wide;

	own.around_bytes = 1;
	own.line_rounds = 1;
	own.narrow_bytes = 1;
	if (!local)
		own.access = ACCESS_UNALIGNED;
	own.local_size[0] = local;
	if (times > 1)
		large.max_alloc_bytes = large.global_bytes = INT64_MAX;
	point.open = read_larger(ir, line, times, diags);
	if (point.open)
		point.artifact = codegen(arena, point.open, point.open->body,
					 &large, &own, &fault);
	if (point.artifact)
		at_all(&point, local || times > 1 ? 3 : 1);
	else
		fprintf(stderr, "%s: %s\n", line, fault.message);
	wide = point.artifact && point.artifact->wide == (times > 1)
	    && !(times > 1 && is_cut(point.artifact));
	diags_print(diags, stderr);
	printf("%s: %d run, %d not of its guards\n",
	       point.open ? point.open->name : "?", point.run, point.guarded);
	diags_free(diags);
	arena_free(arena);
	ir_free(ir);
	return point.artifact && point.run && !point.failed && wide;
}

int main(void)
{
	const char *root = getenv("srcdir");
	CodegenHost host = { 0 };
	char path[4096], *line = NULL;
	size_t capacity = 0;
	bool good = true;
	FILE *file;

	if (!codegen_host_open(&host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	snprintf(path, sizeof path, "%s/tests/codegen/open.jsonl",
		 root ? root : ".");
	file = fopen(path, "r");
	for (int number = 0; file && getline(&line, &capacity, file) > 0;
	     number++) {
		for (int local = 0; local <= 8; local += 8)
			good &= document(&host, line, local, 1);
		if (number % SPARSE == 0 || getenv("LIFT_TUNE_LONG"))
			good &= document(&host, line, number / SPARSE % 2 ? 0
					 : 8, LARGE);
	}
	good &= file != NULL;
	free(line);
	if (file)
		fclose(file);
	codegen_host_close(&host);
	return !good;
}
