/* best FACTS DOCUMENT COUNT [NAME=VALUE ...]: of the first COUNT proposals for a
 * device that is not there, each told of the time that a model of it gives, the
 * fastest by that: its time, and what all its kernels ask for: launches, sectors of
 * global memory, wavefronts of local memory, instructions of warps.
 * BEST_SHOW=1 shows its kernels, BEST_ALL=1 the times of all candidates. */
#include <stdio.h>
#include <stdlib.h>

#include "codegen_opencl/model.h"
#include "search/space/derive.h"
#include "search/strategy/strategy.h"
#include "tests/gpu/absent.h"

typedef struct Sums {
	double seconds, launches, sectors, wavefronts, instructions;
} Sums;

typedef struct Best {
	Absent absent;
	Derive *derive;
	int candidates, refused;
	Sums now, best;
	char *source; /* of the best, malloc */
} Best;

static void add_kernel(Best *b, const struct Kernel *kernel)
{
	const ModelKernel k = model_kernel(kernel, b->absent.device);
	const Traffic *t = &k.traffic;

	b->now.seconds += model_time(&k, b->absent.device);
	b->now.launches += t->launches;
	b->now.sectors += t->launches * (t->loads.sectors + t->stores.sectors);
	b->now.wavefronts += t->launches * t->wavefronts;
	b->now.instructions += t->launches * t->instructions;
}

static void add_kernels(void *context, const Kernels *kernels)
{
	Best *b = context;
	Text text = { 0 };

	b->now = (Sums){ 0 };
	for (int i = 0; i < kernels->count; i++)
		add_kernel(b, kernels->items[i]);
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

static Outcome look_at(Best *b, const Candidate *candidate)
{
	const Derived derived = derive_result(b->derive, candidate->state);
	CodegenOptions options = codegen_options(b->absent.device);
	Arena *arena = arena_new();
	LegalFault fault = { 0 };
	bool made;

	options.contract = true;
	made = codegen_seen(arena, b->absent.program, derived.low,
			    b->absent.device, &options, add_kernels, b, &fault);
	b->candidates++;
	b->refused += !made;
	if (made && getenv("BEST_ALL"))
		show(b, &derived);
	arena_free(arena);
	return (Outcome){ .kind = made ? OUTCOME_OK : OUTCOME_FAILED,
			  .seconds = b->now.seconds };
}

static void look_at_all(Best *b, int count)
{
	Space space = derive_space(b->derive);
	Strategy *strategy = strategy_new(strategy_kinds[0], &space, 0, -1);
	Candidate candidate;

	strategy->thorough = true;
	while (b->candidates < count
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE)
		strategy_tell(strategy, candidate.number,
			      look_at(b, &candidate));
	strategy_free(strategy);
}

int main(int argc, char **argv)
{
	Best b = { .candidates = 0 };

	if (argc < 4 || !absent_read(&b.absent, argv[1], argv[2], argc - 4,
				     argv + 4))
		return 1;
	b.derive = derive_new(rulebase_new(), b.absent.program,
			      b.absent.device,
			      (RewriteOptions){ .rounding = true });
	look_at_all(&b, atoi(argv[3]));
	printf("%s %d %d %.4g %.0f %.0f %.0f %.0f\n", b.absent.program->name,
	       b.candidates, b.refused, b.best.seconds * 1e6, b.best.launches,
	       b.best.sectors, b.best.wavefronts, b.best.instructions);
	if (getenv("BEST_SHOW") && b.source)
		puts(b.source);
	free(b.source);
	derive_free(b.derive);
	return b.best.seconds <= 0;
}
