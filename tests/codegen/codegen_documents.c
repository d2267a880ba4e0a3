#include "codegen_documents.h"

#include <stdio.h>
#include <stdlib.h>

#include "ir/front/document.h"

static const char *const files[] = {
	"scalars", "views", "folds", "vectors", "groups", "kernels",
	"inplace", "reuse", "lines", "rows", "strides", "versions",
	"around", "rounds", "until", "scatters", "narrow", "arrays",
};

static bool visit_line(const char *file, const char *line, const char *open,
		       DocumentVisit *visit, void *context)
{
	const ReadOptions options = { .concrete = true, .open = open };
	Ir *ir = ir_new();
	Diags *diags = diags_new();
	Program *program = program_read(ir, file, line, &options, diags);

	if (program)
		visit(context, program, line);
	else
		diags_print(diags, stderr);
	diags_free(diags);
	ir_free(ir);
	return program != NULL;
}

static bool visit_file(const char *name, const char *open,
		       DocumentVisit *visit, void *context)
{
	const char *root = getenv("srcdir");
	char path[4096], *line = NULL;
	size_t capacity = 0;
	bool good = true;
	FILE *file;

	snprintf(path, sizeof path, "%s/tests/codegen/%s.jsonl",
		 root ? root : ".", name);
	file = fopen(path, "r");
	if (!file) {
		perror(path);
		return false;
	}
	while (getline(&line, &capacity, file) > 0)
		good &= visit_line(path, line, open, visit, context);
	free(line);
	fclose(file);
	return good;
}

bool documents_each(DocumentVisit *visit, void *context)
{
	bool good = true;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		good &= visit_file(files[i], NULL, visit, context);
	return good;
}

bool documents_each_unknown(DocumentVisit *visit, void *context)
{
	bool good = visit_file("fold_rounds", NULL, visit, context);

	return visit_file("counted", NULL, visit, context) && good;
}

bool documents_each_open(DocumentVisit *visit, void *context)
{
	return visit_file("open", "all", visit, context);
}
