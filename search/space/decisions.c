#include "search/space/decisions.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* -- JSON ------------------------------------------------------------------ */

static const char *word(Arena *arena, json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? arena_strdup(arena, text) : "";
}

static DecisionNumber number_of(Arena *arena, const char *name, json_t *number)
{
	json_t *value = json_object_get(number, "value");

	return (DecisionNumber){ arena_strdup(arena, name),
				 word(arena, number, "from"),
				 json_integer_value(value ? value : number) };
}

static void take_json(Decision *d, Arena *arena, json_t *one)
{
	json_t *numbers, *number;
	DecisionNumber *list;
	const char *name;

	d->variant = json_is_string(json_object_get(one, "variant"));
	d->name = word(arena, one, d->variant ? "variant" : "block");
	d->at = word(arena, one, "at");
	numbers = json_object_get(one, d->variant ? "sizes" : "numbers");
	list = ARENA_ARRAY(arena, DecisionNumber,
			   json_object_size(numbers) + 1);
	d->numbers = list;
	json_object_foreach(numbers, name, number)
		list[d->count++] = number_of(arena, name, number);
}

/* -- text ------------------------------------------------------------------ */

static bool is_number(const char *text)
{
	return *text == ' ' && isdigit((unsigned char)text[1]);
}

/* "items 64 (32 CU)": the name is what stands before the first number. */
static void take_number(Decision *d, DecisionNumber *list, Arena *arena,
			const char *part, size_t length)
{
	size_t name = 0;

	while (name < length && !is_number(part + name))
		name++;
	if (name < length)
		list[d->count++] = (DecisionNumber){
			arena_strndup(arena, part, name), "",
			strtoll(part + name + 1, NULL, 10),
		};
}

static int commas(const char *text)
{
	int count = 0;

	for (; *text; text++)
		count += *text == ',';
	return count;
}

static void take_text(Decision *d, Arena *arena, const char *text)
{
	DecisionNumber *list = ARENA_ARRAY(arena, DecisionNumber,
					   commas(text) + 1);
	const size_t name = strcspn(text, ":");

	d->text = text;
	d->at = "";
	d->name = arena_strndup(arena, text, name);
	d->numbers = list;
	for (const char *at = text + name; *at;) {
		at += strspn(at, ":, ");
		take_number(d, list, arena, at, strcspn(at, ","));
		at += strcspn(at, ",");
	}
}

static const Decision *read_text(Arena *arena, const char *text, int *count)
{
	Decision *all;
	int most = 1;

	for (const char *at = text; *at; at++)
		most += *at == ';';
	all = ARENA_ARRAY(arena, Decision, most);
	while (*text) {
		const size_t length = strcspn(text, ";");

		take_text(&all[(*count)++], arena,
			  arena_strndup(arena, text, length));
		text += length + strspn(text + length, "; ");
	}
	return all;
}

const Decision *decisions_read(Arena *arena, const char *stored, int *count)
{
	json_t *all = stored && *stored == '[' ? json_loads(stored, 0, NULL)
					       : NULL;
	Decision *read;

	*count = 0;
	if (!json_is_array(all)) {
		json_decref(all);
		return read_text(arena, stored ? stored : "", count);
	}
	read = ARENA_ARRAY(arena, Decision, json_array_size(all) + 1);
	for (; *count < (int)json_array_size(all); ++*count)
		take_json(&read[*count], arena,
			  json_array_get(all, (size_t)*count));
	json_decref(all);
	return read;
}

static bool has_block(const Decision *all, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (!all[i].variant && !strcmp(all[i].name, name))
			return true;
	return false;
}

const char *decisions_missing(Arena *arena, const char *stored,
			      const char *other)
{
	int count, others_count;
	const Decision *all = decisions_read(arena, stored, &count);
	const Decision *others = decisions_read(arena, other, &others_count);

	if (!stored || !other || *stored != '[' || *other != '[')
		return NULL;
	for (int i = 0; i < count; i++)
		if (!all[i].variant && *all[i].name
		    && !has_block(others, others_count, all[i].name))
			return all[i].name;
	return NULL;
}
