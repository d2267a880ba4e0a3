#include "cli/store.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/oracles.h"
#include "config.h"
#include "ir/front/document.h"

void store_say_locked(const char *path)
{
	fprintf(stderr, "waiting for %s, which another process has locked\n",
		path);
}

Db *store_open(Session *s, DbMode mode)
{
	char *path = db_path(s->options->db);
	Db *db = NULL;

	if (path)
		db = db_open_saying(path, mode, store_say_locked, s->diags);
	else
		diag_add(s->diags, E0601, NULL, "no --db, LIFT_TUNE_DB or HOME",
			 "a place for the database",
			 "where the database is cannot be told");
	free(path);
	return db;
}

enum { PROTOCOL = 1 }; /* version of the way of measuring */

bool store_begin(Session *s, Db *db, const Device *device,
		 const char *strategy)
{
	Text form = { 0 };
	DbRun run = {
		.program = program_key(s->program), .name = s->program->name,
		.device = device, .protocol = PROTOCOL,
		.fp = fp_name(s->options->fp),
		.tolerance = oracles_tolerance(s), .strategy = strategy,
		.seed = s->options->seed, .version = PACKAGE_VERSION,
	};
	DbStatus status;

	program_print(&form, s->written, s->written->body);
	run.form = text_string(&form);
	run.sizes = store_sizes(s->arena, s->program, &run.size_count);
	status = db_begin_run(db, &run);
	text_free(&form);
	if (status != DB_OK)
		db_complain(db, s->diags);
	return status == DB_OK;
}

/* With --open these are about kernels with open sizes. */
enum { STORED_OPEN = CMD_EXPLAIN | CMD_REPLAY | CMD_EXPORT | CMD_PROVE };

static bool is_number(const char *word)
{
	for (const char *c = word; *c; c++)
		if (!isdigit((unsigned char)*c))
			return false;
	return *word && strlen(word) < 19;
}

static bool is_key(const char *word)
{
	return strlen(word) == 16 && strspn(word, "0123456789abcdef") == 16;
}

static DbFilter filter_of(const char *word)
{
	if (is_key(word))
		return (DbFilter){ .program = strtoull(word, NULL, 16) };
	if (is_number(word))
		return (DbFilter){ .derivation = strtoll(word, NULL, 10) };
	return (DbFilter){ .name = word };
}

static bool is_listed(const DbStored *rows, int i)
{
	for (int k = 0; k < i; k++)
		if (rows[k].program_key == rows[i].program_key)
			return true;
	return false;
}

/* Whether the name is that of one program only; else E0604. */
static bool is_plain(Session *s, Db *db, const DbFilter *filter)
{
	const DbFilter all = { .name = filter->name, .open = filter->open,
			       .best = !filter->open };
	Text list = { 0 };
	DbStored *rows;
	int count = db_query(db, s->arena, &all, &rows), programs = 0;

	for (int i = 0; i < count; i++)
		if (!is_listed(rows, i))
			text_printf(&list, "%s%s (%s on %s, derivation %"
				    PRId64 ")", programs++ ? ", " : "",
				    store_hash(s->arena, rows[i].program_key),
				    rows[i].sizes, rows[i].device,
				    rows[i].derivation);
	if (programs > 1)
		diag_add(s->diags, E0604, NULL, text_string(&list),
			 "one of these keys, or the number of a derivation",
			 "%d programs are named %s", programs, filter->name);
	text_free(&list);
	return programs <= 1;
}

bool store_find(Session *s, Db *db, const char *word, DbStored *stored)
{
	const char *open = s->options->command & STORED_OPEN
			 ? s->options->open : NULL;
	DbFilter filter = filter_of(word);
	DbStatus status = DB_OK;

	filter.open = open && strcmp(open, "none") != 0;

	if (filter.name && !is_plain(s, db, &filter))
		return false;
	if (db_fetch(db, s->arena, &filter, stored, &status))
		return true;
	if (status != DB_OK)
		db_complain(db, s->diags);
	else
		diag_add(s->diags, E0603, NULL, word,
			 "a number or name of lift-tune query",
			 "no such stored derivation");
	return false;
}
