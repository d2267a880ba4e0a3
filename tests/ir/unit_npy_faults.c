/* Whatever is wrong with a .npy file is a diagnostic, and writing one harms no
 * other file.
 */
#include "tests/ir/npy_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "ir/data/npy_header.h"

static void expect_code(Fixture *f, DiagCode code)
{
	assert_int_equal(f->diags->errors, 1);
	assert_int_equal(f->diags->items[0].code, code);
	assert_string_equal(f->diags->items[0].place.file, f->path);
	diags_free(f->diags);
	f->diags = diags_new();
}

static void what_does_not_fit_is_said(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_F32, 2, (int64_t[]){ 3, 4 });
	Port other = port_of(SCALAR_F64, 2, (int64_t[]){ 3, 4 });
	Port flat = port_of(SCALAR_F32, 1, (int64_t[]){ 12 });
	Port turned = port_of(SCALAR_F32, 2, (int64_t[]){ 4, 3 });
	Array array = counting(&port), again;

	npy_write(f->folder, "a", &array, NULL, 0, f->diags);
	assert_false(npy_read(f->path, &other, false, &again, f->diags));
	assert_null(again.data);
	assert_string_equal(f->diags->items[0].found, "f32");
	assert_string_equal(f->diags->items[0].expected, "f64");
	expect_code(f, E0401);
	assert_false(npy_read(f->path, &flat, true, &again, f->diags));
	assert_string_equal(f->diags->items[0].found, "(3, 4)");
	assert_string_equal(f->diags->items[0].expected, "(12,)");
	expect_code(f, E0401);
	assert_false(npy_read(f->path, &turned, true, &again, f->diags));
	expect_code(f, E0401);
	array_free(&array);
}

typedef struct Hostile {
	const char *header;
	DiagCode code;
} Hostile;

#define DICT(descr, order, shape) \
	"{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape "}"

static const Hostile hostiles[] = {
	{ "", E0404 },
	{ "{}", E0404 },
	{ "{", E0404 },
	{ "nonsense", E0404 },
	{ DICT("'<f4'", "False", "(1,)") "x", E0404 },
	{ DICT("'<f4'", "false", "(1,)"), E0404 },
	{ DICT("'<f4'", "False", "[1]"), E0404 },
	{ DICT("'<f4'", "False", "(-1,)"), E0404 },
	{ DICT("'<f4'", "False", "(1.5,)"), E0404 },
	{ DICT("'<f4'", "False", "(1 1)"), E0404 },
	{ DICT("'<f4'", "False", "(1,,)"), E0404 },
	{ "{'fortran_order': False, 'shape': (1,), 'descr': '<f4", E0404 },
	{ DICT("'<f\\4'", "False", "(1,)"), E0404 },
	{ "{'descr': '<f4', 'shape': (1,)}", E0404 },
	{ "{'descr': '<f4', 'descr': '<f4', 'shape': (1,)}", E0404 },
	{ "{'a': 1, 'descr': '<f4', 'shape': (1,)}", E0404 },
	{ DICT("'<f16'", "False", "(1,)"), E0401 },
	{ DICT("'<c8'", "False", "(1,)"), E0401 },
	{ DICT("'|O'", "False", "(1,)"), E0401 },
	{ DICT("'|S4'", "False", "(1,)"), E0401 },
	{ DICT("'|f4'", "False", "(1,)"), E0401 },
	{ DICT("''", "False", "(1,)"), E0401 },
	{ DICT("[('x', '<f4')]", "False", "(1,)"), E0401 },
	{ DICT("'<f4'", "False", "(99999999999999999999,)"), E0401 },
	{ DICT("'<f4'", "False", "(4294967296, 4294967296)"), E0401 },
	{ DICT("'<f4'", "False", "(4611686018427387904,)"), E0404 },
	{ DICT("'<f4'", "False", "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
	  E0401 },
	{ DICT("'<f4'", "False", "(5,)"), E0404 },
};

static void write_header(const char *path, int version, const char *header,
			 size_t length, size_t data)
{
	Text file = { 0 };

	put_start(&file, version, length);
	text_bytes(&file, header, strlen(header));
	for (size_t i = 0; i < data; i++)
		text_char(&file, 0);
	put_file(path, file.data, file.length);
	text_free(&file);
}

static void hostile_headers_are_refused(void **state)
{
	Fixture *f = *state;
	NpyHeader header;

	for (size_t i = 0; i < sizeof hostiles / sizeof *hostiles; i++) {
		write_header(f->path, 1, hostiles[i].header,
			     strlen(hostiles[i].header), 16);
		assert_false(npy_shape(f->path, &header, f->diags));
		expect_code(f, hostiles[i].code);
	}
}

static void an_empty_array_has_a_shape(void **state)
{
	static const char empty[] = DICT("'<f4'", "False", "(3, 0)");
	Fixture *f = *state;
	NpyHeader header;

	write_header(f->path, 1, empty, strlen(empty), 0);
	assert_true(npy_shape(f->path, &header, f->diags));
	assert_int_equal(header.rank, 2);
	assert_int_equal(header.elements, 0);
}

static void hostile_lengths_are_refused(void **state)
{
	static const char good[] = DICT("'<f4'", "False", "(1,)");
	Fixture *f = *state;
	NpyHeader header;

	write_header(f->path, 2, good, 0xffffffff, 16);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
	write_header(f->path, 2, good, 60000, 16);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
	write_header(f->path, 4, good, sizeof good - 1, 16);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
	write_header(f->path, 1, good, sizeof good + 3, 16);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
}

static void every_truncation_is_refused(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_F32, 1, (int64_t[]){ 9 });
	Array array = counting(&port), again;
	struct stat info;

	npy_write(f->folder, "a", &array, NULL, 0, f->diags);
	assert_int_equal(stat(f->path, &info), 0);
	for (off_t length = info.st_size - 1; length >= 0; length--) {
		assert_int_equal(truncate(f->path, length), 0);
		assert_false(npy_read(f->path, &port, false, &again, f->diags));
		expect_code(f, E0404);
	}
	array_free(&array);
}

static void what_is_no_file_is_refused(void **state)
{
	Fixture *f = *state;
	NpyHeader header;

	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
	assert_int_equal(mkfifo(f->path, 0600), 0);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
	unlink(f->path);
	assert_int_equal(mkdir(f->path, 0700), 0);
	assert_false(npy_shape(f->path, &header, f->diags));
	expect_code(f, E0404);
}

/* Changed at random, a header is refused or says something that is possible. */
static void any_header_is_survived(void **state)
{
	static const char good[] = DICT("'<f4'", "False", "(12, 34)");
	char text[sizeof good], found[NPY_FOUND];
	Rng rng = rng_seeded(3, 3);

	(void)state;
	for (int i = 0; i < 100000; i++) {
		NpyHeader header = { 0 };

		memcpy(text, good, sizeof good);
		for (int flips = 1 + i % 4; flips > 0; flips--)
			text[rng_below(&rng, sizeof good - 1)] =
				(char)(rng_below(&rng, 127) + 1);
		if (npy_header_read(text, &header, found) != NPY_OK)
			continue;
		assert_true(header.rank <= PORT_RANK_MAX);
		assert_true(header.elements >= 1);
	}
}

/* --- writing ----------------------------------------------------------- */

static bool exists(const Fixture *f, const char *name)
{
	char path[160];

	snprintf(path, sizeof path, "%s/%s", f->folder, name);
	return access(path, F_OK) == 0;
}

static void an_input_is_never_overwritten(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_I32, 0, NULL);
	Array one = counting(&port), two = counting(&port), again;
	char link_path[96];
	const char *inputs[] = { "/nonexistent", link_path };

	snprintf(link_path, sizeof link_path, "%s/link.npy", f->folder);
	array_set(&one, 0, 1);
	npy_write(f->folder, "a", &one, NULL, 0, f->diags);
	assert_int_equal(link(f->path, link_path), 0);
	assert_false(npy_write(f->folder, "a", &two, inputs, 2, f->diags));
	expect_code(f, E0701);
	assert_true(npy_read(f->path, &port, false, &again, f->diags));
	expect_equal(&one, &again);
	array_free(&again);
	assert_true(npy_write(f->folder, "b", &two, inputs, 2, f->diags));
	assert_true(npy_write(f->folder, "b", &two, inputs, 2, f->diags));
	array_free(&one);
	array_free(&two);
}

/* What NumPy writes, with its room to grow; and what is no array at all. */
static void a_foreign_file_is_left_alone(void **state)
{
	static const char numpy[] = "\x93NUMPY\1\0\x76\0{'descr': '<i4', "
		"'fortran_order': False, 'shape': (), }";
	Fixture *f = *state;
	Port port = port_of(SCALAR_I32, 0, NULL);
	Array array = counting(&port);
	char file[132];

	memset(file, ' ', sizeof file);
	memcpy(file, numpy, sizeof numpy - 1);
	file[127] = '\n';
	for (int i = 0; i < 2; i++) {
		put_file(f->path, i ? "lift-tune" : file, i ? 9 : sizeof file);
		assert_false(npy_may_write(f->folder, "a", NULL, 0, f->diags));
		assert_false(npy_write(f->folder, "a", &array, NULL, 0,
				       f->diags));
	}
	assert_int_equal(f->diags->errors, 4);
	assert_int_equal(unlink(f->path), 0);
	for (int i = 0; i < 2; i++) {
		assert_true(npy_may_write(f->folder, "a", NULL, 0, f->diags));
		assert_true(npy_write(f->folder, "a", &array, NULL, 0,
				      f->diags));
	}
	array_free(&array);
}

static void a_link_is_left_alone(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_I32, 0, NULL);
	Array array = counting(&port);
	char victim[96];
	struct stat info;

	snprintf(victim, sizeof victim, "%s/victim", f->folder);
	put_file(victim, "keep", 4);
	assert_int_equal(symlink(victim, f->path), 0);
	assert_false(npy_write(f->folder, "a", &array, NULL, 0, f->diags));
	assert_int_equal(lstat(f->path, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	assert_int_equal(stat(victim, &info), 0);
	assert_int_equal(info.st_size, 4);
	array_free(&array);
}

static void names_stay_in_the_folder(void **state)
{
	static const char *const names[] = { "", "../a", "/a", ".a", "-a",
					     "a\nb" };
	Fixture *f = *state;
	Port port = port_of(SCALAR_I32, 0, NULL);
	Array array = counting(&port);
	char below[96];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_false(npy_write(f->folder, names[i], &array, NULL, 0,
				       f->diags));
	assert_int_equal(f->diags->errors, 6);
	snprintf(below, sizeof below, "%s/b/c", f->folder);
	assert_true(npy_write(below, "pos.0", &array, NULL, 0, f->diags));
	assert_true(exists(f, "b/c/pos.0.npy"));
	array_free(&array);
}

static void a_failed_write_leaves_nothing(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_I32, 0, NULL);
	Array array = counting(&port);

	assert_int_equal(mkdir(f->path, 0700), 0);
	assert_false(npy_write(f->folder, "a", &array, NULL, 0, f->diags));
	expect_code(f, E0701);
	assert_int_equal(rmdir(f->path), 0);
	assert_int_equal(rmdir(f->folder), 0);
	assert_int_equal(mkdir(f->folder, 0700), 0);
	array_free(&array);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_does_not_fit_is_said),
		FIXTURE_TEST(hostile_headers_are_refused),
		FIXTURE_TEST(an_empty_array_has_a_shape),
		FIXTURE_TEST(hostile_lengths_are_refused),
		FIXTURE_TEST(every_truncation_is_refused),
		FIXTURE_TEST(what_is_no_file_is_refused),
		FIXTURE_TEST(any_header_is_survived),
		FIXTURE_TEST(an_input_is_never_overwritten),
		FIXTURE_TEST(a_foreign_file_is_left_alone),
		FIXTURE_TEST(a_link_is_left_alone),
		FIXTURE_TEST(names_stay_in_the_folder),
		FIXTURE_TEST(a_failed_write_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
