#include "lib/opened.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/codegen.h"
#include "cost/cost.h"
#include "lib/fault.h"
#include "lib/measure.h"
#include "rules/derivation.h"

/* -- steps ----------------------------------------------------------------- */

static const Derivation *again(Witness *w, const Derivation *derivation,
			       OpenedFault *fault)
{
	Arena *arena = w->open.arena;
	const StoredSteps *steps;
	const Derivation *made;
	Text text = { 0 };
	Replay replay;

	derivation_text(&text, derivation);
	steps = derivation_read(arena, text_string(&text), w->diags);
	text_free(&text);
	made = steps ? derivation_replay(w->rewriter, steps, true, &replay)
		     : NULL;
	if (!made && !fault->witness) {
		fault->witness = w;
		fault->step = arena_strdup(arena,
					   rewriter_reason(w->rewriter));
	}
	return made;
}

const Artifact *opened_guarded(const Session *open,
			       const Derivation *derivation,
			       const Artifact *artifact)
{
	Artifact *made = ARENA_NEW(open->arena, Artifact);
	SizeGuards guards = { .arena = open->arena };

	for (const Derivation *d = derivation; d; d = d->before)
		size_guards(open->ir, d->expr, &guards);
	*made = *artifact;
	made->guards = guards.items;
	made->guard_count = guards.count;
	made->hash = artifact_hash(made);
	return made;
}

bool opened_serves_all(Arena *arena, const Program *open,
		       const Artifact *artifact, bool empty)
{
	return size_guards_follow(open->ir, arena, open->body,
				  artifact->guard_count, artifact->guards,
				  empty);
}

static void note_refusal(OpenedFault *refused, Witness *w, const Expr *low,
			 const LegalFault *fault)
{
	if (!refused->low)
		*refused = (OpenedFault){ w, low, *fault, NULL };
}

bool opened_make(Witness *w, const Trial *found, Opened *made,
		 OpenedFault *refused)
{
	const CodegenOptions options = measure_codegen(&w->open, found->variant,
						       w->device);
	const Derivation *derivation = again(w, found->derivation, refused);
	const Artifact *artifact;
	LegalFault fault = { 0 };

	*made = (Opened){ .witness = w };
	if (!derivation)
		return false;
	artifact = codegen(w->open.arena, w->open.program, derivation->expr,
			   w->device, &options, &fault);
	if (!artifact) {
		note_refusal(refused, w, derivation->expr, &fault);
		return false;
	}
	made->trial = ARENA_NEW(w->open.arena, Trial);
	*made->trial = (Trial){
		.number = -1, .derivation = derivation,
		.variant = found->variant, .what = found->what,
		.shape = found->shape, .choices = found->choices,
		.artifact = opened_guarded(&w->open, derivation, artifact),
		.rank = cost_of(derivation->expr, w->device).steps,
	};
	made->serves_all = opened_serves_all(w->open.arena, w->open.program,
					     made->trial->artifact, false);
	made->serves_empty = opened_serves_all(w->open.arena, w->open.program,
					       made->trial->artifact, true);
	return true;
}

void opened_convict(Opened *opened, const Session *at, const Measurement *m)
{
	opened->wrong = true;
	opened->status = m->status;
	snprintf(opened->reason, sizeof opened->reason, "%s: %s %.*s",
		 session_sizes(at), status_name(m->status), HARNESS_REASON / 2,
		 m->reason);
}

void opened_tell(Session *s, const OpenedFault *refused)
{
	if (refused->low) {
		fault_tell(&refused->witness->open, refused->low,
			   &refused->fault);
		diags_move(s->diags, refused->witness->diags);
		return;
	}
	diag_add(s->diags, E0503, NULL, refused->step, "steps that hold for "
		 "all values", "no kernel is right for all values of the open "
		 "sizes (--open)");
}

/* -- oracles --------------------------------------------------------------- */

#define RIGHT "right at "

const char *opened_judged(Arena *arena, const char *judges, int sizes)
{
	return sizes ? arena_printf(arena, "%s%s" RIGHT "%d other sizes", judges,
				    *judges ? "; " : "", sizes) : judges;
}

int opened_sizes(const char *judges)
{
	const char *mark = judges ? strstr(judges, RIGHT) : NULL;

	return mark ? atoi(mark + sizeof RIGHT - 1) : 0;
}

bool opened_is_judged(const char *judges)
{
	return opened_sizes(judges) > 0;
}

/* -- at sizes -------------------------------------------------------------- */

const Artifact *opened_at(const Artifact *artifact, Arena *arena,
			  const Program *program)
{
	int64_t *values = ARENA_ARRAY(arena, int64_t,
				      artifact->open_count + 1);
	Program copy = *program;

	return artifact_at(arena, artifact, program_size, &copy, values);
}
