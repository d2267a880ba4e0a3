/* Faults in the text of the right kernel. What does not build is none. */
#include <string.h>

#include "tests/cli/mutate.h"
#include "tests/cli/planted.h"

typedef struct Trying {
	Campaign *campaign;
	Bench *bench;
	int number;
} Trying;

static const Artifact *artifact_of(Bench *b, const char *source)
{
	Artifact *made = ARENA_NEW(b->session.arena, Artifact);

	*made = *b->trial.artifact;
	made->source = arena_strdup(b->session.arena, source);
	return made;
}

/* Words between tabs are of at most 63 bytes. */
static char *where(Bench *b, const Mutant *mutant)
{
	char *text = arena_printf(b->session.arena, "%s, line %d: %.24s",
				  mutant->fault, mutant->line, mutant->change);

	for (char *c = text; *c; c++)
		if (*c == '\t' || *c == '\n')
			*c = ' ';
	return text;
}

static void try_mutant(void *context, const Mutant *mutant)
{
	Trying *t = context;
	Campaign *c = t->campaign;
	Bench *b = t->bench;
	PlantedLine line = {
		.program = c->program, .port = where(b, mutant),
		.fault = (char *)(uintptr_t)planted_fault_name(PLANTED_TEXT),
		.place = t->number++,
	};
	const Artifact *artifact;
	Found how;

	if (c->turn++ % c->every || planted_log_find(&c->log, &line))
		return;
	artifact = artifact_of(b, mutant->source);
	how = planted_judged(b, artifact, true);
	if (b->measured->status == STATUS_BUILD_ERROR)
		return;
	planted_note(c, b, line, how);
	if (how == PASSED)
		planted_suspect(c, b, &line, artifact);
}

/* Names of values of the same kind, most of which differ. */
static const char swaps[] = "acc0 acc1 x0 x1 i0 i1 o0 o1 t0 t1";

void planted_try_text(Campaign *c, Bench *b)
{
	Trying t = { c, b, 0 };
	const char *source = b->trial.artifact->source;

	b->session.look = NULL;
	mutate(source, swaps, try_mutant, &t);
	mutate_values(source, try_mutant, &t);
}
