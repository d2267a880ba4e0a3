/* Parallel maps, and what one work-item of several does (C14). */
#include "codegen_opencl/lens.h"

static Level level_of(Prim prim)
{
	return prim == PRIM_MAP_GLOBAL ? LEVEL_GLOBAL
	       : prim == PRIM_MAP_WORKGROUP ? LEVEL_GROUP : LEVEL_LOCAL;
}

static Var *id_variable(Gen *g, Level level, int dim, int64_t extent)
{
	Var *var = var_new(g->arena, VAR_ID, SCALAR_I32, 1, 0);

	var->letter = "gwl"[level];
	var->number = dim;
	var->wide = extent > INT32_MAX;
	return var;
}

const Affine *gen_spread(Gen *g, Region *region, Level level, int dim,
			int64_t extent)
{
	Var *var = id_variable(g, level, dim, extent);
	const Affine *index = affine_var(&g->indices, var, 0, extent - 1);
	Block *body = block_new(g->arena);
	Stmt *stmt = gen_add(g, (Stmt){ .kind = STMT_PARALLEL, .var = var,
					.level = level, .dim = dim,
					.extent = extent, .body = body });

	for (int i = 0; i < LEVELS; i++)
		stmt->bound[i] = g->bound[i];
	region->bound = g->bound[level];
	region->spread = (Spread){ level, dim, extent, index, g->spread };
	g->spread = &region->spread;
	g->bound[level] |= 1u << dim;
	g->kernel->used[level][dim] = true;
	gen_open(g, &region->scope, body);
	return index;
}

void gen_gather(Gen *g, Region *region)
{
	gen_close(g);
	g->bound[region->spread.level] = region->bound;
	g->spread = region->spread.up;
}

void gen_parallel(Gen *g, const Expr *e, const Env *env, const Lens *to)
{
	const Lens *xs = gen_eval(g, e->kids[1], env), *x;
	int64_t extent = gen_length(e->type);
	const Affine *index;
	Region region;

	if (extent == 0 || g->stopped)
		return;
	index = gen_spread(g, &region, level_of(e->prim), e->index, extent);
	x = lens_at(g, xs, index);
	gen_apply_to(g, e->kids[0], env, &x, lens_at(g, to, index));
	gen_gather(g, &region);
}

void gen_by_one(Gen *g, const Expr *e, const Env *env, const Lens *to)
{
	Block *body = block_new(g->arena);
	Stmt *stmt = gen_add(g, (Stmt){ .kind = STMT_SINGLE, .body = body });
	Scope scope;

	for (int i = 0; i < LEVELS; i++)
		stmt->bound[i] = g->bound[i];
	gen_open(g, &scope, body);
	g->single = true;
	gen_write(g, e, env, to);
	g->single = false;
	gen_close(g);
}
