#include "lib/choice.h"

#include <string.h>

#include "db/sizes.h"
#include "ir/front/document.h"
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

/* -- open sizes ------------------------------------------------------------ */

/* What was restored at the session's sizes; false: another kernel comes of it
 * today, or it is not for these sizes. */
static bool take_open(Choice *c, Session *s, const Device *device)
{
	const Trial *trial = stored_trial(s, &c->stored, device, &c->restored);

	if (!trial || trial->artifact->hash != c->stored.kernel)
		return false;
	c->artifact = opened_at(trial->artifact, s->arena, s->program);
	c->derivation = c->restored.derivation;
	return c->artifact != NULL;
}

static bool may_serve(const DbStored *stored)
{
	return (!strcmp(stored->status, "ok")
		|| !strcmp(stored->status, "slow"))
	    && opened_is_judged(stored->judges);
}

/* The nearest of those not tried; NULL: none. Equally near ones come by time. */
static DbStored *next_open(Session *s, DbStored *rows, int count,
			   const bool *tried)
{
	DbStored *best = NULL;
	int size_count;
	const DbSize *sizes = store_sizes(s->arena, s->program, &size_count);

	for (int i = 0; i < count; i++) {
		DbStored *row = &rows[i];

		if (tried[i] || !may_serve(row))
			continue;
		row->size_distance = sizes_distance(row->sizes, sizes,
						    size_count);
		if (!best || row->size_distance < best->size_distance
		    || (row->size_distance <= best->size_distance
			&& row->time_ns < best->time_ns))
			best = row;
	}
	return best;
}

static bool restore_open(Choice *c, Session *s, Db *db, const DbStored *row,
			 const Device *device)
{
	const DbFilter one = { .derivation = row->derivation,
			       .kernel = row->kernel,
			       .device_key = row->device_key };
	DbStatus status;

	if (db_fetch(db, s->arena, &one, &c->stored, &status)
	    && stored_restore(s, &c->stored, device, &c->restored)
	    && take_open(c, s, device))
		return true;
	stored_free(&c->restored);
	return false;
}

bool choice_open(Choice *c, Session *s, Db *db, const Device *device)
{
	const DbFilter filter = { .program = program_key(s->program),
				  .device_key = device_key(device),
				  .fp = fp_name(s->options->fp),
				  .open = true };
	Diags *own = s->diags, *quiet = diags_new();
	DbStored *rows, *row;
	int count = db_query(db, s->arena, &filter, &rows);
	bool *tried = ARENA_ARRAY(s->arena, bool, count > 0 ? count + 1 : 1);

	s->diags = quiet;
	while (!c->trusted && (row = next_open(s, rows, count, tried))) {
		tried[row - rows] = true;
		c->trusted = restore_open(c, s, db, row, device);
	}
	s->diags = own;
	diags_free(quiet);
	return c->trusted;
}

/* -- numbers --------------------------------------------------------------- */

bool choice_nearest(Choice *c, Session *s, Db *db, const Device *device,
		    Diags *quiet)
{
	Diags *kept = s->diags;
	bool found = find_nearest(c, s, db, device, quiet);

	if (!found)
		return false;
	s->diags = diags_new();
	found = stored_restore(s, &c->stored, device, &c->restored)
	     && (!c->restored.rewriter || take_open(c, s, device));
	diags_free(s->diags);
	s->diags = kept;
	if (!found)
		return false;
	c->derivation = c->restored.derivation;
	c->variant = c->restored.variant;
	c->trusted = !c->stored.other_device && !c->stored.other_sizes;
	return true;
}

bool choice_stored(Choice *c, Session *s, Db *db, const Device *device,
		   Diags *quiet)
{
	Choice open = { 0 };

	if (!session_is_empty(s) && choice_nearest(c, s, db, device, quiet)
	    && c->trusted)
		return true;
	if (!choice_open(&open, s, db, device)) {
		choice_free(&open);
		return c->derivation != NULL;
	}
	choice_free(c);
	*c = open;
	return true;
}

static bool can_generate(Choice *c, Session *s, const Device *device,
			 const Expr *low)
{
	CodegenOptions options = measure_codegen(s, c->variant, device);

	c->fault = (LegalFault){ 0 };
	c->refused = low;
	return codegen(s->arena, s->program, low, device, &options, &c->fault)
	       != NULL;
}

bool choice_next(Choice *c, Session *s, const Device *device)
{
	enum { TRIES = 64 };
	Strategy *strategy = c->candidates.strategy;
	Candidate candidate;
	Trial trial;

	for (int i = 0; i < TRIES && strategy_ask(strategy, &candidate)
	     == ASK_CANDIDATE; i++) {
		strategy_tell(strategy, candidate.number,
			      (Outcome){ OUTCOME_FAILED, 0 });
		candidate_describe(&c->candidates, s->arena, &candidate,
				   &trial);
		c->derivation = trial.derivation;
		c->variant = trial.variant;
		if (can_generate(c, s, device, c->derivation->expr))
			return true;
	}
	return false;
}

bool choice_default(Choice *c, Session *s, const Device *device)
{
	if (session_is_empty(s))
		return false;
	candidates_open(&c->candidates, s, strategy_kinds[0], device);
	c->candidates.strategy->unmeasured = true;
	return choice_next(c, s, device);
}

void choice_refused(const Choice *c, Session *s, const Device *device)
{
	if (session_is_empty(s))
		diag_add(s->diags, E0503, NULL, session_sizes(s),
			 "kernels with open sizes (tune --open) that take it",
			 "there is no kernel for a size of 0");
	else if (c->refused)
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
