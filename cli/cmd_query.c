/* query: the tuned-kernel database as a table. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/rate.h"
#include "cli/store.h"
#include "cli/stored.h"
#include "lib/trial.h"
#include "search/space/choices.h"

/* With the sizes that they were found at. */
static void print_open(Arena *arena, const DbStored *row)
{
	const char *open = stored_open(arena, row);

	if (open)
		printf(", open %s", open);
}

static void print_row(Arena *arena, const DbStored *row)
{
	Text time = { 0 };

	if (row->time_ns > 0)
		seconds_text(&time, row->time_ns * 1e-9);
	printf("%6" PRId64 "  %-14s %-22s %-9s %-14s %-24.24s %s",
	       row->derivation, row->program, row->sizes,
	       row->time_ns > 0 ? text_string(&time) : "-", row->status,
	       row->device, row->label ? row->label : "");
	if (!isnan(row->max_error))
		printf(", error %.2g", row->max_error);
	fputs(row->unconfirmed ? UNCONFIRMED : "", stdout);
	fputs(stored_is_unproved(row) ? UNPROVED : "", stdout);
	print_open(arena, row);
	fputs(stored_is_marked(row) ? ", busy machine" : "", stdout);
	puts(strcmp(row->fp, "strict") ? "" : ", --fp strict");
	text_free(&time);
}

static void json_text(Text *text, const char *key, const char *value)
{
	if (!value)
		return;
	text_printf(text, ", \"%s\": ", key);
	text_json(text, value);
}

static void print_row_json(Arena *arena, const DbStored *row)
{
	Text text = { 0 };

	text_printf(&text, "{\"id\": %" PRId64 ", \"measurement\": %" PRId64,
		    row->derivation, row->measurement);
	json_text(&text, "program", row->program);
	json_text(&text, "program_key", store_hash(arena, row->program_key));
	json_text(&text, "device", row->device);
	json_text(&text, "driver", row->driver);
	json_text(&text, "sizes", row->sizes);
	json_text(&text, "status", row->status);
	json_text(&text, "reason", row->reason);
	if (row->time_ns > 0)
		text_printf(&text, ", \"time_ns\": %.17g, \"min_ns\": %.17g",
			    row->time_ns, row->min_ns);
	if (isfinite(row->max_error))
		text_printf(&text, ", \"max_error\": %.17g", row->max_error);
	json_text(&text, "judges", row->judges);
	json_text(&text, "fp", row->fp);
	json_text(&text, "label", row->label);
	json_text(&text, "choices", choices_shown(arena, row->choices));
	if (row->unconfirmed)
		text_put(&text, ", \"unconfirmed\": true");
	if (stored_is_unproved(row))
		text_put(&text, ", \"unproved\": true");
	json_text(&text, "strategy", row->strategy);
	json_text(&text, "kernel", store_hash(arena, row->kernel));
	json_text(&text, "at", row->at);
	text_char(&text, '}');
	puts(text_string(&text));
	text_free(&text);
}

static DbFilter filter_of(Session *s)
{
	const Options *o = s->options;
	DbSize *sizes = ARENA_ARRAY(s->arena, DbSize, o->size_count + 1);

	for (int i = 0; i < o->size_count; i++)
		sizes[i] = (DbSize){ o->sizes[i].name, o->sizes[i].value };
	return (DbFilter){
		.name = o->word_count ? o->words[0] : NULL,
		.device = o->device, .sizes = sizes,
		.size_count = o->size_count, .best = o->best,
		.open = o->open && strcmp(o->open, "none") != 0,
		.limit = (int)(o->limit > INT32_MAX ? INT32_MAX : o->limit),
	};
}

/* Whether there is anything of the name that was asked for; else E0603. */
static bool is_known(Session *s, Db *db)
{
	const DbFilter filter = {
		.name = s->options->word_count ? s->options->words[0] : NULL,
		.limit = 1,
	};
	DbStored *rows;

	if (!filter.name || db_query(db, s->arena, &filter, &rows) != 0)
		return true;
	diag_add(s->diags, E0603, NULL, filter.name,
		 "the name of a program in lift-tune query",
		 "no such program is stored");
	return false;
}

int cmd_query(Session *session)
{
	DbFilter filter = filter_of(session);
	Db *db = store_open(session, DB_READ);
	DbStored *rows;
	int count;

	if (!db)
		return EXIT_DATABASE;
	if (!is_known(session, db)) {
		db_close(db);
		return EXIT_FAILED;
	}
	count = db_query(db, session->arena, &filter, &rows);
	if (count < 0)
		db_complain(db, session->diags);
	else if (!session->options->json)
		printf("%6s  %-14s %-22s %-9s %-14s %-24s %s\n", "ID",
		       "program", "sizes", "time", "status", "device", "steps");
	for (int i = 0; i < count; i++)
		if (session->options->json)
			print_row_json(session->arena, &rows[i]);
		else
			print_row(session->arena, &rows[i]);
	db_close(db);
	return count < 0 ? EXIT_DATABASE : EXIT_DONE;
}
