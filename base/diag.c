#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"

enum { DIAGS_KEPT = 20, QUOTED_MAX = 2000 /* bytes */ };

typedef struct DiagRow {
	const char *name, *title;
} DiagRow;

static const DiagRow rows[DIAG_CODES] = {
#define DIAG(code, title) [code] = { #code, title },
#include "base/diag.def"
#undef DIAG
};

Diags *diags_new(void)
{
	Diags *diags = base_calloc(1, sizeof *diags);

	diags->arena = arena_new();
	diags->capacity = DIAGS_KEPT;
	diags->items = ARENA_ARRAY(diags->arena, Diag, DIAGS_KEPT);
	return diags;
}

void diags_free(Diags *diags)
{
	if (!diags)
		return;
	arena_free(diags->arena);
	free(diags);
}

void diags_clear(Diags *diags)
{
	diags->count = diags->errors = diags->warnings = 0;
}

bool diag_is_error(DiagCode code)
{
	return rows[code].name[0] == 'E';
}

const char *diag_code_name(DiagCode code)
{
	return rows[code].name;
}

const char *diag_title(DiagCode code)
{
	return rows[code].title;
}

static const char *copy(Diags *diags, const char *text)
{
	return text ? arena_strdup(diags->arena, text) : NULL;
}

/* What is quoted may be anything, of any length: its beginning. */
static const char *copy_cut(Diags *diags, const char *text)
{
	int length = 0;

	if (!text || strlen(text) <= QUOTED_MAX)
		return copy(diags, text);
	while (length < QUOTED_MAX) {
		int bytes = utf8_bytes(text + length);

		length += bytes > 0 ? bytes : 1;
	}
	return arena_printf(diags->arena, "%.*s...", length, text);
}

static Place copy_place(Diags *diags, const Place *place)
{
	Place kept = *place;

	kept.file = copy(diags, place->file);
	kept.source = copy(diags, place->source);
	kept.pointer = copy(diags, place->pointer);
	kept.used_at = copy(diags, place->used_at);
	return kept;
}

void diag_add(Diags *diags, DiagCode code, const Place *place,
	      const char *found, const char *expected,
	      const char *format, ...)
{
	Text message = { 0 };
	va_list args;
	Diag *diag;

	if (diag_is_error(code))
		diags->errors++;
	else
		diags->warnings++;
	if (diags->count == diags->capacity)
		return;
	va_start(args, format);
	text_vprintf(&message, format, args);
	va_end(args);
	diag = &diags->items[diags->count++];
	diag->code = code;
	diag->message = copy_cut(diags, text_string(&message));
	diag->found = copy_cut(diags, found);
	diag->expected = copy_cut(diags, expected);
	if (place)
		diag->place = copy_place(diags, place);
	text_free(&message);
}

void diags_move(Diags *diags, const Diags *from)
{
	for (int i = 0; i < from->count; i++) {
		const Diag *diag = &from->items[i];

		diag_add(diags, diag->code, &diag->place, diag->found,
			 diag->expected, "%s", diag->message);
	}
}

/* Control characters of the user's text never reach the terminal. */
static void put_clean(FILE *out, const char *text, size_t length)
{
	for (size_t i = 0, bytes; i < length; i += bytes) {
		bytes = (size_t)utf8_shown(text + i);
		if (bytes && i + bytes <= length) {
			fwrite(text + i, 1, bytes, out);
			continue;
		}
		fputc(text[i] == '\t' ? ' ' : '?', out);
		bytes = utf8_bytes(text + i) ? (size_t)utf8_bytes(text + i) : 1;
	}
}

/* Characters of UTF-8 in so many bytes, but not beyond the length. */
static int characters(const char *text, size_t bytes, size_t length)
{
	int count = 0;

	for (size_t i = 0; i < bytes; i++)
		count += i >= length || ((unsigned char)text[i] & 0xc0) != 0x80;
	return count;
}

static void print_line(const Place *place, FILE *out)
{
	enum { SHOWN = 160 };
	const char *line = place->source, *end;
	size_t length, before = (size_t)place->column - 1, skip = 0;

	for (int i = 1; i < place->line && line; i++) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	if (!line)
		return;
	end = strchr(line, '\n');
	length = end ? (size_t)(end - line) : strlen(line);
	length -= end > line && end[-1] == '\r';
	if (before > SHOWN / 2)
		skip = before - SHOWN / 2;
	if (skip > length)
		return;
	length = length - skip > SHOWN ? SHOWN : length - skip;
	fputs("    ", out);
	put_clean(out, line + skip, length);
	fprintf(out, "\n    %*s^",
		characters(line + skip, before - skip, length), "");
	for (int i = 1; i < place->width && i < 60; i++)
		fputc('~', out);
	fputc('\n', out);
}

static void print_field(const char *label, const char *value, FILE *out)
{
	if (!value)
		return;
	fputs(label, out);
	put_clean(out, value, strlen(value));
	fputc('\n', out);
}

static void print_one(const Diag *diag, FILE *out)
{
	const Place *place = &diag->place;

	if (place->file) {
		put_clean(out, place->file, strlen(place->file));
		fputc(':', out);
	}
	if (place->line)
		fprintf(out, "%d:%d:", place->line, place->column);
	fprintf(out, "%s%s %s: ", place->file ? " " : "",
		diag_is_error(diag->code) ? "error" : "warning",
		diag_code_name(diag->code));
	put_clean(out, diag->message, strlen(diag->message));
	fputc('\n', out);
	if (place->source && place->line)
		print_line(place, out);
	print_field("    found:    ", diag->found, out);
	print_field("    expected: ", diag->expected, out);
	if (place->pointer)
		print_field("    at ", place->pointer[0] ? place->pointer
						 : "(the document)", out);
	print_field("    used at ", place->used_at, out);
}

void diags_print(const Diags *diags, FILE *out)
{
	int hidden = diags->errors + diags->warnings - diags->count;

	for (int i = 0; i < diags->count; i++)
		print_one(&diags->items[i], out);
	if (hidden > 0)
		fprintf(out, "(%d more not shown)\n", hidden);
}

static void json_field(Text *text, const char *key, const char *value)
{
	if (!value)
		return;
	text_printf(text, ", \"%s\": ", key);
	text_json(text, value);
}

static void print_one_json(const Diag *diag, FILE *out)
{
	const Place *place = &diag->place;
	Text text = { 0 };

	text_printf(&text, "{\"%s\": \"%s\"",
		    diag_is_error(diag->code) ? "error" : "warning",
		    diag_code_name(diag->code));
	text_printf(&text, ", \"code\": \"%s\"", diag_code_name(diag->code));
	json_field(&text, "message", diag->message);
	json_field(&text, "file", place->file);
	if (place->line)
		text_printf(&text, ", \"line\": %d, \"column\": %d",
			    place->line, place->column);
	json_field(&text, "pointer", place->pointer);
	json_field(&text, "used_at", place->used_at);
	json_field(&text, "found", diag->found);
	json_field(&text, "expected", diag->expected);
	fprintf(out, "%s}\n", text_string(&text));
	text_free(&text);
}

void diags_print_json(const Diags *diags, FILE *out)
{
	for (int i = 0; i < diags->count; i++)
		print_one_json(&diags->items[i], out);
}
