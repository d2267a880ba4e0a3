/* best FACTS DOCUMENT COUNT [NAME=VALUE ...]: of the first COUNT proposals for a
 * device that is not there, each told of the time that a model of it gives, the
 * fastest by that: its time, and what all its kernels ask for: launches, sectors of
 * global memory, wavefronts of local memory, instructions of warps.
 * BEST_SHOW=1 shows its kernels, BEST_ALL=1 the times of all candidates. */
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "tests/gpu/proposed.h"

typedef struct Sums {
	double seconds, launches, sectors, wavefronts, instructions;
} Sums;

typedef struct Best {
	Proposed proposed;
	Sums now, best;
	char *source; /* of the best, malloc */
} Best;

static void add_kernel(Best *b, const struct Kernel *kernel)
{
	const Device *device = b->proposed.absent.device;
	const ModelKernel k = model_kernel(kernel, device);
	const Traffic *t = &k.traffic;

	b->now.seconds += model_time(&k, device);
	b->now.launches += t->launches;
	b->now.sectors += t->launches * (t->loads.sectors + t->stores.sectors);
	b->now.wavefronts += t->launches * t->wavefronts;
	b->now.instructions += t->launches * t->instructions;
}

static void keep_best(Best *b, const Kernels *kernels)
{
	Text text = { 0 };

	if (b->best.seconds && b->now.seconds >= b->best.seconds)
		return;
	b->best = b->now;
	free(b->source);
	text_put(&text, kernels->artifact->source);
	b->source = text.data;
}

static void show(const Best *b, const Derived *derived)
{
	printf("%.4g us, %.0f sectors:", b->now.seconds * 1e6, b->now.sectors);
	for (int i = 0; i < derived->label_count; i++)
		printf("%s %s", i ? ";" : "", derived->labels[i]);
	printf("\n");
}

static double add_kernels(void *context, const Proposed *proposed,
			  const Kernels *kernels)
{
	Best *b = context;

	b->now = (Sums){ 0 };
	for (int i = 0; i < kernels->count; i++)
		add_kernel(b, kernels->items[i]);
	keep_best(b, kernels);
	if (getenv("BEST_ALL"))
		show(b, proposed->derived);
	return b->now.seconds;
}

int main(int argc, char **argv)
{
	Best b = { .proposed = { .see = add_kernels } };
	Proposed *p = &b.proposed;

	p->context = &b;
	if (argc < 4 || !proposed_open(p, argv[1], argv[2], argc - 4, argv + 4))
		return 1;
	proposed_draw(p, strategy_kinds[0], atoi(argv[3]), 0);
	printf("%s %d %d %.4g %.0f %.0f %.0f %.0f\n", p->absent.program->name,
	       p->candidates, p->refused, b.best.seconds * 1e6, b.best.launches,
	       b.best.sectors, b.best.wavefronts, b.best.instructions);
	if (getenv("BEST_SHOW") && b.source)
		puts(b.source);
	free(b.source);
	proposed_close(p);
	return b.best.seconds <= 0;
}
