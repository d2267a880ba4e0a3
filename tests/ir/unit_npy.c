/* Properties of .npy files: what is written is read again; the order of bytes
 * and of dimensions and the version of the format change nothing. NumPy itself
 * agrees, where it is at hand.
 */
#include "tests/ir/npy_fixture.h"

#include <math.h>

#include "ir/data/npy_header.h"

/* --- what is written is read again ------------------------------------- */

static const int64_t shapes[][3] = {
	{ 1, 1, 1 }, { 7, 1, 1 }, { 3, 5, 1 }, { 4, 3, 5 }, { 65, 2, 70 },
};

static void round_trip(Fixture *f, const Port *port)
{
	Array array = counting(port), again;
	NpyHeader header;

	assert_true(npy_write(f->folder, "a", &array, NULL, 0, f->diags));
	assert_true(npy_shape(f->path, &header, f->diags));
	assert_int_equal(header.rank, port->rank);
	assert_int_equal(header.scalar, port->scalar);
	assert_int_equal(header.offset % 64, 0);
	assert_true(npy_read(f->path, port, false, &again, f->diags));
	expect_equal(&array, &again);
	array_free(&array);
	array_free(&again);
}

static void what_is_written_is_read(void **state)
{
	for (int s = 0; s < SCALAR_COUNT; s++)
		for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
			for (int rank = 0; rank <= 3; rank++) {
				Port port = port_of((Scalar)s, rank, shapes[i]);

				round_trip(*state, &port);
			}
}

/* --- every way to write the same --------------------------------------- */

typedef struct Way {
	int version;
	bool big, fortran;
} Way;

/* Where element i of the file is in row-major order. */
static int64_t row_major(const Port *port, int64_t i, bool fortran)
{
	int64_t at[PORT_RANK_MAX], place = 0;

	if (!fortran)
		return i;
	for (int d = 0; d < port->rank; d++) {
		at[d] = i % port->dims[d];
		i /= port->dims[d];
	}
	for (int d = 0; d < port->rank; d++)
		place = place * port->dims[d] + at[d];
	return place;
}

static void put_elements(Text *file, const Array *array, const Port *port,
			 Way way)
{
	size_t size = scalar_bytes(array->scalar);

	for (int64_t i = 0; i < array->elements; i++) {
		const char *x = (const char *)array->data
			+ (size_t)row_major(port, i, way.fortran) * size;

		for (size_t b = 0; b < size; b++)
			text_char(file, x[way.big ? size - 1 - b : b]);
	}
}

static void write_otherwise(const char *path, const Array *array,
			    const Port *port, Way way)
{
	Text file = { 0 }, header = { 0 };

	text_printf(&header, "{\"shape\":");
	npy_put_shape(&header, port->rank, port->dims);
	text_printf(&header, " , 'fortran_order':%s,'descr': '%c%s'}\n",
		    way.fortran ? "True" : "False", way.big ? '>' : '<',
		    scalar_rows[array->scalar].numpy + 1);
	put_start(&file, way.version, header.length);
	text_bytes(&file, header.data, header.length);
	put_elements(&file, array, port, way);
	put_file(path, file.data, file.length);
	text_free(&file);
	text_free(&header);
}

static void every_way_to_write_is_read(void **state)
{
	Fixture *f = *state;

	for (int s = 0; s < SCALAR_COUNT; s++)
		for (int w = 0; w < 12 * 3; w++) {
			Way way = { 1 + w % 3, w / 3 % 2, w / 6 % 2 };
			Port port = port_of((Scalar)s, 1 + w / 12, shapes[4]);
			Array array = counting(&port), again;

			write_otherwise(f->path, &array, &port, way);
			assert_true(npy_read(f->path, &port, false, &again,
					     f->diags));
			expect_equal(&array, &again);
			array_free(&array);
			array_free(&again);
		}
}

static void any_byte_but_zero_is_true(void **state)
{
	Fixture *f = *state;
	Port port = port_of(SCALAR_BOOL, 1, (int64_t[]){ 3 });
	Array array = array_of_port(&port), again;

	((uint8_t *)array.data)[0] = 2;
	((uint8_t *)array.data)[2] = 255;
	assert_true(npy_write(f->folder, "a", &array, NULL, 0, f->diags));
	assert_true(npy_read(f->path, &port, false, &again, f->diags));
	assert_memory_equal(again.data, "\1\0\1", 3);
	array_free(&array);
	array_free(&again);
}

/* --- conversions ------------------------------------------------------- */

typedef struct Conversion {
	Scalar from, to;
	double x, y;
} Conversion;

static const Conversion conversions[] = {
	{ SCALAR_F32, SCALAR_I32, -1.9, -1 },
	{ SCALAR_F32, SCALAR_U8, -1.9, 0 },
	{ SCALAR_F32, SCALAR_U8, 255.9, 255 },
	{ SCALAR_F64, SCALAR_U8, 1e300, 255 },
	{ SCALAR_F64, SCALAR_I8, -1e300, -128 },
	{ SCALAR_F64, SCALAR_I8, 128, 127 },
	{ SCALAR_F64, SCALAR_I64, 1e300, 9223372036854775807.0 },
	{ SCALAR_F64, SCALAR_I64, -1e300, -9223372036854775808.0 },
	{ SCALAR_F64, SCALAR_U64, 1e300, 18446744073709551615.0 },
	{ SCALAR_F64, SCALAR_I16, NAN, 0 },
	{ SCALAR_F64, SCALAR_BOOL, NAN, 1 },
	{ SCALAR_F64, SCALAR_BOOL, 1e-300, 1 },
	{ SCALAR_F32, SCALAR_BOOL, -0.0, 0 },
	{ SCALAR_I32, SCALAR_U8, 257, 1 },
	{ SCALAR_I32, SCALAR_U8, -1, 255 },
	{ SCALAR_I32, SCALAR_I8, 200, -56 },
	{ SCALAR_I8, SCALAR_U64, -1, 18446744073709551615.0 },
	{ SCALAR_U32, SCALAR_I32, 4294967295.0, -1 },
	{ SCALAR_I32, SCALAR_BOOL, 256, 1 },
	{ SCALAR_BOOL, SCALAR_F16, 1, 1 },
	{ SCALAR_F64, SCALAR_F32, 0.1, 0.1f },
	{ SCALAR_F64, SCALAR_F16, 65519, 65504 },
	{ SCALAR_F64, SCALAR_F16, 65520, INFINITY },
	{ SCALAR_F16, SCALAR_F64, 0.5, 0.5 },
	{ SCALAR_U8, SCALAR_F32, 200, 200 },
};

static void casts_follow_the_language(void **state)
{
	Fixture *f = *state;

	for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++) {
		const Conversion *c = &conversions[i];
		Port from = port_of(c->from, 0, NULL);
		Port to = port_of(c->to, 0, NULL);
		Array array = array_of_port(&from), again;

		array_set(&array, 0, c->x);
		npy_write(f->folder, "a", &array, NULL, 0, f->diags);
		assert_true(npy_read(f->path, &to, true, &again, f->diags));
		assert_true(array_get(&again, 0) == c->y);
		array_free(&array);
		array_free(&again);
	}
}

/* 2^53 + 2^29 + 1: as a double it would lose its last bit and then round down
 * to even. */
static void integers_round_once(void **state)
{
	Fixture *f = *state;
	Port from = port_of(SCALAR_I64, 0, NULL);
	Port to = port_of(SCALAR_F32, 0, NULL);
	int64_t x = (INT64_C(1) << 53) + (INT64_C(1) << 29) + 1;
	Array array = array_of_port(&from), again;

	*(int64_t *)array.data = x;
	npy_write(f->folder, "a", &array, NULL, 0, f->diags);
	assert_true(npy_read(f->path, &to, true, &again, f->diags));
	assert_true(*(float *)again.data == (float)x);
	assert_true(*(float *)again.data != (float)(double)x);
	array_free(&array);
	array_free(&again);
}

/* --- NumPy ------------------------------------------------------------- */

/* The first python3 of the PATH may not be Debian's. */
static const char *const pythons[] = { "python3", "/usr/bin/python3", NULL };

/* One that has numpy, or NULL. */
static const char *find_numpy(void)
{
	for (const char *const *one = pythons; *one; one++) {
		char command[64];

		snprintf(command, sizeof command,
			 "%s -c 'import numpy' 2>/dev/null", *one);
		if (system(command) == 0)
			return *one;
	}
	return NULL;
}

static const char *need_numpy(void)
{
	const char *found = find_numpy();

	if (found)
		return found;
	print_message("skipped: no python3 with python3-numpy\n");
	skip();
	return NULL;
}

static void python(const Fixture *f, const char *with, const char *program)
{
	char path[96], command[256];

	snprintf(path, sizeof path, "%s/p.py", f->folder);
	put_file(path, program, strlen(program));
	snprintf(command, sizeof command, "cd %s && %s p.py", f->folder,
		 with);
	assert_int_equal(system(command), 0);
}

static const char numpy_writes[] =
	"import numpy as n\n"
	"for t in '? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8'.split():\n"
	"  x = (n.arange(65*2*70) % (2 if t == '?' else 100)).astype(t)\n"
	"  x = x.reshape(65, 2, 70)\n"
	"  d = n.dtype(t)\n"
	"  for o in 'CF':\n"
	"    for e in '<>':\n"
	"      y = n.array(x, dtype=d.newbyteorder(e), order=o)\n"
	"      n.save(d.str[1:] + o + 'lb'[e == '>'], y)\n";

static void numpy_files_are_read(void **state)
{
	Fixture *f = *state;

	python(f, need_numpy(), numpy_writes);
	for (int s = 0; s < SCALAR_COUNT; s++)
		for (int way = 0; way < 4; way++) {
			Port port = port_of((Scalar)s, 3, shapes[4]);
			Array array = counting(&port), again;
			char path[96];

			snprintf(path, sizeof path, "%s/%s%c%c.npy", f->folder,
				 scalar_rows[s].numpy + 1, "CF"[way % 2],
				 "lb"[way / 2]);
			assert_true(npy_read(path, &port, false, &again,
					     f->diags));
			expect_equal(&array, &again);
			array_free(&array);
			array_free(&again);
		}
}

static const char numpy_reads[] =
	"import numpy as n\n"
	"for t in '? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8'.split():\n"
	"  for r in range(4):\n"
	"    y = n.load(n.dtype(t).str[1:] + str(r) + '.npy')\n"
	"    x = n.arange(y.size) % (2 if t == '?' else 100)\n"
	"    assert y.dtype == n.dtype(t), t\n"
	"    assert y.shape == (65, 2, 70)[:r], y.shape\n"
	"    assert (y.ravel() == x.astype(t)).all()\n";

static void numpy_reads_our_files(void **state)
{
	Fixture *f = *state;
	const char *with = need_numpy();

	for (int s = 0; s < SCALAR_COUNT; s++)
		for (int rank = 0; rank < 4; rank++) {
			Port port = port_of((Scalar)s, rank, shapes[4]);
			Array array = counting(&port);
			char name[16];

			snprintf(name, sizeof name, "%s%d",
				 scalar_rows[s].numpy + 1, rank);
			assert_true(npy_write(f->folder, name, &array, NULL, 0,
					      f->diags));
			array_free(&array);
		}
	python(f, with, numpy_reads);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FIXTURE_TEST(what_is_written_is_read),
		FIXTURE_TEST(every_way_to_write_is_read),
		FIXTURE_TEST(any_byte_but_zero_is_true),
		FIXTURE_TEST(casts_follow_the_language),
		FIXTURE_TEST(integers_round_once),
		FIXTURE_TEST(numpy_files_are_read),
		FIXTURE_TEST(numpy_reads_our_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
