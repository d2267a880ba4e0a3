/* Transfer: rows on their way from one database to another.
 *
 * A row travels as the columns of its table's list statement, where ids of
 * other rows are replaced by what is the same in every file: keys, sizes, and
 * for a measurement its run, number and kernel. It is taken after all rows it
 * refers to; the tables stand in that order.
 *
 * A row that is there already stays as it is: the first name of a program
 * wins, the first description of a device, the first result of an evaluation.
 * Where content is what identifies a row (derivations, kernels, runs) and
 * differs all the same, one of the two databases is wrong, and nothing is
 * taken. Kernels running just now do not travel.
 */
#ifndef DB_TRANSFER_H
#define DB_TRANSFER_H

#include "db/sql.h"

enum { TRANSFER_ROWS = 10, TRANSFER_COLUMNS = 24 };

typedef struct TransferRow {
	const char *table;
	SqlName list, find, add, then; /* then: after find or add; or SQL_COUNT */
	/* Whether its keys are those of its content; NULL: nothing to say. */
	bool (*proper)(const Db *db, const SqlValue *values);
	size_t counter; /* offset into DbCounts of what is new, or SIZE_MAX */
} TransferRow;

extern const TransferRow transfer_rows[TRANSFER_ROWS];

/* The row that is listed, as values that hold until the next step. */
int transfer_read(sqlite3_stmt *listing, SqlValue *values);

/* What is wrong with a row, whoever lists it: a value beyond its limits, a key
 * that is not that of the content; NULL when it is proper. */
const char *transfer_fault(Db *db, const TransferRow *row,
			   const SqlValue *values);

/* Adds the row unless it is there, inside a transaction. */
DbStatus transfer_take(Db *db, const TransferRow *row, const SqlValue *values,
		       DbCounts *taken);

/* Whether what was taken, with derivations behind that one, left the database
 * sound; labels are confirmed, or refused. */
DbStatus transfer_finish(Db *db, int64_t last_derivation);

/* The last derivation that is there. */
DbStatus transfer_begin(Db *db, int64_t *last_derivation);

#endif
