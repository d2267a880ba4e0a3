#include "search/turn.h"

#include "search/nest/facts.h"
#include "search/nest/walk.h"

static bool is_variable(const Expr *e)
{
	return e->kind == EXPR_VAR && e->index == 0;
}

/* What has a rule by which it changes places with a transposition, of one
 * array. */
static const char *turning_rule(const Expr *view)
{
	if (view->kind != EXPR_PRIM)
		return NULL;
	switch (view->prim) {
	case PRIM_SLIDE: return "slide_transpose";
	case PRIM_PAD_CLAMP: return "clamp_transpose";
	case PRIM_PAD_MIRROR: return "mirror_transpose";
	case PRIM_PAD_WRAP: return "wrap_transpose";
	default: return NULL;
	}
}

/* Windows of the variable: slide, and perhaps padding before. */
static bool is_windows(const Expr *e)
{
	bool slides = false;

	for (; turning_rule(e); e = e->kids[0])
		slides |= e->prim == PRIM_SLIDE;
	return slides && is_variable(e);
}

/* transpose (map (\r. map f (windows of r)) (transpose a)) */
static bool fits(const Expr *e)
{
	const Expr *map = expr_is(e, PRIM_TRANSPOSE) ? e->kids[0] : e, *inner;

	if (map == e || !expr_is(map, PRIM_MAP)
	    || !expr_is(map->kids[1], PRIM_TRANSPOSE))
		return false;
	inner = map->kids[0]->kids[0];
	return expr_is(inner, PRIM_MAP) && is_windows(inner->kids[1])
	    && fact_is_closed_under(inner->kids[0], 1);
}

/* transpose (map (\x. v (w x)) xs) at a place: v, windows or padding, and then
 * w behind the transposition, as long as they are such views. */
static void turn_views(Work *work, const Path *at)
{
	const Path map = path_by(at, "0"), inner = path_by(at, "0.0.0.0");
	const Expr *e = work_node(work, at), *view;

	if (!e || !expr_is(e->kids[0], PRIM_MAP))
		return;
	view = e->kids[0]->kids[0]->kids[0];
	if (!turning_rule(view))
		return;
	if (!is_variable(view->kids[0]))
		work_rule_back_within(work, &map, "map_map", &inner);
	work_rule(work, at, turning_rule(view));
	if (!is_variable(view->kids[0])) {
		const Path next = path_by(at, expr_is(view, PRIM_SLIDE)
					      ? "1.0" : "0");

		turn_views(work, &next);
	}
}

static void turn(Work *work, const Path *at)
{
	const Path map = path_by(at, "0"), windows = path_by(at, "1");

	work_rule(work, &map, "map_columns");
	work_rule(work, at, "transpose_transpose");
	turn_views(work, &windows);
	work_tidy(work, at);
}

static Walk turn_there(Work *work, const Path *at)
{
	Work attempt = *work;

	if (fits(work_node(work, at)))
		turn(&attempt, at);
	if (attempt.now)
		*work = attempt;
	return WALK_ON;
}

void turn_windows(Work *work, const Path *at)
{
	walk_changes(work, at, turn_there);
}
