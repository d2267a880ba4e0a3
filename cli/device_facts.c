#include "cli/device_facts.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "cli/files.h"

enum { FILE_BYTES = 1 << 16 };

static const struct { const char *name; size_t offset; } texts[] = {
	{ "name", offsetof(Device, name) },
	{ "platform", offsetof(Device, platform) },
	{ "vendor", offsetof(Device, vendor) },
	{ "driver", offsetof(Device, driver) },
	{ "version", offsetof(Device, version) },
};

enum { TEXTS = sizeof texts / sizeof *texts };

/* "max_item_sizes[1]" is element 1 of a member of that name; -1: no element. */
static int element_of(const char *name, size_t *length)
{
	*length = strcspn(name, "[");
	return name[*length] ? name[*length + 1] - '0' : -1;
}

/* -- writing --------------------------------------------------------------- */

static void put_fact(Text *text, int fact, int64_t value)
{
	const char *name = device_fact_name(fact);
	size_t length;
	int element = element_of(name, &length);

	if (element <= 0)
		text_printf(text, ", \"%.*s\": %s", (int)length, name,
			    element < 0 ? "" : "[");
	text_printf(text, element > 0 ? ", %" PRId64 "%s" : "%" PRId64 "%s",
		    value, element == DEVICE_DIMS - 1 ? "]" : "");
}

/* What no driver says: only facts from a file have it. */
static void put_speeds(Text *text, const Device *device)
{
	Device copy = *device;
	int count = 0;

	for (int i = 0; i < DEVICE_SPEEDS; i++) {
		const int64_t speed = *device_speed(&copy, i);

		if (speed)
			text_printf(text, "%s\"%s\": %" PRId64,
				    count++ ? ", " : ", \"model\": {",
				    device_speed_name(i), speed);
	}
	if (count)
		text_char(text, '}');
}

void device_facts_put(Text *text, const Device *device)
{
	Device copy = *device;

	text_printf(text, "\"facts\": %d", DEVICE_FACTS_VERSION);
	for (int i = 0; i < TEXTS; i++) {
		text_printf(text, ", \"%s\": ", texts[i].name);
		text_json(text, (const char *)device + texts[i].offset);
	}
	text_printf(text, ", \"type\": \"%s\"", device_type_name(device->type));
	for (int i = 0; i < DEVICE_FACTS; i++)
		put_fact(text, i, *device_fact(&copy, i));
	for (int i = 0; i < DEVICE_FLAGS; i++)
		text_printf(text, ", \"%s\": %s", device_flag_name(i),
			    *device_flag(&copy, i) ? "true" : "false");
	put_speeds(text, device);
}

/* -- reading --------------------------------------------------------------- */

typedef struct Reader {
	Session *session;
	const char *file;
	const json_t *facts;
	Device *device;
} Reader;

static bool refuse(const Reader *r, const char *found, const char *expected)
{
	const Place place = { .file = r->file };

	diag_add(r->session->diags, E0504, &place, found, expected,
		 "these are no facts of a device");
	return false;
}

static bool refuse_member(const Reader *r, const char *name,
			  const json_t *value, const char *expected)
{
	return refuse(r, arena_printf(r->session->arena, value
				      ? "%s, which is none" : "no %s", name),
		      expected);
}

static bool is_plain(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			return false;
	return true;
}

static bool read_text(Reader *r, int i)
{
	const json_t *value = json_object_get(r->facts, texts[i].name);
	const char *text = json_string_value(value);

	if (!text || strlen(text) != json_string_length(value)
	    || strlen(text) >= DEVICE_TEXT || !is_plain(text))
		return refuse_member(r, texts[i].name, value,
				     "a short text on one line");
	snprintf((char *)r->device + texts[i].offset, DEVICE_TEXT, "%s", text);
	return true;
}

static bool read_type(Reader *r)
{
	const json_t *value = json_object_get(r->facts, "type");

	for (int type = DEVICE_CPU; type <= DEVICE_OTHER; type++)
		if (json_is_string(value)
		    && !strcmp(json_string_value(value),
			       device_type_name((DeviceType)type))) {
			r->device->type = (DeviceType)type;
			return true;
		}
	return refuse_member(r, "type", value,
			     "cpu, gpu, accelerator or other");
}

static bool read_fact(Reader *r, int fact)
{
	const char *name = device_fact_name(fact);
	size_t length;
	int element = element_of(name, &length);
	const json_t *value = json_object_get(r->facts,
		arena_strndup(r->session->arena, name, length));

	if (element >= 0)
		value = json_array_get(value, (size_t)element);
	if (!json_is_integer(value))
		return refuse_member(r, name, value, "a whole number");
	*device_fact(r->device, fact) = json_integer_value(value);
	return true;
}

static bool read_flag(Reader *r, int flag)
{
	const char *name = device_flag_name(flag);
	const json_t *value = json_object_get(r->facts, name);

	if (!json_is_boolean(value))
		return refuse_member(r, name, value, "true or false");
	*device_flag(r->device, flag) = json_is_true(value);
	return true;
}

static bool read_speed(Reader *r, const char *name, const json_t *value)
{
	for (int i = 0; i < DEVICE_SPEEDS; i++) {
		if (strcmp(device_speed_name(i), name))
			continue;
		if (!json_is_integer(value) || !json_integer_value(value))
			return refuse_member(r, name, value,
					     "a whole number, not 0");
		*device_speed(r->device, i) = json_integer_value(value);
		return true;
	}
	return refuse(r, arena_printf(r->session->arena, "%s in \"model\"",
				      name), "memory_gbs, cache_gbs, "
		      "unit_parts, unit_lanes, unit_items, unit_groups, "
		      "unit_local_bytes, unit_cache_bytes, latency_clocks, launch_ns");
}

/* "model": what is not there is as of many GPUs. */
static bool read_speeds(Reader *r)
{
	json_t *speeds = json_object_get(r->facts, "model"), *value;
	const char *name;

	if (speeds && !json_is_object(speeds))
		return refuse_member(r, "model", speeds, "an object");
	json_object_foreach(speeds, name, value)
		if (!read_speed(r, name, value))
			return false;
	return true;
}

static bool is_of_this_version(const Reader *r)
{
	const json_t *value = json_object_get(r->facts, "facts");
	json_int_t version = json_integer_value(value);

	if (json_is_integer(value) && version == DEVICE_FACTS_VERSION)
		return true;
	return refuse(r, !json_is_integer(value) ? "no \"facts\", a version"
		: arena_printf(r->session->arena, "version %lld",
			       (long long)version),
		arena_printf(r->session->arena, "\"facts\": %d",
			     DEVICE_FACTS_VERSION));
}

/* What may be said is checked as what a driver says. */
static bool is_possible(const Reader *r)
{
	Text why = { 0 };
	bool good = device_check(r->device, &why);

	if (!good)
		refuse(r, text_string(&why), NULL);
	text_free(&why);
	return good;
}

/* "source": where they are from, if not from the device. */
static void note_source(const Reader *r)
{
	const Place place = { .file = r->file };
	const char *source = json_string_value(
		json_object_get(r->facts, "source"));

	if (source && is_plain(source))
		diag_add(r->session->diags, W0307, &place, source,
			 "those that devices --json prints there",
			 "the facts of %s are not its own", r->device->name);
}

static bool read_all(Reader *r)
{
	bool good = is_of_this_version(r) && read_type(r);

	for (int i = 0; i < TEXTS && good; i++)
		good = read_text(r, i);
	for (int i = 0; i < DEVICE_FACTS && good; i++)
		good = read_fact(r, i);
	for (int i = 0; i < DEVICE_FLAGS && good; i++)
		good = read_flag(r, i);
	good = good && read_speeds(r) && is_possible(r);
	if (good)
		note_source(r);
	return good;
}

static json_t *load(const Reader *r)
{
	Session *s = r->session;
	size_t length;
	const char *text = file_read(s->arena, r->file, FILE_BYTES, &length,
				     s->diags);
	json_error_t error;
	json_t *json = text ? json_loadb(text, length, JSON_REJECT_DUPLICATES,
					 &error) : NULL;

	if (text && !json_is_object(json))
		refuse(r, json ? "something else" : error.text,
		       "a JSON object, as devices --json prints one");
	return json;
}

bool device_facts_read(Session *s)
{
	Reader r = { .session = s, .file = s->options->device_facts };
	json_t *json;
	bool good;

	if (!r.file)
		return true;
	json = load(&r);
	r.facts = json;
	r.device = ARENA_NEW(s->arena, Device);
	*r.device = (Device){ .index = -1 };
	good = json_is_object(json) && read_all(&r);
	json_decref(json);
	if (good) {
		device_make_absent(r.device);
		s->absent = r.device;
	}
	return good;
}
