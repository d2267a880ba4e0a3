/* Import: each line of the input becomes a line with a right check, and the end
 * says the right number, so that all that can be wrong is what lines say.
 * Whatever is imported leaves the database sound. Most changes keep lines what
 * they are and change a value, or which lines there are. */
#include <inttypes.h>

#include "base/hash.h"
#include "db/lines.h"
#include "tests/fuzz/change.h"
#include "tests/fuzz/fuzz.h"

static int64_t put_lines(Text *text, char *lines)
{
	int64_t count = 0;
	char *save;

	for (char *line = strtok_r(lines, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), count++)
		text_printf(text, "%s, \"check\": \"%016" PRIx64 "\"}\n", line,
			    hash_mix(hash_bytes(HASH_SEED, line,
						strlen(line))));
	return count;
}

static void import(const char *text, size_t length)
{
	const char *path = fuzz_file("db", NULL, 0);
	Diags *diags = diags_new();
	DbCounts taken;
	Db *db = path ? db_open(path, DB_WRITE, diags) : NULL;

	assert(db);
	if (db_import(db, "lines", text, length, &taken, diags))
		assert(db_check(db, NULL, diags));
	else
		assert(diags->errors && !taken.runs);
	db_close(db);
	unlink(path);
	diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena *arena = arena_new();
	Text text = { 0 };
	int64_t rows;

	lines_put_head(&text);
	rows = put_lines(&text, fuzz_string(arena, data, size));
	lines_put_end(&text, rows);
	import(text_string(&text), text.length);
	text_free(&text);
	arena_free(arena);
	return 0;
}

/* -- changes --------------------------------------------------------------- */

/* The line of some byte, with its end. */
static Span some_line(Input *input)
{
	size_t at = change_draw(input, input->size);
	Span line = { at, at };

	while (line.start && input->data[line.start - 1] != '\n')
		line.start--;
	while (line.end < input->size && input->data[line.end++] != '\n')
		;
	return line;
}

static void put_value(Input *input)
{
	static const char *const values[] = {
		"null", "0", "-1", "1", "2", "0.5", "-0.0", "1e300", "9e15",
		"1e-300", "9223372036854775807", "-9223372036854775808",
		"\"\"", "true", "[]", "\"[]\"", "\"[1]\"", "\"{}\"",
		"\"ok\"", "\"slow\"", "\"N=1\"", "\"N=0\"",
		"\"M=1 N=2\"", "\"strict\"", "\"bit-exact\"", "\"wall\"",
		"\"0000000000000000\"", "\"\\ud800\"", "\"\\u001b[2J\"",
	};

	change_json(input, values, sizeof values / sizeof *values);
}

static void drop_line(Input *input)
{
	change_put(input, some_line(input), "");
}

static void copy_line(Input *input)
{
	Span from = some_line(input);
	size_t to = some_line(input).start;

	change_copy(input, from, (Span){ to, to });
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	static Change *const changes[] = {
		put_value, put_value, drop_line, copy_line, change_bytes,
	};

	return change_by(&(Input){ data, size, max_size, seed }, changes,
			 sizeof changes / sizeof *changes);
}
