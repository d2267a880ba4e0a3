#include "ir/data/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/data/npy_data.h"
#include "ir/data/npy_header.h"

/* An open file that is being read, and what is known of it. */
typedef struct Source {
	const char *path;
	int file;
	int64_t bytes; /* size of the file */
	NpyHeader header;
	Diags *diags;
} Source;

static bool unreadable(const Source *source, const char *found,
		       const char *expected)
{
	Place place = { .file = source->path };

	diag_add(source->diags, E0404, &place, found, expected,
		 "the data file cannot be read");
	return false;
}

static bool misfit(const Source *source, const char *found,
		   const char *expected, const char *message)
{
	Place place = { .file = source->path };

	diag_add(source->diags, E0401, &place, found, expected, "%s", message);
	return false;
}

/* Non-blocking, so that a pipe without a writer is an error, too. */
static bool open_source(Source *source)
{
	struct stat info;

	source->file = open(source->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (source->file < 0 || fstat(source->file, &info) < 0)
		return unreadable(source, strerror(errno), "a .npy file");
	if (!S_ISREG(info.st_mode))
		return unreadable(source, "not a regular file", "a .npy file");
	source->bytes = info.st_size;
	return true;
}

static bool read_exactly(Source *source, int64_t at, void *data, size_t bytes)
{
	char *to = data;

	while (bytes > 0) {
		ssize_t got = pread(source->file, to, bytes, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return unreadable(source, strerror(errno), NULL);
		if (got == 0)
			return unreadable(source, "the file ends early",
					  "all the data of its header");
		to += got;
		at += got;
		bytes -= (size_t)got;
	}
	return true;
}

static bool interpret_problem(const Source *source, NpyProblem problem,
			      const char *found)
{
	switch (problem) {
	case NPY_OK: break;
	case NPY_MALFORMED:
		return unreadable(source, found, "a dictionary of 'descr', "
				  "'fortran_order', 'shape'");
	case NPY_TYPE:
		return misfit(source, found[0] ? found : "a structured dtype",
			      "bool, (u)int8 to (u)int64, float16, float32 "
			      "or float64",
			      "the data have a type that programs cannot have");
	case NPY_RANK:
		return misfit(source, "more than 16 dimensions",
			      "at most 16",
			      "the data have too many dimensions");
	case NPY_OVERFLOW:
		return misfit(source, "more than 2^63 elements", NULL,
			      "the array is too large");
	}
	return true;
}

static bool read_dictionary(Source *source, int64_t at, size_t length)
{
	char *text = base_calloc(length + 1, 1), found[NPY_FOUND];
	bool good = read_exactly(source, at, text, length);

	if (good && strlen(text) != length)
		good = unreadable(source, "a header with a zero byte", NULL);
	if (good)
		good = interpret_problem(source,
			npy_header_read(text, &source->header, found), found);
	source->header.offset = at + (int64_t)length;
	free(text);
	return good;
}

/* Magic, version, and the dictionary's length in 2 or 4 bytes. */
static bool read_header(Source *source)
{
	enum { START = NPY_MAGIC + 2, SHORT = START + 2, LONG = START + 4 };
	unsigned char start[LONG] = { 0 };
	bool is_long;
	uint32_t length;

	if (source->bytes < LONG || !read_exactly(source, 0, start, LONG)
	    || memcmp(start, "\x93NUMPY", NPY_MAGIC))
		return unreadable(source, "no .npy file",
				  "\\x93NUMPY at its beginning");
	if (start[6] < 1 || start[6] > 3 || start[7] != 0)
		return unreadable(source, "an unknown version of .npy",
				  "1.0, 2.0 or 3.0");
	is_long = start[6] > 1;
	length = start[8] | (uint32_t)start[9] << 8;
	if (is_long)
		length |= (uint32_t)start[10] << 16 | (uint32_t)start[11] << 24;
	if (length > NPY_HEADER_MAX)
		return unreadable(source, "a header of more than 64 KiB", NULL);
	return read_dictionary(source, is_long ? LONG : SHORT, length);
}

static bool check_length(Source *source)
{
	const NpyHeader *header = &source->header;
	int64_t there = source->bytes - header->offset;
	int64_t size = (int64_t)scalar_bytes(header->scalar);

	if (header->elements <= there / size)
		return true;
	return unreadable(source, "the file ends early",
			  "all the data of its header");
}

static bool open_and_check(Source *source)
{
	return open_source(source) && read_header(source)
	    && check_length(source);
}

static void close_source(Source *source)
{
	if (source->file >= 0)
		close(source->file);
}

bool npy_shape(const char *path, NpyHeader *header, Diags *diags)
{
	Source source = { .path = path, .file = -1, .diags = diags };
	bool good = open_and_check(&source);

	close_source(&source);
	*header = source.header;
	return good;
}

static bool same_shape(const NpyHeader *header, const Port *port)
{
	if (header->rank != port->rank)
		return false;
	for (int d = 0; d < port->rank; d++)
		if (header->dims[d] != port->dims[d])
			return false;
	return true;
}

static bool check_shape(const Source *source, const Port *port)
{
	const NpyHeader *header = &source->header;
	Text found = { 0 }, expected = { 0 };

	if (same_shape(header, port))
		return true;
	npy_put_shape(&found, header->rank, header->dims);
	npy_put_shape(&expected, port->rank, port->dims);
	misfit(source, found.data, expected.data,
	       "the data do not have the declared shape");
	text_free(&found);
	text_free(&expected);
	return false;
}

static bool check_type(const Source *source, const Port *port, bool cast)
{
	if (cast || source->header.scalar == port->scalar)
		return true;
	return misfit(source, scalar_name(source->header.scalar),
		      scalar_name(port->scalar),
		      "the data do not have the declared type "
		      "(--cast converts)");
}

/* The elements in the order of the file, in its own type. */
static bool read_plain(Source *source, int64_t first, int64_t n, void *data)
{
	Scalar scalar = source->header.scalar;
	int64_t size = (int64_t)scalar_bytes(scalar);

	if (!read_exactly(source, source->header.offset + first * size, data,
			  (size_t)(n * size)))
		return false;
	if (source->header.swapped)
		npy_swap(scalar, n, data);
	if (scalar == SCALAR_BOOL)
		npy_clean_bools(n, data);
	return true;
}

static bool read_converted(Source *source, Scalar to, char *target)
{
	enum { BLOCK = 1 << 16 };
	uint64_t *block = base_malloc(BLOCK * sizeof *block);
	int64_t total = source->header.elements;
	bool good = true;

	for (int64_t i = 0; i < total && good; i += BLOCK) {
		int64_t n = total - i < BLOCK ? total - i : BLOCK;

		good = read_plain(source, i, n, block);
		if (good)
			npy_convert(source->header.scalar, block, to,
				    target + (size_t)i * scalar_bytes(to), n);
	}
	free(block);
	return good;
}

static bool read_in_file_order(Source *source, Scalar to, void *target)
{
	if (to == source->header.scalar)
		return read_plain(source, 0, source->header.elements, target);
	return read_converted(source, to, target);
}

/* In Fortran order the whole file is held a second time while it is read. */
static bool read_elements(Source *source, Array *array)
{
	Array raw;
	bool good;

	if (!source->header.fortran || source->header.rank < 2
	    || !array->elements)
		return read_in_file_order(source, array->scalar, array->data);
	raw = array_new(array->scalar, array->rank, array->dims);
	good = read_in_file_order(source, array->scalar, raw.data);
	if (good)
		npy_reorder(&source->header, scalar_bytes(array->scalar),
			    raw.data, array->data);
	array_free(&raw);
	return good;
}

bool npy_read(const char *path, const Port *port, bool cast, Array *array,
	      Diags *diags)
{
	Source source = { .path = path, .file = -1, .diags = diags };
	bool good = open_and_check(&source) && check_shape(&source, port)
		 && check_type(&source, port, cast);

	*array = (Array){ 0 };
	if (good) {
		*array = array_of_port(port);
		good = read_elements(&source, array);
	}
	if (!good)
		array_free(array);
	close_source(&source);
	return good;
}
