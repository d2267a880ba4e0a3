/* Definitions that need not be written, since the prelude has them. */
#include <string.h>

#include "ir/front/notation.h"
#include "ir/front/notation_use.h"

static bool is_same(const Node *a, const Node *b)
{
	if (a->kind != b->kind || a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (!is_same(a->kids[i], b->kids[i]))
			return false;
	switch (a->kind) {
	case NODE_STRING: return !strcmp(a->string, b->string);
	case NODE_INTEGER:
	case NODE_BOOL: return a->integer == b->integer;
	case NODE_REAL: return a->real == b->real;
	case NODE_LIST: return true;
	case NODE_OBJECT: break;
	}
	return false;
}

/* The document without the definitions that the prelude has, too. */
static const Node *without(Arena *arena, const Node *document,
			   const Node *prelude)
{
	const Node *defs = json_member(document, "defs");
	Node *made = ARENA_NEW(arena, Node), *kept = ARENA_NEW(arena, Node);
	const Node **kids = ARENA_ARRAY(arena, const Node *, document->count);
	const Node **others = ARENA_ARRAY(arena, const Node *,
					  defs->count + 1);

	*made = *document;
	*kept = *defs;
	kept->count = 0;
	kept->kids = others;
	made->kids = kids;
	for (int i = 0; i < document->count; i++)
		kids[i] = document->kids[i] == defs ? kept
						    : document->kids[i];
	for (int i = 0; i < defs->count; i++) {
		const Node *given = notation_defined(prelude,
						     defs->kids[i]->key);

		if (!given || !is_same(given, defs->kids[i]))
			others[kept->count++] = defs->kids[i];
	}
	return made;
}

bool notation_is_given(Arena *arena, const Node *document,
		       const Node *definition)
{
	Diags *diags = diags_new();
	JsonText text = { arena, "", "", diags };
	const Node *prelude = notation_prelude_read(arena, diags);
	const Node *given = notation_defined(prelude, definition->key);
	bool is = given && !json_member(document, "use")
	       && is_same(given, definition);

	if (is) {
		const Node *again = notation_resolve(
			&text, without(arena, document, prelude));

		is = again && notation_defined(again, definition->key);
	}
	diags_free(diags);
	return is;
}
