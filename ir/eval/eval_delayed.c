/* Views that compute: delayed maps, folds of parts, constants, vectors'
 * operations. An element is built once for each index it is read at. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

typedef struct ViewElement {
	const Node *index;
	Guard guard;
	const Value *value;
	struct ViewElement *next;
} ViewElement;

static View *delayed(Build *b, const ViewRow *row, int64_t length, int count,
		     const View *const *kids)
{
	View *view = ARENA_NEW(b->graph->arena, View);
	const View **copy = ARENA_ARRAY(b->graph->arena, const View *,
					count + 1);

	*view = (View){ .row = row, .length = length, .count = count,
			.kids = copy };
	view->built = ARENA_NEW(b->graph->arena, ViewElement *);
	for (int i = 0; i < count; i++) {
		copy[i] = kids[i];
		view->risky |= kids[i]->risky;
	}
	return view;
}

static const Value *element_known(const Build *b, const View *view,
				  const Node *index)
{
	for (const ViewElement *e = *view->built; e; e = e->next)
		if (e->index == index
		    && (!view->risky
			|| guard_same(&e->guard, &b->guard)))
			return e->value;
	return NULL;
}

static const Value *element_keep(Build *b, const View *view,
				 const Node *index, const Value *value)
{
	ViewElement *e = ARENA_NEW(b->graph->arena, ViewElement);

	*e = (ViewElement){ index, b->guard, value, *view->built };
	*view->built = e;
	return value;
}

static const Value *env_at(const Env *env, int index)
{
	while (index--)
		env = env->outer;
	return env->value;
}

void build_captures(const ExprUse *use, const Env *env, bool *pure,
		    bool *risky)
{
	for (int i = 0; i < use->free_count; i++) {
		const Value *value = env_at(env, use->free[i]);

		*pure &= value_is_pure(value);
		*risky |= value_is_risky(value);
	}
	*risky |= use->risky;
}

/* -- map ------------------------------------------------------------------- */

static const Value *map_element(Build *b, const View *view, const Node *index)
{
	const Expr *lambda = view->expr;
	const ExprUse *use = usage_find(b->usage, lambda);
	const Value *known = element_known(b, view, index), *x;
	const Env *env;

	if (known)
		return known;
	x = view_element(b, view->kids[0], index);
	env = build_bind(b, view->env, x, lambda->params[0], use->params[0]);
	return element_keep(b, view, index,
			    build_value(b, lambda->kids[0], env));
}

static const ViewRow map_row = { map_element, NULL };

const View *view_map(Build *b, const Expr *lambda, const Env *env,
		     const View *v)
{
	const ExprUse *use = usage_find(b->usage, lambda);
	View *view = delayed(b, &map_row, v->length, 1, &v);

	view->expr = lambda;
	view->env = env;
	view->pure = use->view && v->pure;
	build_captures(use, env, &view->pure, &view->risky);
	return view;
}

/* -- reducePart ------------------------------------------------------------ */

static const Value *parts_element(Build *b, const View *view,
				  const Node *index)
{
	const Value *known = element_known(b, view, index);
	const View *xs = view->kids[0];
	int64_t size = xs->length / view->length;
	const Node *from = index_scale(b->graph, index, size);

	if (known)
		return known;
	return element_keep(b, view, index,
			    build_fold(b, view->expr, view->env, view->value,
				       view_range(b, xs, from, size)));
}

static const ViewRow parts_row = { parts_element, NULL };

const View *view_parts(Build *b, const Expr *fold, const Env *env,
		       const Value *initial, const View *v, int64_t n)
{
	View *view = delayed(b, &parts_row, n, 1, &v);

	view->expr = fold;
	view->env = env;
	view->value = initial;
	build_captures(usage_find(b->usage, fold), env, &view->pure,
		       &view->risky);
	view->pure = false;
	return view;
}

/* -- lane by lane ---------------------------------------------------------- */

static const Value *lanewise_element(Build *b, const View *view,
				     const Node *index)
{
	const Node *args[3];

	for (int i = 0; i < view->count; i++)
		args[i] = view_element(b, view->kids[i], index)->node;
	return value_scalar(b, build_scalar(b, view->expr, args));
}

static const ViewRow lanewise_row = { lanewise_element, NULL };

const View *view_lanewise(Build *b, const Expr *e, int count,
			  const View *const *args)
{
	View *view = delayed(b, &lanewise_row, args[0]->length, count, args);

	view->expr = e;
	return view;
}

/* -- fill ------------------------------------------------------------------ */

static const Value *fill_element(Build *b, const View *view, const Node *index)
{
	(void)b;
	(void)index;
	return view->value;
}

static const ViewRow fill_row = { fill_element, NULL };

const View *view_fill(Build *b, const Value *value, int64_t length)
{
	View *view = delayed(b, &fill_row, length, 0, NULL);

	view->value = value;
	view->pure = value_is_pure(value);
	view->risky = value_is_risky(value);
	return view;
}
