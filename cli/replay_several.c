#include "cli/replay_several.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/oracles.h"
#include "cli/rate.h"
#include "cli/stored.h"
#include "lib/trial.h"

typedef struct Several {
	Session *session;
	Db *db;
	Harness *harness;
	Oracles *oracles;
	int count, best;
	DbStored stored[HARNESS_RANKED];
	Restored restored[HARNESS_RANKED];
	HarnessCandidate candidates[HARNESS_RANKED];
	Ranked ranked[HARNESS_RANKED];
} Several;

static bool refuse(const Several *a, const char *found, const char *expected)
{
	diag_add(a->session->diags, E0901, NULL, found, expected,
		 "derivations that are timed in turn are of one program");
	return false;
}

static bool find_all(Several *a)
{
	const Options *o = a->session->options;

	if (o->word_count > HARNESS_RANKED)
		return refuse(a, "more than 16", "2 to 16 derivations");
	for (; a->count < o->word_count; a->count++) {
		DbStored *stored = &a->stored[a->count];

		if (!store_find(a->session, a->db, o->words[a->count], stored))
			return false;
		if (stored->program_key != a->stored[0].program_key
		    || strcmp(stored->sizes, a->stored[0].sizes) != 0
		    || strcmp(stored->fp, a->stored[0].fp) != 0)
			return refuse(a, o->words[a->count], "the program, "
				      "sizes and --fp of the first");
	}
	return true;
}

static bool make(Several *a, int i)
{
	Session *s = a->session;
	const Device *device = harness_device(a->harness);
	Trial *trial;

	if (!stored_restore(s, &a->stored[i], device, &a->restored[i]))
		return false;
	trial = stored_trial_now(s, device, &a->restored[i]);
	if (!trial || !stored_runs(s, trial->artifact))
		return false;
	a->candidates[i] = trial_candidate(s, trial->derivation,
					   trial->artifact);
	return true;
}

static bool make_all(Several *a)
{
	HarnessOptions options = measure_options(a->session);

	if (!stored_load(a->session, &a->stored[0]))
		return false;
	a->harness = harness_open(&options, a->session->diags);
	if (!a->harness || !measure_supports(a->session,
					     harness_device(a->harness)))
		return false;
	for (int i = 0; i < a->count; i++)
		if (!make(a, i))
			return false;
	return true;
}

static bool measure_all(Several *a)
{
	enum { ROUNDS = 30 };

	a->oracles = oracles_new(a->session);
	if (!a->oracles || !oracles_load(a->oracles, a->session, a->harness))
		return false;
	a->best = harness_rank(a->harness, a->count, a->candidates, ROUNDS,
			       a->ranked);
	return true;
}

static void tell_json(const Several *a, int i)
{
	const Ranked *r = &a->ranked[i];

	printf("{\"id\": %" PRId64 ", \"status\": \"%s\"",
	       a->stored[i].derivation, status_name(r->status));
	if (r->estimate_ns > 0)
		printf(", \"time_ns\": %.1f, \"low_ns\": %.1f, \"high_ns\": "
		       "%.1f, \"ratio\": %.4f", r->estimate_ns, r->low_ns,
		       r->high_ns, r->estimate_ns
		       / a->ranked[a->best].estimate_ns);
	puts("}");
}

static void tell(const Several *a, int i)
{
	const Ranked *r = &a->ranked[i];
	Text time = { 0 };

	if (r->estimate_ns <= 0) {
		printf("%-8" PRId64 " %s: %s\n", a->stored[i].derivation,
		       status_name(r->status), r->reason);
		return;
	}
	seconds_text(&time, r->estimate_ns * 1e-9);
	text_put(&time, " (");
	seconds_text(&time, r->low_ns * 1e-9);
	text_put(&time, " to ");
	seconds_text(&time, r->high_ns * 1e-9);
	text_char(&time, ')');
	printf("%-8" PRId64 " %-34s %.2f of the fastest%s\n",
	       a->stored[i].derivation, text_string(&time),
	       r->estimate_ns / a->ranked[a->best].estimate_ns,
	       i != a->best && r->tie ? ", not distinguishable" : "");
	text_free(&time);
}

static bool tell_all(const Several *a)
{
	bool good = true;

	for (int i = 0; i < a->count; i++) {
		good &= a->ranked[i].estimate_ns > 0;
		if (a->session->options->json)
			tell_json(a, i);
		else
			tell(a, i);
	}
	return good;
}

int replay_several(Session *session)
{
	Several *a = ARENA_NEW(session->arena, Several);
	int code = EXIT_FAILED;

	a->session = session;
	a->db = store_open(session, DB_READ);
	if (!a->db)
		return EXIT_DATABASE;
	if (!find_all(a))
		code = EXIT_USAGE;
	else if (make_all(a) && measure_all(a))
		code = tell_all(a) ? EXIT_DONE : EXIT_FAILED;
	harness_close(a->harness);
	oracles_free(a->oracles);
	for (int i = 0; i < a->count; i++)
		stored_free(&a->restored[i]);
	db_close(a->db);
	return code;
}
