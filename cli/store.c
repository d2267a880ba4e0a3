#include "cli/store.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/judges.h"
#include "config.h"

Db *store_open(Session *s, DbMode mode)
{
	char *path = db_path(s->options->db);
	Db *db = NULL;

	if (path)
		db = db_open(path, mode, s->diags);
	else
		diag_add(s->diags, E0601, NULL, "no --db, LIFT_TUNE_DB or HOME",
			 "a place for the database",
			 "where the database is cannot be told");
	free(path);
	return db;
}

const char *store_hash(Arena *arena, uint64_t hash)
{
	return arena_printf(arena, "%016" PRIx64, hash);
}

const DbSize *store_sizes(Arena *arena, const Program *program, int *count)
{
	DbSize *sizes = ARENA_ARRAY(arena, DbSize, program->size_count + 1);

	for (int i = 0; i < program->size_count; i++)
		sizes[i] = (DbSize){ program->sizes[i].name,
				     program->sizes[i].value };
	*count = program->size_count;
	return sizes;
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
		.tolerance = judges_tolerance(s), .strategy = strategy,
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

static bool is_number(const char *word)
{
	for (const char *c = word; *c; c++)
		if (!isdigit((unsigned char)*c))
			return false;
	return *word && strlen(word) < 19;
}

bool store_find(Session *s, Db *db, const char *word, DbStored *stored)
{
	DbFilter filter = { .limit = 1 };
	DbStatus status = DB_OK;

	if (is_number(word))
		filter.derivation = strtoll(word, NULL, 10);
	else
		filter.name = word;
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
