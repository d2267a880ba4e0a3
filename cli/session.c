#include "cli/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/inputs.h"
#include "cli/room.h"
#include "ir/notation.h"
#include "ir/operators.h"
#include "ir/print.h"

enum {
	DOCUMENT_BYTES = 1 << 20,
	/* What a program declares of its operators is tested before these use
	 * it. */
	RELY_ON_OPERATORS = CMD_TUNE | CMD_RUN | CMD_CHECK | CMD_REWRITE
			  | CMD_REPLAY | CMD_EXPLAIN | CMD_EXPORT,
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

static Program *read_with(Session *s, Ir *ir, bool concrete, Diags *diags)
{
	const ReadOptions how = { concrete, s->size_count, s->sizes,
				  s->options->unsafe_c };

	return program_read(ir, s->file, s->text, &how, diags);
}

/* The document says which inputs there are; their shapes may then change the
 * sizes; so it is read for its inputs, and again with all sizes known (which
 * then tells of every fault). */
static bool sizes_from_shapes(Session *s)
{
	Ir *ir = ir_new();
	Diags *quiet = diags_new();
	Program *program = read_with(s, ir, false, quiet);
	bool good = !program || inputs_bind_sizes(s, program);

	diags_free(quiet);
	ir_free(ir);
	return good;
}

bool session_read(Session *s)
{
	Diags *again = diags_new();

	s->written_ir = ir_new();
	s->written = read_with(s, s->written_ir, false, s->diags);
	s->ir = ir_new();
	if (s->written)
		s->program = read_with(s, s->ir, true, again);
	diags_free(again);
	if (s->program && s->options->command & RELY_ON_OPERATORS)
		operators_test(s->program, s->options->seed, s->diags);
	return s->program != NULL;
}

bool session_load(Session *s)
{

	s->size_count = s->options->size_count;
	s->sizes = ARENA_ARRAY(s->arena, SizeBinding, s->size_count + 256);
	if (s->size_count)
		memcpy(s->sizes, s->options->sizes,
		       sizeof *s->sizes * (size_t)s->size_count);
	return read_text(s)
	    && (!s->options->input_count || sizes_from_shapes(s))
	    && session_read(s)
	    && (!(s->options->command & NEEDS_DATA) || room_in_memory(s));
}

static const char *sizes_text(const Session *s, const SizeBinding *sizes)
{
	Text text = { 0 };
	const char *kept;

	for (int i = 0; i < s->program->size_count; i++)
		text_printf(&text, "%s%s=%" PRId64, i ? " " : "",
			    sizes[i].name, sizes[i].value);
	kept = arena_strdup(s->arena, text_string(&text));
	text_free(&text);
	return kept;
}

void session_print(const Session *s, Text *text, const Program *program,
		   const Expr *body)
{
	if (s->text && notation_is(s->text))
		program_print_text(text, program, body);
	else
		program_print(text, program, body);
}

const char *session_sizes(const Session *s)
{
	return sizes_text(s, s->program->sizes);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const SizeBinding *)a)->name,
		      ((const SizeBinding *)b)->name);
}

const char *session_sorted_sizes(const Session *s)
{
	size_t count = (size_t)s->program->size_count;
	SizeBinding *sizes = ARENA_ARRAY(s->arena, SizeBinding, count + 1);

	if (count) {
		memcpy(sizes, s->program->sizes, count * sizeof *sizes);
		qsort(sizes, count, sizeof *sizes, by_name);
	}
	return sizes_text(s, sizes);
}

void session_free(Session *s)
{
	ir_free(s->ir);
	ir_free(s->written_ir);
	diags_free(s->diags);
	arena_free(s->arena);
}
