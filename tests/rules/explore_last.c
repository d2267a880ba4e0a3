/* What one left side cannot see of a node. */
#include "explore_run.h"

#include "rules/locate.h"
#include "rules/pattern.h"

enum { ARGS_MAX = 8, PLACES_FIRST = 1 << 20 };

typedef struct Last {
	Symbols symbols;
	Unseen unseen;
	const Rule *rule;
} Last;

/* -- variables bound inside, and parts of them ----------------------------- */

static bool is_inner(const Expr *e, int from, int to)
{
	for (; e->kind == EXPR_GET; e = e->kids[0])
		;
	return e->kind == EXPR_VAR && e->index >= from && e->index < to;
}

bool explore_uses_inner(const Expr *e, int depth)
{
	for (int i = 0; e->open && i < depth; i++)
		if (expr_uses(e, i))
			return true;
	return false;
}

typedef struct Args {
	Ir *ir;
	int depth, count;
	const Expr *of[ARGS_MAX + 1];
} Args;

static int arg_number(Args *args, const Expr *e)
{
	int i = 0;

	while (i < args->count && args->of[i] != e)
		i++;
	if (i == args->count && i <= ARGS_MAX)
		args->of[args->count++] = e;
	return i;
}

/* e, below so many binders of its own, over its arguments by number. */
static const Expr *abstracted(Args *args, const Expr *e, int own)
{
	const Expr *kids[64];

	if (is_inner(e, own, own + args->depth))
		return expr_input(args->ir,
				  -2 - arg_number(args, expr_shift(
						args->ir, e, -own, 0)),
				  e->type);
	if (e->open <= own || e->kid_count > 64)
		return e;
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = abstracted(args, e->kids[i],
				     own + expr_binds(e, i));
	return e->kid_count ? locate_rebuild(args->ir, e, kids) : e;
}

/* -- functions that nothing is known of ------------------------------------ */

/* The function of that number applied (symbolic.h). */
static const Expr *applied(Ir *ir, const Type *type, const Expr *function,
			   int count, const Expr *const *args)
{
	const Expr *parts[2 * ARGS_MAX + 1];

	parts[0] = function;
	for (int i = 0; i < count; i++)
		parts[i + 1] = args[i];
	return expr_bits(ir, type, expr_tuple(ir, count + 1, parts));
}

/* Of each argument a function that may be designated, as a value. */
static void add_places(Last *l, Args *args, const Expr *function)
{
	Ir *ir = args->ir;
	const Type *type = type_scalar(ir, SCALAR_I32);
	const Expr *places[ARGS_MAX];
	const int count = args->count;

	for (int i = 0; i < count; i++) {
		const Expr *place = expr_input(ir, PLACES_FIRST
					       + function->index * ARGS_MAX
					       + i, type);

		places[i] = applied(ir, type, place, 1, &args->of[i]);
	}
	if (l->unseen == UNSEEN_PLACES)
		args->count = 0;
	for (int i = 0; i < count && args->count <= ARGS_MAX; i++)
		args->of[args->count++] = places[i];
}

static const Expr *hidden(Last *l, const Expr *e, int depth)
{
	Ir *ir = l->symbols.x->ir;
	Args args = { ir, depth, 0, { NULL } };
	const Expr *key, *function;

	if (is_inner(e, 0, depth))
		return e;
	if (!explore_uses_inner(e, depth))
		return explore_symbol(&l->symbols,
				      expr_shift(ir, e, -depth, 0));
	key = abstracted(&args, e, 0);
	if (args.count > ARGS_MAX / 2)
		return e;
	function = explore_symbol(&l->symbols, expr_shift(ir, key, -depth, 0));
	if (function->kind != EXPR_INPUT)
		return e;
	if (l->unseen != UNSEEN_PLAIN)
		add_places(l, &args, function);
	return applied(ir, e->type, function, args.count, args.of);
}

/* -- what is seen ---------------------------------------------------------- */

/* Whether the rule asks more of it than its type. */
static bool is_guarded(const Rule *rule, const Pat *pat)
{
	for (int i = 0; i < rule->guard_count; i++)
		if (pat->kind == PAT_META
		    && (rule->guards[i].function == pat->index
			|| rule->guards[i].neutral == pat->index))
			return true;
	return false;
}

static bool fits(const Pat *pat, const Expr *e)
{
	switch (pat->kind) {
	case PAT_META: return true;
	case PAT_VAR: return e->kind == EXPR_VAR;
	case PAT_TUPLE: return e->type->kind == TYPE_TUPLE
			    && e->type->count == pat->kid_count;
	case PAT_LAMBDA: return e->kind == EXPR_LAMBDA
			     && e->index == pat->index;
	case PAT_REORDER: return e->kind == EXPR_PRIM
			      && (e->prim == PRIM_REORDER
				  || e->prim == PRIM_REORDER_STRIDE);
	default: return head_of_pattern(pat) == head_of(e)
		     && e->kid_count == pat->kid_count;
	}
}

static bool fits_all(const Pat *pat, const Expr *e)
{
	if (!fits(pat, e))
		return false;
	if (pat->kind == PAT_META
	    || (pat->kind == PAT_TUPLE && e->kind != EXPR_TUPLE))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (!fits_all(pat->kids[i], e->kids[i]))
			return false;
	return true;
}

/* As any value of its kind. */
static const Expr *unseen(Last *l, const Expr *e, int depth)
{
	const Expr *body;

	if (e->kind != EXPR_LAMBDA)
		return hidden(l, e, depth);
	body = hidden(l, e->kids[0], depth + e->index);
	return expr_lambda(l->symbols.x->ir, e->index, e->params, body);
}

/* What fits. A let of a symbol would be none. */
static const Expr *seen(Last *l, const Expr *e, int depth, const Pat *pat)
{
	const Expr *kids[64];

	if (pat->kind == PAT_LET || is_guarded(l->rule, pat))
		return e;
	if (pat->kind == PAT_META
	    || (pat->kind == PAT_TUPLE && e->kind != EXPR_TUPLE))
		return unseen(l, e, depth);
	if (e->kid_count > 64)
		return e;
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = seen(l, e->kids[i], depth + expr_binds(e, i),
			       pat->kids[i]);
	return e->kid_count ? locate_rebuild(l->symbols.x->ir, e, kids) : e;
}

/* All of it a function of a part, which it uses twice. */
static const Expr *anything(Explore *x, const Expr *e)
{
	const Type *type = type_scalar(x->ir, SCALAR_I32);
	const Expr *symbol = expr_input(x->ir, 1, type);
	const Expr *part = applied(x->ir, type,
				   expr_input(x->ir, PLACES_FIRST, type), 1,
				   &symbol);
	const Expr *parts[] = { part, part };

	return applied(x->ir, e->type, expr_input(x->ir, 0, e->type), 2,
		       parts);
}

/* Whether what is designated has to be more than any value. */
static bool is_choosy(const Pat *meta)
{
	for (int i = 0; meta && i < meta->kid_count; i++)
		if (meta->kids[i]->kind == PAT_PRIM)
			return true;
	return false;
}

const Expr *explore_last(Explore *x, const Expr *e, const RuleWay *way,
			 Unseen unseen)
{
	const Way *sides = &way->rule->ways[way->back];
	Last l = { .symbols = { .x = x }, .unseen = unseen, .rule = way->rule };
	const Expr *made;

	if (unseen != UNSEEN_PLAIN && !sides->designated)
		return NULL;
	if (!fits_all(sides->from, e) || !explore_matches(x->ir, e, way))
		return NULL;
	if (is_choosy(sides->designated))
		return unseen == UNSEEN_PLAIN && explore_has_places(x, e)
			? e : NULL;
	if (unseen != UNSEEN_PLAIN && sides->from->kind == PAT_META)
		return unseen == UNSEEN_PLACES ? anything(x, e) : NULL;
	made = seen(&l, e, 0, sides->from);
	return l.symbols.is_full ? e : made;
}
