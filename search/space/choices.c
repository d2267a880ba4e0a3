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

static const Style labels = { ": ", ", ", " ", "", true, false };
static const Style places = { "[", " ", "=", "]", false, true };
static const Style open_sizes = { " ", ",", "=", "", false, false };

static void put_decision(Text *text, const Decision *d, const Style *style)
{
	const char *mark;

	if (d->variant)
		style = &open_sizes;
	mark = style->open;
	text_put(text, d->name);
	for (int i = 0; i < d->count; i++, mark = style->next) {
		text_printf(text, "%s%s%s%" PRId64, mark, d->numbers[i].name,
			    style->is, d->numbers[i].value);
		if (style->from)
			text_printf(text, " (%s)", d->numbers[i].from);
	}
	text_put(text, d->count ? style->end : "");
	if (style->at && *d->at)
		text_printf(text, " at %s", d->at);
}

const char *choices_decision(Arena *arena, const Decision *decision)
{
	Text text = { 0 };

	if (decision->text)
		return decision->text;
	put_decision(&text, decision, &labels);
	return kept(arena, &text);
}

static const char *joined(Arena *arena, const char *stored,
			  const Style *style)
{
	Text text = { 0 };
	int count;
	const Decision *all = decisions_read(arena, stored, &count);

	if (!count)
		return stored && *stored ? "" : stored;
	if (all->text)
		return stored;
	for (int i = 0; i < count; i++) {
		text_put(&text, i ? "; " : "");
		put_decision(&text, &all[i], style);
	}
	return kept(arena, &text);
}

const char *choices_text(Arena *arena, const char *stored)
{
	return joined(arena, stored, &labels);
}

const char *choices_shown(Arena *arena, const char *stored)
{
	return joined(arena, stored, &places);
}
