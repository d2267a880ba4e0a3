/* A database is input: whatever its rows say, with every checksum right, no
 * command crashes, and what is exported is a kernel that was measured and right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/text.h"
#include "db/content.h"
#include "ir/front/document.h"
#include "ir/front/print.h"
#include "rules/canonical.h"
#include "tests/cli/forge.h"

static const char *sources(void)
{
	const char *srcdir = getenv("srcdir");

	return srcdir ? srcdir : ".";
}

static int make(void **state)
{
	*state = forge_new(sources(), "/dev/shm", false);
	return 0;
}

static int reset(void **state)
{
	forge_reset(*state);
	return 0;
}

static int unmake(void **state)
{
	forge_free(*state);
	return 0;
}

static uint64_t export(Forge *f, const char *word)
{
	forge_command(f, "export", word);
	return forge_exported(f);
}

static void what_is_honest_is_exported(void **state)
{
	Forge *f = *state;
	char id[12];

	assert_int_equal(forge_command(f, "db", "check"), EXIT_DONE);
	for (int i = 1; i <= 3; i++) {
		snprintf(id, sizeof id, "%d", i);
		assert_true(forge_export_is_honest(f, id));
		assert_true(forge_command(f, "export", id) == EXIT_DONE);
		assert_true(forge_exported(f) != 0);
		assert_true(forge_replay(f, id));
	}
	assert_true(export(f, "dot") != 0);
}

/* -- programs -------------------------------------------------------------- */

static const char *const other_form =
	"replace(form, '\"abs\"', '\"neg\"')";

/* The key of one program with the form of another one. */
static void a_form_that_is_not_its_keys_is_refused(void **state)
{
	Forge *f = *state;
	char sql[200];

	snprintf(sql, sizeof sql, "UPDATE programs SET form = %s "
		 "WHERE name = 'asum'", other_form);
	assert_true(forge_sql(f, sql));
	assert_true(export(f, "asum") == 0);
	assert_int_equal(forge_command(f, "explain", "1"), EXIT_FAILED);
	assert_int_equal(forge_command(f, "db", "check"), EXIT_DATABASE);
	assert_true(export(f, "dot") != 0);
}

/* What check refuses is not exported, merged or imported. */
static void what_check_refuses_does_not_travel(void **state)
{
	Forge *f = *state;
	Forge *other = forge_new(sources(), "/dev/shm", false);
	char sql[200], *before = forge_ask(other, "SELECT count(*) FROM runs");
	char *after;

	snprintf(sql, sizeof sql, "UPDATE programs SET form = %s "
		 "WHERE name = 'asum'", other_form);
	assert_true(forge_sql(f, sql));
	assert_int_equal(forge_db(f, "export", "/dev/null"), EXIT_DATABASE);
	assert_int_equal(forge_db(other, "merge", f->db), EXIT_DATABASE);
	after = forge_ask(other, "SELECT count(*) FROM runs");
	assert_string_equal(before, after);
	assert_true(forge_sql(other, "UPDATE runs SET name = ''"));
	assert_int_equal(forge_db(f, "merge", other->db), EXIT_DATABASE);
	free(before);
	free(after);
	forge_free(other);
}

static int import_lines(Forge *f, const char *lines)
{
	char path[200], *all = forge_lines(lines);
	FILE *file;
	int code;

	snprintf(path, sizeof path, "%s/lines", f->folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(all, file);
	fclose(file);
	code = forge_db(f, "import", path);
	remove(path);
	free(all);
	return code;
}

/* The same, as lines with right checks, into an empty database. */
static bool is_imported(Forge *f, const char *from, const char *to)
{
	const char *at = strstr(f->lines, from);
	Text text = { 0 };
	bool good;

	if (!at)
		fail_msg("no %s", from);
	text_bytes(&text, f->lines, (size_t)(at - f->lines));
	text_put(&text, to);
	text_put(&text, at + strlen(from));
	remove(f->db);
	good = import_lines(f, text_string(&text)) == EXIT_DONE;
	text_free(&text);
	return good;
}

static void lines_are_judged_by_their_content(void **state)
{
	static const char *const pairs[][2] = {
		{ "\\\"abs\\\"", "\\\"neg\\\"" },
		{ "\"sizes\": \"N=1000\"", "\"sizes\": \"N=-1\"" },
		{ "\"label\": \"reassociates\"", "\"label\": \"bit-exact\"" },
		{ "\"name\": \"generic\"", "\"name\": \"mine\"" },
		{ "\"driver\": \"", "\"driver\": \"2" },
		{ "\"source\": \"", "\"source\": \" " },
		{ "\\\"global\\\": [", "\\\"global\\\": [2" },
		{ "\"min_ns\": 1000.0", "\"min_ns\": -1.0" },
		{ "\"min_ns\": 1000.0", "\"min_ns\": 1e300" },
		{ "\"samples\": \"[1000,1001]\"", "\"samples\": \"[-1]\"" },
		{ "\"samples\": \"[1000,1001]\"", "\"samples\": \"[[]]\"" },
		{ "\"sequence\": 1,", "\"sequence\": -1," },
		{ "\"at\": \"20", "\"at\": \"x20" },
	};
	Forge *f = *state;

	assert_true(is_imported(f, "{", "{"));
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (is_imported(f, pairs[i][0], pairs[i][1]))
			fail_msg("%s is taken", pairs[i][1]);
}

static const char *member(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

/* The lines with another label and other steps (or NULL) for the first
 * derivation, and with the key that goes with them everywhere. */
static char *with_label(Forge *f, const char *label, const char *steps)
{
	const char *line = strstr(f->lines, "{\"table\": \"derivations\"");
	json_t *row = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);
	const DbDerivation derivation = {
		.steps = steps ? steps : member(row, "steps"), .label = label,
		.expression = member(row, "expression"),
		.choices = member(row, "choices"),
		.rules = strtoull(member(row, "rules"), NULL, 16),
	};
	uint64_t key = content_derivation_key(
		strtoull(member(row, "program"), NULL, 16), &derivation);
	char new_key[17], *lines = base_strdup(f->lines), *at;
	Text text = { 0 };

	snprintf(new_key, sizeof new_key, "%016" PRIx64, key);
	while ((at = strstr(lines, member(row, "key"))))
		memcpy(at, new_key, 16);
	at = strstr(lines, "{\"table\": \"derivations\"");
	text_bytes(&text, lines, (size_t)(at - lines));
	text_printf(&text, "{\"table\": \"derivations\", \"key\": \"%s\", "
		    "\"program\": \"%s\", \"steps\": ", new_key,
		    member(row, "program"));
	text_json(&text, derivation.steps);
	text_put(&text, ", \"expression\": ");
	text_json(&text, derivation.expression);
	text_put(&text, ", \"choices\": ");
	text_json(&text, derivation.choices);
	text_printf(&text, ", \"rules\": \"%s\", \"label\": \"%s\"%s",
		    member(row, "rules"), label, strchr(at, '\n'));
	json_decref(row);
	free(lines);
	return text.data;
}

/* The key of a derivation goes with its label: a forger changes both. */
static void a_label_is_what_the_steps_do(void **state)
{
	static const char *const labels[] = { "bit-exact", "rounding" };
	Forge *f = *state;

	for (int i = 0; i < 2; i++) {
		char *lines = with_label(f, labels[i], NULL);

		remove(f->db);
		assert_int_equal(import_lines(f, lines), EXIT_DATABASE);
		free(lines);
	}
}

/* Steps that cannot be made again say nothing: the label is not confirmed. */
static void a_label_is_confirmed_by_steps(void **state)
{
	static const char unknown[] = "{\"rule\": \"mine\", \"at\": []}\n";
	Forge *f = *state;
	char *lines[] = {
		base_strdup(f->lines),
		with_label(f, "bit-exact", unknown),
	};

	for (int i = 0; i < 2; i++) {
		char *left;

		remove(f->db);
		assert_int_equal(import_lines(f, lines[i]), EXIT_DONE);
		left = forge_ask(f, "SELECT sum(NOT confirmed) "
				 "FROM derivations");
		assert_int_equal(atoi(left), i);
		assert_int_equal(forge_command(f, "db", "check"), EXIT_DONE);
		free(left);
		free(lines[i]);
	}
}

/* The step canonical, of a program to the body that the other form has. right:
 * with the hash that the step would have. */
static char *canonical_forged(const char *form, const char *other, bool right)
{
	const SizeBinding size = { "N", 1000 };
	const ReadOptions how = { .concrete = true, .override_count = 1,
				  .overrides = &size };
	Diags *diags = diags_new();
	Ir *ir = ir_new();
	const Program *from = program_read(ir, "form", form, &how, diags);
	const Program *to = program_read(ir, "other", other, &how, diags);
	Text text = { 0 }, body = { 0 };
	uint64_t hash;

	assert_true(from && to);
	hash = canonical_hash(from, from->body, to->body);
	print_json(&body, to, to->body);
	for (size_t i = 0; i < body.length; i++)
		if (body.data[i] == '\n')
			body.data[i] = ' ';
	text_printf(&text, "{\"rule\": \"canonical\", \"version\": 1, "
		    "\"hash\": \"%016" PRIx64 "\", \"to\": %s}\n",
		    right ? hash : hash ^ 1, text_string(&body));
	text_free(&body);
	ir_free(ir);
	diags_free(diags);
	return text.data;
}

static char *with_neg(const char *form)
{
	char *other = base_strdup(form), *at = strstr(other, "\"abs\"");

	assert_non_null(at);
	memcpy(at, "\"neg\"", 5);
	return other;
}

/* What a step says that it leads to is another program, or has another hash: it
 * is not imported, nor explained. */
static void another_canonical_form_is_refused(void **state)
{
	Forge *f = *state;
	char *form = forge_ask(f, "SELECT form FROM programs WHERE name = "
			       "'asum'"), *other = with_neg(form);

	for (int right = 0; right < 2; right++) {
		char *steps = canonical_forged(form, right ? other : form,
					       right);
		char *lines = with_label(f, "bit-exact", steps);

		forge_reset(f);
		assert_true(forge_value(f, "derivations", "steps", 0, steps));
		assert_int_equal(forge_command(f, "explain", "1"),
				 EXIT_FAILED);
		assert_true(export(f, "1") == 0);
		remove(f->db);
		assert_int_equal(import_lines(f, lines), EXIT_DATABASE);
		free(lines);
		free(steps);
	}
	free(form);
	free(other);
}

static void many_sizes_are_an_error(void **state)
{
	Forge *f = *state;
	Text sizes = { 0 };

	for (int i = 0; i < 1000; i++)
		text_printf(&sizes, "%sA%04d=1", i ? " " : "", i);
	assert_true(forge_value(f, "problems", "sizes", 0,
				text_string(&sizes)));
	assert_true(export(f, "1") == 0);
	assert_int_equal(forge_command(f, "explain", "1"), EXIT_FAILED);
	assert_int_equal(forge_command(f, "db", "check"), EXIT_DATABASE);
	forge_command(f, "report", NULL);
	text_free(&sizes);
}

/* -- kernels --------------------------------------------------------------- */

static void only_a_measured_kernel_is_exported(void **state)
{
	Forge *f = *state;

	assert_true(forge_sql(f, "UPDATE kernels SET key = "
			      "'00000000000000' || printf('%02d', id)"));
	assert_true(export(f, "1") == 0);
	forge_reset(f);
	assert_true(forge_sql(f, "UPDATE measurements SET status = 'wrong', "
			      "reason = 'x', min_ns = NULL, p25_ns = NULL, "
			      "median_ns = NULL"));
	assert_true(export(f, "1") == 0);
}

/* Of two kernels of one derivation the one that is generated now is exported,
 * under its own time. */
static void a_new_kernel_has_its_own_time(void **state)
{
	Forge *f = *state;

	assert_true(forge_sql(f, "UPDATE kernels SET key = key || '' "
			      "WHERE id = 1; UPDATE measurements SET "
			      "derivation = 1 WHERE id IN (1, 2)"));
	assert_true(forge_export_is_honest(f, "1"));
}

/* -- names ----------------------------------------------------------------- */

static void a_name_of_two_programs_is_an_error(void **state)
{
	Forge *f = *state;
	char *key = forge_ask(f, "SELECT key FROM programs LIMIT 1");

	assert_true(export(f, "asum") != 0);
	assert_true(forge_sql(f, "UPDATE runs SET name = 'asum'"));
	assert_true(export(f, "asum") == 0);
	assert_true(export(f, key) != 0);
	assert_true(export(f, "1") != 0);
	free(key);
}

/* -- anything -------------------------------------------------------------- */

static const char *const texts[] = {
	"", "0", "-1", "1", "9223372036854775807", "1e308", "{}", "[]", "[1]",
	"{\"rule\": \"split_join\", \"at\": [0], \"with\": {\"I\": 0}}\n",
	"{\"rule\": \"map_fusion\", \"at\": []}\n", "N=1", "N=0", "M=1 N=2",
	"ok", "wrong", "strict", "relaxed", "bit-exact", "rounding", "asum",
	"chunk G=64; accs u=8 w=16", "no contraction; plain math",
	"0000000000000001", "9999-12-31T23:59:59.999Z", "\x1b[2J", "*/",
};

typedef struct Column {
	const char *table, *column;
} Column;

static const Column places[] = {
	{ "programs", "key" }, { "programs", "name" }, { "programs", "form" },
	{ "devices", "name" }, { "devices", "limits" }, { "devices", "type" },
	{ "devices", "key" }, { "problems", "sizes" }, { "problems", "program" },
	{ "sizes", "name" }, { "sizes", "value" }, { "derivations", "program" },
	{ "derivations", "steps" }, { "derivations", "expression" },
	{ "derivations", "choices" }, { "derivations", "rules" },
	{ "derivations", "label" }, { "derivations", "key" },
	{ "kernels", "key" }, { "kernels", "source" }, { "kernels", "plan" },
	{ "kernels", "options" }, { "kernels", "lines" }, { "runs", "name" },
	{ "runs", "fp" }, { "runs", "problem" }, { "runs", "device" },
	{ "runs", "strategy" }, { "runs", "seed" }, { "measurements", "kernel" },
	{ "measurements", "derivation" }, { "measurements", "status" },
	{ "measurements", "p25_ns" }, { "measurements", "samples" },
	{ "measurements", "max_error" }, { "measurements", "at" },
	{ "measurements", "problem" }, { "measurements", "device" },
	{ "measurements", "fp" },
};

/* A value of the same column elsewhere, something else, or a byte less. */
static void forge_one(Forge *f, Rng *rng)
{
	const Column *place = &places[rng_below(rng, sizeof places
					       / sizeof *places)];
	const char *value = texts[rng_below(rng, sizeof texts
					    / sizeof *texts)];
	int row = (int)rng_below(rng, 16);
	char sql[300], *own = NULL;

	snprintf(sql, sizeof sql, "SELECT %s FROM %s LIMIT 1 OFFSET %d",
		 place->column, place->table, (int)rng_below(rng, 4));
	if (rng_below(rng, 2))
		own = forge_ask(f, sql);
	if (own && *own && rng_below(rng, 2))
		own[rng_below(rng, strlen(own))] ^= 1;
	forge_value(f, place->table, place->column, row, own ? own : value);
	free(own);
}

static void no_forged_row_is_exported_as_measured(void **state)
{
	const int rows = getenv("LIFT_TUNE_LONG") ? 1000 : 50;
	Forge *f = *state;
	Rng rng = rng_seeded(20, 20);
	int exported = 0;

	for (int i = 0; i < rows; i++) {
		char id[12];

		forge_reset(f);
		forge_one(f, &rng);
		snprintf(id, sizeof id, "%d", 1 + (int)rng_below(&rng, 9));
		if (!forge_export_is_honest(f, id)
		    || !forge_export_is_honest(f, "asum"))
			fail_msg("forged row %d", i);
		exported += forge_command(f, "export", id) == EXIT_DONE;
		forge_exported(f);
		if (i % 4)
			continue;
		forge_command(f, "query", NULL);
		forge_command(f, "explain", id);
		forge_replay(f, id);
	}
	print_message("%d of %d are exported all the same\n", exported, rows);
}

/* -- all that a row may hold ----------------------------------------------- */

static const struct {
	const char *name, *word;
} readers[] = {
	{ "explain", "1" }, { "query", NULL }, { "report", NULL },
	{ "db", "check" }, { "export", "dot" },
};

/* Every row of a table says so of that column. */
static void try_column(Forge *f, const char *column, int turn)
{
	const int values = sizeof texts / sizeof *texts;
	const int reader = turn % (int)(sizeof readers / sizeof *readers);
	const char *value = texts[(turn * 7) % values];
	char *sql, table[64], name[64];

	assert_int_equal(sscanf(column, "%63s %63s", table, name), 2);
	forge_reset(f);
	sql = sqlite3_mprintf("UPDATE OR IGNORE %s SET %s = %Q", table, name,
			      value);
	if (forge_sql(f, sql)) {
		if (!forge_export_is_honest(f, "1"))
			fail_msg("%s = %s", column, value);
		forge_command(f, readers[reader].name, readers[reader].word);
		forge_replay(f, "1");
		forge_exported(f);
	}
	sqlite3_free(sql);
}

/* Of each table that there is, by the schema itself. */
static void each_column_may_hold_anything(void **state)
{
	const int turns = getenv("LIFT_TUNE_LONG") ? 27 : 1;
	Forge *f = *state;
	char *columns = forge_ask(f, "SELECT group_concat(m.name || ' ' || "
		"c.name, ';') FROM sqlite_master m, pragma_table_info(m.name) "
		"c WHERE m.type = 'table' AND c.name <> 'checksum'"), *save;
	int count = 0;

	assert_non_null(columns);
	for (char *column = strtok_r(columns, ";", &save); column;
	     column = strtok_r(NULL, ";", &save), count++)
		for (int turn = 0; turn < turns; turn++)
			try_column(f, column, count + turn);
	assert_true(count > 80);
	free(columns);
}

#define FORGE_TEST(name) cmocka_unit_test_setup(name, reset)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FORGE_TEST(what_is_honest_is_exported),
		FORGE_TEST(a_form_that_is_not_its_keys_is_refused),
		FORGE_TEST(what_check_refuses_does_not_travel),
		FORGE_TEST(lines_are_judged_by_their_content),
		FORGE_TEST(a_label_is_what_the_steps_do),
		FORGE_TEST(a_label_is_confirmed_by_steps),
		FORGE_TEST(another_canonical_form_is_refused),
		FORGE_TEST(many_sizes_are_an_error),
		FORGE_TEST(only_a_measured_kernel_is_exported),
		FORGE_TEST(a_new_kernel_has_its_own_time),
		FORGE_TEST(a_name_of_two_programs_is_an_error),
		FORGE_TEST(no_forged_row_is_exported_as_measured),
		FORGE_TEST(each_column_may_hold_anything),
	};

	return cmocka_run_group_tests(tests, make, unmake);
}
