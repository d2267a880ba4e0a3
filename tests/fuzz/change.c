#include "tests/fuzz/change.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

size_t change_draw(Input *input, size_t sides)
{
	input->seed = input->seed * 1103515245u + 12345u;
	return sides ? (input->seed >> 8) % sides : 0;
}

static void put(Input *input, Span span, const void *text, size_t length)
{
	size_t left = input->size - (span.end - span.start);

	if (left + length > input->max_size)
		return;
	memmove(input->data + span.start + length, input->data + span.end,
		input->size - span.end);
	memcpy(input->data + span.start, text, length);
	input->size = left + length;
}

void change_put(Input *input, Span span, const char *text)
{
	put(input, span, text, strlen(text));
}

void change_copy(Input *input, Span from, Span to)
{
	size_t length = from.end - from.start;
	void *text = malloc(length + 1);

	memcpy(text, input->data + from.start, length);
	put(input, to, text, length);
	free(text);
}

void change_bytes(Input *input)
{
	input->size = LLVMFuzzerMutate(input->data, input->size,
				       input->max_size);
}

size_t change_by(Input *input, Change *const *changes, size_t count)
{
	change_draw(input, 2);
	changes[change_draw(input, count)](input);
	if (!input->size)
		change_bytes(input);
	return input->size;
}

/* -- JSON ------------------------------------------------------------------ */

static bool is_space(uint8_t c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static size_t string_end(const Input *input, size_t at)
{
	for (at++; at < input->size && input->data[at] != '"'; at++)
		at += input->data[at] == '\\';
	return at < input->size ? at + 1 : input->size;
}

/* Behind the value that begins there. */
static size_t value_end(const Input *input, size_t at)
{
	int depth = 0;

	while (at < input->size) {
		uint8_t c = input->data[at];

		if (!depth && (c == ',' || c == ']' || c == '}' || c == ':'))
			return at;
		at = c == '"' ? string_end(input, at) : at + 1;
		depth += (c == '[' || c == '{') - (c == ']' || c == '}');
		if (!depth && (c == '"' || c == ']' || c == '}'))
			return at;
	}
	return at;
}

static Span some_value(Input *input)
{
	size_t at = change_draw(input, input->size);

	while (at < input->size && !memchr("[,:", input->data[at], 3))
		at++;
	at += at < input->size;
	while (at < input->size && is_space(input->data[at]))
		at++;
	return (Span){ at, value_end(input, at) };
}

static void copy_value(Input *input)
{
	Span from = some_value(input);

	change_copy(input, from, some_value(input));
}

static void repeat_value(Input *input)
{
	Span value = some_value(input);

	change_put(input, (Span){ value.start, value.start }, ", ");
	change_copy(input, (Span){ value.start + 2, value.end + 2 },
		    (Span){ value.start, value.start });
}

static void drop_value(Input *input)
{
	Span value = some_value(input);

	if (value.end < input->size && input->data[value.end] == ',')
		value.end++;
	change_put(input, value, "");
}

static void wrap_value(Input *input)
{
	Span value = some_value(input);

	change_put(input, (Span){ value.end, value.end }, "]");
	change_put(input, (Span){ value.start, value.start }, "[");
}

size_t change_json(Input *input, const char *const *values, size_t count)
{
	static Change *const changes[] = {
		copy_value, copy_value, copy_value, repeat_value, drop_value,
		wrap_value, change_bytes,
	};
	enum { CHANGES = sizeof changes / sizeof *changes };

	if (change_draw(input, CHANGES + 3) < CHANGES)
		return change_by(input, changes, CHANGES);
	change_put(input, some_value(input),
		   values[change_draw(input, count)]);
	return input->size;
}
