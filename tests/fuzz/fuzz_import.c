/* Import: each line of the input becomes a line with a right check, and the end
 * says the right number, so that all that can be wrong is what lines say.
 * Whatever is imported leaves the database sound. */
#include <inttypes.h>

#include "base/hash.h"
#include "db/lines.h"
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
