/* scatter, scanByIndex, permute: the array that is changed, then each element
 * stored where its index says; nowhere, where that is outside. What is there before
 * and after is in memory: registers have no indices that data give, so few of them
 * become an array.
 *
 * scatter is a loop over the elements in their order; scanByIndex stores, beside,
 * what is there after each step, and drops the array. No two elements of permute
 * go to one place: whatever computes its indices, in any order and at once, writes
 * them through a view that stores elements; where the indices are known beforehand,
 * what computes the elements writes these where they go.
 *
 * Where what computes the indices of a scatter is spread over the items of a group,
 * which share its array, and no order matters to its operator, they change it at
 * once.
 *
 * Scatters of an unrolled map, each into an array of its own, share one loop: what
 * one adds to an element does not wait for what another stored. */
#include "codegen_opencl/scatter.h"
#include "ir/core/placed.h"

/* The kids of either. */
enum { PERMUTE_TO, SCATTER_FUNCTION = PERMUTE_TO, SCATTER_TO };

enum { ABREAST_MAX = 16 }; /* scatters in one loop */

static int first_kid(const Expr *e)
{
	return e->prim == PRIM_PERMUTE ? PERMUTE_TO : SCATTER_TO;
}

/* Below the length and not negative, in one comparison of unsigned numbers. */
const Code *gen_is_inside(Gen *g, const Code *index, const Size *length)
{
	const bool wide = scalar_bytes(index->scalar) == 8
			  || gen_is_wide(g, length->open ? length : NULL,
					 length->value);
	const Scalar scalar = wide ? SCALAR_U64 : SCALAR_U32;
	const Code *args[2];

	args[0] = code_convert(g->arena, scalar, index);
	args[1] = length->open
		? code_convert(g->arena, scalar,
			       code_index(g->arena, wide ? SCALAR_I64
					  : SCALAR_I32, gen_size(g, length)))
		: code_int(g->arena, scalar, length->value);
	return code_op(g->arena, OP_LT, args);
}

bool gen_adds_integers(const Expr *e)
{
	const Expr *body = e->kids[0]->kids[0];
	const Type *type = e->kids[1]->type->element;

	return type->kind == TYPE_SCALAR && scalar_is_int(type->scalar)
	       && body->kind == EXPR_OP && body->op == OP_ADD
	       && body->kids[0]->kind == EXPR_VAR
	       && body->kids[1]->kind == EXPR_VAR
	       && body->kids[0]->index + body->kids[1]->index == 1;
}

/* An element of an input whose range says so. Ranges may hang on sizes: of open
 * ones they are not known. */
bool gen_is_sure(const Gen *g, const Code *index, const Size *length)
{
	const Buffer *from;

	while (index->kind == CODE_LANE || index->kind == CODE_CAST)
		index = index->args[0];
	from = index->kind == CODE_VAR ? index->var->from : NULL;
	return from && from->ranged && !g->program->open && !length->open
	    && from->least >= 0 && from->most < length->value;
}

/* -- all items of a group at once -------------------------------------------- */

static const char *const atomics[OP_COUNT] = {
	[OP_ADD] = "atomic_add",  [OP_MIN] = "atomic_min",
	[OP_MAX] = "atomic_max",  [OP_BITAND] = "atomic_and",
	[OP_BITOR] = "atomic_or", [OP_BITXOR] = "atomic_xor",
};

/* Whether the items of a group, over which what computes the indices is spread,
 * change an array in local memory. */
static bool is_at_once(Gen *g, const Expr *e, const View *to)
{
	if (e->prim != PRIM_SCATTER || g->single || !g->bound[LEVEL_GROUP]
	    || !(expr_has(e->kids[SCATTER_TO + 1]) & HAS_LOCAL) || !view_is_local(to))
		return false;
	if (!placed_at_once(e))
		gen_refuse(g, E0303, e, "+ min max & | ^ of integers of 32 bits",
			   "the items of a group cannot change an array at "
			   "once by this operator");
	return true;
}

static void combine(Gen *g, const Expr *e, const Env *env, const View *place,
		    const View *x)
{
	const View *args[2] = { place, x };
	const Expr *function = e->kids[SCATTER_FUNCTION];
	const View *value = gen_eval(g, placed_at_once(e),
				     gen_bind(g, function, env, args));

	view_combine(g, place, atomics[function->kids[0]->op],
		     view_value(g, value));
}

/* -- one element ----------------------------------------------------------- */

/* Where elements go. */
typedef struct Goal {
	const Expr *e;
	const Env *env;
	const View *to;
	const View *state; /* where the place's new element goes, too; or NULL */
	const Lines *lines; /* the same, of elements that lines are made of */
	const View *narrow;
	const Affine *element; /* as of Stmt, as the next */
	int permute;
	bool at_once;
} Goal;

/* Whether an index is made of loops' rounds and items alone. */
static bool is_of_rounds(const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->of ? !is_of_rounds(atom->of)
		    : !atom->var || (atom->var->kind != VAR_LOOP
				     && atom->var->kind != VAR_ID))
			return false;
	}
	return true;
}

/* Says of the stores from there on which element they store. */
static void number_stores(Block *block, int from, const Goal *goal)
{
	for (int i = from; goal->element && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind != STMT_STORE)
			continue;
		stmt->element = goal->element;
		stmt->permute = goal->permute;
	}
}

static void store(Gen *g, const Goal *goal, const Affine *at, const View *x)
{
	const View *place = view_at(g, goal->to, at);
	const Expr *e = goal->e;
	const Steps steps = { e, e->kids[SCATTER_FUNCTION], e->type->element };
	const View *args[2] = { place, x };
	const int before = g->scope->block->count;

	if (e->prim == PRIM_PERMUTE) {
		gen_copy(g, x, place, e->type->element, e);
		number_stores(g->scope->block, before, goal);
	} else if (goal->at_once)
		combine(g, e, goal->env, place, x);
	else if (goal->narrow)
		gen_narrow_add(g, view_at(g, goal->narrow, at), place, x);
	else
		gen_step(g, &steps, goal->env, args);
	if (goal->lines)
		lines_keep(g, goal->lines, at, place,
			   view_forced(g, goal->state)->parts[0]);
	else if (goal->state)
		gen_copy(g, place, goal->state, e->type->element, e);
}

/* A name of its own for an index where it is inside: what is computed of it is
 * computed there, where it is in range. */
static const View *named_here(Gen *g, const Code *index)
{
	Var *var = var_new(g->arena, VAR_TEMP, index->scalar, 1, 0);

	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var, .value = index });
	return view_code(g, code_var(g->arena, var));
}

static const Size *length_of(const Expr *e)
{
	return e->kids[first_kid(e)]->type->length;
}

/* Where the index is that of an element. */
static void store_named(Gen *g, const Goal *goal, const Code *value,
			const View *x)
{
	const Affine *known = index_within(g, named_here(g, value),
					   length_of(goal->e));

	store(g, goal, known, x);
}

static void store_inside(Gen *g, const Goal *goal, const Code *value,
			 const View *x)
{
	const Size *length = length_of(goal->e);
	Block *body = block_new(g->arena);
	Scope scope;

	if (value->width > 1) {
		gen_refuse(g, E0303, goal->e, "one index",
			   "each lane of a vector has an index of its own");
		return;
	}
	gen_open(g, &scope, body);
	store_named(g, goal, value, x);
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF,
			   .value = gen_is_inside(g, value, length),
			   .body = body });
}

void gen_store_inside(Gen *g, const Expr *e, const Env *env, const View *to,
		      const Code *value, const View *x)
{
	const Goal goal = { .e = e, .env = env, .to = to };

	store_inside(g, &goal, value, x);
}

/* One element; its place is known to be in the array, or looked at. */
static void scatter_one(Gen *g, const Goal *goal, const View *index,
			const View *x)
{
	const Affine *known = index_of(g, index);
	const Code *value;

	x = view_forced(g, x);
	if (known && affine_is_natural(&g->indices, known)
	    && affine_is_below(&g->indices, known,
			       gen_size(g, length_of(goal->e)))) {
		store(g, goal, known, x);
		return;
	}
	value = view_value(g, index);
	if (gen_is_sure(g, value, length_of(goal->e))) {
		known = index_within(g, view_code(g, value),
				     length_of(goal->e));
		store(g, goal, known, x);
		return;
	}
	if (!gen_store_again(g, goal->e, goal->to, value, x))
		store_inside(g, goal, gen_name(g, value, VAR_TEMP), x);
}

const View *gen_permuted(Gen *g, const Expr *e, const Env *env,
			 const View *xs, const View *to)
{
	return view_new(g, (View){ .kind = VIEW_PERMUTED, .of = to, .count = 1,
				   .parts = view_copied(g, 1, &xs),
				   .expr = e, .env = env,
				   .n = ++g->permutes });
}

const View *gen_placed(Gen *g, const Expr *e, const View *to)
{
	const Affine *from;
	int64_t first, step;

	if (!placed_in_line(e, &first, &step))
		return NULL;
	from = affine_const(&g->indices, first);
	return step == 1 ? view_slice(g, to, from)
		: view_new(g, (View){ .kind = VIEW_REVERSE, .of = to,
				      .index = from });
}

void view_send(Gen *g, const View *view, const Code *index)
{
	Goal goal = { .e = view->expr, .env = view->env, .to = view->of,
		      .at_once = view->expr->prim == PRIM_SCATTER };
	const bool once = goal.at_once && !g->single;
	Single single;

	/* nothing that binds a name is around */
	if (!view->env && is_of_rounds(view->index)) {
		goal.element = view->index;
		goal.permute = (int)view->n;
	}
	if (once) /* items of dimensions that nothing is spread over do the same */
		gen_single(g, &single);
	scatter_one(g, &goal, view_code(g, index), view->parts[0]);
	if (once)
		gen_several(g);
}

static Goal goal_of(const Expr *e, const Scattered *s, const View *state)
{
	return (Goal){ .e = e, .env = s->env, .to = s->to, .state = state,
		       .narrow = s->narrow };
}

void gen_scatter_value(Gen *g, const Expr *e, const Scattered *s,
		       const Code *place, const View *x)
{
	const Goal goal = goal_of(e, s, NULL);

	scatter_one(g, &goal, view_code(g, place), x);
}

void gen_scatter_at(Gen *g, const Expr *e, const Scattered *s,
		    const Affine *at)
{
	const Goal goal = goal_of(e, s, NULL);

	scatter_one(g, &goal, view_at(g, s->is, at), view_at(g, s->xs, at));
}

void gen_scatter_inside_at(Gen *g, const Expr *e, const Scattered *s,
			   const Affine *at, const Code *place)
{
	const Goal goal = goal_of(e, s, NULL);
	const View *x = view_forced(g, view_at(g, s->xs, at));

	if (!place)
		place = view_value(g, view_at(g, s->is, at));
	store_named(g, &goal, place, x);
}

static Scattered scattered(Gen *g, const Expr *e, const Env *env,
			   const View *to)
{
	return (Scattered){ .env = env, .to = to,
			    .is = gen_eval(g, e->kids[SCATTER_TO + 1], env),
			    .xs = gen_eval(g, e->kids[SCATTER_TO + 2], env) };
}

/* Each element in order, of several scatters in turn; states: where those after
 * each go, or NULL. */
static void scatter_each(Gen *g, const Expr *e, int count,
			const Scattered *all, const View *states,
			const Lines *lines)
{
	const Type *type = e->kids[SCATTER_TO + 1]->type;
	bool unrolls = false;
	Loop loop;

	if (!states && gen_scatter_blocks(g, e, count, all))
		return;
	for (int i = 0; i < count; i++)
		unrolls |= gen_unrolls(g, gen_length(type), all[i].xs, NULL);
	for (loop = gen_loop_over(g, type, unrolls, e); gen_next(g, &loop);)
		for (int i = 0; i < count; i++) {
			Goal goal = goal_of(e, &all[i], states
				? view_at(g, states, loop.index) : NULL);

			goal.lines = lines;
			scatter_one(g, &goal, view_at(g, all[i].is, loop.index),
				    view_at(g, all[i].xs, loop.index));
		}
}

static void scatter_all(Gen *g, const Expr *e, int count, Scattered *all)
{
	for (int i = 0; i < count; i++)
		all[i].narrow = gen_narrow(g, e, &all[i]);
	scatter_each(g, e, count, all, NULL, NULL);
	for (int i = 0; i < count; i++)
		if (all[i].narrow)
			gen_narrow_end(g, e, &all[i]);
}

bool gen_scatters_to(Gen *g, const Expr *map, const View *xs, const Env *env,
		     const View *to)
{
	const Expr *e = map->kids[0]->kids[0];
	const int64_t count = gen_length(map->type);
	Scattered *all;

	if (expr_is(e, PRIM_TO_GLOBAL))
		e = e->kids[0];
	if (!expr_is(e, PRIM_SCATTER) || gen_length(e->type) < 1 || count < 1
	    || count > ABREAST_MAX || (!g->single && view_is_shared(to)))
		return false;
	all = ARENA_ARRAY(g->arena, Scattered, count);
	for (int i = 0; i < count; i++) {
		const Affine *at = affine_const(&g->indices, i);
		const View *x = view_at(g, xs, at), *place = view_at(g, to, at);
		const Env *inner = gen_bind(g, map->kids[0], env, &x);

		gen_write(g, e->kids[SCATTER_TO], inner, place);
		all[i] = scattered(g, e, inner, place);
	}
	scatter_all(g, e, (int)count, all);
	return true;
}

/* Whether several items store the elements over what one of them stored before. */
static bool stores_over(const Expr *permute)
{
	return !expr_is(permute->kids[PERMUTE_TO], PRIM_UNSET)
	    && expr_has(permute->kids[PERMUTE_TO + 2]) & HAS_PARALLEL;
}

void gen_scatter_to(Gen *g, const Expr *e, const Env *env, const View *to)
{
	const Block *around = g->permuting;
	const int first = first_kid(e);
	const View *xs, *placed;
	Scattered all;

	if (gen_length(e->type) < 1)
		return;
	gen_write(g, e->kids[first], env, to);
	if (e->prim == PRIM_SCATTER && !is_at_once(g, e, to)) {
		all = scattered(g, e, env, to);
		scatter_all(g, e, 1, &all);
		return;
	}
	placed = e->prim == PRIM_SCATTER || stores_over(e)
		? NULL : gen_placed(g, e, to);
	if (placed) {
		gen_write(g, e->kids[first + 2], env, placed);
		return;
	}
	xs = gen_eval(g, e->kids[first + 2], env);
	g->permuting = g->scope->block;
	gen_write(g, e->kids[first + 1], env,
		  gen_permuted(g, e, env, xs, to));
	g->permuting = around;
}

void gen_scan_by_index_to(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const Expr *from = e->kids[SCATTER_TO];
	const Steps steps = { e, e->kids[SCATTER_FUNCTION], from->type };
	const View *place = gen_state(g, &steps);
	Scattered all;
	Lines lines;

	if (gen_length(e->type) < 1)
		return;
	gen_write(g, from, env, place);
	all = scattered(g, e, env, place);
	if (!lines_begin(g, e, &all, to, &lines)) {
		scatter_each(g, e, 1, &all, to, NULL);
		return;
	}
	scatter_each(g, e, 1, &all, to, &lines);
	lines_end(g, &lines);
}

const View *gen_scatter(Gen *g, const Expr *e, const Env *env)
{
	const View *place = gen_is_long(e) ? gen_temp(g, e->type, e)
					   : gen_private(g, e->type, e);

	gen_write(g, e, env, place);
	return place;
}
