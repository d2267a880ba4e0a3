/* The shape of JSON values: keys of objects and names. */
#include <ctype.h>
#include <string.h>

#include "ir/front/read.h"

static const KeyRow *key_row(const KeyRow *rows, const char *key)
{
	for (; rows->name; rows++)
		if (!strcmp(rows->name, key))
			return rows;
	return NULL;
}

static const char *known_keys(Reader *r, const KeyRow *rows)
{
	Text text = { 0 };
	const char *kept;

	for (int i = 0; rows[i].name; i++)
		text_printf(&text, "%s%s", i ? ", " : "one of ", rows[i].name);
	kept = arena_strdup(r->arena, text_string(&text));
	text_free(&text);
	return kept;
}

static bool read_key(Reader *r, const Node *value, const KeyRow *rows,
		     const char *what)
{
	const KeyRow *row = key_row(rows, value->key);

	if (!row) {
		Place place = json_key_place(&r->json, value);

		read_error_at(r, E0003, &place,
			      arena_printf(r->arena, "\"%.60s\"", value->key),
			      known_keys(r, rows), "%s has no such key", what);
		return false;
	}
	if (row->kinds & 1u << value->kind)
		return true;
	read_error(r, E0003, value, read_found(r, value), row->expected,
		   "%s of %s is of the wrong kind", row->name, what);
	return false;
}

bool read_keys(Reader *r, const Node *object, const KeyRow *rows,
	       const char *what)
{
	bool ok = true;

	for (int i = 0; i < object->count; i++)
		ok &= read_key(r, object->kids[i], rows, what);
	for (; ok && rows->name; rows++)
		if (rows->required && !json_member(object, rows->name)) {
			read_error(r, E0003, object, "an object without it",
				   arena_printf(r->arena, "\"%s\": %s",
						rows->name, rows->expected),
				   "%s needs the key %s", what, rows->name);
			ok = false;
		}
	return ok;
}

const char *read_string(const Node *object, const char *key)
{
	const Node *node = json_member(object, key);

	return node ? node->string : NULL;
}

bool read_is_reserved(const char *name)
{
	static const char *const words[] = { "fun", "let", "if", "tuple", "get",
					     "size", "compose", "opencl" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(name, words[i]))
			return true;
	return scalar_named(name, strlen(name)) != SCALAR_COUNT;
}

static bool well_formed(const char *name)
{
	size_t length = strlen(name);

	if (!length || length > 64 || isdigit((unsigned char)*name))
		return false;
	for (; *name; name++)
		if (*name != '_' && (!isalnum((unsigned char)*name)
				     || (unsigned char)*name > 127))
			return false;
	return true;
}

bool read_name_ok(Reader *r, const char *name, const Place *place,
		  bool in_scope)
{
	const char *found = arena_printf(r->arena, "\"%.70s\"", name);

	if (!well_formed(name)) {
		read_error_at(r, E0004, place, found,
			      "a letter or _, then letters, digits and _, at "
			      "most 64", "a name is not well formed");
		return false;
	}
	if (!in_scope || !read_is_reserved(name))
		return true;
	read_error_at(r, E0004, place, found,
		      "a name other than fun, let, if, tuple, get, size, "
		      "compose, opencl and the scalar types",
		      "%s is reserved", name);
	return false;
}
