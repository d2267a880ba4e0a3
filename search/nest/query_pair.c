/* What a schedule may ask of two places of a program, and of the names between
 * them. Advice only. */
#include <string.h>

#include "rules/locate.h"
#include "search/nest/query.h"

/* One input, or one variable. */
static bool same(const Expr *root, const Path *at, const Path *there)
{
	const Expr *a = locate_node(root, at), *b = locate_node(root, there);

	if (a->kind != EXPR_VAR || b->kind != EXPR_VAR)
		return a == b && !a->open;
	return a->index - locate_binders(root, at)
	    == b->index - locate_binders(root, there);
}

/* Neither is part of the other. */
static bool apart(const Expr *root, const Path *at, const Path *there)
{
	(void)root;
	return !path_starts(at, there) && !path_starts(there, at);
}

/* It uses the name of what the other is part of. */
static bool depends(const Expr *root, const Path *at, const Path *there)
{
	Path let = path_common(at, there);
	const Expr *e = locate_node(root, &let);

	return e->kind == EXPR_LET && there->depth > let.depth
	    && there->kids[let.depth] == 0
	    && expr_uses(locate_node(root, at), locate_binders(root, at)
			 - locate_binders(root, &let) - 1);
}

/* It uses the element that the other, a loop, gives its function. */
static bool reads(const Expr *root, const Path *at, const Path *loop)
{
	return path_starts(at, loop)
	    && expr_uses(locate_node(root, at), locate_binders(root, at)
			 - locate_binders(root, loop) - 1);
}

/* It is in the function of the other, and in none inside of that. */
static bool inside(const Expr *root, const Path *at, const Path *loop)
{
	Path around = *at;

	while (around.depth && locate_node(root, &around)->kind != EXPR_LAMBDA)
		around.depth--;
	return around.depth == loop->depth + 1 && path_starts(at, loop);
}

static bool joins_arrays(const Expr *e)
{
	return expr_is(e, PRIM_ZIP) || expr_is(e, PRIM_SPLIT)
	    || expr_is(e, PRIM_TAKE) || expr_is(e, PRIM_DROP);
}

/* It is one of the arrays that the other is zipped of, or of its parts. */
static bool among(const Expr *root, const Path *at, const Path *array)
{
	Path above = *at;

	if (!path_starts(at, array))
		return false;
	while (above.depth-- > array->depth)
		if (!joins_arrays(locate_node(root, &above)))
			return false;
	return true;
}

/* -- arrays that both read ------------------------------------------------- */

/* An input, a variable, or part of one. */
static const Expr *source_of(const Expr *e)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_INPUT || e->kind == EXPR_VAR ? e : NULL;
}

/* Whether e, `depth` binders further inside, is the array. */
static bool is_same(const Expr *e, int depth, const Expr *array)
{
	if (e->kind != array->kind)
		return false;
	if (e->kind == EXPR_GET)
		return e->index == array->index
		    && is_same(e->kids[0], depth, array->kids[0]);
	return e->kind == EXPR_VAR ? e->index - depth == array->index
				   : e == array;
}

/* Whether e reads the array, of which it is `depth` binders further inside. */
static bool has_array(const Expr *e, int depth, const Expr *array)
{
	if (is_same(e, depth, array))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (has_array(e->kids[i], depth + expr_binds(e, i), array))
			return true;
	return false;
}

/* Whether a part of something, below `depth` binders, is an array that the other
 * reads. */
static bool reads_array_of(const Expr *part, int depth, const Expr *other)
{
	const Expr *source = source_of(part);

	if (source && part->type->kind == TYPE_ARRAY
	    && (source->kind == EXPR_INPUT || source->index >= depth)
	    && has_array(other, -depth, part))
		return true;
	for (int i = 0; i < part->kid_count; i++)
		if (reads_array_of(part->kids[i],
				   depth + expr_binds(part, i), other))
			return true;
	return false;
}

/* They read one and the same array; of places below as many binders. */
static bool reads_same(const Expr *root, const Path *a, const Path *b)
{
	return locate_binders(root, a) == locate_binders(root, b)
	    && reads_array_of(locate_node(root, a), 0, locate_node(root, b));
}

static const PairQuery pairs[] = {
	{ "same", same }, { "apart", apart }, { "depends", depends },
	{ "reads", reads }, { "inside", inside }, { "among", among },
	{ "reads_same", reads_same },
};

const PairQuery *pair_query_named(const char *name, int length)
{
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (!strncmp(pairs[i].name, name, (size_t)length)
		    && !pairs[i].name[length])
			return &pairs[i];
	return NULL;
}
