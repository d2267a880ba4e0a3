#include "cli/foreign_results.h"

#include <string.h>

#include "base/text.h"

#define NS_IN_MS 1e6

static bool refuse(const Foreign *f, const char *expected)
{
	diag_add(f->diags, E0803, &(Place){ .file = f->file }, NULL, expected,
		 "the results of another tuner are not well formed");
	return false;
}

static void add_parameter(Foreign *f, const char *name)
{
	Parameter *all;

	for (int i = 0; i < f->parameter_count; i++)
		if (!strcmp(f->parameters[i].name, name))
			return;
	all = ARENA_ARRAY(f->arena, Parameter, f->parameter_count + 1);
	if (f->parameter_count)
		memcpy(all, f->parameters,
		       sizeof *all * (size_t)f->parameter_count);
	all[f->parameter_count++] = (Parameter){ .name = name };
	f->parameters = all;
}

/* -- cache files of Kernel Tuner ------------------------------------------- */

static void take_time(Result *r, const json_t *time, double ns)
{
	const char *failure = json_string_value(time);

	if (json_is_number(time) && json_number_value(time) > 0)
		r->ns = json_number_value(time) * ns;
	else
		r->status = failure && !strcmp(failure, "InvalidConfig")
			  ? "refused" : "failed";
}

static bool read_cache(Foreign *f)
{
	const json_t *keys = json_object_get(f->document, "tune_params_keys");
	const char *objective = json_string_value(
		json_object_get(f->document, "objective")), *name;
	json_t *cache = json_object_get(f->document, "cache");
	json_t *key, *entry;
	size_t i;

	if (!json_array_size(keys) || !json_object_size(cache))
		return refuse(f, "tune_params_keys and cache");
	json_array_foreach(keys, i, key)
		if (json_is_string(key))
			add_parameter(f, json_string_value(key));
	f->results = ARENA_ARRAY(f->arena, Result, json_object_size(cache));
	json_object_foreach(cache, name, entry) {
		Result *r = &f->results[f->result_count++];

		r->configuration = entry;
		take_time(r, json_object_get(entry, objective ? objective
							      : "time"),
			  NS_IN_MS);
	}
	return true;
}

/* -- T4 -------------------------------------------------------------------- */

static double ns_in(const char *unit)
{
	static const struct { const char *name; double ns; } units[] = {
		{ "s", 1e9 }, { "seconds", 1e9 }, { "us", 1e3 },
		{ "microseconds", 1e3 }, { "ns", 1 }, { "nanoseconds", 1 },
	};

	for (size_t i = 0; unit && i < sizeof units / sizeof *units; i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	return NS_IN_MS;
}

static void take_measurement(Result *r, const json_t *result)
{
	const json_t *all = json_object_get(result, "measurements"), *one;
	const char *wanted = json_string_value(json_array_get(
		json_object_get(result, "objectives"), 0));
	size_t i;

	r->status = "failed";
	json_array_foreach(all, i, one) {
		const char *name = json_string_value(json_object_get(one,
								     "name"));

		if (!name || strcmp(name, wanted ? wanted : "time") != 0)
			continue;
		r->status = NULL;
		take_time(r, json_object_get(one, "value"),
			  ns_in(json_string_value(json_object_get(one,
								  "unit"))));
		return;
	}
}

static void take_result(Result *r, const json_t *result)
{
	const char *invalid = json_string_value(json_object_get(result,
								"invalidity"));

	r->configuration = json_object_get(result, "configuration");
	if (!invalid || !strcmp(invalid, "correct"))
		take_measurement(r, result);
	else
		r->status = !strcmp(invalid, "constraints") ? "refused"
			  : !strcmp(invalid, "timeout") ? "run_timeout"
			  : "failed";
}

/* Members that name a candidate of ours, and are no choices. */
static bool is_name(const char *member)
{
	return !strcmp(member, "kernel") || !strcmp(member, "choices")
	    || !strcmp(member, "label");
}

static bool read_results(Foreign *f)
{
	const json_t *results = json_object_get(f->document, "results");
	bool ours = json_object_get(f->document, "lift_tune") != NULL;
	const char *name;
	json_t *result, *value;
	size_t i;

	f->results = ARENA_ARRAY(f->arena, Result, json_array_size(results) + 1);
	json_array_foreach(results, i, result) {
		Result *r = &f->results[f->result_count++];

		take_result(r, result);
		json_object_foreach((json_t *)r->configuration, name, value)
			if (!ours || !is_name(name))
				add_parameter(f, name);
	}
	return f->parameter_count > 0
	    || refuse(f, "results with configurations");
}

bool foreign_read(Foreign *f)
{
	if (json_is_array(json_object_get(f->document, "results")))
		return read_results(f);
	if (json_is_object(json_object_get(f->document, "cache")))
		return read_cache(f);
	return refuse(f, "a cache file of Kernel Tuner, or T4");
}

/* -- JSON ------------------------------------------------------------------ */

/* While Kernel Tuner writes a cache file, or after it was ended, its last entry
 * has a comma, and nothing is closed. */
json_t *foreign_load(const char *text, size_t length)
{
	json_t *document = json_loadb(text, length, 0, NULL);
	Text closed = { 0 };

	if (document)
		return document;
	while (length && strchr(" \t\r\n,", text[length - 1]))
		length--;
	text_bytes(&closed, text, length);
	text_put(&closed, "}}");
	document = json_loads(text_string(&closed), 0, NULL);
	text_free(&closed);
	return document;
}
