#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cli/probe.h"

static const json_t *value_at(const json_t *object, const char *path)
{
	while (object && *path) {
		size_t length = strcspn(path, ".");
		char key[128];

		snprintf(key, sizeof key, "%.*s", (int)length, path);
		object = json_object_get(object, key);
		path += length + (path[length] == '.');
	}
	return object;
}

static void print_value(const json_t *value)
{
	char *text;

	if (!value) {
		putchar('-');
	} else if (json_is_string(value)) {
		fputs(json_string_value(value), stdout);
	} else {
		text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
		fputs(text, stdout);
		free(text);
	}
}

static int print_line(const char *line, size_t number, int count, char **keys)
{
	json_error_t error;
	json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);

	if (!json_is_object(object)) {
		printf("line %zu is no JSON object: %s\n", number, line);
		json_decref(object);
		return 1;
	}
	for (int i = 0; i < count; i++) {
		if (i)
			putchar('\t');
		print_value(value_at(object, keys[i]));
	}
	if (count)
		putchar('\n');
	json_decref(object);
	return 0;
}

int probe_json(int count, char **keys)
{
	char *line = NULL;
	size_t capacity = 0, number = 0;
	int code = 0;

	while (getline(&line, &capacity, stdin) > 0)
		code |= print_line(line, ++number, count, keys);
	free(line);
	return code;
}
