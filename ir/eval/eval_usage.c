#include "ir/eval/eval_usage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef void Visit(Usage *u, const Expr *e, ExprUse *use, Use mode);

static void visit(Usage *u, const Expr *e, Use mode);

static Use use_max(Use a, Use b)
{
	return a > b ? a : b;
}

static bool has_many(const Type *type)
{
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			if (has_many(type->parts[i]))
				return true;
	return type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR;
}

/* Elements below an element of that type: 1 when it holds no longer array. */
static int64_t inner_length(const Type *type)
{
	int64_t longest = 1;

	if (type->kind == TYPE_VECTOR)
		return type->count;
	if (type->kind == TYPE_ARRAY)
		return type->length->value > 1
			? type->length->value : inner_length(type->element);
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (inner_length(type->parts[i]) > longest)
			longest = inner_length(type->parts[i]);
	return longest;
}

/* A loop that takes a state from step to step. */
static bool is_fold(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (e->prim == PRIM_REDUCE || e->prim == PRIM_REDUCE_SEQ
		|| e->prim == PRIM_REDUCE_SEQ_UNROLL
		|| e->prim == PRIM_REDUCE_PART || e->prim == PRIM_SCAN
		|| e->prim == PRIM_SCAN_SEQ || e->prim == PRIM_SCATTER
		|| e->prim == PRIM_SCAN_BY_INDEX
		|| e->prim == PRIM_PERMUTE || e->prim == PRIM_ASCENDING
		|| e->prim == PRIM_ITERATE || e->prim == PRIM_ITERATE_UNTIL);
}

static bool is_any_map(const Expr *e)
{
	return e->kind == EXPR_PRIM
	    && (prim_is_map(e->prim) || e->prim == PRIM_MAP_VEC);
}

/* Whether its elements are computed (when its kids' are not). */
static bool computes(const Expr *e)
{
	return e->kind == EXPR_OP || e->kind == EXPR_CONVERT
	    || e->kind == EXPR_BITS || e->kind == EXPR_IF || is_fold(e);
}

/* -- facts of a node, bottom up -------------------------------------------- */

typedef struct Slot {
	const Expr *expr;
	ExprUse *use;
} Slot;

static bool slot_is_of(const void *slot, const void *expr)
{
	return ((const Slot *)slot)->expr == expr;
}

static ExprUse *use_of(const Usage *u, const Expr *e)
{
	const Slot *slot = intern_find(&u->table, e->hash, e, slot_is_of);

	return slot ? slot->use : NULL;
}

static ExprUse *use_new(Usage *u, const Expr *e)
{
	Slot *slot = ARENA_NEW(u->arena, Slot);

	slot->expr = e;
	slot->use = ARENA_NEW(u->arena, ExprUse);
	slot->use->expr = e;
	intern_add(&u->table, e->hash, slot);
	return slot->use;
}

static int int_compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return x < y ? -1 : x > y;
}

static void find_free(Usage *u, ExprUse *use, const ExprUse *const *kids)
{
	const Expr *e = use->expr;
	int most = 1, count = 0, distinct = 0;
	int *free_vars;

	for (int i = 0; i < e->kid_count; i++)
		most += kids[i]->free_count;
	free_vars = ARENA_ARRAY(u->arena, int, most);
	if (e->kind == EXPR_VAR)
		free_vars[count++] = e->index;
	for (int i = 0; i < e->kid_count; i++)
		for (int k = 0; k < kids[i]->free_count; k++)
			if (kids[i]->free[k] >= expr_binds(e, i))
				free_vars[count++] = kids[i]->free[k]
						   - expr_binds(e, i);
	qsort(free_vars, (size_t)count, sizeof *free_vars, int_compare);
	for (int i = 0; i < count; i++)
		if (!i || free_vars[i] != free_vars[distinct - 1])
			free_vars[distinct++] = free_vars[i];
	use->free = free_vars;
	use->free_count = distinct;
}

static ExprUse *facts(Usage *u, const Expr *e)
{
	ExprUse *use = use_of(u, e);
	const ExprUse **kids;

	if (use)
		return use;
	kids = ARENA_ARRAY(u->arena, const ExprUse *, e->kid_count + 1);
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = facts(u, e->kids[i]);
	use = use_new(u, e);
	use->view = !computes(e);
	use->loops = is_fold(e) || (e->kind == EXPR_LET
				    && has_many(e->kids[0]->type));
	use->risky = e->kind == EXPR_PRIM && (e->prim == PRIM_AT
					      || e->prim == PRIM_PERMUTE
					      || e->prim == PRIM_SCAN_BY_INDEX
					      || e->prim == PRIM_ASCENDING);
	for (int i = 0; i < e->kid_count; i++) {
		use->view &= kids[i]->view;
		use->loops |= kids[i]->loops;
		use->risky |= kids[i]->risky;
	}
	find_free(u, use, kids);
	return use;
}

/* -- the walk -------------------------------------------------------------- */

/* Whether elements can be read in any order without computing anything of a row
 * again for each of them. */
static bool is_flat(const Usage *u, const Expr *e)
{
	if (use_of(u, e)->view)
		return true;
	if (e->kind != EXPR_PRIM)
		return false;
	if (is_any_map(e))
		return inner_length(e->kids[0]->type) == 1
		    || !use_of(u, e->kids[0])->loops;
	if (is_fold(e))
		return e->prim != PRIM_REDUCE_PART
		    || inner_length(e->kids[1]->type) == 1;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_flat(u, e->kids[i]))
			return false;
	return true;
}

static void use_variable(Usage *u, int index, Use mode)
{
	int binder = u->level - 1 - index;

	if (u->binders[binder] != USE_NONE || binder < u->floor)
		mode = USE_MANY;
	u->binders[binder] = mode;
}

static void push(Usage *u)
{
	if (u->level == u->capacity) {
		u->capacity = 2 * u->capacity + 16;
		u->binders = base_realloc(u->binders, sizeof *u->binders
						      * (size_t)u->capacity);
	}
	u->binders[u->level++] = USE_NONE;
}

static Use pop(Usage *u)
{
	return u->binders[--u->level];
}

/* What its free variables are read by is not known any better. */
static void use_variables(Usage *u, const ExprUse *use)
{
	for (int i = 0; i < use->free_count; i++)
		use_variable(u, use->free[i], USE_MANY);
}

/* Under a loop; afterwards params of lambda are known. */
static ExprUse *visit_lambda(Usage *u, const Expr *lambda, Use mode)
{
	ExprUse *use = use_of(u, lambda);
	int floor = u->floor;

	if (use->visited && mode <= use->use) {
		use_variables(u, use);
		return use;
	}
	use->visited = true;
	use->use = mode;
	u->floor = u->level;
	for (int i = 0; i < lambda->index; i++)
		push(u);
	visit(u, lambda->kids[0], mode);
	for (int i = lambda->index - 1; i >= 0; i--)
		use->params[i] = use_max(use->params[i], pop(u));
	u->floor = floor;
	return use;
}

/* How what a parameter stands for is read: once when it is kept. */
static Use use_passed(Use param)
{
	return param == USE_SCATTER ? USE_SCATTER : USE_ONCE;
}

static void visit_map(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	const ExprUse *f = visit_lambda(u, e->kids[0], mode);

	if (mode == USE_SCATTER && f->params[0] == USE_MANY
	    && has_many(e->kids[0]->params[0]) && has_many(e->type->element)
	    && !use->view)
		use->store = true;
	visit(u, e->kids[1], use_passed(f->params[0]));
}

static void visit_fold(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	const ExprUse *f = visit_lambda(u, e->kids[0], USE_WRITE);

	(void)use;
	(void)mode;
	visit(u, e->kids[1], e->prim == PRIM_REDUCE_PART ? USE_MANY
							 : USE_WRITE);
	visit(u, e->kids[2], use_passed(f->params[1]));
}

/* What is written over, the places, the elements. */
static void visit_permute(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	int first = e->kid_count - 3;

	(void)use;
	(void)mode;
	visit(u, e->kids[first], USE_WRITE);
	visit(u, e->kids[first + 1], USE_ONCE);
	visit(u, e->kids[first + 2], USE_ONCE);
}

static void visit_put(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	visit_lambda(u, e->kids[0], USE_WRITE);
	visit_permute(u, e, use, mode);
}

static void visit_iterate(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	int last = e->kid_count - 1;

	(void)use;
	(void)mode;
	for (int i = 0; i < last; i++)
		visit_lambda(u, e->kids[i], last > 1 ? USE_ONCE : USE_WRITE);
	visit(u, e->kids[last], USE_WRITE);
}

/* A view that keeps the order of rows. */
static void visit_view(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	(void)use;
	for (int i = 0; i < e->kid_count; i++)
		visit(u, e->kids[i], use_max(mode, USE_ONCE));
}

/* A view whose reader goes through the rows in another order. */
static void visit_scatter(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	if (mode == USE_WRITE && !is_flat(u, e->kids[0])) {
		use->through = true;
		visit(u, e->kids[0], USE_WRITE);
	} else {
		visit(u, e->kids[0], use_max(mode, USE_SCATTER));
	}
}

static void visit_concat(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	use->through = mode == USE_WRITE;
	for (int i = 0; i < e->kid_count; i++)
		visit(u, e->kids[i], use->through ? USE_WRITE
						  : use_max(mode, USE_ONCE));
}

static void visit_unzip(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	use->through = mode == USE_WRITE;
	visit(u, e->kids[0], use->through ? USE_ONCE : USE_MANY);
}

static void visit_map_vec(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	(void)use;
	visit_lambda(u, e->kids[0], use_max(mode, USE_SCATTER));
	visit(u, e->kids[1], USE_SCATTER);
}

static void visit_many(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	(void)use;
	(void)mode;
	for (int i = 0; i < e->kid_count; i++)
		visit(u, e->kids[i], USE_MANY);
}

static void visit_same(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	(void)use;
	for (int i = 0; i < e->kid_count; i++)
		visit(u, e->kids[i], mode);
}

static void visit_let(Usage *u, const Expr *e, ExprUse *use, Use mode)
{
	push(u);
	visit(u, e->kids[1], mode);
	use->params[0] = use_max(use->params[0], pop(u));
	visit(u, e->kids[0], use->params[0] == USE_SCATTER ? USE_SCATTER
			   : use->params[0] == USE_ONCE ? USE_ONCE
			   : USE_WRITE);
}

static Visit *const prim_visits[PRIM_COUNT] = {
	[PRIM_MAP] = visit_map,
	[PRIM_MAP_WORKGROUP] = visit_map,
	[PRIM_MAP_LOCAL] = visit_map,
	[PRIM_MAP_GLOBAL] = visit_map,
	[PRIM_MAP_IN_GROUPS] = visit_map,
	[PRIM_MAP_SEQ] = visit_map,
	[PRIM_MAP_SEQ_UNROLL] = visit_map,
	[PRIM_MAP_VEC] = visit_map_vec,
	[PRIM_REDUCE] = visit_fold,
	[PRIM_REDUCE_SEQ] = visit_fold,
	[PRIM_REDUCE_SEQ_UNROLL] = visit_fold,
	[PRIM_REDUCE_PART] = visit_fold,
	[PRIM_SCAN] = visit_fold,
	[PRIM_SCAN_SEQ] = visit_fold,
	[PRIM_SCATTER] = visit_put,
	[PRIM_SCAN_BY_INDEX] = visit_put,
	[PRIM_PERMUTE] = visit_permute,
	[PRIM_ASCENDING] = visit_many,
	[PRIM_OPENCL] = visit_iterate,
	[PRIM_ITERATE] = visit_iterate,
	[PRIM_ITERATE_UNTIL] = visit_iterate,
	[PRIM_ZIP] = visit_view,
	[PRIM_UNZIP] = visit_unzip,
	[PRIM_SPLIT] = visit_view,
	[PRIM_SPLIT_INTO] = visit_view,
	[PRIM_JOIN] = visit_scatter,
	[PRIM_TRANSPOSE] = visit_scatter,
	[PRIM_TAKE] = visit_view,
	[PRIM_DROP] = visit_view,
	[PRIM_CONCAT] = visit_concat,
	[PRIM_HEAD] = visit_view,
	[PRIM_REORDER] = visit_view,
	[PRIM_UNSET] = visit_view,
	[PRIM_REORDER_STRIDE] = visit_view,
	[PRIM_AT] = visit_many,
	[PRIM_SPLIT_VEC] = visit_scatter,
	[PRIM_JOIN_VEC] = visit_scatter,
	[PRIM_LANES] = visit_scatter,
	[PRIM_FILL] = visit_many,
	[PRIM_GENERATE] = visit_view,
	[PRIM_SLIDE] = visit_many,
	[PRIM_PAD_CLAMP] = visit_many,
	[PRIM_PAD_MIRROR] = visit_many,
	[PRIM_PAD_WRAP] = visit_many,
	[PRIM_SPLAT] = visit_many,
	[PRIM_TO_LOCAL] = visit_same,
	[PRIM_TO_GLOBAL] = visit_same,
	[PRIM_TO_PRIVATE] = visit_same,
};

static Visit *const kind_visits[EXPR_KINDS] = {
	[EXPR_OP] = visit_view,
	[EXPR_CONVERT] = visit_view,
	[EXPR_BITS] = visit_view,
	[EXPR_IF] = visit_view,
	[EXPR_TUPLE] = visit_same,
	[EXPR_GET] = visit_view,
	[EXPR_LET] = visit_let,
};

/* Inside a loop but the same in each iteration. */
static bool is_invariant(const Usage *u, const ExprUse *use)
{
	return u->floor >= 0
	    && (!use->free_count || use->free[0] >= u->level - u->floor);
}

static bool must_store(const Usage *u, const Expr *e, const ExprUse *use,
		       Use mode)
{
	bool computed = is_any_map(e) || computes(e);

	if (use->view || !computed || !has_many(e->type))
		return false;
	if (is_fold(e) && e->prim != PRIM_REDUCE_PART)
		return false;
	return mode == USE_MANY
	    || (mode == USE_SCATTER && !is_flat(u, e));
}

static void visit(Usage *u, const Expr *e, Use mode)
{
	ExprUse *use = use_of(u, e);
	bool again = use->visited;

	if (e->kind == EXPR_VAR)
		use_variable(u, e->index, mode);
	if (!e->kid_count)
		return;
	if (has_many(e->type) && (again || is_invariant(u, use)))
		mode = USE_MANY;
	use->visited = true;
	use->store |= must_store(u, e, use, mode);
	if (again && (use->store || mode <= use->use)) {
		use_variables(u, use);
		return;
	}
	use->use = mode;
	if (use->store)
		mode = USE_WRITE;
	if (e->kind == EXPR_PRIM)
		prim_visits[e->prim](u, e, use, mode);
	else
		kind_visits[e->kind](u, e, use, mode);
}

Usage *usage_of(Arena *arena, const Expr *body)
{
	Usage *u = ARENA_NEW(arena, Usage);

	u->arena = arena;
	u->floor = -1;
	facts(u, body);
	visit(u, body, USE_WRITE);
	return u;
}

void usage_free(Usage *usage)
{
	intern_free(&usage->table);
	free(usage->binders);
}

const ExprUse *usage_find(const Usage *usage, const Expr *e)
{
	return use_of(usage, e);
}
