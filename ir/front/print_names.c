#include "ir/front/print_names.h"

#include <string.h>

#include "ir/front/read.h"
#include "ir/front/term.h"

static bool is_built_in(const char *name)
{
	int dim;

	return read_is_reserved(name) || elaborate_form(name)
	    || elaborate_is_literal_name(name) || op_named(name) != OP_COUNT
	    || prim_named(name, &dim) != PRIM_COUNT || !strcmp(name, "id");
}

bool names_hide(const Program *program, const char *name)
{
	for (int i = 0; program && i < program->input_count; i++)
		if (!strcmp(program->inputs[i].name, name))
			return true;
	for (int i = 0; program && i < program->algebra_count; i++)
		if (!strcmp(program->algebra[i].name, name))
			return true;
	return false;
}

bool names_taken(const Program *program, const char *name)
{
	return names_hide(program, name) || is_built_in(name);
}

static bool bound_has(const Bound *bound, const char *name)
{
	for (int i = 0; i < bound->count; i++)
		if (bound_has(&bound->parts[i], name))
			return true;
	return bound->name && !strcmp(bound->name, name);
}

static bool in_scope(const Names *names, const char *name)
{
	for (; names; names = names->up)
		if (bound_has(names->bound, name))
			return true;
	return false;
}

const Names *names_push(Arena *arena, const Names *names, const Bound *bound)
{
	Names *made = ARENA_NEW(arena, Names);

	*made = (Names){ names, bound };
	return made;
}

/* -- how a variable is used ------------------------------------------------ */

typedef struct Usage {
	bool whole;
	struct Usage *parts; /* NULL: never taken apart */
} Usage;

/* Of a tuple that can be taken apart. */
static bool is_part(const Expr *e)
{
	return e->kind == EXPR_GET && !e->kids[0]->type->shape;
}

static bool is_chain_of(const Expr *e, int index)
{
	while (is_part(e))
		e = e->kids[0];
	return e->kind == EXPR_VAR && e->index == index;
}

static Usage *usage_of(Arena *arena, Usage *root, const Expr *chain)
{
	Usage *usage;

	if (chain->kind == EXPR_VAR)
		return root;
	usage = usage_of(arena, root, chain->kids[0]);
	if (!usage->parts)
		usage->parts = ARENA_ARRAY(arena, Usage,
					   chain->kids[0]->type->count);
	return &usage->parts[chain->index];
}

static void collect(Arena *arena, const Expr *e, int index, Usage *root)
{
	if (e->open <= index)
		return;
	if (is_chain_of(e, index)) {
		usage_of(arena, root, e)->whole = true;
		return;
	}
	for (int i = 0; i < e->kid_count; i++)
		collect(arena, e->kids[i], index + expr_binds(e, i), root);
}

/* What a let is called for want of a name. */
#define LET_NAME "t"

/* -- choosing -------------------------------------------------------------- */

typedef struct Chosen {
	const struct Chosen *up;
	const char *name;
} Chosen;

/* The names of one binder while they are chosen. */
typedef struct Naming {
	Arena *arena;
	const Program *program;
	const Names *names;
	const Expr *binder;
	const Chosen *chosen;
} Naming;

static bool is_free(const Naming *n, const char *name)
{
	for (const Chosen *c = n->chosen; c; c = c->up)
		if (!strcmp(c->name, name))
			return false;
	return !in_scope(n->names, name) && !names_taken(n->program, name);
}

/* Whether a name is one that is chosen for want of another: t_2. */
static bool is_chosen(const char *name, const char *fallback)
{
	const size_t length = strlen(fallback);

	return !strncmp(name, fallback, length) && name[length] == '_'
	    && strspn(name + length + 1, "0123456789")
	       == strlen(name + length + 1);
}

static const char *choose(Naming *n, int hint, const char *fallback)
{
	Chosen *chosen = ARENA_NEW(n->arena, Chosen);
	const char *base = NULL, *name;

	if (n->program)
		base = expr_hinted(n->program->ir, n->binder, hint);
	if (!base || (!strcmp(fallback, LET_NAME) && is_chosen(base, fallback)))
		base = fallback;
	name = base;
	for (int i = 2; !is_free(n, name); i++)
		name = arena_printf(n->arena, "%.50s_%d", base, i);
	*chosen = (Chosen){ n->chosen, name };
	n->chosen = chosen;
	return name;
}

static Bound bound_of(Naming *n, const Usage *usage, const Type *type,
		      int hint, const char *fallback)
{
	static const char *const letters[] = { "a", "b", "c", "d", "e", "f" };
	Bound *parts;

	if (usage->whole)
		return (Bound){ choose(n, hint, fallback), 0, NULL };
	if (!usage->parts)
		return (Bound){ NULL, 0, NULL };
	parts = ARENA_ARRAY(n->arena, Bound, type->count);
	for (int i = 0; i < type->count; i++)
		parts[i] = bound_of(n, &usage->parts[i], type->parts[i],
				    expr_hint_part(hint, i),
				    i < 6 ? letters[i] : "p");
	return (Bound){ NULL, type->count, parts };
}

static const Bound *name_variable(Naming *n, const Expr *body, int index,
				  const Type *type, int i,
				  const char *fallback)
{
	Bound *bound = ARENA_NEW(n->arena, Bound);
	Usage usage = { false, NULL };

	collect(n->arena, body, index, &usage);
	*bound = bound_of(n, &usage, type, i, fallback);
	return bound;
}

const Names *names_bind(Arena *arena, const Program *program,
			const Names *names, const Expr *binder,
			const Bound *bounds[2])
{
	Naming n = { arena, program, names, binder, NULL };
	bool fold = binder->kind == EXPR_LAMBDA && binder->index == 2;

	if (binder->kind == EXPR_LET) {
		bounds[0] = name_variable(&n, binder->kids[1], 0,
					  binder->kids[0]->type, 0, LET_NAME);
		return names_push(arena, names, bounds[0]);
	}
	for (int i = 0; i < binder->index; i++) {
		bounds[i] = name_variable(&n, binder->kids[0],
					  binder->index - 1 - i,
					  binder->params[i], i,
					  fold && !i ? "acc" : "x");
		names = names_push(arena, names, bounds[i]);
	}
	return names;
}

const Bound *names_called(const Names *names, const Expr *e)
{
	const Bound *whole;

	if (is_part(e)) {
		whole = names_called(names, e->kids[0]);
		return whole && whole->count ? &whole->parts[e->index] : NULL;
	}
	if (e->kind != EXPR_VAR)
		return NULL;
	for (int i = 0; names && i < e->index; i++)
		names = names->up;
	return names ? names->bound : NULL;
}
