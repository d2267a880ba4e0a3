/* Kernels that several candidates have: what is known of all kernels of a
 * candidate is known of it, unless it might be the best. */
#include "cli/tuner.h"

#include <stdio.h>

#include "bench_harness/timing.h"

#define CLEARLY 1.1 /* times of one kernel differ by less, mostly */

enum { OFTEN = 2 }; /* times beside other work count when there are more */

static TimedPart *part_with(const Tuner *t, uint64_t key)
{
	for (int i = 0; i < t->part_count; i++)
		if (t->parts[i].key == key)
			return &t->parts[i];
	return NULL;
}

static void note(Tuner *t, uint64_t key, double ns, int count)
{
	TimedPart *part = part_with(t, key);

	if (!part && t->part_count == t->part_capacity) {
		t->part_capacity = t->part_capacity * 2 + 64;
		t->parts = base_realloc(t->parts, sizeof *t->parts
					* (size_t)t->part_capacity);
	}
	if (!part) {
		part = &t->parts[t->part_count++];
		*part = (TimedPart){ .key = key, .ns = ns };
	}
	part->ns = ns < part->ns ? ns : part->ns;
	part->count += count;
}

void tuner_note_parts(Tuner *t, const Trial *trial)
{
	const Measurement *m = &trial->measured;
	const int count = timing_busy(m->others) ? 1 : OFTEN;

	if (!trial->good || m->kernel_count != trial->artifact->kernel_count)
		return;
	for (int k = 0; k < m->kernel_count; k++) {
		const uint64_t key = artifact_part(trial->artifact, k);

		if (key)
			note(t, key, m->kernel_ns[k], count);
	}
}

/* The sum of its kernels' times; 0: one is not known. */
static double sum_of_parts(const Tuner *t, const Artifact *artifact)
{
	double ns = 0;

	for (int k = 0; k < artifact->kernel_count; k++) {
		const TimedPart *part =
			part_with(t, artifact_part(artifact, k));

		if (!part || part->count < OFTEN)
			return 0;
		ns += part->ns;
	}
	return ns;
}

static double best_seconds(const Tuner *t)
{
	double best = 0;

	for (int i = 0; i < t->trial_count; i++)
		if (t->trials[i]->good
		    && (!best || t->trials[i]->seconds < best))
			best = t->trials[i]->seconds;
	return best;
}

/* What is recorded is measured, all of it. */
static bool may_foretell(const Tuner *t)
{
	const Options *options = t->session->options;

	return !options->record && !options->t4
	    && !device_is_absent(harness_device(t->harness));
}

static void tell(const Tuner *t, const Trial *trial, double best)
{
	if (t->session->options->verbose)
		fprintf(stderr, "not measured: %s: its kernels, each of them "
			"timed in others, take %.3f ms, the best %.3f ms\n",
			trial->what, trial->seconds * 1e3, best * 1e3);
}

bool tuner_foretells(Tuner *t, Trial *trial)
{
	const double best = best_seconds(t);
	double seconds;

	if (!may_foretell(t) || best <= 0)
		return false;
	seconds = sum_of_parts(t, trial->artifact) * 1e-9;
	if (seconds <= CLEARLY * best)
		return false;
	trial->seconds = seconds;
	t->foretold++;
	tell(t, trial, best);
	return true;
}
