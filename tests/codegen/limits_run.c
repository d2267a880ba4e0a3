#include "limits_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/codegen.h"
#include "ir/eval/eval.h"
#include "ir/front/document.h"

enum { PORTS = 256 };

static bool is_nan(const Array *array, int64_t i)
{
	return scalar_is_float(array->scalar) && isnan(array_get(array, i));
}

static bool is_same(const Array *a, const Array *b, int64_t i)
{
	size_t size = scalar_bytes(a->scalar);

	return !memcmp((const char *)a->data + (size_t)i * size,
		       (const char *)b->data + (size_t)i * size, size)
	    || (is_nan(a, i) && is_nan(b, i));
}

static void tell(const Program *program, const Array *inputs, int port,
		 int64_t i, const Array *got, const Array *wanted)
{
	fprintf(stderr, "%s: output %d, element %lld: %.17g, expected %.17g",
		program->name, port, (long long)i, array_get(got, i),
		array_get(wanted, i));
	for (int p = 0; p < program->in_port_count; p++)
		if (inputs[p].elements > i)
			fprintf(stderr, ", %s = %.17g",
				program->in_ports[p].name,
				array_get(&inputs[p], i));
	fprintf(stderr, "\n");
}

/* Outputs that differ: each is told of once. */
static int differences(const Program *program, const Array *inputs,
		       const Array *got, const Array *wanted)
{
	int count = 0;

	for (int p = 0; p < program->output_count; p++) {
		int64_t i = 0;

		while (i < got[p].elements && is_same(&got[p], &wanted[p], i))
			i++;
		if (i == got[p].elements)
			continue;
		tell(program, inputs, p, i, &got[p], &wanted[p]);
		count++;
	}
	return count;
}

static bool compare(Limits *limits, const Program *program, const Array *inputs,
		    const Artifact *artifact)
{
	Array got[PORTS], wanted[PORTS];
	const char *what;
	bool good;

	if (!eval_run(program, program->body, inputs, EVAL_DECLARED, wanted,
		      limits->diags))
		return false;
	for (int i = 0; i < program->output_count; i++)
		got[i] = array_of_port(&program->out_ports[i]);
	what = codegen_host_run(&limits->host, program, artifact, inputs, got,
				0, NULL);
	if (what)
		fprintf(stderr, "%s: %s\n", program->name, what);
	good = !what && !differences(program, inputs, got, wanted);
	for (int i = 0; i < program->output_count; i++) {
		array_free(&got[i]);
		array_free(&wanted[i]);
	}
	return good;
}

static bool generate(Limits *limits, const Program *program,
		     const Array *inputs)
{
	CodegenOptions options = codegen_options(&limits->host.device);
	Arena *arena = arena_new();
	LegalFault fault;
	const Artifact *artifact = codegen(arena, program, program->body,
					   &limits->host.device, &options,
					   &fault);
	bool good = artifact && compare(limits, program, inputs, artifact);

	if (!artifact)
		fprintf(stderr, "%s: refused: %s\n", program->name,
			fault.message);
	else if (!good && getenv("VERBOSE"))
		fprintf(stderr, "%s\n", artifact->source);
	arena_free(arena);
	return good;
}

void limits_run(Limits *limits, const char *text, const Numbers *numbers)
{
	const ReadOptions options = { .concrete = true };
	Ir *ir = ir_new();
	Program *program = program_read(ir, "limits", text, &options,
					limits->diags);
	Array inputs[PORTS];
	bool good = program != NULL;

	for (int i = 0; program && i < program->in_port_count; i++) {
		inputs[i] = array_of_port(&program->in_ports[i]);
		memcpy(inputs[i].data, numbers[i].data,
		       array_bytes(&inputs[i]));
	}
	good = good && generate(limits, program, inputs);
	for (int i = 0; program && i < program->in_port_count; i++)
		array_free(&inputs[i]);
	if (!good)
		fprintf(stderr, "%s\n", text);
	if (!good)
		diags_print(limits->diags, stderr);
	limits->programs++;
	limits->failed += !good;
	ir_free(ir);
}
