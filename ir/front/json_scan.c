/* The limits of language.md, and the place of every value, in one linear scan
 * that needs no well-formed text: what is not JSON is left to jansson. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/front/json.h"

enum {
	TEXT_MAX = 1 << 20, DEPTH_MAX = 256, VALUES_MAX = 20000,
	STRING_MAX = 4096, SOURCE_MAX = 65536,
};

typedef struct Scan {
	const JsonText *json;
	const char *text;
	int at, size;
	JsonSpan *spans;
	int count;
	int stack[DEPTH_MAX], depth;
	int key_offset, key_length; /* of the value that follows; -1: none */
	bool stopped, failed;
} Scan;

static void limit(Scan *s, DiagCode code, int offset, int length,
		  const char *found, const char *expected, const char *what)
{
	Place place = json_offset_place(s->json, offset, length);

	diag_add(s->json->diags, code, &place, found, expected, "%s", what);
	s->failed = true;
}

static void begin(Scan *s, int offset)
{
	JsonSpan *span;

	if (s->count == VALUES_MAX) {
		limit(s, E0002, offset, 1, "more than 20000 values",
		      "at most 20000 values", "the document is too large");
		return;
	}
	span = &s->spans[s->count++];
	*span = (JsonSpan){ offset, 1, s->key_offset, s->key_length };
	s->key_offset = -1;
}

static void end(Scan *s, int which)
{
	if (!s->failed)
		s->spans[which].length = s->at - s->spans[which].offset;
}

static void open_bracket(Scan *s)
{
	if (s->depth == DEPTH_MAX) {
		limit(s, E0002, s->at, 1, "more than 256 levels",
		      "at most 256 levels of brackets",
		      "the document is nested too deep");
		return;
	}
	s->stack[s->depth++] = s->count;
	begin(s, s->at++);
}

static void close_bracket(Scan *s)
{
	s->at++;
	if (!s->depth)
		s->stopped = true;
	else
		end(s, s->stack[--s->depth]);
}

static bool is_source(const Scan *s)
{
	return s->key_offset >= 0 && s->key_length == 8
	    && !memcmp(s->text + s->key_offset, "\"source\"", 8);
}

static void skip_string(Scan *s)
{
	s->at++;
	while (s->at < s->size && s->text[s->at] != '"')
		s->at += s->text[s->at] == '\\' && s->at + 1 < s->size ? 2 : 1;
	if (s->at < s->size)
		s->at++;
	else
		s->stopped = true;
}

static bool is_key(const Scan *s)
{
	int at = s->at;

	while (at < s->size && strchr(" \t\r\n", s->text[at]))
		at++;
	return at < s->size && s->text[at] == ':';
}

static void scan_string(Scan *s)
{
	int start = s->at, most = is_source(s) ? SOURCE_MAX : STRING_MAX;

	skip_string(s);
	if (s->at - start - 2 > most) {
		limit(s, E0002, start, 1,
		      most == SOURCE_MAX ? "more than 64 KiB"
					 : "more than 4 KiB",
		      "a string of at most 4 KiB (source: 64 KiB)",
		      "a string is too long");
		return;
	}
	if (is_key(s)) {
		s->key_offset = start;
		s->key_length = s->at - start;
		return;
	}
	begin(s, start);
	end(s, s->count - 1);
}

static bool is_integer(const char *word, int length)
{
	for (int i = 0; i < length; i++)
		if (!isdigit((unsigned char)word[i]) && !(word[i] == '-' && !i))
			return false;
	return true;
}

static void check_number(Scan *s, int start)
{
	const char *word = s->text + start;
	int length = s->at - start;
	const char *found = arena_printf(s->json->arena, "%.*s",
					 length < 60 ? length : 60, word);

	errno = 0;
	if (is_integer(word, length)) {
		(void)strtoll(word, NULL, 10);
		if (errno == ERANGE)
			limit(s, E0007, start, length, found,
			      "-2^63 to 2^63 - 1, or a string like "
			      "\"0xcbf29ce484222325\" or "
			      "\"18446744073709551615\"",
			      "an integer is too large to be written as a "
			      "number");
	} else if (isinf(strtod(word, NULL))) {
		limit(s, E0007, start, length, found,
		      "a finite number (\"inf\" is infinity)",
		      "a number is not finite");
	}
}

static void scan_word(Scan *s)
{
	int start = s->at;

	while (s->at < s->size && (isalnum((unsigned char)s->text[s->at])
				   || strchr("+-.", s->text[s->at])))
		s->at++;
	if (s->at == start) {
		s->stopped = true;
		return;
	}
	begin(s, start);
	end(s, s->count - 1);
	if (!s->failed && strchr("-0123456789", s->text[start]))
		check_number(s, start);
}

static void scan_next(Scan *s)
{
	switch (s->text[s->at]) {
	case ' ': case '\t': case '\r': case '\n': case ',': case ':':
		s->at++;
		break;
	case '[': case '{':
		open_bracket(s);
		break;
	case ']': case '}':
		close_bracket(s);
		break;
	case '"':
		scan_string(s);
		break;
	default:
		scan_word(s);
	}
}

JsonSpan *json_scan(const JsonText *json, int *count)
{
	Scan s = { .json = json, .text = json->text, .key_offset = -1 };
	size_t size = strlen(json->text);

	if (size > TEXT_MAX) {
		limit(&s, E0002, 0, 1, "more than 1 MiB",
		      "a text of at most 1 MiB", "the document is too large");
		return NULL;
	}
	s.size = (int)size;
	s.spans = ARENA_ARRAY(json->arena, JsonSpan, VALUES_MAX);
	while (s.at < s.size && !s.stopped && !s.failed)
		scan_next(&s);
	*count = s.count;
	return s.failed ? NULL : s.spans;
}
