/* The winners of a database as tests/winners/winners.jsonl keeps them, on
 * standard output: `make winners`.
 *
 *   tests/search/winner_list DATABASE [DOCUMENT]...
 *
 * The best of each program, device, sizes and --fp that is stored; of the
 * recorded spaces (search/spaces) what was fastest, where the space of today
 * has it; and, not timed, the first candidate of what is not stored: of rows
 * of `bench` and of the documents at their sizes.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "db/db.h"
#include "ir/front/document.h"
#include "search/space/choices.h"
#include "search/strategy/recorded.h"
#include "tests/search/search_device.h"
#include "tests/search/winners.h"

enum { LIST_MAX = 1024 };

typedef struct List {
	Arena *arena;
	RuleBase *rules;
	Device device; /* of what is not stored */
	int count, lost;
	Winner winners[LIST_MAX];
} List;

static const char *source_path(const List *l, const char *path)
{
	const char *source = getenv("srcdir");

	return arena_printf(l->arena, "%s/%s", source ? source : ".", path);
}

static const char *slurp(const List *l, FILE *file)
{
	Text text = { 0 };
	const char *kept;

	for (int c; file && (c = getc(file)) != EOF;)
		text_char(&text, (char)c);
	kept = arena_strdup(l->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static const char *file_text(const List *l, const char *path)
{
	FILE *file = fopen(path, "r");
	const char *text = slurp(l, file);

	if (!file)
		perror(path);
	else
		fclose(file);
	return text;
}

/* -- one winner ------------------------------------------------------------ */

static void name_winner(const List *l, Winner *w, const char *program)
{
	Text name = { 0 };

	text_put(&name, program);
	for (int i = 0; i < w->size_count; i++)
		text_printf(&name, " %s=%lld", w->sizes[i].name,
			    (long long)w->sizes[i].value);
	w->name = arena_strdup(l->arena, text_string(&name));
	text_free(&name);
}

static bool is_listed(const List *l, const Winner *w)
{
	for (int i = 0; i < l->count; i++)
		if (!strcmp(l->winners[i].name, w->name)
		    && !strcmp(l->winners[i].fp, w->fp)
		    && device_key(&l->winners[i].device)
		       == device_key(&w->device))
			return true;
	return false;
}

static void add(List *l, const Winner *w)
{
	if (l->count < LIST_MAX && !is_listed(l, w))
		l->winners[l->count++] = *w;
}

static void lose(List *l, const Winner *w, const char *why)
{
	fprintf(stderr, "%s: left out: %s\n", w->name, why);
	l->lost++;
}

/* -- of the database ------------------------------------------------------- */

static void take_sizes(const List *l, Winner *w, const char *text)
{
	while (*text && w->size_count < WINNER_SIZES) {
		size_t name = strcspn(text, "=");
		char *end;
		int64_t value = strtoll(text + name + 1, &end, 10);

		w->sizes[w->size_count++] = (SizeBinding){
			arena_strndup(l->arena, text, name), value };
		text = end + strspn(end, " ");
	}
}

static void add_stored(List *l, Db *db, const DbStored *row)
{
	const DbFilter filter = { .derivation = row->derivation };
	Winner w = { .fp = row->fp, .ns = row->time_ns, .steps = row->steps,
		     .choices = choices_text(l->arena, row->choices) };
	Diags *diags = diags_new();
	DbStatus status;
	DbStored full;
	Text why = { 0 };

	take_sizes(l, &w, row->sizes);
	name_winner(l, &w, row->program);
	if (db_device(db, row->device_key, &w.device, diags)
	    && db_fetch(db, l->arena, &filter, &full, &status)) {
		w.program = full.form;
		if (winner_replay(l->rules, &w, &why)
		    && winner_is_reachable(l->rules, &w, &why))
			add(l, &w);
		else
			lose(l, &w, text_string(&why));
	}
	diags_print(diags, stderr);
	diags_free(diags);
	text_free(&why);
}

static bool add_database(List *l, const char *path)
{
	const DbFilter best = { .best = true };
	Diags *diags = diags_new();
	Db *db = db_open(path, DB_READ, diags);
	DbStored *rows;
	int count = db ? db_query(db, l->arena, &best, &rows) : 0;

	for (int i = 0; i < count; i++)
		if (rows[i].time_ns > 0)
			add_stored(l, db, &rows[i]);
	if (l->count)
		l->device = l->winners[0].device;
	diags_print(diags, stderr);
	diags_free(diags);
	db_close(db);
	return db && count >= 0;
}

/* -- of documents ---------------------------------------------------------- */

/* The document as it is stored, and its sizes where none are given. */
static bool read_document(const List *l, Winner *w, const char *path)
{
	const char *text = file_text(l, path);
	const ReadOptions options = { .override_count = w->size_count,
				      .overrides = w->sizes };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, path, text, &options, diags);
	Text form = { 0 };

	if (program) {
		program_print(&form, program, program->body);
		w->program = arena_strdup(l->arena, text_string(&form));
		w->size_count = 0;
		for (int i = 0; i < program->size_count
		     && i < WINNER_SIZES; i++)
			w->sizes[w->size_count++] = (SizeBinding){
				arena_strdup(l->arena, program->sizes[i].name),
				program->sizes[i].value };
		name_winner(l, w, program->name);
	} else {
		diags_print(diags, stderr);
	}
	text_free(&form);
	diags_free(diags);
	ir_free(ir);
	return program != NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const SizeBinding *)a)->name,
		      ((const SizeBinding *)b)->name);
}

/* As the database has them. */
static void sort_sizes(const List *l, Winner *w)
{
	char name[256];

	qsort(w->sizes, (size_t)w->size_count, sizeof *w->sizes, by_name);
	snprintf(name, sizeof name, "%.*s", (int)strcspn(w->name, " "),
		 w->name);
	name_winner(l, w, arena_strdup(l->arena, name));
}

static void add_document(List *l, const char *path, Winner w)
{
	w.device = l->device;
	if (!read_document(l, &w, path)) {
		w.name = path;
		lose(l, &w, "no program");
		return;
	}
	sort_sizes(l, &w);
	if (is_listed(l, &w))
		return;
	if (winner_follow(l->rules, l->arena, &w))
		add(l, &w);
	else if (w.ns > 0)
		fprintf(stderr, "%s: its space is offered no more\n", w.name);
	else
		lose(l, &w, "it has no candidate");
}

static void add_bench(List *l)
{
	for (const BenchRow *row = bench_rows; row->program; row++) {
		Winner w = { .fp = fp_name(row->fp), .choices = "" };

		for (int i = 0; i < BENCH_SIZES && row->sizes[i].name; i++)
			w.sizes[w.size_count++] = row->sizes[i];
		add_document(l, source_path(l, arena_printf(l->arena,
				"examples/%s.json", row->program)), w);
	}
}

/* -- of recorded spaces ---------------------------------------------------- */

/* "N=1000, K=16, D=4, the device" */
static void sizes_of_about(const List *l, Winner *w, const char *about)
{
	while (w->size_count < WINNER_SIZES) {
		size_t end = strcspn(about, ","), name = strcspn(about, "=");

		if (name >= end)
			return;
		w->sizes[w->size_count++] = (SizeBinding){
			arena_strndup(l->arena, about, name),
			strtoll(about + name + 1, NULL, 10) };
		about += end + strspn(about + end, ", ");
	}
}

static void add_space(List *l, const char *path)
{
	FILE *pipe = popen(arena_printf(l->arena, "gzip -dc '%s'", path), "r");
	const char *text = slurp(l, pipe);
	Diags *diags = diags_new();
	Recorded *recorded = recorded_read(path, text, diags);
	Winner w = { .fp = "reassoc" };
	Text choices = { 0 };

	if (pipe)
		pclose(pipe);
	diags_print(diags, stderr);
	diags_free(diags);
	if (!recorded)
		return;
	recorded_fastest(recorded, &choices);
	sizes_of_about(l, &w, recorded_about(recorded));
	w.choices = arena_strdup(l->arena, text_string(&choices));
	w.ns = recorded_best(recorded) * 1e9;
	add_document(l, source_path(l, arena_printf(l->arena,
			"examples/%s.json", recorded_name(recorded))), w);
	text_free(&choices);
	recorded_free(recorded);
}

static void add_spaces(List *l)
{
	glob_t files;

	if (glob(source_path(l, "search/spaces/*.jsonl.gz"), 0, NULL, &files))
		return;
	for (size_t i = 0; i < files.gl_pathc; i++)
		add_space(l, files.gl_pathv[i]);
	globfree(&files);
}

/* -- the list -------------------------------------------------------------- */

static int in_order(const void *a, const void *b)
{
	const Winner *x = a, *y = b;
	const uint64_t k = device_key(&x->device), n = device_key(&y->device);

	if (k != n)
		return k < n ? -1 : 1;
	return strcmp(x->name, y->name) ? strcmp(x->name, y->name)
					: strcmp(x->fp, y->fp);
}

static void print(List *l)
{
	Text text = { 0 };
	uint64_t last = 0;

	qsort(l->winners, (size_t)l->count, sizeof *l->winners, in_order);
	for (int i = 0; i < l->count; i++) {
		const Winner *w = &l->winners[i];

		if (!i || device_key(&w->device) != last)
			winner_put_device(&text, &w->device);
		last = device_key(&w->device);
		winner_put(&text, w);
	}
	fputs(text_string(&text), stdout);
	text_free(&text);
}

int main(int argc, char **argv)
{
	List *l = base_calloc(1, sizeof *l);
	bool good;

	if (argc < 2)
		return EXIT_FAILURE;
	l->arena = arena_new();
	l->rules = rulebase_new();
	l->device = device_of_two_cores();
	good = add_database(l, argv[1]);
	add_spaces(l);
	add_bench(l);
	for (int i = 2; i < argc; i++)
		add_document(l, argv[i], (Winner){ .fp = "reassoc",
						   .choices = "" });
	print(l);
	fprintf(stderr, "%d winners, %d left out\n", l->count, l->lost);
	good &= !l->lost;
	rulebase_free(l->rules);
	arena_free(l->arena);
	free(l);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
