#include "search/nest/walk.h"

static const Expr *first_below(const Expr *e, int binders, WalkLook *look,
			       void *context, Path *path)
{
	const Walk walk = look(context, e, binders);
	const int depth = path->depth;
	const Expr *found = walk == WALK_HERE ? e : NULL;

	for (int i = 0; walk == WALK_ON && i < e->kid_count && !found
	     && depth < PATH_MAX_DEPTH; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		found = first_below(e->kids[i], binders + expr_binds(e, i),
				    look, context, path);
		if (!found)
			path->depth = depth;
	}
	return found;
}

const Expr *walk_first(const Expr *e, WalkLook *look, void *context,
		       Path *path)
{
	return first_below(e, 0, look, context, path);
}

bool walk_finds(const Expr *e, bool (*passes)(const Expr *e))
{
	if (passes(e))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (walk_finds(e->kids[i], passes))
			return true;
	return false;
}
