#include "cli/foreign_space.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "cli/foreign_results.h"
#include "search/space/space.h"
#include "search/strategy/recorded.h"

/* Whether a text begins with the line that describes a recorded space. */
static bool is_recorded(const char *text, size_t length)
{
	const char *line = memchr(text, '\n', length);
	json_t *head = json_loadb(text, line ? (size_t)(line - text) : length,
				  0, NULL);
	bool is = json_is_string(json_object_get(head, "space"));

	json_decref(head);
	return is;
}

bool foreign_space_is(const char *text, size_t length)
{
	enum { HEAD = 4096 };
	static const char *const members[] = { "\"cache\"", "\"tune_params\"",
					       "\"results\"",
					       "\"schema_version\"" };
	size_t head = length < HEAD ? length : HEAD;

	for (size_t i = 0; i < sizeof members / sizeof *members; i++)
		if (memmem(text, head, members[i], strlen(members[i])))
			return !is_recorded(text, length);
	return false;
}

/* -- values ---------------------------------------------------------------- */

/* Real numbers hold all integers up to it. */
static const double INTEGER_MOST = 9007199254740992;

static bool is_integer(const json_t *value)
{
	double number = json_number_value(value);

	return !value || (json_is_number(value) && number == rint(number)
			  && fabs(number) < INTEGER_MOST);
}

/* What a configuration lacks is -1. */
static json_int_t integer_of(const json_t *value)
{
	return value ? (json_int_t)json_number_value(value) : -1;
}

/* 1 and 1.0 are the same. */
static bool same_value(const json_t *a, const json_t *b)
{
	if (!a || !b)
		return a == b;
	return json_is_number(a) && is_integer(a) && json_is_number(b)
	       && is_integer(b) ? integer_of(a) == integer_of(b)
				: json_equal(a, b);
}

static int index_of(const Parameter *p, const json_t *value)
{
	for (int i = 0; i < p->count; i++)
		if (same_value(p->values[i], value))
			return i;
	return -1;
}

static bool add_value(Foreign *f, Parameter *p, const json_t *value)
{
	if (index_of(p, value) >= 0)
		return true;
	if (p->count == RECORDED_CHOICES_MAX)
		return foreign_refuse(f, p->name, arena_printf(f->arena,
			"at most %d values of a parameter",
			RECORDED_CHOICES_MAX));
	if (p->count == p->capacity) {
		const json_t **values;

		p->capacity = 2 * p->capacity + 8;
		values = ARENA_ARRAY(f->arena, const json_t *, p->capacity);
		if (p->count)
			memcpy(values, p->values,
			       sizeof *values * (size_t)p->count);
		p->values = values;
	}
	p->values[p->count++] = value;
	p->numbers &= is_integer(value);
	return true;
}

static int by_number(const void *a, const void *b)
{
	json_int_t x = integer_of(*(const json_t *const *)a);
	json_int_t y = integer_of(*(const json_t *const *)b);

	return (x > y) - (x < y);
}

static bool collect_values(Foreign *f, Parameter *p)
{
	p->numbers = true;
	for (int i = 0; i < f->result_count; i++)
		if (!add_value(f, p, json_object_get(
				       f->results[i].configuration, p->name)))
			return false;
	if (p->numbers)
		qsort(p->values, (size_t)p->count, sizeof *p->values,
		      by_number);
	return true;
}

/* -- lines ----------------------------------------------------------------- */

/* Parameters from the first on that have the same values in both. */
static int same_choices(const Result *a, const Result *b)
{
	int same = 0;

	while (same < a->count && a->indices[same] == b->indices[same])
		same++;
	return same;
}

static int by_indices(const void *a, const void *b)
{
	const Result *x = a, *y = b;
	int same = same_choices(x, y);

	if (same < x->count)
		return x->indices[same] < y->indices[same] ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static bool put_in_order(Foreign *f)
{
	for (int i = 0; i < f->parameter_count; i++)
		if (!collect_values(f, &f->parameters[i]))
			return false;
	for (int i = 0; i < f->result_count; i++) {
		Result *r = &f->results[i];

		r->count = f->parameter_count;
		r->indices = ARENA_ARRAY(f->arena, int, r->count);
		for (int k = 0; k < r->count; k++)
			r->indices[k] = index_of(&f->parameters[k],
				json_object_get(r->configuration,
						f->parameters[k].name));
	}
	qsort(f->results, (size_t)f->result_count, sizeof *f->results,
	      by_indices);
	return true;
}

static void put_value(Text *text, const Parameter *p, int index)
{
	const json_t *value = p->values[index];
	char *shown;

	if (p->numbers) {
		text_printf(text, "%" JSON_INTEGER_FORMAT, integer_of(value));
		return;
	}
	shown = json_is_string(value) ? NULL
	      : json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	text_put(text, json_is_string(value) ? json_string_value(value)
		       : shown ? shown : "none");
	free(shown);
}

static void put_step(Text *lines, const Parameter *p, int index)
{
	Text label = { 0 };

	text_printf(&label, "%s ", p->name);
	put_value(&label, p, index);
	text_char(lines, '[');
	text_json(lines, text_string(&label));
	text_printf(lines, ", %d, %d", index, p->count);
	if (p->numbers)
		text_printf(lines, ", %" JSON_INTEGER_FORMAT,
			    integer_of(p->values[index]));
	text_char(lines, ']');
	text_free(&label);
}

static void put_feature(Text *lines, const Parameter *p, int index)
{
	Text name = { 0 };
	double value = 1;

	text_put(&name, p->name);
	if (p->numbers) {
		json_int_t number = integer_of(p->values[index]);

		value = copysign(log2(1 + fabs((double)number)),
				 (double)number);
	} else {
		text_char(&name, ' ');
		put_value(&name, p, index);
	}
	text_json(lines, text_string(&name));
	text_printf(lines, ": %.5g", value);
	text_free(&name);
}

static void put_features(Text *lines, const Foreign *f, const Result *r)
{
	int count = 0;

	text_put(lines, ", \"features\": {");
	for (int i = 0; i < r->count; i++) {
		if (f->parameters[i].count < 2 || count == FEATURES_MAX)
			continue;
		text_put(lines, count++ ? ", " : "");
		put_feature(lines, &f->parameters[i], r->indices[i]);
	}
	text_put(lines, "}}\n");
}

/* before: NULL for the first. */
static void put_result(Text *lines, const Foreign *f, const Result *r,
		       const Result *before)
{
	int same = before ? same_choices(r, before) : 0, keep = 0, steps = 0;
	uint64_t key = 0;

	for (int i = 0; i < same; i++)
		keep += f->parameters[i].count > 1;
	text_printf(lines, "{\"keep\": %d, \"steps\": [", keep);
	for (int i = 0; i < r->count; i++) {
		key = hash_combine(key, (uint64_t)r->indices[i]);
		if (i < same || f->parameters[i].count < 2)
			continue;
		text_put(lines, steps++ ? ", " : "");
		put_step(lines, &f->parameters[i], r->indices[i]);
	}
	text_printf(lines, "], \"key\": \"%016" PRIx64 "\"", key);
	if (r->status)
		text_printf(lines, ", \"status\": \"%s\"", r->status);
	else
		text_printf(lines, ", \"ns\": %.6g", r->ns);
	put_features(lines, f, r);
}

static void put_head(Text *lines, const Foreign *f)
{
	const json_t *metadata = json_object_get(f->document, "metadata");
	const json_t *head = metadata ? metadata : f->document;
	const char *name = json_string_value(json_object_get(head,
							     "kernel_name"));
	const char *device = json_string_value(json_object_get(head,
							       "device_name"));

	text_put(lines, "{\"space\": ");
	text_json(lines, name ? name : "space");
	text_put(lines, ", \"about\": ");
	text_json(lines, device ? device : "results of another tuner");
	text_put(lines, ", \"version\": 1}\n");
}

static void put_all(Text *lines, const Foreign *f)
{
	const Result *before = NULL;

	put_head(lines, f);
	for (int i = 0; i < f->result_count; i++) {
		const Result *r = &f->results[i];

		if (before && same_choices(before, r) == r->count)
			continue;
		put_result(lines, f, r, before);
		before = r;
	}
}

bool foreign_space(const char *file, const char *text, size_t length,
		   Text *lines, Diags *diags)
{
	Foreign f = { .file = file, .diags = diags, .arena = arena_new() };
	bool good = foreign_read(&f, text, length) && put_in_order(&f);

	if (good)
		put_all(lines, &f);
	json_decref(f.document);
	arena_free(f.arena);
	return good;
}
