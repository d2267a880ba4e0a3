/* replay: a stored derivation regenerated, verified and timed again. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/judges.h"
#include "cli/measure.h"
#include "cli/rate.h"
#include "cli/stored.h"
#include "cli/trial.h"

typedef struct Again {
	Session *session;
	Db *db;
	DbStored stored;
	Restored restored;
	Harness *harness;
	Judges *judges;
	Trial *trial;
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
	a->trial = trial_of(s, a->restored.derivation,
			    harness_device(a->harness), a->restored.what);
	a->judges = a->trial ? judges_new(s) : NULL;
	measure_catch(); /* until here nothing is lost with the process */
	return a->judges && judges_load(a->judges, s, a->harness)
	    && store_begin(s, a->db, harness_device(a->harness), "replay");
}

static bool store_result(Again *a)
{
	DbMeasurement result = trial_measurement(a->trial, 1);

	if (db_record(a->db, &result, NULL, &a->trial->stored) == DB_OK
	    && db_end_run(a->db, a->trial->good ? "done" : "failed",
			  a->trial->good ? a->trial->stored.measurement : 0)
	       == DB_OK)
		return true;
	db_complain(a->db, a->session->diags);
	return false;
}

static bool measure_again(Again *a)
{
	Trial *trial = a->trial;
	const HarnessCandidate candidate = {
		trial->artifact, !a->restored.derivation->label.reassociates
			      && !a->restored.derivation->label.rounds,
	};

	if (db_record(a->db, NULL, &trial->kernel, NULL) != DB_OK) {
		db_complain(a->db, a->session->diags);
		return false;
	}
	harness_build_begin(a->harness, &candidate);
	harness_measure(a->harness, &trial->measured);
	trial->good = trial->measured.status == STATUS_OK
		   || trial->measured.status == STATUS_SLOW;
	return store_result(a);
}

static void print_row(const char *when, const char *sizes, double ns,
		      const char *status, int64_t measurement)
{
	Text time = { 0 };

	if (ns > 0)
		seconds_text(&time, ns * 1e-9);
	printf("%-7s %-24s %-10s %-10s measurement %" PRId64 "\n", when, sizes,
	       ns > 0 ? text_string(&time) : "-", status, measurement);
	text_free(&time);
}

static void print_json_row(const Again *a, bool same)
{
	printf("{\"id\": %" PRId64 ", \"measurement\": %" PRId64
	       ", \"sizes\": \"%s\", \"status\": \"%s\", \"median_ns\": %.1f, "
	       "\"stored_ns\": %.1f, \"same_kernel\": %s}\n",
	       a->stored.derivation, a->trial->stored.measurement,
	       session_sizes(a->session), status_name(a->trial->measured.status),
	       a->trial->measured.median_ns, a->stored.time_ns,
	       same ? "true" : "false");
}

static void tell(const Again *a)
{
	const Measurement *m = &a->trial->measured;
	bool same = a->trial->artifact->hash == a->stored.kernel;

	if (a->session->options->json) {
		print_json_row(a, same);
		return;
	}
	print_row("stored", a->stored.sizes, a->stored.time_ns,
		  a->stored.status, a->stored.measurement);
	print_row("now", session_sizes(a->session), m->median_ns,
		  status_name(m->status), a->trial->stored.measurement);
	printf("%s%s\n", same ? "the same kernel" : "another kernel",
	       a->restored.changed ? ", with numbers for these sizes" : "");
	if (!a->trial->good)
		printf("%s\n", m->reason);
}

int cmd_replay(Session *session)
{
	Again a = { .session = session, .db = stored_open_one(session) };
	int code = EXIT_FAILED;

	if (!a.db)
		return session->options->word_count == 1 ? EXIT_DATABASE
							 : EXIT_USAGE;
	if (open_all(&a) && measure_again(&a)) {
		tell(&a);
		code = a.trial->good ? EXIT_DONE : EXIT_FAILED;
	}
	harness_close(a.harness);
	judges_free(a.judges);
	stored_free(&a.restored);
	db_close(a.db);
	return code;
}
