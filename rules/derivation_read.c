/* Reading what derivation_text wrote. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "rules/canonical.h"

typedef struct StepReader {
	Arena *arena;
	Diags *diags;
	int line;
} StepReader;

static bool refuse(StepReader *r, const char *expected)
{
	const Place place = { .line = r->line, .column = 1 };

	diag_add(r->diags, E0801, &place, NULL, expected,
		 "a stored step is not well formed");
	return false;
}

static bool read_path(StepReader *r, const json_t *list, Path *path)
{
	const size_t count = json_array_size(list);

	path->depth = 0;
	if (!json_is_array(list) || count > PATH_MAX_DEPTH)
		return refuse(r, "a list of kid numbers");
	for (size_t i = 0; i < count; i++) {
		const json_t *kid = json_array_get(list, i);
		json_int_t number = json_integer_value(kid);

		if (!json_is_integer(kid) || number < 0 || number > 255)
			return refuse(r, "a kid number");
		path->kids[path->depth++] = (unsigned char)number;
	}
	return true;
}

static bool read_within(StepReader *r, const json_t *list, StoredStep *step)
{
	Path *path;

	if (!list)
		return true;
	path = ARENA_NEW(r->arena, Path);
	step->within = path;
	return read_path(r, list, path);
}

static bool read_value(StepReader *r, const char *name, const json_t *json,
		       RuleValue *value)
{
	const json_t *from = json_object_get(json, "from");

	value->name = arena_strdup(r->arena, name);
	if (json_is_object(json)) {
		if (from && !json_is_string(from))
			return refuse(r, "a size expression");
		if (from)
			value->origin = arena_strdup(r->arena,
						     json_string_value(from));
		json = json_object_get(json, "value");
	}
	value->value = json_integer_value(json);
	return json_is_integer(json) || refuse(r, "an integer");
}

static bool read_values(StepReader *r, json_t *with, StoredStep *step)
{
	const char *name;
	json_t *json;

	if (with && !json_is_object(with))
		return refuse(r, "an object of numbers");
	json_object_foreach(with, name, json) {
		if (step->count == RULE_VALUES_MAX)
			return refuse(r, "fewer numbers");
		if (!read_value(r, name, json, &step->values[step->count++]))
			return false;
	}
	return true;
}

/* {"rule": "canonical", ..}: rules/canonical.h. */
static bool read_canonical(StepReader *r, const json_t *json, StoredStep *step)
{
	const json_t *hash = json_object_get(json, "hash");
	const json_t *to = json_object_get(json, "to");
	const char *digits = json_string_value(hash);
	char *text;

	if (json_integer_value(json_object_get(json, "version"))
	    != CANONICAL_VERSION)
		return refuse(r, "a version that is known");
	if (json_string_length(hash) != 16
	    || strspn(digits, "0123456789abcdef") != 16)
		return refuse(r, "a hash");
	step->hash = strtoull(digits, NULL, 16);
	text = to ? json_dumps(to, JSON_ENCODE_ANY | JSON_COMPACT
				   | JSON_REAL_PRECISION(17)) : NULL;
	if (!text)
		return refuse(r, "an expression");
	step->to = arena_strdup(r->arena, text);
	free(text);
	return true;
}

static bool read_step(StepReader *r, const json_t *json, StoredStep *step)
{
	const json_t *rule = json_object_get(json, "rule");

	if (!json_is_string(rule))
		return refuse(r, "an object with a rule");
	step->rule = arena_strdup(r->arena, json_string_value(rule));
	if (!strcmp(step->rule, rule_name(canonical_rule())))
		return read_canonical(r, json, step);
	step->back = json_is_true(json_object_get(json, "back"));
	return read_path(r, json_object_get(json, "at"), &step->at)
	    && read_within(r, json_object_get(json, "within"), step)
	    && read_values(r, json_object_get(json, "with"), step);
}

static bool read_line(StepReader *r, const char *line, size_t length,
		      StoredStep *step)
{
	json_error_t error;
	json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &error);
	bool fine = json ? read_step(r, json, step) : refuse(r, "JSON");

	json_decref(json);
	return fine;
}

static int count_lines(const char *text)
{
	int lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

const StoredSteps *derivation_read(Arena *arena, const char *text,
				   Diags *diags)
{
	StepReader reader = { .arena = arena, .diags = diags };
	StoredSteps *steps = ARENA_NEW(arena, StoredSteps);
	StoredStep *items = ARENA_ARRAY(arena, StoredStep, count_lines(text));

	steps->items = items;
	while (*text) {
		size_t length = strcspn(text, "\n");

		reader.line++;
		if (length && !read_line(&reader, text, length,
					 &items[steps->count++]))
			return NULL;
		text += length + (text[length] == '\n');
	}
	return steps;
}
