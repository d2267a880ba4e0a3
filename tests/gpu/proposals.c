/* proposals FACTS DOCUMENT COUNT [SEED]: what the search proposes for a device
 * that is not there: its first COUNT candidates, told of the times that a model
 * gives; with a SEED as many drawn at random. Prints how many kernels
 * they have, how many of these are in groups smaller than what the device
 * prefers, though there is work for 64 items, and how many are one item that
 * executes more than 4096 instructions. PROPOSALS_SHOW=1 shows these. */
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "tests/gpu/instructions.h"
#include "tests/gpu/proposed.h"

enum { WORK = 64, ALONE = 4096 };

typedef struct Proposals {
	int kernels, small, alone;
} Proposals;

/* -- counting -------------------------------------------------------------- */

static int64_t product(const int64_t sizes[DEVICE_DIMS], int dims)
{
	int64_t result = 1;

	for (int d = 0; d < dims; d++)
		result *= sizes[d];
	return result;
}

static void show(const char *what, const ArtifactKernel *k,
		 const Derived *derived)
{
	if (!getenv("PROPOSALS_SHOW"))
		return;
	printf("  %s: %s of %lld in groups of %lld:", what, k->name,
	       (long long)product(k->global, k->dims),
	       (long long)product(k->local, k->dims));
	for (int i = 0; i < derived->label_count; i++)
		printf("%s %s", i ? ";" : "", derived->labels[i]);
	printf("\n");
}

static void count_kernel(Proposals *p, const Proposed *proposed,
			 const Kernels *kernels, int i)
{
	const ArtifactKernel *k = &kernels->artifact->kernels[i];
	const int64_t items = product(k->global, k->dims);

	p->kernels++;
	if (items >= WORK && product(k->local, k->dims)
			     < proposed->absent.device->group_multiple) {
		p->small++;
		show("small", k, proposed->derived);
	}
	if (items == 1 && instructions_of(kernels->items[i]) > ALONE) {
		p->alone++;
		show("alone", k, proposed->derived);
	}
}

static double count_kernels(void *context, const Proposed *proposed,
			    const Kernels *kernels)
{
	Modelled modelled = { .device = proposed->absent.device };

	for (int i = 0; i < kernels->artifact->kernel_count; i++)
		count_kernel(context, proposed, kernels, i);
	model_see(&modelled, kernels);
	return modelled.seconds;
}

int main(int argc, char **argv)
{
	Proposals all = { .kernels = 0 };
	Proposed p = { .see = count_kernels, .context = &all };

	if (argc < 4 || !proposed_open(&p, argv[1], argv[2], 0, NULL))
		return 1;
	proposed_draw(&p, argc > 4 ? &strategy_random : strategy_kinds[0],
		      atoi(argv[3]), argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
	printf("%s: %d candidates, %d refused, %d kernels, %d small, %d alone\n",
	       p.absent.program->name, p.candidates, p.refused, all.kernels,
	       all.small, all.alone);
	proposed_close(&p);
	return 0;
}
