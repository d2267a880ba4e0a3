/* What is told of kernels with open sizes. */
#include <inttypes.h>
#include <math.h>

#include "cli/open_winner.h"

static void put_guards(Text *text, const Artifact *artifact,
		       const char *before, const char *between)
{
	for (int i = 0; i < artifact->guard_count; i++) {
		text_put(text, i ? between : before);
		size_guard_text(text, &artifact->guards[i]);
	}
}

static void put_time(Text *text, const OpenWinner *o, const Opened *opened)
{
	if (opened->time_ns <= 0)
		return;
	seconds_text(text, opened->time_ns * 1e-9);
	if (o->fixed_ns > 0)
		text_printf(text, " (%.2f of the time with numbers)",
			    opened->time_ns / o->fixed_ns);
}

/* Of the times of the best kernels known. */
static void put_score(Text *text, const Opened *opened)
{
	if (opened->score > 0)
		text_printf(text, "              objective %.3f: %s\n",
			    opened->score, opened->ratios);
}

static void put_judges(Text *text, const char *judges, const Proof *proof)
{
	if (judges && *judges)
		text_printf(text, "              judged by %s\n", judges);
	if (proof)
		text_printf(text, "              in bounds and free of races: "
			    "%s (%s, %.2f s)%s%s\n",
			    proof_verdict_name(proof->verdict), proof->solver,
			    proof->seconds, *proof->detail ? ": " : "",
			    proof->detail);
}

void open_winner_text(const OpenWinner *o, Text *text)
{
	for (int i = 0; i < o->chosen_count; i++) {
		text_printf(text, "  open %-6d ", i);
		put_time(text, o, o->chosen[i]);
		put_guards(text, o->chosen[i]->trial->artifact, "; where ", ", ");
		text_printf(text, "; %s\n", o->chosen[i]->trial->what);
		put_score(text, o->chosen[i]);
		put_judges(text, o->chosen[i]->trial->judges, o->proofs[i]);
	}
	text_printf(text, "  checked     %d times at %d other sizes\n",
		    o->check.runs, o->check.points);
}

void open_winner_json(const OpenWinner *o, Text *text)
{
	text_put(text, ", \"open\": [");
	for (int i = 0; i < o->chosen_count; i++) {
		const Opened *opened = o->chosen[i];

		text_printf(text, "%s{\"kernel\": \"%016" PRIx64 "\", \"what\": ",
			    i ? ", " : "", opened->trial->artifact->hash);
		text_json(text, opened->trial->what);
		if (opened->score > 0 && isfinite(opened->score))
			text_printf(text, ", \"objective\": %.4f",
				    opened->score);
		text_put(text, ", \"judges\": ");
		text_json(text, opened->trial->judges ? opened->trial->judges
						      : "");
		if (o->proofs[i])
			text_printf(text, ", \"proof\": \"%s\"",
				    proof_verdict_name(o->proofs[i]->verdict));
		text_printf(text, ", \"time_ns\": %.1f, \"guards\": [",
			    opened->time_ns);
		put_guards(text, opened->trial->artifact, "\"", "\", \"");
		text_put(text, opened->trial->artifact->guard_count ? "\"]}" : "]}");
	}
	text_printf(text, "], \"checked\": {\"sizes\": %d, \"runs\": %d}",
		    o->check.points, o->check.runs);
}
