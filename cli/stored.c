#include "cli/stored.h"

#include <string.h>

#include "ir/front/document.h"

Db *stored_open_one(Session *s)
{
	const Options *o = s->options;

	if (o->word_count == 1)
		return store_open(s, o->command == CMD_REPLAY
				     || o->command == CMD_PROVE ? DB_WRITE
							      : DB_READ);
	diag_add(s->diags, E0901, NULL,
		 o->word_count ? o->words[1] : "nothing",
		 "the number or name of a stored derivation",
		 "%s takes one word", command_name(o->command));
	return NULL;
}

static bool has_size(const Session *s, const char *name)
{
	for (int i = 0; i < s->size_count; i++)
		if (!strcmp(s->sizes[i].name, name))
			return true;
	return false;
}

/* What --size says comes first. */
static bool choose_sizes(Session *s, const DbStored *stored)
{
	int count;
	const SizeBinding *sizes = stored_sizes(s->arena, stored->sizes,
						&count);

	if (!sizes)
		return stored_damaged(s, stored, stored->sizes);
	s->size_count = s->options->size_count;
	s->sizes = ARENA_ARRAY(s->arena, SizeBinding, s->size_count + count + 1);
	if (s->size_count)
		memcpy(s->sizes, s->options->sizes,
		       sizeof *s->sizes * (size_t)s->size_count);
	for (int i = 0; i < count; i++)
		if (!has_size(s, sizes[i].name))
			s->sizes[s->size_count++] = sizes[i];
	return true;
}

bool stored_load(Session *s, const DbStored *stored)
{
	s->options->fp = fp_named(stored->fp);
	s->file = arena_printf(s->arena, "<stored %s>", stored->program);
	s->text = stored->form;
	if (!choose_sizes(s, stored) || !session_read(s))
		return false;
	return program_key(s->program) == stored->program_key
	    || stored_damaged(s, stored, "a program that is not that of its key");
}
