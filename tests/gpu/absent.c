#include "tests/gpu/absent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/device_facts.h"
#include "ir/front/document.h"

enum { SIZES_MAX = 8 };

const Device *absent_device(const char *path)
{
	static Options options;
	Session s = { .options = &options, .diags = diags_new(),
		      .arena = arena_new() };

	options.device_facts = path;
	if (!device_facts_read(&s)) {
		diags_print(s.diags, stderr);
		return NULL;
	}
	return s.absent;
}

static const Program *document(Diags *diags, const char *path,
			       const ReadOptions *options)
{
	FILE *file = fopen(path, "r");
	Text text = { 0 };
	int c;

	while (file && (c = getc(file)) != EOF)
		text_char(&text, (char)c);
	if (file)
		fclose(file);
	return program_read(ir_new(), path, text_string(&text), options, diags);
}

/* NAME=VALUE; the = becomes the end of the name. */
static SizeBinding binding(const char *text)
{
	char *name = strdup(text), *value = strchr(name, '=');

	if (!value)
		return (SizeBinding){ .name = name };
	*value = '\0';
	return (SizeBinding){ .name = name, .value = atoll(value + 1) };
}

bool absent_read(Absent *absent, const char *path, const char *of, int count,
		 char *const *sizes)
{
	Diags *diags = diags_new();
	SizeBinding bindings[SIZES_MAX];
	const ReadOptions options = { .concrete = true,
				      .override_count = count,
				      .overrides = bindings };

	for (int i = 0; i < count && i < SIZES_MAX; i++)
		bindings[i] = binding(sizes[i]);
	*absent = (Absent){ .device = absent_device(path) };
	if (absent->device && count <= SIZES_MAX)
		absent->program = document(diags, of, &options);
	diags_print(diags, stderr);
	return absent->program != NULL;
}
