/* Parallel maps, and what one work-item of several does. */
#include "codegen_opencl/view.h"

static Level level_of(Prim prim)
{
	return prim_is_global(prim) ? LEVEL_GLOBAL
	       : prim == PRIM_MAP_WORKGROUP ? LEVEL_GROUP : LEVEL_LOCAL;
}

static Var *id_variable(Gen *g, Level level, int dim, int64_t extent,
			const Size *open)
{
	KernelId *id;

	for (id = g->kernel->spread; id; id = id->next)
		if (id->level == level && id->dim == dim
		    && id->extent == extent && id->open == open)
			return id->var;
	id = ARENA_NEW(g->arena, KernelId);
	*id = (KernelId){ level, dim, extent, open, NULL, g->kernel->spread };
	id->var = var_new(g->arena, VAR_ID, SCALAR_I32, 1, 0);
	id->var->letter = "gwl"[level];
	id->var->number = dim;
	id->var->end = open ? gen_size(g, open) : NULL;
	id->var->wide = gen_is_wide(g, open, extent);
	g->kernel->spread = id;
	return id->var;
}

static void begin(Gen *g, Region *region, Level level, int dim,
		  int64_t extent, const Size *open)
{
	Var *var = id_variable(g, level, dim, extent, open);
	Block *body = block_new(g->arena);
	Stmt *stmt = gen_add(g, (Stmt){ .kind = STMT_PARALLEL, .var = var,
					.level = level, .dim = dim,
					.extent = extent, .open = open,
					.end = var->end, .body = body });

	for (int i = 0; i < LEVELS; i++)
		stmt->bound[i] = g->bound[i];
	region->stmt = stmt;
	region->bound = g->bound[level];
	region->spread = (Spread){ level, dim, extent, open, NULL, g->spread };
	region->spread.index = affine_var(&g->indices, var, 0,
					  gen_last(g, var, extent));
	g->spread = &region->spread;
	g->bound[level] |= 1u << dim;
	gen_open(g, &region->scope, body);
}

const Affine *gen_spread(Gen *g, Region *region, Level level, int dim,
			 int64_t extent)
{
	begin(g, region, level, dim, extent, NULL);
	g->kernel->used[level][dim] = true;
	return region->spread.index;
}

const Affine *gen_spread_over(Gen *g, Region *region, Level level, int dim,
			      const Type *array)
{
	begin(g, region, level, dim, gen_length(array), gen_open_length(array));
	g->kernel->used[level][dim] = true;
	return region->spread.index;
}

const Affine *gen_share(Gen *g, Region *region, int64_t extent)
{
	begin(g, region, LEVEL_LOCAL, 0, extent, NULL);
	region->stmt->soft = true;
	return region->spread.index;
}

void gen_gather(Gen *g, Region *region)
{
	gen_close(g);
	g->bound[region->spread.level] = region->bound;
	g->spread = region->spread.up;
}

/* Every item gets the results of all. */
static void through_local(Gen *g, const Expr *e, const Env *env,
			  const View *to)
{
	const View *place = gen_local(g, e->type, e);

	gen_write(g, e, env, place);
	gen_copy(g, place, to, e->type, e);
}

void gen_parallel(Gen *g, const Expr *e, const Env *env, const View *to)
{
	int64_t extent = gen_length(e->type);
	const View *xs, *x;
	const Affine *index;
	Region region;

	if (extent == 0 || g->stopped)
		return;
	if (g->bound[level_of(e->prim)] & 1u << e->index) {
		gen_refuse(g, E0301, e, "another kernel", "%s is computed "
			   "inside one of the same dimension", expr_word(e));
		return;
	}
	if (e->prim == PRIM_MAP_LOCAL && !view_is_shared(to)
	    && !view_is_owned(to)) {
		through_local(g, e, env, to);
		return;
	}
	xs = gen_eval(g, e->kids[1], env);
	index = gen_spread_over(g, &region, level_of(e->prim), e->index,
				e->type);
	if (e->prim == PRIM_MAP_IN_GROUPS)
		region.stmt->group = e->sizes[0]->value;
	x = view_at(g, xs, index);
	gen_apply_to(g, e->kids[0], env, &x, view_at(g, to, index));
	gen_gather(g, &region);
}

void gen_single(Gen *g, Single *single)
{
	Block *body = block_new(g->arena);
	Stmt *stmt = gen_add(g, (Stmt){ .kind = STMT_SINGLE, .body = body });

	for (int i = 0; i < LEVELS; i++)
		stmt->bound[i] = g->bound[i];
	gen_open(g, &single->scope, body);
	g->single = true;
}

void gen_several(Gen *g)
{
	g->single = false;
	gen_close(g);
}
