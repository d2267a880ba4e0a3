/* Loads: each named once for as long as it holds, lanes that lie side by side
 * as one vector. */
#include "codegen_opencl/view.h"

/* -- loads ----------------------------------------------------------------- */

static const Code *known(const Gen *g, const Buffer *buffer,
			 const Affine *index, int width)
{
	for (const Scope *scope = g->scope; scope; scope = scope->up)
		for (const Known *k = scope->known; k; k = k->next)
			if (k->buffer == buffer && k->index == index
			    && k->width == width
			    && k->version == buffer->version)
				return k->code;
	return NULL;
}

static void remember(Gen *g, Buffer *buffer, const Affine *index, int width,
		     const Code *code)
{
	Known *made = ARENA_NEW(g->arena, Known);

	*made = (Known){ buffer, index, width, buffer->version, code,
			 g->scope->known };
	g->scope->known = made;
}

static const Code *load(Gen *g, Buffer *buffer, const Affine *index, int width)
{
	const Code *code = known(g, buffer, index, width);

	if (code)
		return code;
	code = code_load(g->arena, buffer, index, width);
	code = gen_name(g, code_fetched(g->arena, code, buffer->scalar),
			VAR_LOAD);
	if (code->kind == CODE_VAR && !code->var->from)
		code->var->from = buffer;
	remember(g, buffer, index, width, code);
	return code;
}

int view_lane_step(Gen *g, const Affine *index, const Affine **lanes)
{
	int step = -1;

	for (int i = 0; i < index->width; i++) {
		int64_t distance;

		lanes[i] = affine_at_lane(&g->indices, index,
					 affine_const(&g->indices, i));
		if (!affine_distance(&g->indices, lanes[0], lanes[i],
				    &distance))
			step = 2;
		else if (i == 1)
			step = distance == 0 || distance == 1 ? (int)distance
							      : 2;
		else if (i > 1 && distance != (int64_t)step * i)
			step = 2;
	}
	return step == 2 ? -1 : step;
}

/* -- vectors that are cut at an end of what is read ------------------------ */

enum { CUTS_MAX = 4 };

/* Forms that vary over the lanes by 1, as long as all conditions hold. */
typedef struct Cuts {
	int count;
	const Affine *base;       /* the form at lane 0 */
	const Affine *at[CUTS_MAX]; /* in 0 .. most for that */
	int64_t most[CUTS_MAX];
} Cuts;

/* The only atom that varies over the lanes, when its factor is 1. */
static const AffineAtom *varying(const Affine *index)
{
	const AffineAtom *found = NULL;

	for (int i = 0; i < index->count; i++) {
		const AffineTerm *term = &index->terms[i];

		if (term->atom->width == 1)
			continue;
		if (found || term->factor != 1)
			return NULL;
		found = term->atom;
	}
	return found;
}

static const Affine *first_lane(Gen *g, const Affine *index)
{
	return affine_at_lane(&g->indices, index,
			      affine_const(&g->indices, 0));
}

/* Whether most vectors of that width are whole. */
static bool is_cut(const AffineAtom *atom, int width)
{
	return atom->kind == AFFINE_FOLD
	    || (atom->by >= width && (atom->kind == AFFINE_CLAMP
				      || atom->kind == AFFINE_MOD
				      || atom->kind == AFFINE_MIRROR));
}

static bool find_cuts(Gen *g, const Affine *index, int width, Cuts *cuts)
{
	AffineTable *t = &g->indices;
	const Affine *lanes[16], *of, *rest;
	const AffineAtom *atom;

	if (view_lane_step(g, index, lanes) == 1) {
		cuts->base = lanes[0];
		return true;
	}
	atom = varying(index);
	if (!atom || cuts->count == CUTS_MAX || !is_cut(atom, width)
	    || !find_cuts(g, atom->of, width, cuts))
		return false;
	of = atom->kind == AFFINE_MOD ? affine_mod(t, cuts->base, atom->by)
				      : cuts->base;
	rest = affine_sub(t, first_lane(g, index),
			  first_lane(g, affine_atom(t, atom)));
	cuts->at[cuts->count] = of;
	cuts->most[cuts->count++] = atom->kind == AFFINE_FOLD
				    ? of->hi : atom->by - width;
	cuts->base = affine_add(t, rest, of);
	return true;
}

static const Code *against(Gen *g, Op op, const Affine *index, int64_t limit)
{
	Scalar scalar = affine_is_wide(index) ? SCALAR_I64 : SCALAR_I32;
	const Code *args[] = { code_index(g->arena, scalar, index),
			       code_int(g->arena, scalar, limit) };

	return code_op(g->arena, op, args);
}

/* Whether the lanes lie side by side; NULL: always. */
static const Code *is_whole(Gen *g, const Cuts *cuts)
{
	const Code *all = NULL;

	for (int i = 0; i < cuts->count; i++) {
		const Affine *at = cuts->at[i];

		if (at->lo < 0)
			all = gen_both(g, all, against(g, OP_GE, at, 0));
		if (at->hi > cuts->most[i])
			all = gen_both(g, all, against(g, OP_LE, at,
						   cuts->most[i]));
	}
	return all;
}

/* Lane by lane, through a private array. */
static const Code *gathered(Gen *g, Buffer *buffer, const Affine *index)
{
	const Affine *zero = affine_const(&g->indices, 0);
	Buffer *array = gen_reserve(g, SPACE_PRIVATE, buffer->scalar,
				    index->width, NULL);
	Loop loop;

	for (loop = gen_loop(g, index->width, false, NULL);
	     gen_next(g, &loop);) {
		const Affine *lane = affine_at_lane(&g->indices, index,
						    loop.index);

		gen_add(g, (Stmt){ .kind = STMT_STORE, .buffer = array,
				   .index = loop.index,
				   .value = code_load(g->arena, buffer, lane,
						      1) });
	}
	array->version++;
	return code_load(g->arena, array, zero, index->width);
}

/* A vector that reaches over an end is read lane by lane, any other at once. */
static const Code *load_cut(Gen *g, Buffer *buffer, const Affine *index,
			    const Cuts *cuts)
{
	const Code *value, *whole = is_whole(g, cuts);
	Block *blocks[2];
	Scope scope;
	Var *var;

	if (!whole)
		return load(g, buffer, cuts->base, index->width);
	value = known(g, buffer, index, index->width);
	if (value)
		return value;
	var = gen_variable(g, VAR_LOAD, buffer->scalar, index->width);
	for (int i = 0; i < 2; i++) {
		blocks[i] = block_new(g->arena);
		gen_open(g, &scope, blocks[i]);
		value = i ? gathered(g, buffer, index)
			  : code_load(g->arena, buffer, cuts->base,
				      index->width);
		gen_assign(g, var, value);
		gen_close(g);
	}
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = whole,
			   .body = blocks[0], .other = blocks[1] });
	value = code_var(g->arena, var);
	remember(g, buffer, index, index->width, value);
	return value;
}

/* -- all ------------------------------------------------------------------- */

const Code *view_load(Gen *g, Buffer *buffer, const Affine *index)
{
	const Affine *lanes[16];
	const Code *codes[16], *strided;
	Cuts cuts = { 0 };
	int step;

	if (index->width == 1)
		return load(g, buffer, index, 1);
	step = view_lane_step(g, index, lanes);
	if (step == 1)
		return load(g, buffer, lanes[0], index->width);
	if (step == 0)
		return load(g, buffer, lanes[0], 1);
	if (buffer->scalar != SCALAR_BOOL
	    && find_cuts(g, index, index->width, &cuts))
		return load_cut(g, buffer, index, &cuts);
	strided = view_load_strided(g, buffer, lanes, index->width);
	if (strided)
		return strided;
	for (int i = 0; i < index->width; i++)
		codes[i] = load(g, buffer, lanes[i], 1);
	return code_lanes(g->arena, index->width, codes);
}
