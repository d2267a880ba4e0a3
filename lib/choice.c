#include "lib/choice.h"

#include "lib/fault.h"
#include "lib/measure.h"

static bool find_nearest(Choice *c, Session *s, Db *db, const Device *device,
			 Diags *quiet)
{
	int count;
	const DbSize *sizes = store_sizes(s->arena, s->program, &count);
	DbStatus status;
	bool found = db_nearest(db, s->arena, program_key(s->program), device,
				sizes, count, fp_name(s->options->fp),
				&c->stored, &status);

	if (status != DB_OK)
		db_complain(db, quiet);
	return found;
}

bool choice_nearest(Choice *c, Session *s, Db *db, const Device *device,
		    Diags *quiet)
{
	Diags *kept = s->diags;
	bool found = find_nearest(c, s, db, device, quiet);

	if (!found)
		return false;
	s->diags = diags_new();
	found = stored_restore(s, &c->stored, device, &c->restored);
	diags_free(s->diags);
	s->diags = kept;
	if (!found)
		return false;
	c->derivation = c->restored.derivation;
	c->trusted = !c->stored.other_device && !c->stored.other_sizes;
	return true;
}

static bool can_generate(Choice *c, Session *s, const Device *device,
			 const Expr *low)
{
	CodegenOptions options = measure_codegen(s, device);

	c->fault = (LegalFault){ 0 };
	c->refused = low;
	return codegen(s->arena, s->program, low, device, &options, &c->fault)
	       != NULL;
}

bool choice_next(Choice *c, Session *s, const Device *device)
{
	Strategy *strategy = c->candidates.strategy;
	Candidate candidate;
	Trial trial;

	while (strategy_ask(strategy, &candidate) == ASK_CANDIDATE) {
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		candidate_describe(&c->candidates, s->arena, &candidate,
				   &trial);
		c->derivation = trial.derivation;
		if (can_generate(c, s, device, c->derivation->expr))
			return true;
	}
	return false;
}

bool choice_default(Choice *c, Session *s, const Device *device)
{
	candidates_open(&c->candidates, s, strategy_kinds[0], device);
	return choice_next(c, s, device);
}

void choice_refused(const Choice *c, Session *s, const Device *device)
{
	if (c->refused)
		fault_tell(s, c->refused, &c->fault);
	else if (!measure_refused(s, device))
		diag_add(s->diags, E0503, NULL, NULL, NULL,
			 "no implementation of this program was found");
}

void choice_free(Choice *c)
{
	stored_free(&c->restored);
	candidates_close(&c->candidates);
}
