#include "codegen_opencl/gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "codegen_opencl/view.h"
#include "ir/core/size_open.h"

/* -- stopping -------------------------------------------------------------- */

typedef struct Search {
	const Expr *wanted;
	Path path;
} Search;

static bool find(Search *search, const Expr *e)
{
	Path *path = &search->path;

	if (e == search->wanted)
		return true;
	if (path->depth == PATH_MAX_DEPTH)
		return false;
	for (int i = 0; i < e->kid_count && i < 256; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find(search, e->kids[i]))
			return true;
		path->depth--;
	}
	return false;
}

void gen_refuse(Gen *g, DiagCode code, const Expr *at, const char *expected,
		const char *format, ...)
{
	Search search = { .wanted = at };
	va_list args;

	if (g->stopped)
		return;
	g->stopped = true;
	*g->fault = (LegalFault){ .code = code };
	va_start(args, format);
	vsnprintf(g->fault->message, sizeof g->fault->message, format, args);
	va_end(args);
	if (expected)
		snprintf(g->fault->expected, sizeof g->fault->expected, "%s",
			 expected);
	if (at && find(&search, g->root))
		g->fault->path = search.path;
	if (at)
		snprintf(g->fault->found, sizeof g->fault->found, "%s",
			 expr_word(at));
}

void gen_plan(Gen *g, PlanKind kind, const Expr *expr, int number)
{
	if (g->stopped)
		return;
	if (!expr || !plan_add(&g->plan, kind, expr, number))
		gen_refuse(g, E0303, expr ? expr : g->at, NULL, "%s",
			   plan_words(kind));
	else
		g->stopped = g->again = true;
}

void gen_plan_wide(Gen *g)
{
	if (!g->stopped)
		g->plan.wide = g->stopped = g->again = true;
}

/* -- statements ------------------------------------------------------------ */

void gen_refuse_length(Gen *g, const Expr *at, const char *expected,
		       int statements, int most)
{
	const int step = plan_loops(&g->plan, g->root);

	if (!g->stopped && step < PLAN_LOOPS_STEPS
	    && (g->unrolled || (!step && plan_unrolls(&g->plan)))) {
		plan_loops_again(&g->plan, g->root);
		g->stopped = g->again = true;
		return;
	}
	gen_refuse(g, E0303, at, expected,
		   "a kernel of %d statements; at most %d are generated",
		   statements, most);
}

enum { STATEMENTS_MAX = 4000 };

Stmt *gen_add(Gen *g, Stmt stmt)
{
	if (++g->statements > STATEMENTS_MAX)
		gen_refuse_length(g, g->at, "loops instead of mapSeqUnroll",
				  g->statements, STATEMENTS_MAX);
	return block_add(g->scope->block, stmt);
}

void gen_open(Gen *g, Scope *scope, Block *block)
{
	*scope = (Scope){ block, NULL, g->scope };
	g->scope = scope;
}

void gen_close(Gen *g)
{
	g->scope = g->scope->up;
}

Trial gen_try(const Gen *g)
{
	return (Trial){ g->scope->known, g->scope->block->count,
			g->kernel->array_count, g->statements };
}

void gen_take_back(Gen *g, const Trial *trial)
{
	g->scope->known = trial->known;
	g->scope->block->count = trial->count;
	g->kernel->array_count = trial->arrays;
	g->statements = trial->statements;
}

Var *gen_variable(Gen *g, VarKind kind, Scalar scalar, int width)
{
	int mask = scalar == SCALAR_BOOL && width > 1 ? 4 : 0;
	Var *var = var_new(g->arena, kind, scalar, width, mask);

	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var });
	return var;
}

void gen_assign(Gen *g, Var *var, const Code *value)
{
	gen_add(g, (Stmt){ .kind = STMT_ASSIGN, .var = var,
			   .value = code_splat(g->arena, value, var->width,
					       var->mask) });
}

const Code *gen_two(Gen *g, Op op, const Code *a, const Code *b)
{
	const Code *args[] = { a, b };

	return code_op(g->arena, op, args);
}

const Code *gen_both(Gen *g, const Code *a, const Code *b)
{
	return a ? gen_two(g, OP_AND, a, b) : b;
}

const Code *gen_name(Gen *g, const Code *value, VarKind kind)
{
	Var *var;

	if (code_is_atomic(value))
		return value;
	var = var_new(g->arena, kind, value->scalar, value->width,
		      value->mask);
	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var, .value = value });
	return code_var(g->arena, var);
}

/* -- loops ----------------------------------------------------------------- */

enum { UNROLL_MAX = 256 };

Loop gen_loop_over(Gen *g, const Type *array, bool unroll, const Expr *origin)
{
	Loop loop = gen_loop(g, gen_length(array), unroll, origin);

	loop.open = gen_open_length(array);
	return loop;
}

Loop gen_loop(Gen *g, int64_t count, bool unroll, const Expr *origin)
{
	Loop loop = { .count = count, .round = -1, .origin = origin };

	loop.unrolled = count <= 1 || unroll
			|| plan_has(&g->plan, PLAN_UNROLLED, origin, 0);
	if (loop.unrolled && count > UNROLL_MAX)
		gen_refuse(g, E0303, origin ? origin : g->at,
			   "at most 256 rounds", "unrolling %lld rounds",
			   (long long)count);
	return loop;
}

bool gen_unrolls(Gen *g, int64_t count, const View *from, const View *to)
{
	enum { SHORT = 64, SHORTER = 16 };
	bool fewer = plan_has(&g->plan, PLAN_LOOPS, g->root, 1);
	bool wanted = count <= (fewer ? SHORTER : SHORT)
		      && (view_is_static(from) || (to && view_is_static(to)));

	if (wanted && plan_has(&g->plan, PLAN_LOOPS, g->root, 2))
		return false;
	g->unrolled |= wanted && count > 1;
	return wanted;
}

int64_t gen_last(const Gen *g, const Var *var, int64_t extent)
{
	const int64_t most = affine_open(&g->indices);

	if (!var->end)
		return extent - 1;
	return var->end->hi < 1 ? 0 : var->end->hi < most ? var->end->hi - 1
	     : most - 1;
}

bool gen_is_wide(const Gen *g, const Size *open, int64_t extent)
{
	return open ? g->indices.wide : extent > INT32_MAX;
}

static void loop_start(Gen *g, Loop *loop)
{
	Var *var = var_new(g->arena, VAR_LOOP, SCALAR_I32, 1, 0);
	Block *body = block_new(g->arena);

	var->origin = loop->origin;
	var->end = loop->open ? gen_size(g, loop->open) : NULL;
	var->wide = gen_is_wide(g, loop->open, loop->count);
	gen_add(g, (Stmt){ .kind = STMT_LOOP, .var = var,
			   .extent = loop->count, .open = loop->open,
			   .end = var->end, .body = body });
	loop->index = affine_var(&g->indices, var, 0, gen_last(g, var,
							 loop->count));
	gen_open(g, &loop->scope, body);
}

bool gen_next(Gen *g, Loop *loop)
{
	loop->round++;
	if (!loop->unrolled) {
		if (loop->round == 0 && !g->stopped) {
			loop_start(g, loop);
			return true;
		}
		if (loop->round == 1 && loop->index)
			gen_close(g);
		return false;
	}
	if (loop->round >= loop->count || g->stopped)
		return false;
	loop->index = affine_const(&g->indices, loop->round);
	return true;
}

/* -- functions ------------------------------------------------------------- */

const Env *gen_named(Gen *g, const View *view, const Env *up)
{
	Env *env = ARENA_NEW(g->arena, Env);

	*env = (Env){ view, up };
	return env;
}

/* An expression that is used twice is named; what is read from memory that
 * the kernel changes is read now. */
static const View *argument(Gen *g, const View *view, const Type *type,
			    int uses)
{
	const View **parts;

	if (g->stopped || !view || type->kind == TYPE_ARRAY)
		return view;
	if (type->kind == TYPE_TUPLE && view->kind == VIEW_TUPLE) {
		parts = ARENA_ARRAY(g->arena, const View *, type->count);
		for (int i = 0; i < type->count; i++)
			parts[i] = argument(g, view->parts[i], type->parts[i],
					    uses);
		return view_tuple(g, type->count, parts);
	}
	if (view->kind == VIEW_CODE && uses > 1 && !index_of(g, view))
		return view_code(g, gen_name(g, view->code, VAR_TEMP));
	if (view->kind == VIEW_MEMORY && uses > 0
	    && view->leaves[0].buffer->space != SPACE_GLOBAL)
		return view_named(g, view, type);
	return view;
}

const Env *gen_bind(Gen *g, const Expr *lambda, const Env *env,
		    const View *const *args)
{
	const Expr *body = lambda->kids[0];

	for (int i = 0; i < lambda->index; i++) {
		int uses = expr_use_count(body, lambda->index - 1 - i);

		env = gen_named(g, argument(g, args[i], lambda->params[i], uses),
			     env);
	}
	return env;
}

const Env *gen_let(Gen *g, const Expr *let, const Env *env)
{
	const Expr *value = let->kids[0];
	const Pin *pin = gen_pinned(g, let, env);
	const View *view;

	if (pin)
		return pin->inner;
	view = gen_eval(g, value, env);
	return gen_named(g, view_named(g, view, value->type), env);
}

const View *gen_apply(Gen *g, const Expr *lambda, const Env *env,
		      const View *const *args)
{
	return gen_eval(g, lambda->kids[0], gen_bind(g, lambda, env, args));
}

void gen_apply_to(Gen *g, const Expr *lambda, const Env *env,
		  const View *const *args, const View *to)
{
	gen_write(g, lambda->kids[0], gen_bind(g, lambda, env, args), to);
}

/* -- questions ------------------------------------------------------------- */

static bool has_more(const Type *type, int64_t most)
{
	int64_t scalars;

	return type_is_open(type) || !type_scalars(type, &scalars)
	    || scalars > most;
}

bool gen_is_long(const Expr *e)
{
	enum { SCAN_MAX = 64, STATE_MAX = 4096 };

	if (e->kind != EXPR_PRIM)
		return false;
	if (e->prim == PRIM_SCAN_SEQ || e->prim == PRIM_SCATTER
	    || e->prim == PRIM_PERMUTE)
		return has_more(e->type, SCAN_MAX);
	if (e->prim == PRIM_SCAN_BY_INDEX)
		return has_more(e->type, SCAN_MAX)
		    || has_more(e->kids[1]->type, STATE_MAX);
	return (e->prim == PRIM_REDUCE_SEQ || e->prim == PRIM_REDUCE_SEQ_UNROLL)
	    && has_more(e->kids[1]->type, STATE_MAX);
}

unsigned expr_has(const Expr *e)
{
	unsigned has = e->type->kind == TYPE_VECTOR ? HAS_VECTOR : 0;

	if (e->kind == EXPR_PRIM) {
		has |= prim_is_global(e->prim) ? HAS_GLOBAL : 0;
		has |= e->prim == PRIM_MAP_WORKGROUP ? HAS_GROUP : 0;
		has |= e->prim == PRIM_MAP_LOCAL ? HAS_LOCAL : 0;
		has |= e->prim == PRIM_TO_GLOBAL ? HAS_TO_GLOBAL : 0;
		has |= gen_is_long(e) ? HAS_LONG : 0;
	}
	for (int i = 0; i < e->kid_count; i++)
		has |= expr_has(e->kids[i]);
	return has;
}

int64_t gen_length(const Type *array)
{
	return array->length->open ? EXTENT_OPEN : array->length->value;
}

const Size *gen_open_length(const Type *array)
{
	return array->length->open ? array->length : NULL;
}
