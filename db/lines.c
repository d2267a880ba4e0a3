#include "db/lines.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"

#define CHECK_MEMBER ", \"check\": \""

enum { CHECK_DIGITS = 16, CHECK_TAIL = 2 /* "} */ };

static uint64_t check_of(const char *line, size_t length)
{
	return hash_mix(hash_bytes(HASH_SEED, line, length));
}

/* Ends the line that begins there. */
static void end_line(Text *text, size_t start)
{
	uint64_t check = check_of(text->data + start, text->length - start);

	text_printf(text, CHECK_MEMBER "%016" PRIx64 "\"}\n", check);
}

void lines_put_head(Text *text)
{
	size_t start = text->length;

	text_printf(text, "{\"lift-tune\": \"database\", \"format\": %d",
		    LINES_FORMAT);
	end_line(text, start);
}

void lines_put_end(Text *text, int64_t rows)
{
	size_t start = text->length;

	text_printf(text, "{\"rows\": %" PRId64, rows);
	end_line(text, start);
}

/* Exactly, and told from an integer. */
static void put_real(Text *text, double value)
{
	char digits[32];

	snprintf(digits, sizeof digits, "%.17g", value);
	text_put(text, digits);
	if (!strpbrk(digits, ".e"))
		text_put(text, ".0");
}

static void put_value(Text *text, const SqlValue *value)
{
	if (value->kind == VALUE_TEXT)
		text_json(text, value->text);
	else if (value->kind == VALUE_INT)
		text_printf(text, "%" PRId64, value->integer);
	else if (value->kind == VALUE_REAL)
		put_real(text, value->real);
	else
		text_put(text, "null");
}

void lines_put_row(Text *text, const TransferRow *row, sqlite3_stmt *listing)
{
	SqlValue values[TRANSFER_COLUMNS];
	int count = transfer_read(listing, values);
	size_t start = text->length;

	text_printf(text, "{\"table\": \"%s\"", row->table);
	for (int i = 0; i < count; i++) {
		text_printf(text, ", \"%s\": ",
			    sqlite3_column_name(listing, i));
		put_value(text, &values[i]);
	}
	end_line(text, start);
}

DbStatus lines_columns(Db *db, LineColumns *columns)
{
	const SqlValue all = sql_text(NULL);

	for (int i = 0; i < TRANSFER_ROWS; i++) {
		sqlite3_stmt *listing = sql_start(db, transfer_rows[i].list,
						  &all, 1);

		if (!listing)
			return db->status;
		columns->count[i] = sqlite3_column_count(listing);
		for (int c = 0; c < columns->count[i]; c++)
			columns->names[i][c] = sqlite3_column_name(listing, c);
	}
	return DB_OK;
}

static bool check_fits(const char *text, size_t length)
{
	size_t member = strlen(CHECK_MEMBER);
	size_t tail = member + CHECK_DIGITS + CHECK_TAIL;
	char expected[64];

	if (length < tail)
		return false;
	snprintf(expected, sizeof expected, CHECK_MEMBER "%016" PRIx64 "\"}",
		 check_of(text, length - tail));
	return memcmp(text + length - tail, expected, tail) == 0;
}

/* Our lines are flat, and what is not would cost much memory to read. */
static bool is_flat(const char *text, size_t length)
{
	bool quoted = false;

	for (size_t i = 1; i < length; i++) {
		if (quoted && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			quoted = !quoted;
		else if (!quoted && (text[i] == '{' || text[i] == '['))
			return false;
	}
	return true;
}

static bool get_value(const json_t *member, SqlValue *value)
{
	if (json_is_string(member))
		*value = sql_text(json_string_value(member));
	else if (json_is_integer(member))
		*value = sql_int(json_integer_value(member));
	else if (json_is_real(member))
		*value = sql_real(json_real_value(member));
	else
		*value = sql_text(NULL);
	return json_is_string(member) || json_is_number(member)
	    || json_is_null(member);
}

/* A column that lines of older formats lack, and what they mean by that. */
static bool get_default(const char *column, SqlValue *value)
{
	*value = sql_text("");
	return !strcmp(column, "judges");
}

static Line bad_line(const char *fault)
{
	return (Line){ .kind = LINE_BAD, .fault = fault };
}

static Line read_row(const LineColumns *columns, const json_t *object,
		     const char *table)
{
	Line line = { .kind = LINE_ROW };
	size_t known = 2; /* table and check */
	int i = 0;

	while (i < TRANSFER_ROWS && strcmp(transfer_rows[i].table, table))
		i++;
	if (i == TRANSFER_ROWS)
		return bad_line("a row of an unknown table");
	line.row = &transfer_rows[i];
	for (int c = 0; c < columns->count[i]; c++) {
		const char *name = columns->names[i][c];
		const json_t *member = json_object_get(object, name);

		known += member != NULL;
		if (!(member ? get_value(member, &line.values[c])
			     : get_default(name, &line.values[c])))
			return bad_line("a row with other columns");
	}
	if (json_object_size(object) != known)
		return bad_line("a row with other columns");
	return line;
}

static Line read_object(const LineColumns *columns, const json_t *object)
{
	const json_t *table = json_object_get(object, "table");
	const json_t *head = json_object_get(object, "lift-tune");
	const json_t *format = json_object_get(object, "format");
	const json_t *rows = json_object_get(object, "rows");

	if (json_is_string(table))
		return read_row(columns, object, json_string_value(table));
	if (json_is_integer(rows))
		return (Line){ .kind = LINE_END,
			       .rows = json_integer_value(rows) };
	if (!json_is_string(head)
	    || strcmp(json_string_value(head), "database"))
		return bad_line("a line of another kind");
	if (json_integer_value(format) < 1
	    || json_integer_value(format) > LINES_FORMAT)
		return bad_line("another format than this program's");
	return (Line){ .kind = LINE_HEAD };
}

Line line_read(const LineColumns *columns, const char *text, size_t length)
{
	json_t *object;
	Line line;

	if (!check_fits(text, length))
		return bad_line("a line that does not fit its check");
	if (!is_flat(text, length))
		return bad_line("a line that is not flat");
	object = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	if (!object)
		return bad_line("a line that is not JSON");
	line = read_object(columns, object);
	line.memory = object;
	return line;
}

void line_free(Line *line)
{
	json_decref(line->memory);
	line->memory = NULL;
}
