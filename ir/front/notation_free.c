/* Names of an expression that nothing in it binds. */
#include <string.h>

#include "ir/front/notation_draft.h"
#include "ir/front/notation_use.h"

typedef struct Bound {
	const struct Bound *up;
	const char *name;
	int length;
} Bound;

typedef struct Walk {
	Arena *arena;
	FreeName *visit;
	void *context;
} Walk;

static void walk(Walk *w, const Node *node, const Bound *bound);

static const Bound *bind(Walk *w, const Node *pattern, const Bound *bound)
{
	Bound *made;

	if (pattern->kind == NODE_LIST)
		for (int i = 0; i < pattern->count; i++)
			bound = bind(w, pattern->kids[i], bound);
	if (pattern->kind != NODE_STRING)
		return bound;
	made = ARENA_NEW(w->arena, Bound);
	*made = (Bound){ bound, pattern->string,
			 (int)strcspn(pattern->string, ": ") };
	return made;
}

static bool is_bound(const Bound *bound, const char *name)
{
	for (; bound; bound = bound->up)
		if ((int)strlen(name) == bound->length
		    && !strncmp(name, bound->name, (size_t)bound->length))
			return true;
	return false;
}

static void walk_let(Walk *w, const Node *let, const Bound *bound)
{
	for (int i = 1; i + 1 < let->count; i += 2) {
		walk(w, let->kids[i + 1], bound);
		bound = bind(w, let->kids[i], bound);
	}
	walk(w, let->kids[let->count - 1], bound);
}

/* The arguments that are no sizes; of a mode, its value. */
static void walk_arguments(Walk *w, const Node *list, const Bound *bound)
{
	SizedName sized = { 0, 0, false };

	if (list->kids[0]->kind == NODE_STRING
	    && !is_bound(bound, list->kids[0]->string))
		notation_sized(list->kids[0]->string, &sized);
	for (int i = 1; i < list->count; i++) {
		const Node *mode = list->kids[i];
		int size = i - 1 - sized.at;

		if (size >= 0 && size < sized.count
		    && mode->kind != NODE_LIST)
			continue;
		if (!sized.mode || size != sized.count)
			walk(w, mode, bound);
		else if (mode->kind == NODE_LIST)
			for (int j = 1; j < mode->count; j++)
				walk(w, mode->kids[j], bound);
	}
}

static void walk_list(Walk *w, const Node *list, const Bound *bound)
{
	const char *head = list->kids[0]->kind == NODE_STRING
			 ? list->kids[0]->string : "";

	if (!strcmp(head, "fun") && list->count == 3) {
		walk(w, list->kids[2], bind(w, list->kids[1], bound));
	} else if (!strcmp(head, "let") && list->count >= 4) {
		walk_let(w, list, bound);
	} else {
		walk(w, list->kids[0], bound);
		walk_arguments(w, list, bound);
	}
}

static void walk(Walk *w, const Node *node, const Bound *bound)
{
	const Node *means;

	if (node->kind == NODE_LIST && node->count)
		walk_list(w, node, bound);
	else if (node->kind == NODE_STRING && !is_bound(bound, node->string))
		w->visit(w->context, node->string, node);
	means = node->kind == NODE_OBJECT ? json_member(node, "means") : NULL;
	if (means)
		walk(w, means, NULL);
}

void notation_free_names(Arena *arena, const Node *expression,
			 FreeName *visit, void *context)
{
	Walk w = { arena, visit, context };

	walk(&w, expression, NULL);
}
