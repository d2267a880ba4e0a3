#include "lib/variant.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "search/space/choices.h"

static const char no_contraction[] = "no contraction";
static const char open_word[] = "open";

static const struct {
	const char *name, *options;
} flags[VARIANT_FLAGS] = {
	{ "", "-cl-fast-relaxed-math" },
	{ "unsafe math", "-cl-unsafe-math-optimizations" },
	{ "plain math", "" },
};

const char *variant_flags(Variant variant)
{
	return flags[variant.flags].options;
}

Variant variant_of(Variant variant, Arena *arena, const Program *p)
{
	SizeBinding *open = ARENA_ARRAY(arena, SizeBinding, p->size_count + 1);

	variant.open = open;
	variant.open_count = 0;
	for (int i = 0; p->open && i < p->size_count; i++)
		if (p->open[i])
			open[variant.open_count++] = p->sizes[i];
	return variant;
}

bool variant_open_alike(Variant a, Variant b)
{
	for (int i = 0; i < a.open_count && i < b.open_count; i++)
		if (strcmp(a.open[i].name, b.open[i].name) != 0)
			return false;
	return a.open_count == b.open_count;
}

/* -- read ------------------------------------------------------------------ */

static SizeBinding *with_open(Variant *v, Arena *arena, size_t count)
{
	SizeBinding *open = ARENA_ARRAY(arena, SizeBinding, count + 1);

	v->open = open;
	v->open_count = (int)count;
	return open;
}

/* " N=61,K=127", as it was stored before; a name without a number, which
 * lift-tune does not write, gets one that no size has. */
static void read_list(Variant *v, Arena *arena, const char *list)
{
	size_t count = 1, length;
	SizeBinding *open;

	for (const char *at = list; *at; at++)
		count += *at == ',';
	open = with_open(v, arena, count);
	for (list += *list == ' '; count--; open++) {
		length = strcspn(list, "=,");
		open->name = arena_strndup(arena, list, length);
		open->value = list[length] == '='
			    ? strtoll(list + length + 1, NULL, 10) : -1;
		list += strcspn(list, ",");
		list += *list == ',';
	}
}

/* One of them; whether it is one. */
static bool read_word(Variant *v, Arena *arena, const char *word)
{
	const size_t length = sizeof open_word - 1;

	if (!strncmp(word, open_word, length) && word[length] == ' ') {
		read_list(v, arena, word + length);
		return true;
	}
	if (!strcmp(word, no_contraction)) {
		v->no_contraction = true;
		return true;
	}
	for (int i = 1; i < VARIANT_FLAGS; i++)
		if (!strcmp(word, flags[i].name)) {
			v->flags = i;
			return true;
		}
	return false;
}

static void read_sizes(Variant *v, Arena *arena, json_t *sizes)
{
	SizeBinding *open = with_open(v, arena, json_object_size(sizes));
	const char *name;
	json_t *value;

	json_object_foreach(sizes, name, value)
		*open++ = (SizeBinding){ arena_strdup(arena, name),
					 json_is_integer(value)
					 ? json_integer_value(value) : -1 };
}

static void read_json(Variant *v, Arena *arena, const json_t *all)
{
	for (size_t i = 0; i < json_array_size(all); i++) {
		json_t *one = json_array_get(all, i);
		json_t *sizes = json_object_get(one, "sizes");
		const char *word = json_string_value(
			json_object_get(one, "variant"));

		if (word && json_is_object(sizes))
			read_sizes(v, arena, sizes);
		else if (word)
			read_word(v, arena, word);
	}
}

/* The text of an earlier version: takes its variant over, and leaves the rest. */
static const char *read_text(Variant *v, Arena *arena, const char *text)
{
	const char *rest = "", *word;

	while (*text) {
		const size_t length = strcspn(text, ";");

		word = arena_strndup(arena, text, length);
		if (!read_word(v, arena, word))
			rest = arena_printf(arena, "%s%s%s", rest,
					    *rest ? "; " : "", word);
		text += length + strspn(text + length, "; ");
	}
	return rest;
}

static json_t *json_of(const char *stored)
{
	json_t *all = stored && *stored == '[' ? json_loads(stored, 0, NULL)
					       : NULL;

	if (!all || json_is_array(all))
		return all;
	json_decref(all);
	return NULL;
}

Variant variant_read(Arena *arena, const char *stored)
{
	json_t *all = json_of(stored);
	Variant variant = { 0 };

	if (all)
		read_json(&variant, arena, all);
	else if (stored)
		read_text(&variant, arena, stored);
	json_decref(all);
	return variant;
}

/* -- written --------------------------------------------------------------- */

static void put_word(Text *text, bool json, const char *word)
{
	if (*word && json)
		text_printf(text, "%s{\"variant\": \"%s\"}",
			    text->length ? ", " : "", word);
	else if (*word)
		text_printf(text, "%s%s", text->length ? "; " : "", word);
}

static void put_open(Text *text, bool json, const Variant *v)
{
	const char *between = text->length ? json ? ", " : "; " : "";

	if (!v->open_count)
		return;
	text_printf(text, json ? "%s{\"variant\": \"%s\", \"sizes\": {"
			       : "%s%s ", between, open_word);
	for (int i = 0; i < v->open_count; i++)
		text_printf(text, json ? "%s\"%s\": %" PRId64
				       : "%s%s=%" PRId64,
			    !i ? "" : json ? ", " : ",", v->open[i].name,
			    v->open[i].value);
	text_put(text, json ? "}}" : "");
}

static const char *written(const Variant *v, Arena *arena, bool json,
			   const char *before)
{
	Text text = { 0 };
	const char *kept;

	text_put(&text, before);
	put_open(&text, json, v);
	put_word(&text, json, v->no_contraction ? no_contraction : "");
	put_word(&text, json, flags[v->flags].name);
	kept = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return kept;
}

/* Choices that are no JSON, with this variant instead of theirs. */
static const char *text_with(Variant v, Arena *arena, const char *choices)
{
	Variant theirs = { 0 };

	return written(&v, arena, false, read_text(&theirs, arena, choices));
}

const char *variant_stored(Variant v, Arena *arena, const char *choices)
{
	if (!choices || *choices != '[')
		return choices ? text_with(v, arena, choices) : NULL;
	return choices_with(arena, choices, written(&v, arena, true, ""));
}

const char *variant_text(Variant v, Arena *arena, const char *choices)
{
	if (!choices || *choices != '[')
		return choices ? text_with(v, arena, choices) : NULL;
	return written(&v, arena, false,
		       choices_text(arena, choices_with(arena, choices, "")));
}
