/* replay: a stored derivation regenerated, verified and timed again, as a winner
 * is timed at the end of a search, so that the two intervals compare. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/oracles.h"
#include "cli/rate.h"
#include "cli/replay_several.h"
#include "cli/stored.h"
#include "lib/trial.h"

typedef struct Again {
	Session *session;
	Db *db;
	DbStored stored;
	Restored restored;
	Harness *harness;
	Oracles *oracles;
	Trial *trial;
	Ranked fresh; /* estimate_ns 0: there is none */
} Again;

static bool open_all(Again *a)
{
	Session *s = a->session;
	HarnessOptions options = measure_options(s);

	if (!store_find(s, a->db, s->options->words[0], &a->stored)
	    || !stored_load(s, &a->stored))
		return false;
	a->harness = harness_open(&options, s->diags);
	if (!a->harness || !measure_supports(s, harness_device(a->harness))
	    || !stored_restore(s, &a->stored, harness_device(a->harness),
			       &a->restored))
		return false;
	a->trial = stored_trial_now(s, harness_device(a->harness),
				    &a->restored);
	a->oracles = a->trial && stored_runs(s, a->trial->artifact)
		  ? oracles_new(s) : NULL;
	measure_catch(); /* until here nothing is lost with the process */
	return a->oracles && oracles_load(a->oracles, s, a->harness)
	    && store_begin(s, a->db, harness_device(a->harness), "replay");
}

static bool store_fresh(Again *a)
{
	const DbRemeasurement item = {
		.measurement = a->trial->stored.measurement,
		.samples = a->fresh.samples_ns,
		.sample_count = a->fresh.sample_count,
		.p25_ns = a->fresh.estimate_ns, .low_ns = a->fresh.low_ns,
		.high_ns = a->fresh.high_ns,
	};

	return a->fresh.estimate_ns <= 0
	    || db_remeasure(a->db, &item, 1) == DB_OK;
}

static bool store_result(Again *a)
{
	DbMeasurement result = trial_measurement(a->trial, 1);

	if (db_record(a->db, &result, NULL, &a->trial->stored) == DB_OK
	    && store_fresh(a) && db_end_run(a->db, a->trial->good ? "done" : "failed",
			  a->trial->good ? a->trial->stored.measurement : 0)
	       == DB_OK)
		return true;
	db_complain(a->db, a->session->diags);
	return false;
}

/* At how many other sizes the same kernel was right on this device. */
static int known_sizes(const Again *a)
{
	return a->trial->artifact->hash == a->stored.kernel
	    && device_key(harness_device(a->harness)) == a->stored.device_key
	     ? opened_sizes(a->stored.judges) : 0;
}

static bool measure_again(Again *a)
{
	enum { ROUNDS = 30 };
	Trial *trial = a->trial;
	const HarnessCandidate candidate =
		trial_candidate(a->session, a->restored.derivation, trial->artifact);

	if (db_record(a->db, NULL, &trial->kernel, NULL) != DB_OK) {
		db_complain(a->db, a->session->diags);
		return false;
	}
	trial->judges = opened_judged(a->session->arena,
		oracles_names(a->oracles, a->session, NULL), known_sizes(a));
	harness_build_begin(a->harness, &candidate);
	harness_measure(a->harness, &trial->measured);
	trial->good = trial->measured.status == STATUS_OK
		   || trial->measured.status == STATUS_SLOW;
	if (trial->good)
		harness_rank(a->harness, 1, &candidate, ROUNDS, &a->fresh);
	return store_result(a);
}

/* One time with its interval, if it has one. */
typedef struct Row {
	const char *when, *sizes, *status;
	int64_t measurement;
	double ns, low_ns, high_ns;
} Row;

static Row stored_row(const Again *a)
{
	const DbStored *s = &a->stored;

	return (Row){ "stored", s->sizes, s->status, s->measurement,
		      s->time_ns, s->low_ns, s->high_ns };
}

static Row fresh_row(const Again *a)
{
	const Measurement *m = &a->trial->measured;
	const Ranked *fresh = &a->fresh;
	bool ranked = fresh->estimate_ns > 0;

	return (Row){ "now", session_sorted_sizes(a->session),
		      status_name(m->status), a->trial->stored.measurement,
		      ranked ? fresh->estimate_ns : m->median_ns,
		      fresh->low_ns, fresh->high_ns };
}

/* Whether the two rows are about the same thing, so that their times can be
 * compared. */
static bool comparable(const Again *a, const Row *stored, const Row *fresh)
{
	return stored->high_ns > 0 && fresh->ns > 0
	    && a->trial->artifact->hash == a->stored.kernel
	    && !strcmp(stored->sizes, fresh->sizes)
	    && device_key(harness_device(a->harness)) == a->stored.device_key;
}

static bool is_outside(const Row *stored, const Row *fresh)
{
	return fresh->ns < stored->low_ns || fresh->ns > stored->high_ns;
}

static void print_row(const Row *row)
{
	Text time = { 0 };

	if (row->ns > 0)
		seconds_text(&time, row->ns * 1e-9);
	if (row->high_ns > 0) {
		text_put(&time, " (");
		seconds_text(&time, row->low_ns * 1e-9);
		text_put(&time, " to ");
		seconds_text(&time, row->high_ns * 1e-9);
		text_char(&time, ')');
	}
	printf("%-7s %-24s %-34s %-10s measurement %" PRId64 "\n", row->when,
	       row->sizes, row->ns > 0 ? text_string(&time) : "-", row->status,
	       row->measurement);
	text_free(&time);
}

static void put_json_row(const Row *row)
{
	printf(", \"%s\": {\"measurement\": %" PRId64 ", \"sizes\": \"%s\", "
	       "\"status\": \"%s\", \"time_ns\": %.1f, \"low_ns\": %.1f, "
	       "\"high_ns\": %.1f}", row->when, row->measurement, row->sizes,
	       row->status, row->ns, row->low_ns, row->high_ns);
}

static void tell_json(const Again *a, const Row *stored, const Row *fresh,
		       bool same)
{
	printf("{\"id\": %" PRId64 ", \"measurement\": %" PRId64
	       ", \"sizes\": \"%s\", \"status\": \"%s\", \"median_ns\": %.1f, "
	       "\"stored_ns\": %.1f, \"same_kernel\": %s",
	       a->stored.derivation, fresh->measurement,
	       session_sizes(a->session), fresh->status,
	       a->trial->measured.median_ns, stored->ns,
	       same ? "true" : "false");
	put_json_row(stored);
	put_json_row(fresh);
	if (comparable(a, stored, fresh))
		printf(", \"outside\": %s", is_outside(stored, fresh)
		       ? "true" : "false");
	puts("}");
}

static void tell(const Again *a)
{
	const Row stored = stored_row(a), fresh = fresh_row(a);
	bool same = a->trial->artifact->hash == a->stored.kernel;

	if (a->session->options->json) {
		tell_json(a, &stored, &fresh, same);
		return;
	}
	print_row(&stored);
	print_row(&fresh);
	printf("%s%s\n", same ? "the same kernel" : "another kernel",
	       a->restored.changed ? ", with numbers for these sizes" : "");
	if (comparable(a, &stored, &fresh))
		printf("%s the interval that was stored: %.2f of its time\n",
		       is_outside(&stored, &fresh) ? "outside of" : "within",
		       fresh.ns / stored.ns);
	if (!a->trial->good)
		printf("%s\n", a->trial->measured.reason);
}

int cmd_replay(Session *session)
{
	Again a = { .session = session };
	int code = EXIT_FAILED;

	if (session->options->word_count > 1)
		return replay_several(session);
	a.db = stored_open_one(session);
	if (!a.db)
		return session->options->word_count == 1 ? EXIT_DATABASE
							 : EXIT_USAGE;
	if (open_all(&a) && measure_again(&a)) {
		tell(&a);
		code = a.trial->good ? EXIT_DONE : EXIT_FAILED;
	}
	harness_close(a.harness);
	oracles_free(a.oracles);
	stored_free(&a.restored);
	db_close(a.db);
	return code;
}
