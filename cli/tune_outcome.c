/* How a search ended: the exit status, and what is said. */
#include "cli/tune_outcome.h"

#include <stdio.h>

#include "cli/measure.h"
#include "lib/fault.h"

/* Time ran out before the first kernel was built, or seen not to be one. */
static bool is_too_short(const Tuner *t)
{
	return !t->evaluations && !t->failed && !t->refused
	    && tuner_is_late(t);
}

int tune_tell_too_short(const Tuner *t)
{
	diag_add(t->session->diags, E0503, NULL, NULL, "a longer --time-limit",
		 t->unreferenced ? "evaluating the reference alone takes "
				   "longer than %g s"
				 : "no kernel was built and checked in %g s",
		 t->session->options->time_limit);
	return EXIT_FAILED;
}

static int tell_unguided(const Tuner *t)
{
	diag_add(t->session->diags, E0503, NULL,
		 guided_unmet(t->candidates.guided), NULL,
		 "no candidate is as --require, --forbid and --fix ask");
	return EXIT_FAILED;
}

static int tell_undecided(const Tuner *t)
{
	diag_add(t->session->diags, E0406, NULL, NULL,
		 "other data (--input, range), or --fp strict",
		 "the results hang on comparisons of rounded numbers: the data "
		 "decide nothing about kernels that round otherwise than the "
		 "program");
	return EXIT_FAILED;
}

int tune_outcome(const Tuner *t, const Trial *best)
{
	if (t->unstored)
		return EXIT_DATABASE;
	if (t->interrupted)
		return EXIT_INTERRUPTED;
	if (t->lost) {
		diag_add(t->session->diags, E0502, NULL,
			 harness_lost(t->harness), NULL,
			 "nothing more can be measured; everything that was "
			 "is stored");
		return EXIT_DEVICE;
	}
	if (t->unjudged)
		return EXIT_FAILED;
	if (best)
		return EXIT_DONE;
	if (is_too_short(t))
		return tune_tell_too_short(t);
	if (!t->evaluations && !t->failed && !t->refused
	    && t->candidates.guided)
		return tell_unguided(t);
	if (!t->evaluations && t->refused)
		fault_tell(t->session, t->refused_low, &t->refusal);
	else if (!t->evaluations && !t->failed
		 && measure_refused(t->session, harness_device(t->harness)))
		return EXIT_FAILED;
	if (t->undecided && t->undecided == t->failed)
		return tell_undecided(t);
	diag_add(t->session->diags, E0503, NULL, NULL, NULL,
		 "no valid kernel was found in %d evaluations "
		 "(%d failed, %d could not be generated)",
		 t->evaluations, t->failed, t->refused);
	return EXIT_FAILED;
}

/* A guide that nothing was named by is misspelt, most likely. */
static void tell_unmet(const Tuner *t)
{
	const Guided *guided = t->candidates.guided;
	const char *name = guided ? guided_unmet(guided) : NULL;

	if (name)
		fprintf(stderr, "note: no choice so far was called %s\n", name);
}

/* Once for each: why what is offered there cannot be done. */
static void tell_faults(const Tuner *t)
{
	const char *block, *reason;

	for (int i = 0; derive_fault(t->candidates.derive, i, &block, &reason);
	     i++)
		if (reason)
			fprintf(stderr, "note: schedule %s was offered where "
				"its steps do not apply: %s\n", block, reason);
}

static void tell_full(const Tuner *t)
{
	if (derive_is_full(t->candidates.derive))
		fprintf(stderr, "note: what was looked at takes %zu MB; the "
			"search went no further (--require, --forbid and "
			"--fix leave less to look at)\n", DERIVE_BYTES >> 20);
}

void tune_tell_search(const Tuner *t)
{
	tell_unmet(t);
	tell_faults(t);
	tell_full(t);
}

void tune_tell_unmeasured(const Tuner *t, const Trial *best)
{
	if (best && best->known && !t->evaluations && tuner_is_out(t))
		fprintf(stderr, "note: %s %g s; this is the best that was "
			"stored\n", t->unreferenced
			? "evaluating the reference alone takes longer than"
			: "nothing could be measured in",
			t->session->options->time_limit);
}
