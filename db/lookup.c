/* Looking up: what is stored, what is best, and what comes nearest.
 */
#include <assert.h>
#include <string.h>

#include "db/sizes.h"
#include "db/stored.h"

/* The parameters ?1 to ?9 of every statement that filters. */
#define FILTER_VALUES(arena, f)                                         \
	sql_text((f)->name), sql_hash_or_null((f)->program),            \
		sql_text((f)->device), sql_hash_or_null((f)->device_key), \
		sql_text(sizes_json((arena), (f)->sizes, (f)->size_count)), \
		sql_text((f)->fp), sql_id((f)->derivation),             \
		sql_hash_or_null((f)->kernel), sql_int((f)->open)

int db_query(Db *db, Arena *arena, const DbFilter *filter, DbStored **rows)
{
	SqlName name = filter->best ? SQL_QUERY_BEST : SQL_QUERY;
	int64_t limit = filter->limit > 0 ? filter->limit : -1;

	sql_start_waiting(db);
	return stored_rows(db, sql_start(db, name,
			SQL_VALUES(FILTER_VALUES(arena, filter),
				   sql_int(limit))), arena, rows);
}

bool db_fetch(Db *db, Arena *arena, const DbFilter *filter, DbStored *stored,
	      DbStatus *status)
{
	bool found;

	sql_start_waiting(db);
	found = stored_first(db, sql_start(db, SQL_FETCH,
			SQL_VALUES(FILTER_VALUES(arena, filter))),
			arena, stored);
	*status = db->status;
	return found;
}

int db_results(Db *db, Arena *arena, DbStored **rows)
{
	assert(db->now.run);
	sql_start_waiting(db);
	return stored_rows(db, sql_start(db, SQL_RESULTS,
			SQL_VALUES(sql_int(db->now.problem),
				   sql_int(db->now.device),
				   sql_int(db->now.protocol),
				   sql_text(db->now.fp),
				   sql_text(db->now.tolerance),
				   sql_text(NULL))),
			arena, rows);
}

bool db_result(Db *db, Arena *arena, uint64_t kernel, DbStored *stored,
	       DbStatus *status)
{
	DbStored *rows;
	int count;

	assert(db->now.run);
	sql_start_waiting(db);
	count = stored_rows(db, sql_start(db, SQL_RESULTS,
			SQL_VALUES(sql_int(db->now.problem),
				   sql_int(db->now.device),
				   sql_int(db->now.protocol),
				   sql_text(db->now.fp),
				   sql_text(db->now.tolerance),
				   sql_hash(kernel))), arena, &rows);
	*status = db->status;
	if (count > 0)
		*stored = rows[count - 1];
	return count > 0;
}

typedef struct Candidate {
	int64_t problem, device;
	int strangeness; /* of the device: 0 for the very same */
	double distance; /* of the sizes */
} Candidate;

static bool column_is(sqlite3_stmt *row, int column, const char *text)
{
	const unsigned char *found = sqlite3_column_text(row, column);

	return found && !strcmp((const char *)found, text);
}

/* A device is most like itself, then like the same one with another driver,
 * then like one of its platform, then like one of its type. */
static int strangeness(sqlite3_stmt *row, const Device *device)
{
	if (sql_column_hash(row, 3) == device_key(device))
		return 0;
	if (column_is(row, 4, device->name))
		return 1;
	if (!column_is(row, 6, device_type_name(device->type)))
		return 4;
	return column_is(row, 5, device->platform) ? 2 : 3;
}

static bool nearer(const Candidate *a, const Candidate *b)
{
	if (a->strangeness != b->strangeness)
		return a->strangeness < b->strangeness;
	return a->distance < b->distance;
}

static bool nearest(Db *db, sqlite3_stmt *row, const Device *device,
		    const DbSize *sizes, int size_count, Candidate *best)
{
	bool any = false;

	while (sql_next(db, row)) {
		const unsigned char *text = sqlite3_column_text(row, 2);
		Candidate candidate = {
			.problem = sqlite3_column_int64(row, 0),
			.device = sqlite3_column_int64(row, 1),
			.strangeness = strangeness(row, device),
			.distance = sizes_distance(
				text ? (const char *)text : "",
				sizes, size_count),
		};

		if (!any || nearer(&candidate, best))
			*best = candidate;
		any = true;
	}
	return any;
}

bool db_nearest(Db *db, Arena *arena, uint64_t program, const Device *device,
		const DbSize *sizes, int size_count, const char *fp,
		DbStored *stored, DbStatus *status)
{
	Candidate best = { 0 };
	bool found;

	sql_start_waiting(db);
	found = nearest(db, sql_start(db, SQL_CANDIDATES,
			SQL_VALUES(sql_hash(program), sql_text(fp))),
			device, sizes, size_count, &best);
	if (found)
		found = stored_first(db, sql_start(db, SQL_BEST_OF,
			SQL_VALUES(sql_int(best.problem), sql_int(best.device),
				   sql_text(fp))), arena, stored);
	*status = db->status;
	if (!found)
		return false;
	stored->other_device = best.strangeness > 0;
	stored->other_sizes = best.distance > 0;
	stored->size_distance = best.distance;
	return true;
}
