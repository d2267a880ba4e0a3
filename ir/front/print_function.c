/* Functions as JSON trees: without their parameter where they are compositions;
 * primitives with and without their last argument. */
#include <string.h>

#include "ir/front/print_eta.h"
#include "ir/front/print_tree.h"

static const char *prim_text(Printer *p, const Expr *e)
{
	if (!prim_is(e->prim, TRAIT_DIM) || !e->index)
		return prim_name(e->prim);
	return arena_printf(p->arena, "%s(%d)", prim_name(e->prim), e->index);
}

Tree *print_prim(Printer *p, const Expr *e, int omit, const Names *names,
		       const Step *at)
{
	const char *letter = prim_rows[e->prim].signature;
	Tree *tree;
	int kid = 0, size = 0;

	if (e->prim == PRIM_OPENCL)
		return print_opencl(p, e, omit < 0, names, at);
	tree = tree_list(p, at);
	tree_add(p, tree, tree_built_in(p, prim_text(p, e), NULL));
	while (kid < e->kid_count) {
		char c = *letter && *letter != '*' ? *letter++ : 'x';

		if (c == 'n') {
			tree_add(p, tree, tree_size(p, e->sizes[size++]));
			continue;
		}
		if (c == 'm') {
			tree_add(p, tree, tree_quoted(p, prim_mode(e->prim),
						      NULL));
			continue;
		}
		if (kid != omit)
			tree_add(p, tree, prim_kid_arity(e->prim, kid)
			    ? print_function(p, e->kids[kid], names,
					    tree_step(p, at, kid))
			    : print_value(p, e->kids[kid], names,
					 tree_step(p, at, kid)));
		kid++;
	}
	if (e->prim == PRIM_GENERATE) {
		tree_add(p, tree, tree_size(p, e->sizes[0]));
		tree_add(p, tree, tree_built_in(p, "id", NULL));
	}
	return tree;
}

static Tree *element_tree(Printer *p, const Expr *e, int inner,
			  const Names *names, const Step *at)
{
	Tree *tree;

	if (e->kind == EXPR_OP)
		return tree_built_in(p, op_rows[e->op].name, at);
	if (e->kind == EXPR_CONVERT)
		return tree_quoted(p, type_string(p->program->ir, e->type), at);
	if (e->kind == EXPR_PRIM && e->kid_count == 1 && !e->size_count)
		return tree_built_in(p, prim_text(p, e), at);
	if (e->kind == EXPR_PRIM && inner < 0)
		return tree_built_in(p, prim_text(p, e), at);
	if (e->kind == EXPR_PRIM)
		return print_prim(p, e, inner, names, at);
	tree = tree_list(p, at);
	tree_add(p, tree, tree_quoted(p, "get", NULL));
	tree_add(p, tree, tree_number(p, e->index));
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
	Tree *tree = tree_list(p, at);

	tree_add(p, tree, tree_built_in(p, prim_text(p, e), NULL));
	tree_add(p, tree, of);
	return tree;
}

/* The functions of a chain, the outermost of which is at `down`. */
static Tree *chain_tree(Printer *p, const Eta *eta, const Names *inside,
			const Step *at, const Step *down)
{
	Tree *elements[ETA_MAX], *tree;
	const Step *steps[ETA_MAX];
	int count = 0;

	if (!eta->count)
		return tree_built_in(p, "id", at);
	for (int i = 0; i < eta->count; i++) {
		steps[i] = down;
		down = tree_step(p, down, eta->inner[i]);
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
	tree = tree_list(p, at);
	tree_add(p, tree, tree_quoted(p, "compose", NULL));
	while (count)
		tree_add(p, tree, elements[--count]);
	return tree;
}

static Tree *fun_tree(Printer *p, const Expr *lambda, const Names *names,
		      const Step *at)
{
	Tree *tree = tree_list(p, at), *parameters;
	const Bound *bounds[2];

	names = names_bind(p->arena, p->program, names, lambda, bounds);
	parameters = lambda->index == 1 && bounds[0]->count && !p->plain
		? tree_bound(p, bounds[0], NULL) : tree_list(p, NULL);
	if (!parameters->count)
		for (int i = 0; i < lambda->index; i++)
			tree_add(p, parameters, tree_bound(p, bounds[i], NULL));
	tree_add(p, tree, tree_quoted(p, "fun", NULL));
	tree_add(p, tree, parameters);
	tree_add(p, tree, print_kid(p, lambda, 0, names, at));
	return tree;
}

static int declared(const Printer *p, const Expr *lambda)
{
	for (int i = 0; p->program && i < p->program->algebra_count; i++)
		if (p->program->algebra[i].function == lambda
		    && p->defining != lambda)
			return i;
	return -1;
}

Tree *print_function(Printer *p, const Expr *lambda, const Names *names,
		     const Step *at)
{
	static const Bound unnamed = { NULL, 0, NULL };
	int operator = declared(p, lambda);
	Eta eta;
	Op op;

	if (operator >= 0)
		return tree_quoted(p, print_operator_name(p->arena, p->program,
							  operator), at);
	if (eta_chain(lambda, &eta))
		return chain_tree(p, &eta,
				  names_push(p->arena, names, &unnamed), at,
				  tree_step(p, at, 0));
	if (eta_binary(lambda, &op))
		return tree_built_in(p, op_rows[op].name, tree_step(p, at, 0));
	return fun_tree(p, lambda, names, at);
}

/* The chain of primitives that ends in a value. */
static const Expr *value_chain(const Expr *e, Eta *eta)
{
	eta->count = 0;
	while (e->kind == EXPR_PRIM && e->kid_count && e->prim != PRIM_SPLAT
	       && e->prim != PRIM_OPENCL && e->prim != PRIM_GENERATE
	       && !prim_is_variadic(e->prim) && eta->count < ETA_MAX) {
		eta->nodes[eta->count] = e;
		eta->inner[eta->count++] = e->kid_count - 1;
		e = e->kids[e->kid_count - 1];
	}
	return e;
}

Tree *print_composed(Printer *p, const Expr *e, const Names *names,
		     const Step *at)
{
	Tree *tree, *chain;
	const Expr *end;
	Eta eta;

	end = value_chain(e, &eta);
	if (eta.count < 2)
		return NULL;
	chain = chain_tree(p, &eta, names, NULL, at);
	for (int i = 0; i < eta.count; i++)
		at = tree_step(p, at, eta.inner[i]);
	tree = !chain->atom && strcmp(chain->items[0]->atom, "\"compose\"")
	     ? chain : tree_list(p, NULL);
	if (tree != chain)
		tree_add(p, tree, chain);
	tree_add(p, tree, print_value(p, end, names, at));
	return tree;
}
