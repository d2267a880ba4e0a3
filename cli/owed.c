#include "cli/owed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/due.h"
#include "cli/open_due.h"
#include "cli/oracles.h"
#include "cli/progress.h"
#include "cli/measure.h"
#include "lib/room.h"

/* -- the device ------------------------------------------------------------ */

static bool find_device(Session *s, uint64_t key, HarnessOptions *options)
{
	Device *devices = ARENA_ARRAY(s->arena, Device, HARNESS_DEVICES);
	int count = harness_devices(options, devices, s->diags);

	for (int i = 0; i < count; i++)
		if (device_key(&devices[i]) == key) {
			options->device = arena_printf(s->arena, "%d",
						       devices[i].index);
			return true;
		}
	return false;
}

/* NULL where it is not at hand, or the data do not fit. */
static Harness *open_device(Session *s, const DbStored *stored)
{
	HarnessOptions options = measure_options(s);
	Diags *own = s->diags;
	Harness *harness = NULL;

	s->diags = diags_new();
	if (room_in_memory(s) && find_device(s, stored->device_key, &options))
		harness = harness_open(&options, s->diags);
	if (harness && !measure_supports(s, harness_device(harness))) {
		harness_close(harness);
		harness = NULL;
	}
	diags_free(s->diags);
	s->diags = own;
	return harness;
}

/* -- what is kept ---------------------------------------------------------- */

/* A database that cannot be written stays as it is. */
static Db *open_quietly(Session *s)
{
	Diags *own = s->diags;
	Db *db;

	s->diags = diags_new();
	db = store_open(s, DB_WRITE);
	diags_free(s->diags);
	s->diags = own;
	return db;
}

static void keep(Session *s, DbStored *stored, const char *more,
		 const char *late)
{
	Db *db = open_quietly(s);
	const char *before = due_unmark(s, stored->judges);

	stored->judges = arena_printf(s->arena, "%s%s%s", before,
				      *before && *more ? "; " : "", more);
	if (*late)
		stored->judges = due_mark(s, stored->judges, late);
	if (db)
		db_set_judges(db, stored->measurement, stored->judges);
	db_close(db);
}

static void keep_wrong(Session *s, const Device *device, Trial *trial)
{
	Db *db = open_quietly(s);
	DbMeasurement result = trial_measurement(trial, 1);

	if (db && store_begin(s, db, device, "export")
	    && db_record(db, &result, NULL, NULL) == DB_OK)
		db_end_run(db, "failed", 0);
	db_close(db);
}

static bool refuse(Session *s, const DbStored *stored, const Measurement *m)
{
	Place place = { .file = arena_printf(s->arena, "derivation %" PRId64,
					     stored->derivation) };

	diag_add(s->diags, E0605, &place, m->reason,
		 "results as those of lift-tune eval, on all data",
		 "the stored kernel is wrong");
	return false;
}

/* -- judging --------------------------------------------------------------- */

/* "out: field special, sum: special". */
static const char *named(Session *s, const char *const *names)
{
	const Program *p = s->program;
	const char *all = "";

	for (int i = 0; i < p->output_count; i++)
		if (*names[i])
			all = arena_printf(s->arena, "%s%s%s:%s", all,
					   *all ? ", " : "",
					   p->out_ports[i].name, names[i]);
	return all;
}

static bool is_over(void *context)
{
	const double *end = context;

	return measure_stopped(NULL) || clock_seconds() > *end;
}

static void tell_late(Session *s, const DbStored *stored)
{
	if (due_is_settled(stored->judges)) {
		fprintf(stderr, "note: %s\n", due_owed(stored->judges));
		return;
	}
	fprintf(stderr, "note: %s within %g s (--time-limit)\n",
		due_owed(stored->judges), s->options->time_limit);
}

typedef struct Owed {
	Session *session;
	const Program *program; /* that it is derived of */
	Harness *harness;
	Trial *trial;
	double end;
	const char **names, *late; /* as of due_passes */
} Owed;

static bool passes(Owed *o)
{
	Due *due = due_new(o->session, o->harness, NULL, is_over, &o->end);
	bool good;

	due_add_exact(due);
	good = due_passes(due, o->trial, o->trial->artifact, o->names,
			  &o->late, &o->trial->measured);
	due_free(due);
	return good;
}

/* With open sizes: at others, too. */
static bool open_passes(Owed *o)
{
	const OpenDue due = {
		.session = o->session, .harness = o->harness,
		.open = o->program, .hook = is_over, .context = &o->end,
	};
	Opened opened = { .trial = o->trial }, *all = &opened;
	Measurement *m = &o->trial->measured;
	const bool good = open_due(&due, &all, 1);

	o->names = opened.names;
	o->late = opened.late;
	m->status = opened.status;
	snprintf(m->reason, sizeof m->reason, "%s", opened.reason);
	return good;
}

static bool judge_now(Owed *o, DbStored *stored)
{
	Session *s = o->session;

	if ((artifact_is_open(o->trial->artifact) ? open_passes
						  : passes)(o)) {
		keep(s, stored, named(s, o->names), o->late);
		if (*o->late)
			tell_late(s, stored);
		return true;
	}
	keep_wrong(s, harness_device(o->harness), o->trial);
	return refuse(s, stored, &o->trial->measured);
}

static void label(Session *s, DbStored *stored)
{
	stored->judges = due_mark(s, stored->judges, "");
	fprintf(stderr, "note: %s, since %s is not here\n",
		due_owed(stored->judges), stored->device);
}

/* What was too slow is tried again where more time was given for it. */
static bool is_tried_again(const Session *s, const DbStored *stored)
{
	return due_was_slow(stored->judges)
	    && (s->options->run_timeout > 0 || s->options->build_timeout > 0);
}

double owed_end(const Session *s)
{
	return clock_seconds() + s->options->time_limit;
}

bool owed_pass(Session *s, const Program *program, DbStored *stored,
	       Trial *trial, double end)
{
	Harness *harness;
	bool good = true;

	if (!stored->judges)
		stored->judges = "";
	if (due_is_settled(stored->judges) && !is_tried_again(s, stored))
		return true;
	harness = open_device(s, stored);
	if (harness)
		good = judge_now(&(Owed){ s, program, harness, trial, end,
			ARENA_ARRAY(s->arena, const char *,
				    s->program->output_count + 1), "" },
				 stored);
	else
		label(s, stored);
	harness_close(harness);
	return good;
}
