#include "rules/forward_side.h"

#include <string.h>

#include "rules/draft.h"
#include "rules/mark.h"

/* -- the left side --------------------------------------------------------- */

static Path tail(const Path *path, int from)
{
	Path rest;

	rest.depth = path->depth - from;
	memcpy(rest.kids, path->kids + from, (size_t)rest.depth);
	return rest;
}

static bool is_variable(const Pat *pat)
{
	while (pat->kind == PAT_GET)
		pat = pat->kids[0];
	return pat->kind == PAT_VAR;
}

static const Pat *first_argument(const Pat *meta)
{
	for (int i = 0; i < meta->kid_count; i++)
		if (!is_variable(meta->kids[i]))
			return meta->kids[i];
	return NULL;
}

SidePlace side_place(const Way *way, const Expr *node, const Path *rel,
		     const Path *rest)
{
	const Pat *pat = way->from;

	for (int i = 0;; i++) {
		if (pat->kind == PAT_META) {
			Path below = tail(rel, i);

			if (pat != way->designated || !rest
			    || !path_starts(&below, rest))
				return (SidePlace){ SIDE_META, pat, below };
			node = locate_node(node, rest);
			i += rest->depth;
			pat = first_argument(pat);
			if (pat->kind == PAT_META)
				return (SidePlace){ SIDE_META, pat,
						    tail(rel, i) };
		}
		if (i == rel->depth)
			return (SidePlace){ SIDE_NODE, pat, tail(rel, i) };
		if (rel->kids[i] >= pat->kid_count
		    || node->kid_count != pat->kid_count)
			return (SidePlace){ .kind = SIDE_NOWHERE };
		pat = pat->kids[rel->kids[i]];
		node = node->kids[rel->kids[i]];
	}
}

/* -- what a designating META stands for ------------------------------------ */

/* Where the marked expression has the mark, as a path of the plain one. */
static bool find_mark(const Expr *marked, const Expr *plain, Path *path)
{
	const Expr *inside = mark_inside(marked);

	if (inside->kind != plain->kind
	    || inside->kid_count != plain->kid_count)
		return false;
	if (inside != marked)
		return true;
	for (int i = 0; i < plain->kid_count; i++) {
		if (marked->kids[i] == plain->kids[i]
		    || path->depth == PATH_MAX_DEPTH)
			continue;
		path->kids[path->depth++] = (unsigned char)i;
		if (find_mark(marked->kids[i], plain->kids[i], path))
			return true;
		path->depth--;
	}
	return false;
}

/* The path through a mark around what is at depth. */
static bool lead_through(Path *path, int depth)
{
	if (path->depth == PATH_MAX_DEPTH)
		return false;
	memmove(path->kids + depth + 1, path->kids + depth,
		(size_t)(path->depth++ - depth));
	path->kids[depth] = 0;
	return true;
}

bool side_designated(const Match *match, bool back, const Expr *node,
		     const Path *rel, const Path *rest, Path *moved)
{
	const Way *way = match->way;
	const int meta = way->designated->index;
	const Expr *at = locate_node(node, rel);
	Path below = tail(rel, way->place_depth), through = *rest;
	Match again;

	if (at->kind == EXPR_LAMBDA
	    || (path_starts(rest, &below)
		&& !lead_through(&through, below.depth)))
		return false;
	node = locate_replace(match->ir, node, rel, mark(match->ir, 0, at));
	moved->depth = 0;
	return match_node(&again, match->ir, match->rule, back, node, &through)
	    && find_mark(again.metas[meta], match->metas[meta], moved);
}

/* -- loops ----------------------------------------------------------------- */

static bool param_shares(const SynParam *a, const SynParam *b)
{
	if (a->name && b->name)
		return !strcmp(a->name, b->name) && strcmp(a->name, "_");
	for (int i = 0; i < a->count; i++)
		if (param_shares(a->parts[i], b))
			return true;
	for (int i = 0; a->name && i < b->count; i++)
		if (param_shares(a, b->parts[i]))
			return true;
	return false;
}

static bool functions_share(const Pat *a, const Pat *b)
{
	for (int i = 0; a->params && b->params && i < a->index; i++)
		for (int k = 0; k < b->index; k++)
			if (param_shares(a->params[i], b->params[k]))
				return true;
	return false;
}

static bool is_loop(const Pat *pat)
{
	for (int i = 0; i < pat->kid_count; i++)
		if (pat->kids[i]->kind == PAT_LAMBDA)
			return true;
	return false;
}

/* Whether two loops bind a common name. */
static bool loops_share(const Pat *a, const Pat *b)
{
	for (int i = 0; i < a->kid_count; i++)
		for (int k = 0; k < b->kid_count; k++)
			if (a->kids[i]->kind == PAT_LAMBDA
			    && b->kids[k]->kind == PAT_LAMBDA
			    && functions_share(a->kids[i], b->kids[k]))
				return true;
	return false;
}

static unsigned metas_in(const Pat *pat)
{
	unsigned metas = pat->kind == PAT_META ? 1u << pat->index : 0;

	for (int i = 0; i < pat->kid_count; i++)
		metas |= metas_in(pat->kids[i]);
	return metas;
}

/* Those in the functions of a loop. */
static unsigned metas_of(const Pat *loop)
{
	unsigned metas = 0;

	for (int i = 0; i < loop->kid_count; i++)
		if (loop->kids[i]->kind == PAT_LAMBDA)
			metas |= metas_in(loop->kids[i]);
	return metas;
}

typedef struct LoopSearch {
	const Pat *loop, **found;
	int count, max;
	const Pat *innermost; /* around the same functions */
	int depth;
} LoopSearch;

static void search_loops(LoopSearch *s, const Pat *pat, int depth)
{
	if (is_loop(pat)) {
		unsigned wanted = metas_of(s->loop);

		if (s->count < s->max && loops_share(s->loop, pat))
			s->found[s->count++] = pat;
		if (wanted && !(wanted & ~metas_of(pat)) && depth > s->depth) {
			s->innermost = pat;
			s->depth = depth;
		}
	}
	for (int i = 0; i < pat->kid_count; i++)
		search_loops(s, pat->kids[i], depth + 1);
}

int side_loops(const Way *way, const Pat *loop, const Pat **found, int max)
{
	LoopSearch search = { loop, found, 0, max, NULL, -1 };

	if (!is_loop(loop))
		return 0;
	search_loops(&search, way->to, 0);
	if (!search.count && search.innermost)
		found[search.count++] = search.innermost;
	return search.count;
}

/* -- names of the right side ----------------------------------------------- */

static void param_names(const SynParam *param, const Pat *loop,
			SideVisit *visit, void *context)
{
	if (param->name && strcmp(param->name, "_"))
		visit(context, param->name, true, loop);
	for (int i = 0; i < param->count; i++)
		param_names(param->parts[i], loop, visit, context);
}

void side_names(const Rule *rule, const Pat *side, SideVisit *visit,
		void *context)
{
	if (side->kind == PAT_META && side->index != rule->on)
		visit(context, rule->metas[side->index].name, false, side);
	if (side->kind == PAT_LET && side->names[0])
		visit(context, side->names[0], false, side->kids[0]);
	for (int i = 0; i < side->kid_count; i++) {
		const Pat *kid = side->kids[i];

		for (int k = 0; kid->kind == PAT_LAMBDA && kid->params
		     && k < kid->index; k++)
			param_names(kid->params[k], side, visit, context);
		side_names(rule, kid, visit, context);
	}
}
