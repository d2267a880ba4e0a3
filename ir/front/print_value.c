/* Values as JSON trees: the normal form, which reads back to the same
 * expression. Every literal is typed; parameters of tuple type that are only
 * taken apart are patterns. */
#include <string.h>

#include "ir/front/print_tree.h"

Tree *print_kid(Printer *p, const Expr *e, int kid, const Names *names,
		const Step *at)
{
	return print_value(p, e->kids[kid], names, tree_step(p, at, kid));
}

static Tree *applied(Printer *p, Tree *head, const Expr *e, const Names *names,
		     const Step *at)
{
	Tree *tree = tree_list(p, at);

	tree_add(p, tree, head);
	for (int i = 0; i < e->kid_count; i++)
		tree_add(p, tree, print_kid(p, e, i, names, at));
	return tree;
}

static Tree *typed(Printer *p, const Type *type, Tree *of, const Step *at)
{
	Tree *tree = tree_list(p, at);

	tree_add(p, tree, tree_type(p, type));
	tree_add(p, tree, of);
	return tree;
}

/* A whole number of floats is written without a point. */
static void shorten(Text *number)
{
	size_t end = number->length - 2;

	if (number->length < 3 || strcmp(number->data + end, ".0")
	    || *number->data == '-')
		return;
	number->data[end] = '\0';
	number->length = end;
}

static Tree *literal_tree(Printer *p, const Expr *e, const Step *at)
{
	bool typeless = e->type->kind == TYPE_SCALAR
		     && e->type->scalar == SCALAR_BOOL;
	Text text = { 0 };
	Tree *number;

	print_literal(&text, e);
	if (p->plain)
		shorten(&text);
	number = tree_raw(p, text_string(&text), typeless ? at : NULL);
	text_free(&text);
	return typeless || p->plain ? number : typed(p, e->type, number, at);
}

static Tree *size_tree(Printer *p, const Expr *e, const Step *at)
{
	Tree *size = tree_list(p, NULL);

	tree_add(p, size, tree_quoted(p, "size", NULL));
	tree_add(p, size, tree_size(p, e->sizes[0]));
	return p->plain ? size : typed(p, e->type, size, at);
}

static Tree *get_tree(Printer *p, const Expr *e, const Names *names,
		      const Step *at)
{
	Tree *tree = tree_list(p, at);
	const TypeShape shape = e->kids[0]->type->shape;

	if (shape) {
		tree_add(p, tree, tree_built_in(p, shape == SHAPE_LIST
						? "length" : "offsets", NULL));
	} else {
		tree_add(p, tree, tree_quoted(p, "get", NULL));
		tree_add(p, tree, tree_number(p, e->index));
	}
	tree_add(p, tree, print_kid(p, e, 0, names, at));
	return tree;
}

static Tree *input_tree(Printer *p, const Expr *e, const Step *at)
{
	if (p->program && e->index < p->program->input_count)
		return tree_quoted(p, p->program->inputs[e->index].name, at);
	return tree_quoted(p, arena_printf(p->arena, "$input%d", e->index), at);
}

static int depth_of(const Names *names)
{
	int depth = 0;

	for (; names; names = names->up)
		depth++;
	return depth;
}

/* A variable of nothing that is printed. */
static Tree *var_tree(Printer *p, const Expr *e, const Names *names,
		      const Step *at)
{
	if (p->plain)
		return tree_quoted(p, arena_printf(
			p->arena, "v%d", e->index - depth_of(names)), at);
	return tree_quoted(p, arena_printf(p->arena, "$%d", e->index), at);
}

static Tree *bits_tree(Printer *p, const Expr *e, const Names *names,
		       const Step *at)
{
	Tree *tree = tree_list(p, at);

	tree_add(p, tree, tree_built_in(p, "bits", NULL));
	tree_add(p, tree, tree_type(p, e->type));
	tree_add(p, tree, print_kid(p, e, 0, names, at));
	return tree;
}

/* Nested lets are one; each after the first is shown by its name. */
static Tree *let_tree(Printer *p, const Expr *e, const Names *names,
		      const Step *at)
{
	Tree *tree = tree_list(p, at);
	const Bound *bounds[2];
	const Step *shown = NULL;

	tree_add(p, tree, tree_quoted(p, "let", NULL));
	for (; e->kind == EXPR_LET; e = e->kids[1]) {
		const Names *inside = names_bind(p->arena, p->program, names,
						 e, bounds);

		tree_add(p, tree, tree_bound(p, bounds[0], shown));
		tree_add(p, tree, print_kid(p, e, 0, names, at));
		names = inside;
		shown = at = tree_step(p, at, 1);
	}
	tree_add(p, tree, print_value(p, e, names, at));
	return tree;
}

/* A fill that is a vector says so: nothing around it might. */
static Tree *splat_tree(Printer *p, const Expr *e, const Names *names,
			const Step *at)
{
	Tree *fill = print_prim(p, e, -1, names, at);

	fill->at = NULL;
	if (p->plain)
		return fill;
	return typed(p, e->type, fill, at);
}

Tree *print_value(Printer *p, const Expr *e, const Names *names,
			const Step *at)
{
	const Bound *bound = names_called(names, e);
	Tree *tree;

	if (bound && bound->name)
		return tree_quoted(p, bound->name, at);
	switch (e->kind) {
	case EXPR_INPUT:
		return input_tree(p, e, at);
	case EXPR_VAR: return var_tree(p, e, names, at);
	case EXPR_LITERAL: return literal_tree(p, e, at);
	case EXPR_SIZE: return size_tree(p, e, at);
	case EXPR_OP:
		return applied(p, tree_built_in(p, op_rows[e->op].name, NULL),
			       e, names, at);
	case EXPR_CONVERT:
		return applied(p, tree_type(p, e->type), e, names, at);
	case EXPR_BITS: return bits_tree(p, e, names, at);
	case EXPR_IF:
		return applied(p, tree_quoted(p, "if", NULL), e, names, at);
	case EXPR_TUPLE:
		return applied(p, tree_quoted(p, "tuple", NULL), e, names,
			       at);
	case EXPR_GET: return get_tree(p, e, names, at);
	case EXPR_LET: return let_tree(p, e, names, at);
	case EXPR_LAMBDA: return print_function(p, e, names, at);
	case EXPR_PRIM:
		if (p->plain && (tree = print_composed(p, e, names, at)))
			return tree;
		return e->prim == PRIM_SPLAT ? splat_tree(p, e, names, at)
					     : print_prim(p, e, -1, names, at);
	case EXPR_KINDS: break;
	}
	return NULL;
}

Tree *print_tree(Arena *arena, const Program *program, const Expr *e)
{
	Printer p = { .arena = arena, .program = program };

	return print_value(&p, e, NULL, tree_step(&p, NULL, 0));
}

Tree *print_operator(Arena *arena, const Program *program,
		     const Expr *lambda)
{
	Printer p = { .arena = arena, .program = program,
		      .defining = lambda };

	return print_function(&p, lambda, NULL, tree_step(&p, NULL, 0));
}

const char *print_operator_name(Arena *arena, const Program *program, int i)
{
	const Algebra *all = program->algebra;
	int same = 0;

	for (int j = 0; j < i; j++)
		same += !strcmp(all[j].name, all[i].name);
	return same ? arena_printf(arena, "%.50s_as_%d", all[i].name, same + 1)
		    : all[i].name;
}
