#include "cli/open_proof.h"

#include "cli/measure.h"
#include "cli/open_points.h"
#include "lib/opened.h"

enum { MOST_SECONDS = 4 * PROVE_SECONDS }; /* then no further sizes */

typedef struct Proving {
	Session *session;
	const Program *open;
	const Artifact *artifact;
	Proof *all; /* kernels: those of the first sizes, or where it failed */
	int sizes;
} Proving;

static void add(Proving *p, const Session *at, const Proof *proof)
{
	Proof *all = p->all;
	const double before = all->seconds;
	const bool good = proof->verdict == PROVE_PROVED;

	if (!p->sizes++ || !good)
		*all = *proof;
	all->seconds = before + proof->seconds;
	if (good)
		return;
	all->where = arena_printf(p->session->arena, "at %s",
				  session_sizes(at));
	all->detail = arena_printf(p->session->arena, "%s: %s", all->where,
				   proof->detail);
}

static void prove_at(Proving *p, const Kernels *kernels, const Session *at)
{
	Kernels there = *kernels;

	if ((p->sizes && p->all->verdict != PROVE_PROVED)
	    || p->all->seconds > MOST_SECONDS
	    || !opened_at(p->artifact, at->arena, at->program))
		return;
	there.program = at->program;
	add(p, at, prove_kernels(p->session->arena, &there, PROVE_SECONDS));
}

/* Sizes that the document does not allow are none. */
static void prove_point(Proving *p, const Kernels *kernels,
			const SizeBinding *sizes)
{
	Diags *diags = diags_new();
	Session at;

	if (session_at(&at, p->session, sizes, NULL, diags)) {
		prove_at(p, kernels, &at);
		session_at_free(&at);
	}
	diags_free(diags);
}

static void see(void *context, const Kernels *kernels)
{
	Proving *p = context;
	const OpenPoints points = open_points(p->session, p->open, false);

	prove_at(p, kernels, p->session);
	for (int i = 0; i < points.count; i++)
		prove_point(p, kernels, points.items[i]);
}

/* Guards that hold nowhere leave nothing to prove. */
static const Proof *summed_up(const Proving *p)
{
	Proof *all = p->all;

	if (!p->sizes)
		*all = (Proof){ .verdict = PROVE_UNKNOWN,
				.solver = prove_solver(),
				.detail = "its guards hold at none of the "
					  "sizes that are looked at" };
	else if (all->verdict == PROVE_PROVED)
		all->detail = all->where = arena_printf(p->session->arena,
							"at %d size%s",
							p->sizes,
							p->sizes == 1
							? "" : "s");
	return all;
}

const Proof *open_proof(Session *s, Session *open, const Trial *trial,
			const Device *device)
{
	Proving p = { s, open->program, trial->artifact,
		      ARENA_NEW(s->arena, Proof), 0 };

	if (!proof_is_possible(s)
	    || !measure_generate_seen(open, trial->variant,
				      trial->derivation->expr, device, see,
				      &p))
		return NULL;
	return summed_up(&p);
}
