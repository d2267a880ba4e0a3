/* The .npy format, version 1.0, little endian, C order:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cli/probe.h"

enum { HEADER = 128, ELEMENT = 8 };

typedef struct Dtype {
	const char *name;
	int bytes;
	char kind; /* 'f', 'i', 'u', 'b' as in numpy; 'h': two-byte float */
} Dtype;

static const Dtype dtypes[] = {
	{ "|b1", 1, 'b' }, { "|i1", 1, 'i' }, { "|u1", 1, 'u' },
	{ "<i2", 2, 'i' }, { "<u2", 2, 'u' }, { "<i4", 4, 'i' },
	{ "<u4", 4, 'u' }, { "<i8", 8, 'i' }, { "<u8", 8, 'u' },
	{ "<f2", 2, 'h' }, { "<f4", 4, 'f' }, { "<f8", 8, 'f' },
};

static const Dtype *dtype_named(const char *name)
{
	for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
		if (!strcmp(dtypes[i].name, name))
			return &dtypes[i];
	return NULL;
}

static size_t elements_of(const char *shape)
{
	size_t elements = 1;

	while (*shape) {
		char *end;

		elements *= strtoul(shape, &end, 10);
		shape = end + strspn(end, ", ");
	}
	return elements;
}

static void encode(const Dtype *type, const char *text, unsigned char *element)
{
	double real = strtod(text, NULL);
	float single = (float)real;
	uint64_t whole = type->kind == 'u' ? strtoull(text, NULL, 0)
					   : (uint64_t)strtoll(text, NULL, 0);

	if (type->kind == 'f' && type->bytes == 4)
		memcpy(element, &single, 4);
	else if (type->kind == 'f')
		memcpy(element, &real, 8);
	else
		memcpy(element, &whole, (size_t)type->bytes);
}

static void decode(const Dtype *type, const unsigned char *element)
{
	double real;
	float single;
	uint64_t whole = 0;
	int shift = 64 - 8 * type->bytes;

	memcpy(&real, element, ELEMENT);
	memcpy(&single, element, sizeof single);
	memcpy(&whole, element, (size_t)type->bytes);
	if (type->kind == 'f')
		printf(" %.*g", type->bytes == 4 ? 9 : 17,
		       type->bytes == 4 ? (double)single : real);
	else if (type->kind == 'i')
		printf(" %" PRId64, (int64_t)(whole << shift) >> shift);
	else if (type->kind == 'h')
		printf(" 0x%04" PRIx64, whole);
	else
		printf(" %" PRIu64, whole);
}

static void write_header(FILE *file, const char *dtype, const char *shape)
{
	char header[HEADER];
	int length;

	memset(header, ' ', sizeof header);
	memcpy(header, "\x93NUMPY\x01\x00", 8);
	header[8] = HEADER - 10;
	header[9] = 0;
	length = snprintf(header + 10, HEADER - 10,
			  "{'descr': '%s', 'fortran_order': False, "
			  "'shape': (%s%s), }", dtype, shape,
			  *shape && !strchr(shape, ',') ? "," : "");
	header[10 + length] = ' ';
	header[HEADER - 1] = '\n';
	fwrite(header, 1, sizeof header, file);
}

int probe_npy_write(int count, char **words)
{
	const Dtype *type = count > 3 ? dtype_named(words[1]) : NULL;
	FILE *file = type ? fopen(words[0], "wb") : NULL;
	size_t elements;

	if (!file)
		return 2;
	write_header(file, words[1], words[2]);
	elements = elements_of(words[2]);
	for (size_t i = 0; i < elements; i++) {
		unsigned char element[ELEMENT];

		encode(type, words[3 + i % (size_t)(count - 3)], element);
		fwrite(element, 1, (size_t)type->bytes, file);
	}
	return fclose(file) ? 1 : 0;
}

static bool field(const char *header, const char *key, char from, char to,
		  char *value, size_t capacity)
{
	const char *at = strstr(header, key), *end;

	at = at ? strchr(at + strlen(key), from) : NULL;
	end = at ? strchr(at + 1, to) : NULL;
	if (!end || (size_t)(end - at) > capacity)
		return false;
	memcpy(value, at + 1, (size_t)(end - at - 1));
	value[end - at - 1] = '\0';
	return true;
}

static int print_elements(FILE *file, const Dtype *type, size_t elements)
{
	unsigned char element[ELEMENT] = { 0 };

	for (size_t i = 0; i < elements; i++) {
		if (fread(element, (size_t)type->bytes, 1, file) != 1) {
			puts(" (too short)");
			return 1;
		}
		decode(type, element);
	}
	puts(fgetc(file) == EOF ? "" : " (too long)");
	return 0;
}

int probe_npy_print(int count, char **words)
{
	FILE *file = count == 1 ? fopen(words[0], "rb") : NULL;
	char header[65536] = { 0 }, dtype[16], shape[256];
	unsigned char start[10];
	const Dtype *type;
	size_t length;
	int code = 1;

	if (!file || fread(start, sizeof start, 1, file) != 1
	    || memcmp(start, "\x93NUMPY\x01", 7)) {
		puts("no .npy file of version 1");
		return 2;
	}
	length = start[8] | (size_t)start[9] << 8;
	if (fread(header, 1, length, file) == length
	    && field(header, "'descr':", '\'', '\'', dtype, sizeof dtype)
	    && field(header, "'shape':", '(', ')', shape, sizeof shape)
	    && (type = dtype_named(dtype))) {
		printf("%s (%s):", dtype, shape);
		code = print_elements(file, type, elements_of(shape));
	}
	fclose(file);
	return code;
}
