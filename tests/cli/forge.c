#include "tests/cli/forge.h"

#include <assert.h>
#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "lib/candidates.h"
#include "cli/commands.h"
#include "cli/own_rules.h"
#include "cli/stored.h"
#include "db/lines.h"

/* A command that looks for a device starts its program again as the worker: it
 * finds none here. */
__attribute__((constructor)) static void be_no_worker(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "worker"))
		_exit(EXIT_FAILURE);
}

/* -- a session as main makes it -------------------------------------------- */

static Session session_of(Forge *f, int count, const char **words)
{
	Session s = { .arena = arena_new(), .diags = diags_new(),
		      .rules = f->rules };
	char **copies = ARENA_ARRAY(s.arena, char *, count + 1);

	for (int i = 0; i < count; i++)
		copies[i] = arena_strdup(s.arena, words[i]);
	s.options = options_parse(s.arena, count, copies, s.diags);
	assert(s.options);
	return s;
}

static void end(Session *s)
{
	if (getenv("VERBOSE"))
		diags_print(s->diags, stderr);
	session_free(s);
}

static const struct {
	const char *name;
	int (*run)(Session *session);
} commands[] = {
	{ "query", cmd_query },   { "explain", cmd_explain },
	{ "export", cmd_export }, { "report", cmd_report },
	{ "db", cmd_db },
};

static int command_at(Forge *f, const char *command, const char *word,
		      const char *more)
{
	const char *words[8] = { "lift-tune", command, "--db", f->db };
	int count = 4, code = EXIT_USAGE;
	Session s;

	if (word)
		words[count++] = word;
	if (more)
		words[count++] = more;
	if (!strcmp(command, "export") || !strcmp(command, "report")) {
		words[count++] = "-o";
		words[count++] = f->out;
	}
	s = session_of(f, count, words);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (!strcmp(commands[i].name, command))
			code = commands[i].run(&s);
	end(&s);
	return code;
}

int forge_command(Forge *f, const char *command, const char *word)
{
	return command_at(f, command, word, NULL);
}

int forge_db(Forge *f, const char *verb, const char *file)
{
	return command_at(f, "db", verb, file);
}

bool forge_replay(Forge *f, const char *word)
{
	const char *words[] = { "lift-tune", "replay", "--db", f->db, word };
	Session s = session_of(f, 5, words);
	Db *db = store_open(&s, DB_READ);
	Restored restored = { 0 };
	DbStored stored;
	Device device;
	bool good = db && store_find(&s, db, word, &stored)
		 && stored_load(&s, &stored)
		 && db_device(db, stored.device_key, &device, s.diags)
		 && stored_restore(&s, &stored, &device, &restored)
		 && stored_trial_now(&s, &device, &restored);

	stored_free(&restored);
	db_close(db);
	end(&s);
	return good;
}

/* -- the base -------------------------------------------------------------- */

enum { PROPOSALS = 4 };

static void record(Db *db, const Trial *trial, int number)
{
	const double samples[] = { 1000 + number, 1001 + number };
	const DbMeasurement result = {
		.kernel = trial->kernel, .sequence = number + 1,
		.status = "ok", .samples = samples, .sample_count = 2,
		.min_ns = samples[0], .median_ns = samples[0],
		.p25_ns = samples[0], .build_ns = 1e6, .judges = "out: exact special",
	};

	const DbProof proof = { .verdict = "unknown", .solver = "none" };
	DbRemeasurement again = { .samples = samples, .sample_count = 2,
				  .p25_ns = samples[0], .low_ns = samples[0],
				  .high_ns = samples[1] };
	DbRecorded recorded;

	if (db_record(db, &result, NULL, &recorded) != DB_OK)
		abort();
	again.measurement = recorded.measurement;
	if (db_remeasure(db, &again, 1) != DB_OK
	    || db_prove(db, trial->kernel.hash, &proof) != DB_OK)
		abort();
}

static void measure_all(Session *s, Db *db, const Device *device)
{
	Candidates candidates = { 0 };
	Candidate candidate;

	candidates_open(&candidates, s, strategy_kinds[0], device);
	for (int i = 0; i < PROPOSALS; i++) {
		Trial proposed = { 0 }, *trial;

		if (strategy_ask(candidates.strategy, &candidate)
		    != ASK_CANDIDATE)
			break;
		candidate_describe(&candidates, s->arena, &candidate,
				   &proposed);
		trial = trial_of(s, proposed.derivation, device,
				 proposed.variant, proposed.choices);
		strategy_tell(candidates.strategy, candidate.number,
			      (Outcome){ trial ? OUTCOME_OK : OUTCOME_FAILED,
					 1e-6 * (1 + i) });
		if (trial)
			record(db, trial, i);
	}
	candidates_close(&candidates);
}

static void search(Forge *f, const char *file, const char *const *sizes)
{
	const Device device = device_generic();
	const char *words[10] = { "lift-tune", "tune", "--db", f->db, file };
	int count = 5;
	Session s;
	Db *db;

	for (; *sizes; sizes++) {
		words[count++] = "--size";
		words[count++] = *sizes;
	}
	s = session_of(f, count, words);
	db = store_open(&s, DB_WRITE);
	if (!db || !session_load(&s) || !store_begin(&s, db, &device, "forge"))
		abort();
	measure_all(&s, db, &device);
	if (db_end_run(db, "done", 1) != DB_OK)
		abort();
	db_close(db);
	end(&s);
}

static char *read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "r");
	char *bytes;

	if (!file)
		abort();
	fseek(file, 0, SEEK_END);
	*size = (size_t)ftell(file);
	rewind(file);
	bytes = base_malloc(*size + 1);
	if (fread(bytes, 1, *size, file) != *size)
		abort();
	bytes[*size] = '\0';
	fclose(file);
	return bytes;
}

static char *exported(Forge *f)
{
	Diags *diags = diags_new();
	Db *db = db_open(f->db, DB_READ, diags);
	Text text = { 0 };

	if (!db || !db_export(db, &text, diags))
		abort();
	db_close(db);
	diags_free(diags);
	return text.data;
}

Forge *forge_new(const char *srcdir, const char *parent, bool quiet)
{
	static const struct {
		const char *file, *sizes[3];
	} documents[] = {
		{ "asum", { "N=1000" } },
		{ "dot", { "N=96" } },
		{ "convolution", { "M=40", "N=50" } },
	};
	Forge *f = base_calloc(1, sizeof *f);

	f->rules = rulebase_new();
	snprintf(f->folder, sizeof f->folder, "%s/lift-tune-forge-XXXXXX",
		 parent);
	if (!mkdtemp(f->folder))
		abort();
	snprintf(f->db, sizeof f->db, "%s/tuned.db", f->folder);
	snprintf(f->out, sizeof f->out, "%s/out", f->folder);
	if (quiet && !freopen("/dev/null", "w", stdout))
		abort();
	for (size_t i = 0; i < sizeof documents / sizeof *documents; i++) {
		char file[4096];

		snprintf(file, sizeof file, "%s/examples/%s.json", srcdir,
			 documents[i].file);
		search(f, file, documents[i].sizes);
	}
	f->base = read_file(f->db, &f->base_size);
	f->lines = exported(f);
	return f;
}

static void empty_out(Forge *f)
{
	DIR *folder = opendir(f->out);
	struct dirent *entry;
	char path[512];

	while (folder && (entry = readdir(folder))) {
		snprintf(path, sizeof path, "%s/%s", f->out, entry->d_name);
		unlink(path);
	}
	if (folder)
		closedir(folder);
	else
		unlink(f->out);
	rmdir(f->out);
}

void forge_free(Forge *f)
{
	char journal[160];

	snprintf(journal, sizeof journal, "%s-journal", f->db);
	empty_out(f);
	unlink(f->db);
	unlink(journal);
	rmdir(f->folder);
	rulebase_free(f->rules);
	free(f->base);
	free(f->lines);
	free(f);
}

void forge_reset(Forge *f)
{
	FILE *file;

	unlink(f->db);
	file = fopen(f->db, "w");
	if (!file || fwrite(f->base, 1, f->base_size, file) != f->base_size)
		abort();
	fclose(file);
}

/* -- forging --------------------------------------------------------------- */

static const char hash_all[] =
	"UPDATE programs SET checksum = lift_hash(key, name, form);"
	"UPDATE devices SET checksum = lift_hash(key, platform, name, vendor, "
	"driver, version, type, limits);"
	"UPDATE problems SET checksum = lift_hash(program, sizes);"
	"UPDATE sizes SET checksum = lift_hash(problem, name, value);"
	"UPDATE derivations SET checksum = lift_hash(key, program, steps, "
	"expression, choices, rules, label, confirmed);"
	"UPDATE kernels SET checksum = lift_hash(key, source, source_hash, "
	"options, plan, lines);"
	"UPDATE runs SET checksum = lift_hash(key, device, problem, name, "
	"strategy, seed, protocol, fp, tolerance, options, version, host, boot, "
	"pid, process_start, started, ended, outcome, best);"
	"UPDATE measurements SET checksum = lift_hash(kernel, device, problem, "
	"protocol, fp, tolerance, repeat, run, sequence, derivation, status, "
	"reason, samples, min_ns, median_ns, p25_ns, build_ns, "
	"first_launch_ns, check_ns, max_error, noise_epoch, timer, at, judges);"
	"UPDATE remeasurements SET checksum = lift_hash(measurement, samples, "
	"p25_ns, low_ns, high_ns, noise_epoch, at);"
	"UPDATE proofs SET checksum = lift_hash(kernel, verdict, detail, solver, "
	"seconds, at);";

static sqlite3 *open_raw(Forge *f)
{
	sqlite3 *sqlite;

	if (sqlite3_open(f->db, &sqlite) != SQLITE_OK
	    || sql_define_hash(sqlite) != SQLITE_OK)
		abort();
	sqlite3_exec(sqlite, "PRAGMA synchronous = OFF; "
		     "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
	return sqlite;
}

bool forge_sql(Forge *f, const char *sql)
{
	sqlite3 *sqlite = open_raw(f);
	bool good = sqlite3_exec(sqlite, sql, NULL, NULL, NULL) == SQLITE_OK;

	if (good)
		sqlite3_exec(sqlite, hash_all, NULL, NULL, NULL);
	sqlite3_close(sqlite);
	return good;
}

bool forge_value(Forge *f, const char *table, const char *column, int row,
		 const char *value)
{
	char *sql = sqlite3_mprintf("UPDATE OR IGNORE %s SET %s = %Q WHERE "
		"(%s) = (SELECT %s FROM %s LIMIT 1 OFFSET %d %% max(1, "
		"(SELECT count(*) FROM %s)))", table, column, value,
		!strcmp(table, "sizes") ? "problem, name" : "id",
		!strcmp(table, "sizes") ? "problem, name" : "id", table, row,
		table);
	bool good = forge_sql(f, sql);

	sqlite3_free(sql);
	return good;
}

char *forge_ask(Forge *f, const char *sql)
{
	sqlite3 *sqlite = open_raw(f);
	sqlite3_stmt *statement = NULL;
	char *answer = NULL;

	if (sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK
	    && sqlite3_step(statement) == SQLITE_ROW
	    && sqlite3_column_text(statement, 0))
		answer = base_strdup(
			(const char *)sqlite3_column_text(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	return answer;
}

char *forge_lines(const char *lines)
{
	char *copy = base_strdup(lines), *save;
	Text text = { 0 };
	int64_t rows = 0;

	lines_put_head(&text);
	for (char *line = strtok_r(copy, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		char *check = strstr(line, ", \"check\": \"");

		if (strncmp(line, "{\"table\"", 8))
			continue;
		if (check)
			*check = '\0';
		text_printf(&text, "%s, \"check\": \"%016" PRIx64 "\"}\n", line,
			    hash_mix(hash_bytes(HASH_SEED, line,
						strlen(line))));
		rows++;
	}
	lines_put_end(&text, rows);
	free(copy);
	return text.data;
}

/* -- what was written ------------------------------------------------------ */

uint64_t forge_exported(Forge *f)
{
	DIR *folder = opendir(f->out);
	struct dirent *entry;
	uint64_t hash = 0;
	char path[512];

	while (folder && (entry = readdir(folder))) {
		json_t *manifest;
		const char *text;

		if (!strstr(entry->d_name, ".manifest.json"))
			continue;
		snprintf(path, sizeof path, "%s/%s", f->out, entry->d_name);
		manifest = json_load_file(path, 0, NULL);
		text = json_string_value(json_object_get(manifest,
							 "kernel_hash"));
		hash = text ? strtoull(text, NULL, 16) : 0;
		json_decref(manifest);
	}
	if (folder)
		closedir(folder);
	empty_out(f);
	return hash;
}

bool forge_export_is_honest(Forge *f, const char *word)
{
	int code = forge_command(f, "export", word);
	uint64_t hash = forge_exported(f);
	char sql[200], *found;

	if (code != EXIT_DONE || !hash)
		return code != EXIT_DONE && !hash;
	snprintf(sql, sizeof sql, "SELECT id FROM results WHERE kernel = "
		 "'%016" PRIx64 "' AND status IN ('ok', 'slow')", hash);
	found = forge_ask(f, sql);
	free(found);
	return found != NULL;
}
