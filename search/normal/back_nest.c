/* Loops read back: maps over what their arrays are. */
#include "search/normal/back.h"

#include <string.h>

static const Expr *level(Back *b, Spot at, const Nest *nest, int k);

/* -- over an array --------------------------------------------------------- */

typedef struct Arrays {
	int count;
	const Expr *list[FORM_PARTS];
	const View *by[FORM_PARTS]; /* the first that reads it */
} Arrays;

static bool needs(const Back *b, const Spot *at, const Form *loop,
		  const Form *form)
{
	if (!form_has(form, loop))
		return false;
	if (form == loop)
		return true;
	if (back_view(at, form) || back_named(b, at, form))
		return false;
	for (int i = form->binds; i < form->count; i++)
		if (needs(b, at, loop, form->parts[i]))
			return true;
	return false;
}

/* By the loops that go over it from outside in; else as they are met. */
static int compare_views(const View *a, const View *b)
{
	for (int i = 0; i < a->rank_count && i < b->rank_count; i++)
		if (a->rank[i] != b->rank[i])
			return a->rank[i] - b->rank[i];
	return b->rank_count - a->rank_count;
}

/* What is gone over for views of each row, map view rows: the rows. */
static const Expr *rows_of(const Back *b, const Spot *at, const View *view)
{
	const Expr *rows = view->array;

	while (expr_is(rows, PRIM_MAP))
		rows = rows->kids[1];
	return back_shift(b, rows, view->depth, at->depth);
}

/* The views of a row. */
static const Expr *row_of(const Back *b, const Spot *inside, const View *view,
			  const Expr *array, const Expr *row)
{
	if (!expr_is(array, PRIM_MAP))
		return row;
	row = row_of(b, inside, view, array->kids[1], row);
	return expr_apply(b->ir, back_shift(b, array->kids[0], view->depth,
					    inside->depth), &row);
}

static void add_array(Back *b, const Spot *at, Arrays *arrays,
		      const View *view)
{
	const Expr *array = rows_of(b, at, view);
	int i = 0;

	for (int k = 0; k < arrays->count; k++)
		if (arrays->list[k] == array)
			return;
	if (arrays->count == FORM_PARTS / 2)
		normal_stop(b->n, "a loop goes over too many arrays");
	while (i < arrays->count && compare_views(arrays->by[i], view) <= 0)
		i++;
	memmove(&arrays->list[i + 1], &arrays->list[i],
		(size_t)(arrays->count - i) * sizeof *arrays->list);
	memmove(&arrays->by[i + 1], &arrays->by[i],
		(size_t)(arrays->count - i) * sizeof *arrays->by);
	arrays->list[i] = array;
	arrays->by[i] = view;
	arrays->count++;
}

static const Expr *element(const Back *b, const Spot *inside, int level,
			   const Type *type, int count, int i)
{
	const Expr *whole = back_variable(b, inside, level, type);

	return count == 1 ? whole : expr_get(b->ir, i, whole);
}

static void step_in(Back *b, const Spot *at, Spot *inside, const View *view,
		    const Arrays *arrays, const Type *type, int count,
		    int level)
{
	const Expr *rows = rows_of(b, at, view);
	View next = *view;
	int i = 0;

	while (arrays->list[i] != rows)
		i++;
	next.array = row_of(b, inside, view, view->array,
			    element(b, inside, level, type, count, i));
	next.depth = inside->depth;
	next.loop_count--;
	memmove(next.loops, next.loops + 1,
		(size_t)next.loop_count * sizeof *next.loops);
	back_add_view(b, inside, next);
}

static void pass(Back *b, Spot *inside, const Form *loop)
{
	Passed *passed = ARENA_NEW(b->n->arena, Passed);

	*passed = (Passed){ inside->passed, loop };
	inside->passed = passed;
}

const Expr *back_over(Back *b, const Spot *at, Spot *inside,
		      const Form *loop, int level_of, int count,
		      const Form *const *terms)
{
	const Form *reads[BACK_READS];
	const int read_count = back_reads(b, at, count, terms, reads);
	Arrays arrays = { 0 };
	const Type *type;
	const Expr *over;
	bool named = false;

	for (int i = 0; i < read_count; i++) {
		const View *view = back_view(at, reads[i]);

		if (view && view->loop_count && view->loops[0] == loop)
			add_array(b, at, &arrays, view);
	}
	for (int i = 0; i < count; i++)
		named |= needs(b, at, loop, terms[i]);
	if (named || !arrays.count)
		arrays.list[arrays.count++] = back_prim(
			b, PRIM_GENERATE, loop->extent, 0, 0, NULL);
	over = arrays.count == 1 ? arrays.list[0]
	     : back_prim(b, PRIM_ZIP, 0, 0, arrays.count, arrays.list);
	type = over->type->element;
	pass(b, inside, loop);
	if (named)
		back_name(b, inside, loop,
			  element(b, inside, level_of, type, arrays.count,
				  arrays.count - 1), inside->depth);
	for (int i = 0; i < read_count; i++) {
		const View *view = back_view(at, reads[i]);

		if (view && view->loop_count && view->loops[0] == loop)
			step_in(b, at, inside, view, &arrays, type,
				arrays.count, level_of);
	}
	return over;
}

/* -- all loops as one ------------------------------------------------------ */

static bool goes_over(const View *view, const Nest *nest, bool *all)
{
	bool some = false;

	*all = view->loop_count == nest->count;
	for (int i = 0; i < view->loop_count; i++)
		for (int k = 0; k < nest->count; k++)
			some |= view->loops[i] == nest->loops[k];
	for (int i = 0; i < nest->count && *all; i++)
		*all = view->loops[i] == nest->loops[i];
	return some;
}

/* Where all that is read goes over exactly these loops. */
static bool is_flat(Back *b, const Spot *at, const Nest *nest, int count,
		    const Form *const *reads)
{
	bool all, any = false;

	for (int i = 0; i < nest->count; i++)
		for (int k = 0; k < nest->body_count; k++)
			if (needs(b, at, nest->loops[i], nest->body[k]))
				return false;
	for (int i = 0; i < count; i++) {
		const View *view = back_view(at, reads[i]);

		if (!view || !goes_over(view, nest, &all))
			continue;
		if (!all)
			return false;
		any = true;
	}
	return any;
}

static void flatten(Back *b, Spot *at, Nest *nest)
{
	const Form *reads[BACK_READS];
	const int count = back_reads(b, at, nest->body_count, nest->body,
				     reads);
	int64_t extent = 1;

	if (!nest->reduces || nest->count < 2
	    || !is_flat(b, at, nest, count, reads))
		return;
	for (int i = 0; i < nest->count; i++)
		extent *= nest->loops[i]->extent;
	nest->flat = form_fresh(b->n, b->n->i64, extent);
	for (int i = 0; i < count; i++) {
		const View *view = back_view(at, reads[i]);
		View flat;
		bool all;

		if (!view || !goes_over(view, nest, &all))
			continue;
		flat = *view;
		for (int k = 1; k < nest->count; k++)
			flat.array = back_prim1(b, PRIM_JOIN, 0, flat.array);
		flat.loop_count = 1;
		flat.loops[0] = nest->flat;
		back_add_view(b, at, flat);
	}
}

/* -- names ----------------------------------------------------------------- */

typedef struct Lets {
	int count;
	const Expr *values[3 * BACK_HOISTED];
} Lets;

static const Expr *wrapped(const Back *b, const Lets *lets, const Expr *body)
{
	for (int i = lets->count; i--;)
		body = expr_let(b->ir, lets->values[i], body);
	return body;
}

static void let(Back *b, Spot *at, Lets *lets, const Form *term)
{
	const Expr *value = back_term(b, at, term);

	lets->values[lets->count++] = value;
	at->depth++;
	back_name(b, at, term, back_variable(b, at, at->depth - 1,
					     value->type), at->depth);
}

/* -- arrays that loops share ----------------------------------------------- */

typedef struct Gets {
	const Form *of;
	int count;
	const Form *list[FORM_PARTS];
	Map seen;
} Gets;

static void find_gets(Normal *n, Gets *gets, const Form *form)
{
	if (!form->count || !form_note(n, &gets->seen, form, form))
		return;
	if (form->kind == FORM_GET && form->parts[0] == gets->of)
		gets->list[gets->count++] = form;
	for (int i = form->binds; i < form->count; i++)
		find_gets(n, gets, form->parts[i]);
}

/* A scalar for each step of the loops around it. */
static void view_scalar(Back *b, Spot *at, const Form *term,
			const Expr *array, int component, const Domain *around)
{
	View view = { .term = term, .array = array, .depth = at->depth,
		      .loop_count = around->count };

	for (int k = 0; k < around->count && k < BACK_DIMS; k++) {
		view.loops[k] = around->loops[k];
		for (int r = 0; r < b->order.count; r++)
			if (b->order.loops[r] == view.loops[k])
				view.rank[view.rank_count++] = r;
	}
	if (component >= 0)
		view.last[view.last_count++]
			= (Last){ LAST_COMPONENT, component };
	back_add_view(b, at, view);
}

/* What a binder gives has a name now; what of it are arrays has views. */
static void view_binder(Back *b, Spot *at, const Form *term,
			const Expr *value, const Domain *around,
			const Nest *nest)
{
	Gets gets = { .of = term };
	const bool tuple = value->type->kind == TYPE_TUPLE;

	for (int i = 0; i < nest->body_count; i++)
		find_gets(b->n, &gets, nest->body[i]);
	if (term->type->leaves == 1 && term->type->kind == TYPE_ARRAY)
		back_views(b, at, term, value, -1, around, nest->body_count,
			   nest->body);
	else if (!tuple && term->type->kind != TYPE_ARRAY && around->count)
		view_scalar(b, at, term, value, -1, around);
	for (int i = 0; i < gets.count; i++) {
		const Form *get = gets.list[i];
		const int c = (int)get->number;

		if (get->type->kind == TYPE_ARRAY)
			back_views(b, at, get,
				   tuple ? back_component(b, value, c) : value,
				   tuple ? -1 : c, around, nest->body_count,
				   nest->body);
		else if (around->count)
			view_scalar(b, at, get, value, c, around);
	}
}

static void let_hoisted(Back *b, Spot *at, Lets *lets, const Nest *nest,
			const Form *term)
{
	const Domain none = { 0 };

	if (term->kind == FORM_GET)
		return;
	let(b, at, lets, term);
	view_binder(b, at, term, back_named(b, at, term), &none, nest);
}

/* Sums that belong together, each a part of one name; false: there is one. */
static bool let_together(Back *b, Spot *at, Lets *lets, int count,
			 const Form *const *terms)
{
	const Form *group[FORM_PARTS];
	const int found = back_group(b, at, count, terms, group);
	const Expr *all;

	if (found < 2)
		return false;
	all = back_sums_at_once(b, at, found, group);
	lets->values[lets->count++] = all;
	at->depth++;
	for (int i = 0; i < found; i++)
		back_name(b, at, group[i],
			  expr_get(b->ir, i,
				   back_variable(b, at, at->depth - 1,
						 all->type)), at->depth);
	return true;
}

/* The loops that change the term, but for its own. */
static Domain loops_of(const Back *b, const Form *term)
{
	Domain domain = { 0 };

	for (int k = 0; k < b->order.count; k++)
		if (b->order.loops[k]->number >= term->height
		    && form_has(term, b->order.loops[k]))
			domain.loops[domain.count++] = b->order.loops[k];
	return domain;
}

const Expr *back_staged(Back *b, Spot at, const Nest *nest)
{
	const Form *found[BACK_HOISTED];
	const int count = back_stages(b, &at, nest->count, nest->loops,
				      nest->body_count, nest->body, found);
	Lets lets = { 0 };

	for (int i = 0; i < count; i++) {
		const Domain around = loops_of(b, found[i]);
		const Nest own = { .count = around.count,
				   .loops = around.loops, .body_count = 1,
				   .body = &found[i],
				   .type = found[i]->type };
		const Expr *value = back_staged(b, at, &own);

		lets.values[lets.count++] = value;
		at.depth++;
		view_binder(b, &at, found[i],
			    back_variable(b, &at, at.depth - 1, value->type),
			    &around, nest);
	}
	return wrapped(b, &lets, back_nest(b, at, nest));
}

/* -- levels ---------------------------------------------------------------- */

/* [e]: the array of one that it is the head of, or one made of it. */
static const Expr *unit(const Back *b, const Expr *e)
{
	const Expr *array = expr_is(e, PRIM_HEAD) ? e->kids[0] : NULL;

	return array && array->type->length->value == 1
	     ? array : back_prim1(b, PRIM_FILL, 1, e);
}

static const Expr *innermost(Back *b, Spot at, const Nest *nest)
{
	const Form *found[BACK_HOISTED];
	const Expr *parts[FORM_PARTS], *const *rest = parts, *result;
	Lets lets = { 0 };
	int count = back_sums(b, &at, nest->body_count, nest->body, found);

	for (int i = 0; i < count; i++)
		if (!back_is_named(&at, found[i]))
			let_together(b, &at, &lets, count - i, found + i);
	count = back_shared(b, &at, nest->body_count, nest->body, found);
	for (int i = 0; i < count; i++)
		let(b, &at, &lets, found[i]);
	for (int i = 0; i < nest->body_count; i++)
		parts[i] = back_term(b, &at, nest->body[i]);
	result = back_value(b, nest->type, &rest);
	for (int i = 0; i < nest->units; i++)
		result = unit(b, result);
	return wrapped(b, &lets, result);
}

const Expr *back_sum(Back *b, const Spot *at, const Nest *nest,
		     const Expr *array)
{
	const Expr *kids[] = {
		back_function(b, nest->op, nest->type),
		back_neutral(b, at, nest->op, nest->type), array };

	return back_prim1(b, PRIM_HEAD, 0,
			  back_prim(b, PRIM_REDUCE, 0, 0, 3, kids));
}

static const Expr *mapped(Back *b, const Spot *at, const Nest *nest, int k)
{
	const Form *loop = nest->flat ? nest->flat : nest->loops[k];
	Spot inside = *at;
	const Expr *over, *body, *kids[2];
	const Type *type;

	inside.depth++;
	over = back_over(b, at, &inside, loop, at->depth, nest->body_count,
			 nest->body);
	type = over->type->element;
	body = level(b, inside, nest, nest->flat ? nest->count : k + 1);
	if (body->kind == EXPR_VAR && !body->index)
		return over;
	kids[0] = expr_lambda(b->ir, 1, &type, body);
	kids[1] = over;
	return back_prim(b, PRIM_MAP, 0, 0, 2, kids);
}

static const Expr *level(Back *b, Spot at, const Nest *nest, int k)
{
	const Form *found[BACK_HOISTED];
	const int count = back_hoisted(b, &at, nest->count - k,
				       nest->loops + k, nest->body_count,
				       nest->body, found);
	Lets lets = { 0 };
	const Expr *result;

	for (int i = 0; i < count; i++)
		if (!back_is_named(&at, found[i])
		    && !let_together(b, &at, &lets, count - i, found + i))
			let_hoisted(b, &at, &lets, nest, found[i]);
	result = k == nest->count ? innermost(b, at, nest)
				  : mapped(b, &at, nest, k);
	if (nest->reduces && k && k < nest->count)
		result = back_sum(b, &at, nest, result);
	return wrapped(b, &lets, result);
}

const Expr *back_nest(Back *b, Spot at, const Nest *nest)
{
	Nest own = *nest;

	if (++b->n->depth > FORM_DEPTH)
		normal_stop(b->n, "it is nested too deeply");
	flatten(b, &at, &own);
	{
		const Expr *result = level(b, at, &own, 0);

		b->n->depth--;
		return result;
	}
}
