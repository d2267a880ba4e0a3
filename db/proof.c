/* Proofs: what a solver said of a kernel, for all data.
 */
#include "db/measurement.h"

typedef struct Proving {
	uint64_t kernel;
	const DbProof *proof;
} Proving;

static DbStatus add(Db *db, void *argument)
{
	const Proving *proving = argument;
	const DbProof *proof = proving->proof;
	char at[MEASUREMENT_TIME];
	DbStatus status;

	measurement_time(at);
	status = sql_run(db, SQL_ADD_PROOF, SQL_VALUES(
		sql_hash(proving->kernel), sql_text(proof->verdict),
		sql_text(proof->detail ? proof->detail : ""),
		sql_text(proof->solver), sql_real(proof->seconds),
		sql_text(at)));
	if (status == DB_OK && sqlite3_changes(db->sqlite) != 1)
		return sql_fail(db, DB_REFUSED, "the kernel is not stored");
	return status;
}

DbStatus db_prove(Db *db, uint64_t kernel, const DbProof *proof)
{
	Proving proving = { kernel, proof };

	return sql_transaction(db, add, &proving);
}

static const char *plain(sqlite3_stmt *row, int column, Arena *arena)
{
	const unsigned char *text = sqlite3_column_text(row, column);
	char *copy = arena_strdup(arena, text ? (const char *)text : "");

	sql_make_plain(copy);
	return copy;
}

bool db_proof(Db *db, Arena *arena, uint64_t kernel, DbProof *proof,
	      DbStatus *status)
{
	sqlite3_stmt *row;
	bool found;

	sql_start_waiting(db);
	row = sql_start(db, SQL_FIND_PROOF, SQL_VALUES(sql_hash(kernel)));
	found = sql_next(db, row);
	*status = db->status;
	if (!found)
		return false;
	*proof = (DbProof){
		.verdict = plain(row, 0, arena),
		.detail = plain(row, 1, arena),
		.solver = plain(row, 2, arena),
		.seconds = sqlite3_column_double(row, 3),
		.at = plain(row, 4, arena),
	};
	sql_stop(row);
	return true;
}
