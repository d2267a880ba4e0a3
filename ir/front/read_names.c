/* Names of the whole document, also of defs that nothing uses: every name must
 * mean something (language.md). */
#include <string.h>

#include "ir/front/read_names.h"

typedef struct Local {
	const struct Local *up;
	const char *name;
	int used; /* number in walk->uses */
} Local;

typedef struct Walk {
	Reader *r;
	NameTable *table;
	int owner;
	bool ok;
} Walk;

static void walk(Walk *w, const Node *node, const Local *locals);

static bool is_built_in(const char *name)
{
	int dim;

	return elaborate_form(name) || elaborate_is_literal_name(name)
	    || scalar_named(name, strlen(name)) != SCALAR_COUNT
	    || op_named(name) != OP_COUNT || !strcmp(name, "id")
	    || prim_named(name, &dim) != PRIM_COUNT;
}

/* -- binding --------------------------------------------------------------- */

static int add_use(Walk *w, const Node *at, const char *name, int length)
{
	NameTable *t = w->table;

	if (t->use_count == t->use_capacity) {
		NameUse *old = t->uses;

		t->use_capacity = t->use_capacity * 2 + 64;
		t->uses = ARENA_ARRAY(w->r->arena, NameUse, t->use_capacity);
		if (t->use_count)
			memcpy(t->uses, old,
			       sizeof *old * (size_t)t->use_count);
	}
	t->uses[t->use_count] = (NameUse){ w->owner, at, name, length, false };
	return t->use_count++;
}

static const Local *bind(Walk *w, const Node *parameter, const Local *locals)
{
	int type_from, length;
	Local *local;

	if (parameter->kind == NODE_LIST)
		for (int i = 0; i < parameter->count; i++)
			locals = bind(w, parameter->kids[i], locals);
	if (parameter->kind != NODE_STRING)
		return locals;
	length = pattern_split(parameter->string, &type_from);
	local = ARENA_NEW(w->r->arena, Local);
	local->up = locals;
	local->name = arena_strndup(w->r->arena, parameter->string,
				    (size_t)length);
	local->used = add_use(w, parameter, local->name, length);
	return local;
}

static void walk_fun(Walk *w, const Node *list, const Local *locals)
{
	if (list->count == 3)
		walk(w, list->kids[2], bind(w, list->kids[1], locals));
}

static void walk_let(Walk *w, const Node *list, const Local *locals)
{
	if (list->count < 4 || list->count % 2)
		return;
	for (int i = 1; i + 1 < list->count; i += 2) {
		walk(w, list->kids[i + 1], locals);
		locals = bind(w, list->kids[i], locals);
	}
	walk(w, list->kids[list->count - 1], locals);
}

/* -- using ----------------------------------------------------------------- */

static void add_reference(Walk *w, int global, const Node *at)
{
	Reader *r = w->r;

	if (r->reference_count == r->reference_capacity) {
		Reference *old = r->references;

		r->reference_capacity = r->reference_capacity * 2 + 64;
		r->references = ARENA_ARRAY(r->arena, Reference,
					    r->reference_capacity);
		if (r->reference_count)
			memcpy(r->references, old,
			       sizeof *old * (size_t)r->reference_count);
	}
	r->references[r->reference_count++] = (Reference){ w->owner, global,
							   at };
}

static bool use_name(Walk *w, const char *name, const Node *at,
		     const Local *locals)
{
	const Global *global;

	for (const Local *l = locals; l; l = l->up)
		if (!strcmp(l->name, name)) {
			w->table->uses[l->used].used = true;
			return true;
		}
	global = read_global(w->r, name);
	if (!global)
		return false;
	add_reference(w, (int)(global - w->r->globals), at);
	return true;
}

static void unknown(Walk *w, const Node *node, const Local *locals)
{
	const char *name = node->string, *near = NULL;
	bool shown = w->r->diags->count < w->r->diags->capacity;
	int best = 3;
	const char *ours = names_foreign(name);

	for (const Local *l = locals; shown && l; l = l->up)
		names_nearer(name, l->name, &best, &near);
	for (int i = 0; shown && i < w->r->global_count; i++)
		names_nearer(name, w->r->globals[i].name, &best, &near);
	names_nearest_built_in(name, &best, &near);
	read_error(w->r, E0201, node, read_found(w->r, node),
		   ours ? arena_printf(w->r->arena, "here it is %s", ours)
		   : near ? arena_printf(w->r->arena, "did you mean %s?", near)
			: "a parameter, an input, a def or a built-in name",
		   "an unknown name");
	w->ok = false;
}

static void walk_name(Walk *w, const Node *node, const Local *locals)
{
	const char *name = node->string;

	if (use_name(w, name, node, locals)
	    || elaborate_is_literal_text(name)
	    || is_built_in(name + (name[0] == '.')))
		return;
	unknown(w, node, locals);
}

/* -- applications ---------------------------------------------------------- */

static void walk_kids(Walk *w, const Node *list, int from,
		      const Local *locals)
{
	for (int i = from; i < list->count; i++)
		walk(w, list->kids[i], locals);
}

/* The mode of pad is a word or ["const", v]. */
static void walk_mode(Walk *w, const Node *mode, const Local *locals)
{
	if (mode->kind == NODE_LIST)
		walk_kids(w, mode, 1, locals);
}

static void walk_arguments(Walk *w, const char *letter, const Node *list,
			   const Local *locals)
{
	for (int i = 1; i < list->count; i++) {
		if (*letter == 'm')
			walk_mode(w, list->kids[i], locals);
		else if (*letter != 'n')
			walk(w, list->kids[i], locals);
		if (*letter && *letter != '*')
			letter++;
	}
}

/* What a function in C means sees no names around it. */
static void walk_opencl(Walk *w, const Node *list)
{
	const Node *means = NULL;

	if (list->count == 2 && list->kids[1]->kind == NODE_OBJECT)
		means = json_member(list->kids[1], "means");
	if (means)
		walk(w, means, NULL);
}

static void walk_built_in(Walk *w, const char *name, const Node *list,
			  const Local *locals)
{
	const char *derived = elaborate_derived_signature(name,
							  list->count - 1);
	int dim;
	Prim prim = prim_named(name, &dim);

	if (!strcmp(name, "fun"))
		walk_fun(w, list, locals);
	else if (!strcmp(name, "opencl"))
		walk_opencl(w, list);
	else if (!strcmp(name, "let"))
		walk_let(w, list, locals);
	else if (!strcmp(name, "get") || !strcmp(name, "bits"))
		walk_kids(w, list, 2, locals);
	else if (derived)
		walk_arguments(w, derived, list, locals);
	else if (prim != PRIM_COUNT)
		walk_arguments(w, prim_rows[prim].signature, list, locals);
	else if (strcmp(name, "size"))
		walk_kids(w, list, 1, locals);
}

static void walk_list(Walk *w, const Node *list, const Local *locals)
{
	const Node *head = list->count ? list->kids[0] : NULL;
	const char *name;

	if (!head)
		return;
	if (head->kind != NODE_STRING) {
		walk_kids(w, list, 0, locals);
		return;
	}
	name = head->string;
	if (elaborate_is_type_text(head))
		walk_kids(w, list, 1, locals);
	else if (use_name(w, name, head, locals))
		walk_kids(w, list, 1, locals);
	else if (is_built_in(name + (name[0] == '.')))
		walk_built_in(w, name + (name[0] == '.'), list, locals);
	else
		walk_kids(w, list, 0, locals);
}

static void walk(Walk *w, const Node *node, const Local *locals)
{
	if (node->kind == NODE_STRING)
		walk_name(w, node, locals);
	if (node->kind == NODE_LIST)
		walk_list(w, node, locals);
}

bool names_walk(Reader *r, NameTable *table)
{
	Walk w = { .r = r, .table = table, .owner = OWNER_BODY, .ok = true };
	const Node *neutral;

	walk(&w, json_member(r->root, "body"), NULL);
	for (w.owner = 0; w.owner < r->global_count; w.owner++) {
		const Global *global = &r->globals[w.owner];

		if (global->kind == GLOBAL_DEF)
			walk(&w, global->node, NULL);
		if (global->kind != GLOBAL_OPERATOR)
			continue;
		walk(&w, json_member(global->node, "fun"), NULL);
		neutral = json_member(global->node, "neutral");
		if (neutral)
			walk(&w, neutral, NULL);
	}
	return w.ok;
}
