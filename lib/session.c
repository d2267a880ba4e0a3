#include "lib/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/operators.h"
#include "ir/front/document.h"

enum {
	/* What a program declares of its operators is tested before these use
	 * it. */
	RELY_ON_OPERATORS = CMD_TUNE | CMD_RUN | CMD_CHECK | CMD_REWRITE
			  | CMD_REPLAY | CMD_EXPLAIN | CMD_EXPORT,
};

Program *session_read_with(Session *s, Ir *ir, bool concrete, Diags *diags)
{
	const ReadOptions how = { concrete, s->size_count, s->sizes,
				  s->options->unsafe_c, s->open,
				  s->open_as_asked, s->empty };

	return program_read(ir, s->file, s->text, &how, diags);
}

bool session_read(Session *s)
{
	Diags *again = diags_new();

	s->written_ir = ir_new();
	s->written = session_read_with(s, s->written_ir, false, s->diags);
	s->ir = ir_new();
	if (s->written)
		s->program = session_read_with(s, s->ir, true, again);
	diags_free(again);
	if (s->written && !s->program)
		session_read_with(s, s->ir, true, s->diags);
	if (s->program && s->options->command & RELY_ON_OPERATORS)
		operators_test(s->program, s->options->seed, s->diags);
	return s->program != NULL;
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

bool session_is_empty(const Session *s)
{
	for (int i = 0; i < s->program->size_count; i++)
		if (s->program->sizes[i].value == 0)
			return true;
	return false;
}

void session_free(Session *s)
{
	ir_free(s->ir);
	ir_free(s->written_ir);
	diags_free(s->diags);
	arena_free(s->arena);
}
