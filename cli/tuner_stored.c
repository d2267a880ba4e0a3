/* What earlier runs measured: nothing of it is measured again, and the best of
 * it stays in the running, whether this search comes across it or not. */
#include "cli/tuner.h"

#include <string.h>


const DbStored *tuner_stored(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->stored_count; i++)
		if (t->stored[i].kernel == hash)
			return &t->stored[i];
	return NULL;
}

void tuner_take_stored(Trial *trial, const DbStored *stored)
{
	trial->known = true;
	trial->measured.status = status_named(stored->status);
	trial->good = trial_is_good(trial->measured.status);
	trial->seconds = trial->measured.status == STATUS_CHECKED
		       ? trial->rank : stored->time_ns * 1e-9;
	trial->measured.error = stored->max_error;
	trial->at = stored->at;
	trial->partial = true;
	trial->judges = stored->judges;
	trial->stored = (DbRecorded){ stored->measurement,
				      stored->derivation };
}

const DbStored *tuner_stored_best(const Tuner *t)
{
	const DbStored *best = NULL;

	for (int i = 0; i < t->stored_count; i++) {
		const DbStored *one = &t->stored[i];

		if (!strcmp(one->status, "ok")
		    && (!best || one->time_ns < best->time_ns))
			best = one;
	}
	return best;
}

/* Made again by the rules of today; NULL when that gives another kernel. */
static Trial *made_again(Tuner *t, const DbStored *stored)
{
	Session *s = t->session;
	const Device *device = harness_device(t->harness);
	Diags *own = s->diags, *quiet = diags_new();
	Trial *trial = NULL;

	s->diags = quiet;
	stored_free(&t->best_restored);
	if (stored_restore(s, stored, device, &t->best_restored))
		trial = stored_trial(s, stored, device, &t->best_restored);
	s->diags = own;
	diags_free(quiet);
	return trial && trial->artifact->hash == stored->kernel ? trial : NULL;
}

Trial *tuner_remember(Tuner *t)
{
	const DbStored *best = tuner_stored_best(t);
	Trial *trial;

	if (!best || t->candidates.guided || t->session->clustering)
		return NULL;
	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->artifact->hash == best->kernel)
			return NULL;
	trial = made_again(t, best);
	if (trial)
		tuner_take_stored(trial, best);
	return trial;
}
