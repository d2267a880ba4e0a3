/* Every other document of tests/codegen, generated in one way of accessing vectors
 * (with LIFT_TUNE_MORE each, in each) and run on a real device, gives what the
 * evaluator gives, and stores nothing outside of its buffers. Without a device the
 * test is skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_documents.h"
#include "codegen_host.h"
#include "codegen_opencl/codegen.h"
#include "ir/eval/eval.h"

enum { SKIPPED = 77, PORTS = 64 };

/* -- data ------------------------------------------------------------------ */

/* Small integers, so that sums are exact; in the declared range if any. */
static void fill(const Port *port, Array *array)
{
	bool negative = scalar_is_float(port->scalar)
			|| scalar_is_signed(port->scalar);
	uint32_t state = (uint32_t)port->elements;

	*array = array_of_port(port);
	for (int64_t i = 0; i < array->elements; i++) {
		double part, value;

		state = state * 1664525u + 1013904223u;
		part = (double)(state >> 8) / 16777216.0;
		value = floor(part * 9) - (negative ? 4 : 0);
		if (port->scalar == SCALAR_BOOL)
			value = part < 0.5;
		else if (port->ranged && scalar_is_float(port->scalar))
			value = port->lo + (port->hi - port->lo) * part;
		else if (port->ranged)
			value = (double)port->ilo
				+ floor(part * (double)(port->ihi - port->ilo
							+ 1));
		array_set(array, i, value);
	}
}

static bool close_to(double value, double wanted)
{
	double size = fabs(wanted) > 1 ? fabs(wanted) : 1;

	return value == wanted || (isnan(value) && isnan(wanted))
	    || fabs(value - wanted) <= 1e-5 * size;
}

static bool same(const Program *program, const Array *got,
		 const Array *wanted)
{
	for (int p = 0; p < program->output_count; p++)
		for (int64_t i = 0; i < got[p].elements; i++) {
			double x = array_get(&got[p], i);
			double y = array_get(&wanted[p], i);

			if (close_to(x, y))
				continue;
			fprintf(stderr, "%s: output %d, element %lld: %.9g, "
				"expected %.9g\n", program->name, p,
				(long long)i, x, y);
			return false;
		}
	return true;
}

static void free_all(Array *arrays, int count)
{
	for (int i = 0; i < count; i++)
		array_free(&arrays[i]);
}

/* -- one document ---------------------------------------------------------- */

static bool run(CodegenHost *host, const Program *program,
		const Array *inputs, const Array *wanted, AccessForm access)
{
	CodegenOptions options = codegen_options(&host->device);
	Arena *arena = arena_new();
	LegalFault fault;
	const Artifact *artifact;
	Array got[PORTS];
	const char *what;
	bool good;

	options.access = access;
	options.around_bytes = 1;
	options.line_rounds = 1;
	options.narrow_bytes = 1;
	options.aside_bytes = 1;
	artifact = codegen(arena, program, program->body, &host->device,
			   &options, &fault);
	if (!artifact) {
		fprintf(stderr, "%s: refused: %s\n", program->name,
			fault.message);
		arena_free(arena);
		return false;
	}
	for (int i = 0; i < program->output_count; i++)
		got[i] = array_of_port(&program->out_ports[i]);
	what = codegen_host_run(host, program, artifact, inputs, got, 0, NULL);
	if (what)
		fprintf(stderr, "%s: %s\n", program->name, what);
	good = !what && same(program, got, wanted);
	if (!good)
		fprintf(stderr, "%s\n", artifact->source);
	free_all(got, program->output_count);
	arena_free(arena);
	return good;
}

typedef struct Test {
	CodegenHost *host;
	int number, tried, failed;
	bool all; /* documents and ways of access */
	Diags *diags;
} Test;

enum { FORMS = 3 };

/* One way of access a document, where vectors occur in turn, or all three. */
static void check(void *context, const Program *program, const char *line)
{
	Test *test = context;
	Array inputs[PORTS], wanted[PORTS];
	bool vectors = strstr(line, "Vec") != NULL;
	bool good = true;

	if (test->number++ % 2 && !test->all)
		return;
	test->tried++;
	for (int i = 0; i < program->in_port_count; i++)
		fill(&program->in_ports[i], &inputs[i]);
	if (!eval_run(program, program->body, inputs, EVAL_DECLARED, wanted,
		      test->diags)) {
		diags_print(test->diags, stderr);
		test->failed++;
		free_all(inputs, program->in_port_count);
		return;
	}
	for (int form = 0; form < (vectors ? FORMS : 1); form++)
		if (!vectors || test->all || test->tried % FORMS == form)
			good &= run(test->host, program, inputs, wanted,
				    (AccessForm)form);
	test->failed += !good;
	free_all(inputs, program->in_port_count);
	free_all(wanted, program->output_count);
}

int main(void)
{
	CodegenHost host;
	Test test = { .host = &host, .all = getenv("LIFT_TUNE_MORE") };

	if (!codegen_host_open(&host)) {
		printf("no OpenCL device: skipped\n");
		return SKIPPED;
	}
	test.diags = diags_new();
	if (!documents_each(check, &test)
	    || !documents_each_unknown(check, &test))
		test.failed++;
	printf("%d documents, %d failed\n", test.tried, test.failed);
	diags_free(test.diags);
	codegen_host_close(&host);
	return test.failed != 0;
}
