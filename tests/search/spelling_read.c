#include "tests/search/spelling_read.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/front/document.h"
#include "tests/search/values.h"

enum { SIZES_MAX = 8 };

/* Sizes that are tried for those above, in order; all of a program differ. */
static const int64_t small[][SIZES_MAX] = {
	{ 24, 20, 16, 12, 9, 8, 7, 6 },
	{ 64, 32, 16, 8, 4, 4, 4, 4 },
};

enum { SMALLS = sizeof small / sizeof *small };

char *spelling_text(const char *path)
{
	FILE *file = fopen(path, "r");
	Text text = { 0 };

	if (!file) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	text_put(&text, "");
	for (int c; (c = getc(file)) != EOF;)
		text_char(&text, (char)c);
	fclose(file);
	return text.data;
}

Program *spelling_read_at(Ir *ir, const char *path, const char *text,
			  int count, const SizeBinding *sizes)
{
	const ReadOptions options = {
		.concrete = true, .override_count = count, .overrides = sizes,
	};
	Diags *diags = diags_new();
	Program *program = program_read(ir, path, text, &options, diags);

	if (!program && !count)
		diags_print(diags, stderr);
	diags_free(diags);
	return program;
}

static bool has_value(const Program *program)
{
	Values values = values_of(program, program->body, SPELLING_SEED);
	const bool has = values.count >= 0;

	values_free(&values);
	return has;
}

Program *spelling_read(Ir *ir, const char *path, const char *text)
{
	Program *program = spelling_read_at(ir, path, text, 0, NULL);

	for (int k = 0; program && k < SMALLS; k++) {
		SizeBinding sizes[SIZES_MAX];
		Program *smaller = NULL;
		int count = program->size_count;

		for (int i = 0; i < count && i < SIZES_MAX; i++) {
			sizes[i] = program->sizes[i];
			if (sizes[i].value > small[k][i])
				sizes[i].value = small[k][i];
		}
		if (count && count <= SIZES_MAX)
			smaller = spelling_read_at(ir, path, text, count,
						   sizes);
		if (smaller && has_value(smaller))
			return smaller;
	}
	return program;
}

void spelling_documents(const char *pattern, void *context,
			void (*found)(void *context, const char *path))
{
	const char *source = getenv("srcdir");
	Text path = { 0 };
	glob_t files;

	text_printf(&path, "%s/%s", source ? source : ".", pattern);
	if (!glob(text_string(&path), 0, NULL, &files)) {
		for (size_t i = 0; i < files.gl_pathc; i++)
			found(context, files.gl_pathv[i]);
		globfree(&files);
	}
	text_free(&path);
}
