/* JSON schemas, as far as docs/manifest.schema.json needs them: type, required,
 * properties, additionalProperties: false, items, enum, oneOf, minimum, $ref,
 * and false for what may not be there. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/cli/probe.h"

typedef struct Check {
	const json_t *root;
	char place[512], fault[600];
} Check;

static bool holds(Check *c, const json_t *schema, const json_t *value);

static bool no(Check *c, const char *what)
{
	snprintf(c->fault, sizeof c->fault, "%s at %s", what,
		 *c->place ? c->place : "/");
	return false;
}

static bool is_type(const char *type, const json_t *value)
{
	return (!strcmp(type, "object") && json_is_object(value))
	    || (!strcmp(type, "array") && json_is_array(value))
	    || (!strcmp(type, "string") && json_is_string(value))
	    || (!strcmp(type, "integer") && json_is_integer(value))
	    || (!strcmp(type, "number") && json_is_number(value))
	    || (!strcmp(type, "boolean") && json_is_boolean(value));
}

static bool is_one(const json_t *list, const json_t *value)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), value))
			return true;
	return false;
}

static bool holds_below(Check *c, const json_t *schema, const json_t *value,
			const char *key)
{
	size_t length = strlen(c->place);
	bool good;

	snprintf(c->place + length, sizeof c->place - length, "/%s", key);
	good = holds(c, schema, value);
	c->place[length] = '\0';
	return good;
}

static bool object_holds(Check *c, const json_t *schema, json_t *value)
{
	const json_t *required = json_object_get(schema, "required");
	const json_t *known = json_object_get(schema, "properties");
	const json_t *others = json_object_get(schema, "additionalProperties");
	const char *key;
	json_t *member;

	for (size_t i = 0; i < json_array_size(required); i++) {
		key = json_string_value(json_array_get(required, i));
		if (!json_object_get(value, key))
			return no(c, key);
	}
	json_object_foreach(value, key, member) {
		const json_t *of = json_object_get(known, key);

		if (!of && json_is_false(others))
			return no(c, key);
		if (!of)
			of = others;
		if (of && !json_is_true(of)
		    && !holds_below(c, of, member, key))
			return false;
	}
	return true;
}

static bool array_holds(Check *c, const json_t *schema, const json_t *value)
{
	const json_t *items = json_object_get(schema, "items");
	char number[24];

	for (size_t i = 0; items && i < json_array_size(value); i++) {
		snprintf(number, sizeof number, "%zu", i);
		if (!holds_below(c, items, json_array_get(value, i), number))
			return false;
	}
	return true;
}

static bool one_holds(Check *c, const json_t *schemas, const json_t *value)
{
	int count = 0;

	for (size_t i = 0; i < json_array_size(schemas); i++)
		count += holds(c, json_array_get(schemas, i), value);
	return count == 1 || no(c, "not one of its forms");
}

/* {"$ref": "#/$defs/NAME"} */
static const json_t *resolved(const Check *c, const json_t *schema)
{
	const char *ref = json_string_value(json_object_get(schema, "$ref"));

	return ref ? json_object_get(json_object_get(c->root, "$defs"),
				     strrchr(ref, '/') + 1) : schema;
}

static bool holds(Check *c, const json_t *schema, const json_t *value)
{
	const json_t *type, *allowed, *least, *forms;

	schema = resolved(c, schema);
	if (json_is_false(schema))
		return no(c, "not to be there");
	type = json_object_get(schema, "type");
	allowed = json_object_get(schema, "enum");
	least = json_object_get(schema, "minimum");
	forms = json_object_get(schema, "oneOf");
	if (type && !is_type(json_string_value(type), value))
		return no(c, json_string_value(type));
	if (allowed && !is_one(allowed, value))
		return no(c, "none of the values");
	if (least && json_number_value(value) < json_number_value(least))
		return no(c, "too small");
	if (forms && !one_holds(c, forms, value))
		return false;
	return json_is_object(value)
	     ? object_holds(c, schema, (json_t *)value)
	     : array_holds(c, schema, value);
}

int probe_schema(int count, char **words)
{
	json_t *schema = count > 1 ? json_load_file(words[0], 0, NULL) : NULL;
	int bad = !schema;

	for (int i = 1; schema && i < count; i++) {
		json_t *value = json_load_file(words[i], 0, NULL);
		Check c = { .root = schema };

		if (!value || !holds(&c, schema, value)) {
			printf("%s: %s\n", words[i], value ? c.fault
							   : "no JSON");
			bad = 1;
		}
		json_decref(value);
	}
	json_decref(schema);
	return bad;
}
