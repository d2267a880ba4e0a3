#include "search/nest/facts.h"

#include "search/nest/walk.h"

static bool is_fold(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_REDUCE || e->prim == PRIM_REDUCE_SEQ
		|| e->prim == PRIM_REDUCE_SEQ_UNROLL || e->prim == PRIM_SCAN
		|| e->prim == PRIM_REDUCE_PART || e->prim == PRIM_SCAN_SEQ
		|| e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL);
}

bool fact_is_heavy(const Expr *e)
{
	return walk_finds(e, is_fold);
}

bool fact_is_reduction(const Expr *e)
{
	return expr_is(e, PRIM_REDUCE) || expr_is(e, PRIM_REDUCE_SEQ);
}

bool fact_is_indices(const Expr *e)
{
	return expr_is(e, PRIM_GENERATE);
}

const Expr *fact_mapped(const Expr *array)
{
	return expr_is(array, PRIM_MAP) ? array->kids[1] : array;
}

bool fact_is_kept(const Expr *e)
{
	return expr_is(e, PRIM_TO_GLOBAL) || expr_is(e, PRIM_TO_LOCAL)
	    || expr_is(e, PRIM_TO_PRIVATE);
}

static bool is_private(const Expr *e)
{
	return expr_is(e, PRIM_TO_PRIVATE);
}

bool fact_keeps_private(const Expr *e)
{
	return walk_finds(e, is_private);
}

bool fact_has_rounds(const Expr *e)
{
	return expr_is(e, PRIM_ITERATE) || expr_is(e, PRIM_ITERATE_UNTIL)
	    || expr_is(e, PRIM_REDUCE_SEQ) || expr_is(e, PRIM_SCAN_SEQ);
}

bool fact_iterates_arrays(const Expr *e)
{
	const bool folds = prim_kid_arity(e->prim, 0) == 2;

	return fact_has_rounds(e)
	    && type_has_array(folds ? e->kids[1]->type : e->type);
}

static bool is_low(const Expr *e)
{
	return e->kind == EXPR_PRIM && prim_is(e->prim, TRAIT_LOW);
}

bool fact_is_lowered(const Expr *e)
{
	return walk_finds(e, is_low);
}

static bool is_vector(const Expr *e)
{
	return e->type && e->type->kind == TYPE_VECTOR;
}

bool fact_has_vectors(const Expr *e)
{
	return walk_finds(e, is_vector);
}

static bool is_flat(const Type *type)
{
	if (type->kind != TYPE_TUPLE)
		return type->kind == TYPE_SCALAR;
	for (int i = 0; i < type->count; i++)
		if (!is_flat(type->parts[i]))
			return false;
	return true;
}

static bool is_scalar(const Expr *e);

/* Stored arrays, or elements of them: lanes can be gathered. */
static bool is_gathered(const Expr *e)
{
	if (e->kind == EXPR_INPUT || e->kind == EXPR_VAR)
		return true;
	if (e->kind == EXPR_GET)
		return is_gathered(e->kids[0]);
	return expr_is(e, PRIM_AT)
	    && is_gathered(e->kids[0]) && is_scalar(e->kids[1]);
}

/* A loop over a state that stays in registers. */
static bool is_iterated(const Expr *e)
{
	if (e->prim != PRIM_ITERATE && e->prim != PRIM_ITERATE_UNTIL)
		return false;
	for (int i = 0; i + 1 < e->kid_count; i++)
		if (!fact_is_scalar_function(e->kids[i]))
			return false;
	return is_scalar(e->kids[e->kid_count - 1]);
}

/* Elements read one after the other, the same for all lanes or gathered. */
static bool is_listed(const Expr *e)
{
	if (e->kind != EXPR_PRIM || e->prim == PRIM_AT)
		return is_gathered(e);
	if (e->prim != PRIM_GENERATE && e->prim != PRIM_ZIP)
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_listed(e->kids[i]))
			return false;
	return true;
}

/* The value of a fold in order. */
static bool is_folded(const Expr *e)
{
	if (e->prim != PRIM_HEAD || !expr_is(e->kids[0], PRIM_REDUCE_SEQ))
		return false;
	e = e->kids[0];
	return fact_is_scalar_function(e->kids[0]) && is_scalar(e->kids[1])
	    && is_listed(e->kids[2]);
}

static bool is_scalar(const Expr *e)
{
	if (e->kind == EXPR_PRIM)
		return is_flat(e->type) && (is_gathered(e) || is_iterated(e)
					    || is_folded(e));
	if (e->kind == EXPR_GET && is_flat(e->type) && is_gathered(e))
		return true;
	if (e->kind == EXPR_LET && is_gathered(e->kids[0]))
		return is_scalar(e->kids[1]);
	if (!is_flat(e->type) || e->kind == EXPR_LAMBDA)
		return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_scalar(e->kids[i]))
			return false;
	return true;
}

bool fact_gives_scalars(const Expr *lambda)
{
	return is_scalar(lambda->kids[0]);
}

bool fact_is_scalar_function(const Expr *lambda)
{
	for (int i = 0; i < lambda->index; i++)
		if (!is_flat(lambda->params[i]))
			return false;
	return fact_gives_scalars(lambda);
}

const Expr *fact_shown(const Expr *e)
{
	if (e->kind != EXPR_PRIM || !e->kid_count
	    || !(e->prim == PRIM_MAP || prim_is(e->prim, TRAIT_VIEW)))
		return NULL;
	return e->kids[e->kid_count - 1];
}

bool fact_is_view(const Expr *lambda)
{
	const Expr *e = lambda->kids[0];

	for (; fact_shown(e); e = fact_shown(e))
		if (e->prim == PRIM_MAP && !fact_is_view(e->kids[0]))
			return false;
	return e->kind == EXPR_VAR && e->index == 0;
}

static bool is_used(const Expr *e, int depth, int count, bool inside)
{
	if (e->kind == EXPR_VAR)
		return inside && e->index >= depth && e->index < depth + count;
	for (int i = 0; i < e->kid_count; i++)
		if (is_used(e->kids[i], depth + expr_binds(e, i), count,
			    inside || e->kids[i]->kind == EXPR_LAMBDA))
			return true;
	return false;
}

bool fact_is_used_inside(const Expr *e, int count)
{
	return is_used(e, 0, count, false);
}

bool fact_is_closed_under(const Expr *e, int depth)
{
	for (int i = 0; i < depth && i < e->open; i++)
		if (expr_uses(e, i))
			return false;
	return true;
}

int64_t fact_length(const Type *array)
{
	return array->kind == TYPE_ARRAY && array->length->known
		? array->length->value : 0;
}

bool fact_joins_scalars(const Expr *reduce)
{
	return is_flat(reduce->kids[1]->type);
}

int fact_operations(const Expr *e)
{
	enum { ENOUGH = 1000 };
	int count = e->kind == EXPR_OP || e->kind == EXPR_IF
		 || e->kind == EXPR_CONVERT;

	for (int i = 0; i < e->kid_count && count < ENOUGH; i++)
		count += fact_operations(e->kids[i]);
	return count;
}

/* -- code without loops ---------------------------------------------------- */

enum { STRAIGHT_MOST = 1 << 20 };

static int64_t straight(const Expr *e);

static int64_t capped(int64_t a)
{
	return a < 0 || a > STRAIGHT_MOST ? -1 : a;
}

/* The kids from one on; -1 when one of them is not straight. */
static int64_t straight_kids(const Expr *e, int from)
{
	int64_t sum = 0;

	for (int i = from; i < e->kid_count; i++) {
		int64_t kid = straight(e->kids[i]);

		if (kid < 0)
			return -1;
		sum = capped(sum + kid);
		if (sum < 0)
			return -1;
	}
	return sum;
}

/* A function applied so many times. */
static int64_t repeated(const Expr *e, int64_t times)
{
	int64_t body = straight(e->kids[0]->kids[0]);
	int64_t rest = straight_kids(e, 1);

	if (body < 0 || rest < 0 || times > STRAIGHT_MOST)
		return -1;
	return capped((body ? body : 1) * times + rest);
}

static int64_t straight_prim(const Expr *e)
{
	if (e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL)
		return -1;
	if (is_fold(e) && e->prim != PRIM_REDUCE_PART)
		return is_flat(e->kids[1]->type)
		     ? repeated(e, fact_length(e->kids[2]->type)) : -1;
	if (e->prim == PRIM_MAP)
		return repeated(e, 1);
	return prim_is(e->prim, TRAIT_VIEW) ? straight_kids(e, 0) : -1;
}

static int64_t straight(const Expr *e)
{
	int64_t kids;

	switch (e->kind) {
	case EXPR_PRIM:
		return straight_prim(e);
	case EXPR_LAMBDA:
		return -1;
	case EXPR_OP: case EXPR_IF: case EXPR_CONVERT:
		kids = straight_kids(e, 0);
		return kids < 0 ? -1 : capped(kids + 1);
	default:
		return straight_kids(e, 0);
	}
}

int64_t fact_straight(const Expr *lambda)
{
	const Expr *body = lambda->kids[0];

	return is_flat(body->type) ? straight(body) : -1;
}

int64_t fact_straight_array(const Expr *lambda)
{
	const Expr *body = lambda->kids[0];

	return body->type->kind == TYPE_ARRAY && is_flat(body->type->element)
		? straight(body) : -1;
}
