#include "cli/dump.h"

#include <stdio.h>
#include <string.h>

#include "cli/session.h"

static bool wanted(const Session *s, char letter)
{
	return s->options->dump && strchr(s->options->dump, letter);
}

void dump_program(Session *s)
{
	Text text = { 0 };

	if (!wanted(s, 'p'))
		return;
	session_print(s, &text, s->written, s->written->body);
	fputs(text_string(&text), stderr);
	text_free(&text);
}

void dump_trial(Session *s, const Trial *trial)
{
	const DbKernel *kernel = &trial->kernel;

	if (wanted(s, 's'))
		fprintf(stderr, "# %s\n%s", trial->what,
			kernel->derivation.steps);
	if (wanted(s, 'l'))
		fprintf(stderr, "# %s\n%s\n", trial->what,
			kernel->derivation.expression);
	if (wanted(s, 'k'))
		fprintf(stderr, "// %s\n%s", trial->what, kernel->source);
}
