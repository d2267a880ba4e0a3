#include "cli/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/inputs.h"
#include "ir/front/document.h"
#include "lib/room.h"
#include "ir/front/notation.h"
#include "ir/front/print.h"

enum {
	DOCUMENT_BYTES = 1 << 20,
	NEEDS_DATA = CMD_TUNE | CMD_RUN | CMD_EVAL,
};

static bool read_text(Session *s)
{
	size_t length;

	if (!s->options->word_count) {
		diag_add(s->diags, E0901, NULL, "nothing", "EXPR.json",
			 "%s needs a document",
			 command_name(s->options->command));
		return false;
	}
	if (s->options->word_count > 1) {
		diag_add(s->diags, E0901, NULL, s->options->words[1],
			 "one document", "%s takes one document",
			 command_name(s->options->command));
		return false;
	}
	s->file = s->options->words[0];
	s->text = file_read(s->arena, s->file, DOCUMENT_BYTES, &length,
			    s->diags);
	if (!strcmp(s->file, "-"))
		s->file = "<stdin>";
	if (s->text && strlen(s->text) != length) {
		Place place = { .file = s->file };

		diag_add(s->diags, E0001, &place, "a NUL byte", "JSON text",
			 "the text is not JSON");
		return false;
	}
	return s->text != NULL;
}

/* The document says which inputs there are; their shapes may then change the
 * sizes; so it is read for its inputs, and again with all sizes known (which
 * then tells of every fault). */
static bool sizes_from_shapes(Session *s)
{
	Ir *ir = ir_new();
	Diags *quiet = diags_new();
	Program *program = session_read_with(s, ir, false, quiet);
	bool good = !program || inputs_bind_sizes(s, program);

	diags_free(quiet);
	ir_free(ir);
	return good;
}

/* Who searches at numbers takes from here what comes of it. */
static void ask_open(Session *s)
{
	Options *o = s->options;

	if (!o->open)
		o->open = s->program->asks_open;
	if (o->open && !strcmp(o->open, "none"))
		o->open = NULL;
}

static bool read_program(Session *s)
{
	if (!session_read(s))
		return false;
	if (s->options->command & CMD_TUNE)
		ask_open(s);
	return true;
}

bool session_load(Session *s)
{
	s->open = s->options->command & CMD_TUNE ? NULL : s->options->open;
	s->open_as_asked = s->options->command
			 & (CMD_CODEGEN | CMD_REWRITE | CMD_PROVE);
	s->empty = s->options->command & (CMD_EVAL | CMD_RUN);
	s->size_count = s->options->size_count;
	s->sizes = ARENA_ARRAY(s->arena, SizeBinding, s->size_count + 256);
	if (s->size_count)
		memcpy(s->sizes, s->options->sizes,
		       sizeof *s->sizes * (size_t)s->size_count);
	return read_text(s)
	    && (!s->options->input_count || sizes_from_shapes(s))
	    && read_program(s)
	    && (!(s->options->command & NEEDS_DATA) || room_in_memory(s));
}

void session_print(const Session *s, Text *text, const Program *program,
		   const Expr *body)
{
	if (s->text && notation_is(s->text))
		program_print_text(text, program, body);
	else
		program_print(text, program, body);
}
