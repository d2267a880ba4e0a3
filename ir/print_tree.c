/* Expressions as JSON trees: the normal form, which reads back to the same
 * expression. Every literal is typed; functions are written without their
 * parameter where they are compositions; parameters of tuple type that are
 * only taken apart are patterns. */
#include <string.h>

#include "ir/print_eta.h"
#include "ir/print_tree.h"

/* What a variable is called: one name, or the names of its parts. */
typedef struct Bound {
	const char *name; /* NULL: taken apart, or not used */
	int count;
	const struct Bound *parts;
} Bound;

/* Names in scope, innermost first; level: number of binders outside. */
typedef struct Names {
	const struct Names *up;
	const Bound *bound;
} Names;

typedef struct Printer {
	Arena *arena;
	const Program *program;
} Printer;

static Tree *value_tree(Printer *p, const Expr *e, const Names *names,
			const Step *at);
static Tree *function_tree(Printer *p, const Expr *lambda, const Names *names,
			   const Step *at);

/* -- trees ----------------------------------------------------------------- */

static const Step *step(Printer *p, const Step *up, int kid)
{
	Step *made = ARENA_NEW(p->arena, Step);

	*made = (Step){ up, kid, up ? up->depth + 1 : 0 };
	return made;
}

static Tree *raw(Printer *p, const char *json, const Step *at)
{
	Tree *tree = ARENA_NEW(p->arena, Tree);

	*tree = (Tree){ .atom = arena_strdup(p->arena, json), .at = at,
			.width = (int)strlen(json) };
	return tree;
}

static Tree *quoted(Printer *p, const char *string, const Step *at)
{
	Text text = { 0 };
	Tree *tree;

	text_json(&text, string);
	tree = raw(p, text_string(&text), at);
	text_free(&text);
	return tree;
}

static Tree *list(Printer *p, const Step *at)
{
	Tree *tree = ARENA_NEW(p->arena, Tree);

	*tree = (Tree){ .at = at, .width = 2 };
	return tree;
}

static void add(Printer *p, Tree *tree, Tree *item)
{
	if (tree->count == tree->capacity) {
		Tree **old = tree->items;

		tree->capacity = tree->capacity * 2 + 4;
		tree->items = ARENA_ARRAY(p->arena, Tree *, tree->capacity);
		if (tree->count)
			memcpy(tree->items, old,
			       sizeof *old * (size_t)tree->count);
	}
	tree->width += item->width + (tree->count ? 2 : 0);
	tree->items[tree->count++] = item;
}

static Tree *built_in(Printer *p, const char *name, const Step *at)
{
	for (int i = 0; i < p->program->input_count; i++)
		if (!strcmp(p->program->inputs[i].name, name))
			return quoted(p, arena_printf(p->arena, ".%s", name),
				      at);
	return quoted(p, name, at);
}

static Tree *type_atom(Printer *p, const Type *type)
{
	return quoted(p, type_string(p->program->ir, type), NULL);
}

static Tree *size_atom(Printer *p, const Size *size)
{
	Text text = { 0 };
	Tree *tree;

	size_text(&text, size);
	tree = size_is_const(size) ? raw(p, text_string(&text), NULL)
				   : quoted(p, text_string(&text), NULL);
	text_free(&text);
	return tree;
}

/* -- names ----------------------------------------------------------------- */

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

/* The names of one parameter list while they are chosen. */
typedef struct Naming {
	Printer *p;
	const Names *names;
	const Expr *binder;
	const char *chosen[64];
	int count;
} Naming;

static bool is_free(const Naming *n, const char *name)
{
	for (int i = 0; i < n->count; i++)
		if (!strcmp(n->chosen[i], name))
			return false;
	return !in_scope(n->names, name)
	    && !print_name_taken(n->p->program, name);
}

static const char *choose(Naming *n, int hint, const char *fallback)
{
	const char *base = expr_hinted(n->p->program->ir, n->binder, hint);
	const char *name;
	int base_length;

	if (!base)
		base = fallback;
	name = base;
	base_length = (int)strlen(base) < 56 ? (int)strlen(base) : 56;
	for (int i = 2; !is_free(n, name); i++)
		name = arena_printf(n->p->arena, "%.*s_%d", base_length, base,
				    i);
	if (n->count < 64)
		n->chosen[n->count++] = name;
	return name;
}

/* How a variable is used: as a whole, or only by parts. */
typedef struct Usage {
	bool whole;
	struct Usage *parts; /* NULL: never by parts */
} Usage;

static bool is_chain_of(const Expr *e, int index)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_VAR && e->index == index;
}

static Usage *usage_of(Printer *p, Usage *root, const Expr *chain)
{
	Usage *usage;

	if (chain->kind == EXPR_VAR)
		return root;
	usage = usage_of(p, root, chain->kids[0]);
	if (!usage->parts)
		usage->parts = ARENA_ARRAY(p->arena, Usage,
					   chain->kids[0]->type->count);
	return &usage->parts[chain->index];
}

static void collect(Printer *p, const Expr *e, int index, Usage *root)
{
	if (e->open <= index)
		return;
	if (is_chain_of(e, index)) {
		usage_of(p, root, e)->whole = true;
		return;
	}
	for (int i = 0; i < e->kid_count; i++)
		collect(p, e->kids[i], index + expr_binds(e, i), root);
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
	parts = ARENA_ARRAY(n->p->arena, Bound, type->count);
	for (int i = 0; i < type->count; i++)
		parts[i] = bound_of(n, &usage->parts[i], type->parts[i],
				    expr_hint_part(hint, i),
				    i < 6 ? letters[i] : "p");
	return (Bound){ NULL, type->count, parts };
}

/* The names of variable `index` of body, for parameter i of the binder. */
static const Bound *name_binder(Naming *n, const Expr *body, int index,
				const Type *type, int i, const char *fallback)
{
	Bound *bound = ARENA_NEW(n->p->arena, Bound);
	Usage usage = { false, NULL };

	collect(n->p, body, index, &usage);
	*bound = bound_of(n, &usage, type, i, fallback);
	return bound;
}

static const Names *push(Printer *p, const Names *names, const Bound *bound)
{
	Names *made = ARENA_NEW(p->arena, Names);

	*made = (Names){ names, bound };
	return made;
}

static Tree *bound_tree(Printer *p, const Bound *bound, const Step *at)
{
	Tree *tree;

	if (!bound->count)
		return quoted(p, bound->name ? bound->name : "_", at);
	tree = list(p, at);
	for (int i = 0; i < bound->count; i++)
		add(p, tree, bound_tree(p, &bound->parts[i], NULL));
	return tree;
}

/* What a variable, or a part of one, is called; NULL when it has no name. */
static const Bound *called(const Expr *e, const Names *names)
{
	const Bound *whole;

	if (e->kind == EXPR_GET) {
		whole = called(e->kids[0], names);
		return whole && whole->count ? &whole->parts[e->index] : NULL;
	}
	if (e->kind != EXPR_VAR)
		return NULL;
	for (int i = 0; names && i < e->index; i++)
		names = names->up;
	return names ? names->bound : NULL;
}

/* -- values ---------------------------------------------------------------- */

static Tree *applied(Printer *p, Tree *head, const Expr *e, const Names *names,
		     const Step *at)
{
	Tree *tree = list(p, at);

	add(p, tree, head);
	for (int i = 0; i < e->kid_count; i++)
		add(p, tree, value_tree(p, e->kids[i], names, step(p, at, i)));
	return tree;
}

static Tree *typed(Printer *p, const Type *type, Tree *of, const Step *at)
{
	Tree *tree = list(p, at);

	add(p, tree, type_atom(p, type));
	add(p, tree, of);
	return tree;
}

static Tree *literal_tree(Printer *p, const Expr *e, const Step *at)
{
	bool typeless = e->type->kind == TYPE_SCALAR
		     && e->type->scalar == SCALAR_BOOL;
	Text text = { 0 };
	Tree *number;

	print_literal(&text, e);
	number = raw(p, text_string(&text), typeless ? at : NULL);
	text_free(&text);
	return typeless ? number : typed(p, e->type, number, at);
}

static Tree *size_tree(Printer *p, const Expr *e, const Step *at)
{
	Tree *size = list(p, NULL);

	add(p, size, quoted(p, "size", NULL));
	add(p, size, size_atom(p, e->sizes[0]));
	return typed(p, e->type, size, at);
}

static Tree *get_tree(Printer *p, const Expr *e, const Names *names,
		      const Step *at)
{
	Tree *tree = list(p, at);

	add(p, tree, quoted(p, "get", NULL));
	add(p, tree, raw(p, arena_printf(p->arena, "%d", e->index), NULL));
	add(p, tree, value_tree(p, e->kids[0], names, step(p, at, 0)));
	return tree;
}

static Tree *var_tree(Printer *p, const Expr *e, const Step *at)
{
	return quoted(p, arena_printf(p->arena, "$%d", e->index), at);
}

static Tree *bits_tree(Printer *p, const Expr *e, const Names *names,
		       const Step *at)
{
	Tree *tree = list(p, at);

	add(p, tree, built_in(p, "bits", NULL));
	add(p, tree, type_atom(p, e->type));
	add(p, tree, value_tree(p, e->kids[0], names, step(p, at, 0)));
	return tree;
}

/* Nested lets are one; each after the first is shown by its name. */
static Tree *let_tree(Printer *p, const Expr *e, const Names *names,
		      const Step *at)
{
	Tree *tree = list(p, at);
	const Step *shown = NULL;

	add(p, tree, quoted(p, "let", NULL));
	for (; e->kind == EXPR_LET; e = e->kids[1]) {
		Naming naming = { .p = p, .names = names, .binder = e };
		const Bound *bound = name_binder(&naming, e->kids[1], 0,
						 e->kids[0]->type, 0, "t");

		add(p, tree, bound_tree(p, bound, shown));
		add(p, tree, value_tree(p, e->kids[0], names, step(p, at, 0)));
		names = push(p, names, bound);
		shown = at = step(p, at, 1);
	}
	add(p, tree, value_tree(p, e, names, at));
	return tree;
}

static const char *prim_text(Printer *p, const Expr *e)
{
	if (!prim_is(e->prim, TRAIT_DIM) || !e->index)
		return prim_name(e->prim);
	return arena_printf(p->arena, "%s(%d)", prim_name(e->prim), e->index);
}

/* A primitive with its arguments; without kid `omit`, as a function of it. */
static Tree *prim_list(Printer *p, const Expr *e, int omit, const Names *names,
		       const Step *at)
{
	const char *letter = prim_rows[e->prim].signature;
	Tree *tree = list(p, at);
	int kid = 0, size = 0;

	add(p, tree, built_in(p, prim_text(p, e), NULL));
	while (kid < e->kid_count) {
		char c = *letter && *letter != '*' ? *letter++ : 'x';

		if (c == 'n') {
			add(p, tree, size_atom(p, e->sizes[size++]));
			continue;
		}
		if (kid != omit)
			add(p, tree, prim_kid_arity(e->prim, kid)
			    ? function_tree(p, e->kids[kid], names,
					    step(p, at, kid))
			    : value_tree(p, e->kids[kid], names,
					 step(p, at, kid)));
		kid++;
	}
	return tree;
}

/* A fill that is a vector says so: nothing around it might. */
static Tree *splat_tree(Printer *p, const Expr *e, const Names *names,
			const Step *at)
{
	Tree *fill = prim_list(p, e, -1, names, at);

	fill->at = NULL;
	return typed(p, e->type, fill, at);
}

static Tree *value_tree(Printer *p, const Expr *e, const Names *names,
			const Step *at)
{
	const Bound *bound = called(e, names);

	if (bound && bound->name)
		return quoted(p, bound->name, at);
	switch (e->kind) {
	case EXPR_INPUT:
		return quoted(p, p->program->inputs[e->index].name, at);
	case EXPR_VAR: return var_tree(p, e, at);
	case EXPR_LITERAL: return literal_tree(p, e, at);
	case EXPR_SIZE: return size_tree(p, e, at);
	case EXPR_OP:
		return applied(p, built_in(p, op_rows[e->op].name, NULL), e,
			       names, at);
	case EXPR_CONVERT: return applied(p, type_atom(p, e->type), e, names,
					  at);
	case EXPR_BITS: return bits_tree(p, e, names, at);
	case EXPR_IF: return applied(p, quoted(p, "if", NULL), e, names, at);
	case EXPR_TUPLE: return applied(p, quoted(p, "tuple", NULL), e, names,
					at);
	case EXPR_GET: return get_tree(p, e, names, at);
	case EXPR_LET: return let_tree(p, e, names, at);
	case EXPR_LAMBDA: return function_tree(p, e, names, at);
	case EXPR_PRIM:
		return e->prim == PRIM_SPLAT ? splat_tree(p, e, names, at)
					     : prim_list(p, e, -1, names, at);
	case EXPR_KINDS: break;
	}
	return NULL;
}

/* -- functions ------------------------------------------------------------- */

static Tree *element_tree(Printer *p, const Expr *e, int inner,
			  const Names *names, const Step *at)
{
	Tree *tree;

	if (e->kind == EXPR_OP)
		return built_in(p, op_rows[e->op].name, at);
	if (e->kind == EXPR_CONVERT)
		return quoted(p, type_string(p->program->ir, e->type), at);
	if (e->kind == EXPR_PRIM && e->kid_count == 1 && !e->size_count)
		return built_in(p, prim_text(p, e), at);
	if (e->kind == EXPR_PRIM && inner < 0)
		return built_in(p, prim_text(p, e), at);
	if (e->kind == EXPR_PRIM)
		return prim_list(p, e, inner, names, at);
	tree = list(p, at);
	add(p, tree, quoted(p, "get", NULL));
	add(p, tree, raw(p, arena_printf(p->arena, "%d", e->index), NULL));
	return tree;
}

static bool is_space(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_TO_LOCAL || e->prim == PRIM_TO_GLOBAL
		|| e->prim == PRIM_TO_PRIVATE);
}

/* toLocal stands around the function whose result it stores. */
static Tree *space_tree(Printer *p, const Expr *e, Tree *of, const Step *at)
{
	Tree *tree = list(p, at);

	add(p, tree, built_in(p, prim_text(p, e), NULL));
	add(p, tree, of);
	return tree;
}

static Tree *chain_tree(Printer *p, const Eta *eta, const Names *names,
			const Step *at)
{
	static const Bound unnamed = { NULL, 0, NULL };
	const Names *inside = push(p, names, &unnamed);
	Tree *elements[ETA_MAX], *tree;
	const Step *steps[ETA_MAX], *down = step(p, at, 0);
	int count = 0;

	if (!eta->count)
		return built_in(p, "id", at);
	for (int i = 0; i < eta->count; i++) {
		steps[i] = down;
		down = step(p, down, eta->inner[i]);
	}
	for (int i = eta->count - 1; i >= 0; i--) {
		const Expr *e = eta->nodes[i];

		if (is_space(e) && count) {
			elements[count - 1] = space_tree(p, e,
							 elements[count - 1],
							 steps[i]);
			continue;
		}
		elements[count++] = element_tree(p, e, eta->inner[i], inside,
						 steps[i]);
	}
	if (count == 1)
		return elements[0];
	tree = list(p, at);
	add(p, tree, quoted(p, "compose", NULL));
	while (count)
		add(p, tree, elements[--count]);
	return tree;
}

static Tree *fun_tree(Printer *p, const Expr *lambda, const Names *names,
		      const Step *at)
{
	Naming naming = { .p = p, .names = names, .binder = lambda };
	const char *fallback[] = { lambda->index == 2 ? "acc" : "x", "x" };
	Tree *tree = list(p, at), *parameters;
	const Bound *bounds[2];

	for (int i = 0; i < lambda->index; i++) {
		bounds[i] = name_binder(&naming, lambda->kids[0],
					lambda->index - 1 - i,
					lambda->params[i], i, fallback[i]);
		names = push(p, names, bounds[i]);
	}
	parameters = lambda->index == 1 && bounds[0]->count
		? bound_tree(p, bounds[0], NULL) : list(p, NULL);
	if (!parameters->count)
		for (int i = 0; i < lambda->index; i++)
			add(p, parameters, bound_tree(p, bounds[i], NULL));
	add(p, tree, quoted(p, "fun", NULL));
	add(p, tree, parameters);
	add(p, tree, value_tree(p, lambda->kids[0], names, step(p, at, 0)));
	return tree;
}

static Tree *function_tree(Printer *p, const Expr *lambda, const Names *names,
			   const Step *at)
{
	Eta eta;
	Op op;

	if (eta_chain(lambda, &eta))
		return chain_tree(p, &eta, names, at);
	if (eta_binary(lambda, &op))
		return built_in(p, op_rows[op].name, step(p, at, 0));
	return fun_tree(p, lambda, names, at);
}

Tree *print_tree(Arena *arena, const Program *program, const Expr *e)
{
	Printer p = { arena, program };
	const Step *root = step(&p, NULL, 0);

	return value_tree(&p, e, NULL, root);
}
