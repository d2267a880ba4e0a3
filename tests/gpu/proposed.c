#include "tests/gpu/proposed.h"

#include "codegen_opencl/model.h"

static double modelled(void *context, const Expr *low)
{
	const Absent *absent = context;

	return model_of(absent->program, low, absent->device);
}

bool proposed_open(Proposed *p, const char *facts, const char *document,
		   int count, char *const *sizes)
{
	if (!absent_read(&p->absent, facts, document, count, sizes))
		return false;
	p->derive = derive_new(rulebase_new(), p->absent.program,
			       p->absent.device,
			       (RewriteOptions){ .rounding = true });
	derive_model(p->derive, modelled, &p->absent);
	return true;
}

void proposed_close(Proposed *p)
{
	derive_free(p->derive);
}

static void see(void *context, const Kernels *kernels)
{
	Proposed *p = context;

	p->seconds = p->see(p->context, p, kernels);
}

static Outcome look_at(Proposed *p, const Candidate *candidate)
{
	const Derived derived = derive_result(p->derive, candidate->state);
	CodegenOptions options = codegen_options(p->absent.device);
	Arena *arena = arena_new();
	LegalFault fault = { 0 };
	bool made;

	options.contract = true;
	if (p->apart)
		options.access = ACCESS_VLOAD;
	p->derived = &derived;
	made = codegen_seen(arena, p->absent.program, derived.low,
			    p->absent.device, &options, see, p, &fault);
	p->derived = NULL;
	p->candidates++;
	p->refused += !made;
	arena_free(arena);
	return (Outcome){ .kind = made ? OUTCOME_OK : OUTCOME_FAILED,
			  .seconds = p->seconds };
}

void proposed_draw(Proposed *p, const StrategyKind *kind, int count,
		   uint64_t seed)
{
	const int end = p->candidates + count;
	Space space = derive_space(p->derive);
	Strategy *strategy = strategy_new(kind, &space, seed, -1);
	Candidate candidate;

	strategy->thorough = true;
	while (p->candidates < end
	       && strategy_ask(strategy, &candidate) == ASK_CANDIDATE)
		strategy_tell(strategy, candidate.number,
			      look_at(p, &candidate));
	strategy_free(strategy);
}
