#include "tests/prover/tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/space/derive.h"

enum { SKIPPED = 77,
       BUSY_SECONDS = 30 /* for a machine that has other things to do */ };

Tally tally_new(int part)
{
	bool all = getenv("LIFT_TUNE_LONG") != NULL;

	if (!prove_solver()) {
		printf("no solver: skipped\n");
		exit(SKIPPED);
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	return (Tally){ .part = all ? 1 : part,
			.limit = all ? PROVE_SECONDS : BUSY_SECONDS };
}

bool tally_is_due(Tally *tally, const char *name)
{
	const char *only = getenv("ONLY");

	if (only)
		return strstr(name, only) != NULL;
	return tally->offered++ % tally->part == 0;
}

void tally_see(void *context, const Kernels *kernels)
{
	Tally *tally = context;
	Arena *arena = arena_new();
	const Proof *proof = prove_kernels(arena, kernels, tally->limit);

	tally->seen++;
	tally->seconds += proof->seconds;
	tally->proved += proof->verdict == PROVE_PROVED;
	tally->refuted += proof->verdict == PROVE_REFUTED;
	for (int i = 0; i < proof->count; i++)
		if (proof->kernels[i].seconds > tally->slowest)
			tally->slowest = proof->kernels[i].seconds;
	if (proof->verdict != PROVE_PROVED)
		printf("%s%s%s: %s: %s\n", kernels->program->name,
		       tally->what ? ", " : "", tally->what ? tally->what : "",
		       proof_verdict_name(proof->verdict), proof->detail);
	arena_free(arena);
}

bool tally_try(Tally *tally, const Program *program, const Expr *low,
	       const Device *device, const CodegenOptions *options)
{
	Arena *arena = arena_new();
	LegalFault fault;
	bool good = codegen_seen(arena, program, low, device, options,
				 tally_see, tally, &fault) != NULL;

	tally->refused += !good;
	arena_free(arena);
	return good;
}

void tally_search(Tally *tally, const StrategyKind *kind, int count,
		  const Program *program, const Device *device)
{
	const CodegenOptions options = codegen_options(device);
	RuleBase *base = rulebase_new();
	Derive *derive = derive_new(base, program, device,
				    (RewriteOptions){ .strict = false });
	Space space = derive_space(derive);
	Strategy *strategy = strategy_new(kind, &space, 1, -1);
	Candidate candidate;

	for (int i = 0; i < count; i++) {
		bool good;

		if (strategy_ask(strategy, &candidate) != ASK_CANDIDATE)
			break;
		good = tally_try(tally, program,
				 derive_result(derive, candidate.state).low,
				 device, &options);
		strategy_tell(strategy, candidate.number,
			      (Outcome){ good ? OUTCOME_OK : OUTCOME_FAILED,
					 1e-6 * (1 + i) });
	}
	strategy_free(strategy);
	derive_free(derive);
	rulebase_free(base);
}

int tally_end(const Tally *tally)
{
	printf("%d of %d proved in %.1f s, the slowest kernel in %.1f s, "
	       "%d refuted; %d not generated\n", tally->proved, tally->seen,
	       tally->seconds, tally->slowest, tally->refuted, tally->refused);
	return tally->bad || tally->refuted
	    || tally->proved * 100 < tally->seen * 95;
}
