#include "cli/foreign_results.h"

#include <string.h>

#include "base/text.h"
#include "search/strategy/recorded.h"

#define NS_IN_MS 1e6

static const double NS_LEAST = 1e-6, NS_MOST = 9e15; /* no time is outside */

static bool refuse_at(const Foreign *f, int line, int column,
		      const char *found, const char *expected)
{
	const Place place = { .file = f->file, .line = line,
			      .column = column };

	diag_add(f->diags, E0803, &place, found, expected,
		 "the results of another tuner are not well formed");
	return false;
}

bool foreign_refuse(const Foreign *f, const char *found, const char *expected)
{
	return refuse_at(f, 0, 0, found, expected);
}

static bool add_parameter(Foreign *f, const char *name)
{
	for (int i = 0; i < f->parameter_count; i++)
		if (!strcmp(f->parameters[i].name, name))
			return true;
	if (f->parameter_count == RECORDED_DEPTH_MAX)
		return foreign_refuse(f, name, arena_printf(f->arena,
			"at most %d parameters", RECORDED_DEPTH_MAX));
	if (!f->parameters)
		f->parameters = ARENA_ARRAY(f->arena, Parameter,
					    RECORDED_DEPTH_MAX);
	f->parameters[f->parameter_count++] = (Parameter){ .name = name };
	return true;
}

/* All that a configuration is must be members of an object. */
static bool add_result(Foreign *f, json_t *configuration, Result **result)
{
	*result = &f->results[f->result_count];
	**result = (Result){ .configuration = configuration,
			     .number = f->result_count++ };
	return json_is_object(configuration)
	    || foreign_refuse(f, arena_printf(f->arena, "result %d",
					      f->result_count),
			      "an object with the values of parameters");
}

static void take_time(Result *r, const json_t *time, double ns)
{
	double all = json_number_value(time) * ns;

	if (json_is_number(time) && all > NS_LEAST && all < NS_MOST)
		r->ns = all;
	else
		r->status = "failed";
}

/* -- cache files of Kernel Tuner ------------------------------------------- */

/* What is optimised may be something else, in which more is better. */
static bool is_time(const char *objective)
{
	return !strncmp(objective, "time", strlen("time"));
}

static void take_entry(Result *r, const json_t *entry, const char *objective)
{
	const char *failure = json_string_value(json_object_get(entry,
								objective));

	if (failure)
		r->status = strcmp(failure, "InvalidConfig") ? "failed"
							     : "refused";
	else
		take_time(r, json_object_get(entry, is_time(objective)
						    ? objective : "time"),
			  NS_IN_MS);
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
		return foreign_refuse(f, NULL, "tune_params_keys and cache");
	json_array_foreach(keys, i, key) {
		if (!json_is_string(key))
			return foreign_refuse(f, "another value", "names in "
					      "tune_params_keys");
		if (!add_parameter(f, json_string_value(key)))
			return false;
	}
	f->results = ARENA_ARRAY(f->arena, Result, json_object_size(cache));
	json_object_foreach(cache, name, entry) {
		Result *r;

		if (!add_result(f, entry, &r))
			return false;
		take_entry(r, entry, objective ? objective : "time");
	}
	return true;
}

/* -- T4 -------------------------------------------------------------------- */

/* 0: it is no unit of time. */
static double ns_in(const char *unit)
{
	static const struct { const char *name; double ns; } units[] = {
		{ "s", 1e9 }, { "seconds", 1e9 }, { "ms", NS_IN_MS },
		{ "milliseconds", NS_IN_MS }, { "us", 1e3 },
		{ "microseconds", 1e3 }, { "ns", 1 }, { "nanoseconds", 1 },
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(unit, units[i].name))
			return units[i].ns;
	return 0;
}

/* Whether a measurement is the time that is wanted; without a unit it is in
 * milliseconds. */
static bool take_measurement(Result *r, const json_t *one, const char *wanted)
{
	const char *name = json_string_value(json_object_get(one, "name"));
	const char *unit = json_string_value(json_object_get(one, "unit"));
	double ns = unit && *unit ? ns_in(unit)
		  : name && is_time(name) ? NS_IN_MS : 0;

	if (!name || strcmp(name, wanted) || !ns)
		return false;
	take_time(r, json_object_get(one, "value"), ns);
	return true;
}

/* The time that was the objective, or else any that is called so. */
static void take_measurements(Result *r, const json_t *result)
{
	const json_t *all = json_object_get(result, "measurements"), *one;
	const char *wanted = json_string_value(json_array_get(
		json_object_get(result, "objectives"), 0));
	size_t i;

	json_array_foreach(all, i, one)
		if (wanted && take_measurement(r, one, wanted))
			return;
	json_array_foreach(all, i, one)
		if (take_measurement(r, one, "time"))
			return;
	r->status = "failed";
}

static void take_result(Result *r, const json_t *result)
{
	const char *invalid = json_string_value(json_object_get(result,
								"invalidity"));

	if (!invalid || !strcmp(invalid, "correct"))
		take_measurements(r, result);
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
		json_t *configuration = json_object_get(result,
							"configuration");
		Result *r;

		if (!add_result(f, configuration, &r))
			return false;
		take_result(r, result);
		json_object_foreach(configuration, name, value)
			if ((!ours || !is_name(name))
			    && !add_parameter(f, name))
				return false;
	}
	return f->parameter_count > 0
	    || foreign_refuse(f, NULL, "results with configurations");
}

static bool read_document(Foreign *f)
{
	if (json_is_array(json_object_get(f->document, "results")))
		return read_results(f);
	if (json_is_object(json_object_get(f->document, "cache")))
		return read_cache(f);
	return foreign_refuse(f, NULL, "a cache file of Kernel Tuner, or T4");
}

static bool has_time(const Foreign *f)
{
	for (int i = 0; i < f->result_count; i++)
		if (!f->results[i].status)
			return true;
	return foreign_refuse(f, NULL, "a result that works, with its time "
			      "(in s, ms, us or ns)");
}

/* -- JSON ------------------------------------------------------------------ */

/* While Kernel Tuner writes a cache file, or after it was ended, its last entry
 * has a comma, and nothing is closed. */
static json_t *load(const char *text, size_t length, json_error_t *error)
{
	json_t *document = json_loadb(text, length, 0, error);
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

bool foreign_read(Foreign *f, const char *text, size_t length)
{
	json_error_t error;

	f->document = load(text, length, &error);
	if (!f->document)
		return refuse_at(f, error.line, error.column, error.text,
				 "JSON");
	return read_document(f) && has_time(f);
}
