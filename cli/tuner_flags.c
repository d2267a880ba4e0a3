/* Math flags as a tuned parameter (--fp relaxed): the derivation that is the
 * best so far is built with the others as well; what helps is kept for those to
 * come. */
#include "cli/measure.h"
#include "cli/tuner.h"

enum { TRIES = 8 };

static bool is_best(const Tuner *t, const Trial *done)
{
	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i] != done && t->trials[i]->good
		    && t->trials[i]->seconds <= done->seconds)
			return false;
	return done->good;
}

/* The same derivation with these flags; NULL when that is nothing new. */
static Trial *with_flags(Tuner *t, int flags)
{
	Trial *again = ARENA_NEW(t->session->arena, Trial);
	Variant variant = t->flagged->variant;

	again->number = -1;
	again->derivation = t->flagged->derivation;
	again->shape = t->flagged->shape;
	again->choices = t->flagged->choices;
	variant.flags = flags;
	tuner_vary(t, again, variant);
	return tuner_generate(t, again) && tuner_is_new(t, again) ? again
								  : NULL;
}

Trial *tuner_other_flags(Tuner *t, const Trial *done)
{
	if (t->session->options->fp != FP_RELAXED || !is_best(t, done)) {
		if (!t->flagged || done->derivation != t->flagged->derivation)
			return NULL;
	} else if (t->flagged && done->derivation == t->flagged->derivation) {
		t->variant.flags = done->variant.flags;
	} else {
		t->flagged = done;
		t->flags_next = 0;
	}
	while (t->flags_next < VARIANT_FLAGS && t->flags_tries < TRIES
	       && !tuner_is_over(t)) {
		int flags = t->flags_next++;
		Trial *again = flags == t->flagged->variant.flags
			     ? NULL : with_flags(t, flags);

		t->flags_tries += again != NULL;
		if (again)
			return again;
	}
	return NULL;
}
