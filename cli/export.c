#include "cli/export.h"

#include "cli/files.h"

static bool write_kernels(Session *s, const Exported *what)
{
	const char *name = arena_printf(s->arena, "%s.cl", s->program->name);
	Text text = { 0 };
	bool good;

	text_put(&text, "/* made by lift-tune; it belongs to its user */\n");
	text_put(&text, what->artifact->source);
	good = file_write(s->options->out, name, text_string(&text),
			  text.length, s->diags);
	text_free(&text);
	return good;
}

bool export_write(Session *s, const Exported *what)
{
	return file_make_folder(s->options->out, s->diags)
	    && write_kernels(s, what);
}
