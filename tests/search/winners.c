#include "tests/search/winners.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#define DUMP (JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17))

static const char *const fact_names[DEVICE_FACTS] = {
#define FACT(member, least, most, power) #member,
#include "base/device.def"
#undef FACT
};

/* A text, a flag of a device and their names. */
typedef struct DeviceText {
	const char *name;
	size_t offset;
} DeviceText;

static const DeviceText texts[] = {
	{ "platform", offsetof(Device, platform) },
	{ "name", offsetof(Device, name) },
	{ "vendor", offsetof(Device, vendor) },
	{ "driver", offsetof(Device, driver) },
	{ "version", offsetof(Device, version) },
};

static const DeviceText flags[] = {
	{ "local_is_dedicated", offsetof(Device, local_is_dedicated) },
	{ "has_f64", offsetof(Device, has_f64) },
	{ "has_f16", offsetof(Device, has_f16) },
	{ "has_correct_divide_sqrt",
	  offsetof(Device, has_correct_divide_sqrt) },
	{ "has_f32_denormals", offsetof(Device, has_f32_denormals) },
};

#define COUNT(array) (int)(sizeof array / sizeof *array)

/* -- writing --------------------------------------------------------------- */

static json_t *hex(uint64_t hash)
{
	return json_sprintf("%016" PRIx64, hash);
}

static void put_line(Text *text, json_t *line)
{
	char *dump = json_dumps(line, DUMP);

	text_put(text, dump);
	text_char(text, '\n');
	free(dump);
	json_decref(line);
}

void winner_put_device(Text *text, const Device *device)
{
	Device copy = *device;
	json_t *line = json_object(), *numbers = json_object();
	json_t *bools = json_object();

	json_object_set_new(line, "device", hex(device_key(device)));
	for (int i = 0; i < COUNT(texts); i++)
		json_object_set_new(line, texts[i].name, json_string(
			(const char *)device + texts[i].offset));
	json_object_set_new(line, "type",
			    json_string(device_type_name(device->type)));
	for (int i = 0; i < DEVICE_FACTS; i++)
		json_object_set_new(numbers, fact_names[i],
				    json_integer(*device_fact(&copy, i)));
	for (int i = 0; i < COUNT(flags); i++)
		json_object_set_new(bools, flags[i].name, json_boolean(
			*((const bool *)device + flags[i].offset)));
	json_object_set_new(line, "facts", numbers);
	json_object_set_new(line, "flags", bools);
	put_line(text, line);
}

static json_t *parse(const char *text, size_t length)
{
	json_error_t error;
	json_t *json = json_loadb(text, length, 0, &error);

	if (json)
		return json;
	fprintf(stderr, "not JSON: %s: %.*s\n", error.text, (int)length, text);
	exit(EXIT_FAILURE);
}

static json_t *steps_json(const char *steps)
{
	json_t *list = json_array();

	while (*steps) {
		size_t length = strcspn(steps, "\n");

		json_array_append_new(list, parse(steps, length));
		steps += length + (steps[length] == '\n');
	}
	return list;
}

void winner_put(Text *text, const Winner *w)
{
	json_t *line = json_object(), *sizes = json_object();

	for (int i = 0; i < w->size_count; i++)
		json_object_set_new(sizes, w->sizes[i].name,
				    json_integer(w->sizes[i].value));
	json_object_set_new(line, "winner", json_string(w->name));
	json_object_set_new(line, "device", hex(device_key(&w->device)));
	json_object_set_new(line, "fp", json_string(w->fp));
	json_object_set_new(line, "ns", w->ns > 0
			    ? json_integer((json_int_t)w->ns) : json_null());
	json_object_set_new(line, "sizes", sizes);
	json_object_set_new(line, "choices", json_string(w->choices));
	json_object_set_new(line, "shape", hex(w->shape));
	json_object_set_new(line, "hash", hex(w->hash));
	json_object_set_new(line, "program",
			    parse(w->program, strlen(w->program)));
	json_object_set_new(line, "steps", steps_json(w->steps));
	put_line(text, line);
}

/* -- reading --------------------------------------------------------------- */

static const char *string_of(Arena *arena, const json_t *line,
			     const char *key)
{
	const char *text = json_string_value(json_object_get(line, key));

	return arena_strdup(arena, text ? text : "");
}

static uint64_t hash_of(const json_t *line, const char *key)
{
	const char *text = json_string_value(json_object_get(line, key));

	return text ? strtoull(text, NULL, 16) : 0;
}

static DeviceType type_named(const char *name)
{
	for (int type = DEVICE_CPU; type < DEVICE_OTHER; type++)
		if (!strcmp(name, device_type_name((DeviceType)type)))
			return (DeviceType)type;
	return DEVICE_OTHER;
}

static Device read_device(Arena *arena, const json_t *line)
{
	const json_t *numbers = json_object_get(line, "facts");
	const json_t *bools = json_object_get(line, "flags");
	Device device = { .index = -1 };

	for (int i = 0; i < COUNT(texts); i++)
		snprintf((char *)&device + texts[i].offset, DEVICE_TEXT, "%s",
			 string_of(arena, line, texts[i].name));
	device.type = type_named(string_of(arena, line, "type"));
	for (int i = 0; i < DEVICE_FACTS; i++)
		*device_fact(&device, i) = json_integer_value(
			json_object_get(numbers, fact_names[i]));
	for (int i = 0; i < COUNT(flags); i++)
		*((bool *)&device + flags[i].offset) = json_is_true(
			json_object_get(bools, flags[i].name));
	return device;
}

static const char *dumped(Arena *arena, const json_t *json)
{
	char *dump = json_dumps(json, DUMP);
	const char *kept = arena_strdup(arena, dump);

	free(dump);
	return kept;
}

static const char *steps_of(Arena *arena, const json_t *list)
{
	Text text = { 0 };
	const char *kept;
	json_t *step;
	size_t i;

	json_array_foreach(list, i, step)
		text_printf(&text, "%s\n", dumped(arena, step));
	kept = arena_strdup(arena, text_string(&text));
	text_free(&text);
	return kept;
}

static Winner read_winner(Arena *arena, json_t *line)
{
	Winner w = {
		.name = string_of(arena, line, "winner"),
		.fp = string_of(arena, line, "fp"),
		.ns = json_number_value(json_object_get(line, "ns")),
		.program = dumped(arena, json_object_get(line, "program")),
		.steps = steps_of(arena, json_object_get(line, "steps")),
		.choices = string_of(arena, line, "choices"),
		.shape = hash_of(line, "shape"),
		.hash = hash_of(line, "hash"),
	};
	const char *name;
	json_t *value;

	json_object_foreach(json_object_get(line, "sizes"), name, value)
		if (w.size_count < WINNER_SIZES)
			w.sizes[w.size_count++] = (SizeBinding){
				arena_strdup(arena, name),
				json_integer_value(value) };
	return w;
}

static FILE *open_file(const char *path)
{
	FILE *file = fopen(path, "r");

	if (file)
		return file;
	perror(path);
	exit(EXIT_FAILURE);
}

static int count_lines(const char *path)
{
	FILE *file = open_file(path);
	int lines = 0;

	for (int c; (c = getc(file)) != EOF;)
		lines += c == '\n';
	fclose(file);
	return lines;
}

int winners_read(Arena *arena, const char *path, Winner **winners)
{
	enum { DEVICES_MAX = 16 };
	Device devices[DEVICES_MAX];
	uint64_t keys[DEVICES_MAX];
	char *text = NULL;
	size_t capacity = 0;
	int device_count = 0, count = 0;
	ssize_t length;
	FILE *file;

	*winners = ARENA_ARRAY(arena, Winner, count_lines(path) + 1);
	file = open_file(path);
	while ((length = getline(&text, &capacity, file)) > 0) {
		json_t *line = parse(text, (size_t)length);
		uint64_t key = hash_of(line, "device");

		if (json_object_get(line, "winner")) {
			(*winners)[count] = read_winner(arena, line);
			for (int i = 0; i < device_count; i++)
				if (keys[i] == key)
					(*winners)[count].device = devices[i];
			count++;
		} else if (device_count < DEVICES_MAX) {
			keys[device_count] = key;
			devices[device_count++] = read_device(arena, line);
		}
		json_decref(line);
	}
	free(text);
	fclose(file);
	return count;
}
