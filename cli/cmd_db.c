/* db check: everything about the database that can be checked. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/store.h"

static void print_counts(const DbCounts *c, bool good)
{
	printf("%s: %" PRId64 " programs, %" PRId64 " devices, %" PRId64
	       " problems, %" PRId64 " derivations, %" PRId64 " kernels, %"
	       PRId64 " runs, %" PRId64 " measurements (%" PRId64
	       " failures)\n", good ? "good" : "damaged", c->programs,
	       c->devices, c->problems, c->derivations, c->kernels, c->runs,
	       c->measurements, c->failures);
}

static void print_counts_json(const DbCounts *c, bool good)
{
	printf("{\"good\": %s, \"programs\": %" PRId64 ", \"devices\": %"
	       PRId64 ", \"problems\": %" PRId64 ", \"derivations\": %" PRId64
	       ", \"kernels\": %" PRId64 ", \"runs\": %" PRId64
	       ", \"measurements\": %" PRId64 ", \"failures\": %" PRId64
	       "}\n", good ? "true" : "false", c->programs, c->devices,
	       c->problems, c->derivations, c->kernels, c->runs,
	       c->measurements, c->failures);
}

int cmd_db(Session *session)
{
	const Options *options = session->options;
	DbCounts counts = { 0 };
	bool good;
	Db *db;

	if (options->word_count != 1 || strcmp(options->words[0], "check")) {
		diag_add(session->diags, E0901, NULL,
			 options->word_count ? options->words[0] : "nothing",
			 "db check", "db needs to know what to do");
		return EXIT_USAGE;
	}
	db = store_open(session, DB_READ);
	if (!db)
		return EXIT_DATABASE;
	good = db_check(db, &counts, session->diags);
	(options->json ? print_counts_json : print_counts)(&counts, good);
	db_close(db);
	return good ? EXIT_DONE : EXIT_DATABASE;
}
