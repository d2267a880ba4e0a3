#include "cli/own_schedules.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "ir/front/print.h"
#include "search/space/prepare.h"

enum { FILE_BYTES = 1 << 20, NUMBERS = 16 };

bool own_schedules_open(Session *s)
{
	const char *text;
	size_t length;

	if (!s->options->schedules)
		return true;
	if (!s->rules)
		s->rules = rulebase_new();
	text = file_read(s->arena, s->options->schedules, FILE_BYTES, &length,
			 s->diags);
	s->schedules = text ? schedules_with(s->rules, s->options->schedules,
					     text, s->diags)
			    : NULL;
	return s->schedules != NULL;
}

/* -- applying -------------------------------------------------------------- */

typedef struct Request {
	Session *session;
	const Schedules *all;
	const Block *block;
	Task task;
	const Derivation *from;
	Path at;
	int64_t numbers[NUMBERS];
	bool given[NUMBERS];
} Request;

static bool refuse(Request *r, const char *found, const char *expected,
		   const char *message)
{
	diag_add(r->session->diags, E0802, NULL, found, expected, "%s",
		 message);
	return false;
}

static bool find_place(Request *r, const char *pointer)
{
	const Program *program = r->session->program;

	if (pointer && !strncmp(pointer, "/body", 5))
		pointer += 5;
	return print_find(program, r->from->expr, pointer ? pointer : "",
			  &r->at)
	    || refuse(r, pointer, "a place of the expression",
		      "there is no such place");
}

/* One "m=8". */
static bool read_number(Request *r, char *word)
{
	char *equals = strchr(word, '='), *end;

	if (equals)
		*equals = '\0';
	for (int i = 0; equals && i < block_number_count(r->block); i++) {
		if (strcmp(block_number(r->block, i), word))
			continue;
		r->given[i] = true;
		r->numbers[i] = strtoll(equals + 1, &end, 10);
		return (end > equals + 1 && !*end)
		    || refuse(r, equals + 1, "a number",
			      "a number of a schedule");
	}
	return refuse(r, word, "NUMBER=VALUE, a number of --list-schedules",
		      "the schedule has no such number");
}

static bool read_request(Request *r, const char *request)
{
	char *text = arena_strdup(r->session->arena, request), *numbers;

	numbers = strchr(text, ':');
	if (numbers)
		*numbers++ = '\0';
	r->block = schedules_find(r->all, text);
	if (!r->block)
		return refuse(r, text, schedules_near(r->all, text),
			      "there is no such schedule");
	for (char *word = numbers ? strtok(numbers, ",") : NULL; word;
	     word = strtok(NULL, ","))
		if (!read_number(r, word))
			return false;
	return true;
}

static bool choose(Request *r)
{
	char reason[256];
	Numbers list;

	for (int i = 0; i < block_number_count(r->block); i++) {
		if (r->given[i])
			continue;
		if (!block_list(&r->task, r->all, r->block, r->from, &r->at, i,
				r->numbers, &list, reason))
			return refuse(r, block_name(r->block), NULL, reason);
		r->numbers[i] = list.items[0].value;
	}
	return true;
}

static const Derivation *apply(Request *r)
{
	char reason[256];
	const Derivation *now;

	if (!choose(r))
		return NULL;
	now = block_apply(&r->task, r->all, r->block, r->from, &r->at,
			  block_number_count(r->block), r->numbers, reason);
	if (!now)
		refuse(r, block_name(r->block), NULL, reason);
	return now;
}

const Derivation *own_schedules_use(Session *s, const Schedules *all,
				    Rewriter *rewriter,
				    const Derivation *from,
				    const char *pointer, const char *request)
{
	Request r = { .session = s, .all = all, .from = from, .task = {
		.program = s->program, .rewriter = rewriter,
		.device = s->absent ? *s->absent : device_generic(),
		.arena = s->arena, .scratch = s->arena, .schedules = all } };

	prepare_rules(&r.task);
	return find_place(&r, pointer) && read_request(&r, request) ? apply(&r)
								    : NULL;
}
