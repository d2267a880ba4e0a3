#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

enum { FIRST_SHOWN = 0x20, DELETE = 0x7f, LAST_CONTROL = 0x9f };

typedef struct Utf8Row {
	unsigned char mask, lead; /* of the first byte */
	int bytes;
	uint32_t least; /* that needs so many bytes */
} Utf8Row;

static const Utf8Row rows[] = {
	{ 0x80, 0x00, 1, 1 },     { 0xe0, 0xc0, 2, 0x80 },
	{ 0xf0, 0xe0, 3, 0x800 }, { 0xf8, 0xf0, 4, 0x10000 },
};

static bool is_scalar_value(uint32_t code)
{
	return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}

static int decode(const char *string, uint32_t *code)
{
	unsigned char first = (unsigned char)string[0];
	const Utf8Row *row = rows;

	while (row < rows + 4 && (first & row->mask) != row->lead)
		row++;
	if (row == rows + 4)
		return 0;
	*code = first & (unsigned char)~row->mask;
	for (int i = 1; i < row->bytes; i++) {
		unsigned char next = (unsigned char)string[i];

		if ((next & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (next & 0x3f);
	}
	return *code >= row->least && is_scalar_value(*code) ? row->bytes : 0;
}

int utf8_bytes(const char *string)
{
	uint32_t code;

	return decode(string, &code);
}

int utf8_shown(const char *string)
{
	uint32_t code;
	int bytes = decode(string, &code);

	if (bytes && (code < FIRST_SHOWN
		      || (code >= DELETE && code <= LAST_CONTROL)))
		return 0;
	return bytes;
}
