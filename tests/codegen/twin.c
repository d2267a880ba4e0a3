#include "twin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/data/testdata.h"
#include "ir/eval/eval.h"
#include "ir/eval/field.h"

static void free_all(Array *arrays, int count)
{
	for (int i = 0; i < count; i++)
		array_free(&arrays[i]);
}

static void ask(TwinCase *twin)
{
	for (int i = 0; i < twin->program->output_count; i++) {
		Text why = { 0 };

		twin->judged[i] = field_judges(twin->program,
					       twin->program->body, i, &why);
		twin->judged_count += twin->judged[i];
		if (!twin->judged[i] && getenv("VERBOSE"))
			printf("%s, output %d: %s\n", twin->program->name, i,
			       text_string(&why));
		text_free(&why);
	}
}

bool twin_open(TwinCase *twin, const Program *program, uint64_t seed)
{
	Diags *diags = diags_new();
	bool good;

	*twin = (TwinCase){ .program = program };
	ask(twin);
	for (int i = 0; i < program->in_port_count; i++)
		twin->inputs[i] = testdata_draw(&program->in_ports[i], seed,
						TESTDATA_FIELD);
	good = twin->judged_count
	    && eval_run(program, program->body, twin->inputs, EVAL_FIELD,
			twin->wanted, diags);
	if (!good)
		free_all(twin->inputs, program->in_port_count);
	if (twin->judged_count)
		diags_print(diags, stderr);
	diags_free(diags);
	return good;
}

void twin_close(TwinCase *twin)
{
	free_all(twin->inputs, twin->program->in_port_count);
	free_all(twin->wanted, twin->program->output_count);
}

static bool is_same(const TwinCase *twin, const Array *got)
{
	for (int i = 0; i < twin->program->output_count; i++)
		if (twin->judged[i]
		    && memcmp(got[i].data, twin->wanted[i].data,
			      array_bytes(&got[i])) != 0)
			return false;
	return true;
}

static TwinResult run(const TwinCase *twin, CodegenHost *host,
		      const Artifact *artifact)
{
	const Program *program = twin->program;
	Array got[TWIN_PORTS];
	const char *what;
	TwinResult result;

	for (int i = 0; i < program->output_count; i++)
		got[i] = array_new(twin->wanted[i].scalar, twin->wanted[i].rank,
				   twin->wanted[i].dims);
	what = codegen_host_run(host, program, artifact, twin->inputs, got, 0,
				NULL);
	if (what && getenv("VERBOSE"))
		fprintf(stderr, "%s: %s\n%s\n", program->name, what,
			artifact->source);
	result = what ? TWIN_FAILED
	       : is_same(twin, got) ? TWIN_SAME : TWIN_DIFFERS;
	free_all(got, program->output_count);
	return result;
}

TwinResult twin_run(const TwinCase *twin, CodegenHost *host, const Expr *low,
		    CodegenOptions options, TwinFault *fault, void *context)
{
	Arena *arena = arena_new();
	TwinResult result = TWIN_REFUSED;
	const Artifact *artifact;
	LegalFault illegal;
	Artifact faulty;
	char *source = NULL;

	options.field = true;
	artifact = codegen(arena, twin->program, low, &host->device, &options,
			   &illegal);
	if (artifact && fault)
		source = fault(context, artifact->source);
	if (source) {
		faulty = *artifact;
		faulty.source = source;
		artifact = &faulty;
	}
	if (artifact && (!fault || source))
		result = run(twin, host, artifact);
	free(source);
	arena_free(arena);
	return result;
}
