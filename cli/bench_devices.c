#include "cli/bench_devices.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/device_matrix.h"
#include "cli/files.h"
#include "cli/measure.h"
#include "cli/store.h"
#include "ir/front/document.h"

typedef struct Bench {
	Session *session;
	int count;
	DeviceMatrix *matrices;
	Device devices[SITES_MAX];
} Bench;

/* The session of one tune: like ours, for one document and one site. */
static Session session_for(Session *s, const char *file, int site)
{
	Options *options = ARENA_NEW(s->arena, Options);
	const char **words = ARENA_ARRAY(s->arena, const char *, 1);

	*options = *s->options;
	words[0] = file;
	options->words = words;
	options->word_count = 1;
	options->command = CMD_TUNE;
	options->site = site;
	options->json = false;
	options->quiet = !options->verbose;
	return (Session){ .arena = arena_new(), .options = options,
			  .diags = diags_new(), .rules = s->rules,
			  .schedules = s->schedules,
			  .silent = true };
}

static int64_t tuned(Session *s, const char *file, int site)
{
	Session one = session_for(s, file, site);
	int64_t winner;

	cmd_tune(&one);
	winner = one.winner;
	diags_print(one.diags, stderr);
	session_free(&one);
	return winner;
}

/* --best: what is stored for this device, program and sizes. */
static int64_t stored(Session *s, const char *file, int site)
{
	Session one = session_for(s, file, site);
	HarnessOptions options = measure_options(&one);
	Harness *harness = session_load(&one)
		? harness_open(&options, one.diags) : NULL;
	Db *db = harness ? store_open(&one, DB_READ) : NULL;
	DbFilter filter = { .best = true, .fp = fp_name(one.options->fp),
			    .limit = 1 };
	DbStored row = { 0 };
	DbStatus status;

	if (db) {
		filter.device_key = device_key(harness_device(harness));
		filter.program = program_key(one.program);
		filter.sizes = store_sizes(one.arena, one.program,
					   &filter.size_count);
		db_fetch(db, one.arena, &filter, &row, &status);
	}
	db_close(db);
	harness_close(harness);
	diags_print(one.diags, stderr);
	session_free(&one);
	return row.derivation;
}

static void say(const Session *s, const char *file, int site)
{
	if (!s->options->quiet)
		fprintf(stderr, "%s on %s ...\n", file,
			device_matrix_letter(site));
}

static bool cross(Bench *bench, const char *file)
{
	Session *s = bench->session, one = session_for(s, file, 0);
	DeviceMatrix *c = &bench->matrices[bench->count];

	*c = (DeviceMatrix){ .site_count = s->options->site_count };
	for (int i = 0; i < c->site_count && !measure_stopped(NULL); i++) {
		say(s, file, i);
		c->ids[i] = s->options->best ? stored(s, file, i)
					     : tuned(s, file, i);
	}
	if (session_load(&one)) {
		c->program = arena_strdup(s->arena, one.program->name);
		c->sizes = arena_strdup(s->arena, session_sizes(&one));
		device_matrix_measure(c, &one, bench->devices);
		for (int i = 0; i < c->site_count; i++)
			if (c->choices[i])
				c->choices[i] = arena_strdup(s->arena,
							     c->choices[i]);
		bench->count++;
	}
	diags_move(s->diags, one.diags);
	session_free(&one);
	return !measure_stopped(NULL);
}

static void tell(const Bench *bench)
{
	const DeviceMatrix *last = &bench->matrices[bench->count - 1];

	if (bench->session->options->json)
		device_matrix_json(last, bench->devices);
	else
		device_matrix_tell(last);
}

static bool plot(const Bench *bench)
{
	Session *s = bench->session;
	Text text = { 0 };
	bool done;

	device_matrix_plot(&text, bench->matrices, bench->count,
			   bench->devices);
	done = file_make_folder(s->options->out, s->diags)
	    && file_write(s->options->out, "devices.svg", text_string(&text),
			  text.length, s->diags);
	text_free(&text);
	return done;
}

static int sum_up(const Bench *bench)
{
	const Options *o = bench->session->options;

	if (!bench->count)
		return EXIT_INPUT;
	if (!o->json) {
		device_matrix_tell_means(bench->matrices, bench->count);
		device_matrix_tell_devices(bench->devices, o->site_count);
	}
	if (o->given_out && !plot(bench))
		return EXIT_FAILED;
	return EXIT_DONE;
}

static bool sensible(Session *s)
{
	const Options *o = s->options;

	if (o->site_count > 1 && o->site_count <= SITES_MAX
	    && o->word_count > 1)
		return true;
	diag_add(s->diags, E0901, NULL,
		 o->word_count > 1 ? "another number of --device" : "nothing",
		 "devices EXPR.json... and from 2 to 8 --device",
		 "nothing to compare");
	return false;
}

int bench_devices(Session *s)
{
	const Options *o = s->options;
	Bench *bench = ARENA_NEW(s->arena, Bench);
	bool going = true;

	if (!sensible(s))
		return EXIT_USAGE;
	measure_catch();
	bench->session = s;
	bench->matrices = ARENA_ARRAY(s->arena, DeviceMatrix, o->word_count);
	for (int i = 1; i < o->word_count && going; i++) {
		int before = bench->count;

		going = cross(bench, o->words[i]);
		if (bench->count > before)
			tell(bench);
	}
	return going ? sum_up(bench) : EXIT_INTERRUPTED;
}
