/* best FACTS DOCUMENT COUNT [NAME=VALUE ...]: of the first COUNT proposals for a
 * device that is not there, each told of the time that a model of it gives, the
 * fastest by that: its time, and what all its kernels ask for: launches, sectors of
 * global memory, wavefronts of local memory, instructions of warps.
 * BEST_ALL=1 shows the same of all candidates first, with what they chose;
 * BEST_KERNELS=1 each of their kernels; BEST_SHOW=1 the best one's text, BEST_SHOW=N
 * that of the N-th candidate. */
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

/* Of one kernel, as of all. */
static void print_kernel(int number, const Sums *before, const Sums *now)
{
	printf("kernel %d: %.4g us, sectors %.0f, wavefronts %.0f, "
	       "instructions %.0f\n", number,
	       (now->seconds - before->seconds) * 1e6,
	       now->sectors - before->sectors,
	       now->wavefronts - before->wavefronts,
	       now->instructions - before->instructions);
}

static int wanted(void)
{
	const char *show = getenv("BEST_SHOW");

	return show ? atoi(show) : 0;
}

static void keep_source(Best *b, const Kernels *kernels)
{
	Text text = { 0 };

	free(b->source);
	text_put(&text, kernels->artifact->source);
	b->source = text.data;
}

static void keep_best(Best *b, const Kernels *kernels)
{
	const bool is_best = !b->best.seconds
			  || b->now.seconds < b->best.seconds;

	if (is_best)
		b->best = b->now;
	if (wanted() > 1 ? b->proposed.candidates + 1 == wanted() : is_best)
		keep_source(b, kernels);
}

static void print_sums(const Sums *s)
{
	printf("%.4g %.0f %.0f %.0f %.0f", s->seconds * 1e6, s->launches,
	       s->sectors, s->wavefronts, s->instructions);
}

static void show(const Best *b, const Derived *derived)
{
	printf("candidate %d ", b->proposed.candidates + 1);
	print_sums(&b->now);
	printf(":");
	for (int i = 0; i < derived->label_count; i++)
		printf("%s %s", i ? ";" : "", derived->labels[i]);
	printf("\n");
}

static double add_kernels(void *context, const Proposed *proposed,
			  const Kernels *kernels)
{
	Best *b = context;

	b->now = (Sums){ 0 };
	for (int i = 0; i < kernels->count; i++) {
		const Sums before = b->now;

		add_kernel(b, kernels->items[i]);
		if (getenv("BEST_KERNELS"))
			print_kernel(i, &before, &b->now);
	}
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
	printf("%s %d %d ", p->absent.program->name, p->candidates, p->refused);
	print_sums(&b.best);
	printf("\n");
	if (wanted() && b.source)
		puts(b.source);
	free(b.source);
	proposed_close(p);
	return b.best.seconds <= 0;
}
