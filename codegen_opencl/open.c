/* Open sizes in kernels: variables, and quotients and rests of them, are
 * arguments, lengths and distances forms over these. What a kernel cannot be
 * made of for all values is refused before anything is generated. */
#include "codegen_opencl/view.h"
#include "ir/core/size_open.h"

/* -- arguments ------------------------------------------------------------- */

/* At most that, where no array has more elements than all may have. */
static int64_t most_of(const Gen *g, const SizeAtom *atom)
{
	const int64_t most = affine_open(&g->indices);
	bool number = atom->kind != ATOM_VAR && size_is_const(atom->b)
		      && atom->b->value > 0;

	if (number && atom->kind == ATOM_MOD)
		return atom->b->value - 1;
	if (number && (atom->kind == ATOM_DIV || atom->kind == ATOM_FLOORDIV))
		return most / atom->b->value;
	return most;
}

/* Where one is negative no kernel is launched: then some length is, too, or the
 * host refuses it (artifact_at, the stub). */
static Var *argument(Gen *g, const SizeAtom *atom)
{
	const Size *size = size_of_atom(g->ir, atom);
	Var *var;

	for (int i = 0; i < g->open_count; i++)
		if (g->open[i].size == size)
			return g->open[i].var;
	if (g->open_count == OPEN_MAX) {
		gen_refuse(g, E0303, g->at, NULL,
			   "more than 32 open sizes and quotients of them");
		return g->open[0].var;
	}
	var = var_new(g->arena, VAR_SIZE, g->indices.wide ? SCALAR_I64
		      : SCALAR_I32, 1, 0);
	var->number = g->open_count;
	var->most = most_of(g, atom);
	var->size = size;
	g->open[g->open_count++] = (OpenArg){ size, var };
	return var;
}

static bool has_more(const Port *ports, int count)
{
	for (int i = 0; i < count; i++)
		if (ports[i].elements > AFFINE_OPEN)
			return true;
	return false;
}

bool gen_open_is_wide(const Gen *g)
{
	const Program *p = g->program;
	bool wide = g->plan.wide || has_more(p->in_ports, p->in_port_count)
		 || has_more(p->out_ports, p->output_count)
		 || gen_lengths_are_wide(g);

	for (int i = 0; i < p->size_count; i++)
		wide |= p->sizes[i].value > AFFINE_OPEN;
	return wide;
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

const View *gen_number(Gen *g, const Expr *size)
{
	const Affine *form = gen_size(g, size->sizes[0]);
	const View *number = view_code(g, code_index(g->arena, SCALAR_I64,
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

/* One copy of a place for each round of the parallel maps around: how many, and
 * which is ours. */
typedef struct Copies {
	const Size *count;
	const Affine *ours;
	const Expr *origin;
} Copies;

static Copies copies_of(Gen *g, const Expr *origin)
{
	Copies copies = { size_const(g->ir, 1), affine_const(&g->indices, 0),
			  origin };

	for (const Spread *s = g->spread; s && copies.count; s = s->up) {
		copies.ours = affine_add(&g->indices, copies.ours,
			gen_times_size(g, s->index, copies.count));
		copies.count = size_mul(g->ir, copies.count, s->open ? s->open
					: size_const(g->ir, s->extent));
	}
	return copies;
}

static void open_leaf(Gen *g, const Type *type, const Size *each,
		      const Copies *copies, Leaf *leaf)
{
	int64_t width = type->kind == TYPE_VECTOR ? type->count : 1;
	const Size *all;

	each = each ? size_mul(g->ir, each, size_const(g->ir, width)) : NULL;
	all = each && copies->count ? size_mul(g->ir, each, copies->count)
				    : NULL;
	if (!all) {
		gen_refuse(g, E0304, copies->origin, NULL,
			   "the size of a buffer overflows");
		all = each = size_const(g->ir, 1);
	}
	if (all->value > AFFINE_OPEN && !g->indices.wide)
		gen_plan_wide(g);
	leaf->buffer = gen_temp_buffer(g, type->scalar, all->value < 1
				       ? 1 : all->value, copies->origin);
	leaf->buffer->size = all->open ? all : NULL;
	leaf->offset = gen_times_size(g, copies->ours, each);
}

static Leaf *open_leaves(Gen *g, const Type *type, const Size *each,
			 const Copies *copies, Leaf *leaf)
{
	if (type->kind == TYPE_ARRAY)
		return open_leaves(g, type->element, each ? size_mul(g->ir,
				   each, type->length) : NULL, copies, leaf);
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			leaf = open_leaves(g, type->parts[i], each, copies,
					   leaf);
		return leaf;
	}
	open_leaf(g, type, each, copies, leaf);
	return leaf + 1;
}

const View *gen_open_place(Gen *g, Space space, const Type *type,
			   const Expr *origin)
{
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, type_leaves(type));
	const Copies copies = copies_of(g, origin);

	if (space != SPACE_GLOBAL)
		gen_refuse(g, E0303, origin ? origin : g->root,
			   "a length that is a number",
			   "an array of open length is kept %s",
			   space == SPACE_LOCAL ? "in local memory"
						: "in registers");
	open_leaves(g, type, size_const(g->ir, 1), &copies, leaves);
	return view_memory(g, type, leaves);
}

/* -- what is refused ------------------------------------------------------- */

/* May have arrays of open length as arguments and as result. */
static const bool prims[PRIM_COUNT] = {
	[PRIM_MAP] = true,        [PRIM_MAP_SEQ] = true,
	[PRIM_MAP_GLOBAL] = true, [PRIM_MAP_WORKGROUP] = true,
	[PRIM_MAP_LOCAL] = true,  [PRIM_MAP_IN_GROUPS] = true,
	[PRIM_MAP_SEQ_UNROLL] = true,
	[PRIM_REDUCE_SEQ] = true, [PRIM_REDUCE_SEQ_UNROLL] = true,
	[PRIM_REDUCE_PART] = true, [PRIM_SCAN_SEQ] = true,
	[PRIM_ITERATE] = true,    [PRIM_ITERATE_UNTIL] = true,
	[PRIM_SCATTER] = true,    [PRIM_PERMUTE] = true,
	[PRIM_SCAN_BY_INDEX] = true, [PRIM_UNSET] = true,
	[PRIM_ZIP] = true,        [PRIM_UNZIP] = true,
	[PRIM_SPLIT] = true,      [PRIM_SPLIT_INTO] = true,
	[PRIM_JOIN] = true,       [PRIM_AT] = true,
	[PRIM_TRANSPOSE] = true,  [PRIM_TAKE] = true,
	[PRIM_DROP] = true,       [PRIM_CONCAT] = true,
	[PRIM_HEAD] = true,       [PRIM_SPLIT_VEC] = true,
	[PRIM_JOIN_VEC] = true,   [PRIM_FILL] = true,
	[PRIM_GENERATE] = true,   [PRIM_TO_GLOBAL] = true,
	[PRIM_SLIDE] = true,      [PRIM_REORDER] = true,
	[PRIM_PAD_CLAMP] = true,  [PRIM_PAD_MIRROR] = true,
	[PRIM_PAD_WRAP] = true,   [PRIM_REORDER_STRIDE] = true,
};

/* Sizes, or the length of what is gone through, must be numbers. */
static const bool numbers[PRIM_COUNT] = {
	[PRIM_SPLIT_VEC] = true,  [PRIM_PAD_CLAMP] = true,
	[PRIM_PAD_MIRROR] = true, [PRIM_PAD_WRAP] = true,
	[PRIM_ITERATE] = true,    [PRIM_ITERATE_UNTIL] = true,
	[PRIM_MAP_IN_GROUPS] = true,
};

static const bool over_numbers[PRIM_COUNT] = {
	[PRIM_MAP_LOCAL] = true,  [PRIM_MAP_SEQ_UNROLL] = true,
	[PRIM_REDUCE_SEQ_UNROLL] = true,
};

static bool has_open_size(const Expr *e)
{
	for (int i = 0; i < e->size_count; i++)
		if (e->sizes[i]->open)
			return true;
	return false;
}

static bool has_open(const Expr *e)
{
	bool open = type_is_open(e->type);

	for (int i = 0; i < e->kid_count; i++)
		open |= e->kids[i]->kind != EXPR_LAMBDA
			&& type_is_open(e->kids[i]->type);
	return open || has_open_size(e);
}

static void check(Gen *g, const Expr *e)
{
	const Type *last;

	if (g->stopped)
		return;
	for (int i = 0; i < e->kid_count; i++)
		check(g, e->kids[i]);
	if (g->stopped || e->kind == EXPR_LAMBDA || !has_open(e))
		return;
	last = e->kid_count ? e->kids[e->kid_count - 1]->type : e->type;
	if (e->kind == EXPR_PRIM && !prims[e->prim])
		gen_refuse(g, E0303, e, "lengths that are numbers",
			   "%s of an array of open length", expr_word(e));
	else if (e->kind == EXPR_PRIM && numbers[e->prim] && has_open_size(e))
		gen_refuse(g, E0303, e, "a number", "%s by an open size",
			   expr_word(e));
	else if (e->kind == EXPR_PRIM && over_numbers[e->prim]
		 && gen_open_length(last))
		gen_refuse(g, E0303, e, "a length that is a number",
			   "%s over an open length", expr_word(e));
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
