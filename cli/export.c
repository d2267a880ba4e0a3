#include "cli/export.h"

#include "cli/files.h"
#include "cli/measure.h"
#include "cli/trial.h"
#include "codegen_opencl/files.h"
#include "config.h"
#include "rules/derivation.h"

typedef struct FileRow {
	const char *suffix;
	void (*put)(Text *text, const FilesInfo *info);
} FileRow;

static const FileRow rows[] = {
	{ ".cl", files_kernels }, { ".manifest.json", files_manifest },
	{ ".h", files_header },   { ".c", files_stub },
};

static bool write_one(Session *s, const FileRow *row, const FilesInfo *info)
{
	Text text = { 0 };
	bool good;

	row->put(&text, info);
	good = file_write(s->options->out,
			  arena_printf(s->arena, "%s%s", s->program->name,
				       row->suffix),
			  text_string(&text), text.length, s->diags);
	text_free(&text);
	return good;
}

static const char *kept(Session *s, Text *text)
{
	const char *copy = arena_strdup(s->arena, text_string(text));

	text_free(text);
	return copy;
}

static FilesInfo info_of(Session *s, const Exported *what)
{
	Text steps = { 0 }, expression = { 0 };
	FilesInfo info = {
		.artifact = what->artifact, .program = s->program,
		.device = what->device, .version = PACKAGE_VERSION,
		.derivation = what->id, .seconds = what->seconds,
		.proof = what->proof,
		.promise = measure_promise(s, what->device),
		.judges = what->judges && *what->judges ? what->judges : NULL,
	};

	print_text(&expression, s->program,
		   what->derivation ? what->derivation->expr
				    : s->program->body);
	info.expression = kept(s, &expression);
	if (!what->derivation)
		return info;
	derivation_text(&steps, what->derivation);
	info.steps = kept(s, &steps);
	info.label = arena_printf(s->arena, "%s%s",
				  trial_label(&what->derivation->label),
				  what->derivation->label.unproved ? UNPROVED
								   : "");
	return info;
}

bool export_write(Session *s, const Exported *what)
{
	FilesInfo info = info_of(s, what);
	bool good = file_make_folder(s->options->out, s->diags);

	for (size_t i = 0; i < sizeof rows / sizeof *rows && good; i++)
		good = write_one(s, &rows[i], &info);
	return good;
}
