#include "db/sizes.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	return strcmp(((const DbSize *)a)->name, ((const DbSize *)b)->name);
}

static const DbSize *sorted(Arena *arena, const DbSize *sizes, int count)
{
	DbSize *copy = ARENA_ARRAY(arena, DbSize, count);

	if (!count)
		return copy;
	memcpy(copy, sizes, (size_t)count * sizeof *sizes);
	qsort(copy, (size_t)count, sizeof *copy, by_name);
	return copy;
}

static const char *into_arena(Arena *arena, Text *text)
{
	const char *kept = arena_strdup(arena, text_string(text));

	text_free(text);
	return kept;
}

const char *sizes_text(Arena *arena, const DbSize *sizes, int count)
{
	const DbSize *size = sorted(arena, sizes, count);
	Text text = { 0 };

	for (int i = 0; i < count; i++)
		text_printf(&text, "%s%s=%" PRId64, i ? " " : "",
			    size[i].name, size[i].value);
	return into_arena(arena, &text);
}

const char *sizes_json(Arena *arena, const DbSize *sizes, int count)
{
	Text text = { 0 };

	text_char(&text, '{');
	for (int i = 0; i < count; i++) {
		text_put(&text, i ? ", " : "");
		text_json(&text, sizes[i].name);
		text_printf(&text, ": %" PRId64, sizes[i].value);
	}
	text_char(&text, '}');
	return into_arena(arena, &text);
}

static size_t name_length(const char *text)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
				      "abcdefghijklmnopqrstuvwxyz";
	static const char digits[] = "0123456789";
	size_t length = strspn(text, letters);

	while (length && text[length]
	       && (strchr(letters, text[length]) || strchr(digits, text[length])))
		length++;
	return length;
}

/* Behind "N=4096 "; NULL when that is not there. */
static const char *skip_size(const char *text, size_t name)
{
	const char *value = text + name + 1, *end;

	if (!name || text[name] != '=' || *value < '1' || *value > '9')
		return NULL;
	end = value + strspn(value, "0123456789");
	if (end - value > 18)
		return NULL;
	if (*end == ' ' && end[1])
		return end + 1;
	return *end ? NULL : end;
}

static bool in_order(const char *a, size_t a_length, const char *b,
		     size_t b_length)
{
	int order = memcmp(a, b, a_length < b_length ? a_length : b_length);

	return order < 0 || (order == 0 && a_length < b_length);
}

bool sizes_are_proper(const char *text)
{
	const char *before = NULL, *next;
	size_t before_length = 0;

	for (; text && *text; text = next) {
		size_t length = name_length(text);

		next = skip_size(text, length);
		if (!next || (before && !in_order(before, before_length, text,
						  length)))
			return false;
		before = text;
		before_length = length;
	}
	return text != NULL;
}

int sizes_count(const char *text)
{
	int count = *text != '\0';

	for (; *text; text++)
		count += *text == ' ';
	return count;
}

static int64_t value_of(const char *text, const char *name)
{
	size_t length = strlen(name);
	const char *at = text;

	while (at && !(!strncmp(at, name, length) && at[length] == '=')) {
		at = strchr(at, ' ');
		at = at ? at + 1 : NULL;
	}
	return at ? strtoll(at + length + 1, NULL, 10) : 0;
}

double sizes_distance(const char *text, const DbSize *sizes, int count)
{
	double distance = 0;

	for (int i = 0; i < count; i++) {
		int64_t value = value_of(text, sizes[i].name);

		if (value < 1)
			return INFINITY;
		distance += fabs(log((double)value / (double)sizes[i].value));
	}
	return distance;
}
