/* candidates FACTS DOCUMENT COUNT FOLDER [NAME=VALUE ...]: kernels for a device
 * that is not there, as OpenCL text that kit_time runs: of at most COUNT
 * proposals half come from the default strategy, told of the times that the
 * model gives, and half are drawn at random. Each goes to a file of FOLDER,
 * PROGRAM-NUMBER.cl, and begins with its launch plan (kit_plan.h).
 * Candidates with loops of launches are left out, and all of a program whose
 * inputs are no floats. Prints how many were written. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "tests/device-kit/kit_plan.h"
#include "tests/gpu/proposed.h"

typedef struct Draw {
	const char *folder;
	uint64_t *hashes; /* of what was written */
	int written;
	bool failed; /* a file could not be written */
} Draw;

/* -- the launch plan ------------------------------------------------------- */

static const char *role_of(const ArtifactBuffer *buffer)
{
	return buffer->role == BUFFER_INPUT ? "in"
	     : buffer->role == BUFFER_TEMP ? "temp"
	     : buffer->into >= 0 ? "over" : "out";
}

static void put_kernel(FILE *file, const ArtifactKernel *k)
{
	fprintf(file, "//= kernel %s %d", k->name, k->dims);
	for (int d = 0; d < KIT_DIMS; d++)
		fprintf(file, " %" PRId64, d < k->dims ? k->global[d] : 1);
	for (int d = 0; d < KIT_DIMS; d++)
		fprintf(file, " %" PRId64, d < k->dims ? k->local[d] : 1);
	for (int i = 0; i < k->arg_count; i++)
		if (k->args[i].kind == ARG_BUFFER)
			fprintf(file, " b%d", k->args[i].index);
		else
			fprintf(file, " %s", scalar_name(k->args[i].scalar));
	fputc('\n', file);
}

static void put_plan(FILE *file, const Artifact *a, const char *name,
		     const char *choices, double seconds)
{
	fprintf(file, "//= candidate %s\n//= modelled_ns %.0f\n", name,
		seconds * 1e9);
	fprintf(file, "//= choices %s\n//= options %s\n", choices,
		a->build_options);
	for (int i = 0; i < a->buffer_count; i++)
		fprintf(file, "//= buffer %s %s %zu %" PRId64 "\n",
			role_of(&a->buffers[i]),
			scalar_name(a->buffers[i].scalar),
			scalar_bytes(a->buffers[i].scalar),
			a->buffers[i].elements);
	for (int i = 0; i < a->kernel_count; i++)
		put_kernel(file, &a->kernels[i]);
	fprintf(file, "%s\n", a->source);
}

/* -- drawing --------------------------------------------------------------- */

static bool is_float(Scalar scalar)
{
	return scalar == SCALAR_F32 || scalar == SCALAR_F64;
}

/* What kit_time can fill and launch. */
static bool can_run(const Artifact *a)
{
	if (a->loop_count || artifact_is_open(a)
	    || a->buffer_count > KIT_BUFFERS || a->kernel_count > KIT_KERNELS)
		return false;
	for (int i = 0; i < a->kernel_count; i++)
		if (a->kernels[i].arg_count > KIT_ARGS)
			return false;
	return true;
}

static bool is_new(Draw *d, uint64_t hash)
{
	for (int i = 0; i < d->written; i++)
		if (d->hashes[i] == hash)
			return false;
	return true;
}

static void write_down(Draw *d, const Proposed *proposed, const Artifact *a,
		       double seconds)
{
	char name[KIT_NAME], path[4096];
	FILE *file;

	if (d->failed || !can_run(a) || !is_new(d, a->hash))
		return;
	snprintf(name, sizeof name, "%s-%03d", proposed->absent.program->name,
		 d->written);
	snprintf(path, sizeof path, "%s/%s.cl", d->folder, name);
	file = fopen(path, "w");
	if (file)
		put_plan(file, a, name, proposed->derived->choices, seconds);
	if (!file || fclose(file)) {
		perror(path);
		d->failed = true;
		return;
	}
	d->hashes[d->written++] = a->hash;
}

static double look_at(void *context, const Proposed *proposed,
		      const Kernels *kernels)
{
	Modelled modelled = { .device = proposed->absent.device };

	model_see(&modelled, kernels);
	write_down(context, proposed, kernels->artifact, modelled.seconds);
	return modelled.seconds;
}

static bool inputs_are_floats(const Program *program)
{
	for (int i = 0; i < program->in_port_count; i++)
		if (!is_float(program->in_ports[i].scalar))
			return false;
	return true;
}

int main(int argc, char **argv)
{
	Draw d = { .written = 0 };
	Proposed p = { .see = look_at, .context = &d };
	const int count = argc > 3 ? atoi(argv[3]) : 0;

	if (argc < 5 || count < 1
	    || !proposed_open(&p, argv[1], argv[2], argc - 5, argv + 5))
		return 1;
	d.folder = argv[4];
	d.hashes = base_calloc((size_t)count, sizeof *d.hashes);
	if (inputs_are_floats(p.absent.program)) {
		proposed_draw(&p, strategy_kinds[0], (count + 1) / 2, 0);
		proposed_draw(&p, &strategy_random, count / 2, 0);
	}
	printf("%s: %d candidates\n", p.absent.program->name, d.written);
	proposed_close(&p);
	free(d.hashes);
	return d.failed;
}
