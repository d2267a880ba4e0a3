#include "cli/export.h"

#include "cli/files.h"
#include "cli/measure.h"
#include "lib/trial.h"
#include "codegen_opencl/files.h"
#include "config.h"
#include "rules/derivation.h"

typedef struct FileRow {
	const char *suffix;
	void (*put)(Text *text, const FilesInfo *variants, int count);
} FileRow;

static const FileRow rows[] = {
	{ "cl", files_kernels }, { "h", files_header }, { "c", files_stub },
};

/* Frees the text. */
static bool write_text(Session *s, Text *text, const char *name)
{
	bool good = file_write(s->options->out, name, text_string(text),
			       text->length, s->diags);

	text_free(text);
	return good;
}

static bool write_row(Session *s, const FileRow *row,
		      const FilesInfo *variants, int count)
{
	Text text = { 0 };

	row->put(&text, variants, count);
	return write_text(s, &text, arena_printf(s->arena, "%s.%s",
						 files_base(variants->program),
						 row->suffix));
}

/* NAME.manifest.json, of further variants NAME_v1.manifest.json, ... */
static bool write_manifest(Session *s, const FilesInfo *info)
{
	const char *base = files_base(info->program);
	Text text = { 0 };

	files_manifest(&text, info);
	return write_text(s, &text, info->variant
		? arena_printf(s->arena, "%s_v%d.manifest.json", base,
			       info->variant)
		: arena_printf(s->arena, "%s.manifest.json", base));
}

static const char *kept(Session *s, Text *text)
{
	const char *copy = arena_strdup(s->arena, text_string(text));

	text_free(text);
	return copy;
}

FilesInfo export_info(Session *s, const Exported *what)
{
	Text steps = { 0 }, expression = { 0 };
	FilesInfo info = {
		.artifact = what->artifact, .program = s->program,
		.device = what->device, .version = PACKAGE_VERSION,
		.derivation = what->id, .seconds = what->seconds,
		.proof = what->proof,
		.promise = measure_promise(s, what->device),
		.ranked_by = device_is_absent(what->device)
			? measure_ranked_by(what->device) : NULL,
		.modelled = what->modelled,
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

bool export_variants(Session *s, FilesInfo *variants, int count)
{
	bool good = file_make_folder(s->options->out, s->diags);

	for (size_t i = 0; i < sizeof rows / sizeof *rows && good; i++)
		good = write_row(s, &rows[i], variants, count);
	for (int v = 0; v < count && good; v++)
		good = write_manifest(s, &variants[v]);
	return good;
}

bool export_write(Session *s, const Exported *what)
{
	FilesInfo info = export_info(s, what);

	return export_variants(s, &info, 1);
}
