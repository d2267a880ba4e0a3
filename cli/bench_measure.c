/* One row: the winner found or made, the sides put together, and measured. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench.h"
#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/stored.h"
#include "ir/front/document.h"
#include "lib/choice.h"
#include "lib/trial.h"

/* Libraries compile in their first call. */
#define RUN_SECONDS 60.0

typedef struct Bench {
	Session *session; /* of the program */
	const BenchRow *row;
	Db *db;
	DbStored stored;
	Restored restored;
	Restored other; /* of --against */
	bool opens;     /* --open */
	Choice open;
	Harness *harness;
	Oracles *oracles;
	Trial *trial, *against;
	Artifact *buffers; /* what references work on */
	CompareSide *sides;
	BenchResult *result;
} Bench;

/* -- the session of one program -------------------------------------------- */

static void take_sizes(Options *o, const BenchRow *row)
{
	for (int i = 0; i < BENCH_SIZES && row->sizes[i].name; i++)
		o->sizes[o->size_count++] = row->sizes[i];
}

/* The row's sizes, unless --size says otherwise. */
static bool load(Session *s, const Session *from, const BenchRow *row,
		 const char *file)
{
	Options *o = ARENA_NEW(from->arena, Options);

	*o = *from->options;
	o->command = CMD_TUNE;
	o->word_count = 1;
	o->words = ARENA_ARRAY(from->arena, const char *, 1);
	o->words[0] = file;
	o->sizes = ARENA_ARRAY(from->arena, SizeBinding,
			       from->options->size_count + BENCH_SIZES);
	o->size_count = from->options->size_count;
	if (o->size_count)
		memcpy(o->sizes, from->options->sizes,
		       sizeof *o->sizes * (size_t)o->size_count);
	else
		take_sizes(o, row);
	if (row->fp == FP_RELAXED)
		o->fp = FP_RELAXED;
	*s = (Session){ .arena = from->arena, .options = o,
			.diags = from->diags };
	return session_load(s);
}

/* -- tuning, in a process of its own --------------------------------------- */

static void remove_folder(Session *s, const char *folder)
{
	static const char *const suffixes[] = { ".cl", ".manifest.json", ".h",
						".c" };

	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		unlink(arena_printf(s->arena, "%s/%s%s", folder,
				    s->program->name, suffixes[i]));
	rmdir(folder);
}

static void tune_as_child(Session *s, const char *folder, bool opens)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	s->options->out = folder;
	s->options->json = false;
	s->options->open = opens ? s->options->open : "none";
	if (!freopen("/dev/null", "w", stdout))
		_exit(EXIT_FAILED);
	diags_clear(s->diags); /* the rows before say theirs */
	cmd_tune(s);
	diags_print(s->diags, stderr);
	_exit(EXIT_DONE);
}

/* opens: kernels with open sizes, too. */
static void tune(Session *s, bool opens)
{
	const char *tmp = getenv("TMPDIR");
	char *folder = arena_strdup(s->arena, arena_printf(s->arena,
		"%s/lift-tune-bench.XXXXXX", tmp && *tmp ? tmp : "/tmp"));
	pid_t child;
	int status;

	if (!mkdtemp(folder))
		return;
	fflush(NULL);
	child = fork();
	if (child == 0) {
		Session fresh = { .arena = s->arena, .options = s->options,
				  .diags = s->diags };

		tune_as_child(&fresh, folder, opens);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0)
		continue;
	remove_folder(s, folder);
}

/* -- what is stored -------------------------------------------------------- */

static bool look_up(Bench *b, const Device *device)
{
	Session *s = b->session;
	DbStatus status;
	int count;
	const DbSize *sizes = store_sizes(s->arena, s->program, &count);

	return db_nearest(b->db, s->arena, program_key(s->program), device,
			  sizes, count, fp_name(s->options->fp), &b->stored,
			  &status)
	    && !b->stored.other_device && !b->stored.other_sizes;
}

static int evaluations(Bench *b, const Device *device)
{
	Session *s = b->session;
	DbStored *rows;
	int count;
	const DbFilter filter = {
		.program = program_key(s->program),
		.device_key = device_key(device),
		.sizes = store_sizes(s->arena, s->program, &count),
		.size_count = s->program->size_count,
		.fp = fp_name(s->options->fp),
	};

	return db_query(b->db, s->arena, &filter, &rows);
}

static bool open_device(Bench *b)
{
	HarnessOptions options = measure_options(b->session);

	if (options.run_timeout_s <= 0)
		options.run_timeout_s = RUN_SECONDS;

	b->harness = harness_open(&options, b->session->diags);
	return b->harness != NULL;
}

static void close_device(Bench *b)
{
	harness_close(b->harness);
	b->harness = NULL;
}

/* The best that is stored; tunes first when there is none or --fresh. */
static bool find_winner(Bench *b)
{
	Session *s = b->session;
	Device device;
	bool found, opens;

	if (!open_device(b))
		return false;
	device = *harness_device(b->harness);
	close_device(b);
	b->db = store_open(s, DB_WRITE);
	found = b->db && !s->options->fresh && look_up(b, &device);
	opens = b->opens && b->db
	     && (s->options->fresh || !bench_open_is_stored(s, b->db, &device));
	if (b->db && (!found || opens)) {
		db_close(b->db);
		tune(s, opens);
		b->db = store_open(s, DB_READ);
		found = b->db && look_up(b, &device);
	}
	if (found)
		b->result->evaluations = evaluations(b, &device);
	else if (b->db)
		diag_add(s->diags, E0503, NULL, NULL, NULL,
			 "no kernel of %s to compare", s->program->name);
	return found;
}

static bool restore(Bench *b)
{
	Session *s = b->session;
	const Device *device = harness_device(b->harness);

	if (!measure_supports(s, device)
	    || !stored_restore(s, &b->stored, device, &b->restored))
		return false;
	b->trial = stored_trial(s, &b->stored, device, &b->restored);
	b->oracles = b->trial ? oracles_new(s) : NULL;
	return b->oracles && oracles_load(b->oracles, s, b->harness);
}

/* Without --against there is nothing to do. */
static bool restore_other(Bench *b)
{
	if (!b->session->options->against)
		return true;
	b->result->against = bench_against(b->session, b->harness, &b->other,
					   &b->against);
	return b->result->against != NULL;
}

static bool restore_open(Bench *b)
{
	if (!b->opens)
		return true;
	b->result->open = bench_open(b->session, b->db,
				     harness_device(b->harness), &b->open);
	return b->result->open != NULL;
}

/* -- sides ----------------------------------------------------------------- */

static ArtifactBuffer *add_buffers(ArtifactBuffer *to, const Port *ports,
				   int count, BufferRole role)
{
	for (int i = 0; i < count; i++)
		if (ports[i].rank || role == BUFFER_OUTPUT)
			*to++ = (ArtifactBuffer){
				.role = role, .port = i,
				.scalar = ports[i].scalar,
				.elements = ports[i].elements,
				.into = role == BUFFER_OUTPUT ? ports[i].into
							      : -1,
				.written = role == BUFFER_OUTPUT,
			};
	return to;
}

/* Every port that is no value, as an artifact without kernels. */
static Artifact *all_buffers(Session *s)
{
	const Program *p = s->program;
	Artifact *artifact = ARENA_NEW(s->arena, Artifact);
	ArtifactBuffer *buffers = ARENA_ARRAY(s->arena, ArtifactBuffer,
					      p->in_port_count
					      + p->output_count), *end;

	end = add_buffers(buffers, p->in_ports, p->in_port_count,
			  BUFFER_INPUT);
	end = add_buffers(end, p->out_ports, p->output_count, BUFFER_OUTPUT);
	artifact->source = artifact->build_options = "";
	artifact->buffers = buffers;
	artifact->buffer_count = (int)(end - buffers);
	return artifact;
}

static void add_side(Bench *b, const char *name, const char *library,
		     const char *program, bool limit)
{
	Session *s = b->session;
	int i = b->result->side_count++;
	HarnessReference *from = ARENA_NEW(s->arena, HarnessReference);

	*from = (HarnessReference){
		.library = library, .program = program,
		.size_count = s->program->size_count,
		.sizes = s->program->sizes,
	};
	b->sides[i].candidate.artifact = b->buffers;
	b->sides[i].reference = from;
	b->sides[i].unjudged = limit;
	b->result->sides[i] = (BenchSide){ .name = name, .limit = limit };
}

static void add_limits(Bench *b, const char *library)
{
	static const char *const names[] = { "read", "copy", "update", "fma" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		add_side(b, names[i], library, names[i], true);
}

static void add_library(Bench *b, const BenchLibrary *library)
{
	const char *path = bench_library_path(b->session, library);

	if (!path)
		fprintf(stderr, "note: no %s.so: needs %s when lift-tune is "
			"built\n", library->name, library->needs);
	else if (library->limits)
		add_limits(b, path);
	else
		add_side(b, library->label, path, b->session->program->name,
			 false);
}

static void add_against(Bench *b)
{
	BenchAgainst *against = ARENA_NEW(b->session->arena, BenchAgainst);
	int i = b->result->side_count++;

	*against = *b->result->against;
	against->same = b->against->artifact->hash == b->trial->artifact->hash;
	b->result->against = against;
	b->sides[i].candidate = trial_candidate(
		b->session, b->other.derivation, b->against->artifact);
	b->result->sides[i].name = "against";
}

static void add_open(Bench *b)
{
	int i = b->result->side_count++;

	b->sides[i].candidate = trial_candidate(
		b->session, b->open.derivation, b->open.artifact);
	b->result->sides[i].name = "open";
}

/* References beside another kernel only where they are asked for. */
static void gather_sides(Bench *b)
{
	b->buffers = all_buffers(b->session);
	b->sides = base_calloc(COMPARE_SIDES, sizeof *b->sides);
	b->sides[0].candidate = trial_candidate(
		b->session, b->restored.derivation, b->trial->artifact);
	b->result->sides[0].name = "lift-tune";
	b->result->side_count = 1;
	if (b->result->against)
		add_against(b);
	if (b->result->open)
		add_open(b);
	if (b->result->side_count > 1 && !b->session->options->references)
		return;
	for (const BenchLibrary *l = bench_libraries; l->name; l++)
		add_library(b, l);
}

static bool judge_results(void *context, Text *reason)
{
	const Bench *b = context;

	return bench_judge(b->harness, b->oracles, b->session->program, reason);
}

static void compare(Bench *b)
{
	const Options *o = b->session->options;
	Compared *all = base_calloc(1, sizeof *all);
	const CompareOptions how = {
		.rounds = (int)(o->rounds < COMPARE_ROUNDS ? o->rounds
							   : COMPARE_ROUNDS),
		.seconds = o->round_limit, .quiescence_s = 0.01,
		.warm = !o->cold,
		.judge = judge_results, .context = b,
	};

	gather_sides(b);
	harness_compare(b->harness, b->result->side_count, b->sides, &how,
			all);
	bench_summarise(b->result, b->sides, all, b->session->program);
	for (int i = 0; i < b->result->side_count; i++)
		b->result->sides[i].reason = arena_strdup(b->session->arena,
						b->result->sides[i].reason);
	free(all);
}

static void describe(Bench *b)
{
	const Session *s = b->session;
	BenchResult *r = b->result;

	r->label = b->row->label ? b->row->label
		 : arena_printf(s->arena, "%s %s", s->program->name,
				session_sizes(s));
	r->sizes = session_sizes(s);
	r->fp = fp_name(s->options->fp);
	r->choices = b->restored.what;
	r->derivation = b->stored.derivation;
	r->warm = !s->options->cold;
}

static void close_all(Bench *b)
{
	close_device(b);
	oracles_free(b->oracles);
	stored_free(&b->restored);
	stored_free(&b->other);
	choice_free(&b->open);
	db_close(b->db);
	ir_free(b->session->ir);
	ir_free(b->session->written_ir);
	free(b->sides);
}

BenchResult *bench_measure(Session *session, const BenchRow *row,
			   const char *file)
{
	Session own;
	Bench b = { .session = &own, .row = row,
		    .opens = session->options->open,
		    .result = ARENA_NEW(session->arena, BenchResult) };
	bool good = load(&own, session, row, file) && find_winner(&b)
		 && open_device(&b) && restore(&b) && restore_other(&b)
		 && restore_open(&b);

	if (good) {
		describe(&b);
		compare(&b);
	}
	close_all(&b);
	return good && !measure_stopped(NULL) ? b.result : NULL;
}
