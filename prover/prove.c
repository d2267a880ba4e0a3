/* A proof: each kernel walked and checked. */
#include "prover/prove.h"

#include "prover/check.h"

const char *proof_verdict_name(ProofVerdict verdict)
{
	static const char *const names[] = { "proved", "refuted", "unknown" };

	return names[verdict];
}

const char *prove_solver(void)
{
	return smt_solver();
}

typedef struct Prover {
	Arena *arena;
	const Kernels *kernels;
	Terms terms;
	Smt *smt;
	double seconds;
	const Walk **walks;
} Prover;

static void check_all(Check *c, const Prover *p, int which)
{
	void (*const parts[])(Check *) = { check_duties, check_barriers,
					   check_races };

	for (size_t i = 0; i < sizeof parts / sizeof *parts
	     && c->verdict != PROVE_REFUTED; i++)
		parts[i](c);
	if (c->verdict != PROVE_REFUTED)
		check_stored(c, which, p->walks);
	if (c->verdict != PROVE_REFUTED && which == p->kernels->count - 1)
		check_outputs(c, p->kernels->count, p->walks);
}

static int accesses(const Walk *w)
{
	int count = 0;

	for (int i = 0; i < w->event_count; i++)
		count += w->events[i]->kind == EVENT_LOAD
		      || w->events[i]->kind == EVENT_STORE;
	return count;
}

/* What of the program a proof relies on. */
static const char *const promised[PROMISES] = {
	[0] = "",
	[PROMISE_PERMUTE] = "if no index of a permute is there twice, as it promises",
	[PROMISE_UNSET] = "if of what is unset nothing is read before it is "
		"stored, as it promises",
	[PROMISE_PERMUTE | PROMISE_UNSET] = "if no index of a permute is there "
		"twice, and of what is unset nothing is read before it is "
		"stored, as they promise",
};

static ProvedKernel prove_one(Prover *p, int which)
{
	double start = check_now();
	const Walk *w = p->walks[which];
	Check c = { .arena = p->arena, .terms = &p->terms, .smt = p->smt,
		    .w = w, .deadline = start + p->seconds, .detail = "" };

	if (!p->smt)
		check_say(&c, PROVE_UNKNOWN, "there is no solver: install the "
			  "package libz3-dev, then configure again");
	else if (artifact_blocks(p->kernels->artifact))
		check_say(&c, PROVE_UNKNOWN, "a loop of launches ends by a flag");
	else if (w->unknown)
		check_say(&c, PROVE_UNKNOWN, "%s", w->unknown);
	else
		check_all(&c, p, which);
	if (c.verdict == PROVE_PROVED)
		c.detail = promised[c.promised];
	check_close(&c);
	return (ProvedKernel){
		.name = arena_printf(p->arena, "k%d", w->kernel->number),
		.verdict = c.verdict, .detail = c.detail,
		.accesses = accesses(w), .questions = c.questions,
		.seconds = check_now() - start };
}

static void sum_up(Proof *proof)
{
	for (int i = 0; i < proof->count; i++) {
		const ProvedKernel *kernel = &proof->kernels[i];

		if (proof->verdict == PROVE_PROVED && *kernel->detail)
			proof->detail = kernel->detail;
		if (kernel->verdict == PROVE_PROVED
		    || proof->verdict == PROVE_REFUTED
		    || proof->verdict == kernel->verdict)
			continue;
		proof->verdict = kernel->verdict;
		proof->detail = kernel->detail;
	}
}

const Proof *prove_kernels(Arena *arena, const Kernels *kernels,
			   double seconds)
{
	double start = check_now();
	Prover p = { .arena = arena, .kernels = kernels, .seconds = seconds };
	Proof *proof = ARENA_NEW(arena, Proof);
	ProvedKernel *proved = ARENA_ARRAY(arena, ProvedKernel,
					   kernels->count + 1);

	p.terms.arena = arena_new();
	p.smt = smt_new(&p.terms);
	p.walks = ARENA_ARRAY(p.terms.arena, const Walk *, kernels->count + 1);
	for (int i = 0; i < kernels->count; i++)
		p.walks[i] = walk_kernel(p.terms.arena, &p.terms, kernels,
					 kernels->items[i]);
	for (int i = 0; i < kernels->count; i++)
		proved[i] = prove_one(&p, i);
	*proof = (Proof){ .detail = "", .solver = smt_solver(),
			  .count = kernels->count, .kernels = proved };
	sum_up(proof);
	smt_free(p.smt);
	terms_free(&p.terms);
	arena_free(p.terms.arena);
	proof->seconds = check_now() - start;
	return proof;
}
