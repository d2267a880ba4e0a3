/* Hostile: a database that a search could have left, changed by somebody who
 * knows the hashes, and one of the commands that read it. Each
 * line of the input changes one value:
 *
 *	derivations steps 3 {"rule": "split_join", "at": []}\n
 *	programs form 0 @17:3:neg          what stands there, from 17 on, by neg
 *
 * Rows are changed where they lie; when the first line is "lines", in the lines
 * of an export, which are imported then; when it is "keys", with the keys that go
 * with them. Whatever is exported is a kernel that was measured and right. Which
 * command follows is said by the number of the last row that was changed.
 */
#include <inttypes.h>
#include <jansson.h>

#include "base/hash.h"
#include "lib/plan.h"
#include "db/content.h"
#include "db/schema.h"
#include "tests/cli/forge.h"
#include "tests/fuzz/change.h"
#include "tests/fuzz/fuzz.h"

static Forge *forge;

static void remove_forge(void)
{
	forge_free(forge);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *srcdir = getenv("srcdir");

	(void)argc;
	(void)argv;
	forge = forge_new(srcdir ? srcdir : ".", "/dev/shm", true);
	atexit(remove_forge);
	return 0;
}

/* Rows are forged here, never tables (fuzz_database does that): to make the
 * schema afresh at each look would take most of the time. */
bool __wrap_schema_is_ours(Db *db, int64_t version, char **difference,
			   DbStatus *status);
bool __wrap_schema_is_ours(Db *db, int64_t version, char **difference,
			   DbStatus *status)
{
	(void)db;
	(void)version;
	*difference = NULL;
	*status = DB_OK;
	return true;
}

/* -- one change ------------------------------------------------------------ */

typedef struct Edit {
	char table[32], column[32];
	int row;
	const char *value;
} Edit;

static bool read_edit(char *line, Edit *edit)
{
	int length = 0;

	if (sscanf(line, "%31[a-z] %31[a-z_0-9] %9d %n", edit->table,
		   edit->column, &edit->row, &length) != 3 || !length)
		return false;
	edit->value = line + length;
	return true;
}

static void put_unescaped(Text *text, const char *value)
{
	for (; *value; value++) {
		bool end = value[0] == '\\' && value[1] == 'n';

		text_char(text, end ? '\n' : *value);
		value += end;
	}
}

/* The value itself, or a part of the old one replaced. */
static void put_value(Text *text, const char *value, const char *old)
{
	size_t length = strlen(old), at, most;
	int colon = 0;

	if (sscanf(value, "@%9zu:%9zu:%n", &at, &most, &colon) != 2 || !colon) {
		put_unescaped(text, value);
		return;
	}
	at %= length + 1;
	most = most < length - at ? most : length - at;
	text_bytes(text, old, at);
	put_unescaped(text, value + colon);
	text_put(text, old + at + most);
}

/* -- rows where they lie --------------------------------------------------- */

static void change_row(Edit *edit)
{
	char sql[200], *old;
	Text text = { 0 };

	snprintf(sql, sizeof sql, "SELECT %s FROM %s LIMIT 1 OFFSET %d %% "
		 "max(1, (SELECT count(*) FROM %s))", edit->column,
		 edit->table, abs(edit->row), edit->table);
	old = forge_ask(forge, sql);
	put_value(&text, edit->value, old ? old : "");
	forge_value(forge, edit->table, edit->column, abs(edit->row),
		    text_string(&text));
	text_free(&text);
	free(old);
}

/* -- lines of an export ---------------------------------------------------- */

enum { LINES = 400 };

typedef struct Lines {
	int count;
	json_t *rows[LINES];
} Lines;

static Lines read_lines(void)
{
	char *copy = base_strdup(forge->lines), *save;
	Lines lines = { 0 };

	for (char *line = strtok_r(copy, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		json_t *row = json_loads(line, 0, NULL);

		json_object_del(row, "check");
		if (json_object_get(row, "table") && lines.count < LINES)
			lines.rows[lines.count++] = row;
		else
			json_decref(row);
	}
	free(copy);
	return lines;
}

static json_t *row_of(const Lines *lines, const char *table, int number)
{
	json_t *found[LINES];
	int count = 0;

	for (int i = 0; i < lines->count; i++)
		if (!strcmp(json_string_value(json_object_get(lines->rows[i],
							      "table")), table))
			found[count++] = lines->rows[i];
	return count ? found[number % count] : NULL;
}

static void change_line(const Lines *lines, const Edit *edit)
{
	json_t *row = row_of(lines, edit->table, abs(edit->row));
	json_t *old = json_object_get(row, edit->column), *made;
	Text text = { 0 };

	if (!old)
		return;
	put_value(&text, edit->value,
		  json_is_string(old) ? json_string_value(old) : "");
	made = json_is_string(old)
	     ? json_string(text_string(&text))
	     : json_loads(text_string(&text), JSON_DECODE_ANY, NULL);
	if (made)
		json_object_set_new(row, edit->column, made);
	text_free(&text);
}

static const char *member(const json_t *row, const char *name)
{
	const char *text = json_string_value(json_object_get(row, name));

	return text ? text : "";
}

static bool right_key(const json_t *row, uint64_t *key)
{
	const char *table = member(row, "table");
	const DbDerivation derivation = {
		.steps = member(row, "steps"), .label = member(row, "label"),
		.expression = member(row, "expression"),
		.choices = member(row, "choices"),
		.rules = strtoull(member(row, "rules"), NULL, 16),
	};

	if (!strcmp(table, "kernels"))
		return plan_hash(member(row, "source"), member(row, "options"),
				 member(row, "plan"), key);
	*key = content_derivation_key(strtoull(member(row, "program"), NULL,
					       16), &derivation);
	return !strcmp(table, "derivations");
}

static char *put_rows(const Lines *lines)
{
	Text text = { 0 };

	for (int i = 0; i < lines->count; i++) {
		char *line = json_dumps(lines->rows[i], 0);

		if (line)
			text_printf(&text, "%.*s\n", (int)strlen(line) - 1,
				    line);
		free(line);
	}
	text_put(&text, "");
	return text.data ? text.data : base_strdup("");
}

/* All keys as they must be; the old ones wherever they stand. */
static void put_keys(const Lines *lines, char *text)
{
	for (int i = 0; i < lines->count; i++) {
		char old[17], new[17], *at = text;
		uint64_t key;

		if (!right_key(lines->rows[i], &key))
			continue;
		snprintf(old, sizeof old, "%s", member(lines->rows[i], "key"));
		snprintf(new, sizeof new, "%016" PRIx64, key);
		for (; strlen(old) == 16 && (at = strstr(at, old)); at += 16)
			memcpy(at, new, 16);
	}
}

static void import(const Lines *lines, bool keys)
{
	char path[160], *text = put_rows(lines), *all;
	FILE *file;

	if (keys)
		put_keys(lines, text);
	all = forge_lines(text);
	snprintf(path, sizeof path, "%s/lines", forge->folder);
	file = fopen(path, "w");
	assert(file);
	fputs(all, file);
	fclose(file);
	unlink(forge->db);
	forge_db(forge, "import", path);
	unlink(path);
	free(all);
	free(text);
}

/* -- what reads it --------------------------------------------------------- */

/* One command, which the number of the row says: near the row that was changed,
 * by number or name. */
static void use(const Edit *edit)
{
	const unsigned int number = (unsigned int)abs(edit->row);
	char id[16];
	const char *word = number % 5 == 4 ? "asum" : id;

	snprintf(id, sizeof id, "%u", 1 + number % 12);
	switch (number / 12 % 6) {
	case 0: case 1:
		assert(forge_export_is_honest(forge, word));
		break;
	case 2: forge_command(forge, "explain", word); break;
	case 3: forge_replay(forge, word); break;
	case 4: forge_command(forge, "query", NULL); break;
	case 5: forge_command(forge, "report", NULL); break;
	}
	forge_exported(forge);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Arena *arena = arena_new();
	char *text = fuzz_string(arena, data, size), *save;
	char *line = strtok_r(text, "\n", &save);
	bool keys = line && !strcmp(line, "keys");
	bool in_lines = keys || (line && !strcmp(line, "lines"));
	Lines lines = in_lines ? read_lines() : (Lines){ 0 };
	int edits = 0;
	Edit edit = { .row = 0 };

	forge_reset(forge);
	for (; line && edits < 8; line = strtok_r(NULL, "\n", &save)) {
		if (!read_edit(line, &edit))
			continue;
		edits++;
		if (in_lines)
			change_line(&lines, &edit);
		else
			change_row(&edit);
	}
	if (in_lines)
		import(&lines, keys);
	if (edits)
		use(&edit);
	for (int i = 0; i < lines.count; i++)
		json_decref(lines.rows[i]);
	arena_free(arena);
	return 0;
}

/* -- changes --------------------------------------------------------------- */

static const char *const columns[] = {
	"programs form", "programs name", "programs key", "devices limits",
	"devices name", "devices type", "problems sizes", "problems program",
	"sizes value", "derivations steps", "derivations steps",
	"derivations steps", "derivations choices", "derivations choices",
	"derivations expression", "derivations label", "derivations program",
	"kernels plan", "kernels source", "kernels key", "kernels options",
	"runs name", "runs fp", "runs problem", "runs device",
	"measurements kernel", "measurements derivation", "measurements status",
	"measurements p25_ns", "measurements samples", "measurements at",
	"measurements problem", "measurements fp", "remeasurements low_ns",
};

static const char *const values[] = {
	"", "0", "-1", "1", "2", "7", "64", "1000000007", "9223372036854775807",
	"-9223372036854775808", "1e300", "null", "{}", "[]", "N=1", "N=0",
	"M=3 N=5", "N=9223372036854775807", "ok", "slow", "wrong", "strict",
	"relaxed", "bit-exact", "rounding", "asum", "\x1b[2J", "*/",
	"{\"rule\": \"split_join\", \"at\": [], \"with\": {\"I\": 4}}\\n",
	"{\"rule\": \"map_fusion\", \"at\": [0], \"back\": true}\\n",
	"{\"rule\": \"reduce_part\", \"at\": []}\\n",
	"{\"rule\": \"map_fission\", \"at\": [0, 1]}\\n",
	"chunk G=64; accs u=8 w=16", "no contraction; plain math",
	"@11:1:0", "@40:2:[]", "@100:1:9", "@20:4:reduce", "@3:0:\\n",
	"@60:12:{\"value\": 3, \"from\": \"N//0\"}", "@9:99999:", "@0:17:",
};

static void add_edit(Input *input)
{
	size_t column = change_draw(input, sizeof columns / sizeof *columns);
	size_t value = change_draw(input, sizeof values / sizeof *values);
	char line[300];

	if (change_draw(input, 3))
		snprintf(line, sizeof line, "%s %d %s\n", columns[column],
			 (int)change_draw(input, 72), values[value]);
	else
		snprintf(line, sizeof line, "%s %d @%d:%d:%s\n",
			 columns[column], (int)change_draw(input, 72),
			 (int)change_draw(input, 600),
			 (int)change_draw(input, 30),
			 values[value][0] == '@' ? "" : values[value]);
	change_put(input, (Span){ input->size, input->size }, line);
}

static void start(Input *input)
{
	static const char *const modes[] = { "lines\n", "keys\n" };

	change_put(input, (Span){ 0, 0 }, modes[change_draw(input, 2)]);
}

static void clear(Input *input)
{
	change_put(input, (Span){ 0, input->size }, "");
	add_edit(input);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed)
{
	static Change *const changes[] = {
		add_edit, add_edit, clear, start, change_bytes,
	};

	return change_by(&(Input){ data, size, max_size, seed }, changes,
			 sizeof changes / sizeof *changes);
}
