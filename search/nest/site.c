#include "search/nest/site.h"

#include "ir/core/legal.h"
#include "ir/core/placed.h"
#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/nest/walk.h"

/* Where the search is: what surrounds the node looked at. */
typedef struct Around {
	SiteLevel level;
	unsigned dims;
	bool written; /* an array here is a result to be written */
	bool kept;    /* by a toGlobal, toLocal or toPrivate around it */
} Around;

typedef struct Finder {
	const Expr *root;
	const Path *below;
	unsigned levels; /* a bit for each that is looked for */
	Path path;
	Site *site;
} Finder;

static bool visit(Finder *finder, const Expr *e, Around around);

static bool visit_kid(Finder *finder, const Expr *e, int kid, Around around)
{
	int depth = finder->path.depth;
	bool found;

	if (depth < finder->below->depth && finder->below->kids[depth] != kid)
		return false;
	if (depth == PATH_MAX_DEPTH)
		return false;
	finder->path.kids[finder->path.depth++] = (unsigned char)kid;
	found = visit(finder, e->kids[kid], around);
	finder->path.depth = depth;
	return found;
}

/* Room that blocks need below a site. */
enum { DEPTH_MAX = PATH_MAX_DEPTH - 64 };

static bool found(Finder *finder, const Expr *e, SiteKind kind, Around around,
		  int64_t length)
{
	if (finder->path.depth < finder->below->depth
	    || finder->path.depth > DEPTH_MAX
	    || !(finder->levels & 1u << around.level))
		return false;
	*finder->site = (Site){ .kind = kind, .level = around.level,
				.path = finder->path, .node = e,
				.dims = around.dims, .length = length };
	return true;
}

/* The same place, where arrays are only read. */
static Around reading(Around around)
{
	around.dims = 0;
	around.written = around.kept = false;
	return around;
}

static Around item(Around around, bool written)
{
	around.level = around.level == LEVEL_GROUP ? LEVEL_GROUP : LEVEL_ITEM;
	around.dims = 0;
	around.written = written;
	return around;
}

static bool visit_kids(Finder *finder, const Expr *e, Around around)
{
	for (int i = 0; i < e->kid_count; i++)
		if (visit_kid(finder, e, i, around))
			return true;
	return false;
}

/* The body of the function that is a kid of e. */
static bool visit_function(Finder *finder, const Expr *e, int kid,
			   Around around)
{
	const Expr *lambda = e->kids[kid];
	int depth = finder->path.depth;
	bool result;

	if (depth < finder->below->depth && finder->below->kids[depth] != kid)
		return false;
	if (depth + 1 >= PATH_MAX_DEPTH)
		return false;
	finder->path.kids[finder->path.depth++] = (unsigned char)kid;
	result = visit_kid(finder, lambda, 0, around);
	finder->path.depth = depth;
	return result;
}

/* -- forms ----------------------------------------------------------------- */

static Around within_map(const Expr *map, Around around)
{
	around.written = true;
	switch (map->prim) {
	case PRIM_MAP_GLOBAL:
	case PRIM_MAP_IN_GROUPS:
		around.dims &= (1u << map->index) - 1;
		around.level = LEVEL_ITEM;
		break;
	case PRIM_MAP_WORKGROUP:
		around.dims = 0;
		around.level = LEVEL_GROUP;
		break;
	case PRIM_MAP_LOCAL:
		around.dims = 0;
		around.level = LEVEL_ITEM;
		break;
	default:
		around = item(around, true);
	}
	return around;
}

static bool writes_through(Prim prim);

/* A function that only changes indices, and does: a map of it is a view. */
static bool is_view_function(const Expr *lambda)
{
	const Expr *e = lambda->kids[0];
	int views = 0;

	for (; e->kind == EXPR_PRIM; views++) {
		if (e->prim == PRIM_MAP ? !is_view_function(e->kids[0])
					: !writes_through(e->prim)
					  || e->kid_count != 1)
			return false;
		e = e->kids[e->kid_count - 1];
	}
	return views && e->kind == EXPR_VAR && e->index == 0;
}

static bool visit_map(Finder *finder, const Expr *e, Around around)
{
	Around inside = e->prim == PRIM_MAP ? item(around, around.written)
					    : within_map(e, around);

	if (e->prim == PRIM_MAP && is_view_function(e->kids[0]))
		return visit_kid(finder, e, 1, around);
	if (e->prim == PRIM_MAP && around.written
	    && found(finder, e, SITE_MAP, around,
		     fact_length(e->kids[1]->type)))
		return true;
	if (visit_function(finder, e, 0, inside))
		return true;
	return visit_kid(finder, e, 1, reading(around));
}

/* A round of a loop over that state: outside of kernels it may be kernels. */
static Around round_of(const Expr *e, const Type *state, Around around)
{
	const bool arrays = type_has_array(state);
	const bool apart = arrays && around.level == LEVEL_TOP
			&& fact_has_rounds(e);

	return (Around){ apart ? LEVEL_TOP : LEVEL_ITEM, apart ? ~0u : 0,
			 arrays, false };
}

static bool visit_fold(Finder *finder, const Expr *e, Around around)
{
	const Around inside = round_of(e, e->kids[1]->type, around);

	if ((e->prim == PRIM_REDUCE || e->prim == PRIM_SCAN)
	    && found(finder, e, e->prim == PRIM_SCAN ? SITE_SCAN : SITE_REDUCE,
		     around, fact_length(e->kids[2]->type)))
		return true;
	return visit_kid(finder, e, 1, reading(around))
	    || visit_function(finder, e, 0, inside)
	    || visit_kid(finder, e, 2, reading(around));
}

static bool is_computed(const Expr *array);

/* What is written: what the elements of a permutation go to, and, at the top,
 * its indices, or the elements, where it is known beforehand where these go. */
static bool is_put(const Expr *e, int kid, Around around)
{
	int64_t first, step;

	if (e->prim != PRIM_PERMUTE || around.level != LEVEL_TOP)
		return false;
	return !kid || kid == (is_computed(e->kids[2])
			       && placed_in_line(e, &first, &step) ? 2 : 1);
}

/* Where a scatter is kept is decided first, and nothing else about it. */
static bool visit_put(Finder *finder, const Expr *e, Around around)
{
	const Around inside = { LEVEL_ITEM, 0, false, false };
	int first = e->prim != PRIM_PERMUTE;

	if (!around.kept && found(finder, e, SITE_PUT, around,
				  fact_length(e->kids[first + 1]->type)))
		return true;
	if (first && visit_function(finder, e, 0, inside))
		return true;
	around.kept = false;
	for (int i = first; i < e->kid_count; i++)
		if (visit_kid(finder, e, i, is_put(e, i, around)
						    ? around : reading(around)))
			return true;
	return false;
}

static bool visit_iterate(Finder *finder, const Expr *e, Around around)
{
	const Around inside = round_of(e, e->type, around);
	int last = e->kid_count - 1;

	for (int i = 0; i < last; i++)
		if (visit_function(finder, e, i, inside))
			return true;
	return visit_kid(finder, e, last, reading(around));
}

/* A reduction outside of functions whose result is not stored. */
static Walk look_unstored(void *context, const Expr *e, int binders)
{
	(void)context;
	(void)binders;
	if (e->kind == EXPR_LAMBDA || expr_is(e, PRIM_TO_GLOBAL))
		return WALK_PAST;
	return fact_is_reduction(e) ? WALK_HERE : WALK_ON;
}

/* Whether an array, seen through views, is computed and not stored. */
static bool is_computed(const Expr *array)
{
	if (array->kind != EXPR_PRIM || fact_is_kept(array))
		return array->kind == EXPR_LET;
	if (!prim_is(array->prim, TRAIT_VIEW))
		return true;
	for (int i = 0; i < array->kid_count; i++)
		if (is_computed(array->kids[i]))
			return true;
	return false;
}

static bool is_unstored(const Expr *value)
{
	Path path = { 0 };

	return type_has_array(value->type) ? is_computed(value)
		: walk_first(value, look_unstored, NULL, &path) != NULL;
}

/* Whether a choice is left: in a kernel only that of arrays, all else is named
 * in registers. */
static bool is_open(const Expr *value, SiteLevel level)
{
	return level == LEVEL_TOP ? is_unstored(value)
	       : value->type->kind == TYPE_ARRAY && is_computed(value);
}

static bool visit_let(Finder *finder, const Expr *e, Around around)
{
	if (is_open(e->kids[0], around.level)
	    && found(finder, e, SITE_NAMED, around, 0))
		return true;
	return visit_kid(finder, e, 0, reading(around))
	    || visit_kid(finder, e, 1, around);
}

/* Whether a variable names what is stored, and stands for one of the program's
 * results, or a part of one: then it is stored as that. */
static bool is_in_place(const Finder *finder, const Expr *variable)
{
	const Expr *e = finder->root, *lets[PATH_MAX_DEPTH];
	int count = 0;

	if (variable->kind != EXPR_VAR)
		return false;
	for (int i = 0; i < finder->path.depth; i++) {
		if (e->kind == EXPR_LET && finder->path.kids[i] == 1)
			lets[count++] = e->kids[0];
		else if (e->kind != EXPR_TUPLE && !expr_is(e, PRIM_CONCAT))
			return false;
		e = e->kids[finder->path.kids[i]];
	}
	if (variable->index >= count)
		return false;
	e = lets[count - 1 - variable->index];
	return expr_is(e, PRIM_TO_GLOBAL);
}

/* Whether it is a part of the state of rounds, and one of what a round gives: it is
 * passed on where it is. */
static bool is_passed_on(const Finder *finder, const Expr *part)
{
	const Expr *e = finder->root;
	int state = -1; /* its number as a variable here; none where it is less */

	for (int i = 0; i < finder->path.depth; i++) {
		const int kid = finder->path.kids[i];
		const Expr *inner = e->kids[kid];

		if (fact_has_rounds(e) && !expr_is(e, PRIM_SCAN_SEQ)
		    && inner->kind == EXPR_LAMBDA)
			state = inner->index - 1;
		else if (e->kind == EXPR_LET && kid == 1)
			state += state >= 0;
		else if (e->kind != EXPR_TUPLE && e->kind != EXPR_LAMBDA)
			state = -1;
		e = inner;
	}
	while (part->kind == EXPR_GET)
		part = part->kids[0];
	return state >= 0 && part->kind == EXPR_VAR && part->index == state;
}

/* Inside a work-item such an array is copied by the code generator. */
static bool visit_leaf(Finder *finder, const Expr *e, Around around)
{
	return around.written && around.level != LEVEL_ITEM
	    && e->type->kind == TYPE_ARRAY
	    && !is_in_place(finder, e) && !is_passed_on(finder, e)
	    && found(finder, e, SITE_COPY, around, 0);
}

/* Views that a result can be written through. */
static bool writes_through(Prim prim)
{
	switch (prim) {
	case PRIM_SPLIT: case PRIM_JOIN: case PRIM_TRANSPOSE:
	case PRIM_SPLIT_VEC: case PRIM_JOIN_VEC: case PRIM_SPLIT_INTO:
	case PRIM_REORDER_STRIDE: case PRIM_UNZIP:
	case PRIM_ZIP: case PRIM_CONCAT:
		return true;
	default:
		return false;
	}
}

/* An array's only element is written as that array is. */
static bool is_only_element(const Expr *e)
{
	return e->prim == PRIM_HEAD && e->type->kind == TYPE_ARRAY
	    && fact_length(e->kids[0]->type) == 1;
}

/* A value written once needs no copy. */
static bool is_single(const Expr *e)
{
	return e->prim == PRIM_FILL && fact_length(e->type) == 1;
}

static bool visit_view(Finder *finder, const Expr *e, Around around)
{
	if (!writes_through(e->prim) && !is_only_element(e) && !is_single(e)
	    && !legal_drops_elements(e)) {
		if (visit_leaf(finder, e, around))
			return true;
		around = reading(around);
	}
	if (around.level != LEVEL_TOP && e->kid_count > 1)
		around.dims = 0;
	return visit_kids(finder, e, around);
}

static bool visit_prim(Finder *finder, const Expr *e, Around around)
{
	if (e->prim == PRIM_SCATTER || e->prim == PRIM_PERMUTE
	    || e->prim == PRIM_SCAN_BY_INDEX)
		return visit_put(finder, e, around);
	around.kept = false;
	if (e->prim == PRIM_UNSET)
		return visit_kid(finder, e, 0, reading(around));
	if (prim_is_map(e->prim))
		return visit_map(finder, e, around);
	if (prim_kid_arity(e->prim, 0) == 2)
		return visit_fold(finder, e, around);
	if (e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL)
		return visit_iterate(finder, e, around);
	if (e->prim == PRIM_MAP_VEC || e->prim == PRIM_OPENCL)
		return visit_kid(finder, e, 1, reading(around));
	if (fact_is_kept(e)) {
		around.written = around.kept = true;
		if (around.level == LEVEL_TOP)
			around.dims = ~0u;
		return visit_kid(finder, e, 0, around);
	}
	return visit_view(finder, e, around);
}

/* One array of what an iteration of kernels leaves: its last round writes it. */
static bool is_left_by_rounds(const Expr *e, Around around)
{
	return around.level == LEVEL_TOP && expr_is(e->kids[0], PRIM_ITERATE);
}

static bool visit(Finder *finder, const Expr *e, Around around)
{
	switch (e->kind) {
	case EXPR_INPUT: case EXPR_VAR: case EXPR_LITERAL: case EXPR_SIZE:
		return visit_leaf(finder, e, around);
	case EXPR_GET:
		if (!is_left_by_rounds(e, around) && visit_leaf(finder, e, around))
			return true;
		return visit_kids(finder, e, reading(around));
	case EXPR_TUPLE:
		around.kept = false;
		if (around.level != LEVEL_TOP)
			around.dims = 0;
		return visit_kids(finder, e, around);
	case EXPR_LET:
		return visit_let(finder, e, around);
	case EXPR_PRIM:
		return visit_prim(finder, e, around);
	default:
		return visit_kids(finder, e, reading(around));
	}
}

static bool first_of(const Expr *root, const Path *below, unsigned levels,
		     Site *site)
{
	static const Path whole = { 0 };
	Finder finder = { .root = root, .below = below ? below : &whole,
			  .levels = levels, .site = site };

	if (!visit(&finder, root, (Around){ LEVEL_TOP, 7, true, false }))
		return false;
	site->root = root;
	return true;
}

bool site_first(const Expr *root, const Path *below, Site *site)
{
	return first_of(root, below, ~0u, site);
}

bool site_in_group(const Expr *root, const Path *below)
{
	Site site;

	return first_of(root, below, 1u << LEVEL_GROUP, &site);
}

/* Whether a view gives all of its one array, in another order. */
static bool is_reordered(const Expr *e)
{
	if (e->kind != EXPR_PRIM)
		return false;
	return e->prim == PRIM_MAP ? is_view_function(e->kids[0])
				   : e->kid_count == 1
				     && writes_through(e->prim);
}

Path site_whole(const Site *copy)
{
	Path whole = copy->path;

	while (whole.depth > 0) {
		Path around = whole;

		around.depth--;
		if (!is_reordered(locate_node(copy->root, &around)))
			break;
		whole = around;
	}
	return whole;
}
