#include "cli/open_store.h"

#include <stdio.h>

#include "cli/due.h"

/* What judged it, and what has not. */
static const char *judges_of(Tuner *t, const Opened *opened)
{
	Session *s = t->session;
	const char *names = opened->judged
		? oracles_names(t->oracles, s, opened->names) : t->judged;

	names = opened_judged(s->arena, names ? names : "", opened->checked);
	return opened->judged && !*opened->late
	     ? names : due_mark(s, names, opened->judged ? opened->late : "");
}

static void convict(Trial *trial, const Opened *opened)
{
	Measurement *m = &trial->measured;

	*m = (Measurement){ .status = opened->status, .epoch = m->epoch };
	snprintf(m->reason, sizeof m->reason, "%s", opened->reason);
	trial->good = false;
}

static void store_one(Tuner *t, const Opened *opened)
{
	Trial *trial = opened->trial;
	Session open = opened->witness->open;

	open.options = t->session->options;
	trial->what = trial_what(open.arena,
				 variant_of(trial->variant, open.arena,
					    open.program), trial->choices);
	trial_describe(&open, trial);
	trial->good = trial_is_good(trial->measured.status);
	if (opened->wrong)
		convict(trial, opened);
	tuner_store(t, trial, NULL);
	if (opened->ranked && trial->good && !t->unstored)
		tuner_store_ranks(t, &opened->trial, opened->ranked, 1);
}

/* Without a time only what was wrong is worth a row. */
void open_store(Tuner *t, Opened *const *opened, int count)
{
	for (int i = 0; i < count && t->oracles; i++)
		opened[i]->trial->judges = judges_of(t, opened[i]);
	for (int i = 0; i < count && !t->unstored; i++)
		if (opened[i]->wrong || opened[i]->time_ns > 0)
			store_one(t, opened[i]);
}
