/* Runs: their beginning and end, and what becomes of those that died.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "db/content.h"
#include "db/measurement.h"
#include "db/run.h"

/* A run of this machine whose process is no more. */
typedef struct Dead {
	int64_t run;
	bool went_down; /* with its machine */
} Dead;

typedef struct DeadList {
	Dead *items;
	int count;
} DeadList;

static void append(DeadList *list, Dead dead)
{
	list->items = base_realloc(list->items,
		(size_t)(list->count + 1) * sizeof *list->items);
	list->items[list->count++] = dead;
}

static void copy_text(char *to, size_t size, sqlite3_stmt *row, int column)
{
	const unsigned char *text = sqlite3_column_text(row, column);

	snprintf(to, size, "%s", text ? (const char *)text : "");
}

static DbProcess writer_of(const Db *db, sqlite3_stmt *row)
{
	DbProcess writer = db->self;

	copy_text(writer.boot, sizeof writer.boot, row, 1);
	writer.pid = sqlite3_column_int64(row, 2);
	writer.start = sqlite3_column_int64(row, 3);
	return writer;
}

static DeadList find_dead(Db *db)
{
	sqlite3_stmt *row = sql_start(db, SQL_OPEN_RUNS,
		SQL_VALUES(sql_text(db->self.host), sql_int(db->now.run)));
	DeadList list = { 0 };

	while (sql_next(db, row)) {
		DbProcess writer = writer_of(db, row);
		ProcessFate fate = process_fate(&db->self, &writer);

		if (fate == PROCESS_DIED || fate == PROCESS_WENT_DOWN)
			append(&list, (Dead){ sqlite3_column_int64(row, 0),
					      fate == PROCESS_WENT_DOWN });
	}
	return list;
}

DbStatus run_none_is_under_way(Db *db, uint64_t program)
{
	sqlite3_stmt *row = sql_start(db, SQL_OPEN_RUNS_OF_PROGRAM,
		SQL_VALUES(sql_hash(program), sql_text(db->self.host)));
	bool lives = false;

	while (sql_next(db, row)) {
		DbProcess writer = writer_of(db, row);

		lives |= process_fate(&db->self, &writer) == PROCESS_LIVES;
	}
	if (lives && db->status == DB_OK)
		return sql_fail(db, DB_IN_USE,
				"a search for the program is under way");
	return db->status;
}

static MeasurementKey intent_key(sqlite3_stmt *row, int64_t run, Arena *arena)
{
	return (MeasurementKey){
		.kernel = sqlite3_column_int64(row, 0),
		.device = sqlite3_column_int64(row, 1),
		.problem = sqlite3_column_int64(row, 2),
		.protocol = sqlite3_column_int64(row, 3),
		.fp = sql_column_text(row, 4, arena),
		.tolerance = sql_column_text(row, 5, arena),
		.sequence = sqlite3_column_int64(row, 6),
		.derivation = sqlite3_column_int64(row, 7),
		.run = run,
	};
}

static DbStatus blame(Db *db, const MeasurementKey *key)
{
	const DbMeasurement crash = {
		.status = "host_crash",
		.reason = "the machine went down while this kernel ran",
	};
	int64_t id;

	return measurement_add(db, key, &crash, &id);
}

static DbStatus blame_intents(Db *db, int64_t run)
{
	sqlite3_stmt *row = sql_start(db, SQL_INTENTS,
				      SQL_VALUES(sql_int(run)));
	Arena *arena = arena_new();
	DbStatus status = DB_OK;

	while (status == DB_OK && sql_next(db, row)) {
		MeasurementKey key = intent_key(row, run, arena);

		status = blame(db, &key);
	}
	if (status == DB_OK)
		status = db->status;
	else
		sql_stop(row);
	arena_free(arena);
	return status;
}

static DbStatus close_run(Db *db, int64_t run, const char *outcome,
			  int64_t best)
{
	char at[MEASUREMENT_TIME];
	DbStatus status = sql_run(db, SQL_END_INTENTS,
				  SQL_VALUES(sql_int(run)));

	measurement_time(at);
	if (status != DB_OK)
		return status;
	return sql_run(db, SQL_END_RUN,
		       SQL_VALUES(sql_int(run), sql_text(at),
				  sql_text(outcome), sql_id(best)));
}

static DbStatus bury(Db *db, const Dead *dead)
{
	DbStatus status = DB_OK;

	if (dead->went_down)
		status = blame_intents(db, dead->run);
	if (status != DB_OK)
		return status;
	return close_run(db, dead->run,
			 dead->went_down ? "host_crash" : "killed", 0);
}

static DbStatus settle(Db *db)
{
	DeadList list = find_dead(db);
	DbStatus status = db->status;

	for (int i = 0; i < list.count && status == DB_OK; i++)
		status = bury(db, &list.items[i]);
	free(list.items);
	return status;
}

/* Unlike every other run's, in any file: two databases can be merged. */
static uint64_t run_key(const Db *db, const char *at)
{
	uint64_t h = hash_combine(hash_string(db->self.host),
				  hash_string(db->self.boot));

	h = hash_combine(h, (uint64_t)db->self.pid);
	h = hash_combine(h, (uint64_t)db->self.start);
	h = hash_combine(h, hash_string(at));
	return hash_combine(h, (uint64_t)db->run_count);
}

static DbStatus add_run(Db *db, const DbRun *run)
{
	char at[MEASUREMENT_TIME];
	DbStatus status;

	measurement_time(at);
	status = sql_run(db, SQL_ADD_RUN, SQL_VALUES(
		sql_hash(run_key(db, at)), sql_int(db->now.device),
		sql_int(db->now.problem), sql_text(run->name),
		sql_text(run->strategy), sql_int((int64_t)run->seed),
		sql_int(run->protocol), sql_text(run->fp),
		sql_text(run->tolerance),
		sql_text(run->options ? run->options : "{}"),
		sql_text(run->version), sql_text(db->self.host),
		sql_text(db->self.boot), sql_int(db->self.pid),
		sql_int(db->self.start), sql_text(at)));
	db->now.run = sqlite3_last_insert_rowid(db->sqlite);
	return status;
}

static DbStatus begin(Db *db, void *argument)
{
	const DbRun *run = argument;
	DbStatus status;

	db->now = (DbNow){ 0 };
	status = settle(db);

	if (status == DB_OK)
		status = content_program(db, run, &db->now.program);
	if (status == DB_OK)
		status = content_device(db, run->device, &db->now.device);
	if (status == DB_OK)
		status = content_problem(db, db->now.program, run->sizes,
					 run->size_count, &db->now.problem);
	return status == DB_OK ? add_run(db, run) : status;
}

DbStatus db_begin_run(Db *db, const DbRun *run)
{
	DbRun copy = *run;
	DbStatus status;

	assert(!db->now.run);
	db->run_count++;
	status = sql_transaction(db, begin, &copy);
	if (status != DB_OK) {
		db->now = (DbNow){ 0 };
		return status;
	}
	db->now.program_key = run->program;
	db->now.protocol = run->protocol;
	db->now.fp = base_strdup(run->fp);
	db->now.tolerance = base_strdup(run->tolerance);
	return DB_OK;
}

typedef struct Ending {
	const char *outcome;
	int64_t best;
} Ending;

static DbStatus end(Db *db, void *argument)
{
	const Ending *ending = argument;

	return close_run(db, db->now.run, ending->outcome, ending->best);
}

int64_t db_run(const Db *db)
{
	return db->now.run;
}

DbStatus db_end_run(Db *db, const char *outcome, int64_t best)
{
	Ending ending = { outcome, best };
	DbStatus status;

	assert(db->now.run);
	status = sql_transaction(db, end, &ending);
	if (status != DB_OK)
		return status;
	free(db->now.fp);
	free(db->now.tolerance);
	db->now = (DbNow){ 0 };
	return DB_OK;
}
