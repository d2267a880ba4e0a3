/* proposals FACTS DOCUMENT COUNT [SEED]: what the search proposes for a device
 * that is not there: its first COUNT candidates, told of no times but the rank
 * of static counts; with a SEED as many drawn at random. Prints how many kernels
 * they have, how many of these are in groups smaller than what the device
 * prefers, though there is work for 64 items, and how many are one item that
 * executes more than 4096 instructions. PROPOSALS_SHOW=1 shows these. */
#include <stdio.h>
#include <stdlib.h>

#include "cost/cost.h"
#include "codegen_opencl/codegen.h"
#include "ir/front/document.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/gpu/absent.h"
#include "tests/gpu/instructions.h"

enum { WORK = 64, ALONE = 4096 };

typedef struct Proposals {
	const Device *device;
	const Program *program;
	Derive *derive;
	Instructions instructions;
	int candidates, refused, kernels, small, alone;
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

static void count_kernel(Proposals *p, const ArtifactKernel *k, int i,
			 const Derived *derived)
{
	int64_t items = product(k->global, k->dims);

	p->kernels++;
	if (items >= WORK
	    && product(k->local, k->dims) < p->device->group_multiple) {
		p->small++;
		show("small", k, derived);
	}
	if (items == 1 && instructions_of(&p->instructions, i) > ALONE) {
		p->alone++;
		show("alone", k, derived);
	}
}

static Outcome count_candidate(Proposals *p, const Candidate *candidate)
{
	const Derived derived = derive_result(p->derive, candidate->state);
	CodegenOptions options = codegen_options(p->device);
	Arena *arena = arena_new();
	LegalFault fault = { 0 };
	const Artifact *made;

	options.contract = true;
	options.look = instructions_count;
	options.look_context = &p->instructions;
	made = codegen(arena, p->program, derived.low, p->device, &options,
		       &fault);
	p->candidates++;
	p->refused += !made;
	for (int i = 0; made && i < made->kernel_count; i++)
		count_kernel(p, &made->kernels[i], i, &derived);
	arena_free(arena);
	if (!made)
		return (Outcome){ .kind = OUTCOME_FAILED };
	return (Outcome){ .kind = OUTCOME_OK,
			  .seconds = cost_of(derived.low, p->device).steps };
}

static void count_all(Proposals *p, const StrategyKind *kind, int count,
		      uint64_t seed)
{
	Space space = derive_space(p->derive);
	Strategy *strategy = strategy_new(kind, &space, seed, -1);
	Candidate candidate;

	while (p->candidates < count
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE)
		strategy_tell(strategy, candidate.number,
			      count_candidate(p, &candidate));
	strategy_free(strategy);
}

int main(int argc, char **argv)
{
	Absent absent;
	Proposals p = { .candidates = 0 };

	if (argc < 4 || !absent_read(&absent, argv[1], argv[2], 0, NULL))
		return 1;
	p.device = absent.device;
	p.program = absent.program;
	p.derive = derive_new(rulebase_new(), p.program, p.device,
			      (RewriteOptions){ .rounding = true });
	count_all(&p, argc > 4 ? &strategy_random : strategy_kinds[0],
		  atoi(argv[3]), argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
	printf("%s: %d candidates, %d refused, %d kernels, %d small, %d alone\n",
	       p.program->name, p.candidates, p.refused, p.kernels, p.small,
	       p.alone);
	derive_free(p.derive);
	return 0;
}
