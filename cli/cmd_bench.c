/* bench: tuned kernels compared with references, or (bench search) strategies
 * on recorded spaces.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/bench_devices.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/measure.h"

enum { RESULTS_MAX = 128 };

typedef struct Table {
	Session *session;
	int count;
	BenchResult *results[RESULTS_MAX];
	bool good; /* every row could be measured, and nothing was wrong */
} Table;

static bool all_agree(const BenchResult *r)
{
	for (int i = 0; i < r->side_count; i++)
		if (r->sides[i].wrong)
			return false;
	return true;
}

static BenchResult *add_one(Table *t, Session *s, const BenchRow *row,
			    const char *file)
{
	BenchResult *result;

	if (t->count == RESULTS_MAX || measure_stopped(NULL))
		return NULL;
	if (!t->count)
		bench_head(s);
	result = bench_measure(s, row, file);
	if (!result) {
		t->good = false;
		return NULL;
	}
	bench_tell(s, result);
	t->good &= all_agree(result);
	t->results[t->count++] = result;
	return result;
}

/* The sizes of --size are those of the row. */
static void add_points(Table *t, const BenchRow *row, const char *file,
		       const BenchResult *at)
{
	Options options = *t->session->options;
	Session s = *t->session;

	options.size_count = 0;
	s.options = &options;
	for (int i = 0; i < options.points; i++) {
		const BenchRow point = bench_open_point(&s, at, row->fp, i);

		add_one(t, &s, &point, file);
	}
}

static void add_row(Table *t, const BenchRow *row, const char *file)
{
	const BenchResult *result = add_one(t, t->session, row, file);

	if (result && result->open)
		add_points(t, row, file, result);
}

static void add_example(Table *t, const BenchRow *row)
{
	const char *file = bench_example_path(t->session, row->program);

	if (file) {
		add_row(t, row, file);
		return;
	}
	diag_add(t->session->diags, E0701, NULL, row->program,
		 "examples/ here or beside the program", "no such example");
	t->good = false;
}

static bool is_of(const BenchRow *row, const char *suite)
{
	return !strcmp(suite, row->suite) || !strcmp(suite, "all");
}

/* Without words: the table but for its last parts. */
static bool is_wanted(const Options *o, const BenchRow *row)
{
	if (o->suite)
		return is_of(row, o->suite);
	return strcmp(row->suite, "primes") && strcmp(row->suite, "more")
	    && strcmp(row->suite, "programs") && strcmp(row->suite, "rounds");
}

static void add_suite(Table *t)
{
	for (const BenchRow *row = bench_rows; row->program; row++)
		if (is_wanted(t->session->options, row))
			add_example(t, row);
}

/* A word is a program of the table, at its sizes there, or a document. */
static void add_word(Table *t, const char *word)
{
	const Options *o = t->session->options;
	const BenchRow alone = { .fp = o->fp };
	bool known = false;

	for (const BenchRow *row = bench_rows; row->program; row++) {
		bool same = !strcmp(row->program, word);

		if (!same || (o->suite ? !is_of(row, o->suite)
				       : !strcmp(row->suite, "primes")))
			continue;
		known = true;
		if (o->size_count) {
			BenchRow resized = { .program = word, .fp = row->fp };

			add_example(t, &resized);
			return;
		}
		add_example(t, row);
	}
	if (!known)
		add_row(t, &alone, word);
}

static bool draw(Table *t)
{
	Session *s = t->session;
	Text svg = { 0 };
	bool done;

	if (!s->options->given_out || !t->count)
		return true;
	bench_plot(&svg, t->results, t->count);
	done = file_make_folder(s->options->out, s->diags)
	    && file_write(s->options->out, "bench.svg", text_string(&svg),
			  svg.length, s->diags);
	text_free(&svg);
	return done;
}

static int bench_kernels(Session *s)
{
	Table *t = base_calloc(1, sizeof *t);
	bool good;

	*t = (Table){ .session = s, .good = true };
	measure_catch();
	if (!s->options->word_count)
		add_suite(t);
	for (int i = 0; i < s->options->word_count; i++)
		add_word(t, s->options->words[i]);
	if (s->options->against && t->count)
		bench_against_mean(s, t->results, t->count);
	if (s->options->open && t->count)
		bench_open_mean(s, t->results, t->count);
	good = draw(t) && t->good;
	free(t);
	if (measure_stopped(NULL))
		return EXIT_INTERRUPTED;
	return good ? EXIT_DONE : EXIT_FAILED;
}

static bool is_suite(const char *name)
{
	for (const BenchRow *row = bench_rows; row->program; row++)
		if (is_of(row, name))
			return true;
	return false;
}

static const char *suites(Session *s)
{
	const char *list = "";

	for (const BenchRow *row = bench_rows; row->program; row++)
		if (row == bench_rows || strcmp(row->suite, row[-1].suite) != 0)
			list = arena_printf(s->arena, "%s%s%s", list,
					    *list ? ", " : "", row->suite);
	return arena_printf(s->arena, "%s, all", list);
}

/* One side beside the tuned kernel, of kernels alone. */
static bool open_is_alone(Session *s)
{
	Options *o = s->options;
	const char *other = o->against ? "--against"
			  : o->word_count && (!strcmp(o->words[0], "search")
				|| !strcmp(o->words[0], "devices"))
			  ? o->words[0] : NULL;

	if (o->open && !strcmp(o->open, "none"))
		o->open = NULL;
	if (!o->open || !other)
		return true;
	diag_add(s->diags, E0901, NULL, other, "--open or that",
		 "--open compares kernels with open sizes with those with "
		 "numbers");
	return false;
}

int cmd_bench(Session *s)
{
	const Options *o = s->options;

	if (!open_is_alone(s))
		return EXIT_USAGE;
	if (o->suite && !is_suite(o->suite)) {
		diag_add(s->diags, E0901, NULL, o->suite, suites(s),
			 "no such suite");
		return EXIT_USAGE;
	}
	if (o->word_count > 1 && !strcmp(o->words[0], "search"))
		return bench_search(s);
	if (o->word_count && !strcmp(o->words[0], "devices"))
		return bench_devices(s);
	if (!o->word_count || strcmp(o->words[0], "search") != 0)
		return bench_kernels(s);
	diag_add(s->diags, E0901, NULL, o->words[0], "search FILE...",
		 "nothing to bench");
	return EXIT_USAGE;
}
