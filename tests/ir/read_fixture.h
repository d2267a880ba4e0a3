/* Documents for tests of the reader and the printer. */
#ifndef TESTS_IR_READ_FIXTURE_H
#define TESTS_IR_READ_FIXTURE_H

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/front/document.h"
#include "ir/front/print.h"

static inline char *file_text(const char *path)
{
	FILE *file = fopen(path, "rb");
	Text text = { 0 };
	int c;

	if (!file)
		fail_msg("%s cannot be read", path);
	text_put(&text, "");
	while ((c = fgetc(file)) != EOF)
		text_char(&text, (char)c);
	fclose(file);
	return text.data;
}

static inline glob_t files_of(const char *pattern)
{
	const char *source = getenv("srcdir");
	glob_t files;
	Text path = { 0 };

	text_printf(&path, "%s/%s", source ? source : ".", pattern);
	assert_int_equal(glob(text_string(&path), 0, NULL, &files), 0);
	text_free(&path);
	return files;
}

static inline const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static inline char *printed_diags(const Diags *diags)
{
	size_t size;
	char *text;
	FILE *out = open_memstream(&text, &size);

	diags_print(diags, out);
	fclose(out);
	return text;
}

static inline Program *must_read(Ir *ir, const char *name, const char *text,
				 bool concrete)
{
	const ReadOptions options = { .concrete = concrete };
	Diags *diags = diags_new();
	Program *program = program_read(ir, name, text, &options, diags);

	if (!program)
		fail_msg("%s:\n%s", text, printed_diags(diags));
	diags_free(diags);
	return program;
}

#endif
