#include "search/graph/read.h"

#include "base/checked.h"

static ReadHow worse(ReadHow a, ReadHow b)
{
	return a > b ? a : b;
}

/* What a view does to the outermost index. */
static ReadHow view_how(Prim prim)
{
	switch (prim) {
	case PRIM_SLIDE: case PRIM_PAD_CLAMP: case PRIM_PAD_MIRROR:
	case PRIM_PAD_WRAP: case PRIM_DROP:
		return READ_WINDOW;
	case PRIM_TRANSPOSE: case PRIM_CONCAT: case PRIM_HEAD: case PRIM_AT:
	case PRIM_FILL: case PRIM_REORDER_STRIDE:
		return READ_ANY;
	default:
		return READ_OWN;
	}
}

static bool has_input(const Expr *e)
{
	if (e->kind == EXPR_INPUT)
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (has_input(e->kids[i]))
			return true;
	return false;
}

bool read_is_view(const Expr *e)
{
	const bool map = e->kind == EXPR_PRIM && prim_is_map(e->prim);

	switch (e->kind) {
	case EXPR_VAR: case EXPR_INPUT: case EXPR_SIZE: case EXPR_LITERAL:
		return true;
	case EXPR_TUPLE: case EXPR_GET:
		break;
	case EXPR_PRIM:
		if (!map && !prim_is(e->prim, TRAIT_VIEW))
			return false;
		if (e->prim == PRIM_AT)
			return read_is_view(e->kids[0])
			    && !has_input(e->kids[1]);
		break;
	default:
		return false;
	}
	for (int i = 0; i < e->kid_count; i++)
		if (!read_is_view(e->kids[i]->kind == EXPR_LAMBDA
				  ? e->kids[i]->kids[0] : e->kids[i]))
			return false;
	return true;
}

/* Whether e uses that part of a variable, of a tuple; part < 0: any of it. */
static bool uses(const Expr *e, int variable, int part)
{
	if (e->open <= variable)
		return false;
	if (e->kind == EXPR_VAR)
		return e->index == variable;
	if (e->kind == EXPR_GET && e->kids[0]->kind == EXPR_VAR)
		return e->kids[0]->index == variable
		    && (part < 0 || e->index == part);
	for (int i = 0; i < e->kid_count; i++)
		if (uses(e->kids[i], variable + expr_binds(e, i), part))
			return true;
	return false;
}

enum { NOT_SHOWN = -1 };

/* How e, through views alone, shows a variable, or NOT_SHOWN. */
static int shown_how(const Expr *e, int variable, int part)
{
	const bool map = e->kind == EXPR_PRIM && prim_is_map(e->prim);
	int how = NOT_SHOWN;

	if (!uses(e, variable, part))
		return NOT_SHOWN;
	if (e->kind == EXPR_VAR)
		return READ_OWN;
	if (map)
		return read_is_view(e) ? (int)read_nest(e, variable, part)
				       : NOT_SHOWN;
	if (e->kind != EXPR_TUPLE && e->kind != EXPR_GET
	    && !(e->kind == EXPR_PRIM && prim_is(e->prim, TRAIT_VIEW)))
		return NOT_SHOWN;
	for (int i = 0; i < e->kid_count; i++) {
		const int kid = shown_how(e->kids[i], variable
					  + expr_binds(e, i), part);

		how = kid > how ? kid : how;
	}
	if (how != NOT_SHOWN && e->kind == EXPR_PRIM
	    && (int)view_how(e->prim) > how)
		how = (int)view_how(e->prim);
	return how;
}

static ReadHow argument_how(const Expr *e, int variable, int part)
{
	const int how = shown_how(e, variable, part);

	return how == NOT_SHOWN ? READ_OWN : (ReadHow)how;
}

/* Of a map: how its argument reads the variable, and its function what of the
 * argument comes from there. */
static ReadHow map_how(const Expr *map, int variable, int part)
{
	const Expr *body = map->kids[0]->kids[0], *of = map->kids[1];
	ReadHow how = argument_how(of, variable, part);

	if (!uses(of, variable, part))
		return READ_OWN;
	if (!expr_is(of, PRIM_ZIP))
		return worse(how, read_nest(body, 0, -1));
	for (int i = 0; i < of->kid_count; i++)
		if (uses(of->kids[i], variable, part))
			how = worse(how, read_nest(body, 0, i));
	return how;
}

ReadHow read_nest(const Expr *e, int variable, int part)
{
	if (e->kind == EXPR_LET)
		return read_nest(e->kids[1], variable + 1, part);
	if (e->kind != EXPR_PRIM)
		return READ_OWN;
	if (prim_is_map(e->prim))
		return map_how(e, variable, part);
	return prim_is(e->prim, TRAIT_VIEW) && e->prim != PRIM_AT
	    && e->prim != PRIM_HEAD ? argument_how(e, variable, part) : READ_OWN;
}

Sources read_worse(Arena *arena, Sources of, ReadHow at_best)
{
	Source *items = ARENA_ARRAY(arena, Source, of.count + 1);

	for (int i = 0; i < of.count; i++) {
		items[i] = of.items[i];
		items[i].how = worse(items[i].how, at_best);
	}
	return (Sources){ of.count, items };
}

/* One way of reading in place of two. */
static void add_source(Sources *to, Source *items, Source added)
{
	for (int i = 0; i < to->count; i++) {
		Source *there = &items[i];

		if (there->array != added.array)
			continue;
		there->how = worse(there->how, added.how);
		if (there->chunk != added.chunk)
			there->how = worse(there->how, READ_ANY);
		return;
	}
	items[to->count++] = added;
}

Sources read_both(Arena *arena, Sources a, Sources b)
{
	Sources both = { 0, NULL };
	Source *items;

	if (!a.count || !b.count)
		return a.count ? a : b;
	items = ARENA_ARRAY(arena, Source, a.count + b.count);
	for (int i = 0; i < a.count; i++)
		add_source(&both, items, a.items[i]);
	for (int i = 0; i < b.count; i++)
		add_source(&both, items, b.items[i]);
	both.items = items;
	return both;
}

/* Chunks of n elements, of which `chunk` neighbours belong together. */
static void split_source(Source *source, int64_t n)
{
	if (n > 0 && n % source->chunk == 0)
		source->chunk = 1;
	else if (n > 0 && source->chunk % n == 0)
		source->chunk /= n;
	else
		source->how = worse(source->how, READ_ANY);
}

/* n neighbours that come from one element; too many belong nowhere. */
static void join_source(Source *source, int64_t n)
{
	if (!checked_mul(source->chunk, n, &source->chunk))
		*source = (Source){ source->array,
				    worse(source->how, READ_ANY), 1 };
}

static int64_t length_of(const Type *type)
{
	if (type->kind != TYPE_ARRAY || !type->length->known)
		return 0;
	return type->length->value;
}

/* How many neighbours of a joined array come from one element of it. */
static int64_t joined(const Expr *join)
{
	const Type *of = join->kids[0]->type;
	const int64_t length = of->kind == TYPE_ARRAY
			     ? length_of(of->element) : 1;

	return length > 0 ? length : 1;
}

Sources read_through(Arena *arena, const Expr *view, Sources of)
{
	Source *items = ARENA_ARRAY(arena, Source, of.count + 1);

	for (int i = 0; i < of.count; i++) {
		items[i] = of.items[i];
		items[i].how = worse(items[i].how, view_how(view->prim));
		if (view->prim == PRIM_SPLIT || view->prim == PRIM_SPLIT_INTO)
			split_source(&items[i], length_of(view->type->element));
		if (view->prim == PRIM_JOIN)
			join_source(&items[i], joined(view));
	}
	return (Sources){ of.count, items };
}
