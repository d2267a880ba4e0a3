#include "cli/recorder.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/measure.h"
#include "search/strategy/recorded.h"

enum { ROUNDS = 3 }; /* the search's own is the first */

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* 0: it did not work this time. */
static double measure_again(Tuner *t, const Trial *trial)
{
	const HarnessCandidate candidate =
		trial_candidate(t->session, trial->derivation, trial->artifact);
	Measurement *m = base_calloc(1, sizeof *m);
	double seconds;

	harness_build_begin(t->harness, &candidate);
	harness_measure(t->harness, m);
	seconds = m->status == STATUS_OK || m->status == STATUS_SLOW
		? m->min_ns * 1e-9 : 0;
	free(m);
	return seconds;
}

static double median(double *times, int count)
{
	qsort(times, (size_t)count, sizeof *times, ascending);
	return times[count / 2];
}

/* One round over all after the other, so that a slow minute is in one of the
 * three times only. */
static double *medians(Tuner *t)
{
	double *times = base_calloc((size_t)t->trial_count + 1,
				    sizeof *times * ROUNDS);
	double *result = base_calloc((size_t)t->trial_count + 1,
				     sizeof *result);

	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < t->trial_count; i++) {
			const Trial *trial = t->trials[i];
			double *at = &times[i * ROUNDS];

			if (!trial->good || measure_stopped(NULL))
				continue;
			at[round] = round ? measure_again(t, trial)
					  : trial->seconds;
			if (!at[round])
				at[round] = at[0];
		}
	for (int i = 0; i < t->trial_count; i++)
		result[i] = median(&times[i * ROUNDS], ROUNDS);
	free(times);
	return result;
}

static int trial_with(const Tuner *t, uint64_t hash)
{
	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->artifact->hash == hash)
			return i;
	return -1;
}

static const char *status_of(const Trial *trial)
{
	return trial->known ? "failed" : status_name(trial->measured.status);
}

/* The k-th candidate that the strategy was told of. */
static void put(Text *text, const Tuner *t, const double *seconds, int k)
{
	const Strategy *strategy = t->candidates.strategy;
	const TreeNode *node = strategy->told[k].node;
	const Artifact *artifact = t->told[k]->artifact;
	int at = artifact ? trial_with(t, artifact->hash) : -1;
	const Trial *trial = at < 0 ? NULL : t->trials[at];

	recorded_put(text, strategy->tree, node,
		     k ? strategy->told[k - 1].node : NULL,
		     trial ? artifact->hash : node->key,
		     !trial ? "refused" : trial->good ? NULL : status_of(trial),
		     trial ? seconds[at] : 0);
}

static const char *about(Session *s, const Device *device)
{
	Text text = { 0 };
	const char *kept;

	for (int i = 0; i < s->program->size_count; i++)
		text_printf(&text, "%s=%" PRId64 ", ",
			    s->program->sizes[i].name,
			    s->program->sizes[i].value);
	text_printf(&text, "%s, %s", device->name, device->driver);
	kept = arena_strdup(s->arena, text_string(&text));
	text_free(&text);
	return kept;
}

bool recorder_write(Tuner *t)
{
	Session *s = t->session;
	const char *folder = s->options->record;
	const char *file = arena_printf(s->arena, "%s.jsonl",
					s->program->name);
	double *seconds = medians(t);
	Text text = { 0 };
	bool done;

	recorded_put_head(&text, s->program->name,
			  about(s, harness_device(t->harness)));
	for (int k = 0; k < t->told_count; k++)
		put(&text, t, seconds, k);
	done = file_make_folder(folder, s->diags)
	    && file_write(folder, file, text_string(&text), text.length,
			  s->diags);
	text_free(&text);
	free(seconds);
	return done;
}
