#include "search/nest/layout.h"

#include <string.h>

#include "rules/locate.h"
#include "search/nest/facts.h"

/* What is known of the variables around, the outermost first. */
typedef struct Around {
	int count;
	Layout variables[PATH_MAX_DEPTH];
} Around;

static Layout of(Around *around, const Expr *e);

static Layout unknown(const Type *type, int level)
{
	Layout layout = { .count = type_leaves(type) };

	if (layout.count > LAYOUT_LEAVES)
		layout.count = 0;
	for (int i = 0; i < layout.count; i++)
		layout.leaves[i] = (LayoutLeaf){ LAYOUT_STRIDED, level, 1 };
	return layout;
}

/* -- values in memory ------------------------------------------------------ */

static int64_t value_of(const Size *size)
{
	return size->known ? size->value : 1;
}

/* Of rows of such a length, where there are several. */
static LayoutLeaf *dense(const Type *type, int depth, int64_t row,
			 LayoutLeaf *out)
{
	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			out = dense(type->parts[i], depth, row, out);
		return out;
	case TYPE_ARRAY:
		return dense(type->element, depth + 1, value_of(type->length),
			     out);
	default:
		*out = (LayoutLeaf){ depth ? depth - 1 : LAYOUT_SCALAR, 0,
				     depth > 1 ? row : 0 };
		return out + 1;
	}
}

static Layout stored(const Type *type)
{
	Layout layout = { .count = type_leaves(type) };

	if (layout.count > LAYOUT_LEAVES)
		layout.count = 0;
	else
		dense(type, 0, 0, layout.leaves);
	return layout;
}

/* -- views ----------------------------------------------------------------- */

/* The dimension that becomes of each: a view of the outer two dimensions. */
static Layout moved(Layout layout, int from_0, int from_1, int more)
{
	for (int i = 0; i < layout.count; i++) {
		int *unit = &layout.leaves[i].unit;

		if (*unit == 0)
			*unit = from_0;
		else if (*unit == 1)
			*unit = from_1;
		else if (*unit > 1)
			*unit += more;
	}
	return layout;
}

static int64_t common(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* What is dense in that dimension begins n further, or at multiples of n. */
static Layout begun(Layout layout, int unit, const Size *n)
{
	for (int i = 0; i < layout.count; i++)
		if (layout.leaves[i].unit == unit)
			layout.leaves[i].step = common(layout.leaves[i].step,
						       value_of(n));
	return layout;
}

static Layout anywhere(Layout layout, int unit)
{
	for (int i = 0; i < layout.count; i++)
		if (layout.leaves[i].unit == unit)
			layout.leaves[i].step = 1;
	return layout;
}

static Layout element(Layout layout)
{
	for (int i = 0; i < layout.count; i++) {
		int *unit = &layout.leaves[i].unit;

		*unit = *unit > 0 ? *unit - 1 : LAYOUT_STRIDED;
	}
	return layout;
}

static Layout at_level(Layout layout, int level)
{
	for (int i = 0; i < layout.count; i++)
		layout.leaves[i].level = level;
	return layout;
}

/* The layouts of e's kids one after the other: those of a tuple's leaves. */
static Layout together(Around *around, const Expr *e)
{
	Layout all = { 0 };

	for (int i = 0; i < e->kid_count; i++) {
		Layout one = of(around, e->kids[i]);

		if (!one.count || all.count + one.count > LAYOUT_LEAVES)
			return (Layout){ 0 };
		memcpy(all.leaves + all.count, one.leaves,
		       sizeof *one.leaves * (size_t)one.count);
		all.count += one.count;
	}
	return all;
}

static Layout leaves_of(const Layout *all, int first, const Type *type)
{
	Layout one = { .count = type_leaves(type) };

	memcpy(one.leaves, all->leaves + first,
	       sizeof *one.leaves * (size_t)one.count);
	return one;
}

static Layout part(Around *around, const Expr *get)
{
	const Type *tuple = get->kids[0]->type;
	Layout all = of(around, get->kids[0]);
	int first = 0;

	if (!all.count)
		return all;
	for (int i = 0; i < get->index; i++)
		first += type_leaves(tuple->parts[i]);
	return leaves_of(&all, first, get->type);
}

static bool push(Around *around, Layout layout)
{
	if (around->count == PATH_MAX_DEPTH)
		return false;
	around->variables[around->count++] = layout;
	return true;
}

/* The parameters of a function, of the components of an element. */
static bool push_all(Around *around, const Expr *lambda, Layout element)
{
	int level = around->count + lambda->index, first = 0;

	for (int i = 0; i < lambda->index; i++) {
		Layout one = { 0 };

		if (lambda->index == 1)
			one = element;
		else if (element.count)
			one = leaves_of(&element, first, lambda->params[i]);
		first += type_leaves(lambda->params[i]);
		if (!push(around, at_level(one, level)))
			return false;
	}
	return true;
}

/* A map: an array of what its function gives; of scalars, it is as dense as
 * the array it is computed from. */
static Layout mapped(Around *around, const Expr *map)
{
	Layout array = of(around, map->kids[1]), body;
	bool arrays = type_has_array(map->type->element);
	int outside = around->count;

	if (!push_all(around, map->kids[0], element(array)))
		return (Layout){ 0 };
	body = of(around, map->kids[0]->kids[0]);
	around->count = outside;
	for (int i = 0; i < body.count; i++) {
		int *unit = &body.leaves[i].unit;

		if (!arrays) {
			*unit = layout_is_dense(&array) ? 0 : LAYOUT_STRIDED;
			body.leaves[i].step = layout_step(&array);
		} else if (*unit >= 0)
			++*unit;
	}
	return body;
}

/* Most of the array: what surrounds it is padding. */
static const Expr *longest(const Expr *concat)
{
	const Expr *part = concat->kids[0];

	for (int i = 1; i < concat->kid_count; i++)
		if (fact_length(concat->kids[i]->type)
		    > fact_length(part->type))
			part = concat->kids[i];
	return part;
}

static bool is_step_1(const Expr *slide)
{
	return slide->sizes[1]->known && slide->sizes[1]->value == 1;
}

static Layout of_prim(Around *around, const Expr *e)
{
	Layout array;

	switch (e->prim) {
	case PRIM_TO_GLOBAL: case PRIM_TO_LOCAL: case PRIM_TO_PRIVATE:
	case PRIM_GENERATE: case PRIM_FILL:
		return stored(e->type);
	case PRIM_SPLIT: case PRIM_SPLIT_INTO:
		array = begun(of(around, e->kids[0]), 0,
			      e->type->element->length);
		return moved(array, 1, 2, 1);
	case PRIM_JOIN:
		array = begun(of(around, e->kids[0]), 1,
			      e->kids[0]->type->element->length);
		return moved(array, LAYOUT_STRIDED, 0, -1);
	case PRIM_TRANSPOSE:
		return moved(of(around, e->kids[0]), 1, 0, 0);
	case PRIM_SLIDE:
		array = begun(of(around, e->kids[0]), 0, e->sizes[1]);
		return moved(array, is_step_1(e) ? 0 : LAYOUT_STRIDED, 2, 1);
	case PRIM_TAKE: case PRIM_UNSET:
		return of(around, e->kids[0]);
	case PRIM_DROP:
		return begun(of(around, e->kids[0]), 0, e->sizes[0]);
	case PRIM_PAD_CLAMP: case PRIM_PAD_MIRROR: case PRIM_PAD_WRAP:
		return anywhere(of(around, e->kids[0]), 0);
	case PRIM_CONCAT:
		return anywhere(of(around, longest(e)), 0);
	case PRIM_HEAD: case PRIM_AT:
		return element(of(around, e->kids[0]));
	case PRIM_ZIP:
		return together(around, e);
	case PRIM_UNZIP:
		return of(around, e->kids[0]);
	case PRIM_MAP:
		return mapped(around, e);
	case PRIM_ITERATE: case PRIM_ITERATE_UNTIL:
	case PRIM_SCATTER: case PRIM_PERMUTE:
		return at_level(stored(e->type), around->count);
	case PRIM_REDUCE_SEQ: case PRIM_SCAN_SEQ:
		if (type_has_array(e->type->element))
			return at_level(stored(e->type), around->count);
		break;
	default:
		break;
	}
	return unknown(e->type, around->count);
}

static Layout bound(Around *around, const Expr *let)
{
	Layout body = { 0 };

	if (!push(around, of(around, let->kids[0])))
		return body;
	body = of(around, let->kids[1]);
	around->count--;
	return body;
}

static Layout of(Around *around, const Expr *e)
{
	switch (e->kind) {
	case EXPR_INPUT:
		return stored(e->type);
	case EXPR_VAR:
		if (e->index < around->count)
			return around->variables[around->count - 1 - e->index];
		break;
	case EXPR_TUPLE:
		return together(around, e);
	case EXPR_GET:
		return part(around, e);
	case EXPR_LET:
		return bound(around, e);
	case EXPR_PRIM:
		return of_prim(around, e);
	default:
		break;
	}
	return unknown(e->type, around->count);
}

/* -- places ---------------------------------------------------------------- */

/* The state of a loop, in memory between its rounds. */
static bool push_state(Around *around, const Expr *lambda)
{
	for (int i = 0; i < lambda->index; i++)
		if (!push(around, at_level(stored(lambda->params[i]),
					   around->count + 1)))
			return false;
	return true;
}

/* What a fold or a scan goes on with: an array is in memory, too. */
static Layout carried(Around *around, const Type *type)
{
	return type_has_array(type)
	     ? at_level(stored(type), around->count + 1)
	     : unknown(type, around->count + 1);
}

/* Enters the kid of a node: what it binds becomes known. */
static bool enter(Around *around, const Expr *parent, const Expr *e, int kid)
{
	Layout layout;

	if (e->kind == EXPR_LET && kid == 1)
		return push(around, of(around, e->kids[0]));
	if (e->kind != EXPR_LAMBDA)
		return true;
	if (parent->prim == PRIM_ITERATE || parent->prim == PRIM_ITERATE_UNTIL)
		return push_state(around, e);
	layout = element(of(around, parent->kids[parent->kid_count - 1]));
	if (prim_is_map(parent->prim))
		return push_all(around, e, layout);
	layout = at_level(layout, around->count + e->index);
	for (int i = 1; i < e->index; i++)
		if (!push(around, carried(around, e->params[i - 1])))
			return false;
	return push(around, layout);
}

static const Expr *descend(Around *around, const Expr *root, const Path *at)
{
	const Expr *parent = NULL;

	around->count = 0;
	for (int i = 0; i < at->depth; i++) {
		if (!enter(around, parent, root, at->kids[i]))
			return NULL;
		parent = root;
		root = root->kids[at->kids[i]];
	}
	return root;
}

Layout layout_of_array(const Expr *root, const Path *at)
{
	Around around;
	const Expr *e = descend(&around, root, at);

	return e ? of(&around, e) : (Layout){ 0 };
}

bool layout_is_dense(const Layout *array)
{
	for (int i = 0; i < array->count; i++)
		if (array->leaves[i].unit > 0
		    || array->leaves[i].unit == LAYOUT_STRIDED)
			return false;
	return array->count > 0;
}

int64_t layout_step(const Layout *array)
{
	int64_t step = array->count ? array->leaves[0].step : 1;

	for (int i = 1; i < array->count; i++)
		step = common(step, array->leaves[i].step);
	return step;
}

bool layout_is_dense_inside(const Layout *array)
{
	const Layout inner = element(*array);

	return layout_is_dense(&inner);
}

bool layout_has_dense_rows(const Layout *array)
{
	for (int i = 0; i < array->count; i++)
		if (array->leaves[i].unit < 1)
			return false;
	return array->count > 0;
}

bool layout_is_dense_across(const Expr *root, const Path *map,
			    const Path *array)
{
	Path elements = path_kid(map, 1);
	Layout outer = layout_of_array(root, &elements);
	Layout inner = layout_of_array(root, array);
	int level = locate_binders(root, map) + 1;

	if (!outer.count || !inner.count)
		return false;
	for (int i = 0; i < inner.count; i++)
		if (inner.leaves[i].level >= level
		    && !layout_is_dense(&outer))
			return false;
	return true;
}
