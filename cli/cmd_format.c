/* format: a document written in the notation, or as JSON. Comments of the
 * notation are not kept. */
#include <stdio.h>

#include "cli/commands.h"
#include "ir/front/notation.h"

/* For JSON with what a program in the notation uses. */
static const Node *read_tree(Session *s, Diags *again)
{
	JsonText *source = ARENA_NEW(s->arena, JsonText);
	const Node *document;

	*source = (JsonText){ s->arena, s->file, s->text, again };
	if (!notation_is(s->text))
		return json_read(source);
	document = notation_read(source);
	return document && s->options->json
		? notation_resolve(source, document) : document;
}

int cmd_format(Session *s)
{
	Diags *again = diags_new();
	const Node *document;
	Text text = { 0 };

	if (s->options->text && s->options->json) {
		diags_free(again);
		diag_add(s->diags, E0901, NULL, "--text and --json",
			 "one of them", "a program is written in one form");
		return EXIT_USAGE;
	}
	if (!session_load(s)) {
		diags_free(again);
		return EXIT_INPUT;
	}
	document = read_tree(s, again);
	if (document && s->options->json)
		notation_json(&text, document);
	else if (document)
		notation_print(&text, document);
	fputs(text_string(&text), stdout);
	text_free(&text);
	diags_free(again);
	return document ? EXIT_DONE : EXIT_INPUT;
}
