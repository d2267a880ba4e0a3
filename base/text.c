#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

void text_free(Text *text)
{
	free(text->data);
	*text = (Text){ 0 };
}

void text_clear(Text *text)
{
	text->length = 0;
	if (text->data)
		text->data[0] = '\0';
}

static void reserve(Text *text, size_t more)
{
	size_t need = text->length + more + 1;

	if (need <= text->capacity)
		return;
	text->capacity = need < 64 ? 64 : need + need / 2;
	text->data = base_realloc(text->data, text->capacity);
}

void text_bytes(Text *text, const void *bytes, size_t length)
{
	reserve(text, length);
	if (length)
		memcpy(text->data + text->length, bytes, length);
	text->length += length;
	text->data[text->length] = '\0';
}

void text_char(Text *text, char c)
{
	text_bytes(text, &c, 1);
}

void text_put(Text *text, const char *string)
{
	text_bytes(text, string, strlen(string));
}

void text_vprintf(Text *text, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	reserve(text, (size_t)length);
	vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
	text->length += (size_t)length;
}

void text_printf(Text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

const char *text_string(const Text *text)
{
	return text->data ? text->data : "";
}

void text_json(Text *text, const char *string)
{
	text_char(text, '"');
	for (const char *s = string; *s; s += utf8_bytes(s) ? utf8_bytes(s) : 1) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			text_printf(text, "\\%c", c);
		else if (c == '\n')
			text_put(text, "\\n");
		else if (c == '\t')
			text_put(text, "\\t");
		else if (utf8_shown(s))
			text_bytes(text, s, (size_t)utf8_shown(s));
		else
			text_printf(text, "\\u%04x", !utf8_bytes(s) ? 0xfffd
				    : c < 0x80 ? c : (unsigned char)s[1]);
	}
	text_char(text, '"');
}
