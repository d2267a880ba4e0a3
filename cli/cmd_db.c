/* db: checking the database, merging another one into it, forgetting a program,
 * and its rows as JSON lines, out and in; in from T4 files, too. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/authority.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/store.h"
#include "cli/t4.h"

enum { LONGEST_IMPORT = 1 << 30 };

static void print_counts(const DbCounts *c, const char *what)
{
	printf("%s: %" PRId64 " programs, %" PRId64 " devices, %" PRId64
	       " problems, %" PRId64 " derivations, %" PRId64 " kernels, %"
	       PRId64 " runs, %" PRId64 " measurements (%" PRId64
	       " failures)\n", what, c->programs, c->devices, c->problems,
	       c->derivations, c->kernels, c->runs, c->measurements,
	       c->failures);
}

static void print_counts_json(const DbCounts *c, const char *what)
{
	printf("{\"db\": \"%s\", \"programs\": %" PRId64 ", \"devices\": %"
	       PRId64 ", \"problems\": %" PRId64 ", \"derivations\": %" PRId64
	       ", \"kernels\": %" PRId64 ", \"runs\": %" PRId64
	       ", \"measurements\": %" PRId64 ", \"failures\": %" PRId64
	       "}\n", what, c->programs, c->devices, c->problems,
	       c->derivations, c->kernels, c->runs, c->measurements,
	       c->failures);
}

static void print(const Session *s, const DbCounts *counts, const char *what)
{
	(s->options->json ? print_counts_json : print_counts)(counts, what);
}

static bool check(Session *s, Db *db)
{
	DbCounts counts;
	bool good = db_check(db, &counts, s->diags);

	print(s, &counts, good ? "good" : "damaged");
	return good;
}

static bool merge(Session *s, Db *db)
{
	Db *other = db_open_saying(s->options->words[1], DB_READ,
				   store_say_locked, s->diags);
	DbCounts taken;
	Authority *authority = authority_new(s->rules);
	bool good;

	if (other)
		db_set_authority(other, authority_face(authority));
	good = other && db_merge(db, other, &taken, s->diags);
	if (good)
		print(s, &taken, "new");
	db_close(other);
	authority_free(authority);
	return good;
}

static bool write_lines(Session *s, const char *path, const Text *text)
{
	const char *slash = strrchr(path, '/');
	const char *folder = slash ? arena_strndup(s->arena, path,
			(size_t)(slash - path) + 1) : ".";

	if (strcmp(path, "-"))
		return file_write(folder, slash ? slash + 1 : path,
				  text_string(text), text->length, s->diags);
	return fwrite(text->data, 1, text->length, stdout) == text->length
	    && fflush(stdout) == 0;
}

static bool complain_of_many(Session *s, const char *word, int count,
			     const uint64_t *keys)
{
	Text list = { 0 };

	for (int i = 0; i < count; i++)
		text_printf(&list, "%s%s", i ? ", " : "",
			    store_hash(s->arena, keys[i]));
	diag_add(s->diags, E0604, NULL, text_string(&list),
		 "one of these keys", "%d programs are named %s", count, word);
	text_free(&list);
	return false;
}

/* The one program of that name or key. */
static bool program_named(Session *s, Db *db, const char *word,
			  uint64_t *program)
{
	uint64_t *keys;
	int count = db_programs_named(db, word, s->arena, &keys);

	if (count < 0) {
		db_complain(db, s->diags);
		return false;
	}
	if (!count) {
		diag_add(s->diags, E0603, NULL, word,
			 "the name of a program in lift-tune query, or its key",
			 "no such program is stored");
		return false;
	}
	*program = keys[0];
	return count == 1 || complain_of_many(s, word, count, keys);
}

static bool export(Session *s, Db *db)
{
	const Options *o = s->options;
	uint64_t program = 0;
	Text text = { 0 };
	bool good = (o->word_count < 3
		     || program_named(s, db, o->words[2], &program))
		 && db_export_program(db, program, &text, s->diags)
		 && write_lines(s, o->words[1], &text);

	text_free(&text);
	return good;
}

static bool import(Session *s, Db *db)
{
	const char *file = s->options->words[1];
	DbCounts taken;
	size_t length;
	const char *text = file_read(s->arena, file, LONGEST_IMPORT, &length,
				     s->diags);
	bool good = text != NULL;
	Text rows = { 0 };

	if (good && t4_is(text, length)) {
		good = t4_rows(file, text, length, &rows, s->diags);
		text = text_string(&rows);
		length = rows.length;
	}
	good = good && db_import(db, file, text, length, &taken, s->diags);
	if (good)
		print(s, &taken, "new");
	text_free(&rows);
	return good;
}

static bool forget(Session *s, Db *db)
{
	DbCounts gone;
	uint64_t program;
	bool good = program_named(s, db, s->options->words[1], &program)
		 && db_forget(db, program, &gone, s->diags);

	if (good)
		print(s, &gone, "gone");
	return good;
}

typedef struct VerbRow {
	const char *name;
	int least, most; /* words, with the name */
	DbMode mode;
	bool (*act)(Session *s, Db *db);
} VerbRow;

static const VerbRow verbs[] = {
	{ "check", 1, 1, DB_READ, check },
	{ "merge", 2, 2, DB_WRITE, merge },
	{ "export", 2, 3, DB_READ, export },
	{ "import", 2, 2, DB_WRITE, import },
	{ "forget", 2, 2, DB_WRITE, forget },
};

static const VerbRow *verb_of(Session *s)
{
	const Options *o = s->options;

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (o->word_count >= verbs[i].least
		    && o->word_count <= verbs[i].most
		    && !strcmp(o->words[0], verbs[i].name))
			return &verbs[i];
	diag_add(s->diags, E0901, NULL, o->word_count ? o->words[0] : "nothing",
		 "check, merge OTHER.db, export FILE [NAME], import FILE or "
		 "forget NAME",
		 "db needs to know what to do");
	return NULL;
}

int cmd_db(Session *session)
{
	const VerbRow *verb = verb_of(session);
	Authority *authority;
	bool good;
	Db *db;

	if (!verb)
		return EXIT_USAGE;
	db = store_open(session, verb->mode);
	if (!db)
		return EXIT_DATABASE;
	authority = authority_new(session->rules);
	db_set_authority(db, authority_face(authority));
	good = verb->act(session, db);
	db_close(db);
	authority_free(authority);
	return good ? EXIT_DONE : EXIT_DATABASE;
}
