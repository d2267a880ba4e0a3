/* .npy files: the header, and the data into ports of their own and of another
 * type. */
#include "ir/data/npy.h"
#include "tests/fuzz/fuzz.h"

static Port port_like(const NpyHeader *header, Scalar scalar)
{
	Port port = { .name = "x", .scalar = scalar, .rank = header->rank,
		      .elements = header->elements };

	memcpy(port.dims, header->dims, sizeof port.dims);
	return port;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *path = fuzz_file("npy", data, size);
	Diags *diags = diags_new();
	NpyHeader header;
	Array array;

	assert(path);
	if (npy_shape(path, &header, diags)) {
		for (int s = 0; s < SCALAR_COUNT; s++) {
			Port port = port_like(&header, (Scalar)s);

			if (npy_read(path, &port, s % 2, &array, diags))
				array_free(&array);
		}
	} else {
		assert(diags->errors);
	}
	unlink(path);
	diags_free(diags);
	return 0;
}
