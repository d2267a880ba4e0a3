/* Text: a growing, always NUL-terminated string buffer.
 *
 * A zeroed Text is a valid empty one; text_free gives the memory back and
 * leaves an empty one.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

typedef struct Text {
	char *data; /* NULL while nothing was ever put */
	size_t length, capacity;
} Text;

void text_free(Text *text);
void text_clear(Text *text);
void text_char(Text *text, char c);
void text_put(Text *text, const char *string);
void text_bytes(Text *text, const void *bytes, size_t length);
void text_printf(Text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list args);

/* The content; "" when empty. Valid until the next change. */
const char *text_string(const Text *text);

/* Puts string as a JSON string literal, quotes included. */
void text_json(Text *text, const char *string);

#endif
