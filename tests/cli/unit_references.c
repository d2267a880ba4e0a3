/* References that are kept: taken again bit by bit, never when damaged or of
 * other data, and never more than there is room for. */
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/oracles.h"
#include "cli/references.h"
#include "ir/data/testdata.h"

static char cache[] = "unit_references.XXXXXX";

typedef struct Case {
	Options options;
	Session session;
	Array input;
	EvalTask task;
} Case;

static void open_case(Case *c, uint64_t seed, ReferenceKind kind)
{
	static const char text[] =
		"{\"name\": \"p\", \"sizes\": {\"N\": 300}, \"inputs\": "
		"[{\"name\": \"xs\", \"type\": \"[f32; N]\"}], \"body\": "
		"[\"tuple\", [\"reduce\", \"+\", 0, \"xs\"],"
		" [\"map\", \"sqrt\", \"xs\"]]}";

	*c = (Case){ .options = { .command = CMD_TUNE, .fp = FP_REASSOC,
				  .rtol = -1, .atol = -1 } };
	c->session = (Session){ .arena = arena_new(), .diags = diags_new(),
				.options = &c->options, .file = "test",
				.text = text };
	assert_true(session_read(&c->session));
	c->input = testdata_draw(&c->session.program->in_ports[0], seed,
				 TESTDATA_RANDOM);
	c->task = (EvalTask){ .session = &c->session, .kind = kind,
			      .inputs = &c->input };
	assert_true(eval_tasks_run(&c->task, 1, NULL, NULL));
}

static void close_case(Case *c)
{
	eval_free_arrays(c->task.values, 2);
	eval_free_arrays(c->task.outside, 2);
	eval_free_arrays(c->task.folds, 2);
	array_free(&c->input);
	session_free(&c->session);
}

/* The only file; NULL when there is none. */
static const char *kept_file(void)
{
	static char path[2048];
	char folder[1024];
	struct dirent *item;
	DIR *dir;
	bool found = false;

	snprintf(folder, sizeof folder, "%s/lift-tune/references",
		 getenv("XDG_CACHE_HOME"));
	dir = opendir(folder);
	while (dir && !found && (item = readdir(dir))) {
		found = item->d_name[0] != '.';
		snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
	}
	if (dir)
		closedir(dir);
	return found ? path : NULL;
}

static void expect_same(const Array *a, const Array *b)
{
	assert_int_equal(a->scalar, b->scalar);
	assert_int_equal(a->elements, b->elements);
	assert_memory_equal(a->data, b->data, array_bytes(a));
}

static void test_taken_again(void **state)
{
	static const ReferenceKind kinds[] = { REFERENCE_F64,
					       REFERENCE_DECLARED,
					       REFERENCE_BOUNDED };
	struct stat status;
	Case a, b, other;

	(void)state;
	for (int k = 0; k < 3; k++) {
		uint64_t key;

		open_case(&a, 1, kinds[k]);
		open_case(&b, 1, kinds[k]);
		open_case(&other, 2, kinds[k]);
		key = references_key(&a.task);
		assert_true(key && key == references_key(&b.task));
		assert_true(key != references_key(&other.task));
		assert_false(references_take(&a.task, key));
		references_keep(&a.task, key, NULL);
		assert_int_equal(stat(kept_file(), &status), 0);
		assert_int_equal(status.st_mode & 0777, 0600);
		eval_free_arrays(b.task.values, 2);
		eval_free_arrays(b.task.outside, 2);
		eval_free_arrays(b.task.folds, 2);
		assert_true(references_take(&b.task, key));
		for (int i = 0; i < 2; i++) {
			expect_same(&a.task.values[i], &b.task.values[i]);
			if (kinds[k] == REFERENCE_BOUNDED)
				expect_same(&a.task.outside[i],
					    &b.task.outside[i]);
		}
		unlink(kept_file());
		close_case(&a);
		close_case(&b);
		close_case(&other);
	}
}

/* What waits is kept when it is asked for, if it took longer to evaluate than
 * it takes to read; with bounds as wide as --fp allows. */
static void test_waits(void **state)
{
	Case c, relaxed;

	atomic_bool stop;

	(void)state;
	atomic_init(&stop, true);
	open_case(&c, 1, REFERENCE_BOUNDED);
	c.task.waits = true;
	c.task.seconds = 0.2;
	eval_task_keep(&c.task, &stop);
	assert_null(kept_file());
	c.task.seconds = 0.01;
	eval_task_keep(&c.task, NULL);
	assert_null(kept_file());
	c.task.seconds = 0.2;
	eval_task_keep(&c.task, NULL);
	assert_non_null(kept_file());
	unlink(kept_file());
	c.task.seconds = 1e-6 + references_bytes(&c.task) / 1e9;
	eval_task_keep(&c.task, NULL);
	assert_null(kept_file());

	c.options.fp = FP_RELAXED;
	relaxed = c;
	assert_true(eval_tasks_run(&relaxed.task, 1, NULL, NULL));
	assert_true(((float *)relaxed.task.folds[0].data)[0]
		    == EVAL_RELAXED * ((float *)c.task.folds[0].data)[0]);
	relaxed.task.seconds = 1;
	eval_task_keep(&relaxed.task, NULL);
	c.options.fp = FP_REASSOC;
	assert_false(references_take(&c.task, references_key(&c.task)));
	unlink(kept_file());
	eval_free_arrays(relaxed.task.values, 2);
	eval_free_arrays(relaxed.task.outside, 2);
	eval_free_arrays(relaxed.task.folds, 2);
	close_case(&c);
}

static const char *const ports[] = {
	"\"xs\", \"type\": \"[f32; N]\"",
	"\"ys\", \"type\": \"[f32; N]\"",
	"\"xs\", \"type\": \"[f64; N]\"",
	"\"xs\", \"type\": \"[f32; M]\"",
	"\"xs\", \"type\": \"[f32; N]\", \"range\": [0, 1]",
	"\"xs\", \"type\": \"[f32; N]\", \"range\": [0, 2]",
};

/* Of one input, and its data. */
static uint64_t data_of(int port, uint64_t seed, TestdataKind kind,
			Array *drawn)
{
	static char text[256];
	Options options = { .command = CMD_TUNE, .fp = FP_REASSOC };
	Session s = { .arena = arena_new(), .diags = diags_new(),
		      .options = &options, .file = "test", .text = text };
	const char *name = strncmp(ports[port], "\"ys", 3) ? "xs" : "ys";
	uint64_t data;

	snprintf(text, sizeof text, "{\"name\": \"p\", \"sizes\": "
		 "{\"N\": 300, \"M\": 30}, \"inputs\": [{\"name\": %s}], "
		 "\"body\": [\"map\", \"sqrt\", \"%s\"]}", ports[port],
		 name);
	assert_true(session_read(&s));
	data = references_data(s.program, seed, kind);
	*drawn = testdata_draw(&s.program->in_ports[0], seed, kind);
	session_free(&s);
	return data;
}

/* What is drawn otherwise is known by another number, without a look at it. */
static void test_drawn(void **state)
{
	enum { PORTS = sizeof ports / sizeof *ports, ALL = PORTS + 2 };
	uint64_t data[ALL];
	Array drawn[ALL];

	(void)state;
	for (int i = 0; i < PORTS; i++)
		data[i] = data_of(i, 1, TESTDATA_RANDOM, &drawn[i]);
	data[PORTS] = data_of(0, 2, TESTDATA_RANDOM, &drawn[PORTS]);
	data[PORTS + 1] = data_of(0, 1, TESTDATA_EXACT, &drawn[PORTS + 1]);
	for (int i = 0; i < ALL; i++)
		for (int k = 0; k < i; k++) {
			bool same = drawn[i].scalar == drawn[k].scalar
				&& drawn[i].elements == drawn[k].elements
				&& !memcmp(drawn[i].data, drawn[k].data,
					   array_bytes(&drawn[i]));

			assert_false(same);
			assert_true(data[i] && data[i] != data[k]);
		}
	for (int i = 0; i < ALL; i++)
		array_free(&drawn[i]);
}

/* Whatever byte differs, or is missing: there is none, and it is removed. */
static void test_damaged(void **state)
{
	Case c;
	uint64_t key;
	long size = 64;

	(void)state;
	open_case(&c, 1, REFERENCE_DECLARED);
	key = references_key(&c.task);
	for (long at = 0; at < size; at += at < 56 ? 1 : 97) {
		FILE *file;
		int byte;

		references_keep(&c.task, key, NULL);
		file = fopen(kept_file(), "r+");
		fseek(file, 0, SEEK_END);
		size = ftell(file);
		fseek(file, at, SEEK_SET);
		byte = fgetc(file);
		fseek(file, at, SEEK_SET);
		fputc(byte ^ 0x10, file);
		fclose(file);
		assert_false(references_take(&c.task, key));
		assert_null(kept_file());
	}
	references_keep(&c.task, key, NULL);
	assert_int_equal(truncate(kept_file(), size - 1), 0);
	assert_false(references_take(&c.task, key));
	close_case(&c);
}

/* What was not used for longest goes first. */
static void test_room(void **state)
{
	static const char *const names[] = { "0000000000000001",
					     "0000000000000002" };
	char path[2048];
	struct stat status;
	Case c;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct timespec times[2] = { { 1000 + i, 0 }, { 1000 + i, 0 } };
		FILE *file;

		snprintf(path, sizeof path, "%s/lift-tune/references/%s",
			 getenv("XDG_CACHE_HOME"), names[i]);
		file = fopen(path, "w");
		fclose(file);
		assert_int_equal(truncate(path, 1200L << 20), 0);
		utimensat(AT_FDCWD, path, times, 0);
	}
	open_case(&c, 1, REFERENCE_F64);
	references_keep(&c.task, references_key(&c.task), NULL);
	assert_int_equal(stat(path, &status), 0);
	unlink(path);
	path[strlen(path) - 1] = '1';
	assert_int_not_equal(stat(path, &status), 0);
	close_case(&c);
}

static int set_up(void **state)
{
	char path[1024];

	(void)state;
	if (!mkdtemp(cache) || !realpath(cache, path))
		return -1;
	return setenv("XDG_CACHE_HOME", path, 1);
}

static int clean_up(void **state)
{
	char path[1100];

	(void)state;
	while (kept_file())
		unlink(kept_file());
	snprintf(path, sizeof path, "%s/lift-tune/references", cache);
	rmdir(path);
	snprintf(path, sizeof path, "%s/lift-tune", cache);
	rmdir(path);
	return rmdir(cache);
}

/* Without inputs every data set is the same: its results are found once, and
 * what is exact in them is judged as such. */
static void test_no_inputs(void **state)
{
	Options options = { .command = CMD_TUNE, .fp = FP_REASSOC,
			    .rtol = -1, .atol = -1, .fresh = true };
	Session s = { .arena = arena_new(), .diags = diags_new(),
		      .options = &options, .file = "test", .text =
		"{\"name\": \"p\", \"inputs\": [], \"body\": [\"tuple\", "
		"[\"generate\", 30, [\"fun\", [\"i\"], [\"f32\", \"i\"]]], "
		"[\"generate\", 30, [\"fun\", [\"i\"], "
		"[\"sqrt\", [\"f32\", \"i\"]]]]]}" };
	Oracles *j;

	(void)state;
	assert_true(session_read(&s));
	j = oracles_new(&s);
	assert_non_null(j);
	assert_int_equal(j->set_count, 2);
	assert_ptr_equal(j->references[0], j->references[1]);
	assert_null(j->second);
	assert_string_equal(oracles_names(j, &s, NULL),
			    "out0: exact tolerance, out1: tolerance");
	oracles_free(j);
	session_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken_again),
		cmocka_unit_test(test_waits),
		cmocka_unit_test(test_drawn),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_no_inputs),
	};

	return cmocka_run_group_tests(tests, set_up, clean_up);
}
