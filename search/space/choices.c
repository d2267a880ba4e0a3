#include "search/space/choices.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void choices_put(Text *json, const char *block, const char *at, int count,
		 const char *const *names, const Number *numbers)
{
	text_put(json, json->length ? ", {\"block\": " : "{\"block\": ");
	text_json(json, block);
	text_put(json, ", \"at\": ");
	text_json(json, at);
	text_put(json, ", \"numbers\": {");
	for (int i = 0; i < count; i++) {
		text_put(json, i ? ", " : "");
		text_json(json, names[i]);
		text_printf(json, ": {\"value\": %" PRId64 ", \"from\": ",
			    numbers[i].value);
		text_json(json, numbers[i].origin);
		text_put(json, "}");
	}
	text_put(json, "}}");
}

/* NULL: it is a text. */
static json_t *read(const char *stored)
{
	json_t *all = stored ? json_loads(stored, 0, NULL) : NULL;

	if (all && !json_is_array(all)) {
		json_decref(all);
		return NULL;
	}
	return all;
}

static const char *word(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static const char *kept(Arena *arena, Text *text)
{
	const char *result = arena_strdup(arena, text_string(text));

	text_free(text);
	return result;
}

const char *choices_with(Arena *arena, const char *stored,
			 const char *variants)
{
	json_t *all = read(stored);
	json_t *others = read(arena_printf(arena, "[%s]", variants));
	char *dumped;
	const char *result;

	for (size_t i = json_array_size(all); i-- > 0;)
		if (json_object_get(json_array_get(all, i), "variant"))
			json_array_remove(all, i);
	json_array_extend(all, others);
	dumped = all ? json_dumps(all, 0) : NULL;
	result = dumped ? arena_strdup(arena, dumped) : stored;
	free(dumped);
	json_decref(all);
	json_decref(others);
	return result;
}

/* -- shown ----------------------------------------------------------------- */

typedef struct Style {
	const char *open, *next, *is, *end;
	bool from, at; /* where a number is from, where the block is */
} Style;

/* " N=61,K=127" of sizes that are open. */
static void put_sizes(Text *text, json_t *sizes)
{
	const char *name, *mark = " ";
	json_t *value;

	json_object_foreach(sizes, name, value) {
		text_printf(text, "%s%s=%lld", mark, name,
			    (long long)json_integer_value(value));
		mark = ",";
	}
}

static void put_decision(Text *text, const json_t *decision,
			 const Style *style)
{
	json_t *numbers = json_object_get(decision, "numbers"), *number;
	const char *name, *mark = style->open, *at = word(decision, "at");

	text_put(text, word(decision, "block"));
	text_put(text, word(decision, "variant"));
	put_sizes(text, json_object_get(decision, "sizes"));
	json_object_foreach(numbers, name, number) {
		text_printf(text, "%s%s%s%lld", mark, name, style->is,
			    (long long)json_integer_value(
				json_object_get(number, "value")));
		if (style->from)
			text_printf(text, " (%s)", word(number, "from"));
		mark = style->next;
	}
	text_put(text, json_object_size(numbers) ? style->end : "");
	if (style->at && *at)
		text_printf(text, " at %s", at);
}

static const char *joined(Arena *arena, const char *stored,
			  const Style *style)
{
	json_t *all = read(stored);
	Text text = { 0 };

	if (!all)
		return stored;
	for (size_t i = 0; i < json_array_size(all); i++) {
		text_put(&text, i ? "; " : "");
		put_decision(&text, json_array_get(all, i), style);
	}
	json_decref(all);
	return kept(arena, &text);
}

const char *choices_text(Arena *arena, const char *stored)
{
	static const Style labels = { ": ", ", ", " ", "", true, false };

	return joined(arena, stored, &labels);
}

const char *choices_shown(Arena *arena, const char *stored)
{
	static const Style places = { "[", " ", "=", "]", false, true };

	return joined(arena, stored, &places);
}
