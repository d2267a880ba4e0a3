#include "cli/tune_sizes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/measure.h"
#include "cli/open_objective.h"
#include "cli/progress.h"
#include "cli/rate.h"
#include "cli/store.h"

enum { POINTS_MAX = 64 };

typedef struct Points {
	Session *session;
	int count;
	Options *options[POINTS_MAX]; /* of each */
	int64_t winners[POINTS_MAX];  /* derivations; 0: none */
	int size_count;               /* of the document */
	ObjectivePoint points[POINTS_MAX]; /* its sizes there, and the best */
} Points;

static bool wrong(Session *s, const char *found, const char *what)
{
	diag_add(s->diags, E0901, NULL, found,
		 "points like \"N=1000;N=100000\" or \"M=64,K=32;M=128,K=32\"",
		 "%s", what);
	return false;
}

static Options *options_at(Session *s)
{
	Options *o = ARENA_NEW(s->arena, Options);
	const int most = s->options->size_count
		       + (int)strlen(s->options->at_sizes);

	*o = *s->options;
	o->at_sizes = o->objective = NULL;
	o->open = "none";
	o->sizes = ARENA_ARRAY(s->arena, SizeBinding, most);
	if (o->size_count)
		memcpy(o->sizes, s->options->sizes,
		       sizeof *o->sizes * (size_t)o->size_count);
	return o;
}

static bool read_size(Session *s, Options *o, const char *text)
{
	if (!options_size(s->arena, s->diags, text, 1,
			  &o->sizes[o->size_count]))
		return false;
	o->size_count++;
	return true;
}

/* Words between marks; empty ones are wrong. */
static char *next_word(char **rest, char mark)
{
	char *word = *rest, *end;

	if (!word)
		return NULL;
	end = strchr(word, mark);
	if (end)
		*end = '\0';
	*rest = end ? end + 1 : NULL;
	return word + strspn(word, " ");
}

static bool read_points(Points *p)
{
	Session *s = p->session;
	char *rest = arena_strdup(s->arena, s->options->at_sizes), *point;

	while ((point = next_word(&rest, ';'))) {
		Options *o = options_at(s);
		char *size;

		if (p->count == POINTS_MAX)
			return wrong(s, point, "too many points");
		while ((size = next_word(&point, ',')))
			if (!read_size(s, o, size))
				return false;
		p->options[p->count++] = o;
	}
	return true;
}

/* What is of one kernel only. */
static bool goes_with(Session *s)
{
	const Options *o = s->options;
	const bool open = o->open && strcmp(o->open, "none") != 0;
	const char *given = open && !o->objective ? "--open" : o->record ? "--record" : o->t4 ? "--t4"
			  : o->prove && !o->objective ? "--prove"
			  : o->device_facts ? "--device-facts" : NULL;

	if (!given)
		return true;
	diag_add(s->diags, E0901, NULL, given, NULL,
		 "--sizes does not go with it");
	return false;
}

static Session session_of(const Points *p, int point)
{
	const Session *s = p->session;

	return (Session){ .arena = arena_new(), .diags = diags_new(),
			  .options = p->options[point], .rules = s->rules,
			  .schedules = s->schedules, .silent = true };
}

/* All sizes of the document there. */
static void keep_sizes(Points *p, int point, const Program *program)
{
	Arena *arena = p->session->arena;
	SizeBinding *sizes = ARENA_ARRAY(arena, SizeBinding,
					 program->size_count + 1);

	for (int i = 0; i < program->size_count; i++)
		sizes[i] = (SizeBinding){
			arena_strdup(arena, program->sizes[i].name),
			program->sizes[i].value };
	p->points[point].sizes = sizes;
	p->size_count = program->size_count;
}

/* A point that is wrong is named before any is searched. */
static bool are_programs(Points *p)
{
	bool good = true;

	for (int i = 0; i < p->count && good; i++) {
		Session one = session_of(p, i);

		good = session_load(&one);
		if (good)
			keep_sizes(p, i, one.program);
		diags_print(one.diags, stderr);
		session_free(&one);
	}
	return good;
}

static void tell_point(Session *one, const DbStored *stored)
{
	Text text = { 0 };

	if (one->options->json) {
		printf("{\"sizes\": \"%s\", \"derivation\": %" PRId64
		       ", \"time_ns\": %.0f}\n", session_sizes(one),
		       stored->derivation, stored->time_ns);
		return;
	}
	seconds_text(&text, stored->time_ns * 1e-9);
	printf("%s: %s, derivation %" PRId64 "\n", session_sizes(one),
	       text_string(&text), stored->derivation);
	text_free(&text);
}

static void tell_winner(Session *one, ObjectivePoint *point)
{
	Db *db = store_open(one, DB_READ);
	DbStored stored;

	if (db && store_find(one, db,
			     arena_printf(one->arena, "%" PRId64,
					  one->winner), &stored)) {
		tell_point(one, &stored);
		point->best_ns = stored.min_ns;
	}
	db_close(db);
}

/* What is left of the time is shared by the points that are left. */
static int tune_point(Points *p, int point, double end)
{
	const double left = (end - clock_seconds()) / (p->count - point);
	Session one = session_of(p, point);
	int code;

	one.options->time_limit = fmax(left, 1);
	code = cmd_tune(&one);
	p->winners[point] = one.winner;
	if (one.winner)
		tell_winner(&one, &p->points[point]);
	diags_print(one.diags, stderr);
	session_free(&one);
	return code;
}

static int write_files(Points *p)
{
	Session *s = p->session;
	Options *o = options_at(s);
	const char **words = ARENA_ARRAY(s->arena, const char *, 1);
	Session all = { .arena = s->arena, .diags = s->diags, .options = o,
			.rules = s->rules, .schedules = s->schedules };
	int last = p->count - 1;

	while (last >= 0 && !p->winners[last])
		last--;
	if (last < 0 || o->no_files)
		return EXIT_DONE;
	words[0] = arena_printf(s->arena, "%" PRId64, p->winners[last]);
	o->command = CMD_EXPORT;
	o->words = words;
	o->word_count = 1;
	o->at_sizes = "all";
	return cmd_export(&all);
}

/* -- one kernel for all points --------------------------------------------- */

/* What is not the same at all points: "N,K"; "all" where everything is. */
static const char *varying(const Points *p)
{
	const char *names = "";

	for (int i = 0; i < p->size_count; i++) {
		const SizeBinding *first = &p->points[0].sizes[i];
		bool varies = false;

		for (int k = 1; k < p->count; k++)
			varies |= p->points[k].sizes[i].value != first->value;
		if (varies)
			names = arena_printf(p->session->arena, "%s%s%s",
					     names, *names ? "," : "",
					     first->name);
	}
	return *names ? names : "all";
}

/* Those before the last that have a best kernel. */
static const Objective *objective_of(Points *p, bool worst)
{
	Objective *made = ARENA_NEW(p->session->arena, Objective);
	ObjectivePoint *points = ARENA_ARRAY(p->session->arena,
					     ObjectivePoint, p->count);

	*made = (Objective){ .worst = worst, .points = points };
	for (int i = 0; i < p->count - 1; i++)
		if (p->points[i].best_ns > 0)
			points[made->count++] = p->points[i];
	return made;
}

/* The last point is searched with open sizes, and judged at all. */
static int tune_together(Points *p, bool worst, double end)
{
	const char *open = p->session->options->open;
	Session one = session_of(p, p->count - 1);
	int code;

	one.silent = false;
	one.options->open = open ? open : varying(p);
	one.options->together = objective_of(p, worst);
	one.options->time_limit = fmax(end - clock_seconds(), 1);
	code = cmd_tune(&one);
	diags_print(one.diags, stderr);
	session_free(&one);
	return code;
}

/* -- all ------------------------------------------------------------------- */

int tune_sizes(Session *session)
{
	Points p = { .session = session };
	const double end = clock_seconds() + session->options->time_limit;
	const bool together = session->options->objective != NULL;
	int code = EXIT_DONE, last;
	bool worst = false;

	if (!goes_with(session) || (together && !objective_read(session, &worst))
	    || !read_points(&p))
		return EXIT_USAGE;
	if (!are_programs(&p))
		return EXIT_INPUT;
	for (int i = 0; i < p.count - together && !measure_stopped(NULL);
	     i++) {
		const int own = tune_point(&p, i, end);

		code = code ? code : own;
	}
	last = together ? tune_together(&p, worst, end) : write_files(&p);
	return code ? code : last;
}
