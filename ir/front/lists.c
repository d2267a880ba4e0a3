#include "ir/front/lists.h"

#include <assert.h>

#include "ir/core/intern.h"
#include "ir/front/lists_build.h"

typedef struct Known {
	const Expr *from, *to;
} Known;

typedef struct Plain {
	Ir *ir;
	Intern known; /* what was made plain before */
	Intern results; /* buckets that are results, and read by nobody */
	const Expr *wanted, *source; /* of lists_source; or NULL */
} Plain;

static ListForm *const forms[PRIM_COUNT] = {
	[PRIM_MAP] = lists_map,
	[PRIM_ZIP] = lists_zip,
	[PRIM_UNZIP] = lists_unzip,
	[PRIM_SCATTER] = lists_scatter,
	[PRIM_PERMUTE] = lists_scatter,
	[PRIM_REDUCE] = lists_fold,
	[PRIM_REDUCE_SEQ] = lists_fold,
	[PRIM_SCAN] = lists_scan,
	[PRIM_SCAN_SEQ] = lists_scan,
	[PRIM_BUCKET] = lists_bucket,
	[PRIM_ROWS] = lists_rows,
	[PRIM_UP_TO] = lists_up_to,
	[PRIM_FULL] = lists_full,
	[PRIM_TAKE] = lists_take,
	[PRIM_DROP] = lists_drop,
	[PRIM_JOIN] = lists_join,
	[PRIM_AT] = lists_at,
	[PRIM_HEAD] = lists_at,
	[PRIM_CONCAT] = lists_concat,
};

static bool is_same(const void *stored, const void *wanted)
{
	return stored == wanted;
}

/* Whether a primitive makes or reads lists itself. */
static bool is_form(const Expr *e)
{
	if (e->kind != EXPR_PRIM || !forms[e->prim])
		return false;
	if (type_has_shape(e->type))
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA
		    && type_has_shape(e->kids[i]->type))
			return true;
	return false;
}

static const Expr *lambda(Ir *ir, const Expr *e, const Expr *body)
{
	const Type *params[16];
	const Expr *made;

	assert(e->index <= 16);
	for (int i = 0; i < e->index; i++)
		params[i] = type_plain(ir, e->params[i]);
	made = expr_lambda(ir, e->index, params, body);
	expr_hint_copy(ir, e, made);
	return made;
}

/* -- sizes ----------------------------------------------------------------- */

static bool has_row_length(const Expr *e)
{
	for (int i = 0; i < e->size_count; i++)
		if (!size_is_const(e->sizes[i]) && !e->sizes[i]->open)
			return true;
	return false;
}

/* At most as many as all rows have. */
static const Expr *with_numbers(Ir *ir, const Expr *e,
				const Expr *const *kids)
{
	const Size *sizes[PRIM_SIZES_MAX];

	for (int i = 0; i < e->size_count; i++)
		sizes[i] = size_const(ir, e->sizes[i]->value);
	return e->kind == EXPR_SIZE ? expr_size(ir, e->type, sizes[0])
		: expr_prim(ir, e->prim, e->index, sizes, e->kid_count, kids);
}

/* -- lets ------------------------------------------------------------------ */

/* Whether using it twice would compute something twice. */
static bool is_heavy(const Expr *e, Intern *seen)
{
	if (e->kind == EXPR_LET || expr_is(e, PRIM_SCAN)
	    || expr_is(e, PRIM_SCAN_SEQ) || expr_is(e, PRIM_REDUCE_SEQ)
	    || expr_is(e, PRIM_PERMUTE) || expr_is(e, PRIM_SCATTER)
	    || expr_is(e, PRIM_SCAN_BY_INDEX)
	    || expr_is(e, PRIM_ITERATE) || expr_is(e, PRIM_ITERATE_UNTIL)
	    || expr_is(e, PRIM_ASCENDING))
		return true;
	if (intern_find(seen, e->hash, e, is_same))
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (is_heavy(e->kids[i], seen))
			return true;
	intern_add(seen, e->hash, e);
	return false;
}

static bool is_worth_a_name(const Expr *e)
{
	Intern seen = { 0 };
	bool worth = is_heavy(e, &seen);

	intern_free(&seen);
	return worth;
}

/* A name for a value in body: names in the value come before it. */
static const Expr *with_name(Ir *ir, const Expr *value, const Expr *body)
{
	if (value->kind != EXPR_LET)
		return expr_let(ir, value, body);
	return expr_let(ir, value->kids[0], with_name(ir, value->kids[1],
				expr_shift(ir, body, 1, 1)));
}

/* What stands for e, whose lists have names where they are used twice. */
static const Expr *bound(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *below[64];
	int list = 0;

	while (list < e->kid_count
	       && (e->kids[list]->kind == EXPR_LAMBDA
		   || !type_has_shape(e->kids[list]->type)
		   || !is_worth_a_name(kids[list])))
		list++;
	if (list == e->kid_count)
		return forms[e->prim](ir, e, kids);
	for (int i = 0; i < e->kid_count; i++)
		below[i] = expr_shift(ir, kids[i], 1, 0);
	below[list] = expr_var(ir, 0, kids[list]->type);
	return expr_let(ir, kids[list], bound(ir, e, below));
}

static const Expr *only_element(const Expr *array)
{
	return expr_is(array, PRIM_FILL) && plain_length(array) == 1
	       ? array->kids[0] : NULL;
}

/* The only row, where its length is known apart; or NULL. */
static const Expr *only_row(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *rows = kids[0], *length;

	if (!expr_is(e, PRIM_AT) || !type_is(e->kids[0]->type, SHAPE_ROWS)
	    || !plain_is_zero(kids[1]) || rows->kind != EXPR_TUPLE
	    || !expr_is(rows->kids[1], PRIM_CONCAT)
	    || rows->kids[1]->kid_count != 2)
		return NULL;
	length = only_element(rows->kids[1]->kids[1]);
	return length ? plain_list(ir, rows->kids[0], length) : NULL;
}

static const Expr *rebuilt(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *made = is_form(e) ? only_row(ir, e, kids) : NULL;

	if (made)
		return made;
	if (is_form(e))
		return bound(ir, e, kids);
	if (has_row_length(e))
		return with_numbers(ir, e, kids);
	if (e->kind == EXPR_VAR)
		return expr_var(ir, e->index, type_plain(ir, e->type));
	if (e->kind == EXPR_INPUT)
		return expr_input(ir, e->index, type_plain(ir, e->type));
	if (e->kind == EXPR_LAMBDA)
		return lambda(ir, e, kids[0]);
	if (e->kind == EXPR_LET && kids[0]->kind == EXPR_LET
	    && type_has_shape(e->kids[0]->type))
		return with_name(ir, kids[0], kids[1]);
	made = expr_rebuild(ir, e, kids);
	assert(made);
	if (e->kind == EXPR_LET && made->kind == EXPR_LET)
		expr_hint_copy(ir, e, made);
	return made;
}

static bool is_known(const void *stored, const void *wanted)
{
	return ((const Known *)stored)->from == wanted;
}

const Expr *lists_known(const Intern *known, const Expr *e)
{
	const Known *found = intern_find(known, e->hash, e, is_known);

	return found ? found->to : NULL;
}

/* -- results ----------------------------------------------------------------- */

/* How often e reads it, or what it computes from. */
static int reads(const Expr *e, const Expr *wanted, Intern *seen)
{
	int count = 0;

	if (intern_find(seen, e->hash, e, is_same))
		return 0;
	intern_add(seen, e->hash, e);
	for (int i = 0; i < e->kid_count; i++)
		count += (e->kids[i] == wanted)
		       + reads(e->kids[i], wanted, seen);
	return count;
}

static bool is_read_twice(const Expr *body, const Expr *e)
{
	Intern seen = { 0 };
	const bool twice = reads(body, e, &seen) > 1;

	intern_free(&seen);
	return twice;
}

/* Those of the body that are what e is. */
static void find_results(Plain *p, const Expr *body, const Expr *e)
{
	if (e->kind == EXPR_TUPLE)
		for (int i = 0; i < e->kid_count; i++)
			find_results(p, body, e->kids[i]);
	if (e->kind == EXPR_LET)
		find_results(p, body, e->kids[1]);
	if (!type_has_shape(e->type) || is_read_twice(body, e))
		return;
	if (expr_is(e, PRIM_BUCKET))
		intern_add(&p->results, e->hash, e);
	else if (expr_is(e, PRIM_AT) || expr_is(e, PRIM_JOIN))
		find_results(p, body, e->kids[0]);
}

/* What makes a list that nobody reads beyond its end: nothing is there before. */
static const Expr *unset(Ir *ir, const Expr *made)
{
	const Expr *kids[64];
	const int kid = made->kind == EXPR_LET;

	for (int i = 0; i < made->kid_count; i++)
		kids[i] = made->kids[i];
	if (expr_is(made, PRIM_PERMUTE) && !expr_is(kids[0], PRIM_UNSET))
		kids[0] = expr_prim(ir, PRIM_UNSET, 0, NULL, 1, &kids[0]);
	else if (made->kind == EXPR_LET || made->kind == EXPR_TUPLE)
		kids[kid] = unset(ir, kids[kid]);
	return expr_rebuild(ir, made, kids);
}

static const Expr *plain(Plain *p, const Expr *e);

/* The values of each element's row, seen from below their names: those of each row,
 * the row of each element. */
static const Expr *beside(Ir *ir, const Expr *values, const Expr *owners)
{
	const Expr *at = expr_var(ir, 0, owners->type->element);
	const Expr *each = expr_var(ir, 2, values->type);

	return plain_map(ir, plain_at(ir, each, at),
			 expr_var(ir, 0, owners->type));
}

/* body, where each element stays where it is; of values of each row. */
static const Expr *inside(Plain *p, const Expr *body, const Expr *values,
			  const Expr *rows, int by)
{
	const Expr *offsets = expr_get(p->ir, 1, rows), *made, *owners;

	plain(p, body);
	if (!values)
		return lists_inside(p->ir, body, &p->known, rows, NULL, by);
	values = lists_map_each(p->ir, expr_shift(p->ir, plain(p, values), by, 0),
				rows, plain_length(offsets) - 1);
	owners = lists_owners(p->ir, expr_shift(p->ir, offsets, 1, 0),
			      plain_length(list_elements(p->ir, rows)));
	made = lists_inside(p->ir, body, &p->known,
			    expr_shift(p->ir, rows, 2, 0),
			    beside(p->ir, values, owners), by + 2);
	return expr_let(p->ir, values, expr_let(p->ir, owners, made));
}

/* Rows of what is kept of each. */
static const Expr *filtered(Plain *p, const Expr *flags, const Expr *count)
{
	const Expr *rows = plain(p, flags);

	count = plain(p, count);
	if (!is_worth_a_name(rows))
		return lists_kept(p->ir, rows, count);
	return with_name(p->ir, rows, lists_kept(p->ir,
				expr_var(p->ir, 0, rows->type),
				expr_shift(p->ir, count, 1, 0)));
}

/* The same of rows that have a name where they are used twice. */
static const Expr *inside_of(Plain *p, const Expr *body, const Expr *values,
			     const Expr *rows)
{
	if (!is_worth_a_name(rows))
		return inside(p, body, values, rows, 0);
	return with_name(p->ir, rows, inside(p, body, values,
				expr_var(p->ir, 0, rows->type), 1));
}

static bool contains(const Expr *e, const Expr *wanted, Intern *seen)
{
	if (e == wanted)
		return true;
	if (intern_find(seen, e->hash, e, is_same))
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (contains(e->kids[i], wanted, seen))
			return true;
	intern_add(seen, e->hash, e);
	return false;
}

/* The first that contains it: what stands in it was made before. */
static void look(Plain *p, const Expr *from, const Expr *made)
{
	Intern seen = { 0 };

	if (p->wanted && !p->source && contains(made, p->wanted, &seen))
		p->source = from;
	intern_free(&seen);
}

/* What stands for e, not for its parts alone; NULL: it is made of what they are. */
static const Expr *known_form(Plain *p, const Expr *e, const Expr *const *kids)
{
	const Expr *values, *count, *made = lists_inside_of(p->ir, e, &values);

	if (made)
		return inside_of(p, made, values, kids[1]);
	if ((made = lists_filter_of(p->ir, e, &count)))
		return filtered(p, made, count);
	if ((made = lists_split(p->ir, e)))
		return plain(p, made);
	return lists_folds_kept(e) ? lists_fold_kept(p->ir, e, &p->known, kids)
				   : NULL;
}

static const Expr *plain(Plain *p, const Expr *e)
{
	const Expr *known = lists_known(&p->known, e), **kids;
	Known *made;

	if (known)
		return known;
	kids = ARENA_ARRAY(ir_arena(p->ir), const Expr *, e->kid_count + 1);
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = plain(p, e->kids[i]);
	known = known_form(p, e, kids);
	made = ARENA_NEW(ir_arena(p->ir), Known);
	*made = (Known){ e, known ? known : rebuilt(p->ir, e, kids) };
	if (intern_find(&p->results, e->hash, e, is_same))
		made->to = unset(p->ir, made->to);
	intern_add(&p->known, e->hash, made);
	look(p, e, made->to);
	return made->to;
}

static const Expr *all_plain(Plain *p, const Expr *body)
{
	const Expr *made;

	find_results(p, body, body);
	made = plain(p, body);
	intern_free(&p->results);
	intern_free(&p->known);
	return made;
}

const Expr *lists_source(Ir *ir, const Expr *body, const Expr *part)
{
	Plain p = { .ir = ir, .wanted = part };

	all_plain(&p, body);
	return p.source;
}

const Expr *lists_plain(Ir *ir, const Expr *body)
{
	Plain p = { .ir = ir };

	return all_plain(&p, body);
}
