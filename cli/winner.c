#include "cli/winner.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "bench_harness/timing.h"
#include "cli/export.h"
#include "cli/measure.h"
#include "cli/open_winner.h"

#define NOT_REPEATED 1.2 /* times the best that was shown live */

bool winner_write(Tuner *t, const Trial *best, const Ranked *ranked)
{
	Exported what = {
		.artifact = best->artifact, .derivation = best->derivation,
		.id = best->stored.derivation,
		.seconds = ranked->estimate_ns * 1e-9,
		.modelled = tuner_modelled(t, best),
		.judges = best->judges,
		.device = harness_device(t->harness),
		.proof = proof_summary(t->proof),
	};

	return export_write(t->session, &what);
}

/* --fp strict: what is not promised; else the error of what was reordered. */
static void put_exactness(Text *text, const Tuner *t, const Trial *best)
{
	const char *inexact = measure_inexact(t->session,
					      harness_device(t->harness));

	if (inexact) {
		text_printf(text, ", \"bit_identical\": %s, "
			    "\"not_guaranteed\": ",
			    *inexact ? "false" : "true");
		text_json(text, inexact);
	}
	if (trial_reorders(best) && isfinite(best->measured.error))
		text_printf(text, ", \"error\": %.3g", best->measured.error);
}

/* Work-groups, where they are fewer than the compute units; else 0. */
static int64_t few_groups(const Tuner *t, const Trial *best)
{
	int64_t groups = artifact_groups(best->artifact);

	return groups < harness_device(t->harness)->compute_units ? groups : 0;
}

static bool was_busy(const Tuner *t, const Ranked *ranked)
{
	return timing_busy(quiescence_mean(&t->quiescence))
	    || timing_busy(ranked->others);
}

/* Of few launches, most often alone, the shortest is shown while it goes on. */
static void put_live(const Tuner *t)
{
	Text best = { 0 };

	seconds_text(&best, t->progress.best);
	printf("  live best   %s, the shortest sample of the search; the time "
	       "above is of the\n              ranking, where the best kernels "
	       "take turns (25th percentile)\n", text_string(&best));
	text_free(&best);
}

/* What makes the winner's time less than it seems. */
static void put_doubts(const Tuner *t, const Trial *best, const Ranked *ranked)
{
	int64_t groups = few_groups(t, best);

	if (groups)
		printf("  units       work for %" PRId64 " of %" PRId64
		       " compute units\n", groups,
		       harness_device(t->harness)->compute_units);
	if (ranked->estimate_ns * 1e-9 > NOT_REPEATED * t->progress.best
	    && t->progress.best > 0)
		put_live(t);
	if (was_busy(t, ranked))
		printf("  machine     busy: on average %.1f other threads could "
		       "run during the search, %.1f\n              during the "
		       "ranking; times may be wrong%s\n",
		       quiescence_mean(&t->quiescence), ranked->others,
		       timing_busy(ranked->others)
		       ? ", the ranking's are not stored" : "");
}

static void put_results(const Tuner *t, const Trial *best)
{
	const char *promise = measure_promise(t->session,
					      harness_device(t->harness));

	if (promise)
		printf("  results     %s\n", promise);
	else if (trial_reorders(best) && !isnan(best->measured.error))
		printf("  results     an error of %.2g against f64 in the "
		       "order of the program\n", best->measured.error);
	if (best->judges && *best->judges)
		printf("  judged by   %s\n", best->judges);
}

static void put_proof_json(Text *text, const Proof *proof)
{
	if (!proof)
		return;
	text_printf(text, ", \"proof\": {\"verdict\": \"%s\", \"solver\": "
		    "\"%s\", \"seconds\": %.3f, \"detail\": ",
		    proof_verdict_name(proof->verdict), proof->solver,
		    proof->seconds);
	text_json(text, proof->detail);
	text_char(text, '}');
}

static bool is_absent(const Tuner *t)
{
	return device_is_absent(harness_device(t->harness));
}

static void put_times_json(Text *text, const Tuner *t, const Trial *best,
			   const Ranked *ranked, int ties)
{
	if (is_absent(t))
		text_printf(text, ", \"ranked_by\": \"%s\"",
			    measure_ranked_by(harness_device(t->harness)));
	else
		text_printf(text, ", \"time_ns\": %.1f, \"low_ns\": %.1f, "
			    "\"high_ns\": %.1f, \"ties\": %d",
			    ranked->estimate_ns, ranked->low_ns,
			    ranked->high_ns, ties);
	if (tuner_modelled(t, best))
		text_printf(text, ", \"modelled_ns\": %.1f",
			    tuner_modelled(t, best) * 1e9);
}

static void put_json(const Tuner *t, const Trial *best, const Ranked *ranked,
		     int ties)
{
	Text text = { 0 };

	text_printf(&text, "{\"result\": \"%s\", \"evaluations\": %d, "
		    "\"failed\": %d, \"not_generated\": %d, \"foretold\": %d",
		    t->interrupted ? "interrupted" : best ? "done" : "failed",
		    t->evaluations, t->failed, t->refused, t->foretold);
	if (best) {
		text_printf(&text, ", \"best\": {\"id\": %" PRId64,
			    best->stored.derivation);
		put_times_json(&text, t, best, ranked, ties);
		text_printf(&text, ", \"label\": "
			    "\"%s\", \"kernel\": \"%016" PRIx64
			    "\", \"what\": ",
			    best->kernel.derivation.label,
			    best->artifact->hash);
		text_json(&text, best->what);
		text_put(&text, ", \"functions\": ");
		replaced_json(&text, best->artifact->replacement_count,
			      best->artifact->replacements);
		put_exactness(&text, t, best);
		if (few_groups(t, best))
			text_printf(&text, ", \"groups\": %" PRId64,
				    few_groups(t, best));
		if (best->judges) {
			text_put(&text, ", \"judges\": ");
			text_json(&text, best->judges);
		}
		if (best->derivation->label.unproved)
			text_put(&text, ", \"unproved\": true");
		put_proof_json(&text, t->proof);
		if (t->open)
			open_winner_json(t->open, &text);
		text_char(&text, '}');
	}
	if (was_busy(t, ranked))
		text_printf(&text, ", \"busy\": {\"search\": %.2f, "
			    "\"ranking\": %.2f}", quiescence_mean(&t->quiescence),
			    ranked->others);
	text_put(&text, ", \"wall\": ");
	phases_json(&text, &t->phases);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static void put_time(Text *text, const Tuner *t, const Ranked *ranked, int ties)
{
	seconds_text(text, ranked->estimate_ns * 1e-9);
	text_put(text, "  ");
	rate_text(text, &t->progress.work, ranked->estimate_ns * 1e-9);
	if (ranked->high_ns > ranked->low_ns) {
		text_put(text, "  (95 % between ");
		seconds_text(text, ranked->low_ns * 1e-9);
		text_put(text, " and ");
		seconds_text(text, ranked->high_ns * 1e-9);
		text_char(text, ')');
	}
	if (ties)
		text_printf(text, "  %d other%s not distinguishable", ties,
			    ties == 1 ? " is" : "s are");
}

/* "not measured; modelled 12.3 us, ranked by ..." */
static void put_rank(Text *text, const Tuner *t, const Trial *best)
{
	const double modelled = tuner_modelled(t, best);

	text_put(text, "not measured; ");
	if (modelled) {
		text_put(text, "modelled ");
		seconds_text(text, modelled);
		text_put(text, ", ");
	}
	text_printf(text, "ranked by %s",
		    measure_ranked_by(harness_device(t->harness)));
}

static void put_times(const Tuner *t, const Trial *best, const Ranked *ranked,
		      int ties)
{
	Text text = { 0 };

	if (is_absent(t))
		put_rank(&text, t, best);
	else
		put_time(&text, t, ranked, ties);
	printf("  time        %s\n  derivation  %" PRId64 "\n  choices     %s"
	       "\n  steps       %s%s\n", text_string(&text),
	       best->stored.derivation, best->what,
	       best->kernel.derivation.label,
	       best->derivation->label.unproved ? UNPROVED : "");
	text_clear(&text);
	replaced_text(&text, best->artifact->replacement_count,
		      best->artifact->replacements);
	printf("  functions   %s\n", text_string(&text));
	put_results(t, best);
	put_doubts(t, best, ranked);
	if (t->proof)
		printf("  in bounds and free of races: %s (%s, %.2f s)%s%s\n",
		       proof_verdict_name(t->proof->verdict), t->proof->solver,
		       t->proof->seconds, *t->proof->detail ? ": " : "",
		       t->proof->detail);
	text_clear(&text);
	print_text(&text, t->session->program, best->derivation->expr);
	printf("  expression  %s\n", text_string(&text));
	text_free(&text);
}

static void put_open(const Tuner *t)
{
	Text text = { 0 };

	open_winner_text(t->open, &text);
	fputs(text_string(&text), stdout);
	text_free(&text);
}

static void put_people(const Tuner *t, const Trial *best,
		       const Ranked *ranked, int ties)
{
	const Session *s = t->session;

	printf("%s%s%s on %s: %d evaluation%s, %d failed", s->program->name,
	       s->program->size_count ? ", " : "", session_sizes(s),
	       harness_device(t->harness)->name, t->evaluations,
	       t->evaluations == 1 ? "" : "s", t->failed);
	if (t->foretold)
		printf(", %d slower by kernels of others", t->foretold);
	printf("%s\n", t->exhausted ? "; the strategy proposes nothing more"
				    : "");
	if (!best)
		return;
	put_times(t, best, ranked, ties);
	if (t->open && t->open->chosen_count)
		put_open(t);
	else if (t->open)
		printf("  files       none: no kernel with open sizes\n");
	if (!(t->open && !t->open->chosen_count) && !s->options->no_files)
		printf("  files       %s/%s.cl .manifest.json .h .c\n",
		       s->options->out, files_base(s->program));
	printf("\n%s", t->open && t->open->chosen_count
	       ? t->open->chosen[0]->trial->artifact->source
	       : best->artifact->source);
}

void winner_tell(Tuner *t, const Trial *best, const Ranked *ranked, int ties)
{
	if (t->session->options->json)
		put_json(t, best, ranked, ties);
	else
		put_people(t, best, ranked, ties);
	fflush(stdout);
}
