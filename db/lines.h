/* Lines: a database as text, one JSON object on each line.
 *
 *	{"lift-tune": "database", "format": 1, "check": "..."}
 *	{"table": "programs", "key": "...", "name": "asum", ..., "check": "..."}
 *	...
 *	{"rows": 1234, "check": "..."}
 *
 * Members are those of the list statements (transfer.h). check is the hash of
 * the line before it, in 16 hex digits: a line that was changed by accident is
 * noticed, and by the last line a text that was cut off.
 */
#ifndef DB_LINES_H
#define DB_LINES_H

#include "db/transfer.h"

enum { LINES_FORMAT = 2 }; /* 1 had no oracles and no proofs */

void lines_put_head(Text *text);
void lines_put_row(Text *text, const TransferRow *row, sqlite3_stmt *listing);
void lines_put_end(Text *text, int64_t rows);

typedef enum { LINE_BAD, LINE_HEAD, LINE_ROW, LINE_END } LineKind;

/* One line, read; values point into memory of its own. */
typedef struct Line {
	LineKind kind;
	const char *fault; /* when it is bad */
	const TransferRow *row;
	SqlValue values[TRANSFER_COLUMNS];
	int64_t rows;
	void *memory;
} Line;

/* The columns of each row's list statement, by which values are found. */
typedef struct LineColumns {
	int count[TRANSFER_ROWS];
	const char *names[TRANSFER_ROWS][TRANSFER_COLUMNS];
} LineColumns;

DbStatus lines_columns(Db *db, LineColumns *columns);

Line line_read(const LineColumns *columns, const char *text, size_t length);
void line_free(Line *line);

#endif
