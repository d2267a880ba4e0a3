/* counts FACTS DOCUMENT COUNT SEED FOLDER [NAME=VALUE ...]: of so many
 * candidates drawn at random for a device that is not there, what each kernel
 * asks for by traffic.h, a line for each on standard output, and the kernel for
 * oclgrind-kernel, FOLDER/kN.cl and FOLDER/kN.sim: its name; requests and
 * sectors loaded, stored; local requests, wavefronts; barriers; instructions of
 * warps; sectors loaded once a group; then what model.h has of it beside these:
 * groups, items, registers, bytes of local memory, bytes of buffers, loads at a
 * time, sectors from beyond the first cache; and the number of its candidate, and how many kernels that has. Kernels
 * whose indices depend on data are left out. */
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "tests/gpu/proposed.h"

typedef struct Counts {
	const char *folder;
	int kernels;
} Counts;

static FILE *opened(const Counts *c, const char *end)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/k%d.%s", c->folder, c->kernels, end);
	file = fopen(path, "w");
	if (!file) {
		perror(path);
		exit(1);
	}
	return file;
}

static void put_argument(FILE *out, const Artifact *artifact,
			 const ArtifactArg *arg)
{
	const ArtifactBuffer *b = &artifact->buffers[arg->index];

	if (arg->kind == ARG_BUFFER)
		fprintf(out, "<size=%lld char fill=1>\n",
			(long long)(b->elements
				    * (int64_t)scalar_bytes(b->scalar)));
	else
		fprintf(out, "<size=%d char fill=1>\n",
			(int)scalar_bytes(arg->scalar));
}

static void put_kernel(const Counts *c, const Artifact *artifact,
		       const ArtifactKernel *k)
{
	FILE *out = opened(c, "cl");

	fputs(artifact->source, out);
	fclose(out);
	out = opened(c, "sim");
	fprintf(out, "k%d.cl\n%s\n", c->kernels, k->name);
	for (int d = 0; d < DEVICE_DIMS; d++)
		fprintf(out, "%lld ", d < k->dims ? (long long)k->global[d]
						  : 1LL);
	fprintf(out, "\n");
	for (int d = 0; d < DEVICE_DIMS; d++)
		fprintf(out, "%lld ", d < k->dims ? (long long)k->local[d]
						  : 1LL);
	fprintf(out, "\n\n");
	for (int i = 0; i < k->arg_count; i++)
		put_argument(out, artifact, &k->args[i]);
	fclose(out);
}

/* In the order of launches, up to the first that are made again. */
static double count_kernels(void *context, const Proposed *proposed,
			    const Kernels *kernels)
{
	Counts *c = context;

	for (int i = 0; i < kernels->count; i++) {
		const ModelKernel m = model_kernel(kernels->items[i],
						   proposed->absent.device);
		const Traffic t = m.traffic;

		if (t.launches > 1)
			break;
		if (t.guessed)
			continue;
		printf("k%d %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f",
		       c->kernels, t.loads.requests, t.loads.sectors,
		       t.stores.requests, t.stores.sectors, t.local_requests,
		       t.wavefronts, t.barriers, t.instructions,
		       t.group_sectors);
		printf(" %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f %d %d\n",
		       m.groups, m.items, m.registers, m.local_bytes, m.bytes,
		       m.ahead, t.far_sectors, t.loads.passes, t.stores.passes,
		       proposed->candidates, kernels->count);
		put_kernel(c, kernels->artifact,
			   &kernels->artifact->kernels[i]);
		c->kernels++;
	}
	return 1;
}

int main(int argc, char **argv)
{
	Counts c = { .folder = argc > 5 ? argv[5] : "." };
	/* Oclgrind's compiler takes vectors apart of which lanes alone are
	 * used; those of GPUs join what it leaves. */
	Proposed p = { .see = count_kernels, .context = &c, .apart = true };

	if (argc < 6 || !proposed_open(&p, argv[1], argv[2], argc - 6, argv + 6))
		return 1;
	proposed_draw(&p, &strategy_random, atoi(argv[3]),
		      strtoull(argv[4], NULL, 10));
	proposed_close(&p);
	return 0;
}
