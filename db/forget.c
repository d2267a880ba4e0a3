/* Forgetting: all that was measured of a program goes, other programs keep what
 * they share with it.
 */
#include <stddef.h>
#include <string.h>

#include "db/run.h"
#include "db/sql.h"

enum { MOST_NAMESAKES = 64 };

int db_programs_named(Db *db, const char *name, Arena *arena,
		      uint64_t **keys)
{
	sqlite3_stmt *row = sql_start(db, SQL_PROGRAMS_NAMED,
				      SQL_VALUES(sql_text(name)));
	int count = 0;

	*keys = ARENA_ARRAY(arena, uint64_t, MOST_NAMESAKES);
	while (sql_next(db, row))
		if (count < MOST_NAMESAKES)
			(*keys)[count++] = sql_column_hash(row, 0);
	return db->status == DB_OK ? count : -1;
}

typedef struct Forgetting {
	uint64_t program;
	DbCounts gone;
} Forgetting;

#define COUNTER(member) offsetof(DbCounts, member)
#define UNCOUNTED SIZE_MAX

static const struct {
	SqlName remove;
	size_t counter; /* offset into DbCounts, or UNCOUNTED */
} steps[] = {
	{ SQL_FORGET_PROOFS, UNCOUNTED },
	{ SQL_FORGET_KERNELS, COUNTER(kernels) },
	{ SQL_FORGET_INTENTS, UNCOUNTED },
	{ SQL_FORGET_REMEASUREMENTS, UNCOUNTED },
	{ SQL_FORGET_MEASUREMENTS, COUNTER(measurements) },
	{ SQL_FORGET_RUNS, COUNTER(runs) },
	{ SQL_FORGET_DERIVATIONS, COUNTER(derivations) },
	{ SQL_FORGET_SIZES, UNCOUNTED },
	{ SQL_FORGET_PROBLEMS, COUNTER(problems) },
	{ SQL_FORGET_PROGRAM, COUNTER(programs) },
};

/* Kernels are told from others' while the measurements are still there, so they
 * go first; who refers to them is looked at when all is gone. */
static DbStatus forget(Db *db, void *argument)
{
	Forgetting *f = argument;
	const SqlValue key = sql_hash(f->program);
	DbStatus status = run_none_is_under_way(db, f->program);

	f->gone = (DbCounts){ 0 };
	if (status == DB_OK)
		status = sql_run(db, SQL_REFERENCES_LATER, SQL_NONE);
	if (status == DB_OK)
		status = sql_number(db, SQL_FAILURES_OF_PROGRAM, &key, 1, 0,
				    &f->gone.failures);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		if (status != DB_OK)
			return status;
		status = sql_run(db, steps[i].remove, &key, 1);
		if (steps[i].counter != UNCOUNTED)
			*(int64_t *)(void *)((char *)&f->gone
					     + steps[i].counter) =
				sqlite3_changes(db->sqlite);
	}
	return status;
}

bool db_forget(Db *db, uint64_t program, DbCounts *gone, Diags *diags)
{
	Forgetting f = { .program = program };
	DbStatus status = sql_transaction(db, forget, &f);

	*gone = status == DB_OK ? f.gone : (DbCounts){ 0 };
	if (status != DB_OK)
		db_complain(db, diags);
	return status == DB_OK;
}
