#include "cli/announce.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void announce_json(const Tuner *t, const Trial *trial, int number)
{
	const Measurement *m = &trial->measured;
	Text text = { 0 };

	text_printf(&text, "{\"evaluation\": %d, \"measurement\": %" PRId64
		    ", \"id\": %" PRId64 ", \"status\": \"%s\"", number,
		    trial->stored.measurement, trial->stored.derivation,
		    status_name(m->status));
	if (status_rows[m->status].timed)
		text_printf(&text, ", \"min_ns\": %.1f, \"median_ns\": %.1f",
			    m->min_ns, m->median_ns);
	if (trial->good && tuner_modelled(t, trial))
		text_printf(&text, ", \"modelled_ns\": %.1f",
			    tuner_modelled(t, trial) * 1e9);
	if (trial->good && trial_reorders(trial) && isfinite(m->error))
		text_printf(&text, ", \"error\": %.3g", m->error);
	if (t->progress.best > 0)
		text_printf(&text, ", \"best_ns\": %.1f",
			    t->progress.best * 1e9);
	text_put(&text, ", \"what\": ");
	text_json(&text, trial->what);
	text_put(&text, ", \"shape\": ");
	text_json(&text, trial->shape);
	if (trial->derivation->label.unproved)
		text_put(&text, ", \"unproved\": true");
	text_printf(&text, ", \"label\": \"%s\", \"kernel\": \"%016" PRIx64
		    "\"", trial->kernel.derivation.label,
		    trial->artifact->hash);
	if (m->reason[0]) {
		text_put(&text, ", \"reason\": ");
		text_json(&text, m->reason);
	}
	text_char(&text, '}');
	puts(text_string(&text));
	fflush(stdout);
	text_free(&text);
}

void announce(Tuner *t, const Trial *trial, int number)
{
	progress_step(&t->progress, status_name(trial->measured.status),
		      status_rows[trial->measured.status].timed
		      ? trial->seconds : 0, trial->what);
	if (t->session->options->json)
		announce_json(t, trial, number);
}
