/* What the tests of .npy files share: a folder of their own, ports, and arrays
 * that count.
 */
#ifndef TESTS_IR_NPY_FIXTURE_H
#define TESTS_IR_NPY_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ir/data/npy.h"

typedef struct Fixture {
	char folder[64], path[96];
	Diags *diags;
} Fixture;

static int fixture_make(void **state)
{
	Fixture *f = base_calloc(1, sizeof *f);

	strcpy(f->folder, "/tmp/lift-tune-npy-XXXXXX");
	assert_non_null(mkdtemp(f->folder));
	snprintf(f->path, sizeof f->path, "%s/a.npy", f->folder);
	f->diags = diags_new();
	*state = f;
	return 0;
}

static int fixture_clean(void **state)
{
	Fixture *f = *state;
	char command[96];

	snprintf(command, sizeof command, "rm -r %s", f->folder);
	assert_int_equal(system(command), 0);
	diags_free(f->diags);
	free(f);
	return 0;
}

static inline Port port_of(Scalar scalar, int rank, const int64_t *dims)
{
	Port port = { .name = "x", .scalar = scalar, .rank = rank,
		      .elements = 1 };

	for (int d = 0; d < rank; d++) {
		port.dims[d] = dims[d];
		port.elements *= dims[d];
	}
	return port;
}

/* Element i holds i % 100, or i % 2 for bool. */
static inline Array counting(const Port *port)
{
	Array array = array_of_port(port);

	for (int64_t i = 0; i < array.elements; i++)
		array_set(&array, i, port->scalar == SCALAR_BOOL ? i % 2
							       : i % 100);
	return array;
}

static inline void expect_equal(const Array *a, const Array *b)
{
	assert_int_equal(a->scalar, b->scalar);
	assert_int_equal(a->elements, b->elements);
	assert_memory_equal(a->data, b->data, array_bytes(a));
}

static inline void put_file(const char *path, const void *bytes, size_t count)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	fclose(file);
}

static inline void put_start(Text *file, int version, size_t length)
{
	text_bytes(file, "\x93NUMPY", 6);
	text_char(file, (char)version);
	text_char(file, 0);
	for (int i = 0; i < (version == 1 ? 2 : 4); i++)
		text_char(file, (char)(length >> (8 * i)));
}

#define FIXTURE_TEST(name) \
	cmocka_unit_test_setup_teardown(name, fixture_make, fixture_clean)

#endif
