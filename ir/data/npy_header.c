#include "ir/data/npy_header.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/checked.h"

/* The rest of the text, and the header so far. */
typedef struct Reader {
	const char *at;
	NpyHeader *header;
	NpyProblem problem;
	char *found;
} Reader;

static bool fail(Reader *reader, NpyProblem problem)
{
	if (reader->problem == NPY_OK) {
		reader->problem = problem;
		if (!reader->found[0])
			snprintf(reader->found, NPY_FOUND, "%.40s",
				 *reader->at ? reader->at : "end of header");
	}
	return false;
}

static void skip_space(Reader *reader)
{
	while (*reader->at && strchr(" \t\r\n", *reader->at))
		reader->at++;
}

static bool accept(Reader *reader, char c)
{
	skip_space(reader);
	if (*reader->at != c)
		return false;
	reader->at++;
	return true;
}

static bool expect(Reader *reader, char c)
{
	return accept(reader, c) || fail(reader, NPY_MALFORMED);
}

static bool accept_word(Reader *reader, const char *word)
{
	size_t length = strlen(word);

	skip_space(reader);
	if (strncmp(reader->at, word, length))
		return false;
	reader->at += length;
	return true;
}

/* A Python string without escapes. */
static bool read_string(Reader *reader, char *string, size_t size)
{
	size_t length;
	char quote;

	skip_space(reader);
	quote = *reader->at;
	if (quote != '\'' && quote != '"')
		return fail(reader, NPY_MALFORMED);
	length = strcspn(reader->at + 1, quote == '"' ? "\"\\" : "'\\");
	if (reader->at[1 + length] != quote || length >= size)
		return fail(reader, NPY_MALFORMED);
	memcpy(string, reader->at + 1, length);
	string[length] = '\0';
	reader->at += length + 2;
	return true;
}

static bool big_endian_host(void)
{
	const uint16_t one = 1;

	return *(const unsigned char *)&one == 0;
}

/* The byte order is the first letter: < > = or |; the rest is the type. */
static bool find_type(NpyHeader *header, const char *dtype)
{
	char order = dtype[0];
	bool big = order == '>' || (order == '=' && big_endian_host());

	if (!order || !strchr("<>=|", order))
		return false;
	for (int s = 0; s < SCALAR_COUNT; s++) {
		size_t bytes = scalar_bytes((Scalar)s);

		if (strcmp(scalar_rows[s].numpy + 1, dtype + 1)
		    || (order == '|' && bytes > 1))
			continue;
		header->scalar = (Scalar)s;
		header->swapped = bytes > 1 && big != big_endian_host();
		return true;
	}
	return false;
}

static bool read_type(Reader *reader)
{
	skip_space(reader);
	if (*reader->at == '[')
		return fail(reader, NPY_TYPE);
	if (!read_string(reader, reader->found, NPY_FOUND))
		return false;
	if (!find_type(reader->header, reader->found))
		return fail(reader, NPY_TYPE);
	reader->found[0] = '\0';
	return true;
}

static bool read_order(Reader *reader)
{
	if (accept_word(reader, "True"))
		reader->header->fortran = true;
	else if (accept_word(reader, "False"))
		reader->header->fortran = false;
	else
		return fail(reader, NPY_MALFORMED);
	return true;
}

static bool read_number(Reader *reader, int64_t *number)
{
	skip_space(reader);
	if (!isdigit((unsigned char)*reader->at))
		return fail(reader, NPY_MALFORMED);
	for (*number = 0; isdigit((unsigned char)*reader->at); reader->at++)
		if (!checked_mul(*number, 10, number)
		    || !checked_add(*number, *reader->at - '0', number))
			return fail(reader, NPY_OVERFLOW);
	if (*reader->at == 'L') /* Python 2 wrote long numbers so */
		reader->at++;
	return true;
}

static bool read_dimension(Reader *reader)
{
	NpyHeader *header = reader->header;
	int64_t dim;

	if (!read_number(reader, &dim))
		return false;
	if (header->rank == PORT_RANK_MAX)
		return fail(reader, NPY_RANK);
	header->dims[header->rank++] = dim;
	return true;
}

/* () or (3,) or (3, 4) or (3, 4,) */
static bool read_dimensions(Reader *reader)
{
	reader->header->rank = 0;
	if (!expect(reader, '('))
		return false;
	while (!accept(reader, ')')) {
		if (!read_dimension(reader))
			return false;
		if (accept(reader, ','))
			continue;
		return expect(reader, ')');
	}
	return true;
}

typedef struct KeyRow {
	const char *key;
	bool (*read)(Reader *reader);
} KeyRow;

enum { KEYS = 3 };

static const KeyRow key_rows[KEYS] = {
	{ "descr", read_type },
	{ "fortran_order", read_order },
	{ "shape", read_dimensions },
};

static bool read_entry(Reader *reader, bool seen[KEYS])
{
	char key[32];

	if (!read_string(reader, key, sizeof key) || !expect(reader, ':'))
		return false;
	for (int k = 0; k < KEYS; k++) {
		if (strcmp(key, key_rows[k].key))
			continue;
		if (seen[k])
			return fail(reader, NPY_MALFORMED);
		seen[k] = true;
		return key_rows[k].read(reader);
	}
	return fail(reader, NPY_MALFORMED);
}

static bool read_entries(Reader *reader)
{
	bool seen[KEYS] = { false };

	if (!expect(reader, '{'))
		return false;
	while (!accept(reader, '}')) {
		if (!read_entry(reader, seen))
			return false;
		if (accept(reader, ','))
			continue;
		if (!expect(reader, '}'))
			return false;
		break;
	}
	skip_space(reader);
	if (*reader->at || !(seen[0] && seen[1] && seen[2]))
		return fail(reader, NPY_MALFORMED);
	return true;
}

static NpyProblem count_elements(NpyHeader *header)
{
	header->elements = 1;
	for (int d = 0; d < header->rank; d++)
		if (!checked_mul(header->elements, header->dims[d],
				 &header->elements))
			return NPY_OVERFLOW;
	return NPY_OK;
}

NpyProblem npy_header_read(const char *text, NpyHeader *header,
			   char found[NPY_FOUND])
{
	Reader reader = { .at = text, .header = header, .found = found };

	found[0] = '\0';
	if (!read_entries(&reader))
		return reader.problem;
	return count_elements(header);
}

void npy_put_shape(Text *text, int rank, const int64_t *dims)
{
	text_char(text, '(');
	for (int d = 0; d < rank; d++)
		text_printf(text, "%s%" PRId64, d ? ", " : "", dims[d]);
	text_put(text, rank == 1 ? ",)" : ")");
}

static void put_dictionary(Text *text, const Array *array)
{
	const char *numpy = scalar_rows[array->scalar].numpy;
	char order = numpy[0] == '<' && big_endian_host() ? '>' : numpy[0];

	text_printf(text, "{'descr': '%c%s', 'fortran_order': False, "
		    "'shape': ", order, numpy + 1);
	npy_put_shape(text, array->rank, array->dims);
	text_put(text, ", }");
}

/* Sixteen dimensions fit into the two length bytes of version 1.0. */
void npy_header_put(Text *file, const Array *array)
{
	enum { PREFIX = NPY_MAGIC + 2 + 2 };
	Text text = { 0 };

	put_dictionary(&text, array);
	for (int i = 0; i < NPY_MARK; i++)
		text_char(&text, ' ');
	while ((PREFIX + text.length + 1) % NPY_ALIGN)
		text_char(&text, ' ');
	text_char(&text, '\n');
	text_bytes(file, "\x93NUMPY\1\0", NPY_MAGIC + 2);
	text_char(file, (char)(text.length & 0xff));
	text_char(file, (char)(text.length >> 8));
	text_bytes(file, text.data, text.length);
	text_free(&text);
}

bool npy_header_is_ours(const char *bytes, size_t count)
{
	enum { PREFIX = NPY_MAGIC + 2 + 2 };
	size_t end;

	if (count < PREFIX || memcmp(bytes, "\x93NUMPY\1\0", NPY_MAGIC + 2))
		return false;
	end = PREFIX + (unsigned char)bytes[PREFIX - 2]
	    + 256 * (size_t)(unsigned char)bytes[PREFIX - 1];
	if (end < PREFIX + NPY_MARK + 1 || end > count)
		return false;
	for (int i = 0; i < NPY_MARK; i++)
		if (bytes[end - 2 - (size_t)i] != ' ')
			return false;
	return bytes[end - 1] == '\n';
}
