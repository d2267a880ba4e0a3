/* Open sizes in kernels: variables, and quotients and rests of them, are
 * arguments, lengths and distances forms over these. What a kernel cannot be
 * made of for all values is refused before anything is generated. */
#include "codegen_opencl/lens.h"
#include "ir/core/size_open.h"

/* -- arguments ------------------------------------------------------------- */

/* At most that, where no array has more than AFFINE_OPEN elements. */
static int64_t most_of(const SizeAtom *atom)
{
	bool number = atom->kind != ATOM_VAR && size_is_const(atom->b)
		      && atom->b->value > 0;

	if (number && atom->kind == ATOM_MOD)
		return atom->b->value - 1;
	if (number && (atom->kind == ATOM_DIV || atom->kind == ATOM_FLOORDIV))
		return AFFINE_OPEN / atom->b->value;
	return AFFINE_OPEN;
}

static Var *argument(Gen *g, const SizeAtom *atom)
{
	const Size *size = size_of_atom(g->ir, atom);
	Var *var;

	for (int i = 0; i < g->open_count; i++)
		if (g->open[i].size == size)
			return g->open[i].var;
	if (g->open_count == OPEN_MAX || !size_is_natural(g->ir, size)) {
		gen_refuse(g, E0303, g->at, NULL, g->open_count == OPEN_MAX
			   ? "more than 32 open sizes and quotients of them"
			   : "a quotient of an open size that may be "
			     "negative");
		return g->open[0].var;
	}
	var = var_new(g->arena, VAR_SIZE, SCALAR_I32, 1, 0);
	var->number = g->open_count;
	var->most = most_of(atom);
	g->open[g->open_count++] = (OpenArg){ size, var };
	return var;
}

/* -- forms ----------------------------------------------------------------- */

static const Affine *times_term(Gen *g, const Affine *index,
				const SizeTerm *term)
{
	AffineTable *t = &g->indices;

	index = affine_times(t, index, term->factor);
	for (int i = 0; i < term->count; i++) {
		const SizeAtom *atom = term->atoms[i];
		Var *var = atom->open ? argument(g, atom) : NULL;

		if (g->stopped)
			return index;
		index = var ? affine_scaled(t, index, affine_size(t, var))
			    : affine_times(t, index, atom->value);
	}
	return index;
}

const Affine *gen_times_size(Gen *g, const Affine *index, const Size *size)
{
	const Affine *sum = affine_const(&g->indices, 0);

	if (!size->open)
		return affine_times(&g->indices, index, size->value);
	for (int i = 0; i < size->count; i++)
		sum = affine_add(&g->indices, sum,
				 times_term(g, index, &size->terms[i]));
	return sum;
}

const Affine *gen_size(Gen *g, const Size *size)
{
	return gen_times_size(g, affine_const(&g->indices, 1), size);
}

/* The variable that a size is alone, or NULL. */
static Var *lone_argument(Gen *g, const Size *size)
{
	const SizeTerm *term = &size->terms[0];

	return size->count == 1 && term->count == 1 && term->factor == 1
	     ? argument(g, term->atoms[0]) : NULL;
}

void gen_divided(Gen *g, const Affine *index, const Size *size,
		 const Affine **quotient, const Affine **rest)
{
	Var *by = lone_argument(g, size), *at;

	*quotient = *rest = index;
	if (by && !g->stopped)
		affine_unscaled(&g->indices, index,
				affine_size(&g->indices, by), quotient, rest);
	at = affine_lone_var(*rest);
	if (!by || !((affine_is_const(*rest) && !(*rest)->constant)
		     || (at && at->end == gen_size(g, size))))
		gen_refuse(g, E0303, g->at, "rows of a known length",
			   "an element is asked for by its number in rows of "
			   "open length that were joined");
}

const Lens *gen_number(Gen *g, const Expr *size)
{
	const Affine *form = gen_size(g, size->sizes[0]);
	const Lens *number = lens_code(g, code_index(g->arena, SCALAR_I64,
						     form)), *made = NULL;
	bool product = false;

	for (int i = 0; i < size->sizes[0]->count; i++)
		product |= size->sizes[0]->terms[i].count > 1;
	if (!product && !g->stopped)
		made = index_convert(g, size->type->scalar, number);
	if (made)
		return made;
	gen_refuse(g, E0303, size, "i32 or a wider type, of one open size",
		   "an open size as a number that it may not fit");
	return number;
}

/* -- places ---------------------------------------------------------------- */

static Leaf *open_leaves(Gen *g, const Type *type, const Size *times,
			 const Expr *origin, Leaf *leaf)
{
	int64_t width = type->kind == TYPE_VECTOR ? type->count : 1;

	if (type->kind == TYPE_ARRAY)
		return open_leaves(g, type->element,
				   size_mul(g->ir, times, type->length),
				   origin, leaf);
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			leaf = open_leaves(g, type->parts[i], times, origin,
					   leaf);
		return leaf;
	}
	times = size_mul(g->ir, times, size_const(g->ir, width));
	if (!times) {
		gen_refuse(g, E0304, origin, NULL,
			   "the size of a buffer overflows");
		times = size_const(g->ir, 1);
	}
	leaf->buffer = gen_temp_buffer(g, type->scalar, times->value < 1
				       ? 1 : times->value, origin);
	leaf->buffer->size = times->open ? times : NULL;
	leaf->offset = affine_const(&g->indices, 0);
	return leaf + 1;
}

const Lens *gen_open_place(Gen *g, Space space, const Type *type,
			   const Expr *origin)
{
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, type_leaves(type));

	if (space != SPACE_GLOBAL || g->spread)
		gen_refuse(g, E0303, origin ? origin : g->root,
			   "a length that is a number",
			   "an array of open length is kept %s",
			   space == SPACE_LOCAL ? "in local memory"
			   : space == SPACE_PRIVATE ? "in registers"
			   : "for each work-item");
	open_leaves(g, type, size_const(g->ir, 1), origin, leaves);
	return lens_memory(g, type, leaves);
}

/* -- what is refused ------------------------------------------------------- */

/* May have arrays of open length as arguments and as result. */
static const bool prims[PRIM_COUNT] = {
	[PRIM_MAP] = true,        [PRIM_MAP_SEQ] = true,
	[PRIM_MAP_GLOBAL] = true, [PRIM_MAP_WORKGROUP] = true,
	[PRIM_MAP_LOCAL] = true,  [PRIM_REDUCE_SEQ] = true,
	[PRIM_MAP_IN_GROUPS] = true,
	[PRIM_ZIP] = true,        [PRIM_UNZIP] = true,
	[PRIM_SPLIT] = true,      [PRIM_JOIN] = true,
	[PRIM_TRANSPOSE] = true,  [PRIM_TAKE] = true,
	[PRIM_DROP] = true,       [PRIM_CONCAT] = true,
	[PRIM_HEAD] = true,       [PRIM_SPLIT_VEC] = true,
	[PRIM_JOIN_VEC] = true,   [PRIM_FILL] = true,
	[PRIM_GENERATE] = true,   [PRIM_TO_GLOBAL] = true,
};

static bool has_open(const Expr *e)
{
	bool open = type_is_open(e->type);

	for (int i = 0; i < e->kid_count; i++)
		open |= e->kids[i]->kind != EXPR_LAMBDA
			&& type_is_open(e->kids[i]->type);
	for (int i = 0; i < e->size_count; i++)
		open |= e->sizes[i]->open;
	return open;
}

static void check(Gen *g, const Expr *e)
{
	if (g->stopped)
		return;
	for (int i = 0; i < e->kid_count; i++)
		check(g, e->kids[i]);
	if (g->stopped || e->kind == EXPR_LAMBDA || !has_open(e))
		return;
	if (e->kind == EXPR_IF || (e->kind == EXPR_PRIM && !prims[e->prim]))
		gen_refuse(g, E0303, e, "lengths that are numbers",
			   "%s of an array of open length", expr_word(e));
	else if (expr_is(e, PRIM_MAP_LOCAL) && gen_open_length(e->type))
		gen_refuse(g, E0303, e, "a length that is a number",
			   "%s over an open length", expr_word(e));
	else if (expr_is(e, PRIM_REDUCE_SEQ)
		 && type_is_open(e->kids[1]->type))
		gen_refuse(g, E0303, e, "a length that is a number",
			   "a fold whose state has an open length");
}

void gen_check_open(Gen *g)
{
	const Program *p = g->program;

	for (int i = 0; i < p->size_count; i++)
		if (p->open && p->open[i]) {
			check(g, g->root);
			return;
		}
}
