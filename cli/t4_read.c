#include "cli/t4.h"

#include <jansson.h>
#include <string.h>

/* The first member of ours; others may begin with any of these. */
bool t4_is(const char *text, size_t length)
{
	enum { HEAD = 4096 };
	static const char *const members[] = { "\"schema_version\"",
					       "\"results\"" };
	size_t head = length < HEAD ? length : HEAD;

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (memmem(text, head, members[i], strlen(members[i])))
			return memchr(text, '{', head) != NULL
			    && !memmem(text, head, "\"check\": \"",
				       strlen("\"check\": \""));
	return false;
}

static bool refuse(const char *file, const char *found, const char *expected,
		   const char *what, Diags *diags)
{
	diag_add(diags, E0602, &(Place){ .file = file }, found, expected,
		 "%s; nothing was changed", what);
	return false;
}

static const char *lacks(const json_t *result)
{
	static const char *const required[] = {
		"configuration", "times", "invalidity", "correctness",
	};

	for (size_t i = 0; i < sizeof required / sizeof *required; i++)
		if (!json_object_get(result, required[i]))
			return required[i];
	return NULL;
}

/* What the schema asks of every file. */
static bool is_valid(const char *file, const json_t *document, Diags *diags)
{
	const json_t *results = json_object_get(document, "results");
	const json_t *result;
	size_t i;

	if (!json_is_array(results))
		return refuse(file, "no results", "a list \"results\"",
			      "this is no T4 file", diags);
	json_array_foreach(results, i, result)
		if (lacks(result))
			return refuse(file, lacks(result), "configuration, "
				      "times, invalidity and correctness",
				      "a T4 result lacks a member", diags);
	return true;
}

static bool join(const json_t *rows, Text *text)
{
	const json_t *row;
	size_t i;

	json_array_foreach(rows, i, row) {
		if (!json_is_string(row))
			return false;
		text_put(text, json_string_value(row));
		text_char(text, '\n');
	}
	return true;
}

static bool take(const char *file, const json_t *document, Text *text,
		 Diags *diags)
{
	const json_t *rows = json_object_get(document, "lift_tune");

	if (!is_valid(file, document, diags))
		return false;
	if (!rows)
		return refuse(file, "results of another tuner",
			      "the member \"lift_tune\" of tune --t4",
			      "its configurations name no derivations, so that "
			      "they can neither be run nor searched from here",
			      diags);
	return (json_is_array(rows) && join(rows, text))
	    || refuse(file, "something else", "a list of strings",
		      "the member \"lift_tune\" is damaged", diags);
}

bool t4_rows(const char *file, const char *text, size_t length, Text *rows,
	     Diags *diags)
{
	json_error_t error;
	json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES,
				      &error);
	bool good;

	if (!document)
		return refuse(file, error.text, "JSON", "this is no T4 file",
			      diags);
	good = take(file, document, rows, diags);
	json_decref(document);
	return good;
}
