/* A file that claims to be a database, or is a damaged one: it is refused, or
 * what it holds can be asked for and added to. The input is what is written
 * over a good database: pairs of a place (3 bytes) and a byte; with other
 * lengths than a multiple of 4, the file itself. */
#include "base/hash.h"
#include "db/db.h"
#include "tests/fuzz/fuzz.h"

static void use(Db *db, Arena *arena)
{
	DbSize size = { "N", 4 };
	Device device = device_generic();
	Diags *diags = diags_new();
	DbStored stored, *rows;
	DbStatus status;
	Text text = { 0 };

	db_query(db, arena, &(DbFilter){ 0 }, &rows);
	db_query(db, arena, &(DbFilter){ .best = true }, &rows);
	db_fetch(db, arena, &(DbFilter){ .name = "dot" }, &stored, &status);
	db_nearest(db, arena, 0x1234, &device, &size, 1, NULL, &stored,
		   &status);
	db_check(db, NULL, diags);
	db_export(db, &text, diags);
	text_free(&text);
	diags_free(diags);
}

static DbRun run_on(const Device *device, const DbSize *size)
{
	return (DbRun){
		.program = 0x1234, .name = "dot", .form = "{}",
		.device = device, .sizes = size, .size_count = 1,
		.protocol = 1, .fp = "reassoc", .tolerance = "",
		.strategy = "random", .version = "0",
	};
}

static void add(Db *db, int number)
{
	DbSize size = { "N", 4 };
	Device device = device_generic();
	DbRun run = run_on(&device, &size);
	double sample = 7;
	DbMeasurement ok = {
		.kernel = { .hash = (uint64_t)number, .source = "kernel",
			    .options = "", .plan = "{}", .lines = 1,
			    .derivation = { .steps = "{\"rule\": \"a\"}\n",
					    .expression = "[]", .rules = 9,
					    .label = "bit-exact" } },
		.status = "ok", .samples = &sample, .sample_count = 1,
		.sequence = number, .min_ns = 7, .median_ns = 7, .p25_ns = 7,
	};

	if (db_begin_run(db, &run) != DB_OK)
		return;
	db_record(db, &ok, NULL, NULL);
	db_end_run(db, "done", 0);
}

/* The good one, made once. */
static const Text *good_database(void)
{
	static Text good;
	const char *path;
	Diags *diags;
	Db *db;
	FILE *file;
	int c;

	if (good.length)
		return &good;
	path = fuzz_file("db", NULL, 0);
	diags = diags_new();
	db = db_open(path, DB_WRITE, diags);
	for (int i = 1; i < 5; i++)
		add(db, i);
	db_close(db);
	file = fopen(path, "r");
	while ((c = fgetc(file)) != EOF)
		text_char(&good, (char)c);
	fclose(file);
	unlink(path);
	diags_free(diags);
	return &good;
}

static void damage(Text *file, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i + 4 <= size; i += 4) {
		size_t at = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8
			  | data[i + 2];

		file->data[at % file->length] = (char)data[i + 3];
	}
}

static void open_file(const Text *file)
{
	const char *path = fuzz_file("db", file->data, file->length);

	for (DbMode mode = DB_READ; mode <= DB_WRITE; mode++) {
		Diags *diags = diags_new();
		Arena *arena = arena_new();
		Db *db = db_open(path, mode, diags);

		assert(db || diags->errors);
		if (db) {
			db_set_patience(db, 1);
			use(db, arena);
			if (mode == DB_WRITE)
				add(db, 9);
		}
		db_close(db);
		arena_free(arena);
		diags_free(diags);
	}
	unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const Text *good = good_database();
	Text file = { 0 };

	if (size % 4 == 0) {
		text_bytes(&file, good->data, good->length);
		damage(&file, data, size);
	} else {
		text_bytes(&file, data, size);
	}
	open_file(&file);
	text_free(&file);
	return 0;
}
