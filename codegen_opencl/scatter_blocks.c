/* Scatters block by block: whether all indices of a block are of the array is
 * tested once, and their elements are stored without a test of each; those of a
 * block that has another one by one. Scatters side by side are tested together,
 * and take turns: no element waits for the one before.
 *
 * Indices in memory are tested as vectors, and loaded again one by one: a lane
 * costs more than a load that the first cache has. Others are computed before, and
 * kept in registers until all are tested, so there are few.
 *
 * What is added to one integer by a whole block is summed up before: each addition
 * would wait for the one before, and data that are sorted or all the same have
 * little else. */
#include "codegen_opencl/scatter.h"

enum {
	BLOCK = 8,  /* indices of a scatter that are tested at once */
	KEPT = 8,   /* in registers */
	SMALL = 16, /* statements of one element */
	CARRIED = 4, /* more of them where a byte is added to */
	MANY = 192, /* of all of a block */
};

typedef struct Blocks {
	const Expr *e;
	int count;
	const Scattered *all;
	int width;    /* elements of each in a block */
	bool vectors; /* all indices are in memory */
	const Code *kept[KEPT]; /* else those of a block */
} Blocks;

/* -- where it is a gain ---------------------------------------------------- */

/* Statements of an element of one of them, tested or sure; 0: it takes long. */
static int statements_of_one(Gen *g, const Blocks *b)
{
	const Affine *first = affine_const(&g->indices, 0);
	const Trial trial = gen_try(g);
	Block *block = block_new(g->arena);
	Scattered one = *b->all;
	bool is_sure;
	int count;
	Scope scope;

	one.narrow = NULL; /* whose carry is a test, too */
	gen_open(g, &scope, block);
	gen_scatter_at(g, b->e, &one, first);
	is_sure = !g->stopped
		&& gen_is_sure(g, view_value(g, view_at(g, b->all->is, first)),
			       b->e->type->length);
	gen_close(g);
	gen_take_back(g, &trial);
	count = kernel_statements(block) + (b->all->narrow ? CARRIED : 0);
	if (g->stopped || !block->count || count > SMALL || block_has_loop(block)
	    || (block->items[block->count - 1]->kind != STMT_IF && !is_sure))
		return 0;
	return count;
}

/* -- indices in memory ----------------------------------------------------- */

/* Whether it shows elements in memory, whatever is asked of it. */
static bool is_stored(const View *view)
{
	switch (view->kind) {
	case VIEW_MEMORY:
		return true;
	case VIEW_SPLIT:
	case VIEW_JOIN:
	case VIEW_SLICE:
		return is_stored(view->of);
	default:
		return false;
	}
}

/* Those of a block, when they lie side by side; else NULL. */
static const View *as_vector(Gen *g, const View *is, const Affine *first)
{
	const Affine *lanes[16];
	const View *view;

	if (!is_stored(is))
		return NULL;
	view = view_at(g, is, affine_add(&g->indices, first,
					 affine_lane(&g->indices, BLOCK)));
	if (view->kind != VIEW_MEMORY || view->type->kind != TYPE_SCALAR
	    || view_lane_step(g, view->leaves[0].offset, lanes) != 1)
		return NULL;
	return view;
}

static bool are_vectors(Gen *g, const Blocks *b)
{
	for (int i = 0; i < b->count; i++)
		if (!as_vector(g, b->all[i].is, affine_const(&g->indices, 0)))
			return false;
	return true;
}

/* -- a block --------------------------------------------------------------- */

static const Code *vectors_inside(Gen *g, const Blocks *b, const Affine *first)
{
	const Size *length = b->e->type->length;
	const Code *all = NULL;

	for (int i = 0; i < b->count; i++) {
		const View *is = as_vector(g, b->all[i].is, first);

		const Code *value = view_value(g, is);

		if (!gen_is_sure(g, value, length))
			all = gen_both(g, all, gen_is_inside(g, value, length));
	}
	return all ? code_all(g->arena, all) : NULL;
}

static void keep_each(Gen *g, Blocks *b, const Affine *first)
{
	for (int k = 0; k < b->width; k++)
		for (int i = 0; i < b->count; i++) {
			const Affine *at = affine_plus(&g->indices, first, k);
			const View *is = view_at(g, b->all[i].is, at);

			b->kept[k * b->count + i] = gen_name(g,
					view_value(g, is), VAR_TEMP);
		}
}

static const Code *each_inside(Gen *g, const Blocks *b)
{
	const Size *length = b->e->type->length;
	const Code *all = NULL;

	for (int i = 0; i < b->width * b->count; i++)
		if (!gen_is_sure(g, b->kept[i], length))
			all = gen_both(g, all, gen_is_inside(g, b->kept[i],
							 length));
	return all;
}

static Block *tested(Gen *g, const Blocks *b, const Affine *first)
{
	Block *block = block_new(g->arena);
	Scope scope;
	Loop loop;

	gen_open(g, &scope, block);
	for (loop = gen_loop(g, b->width, false, NULL); gen_next(g, &loop);)
		for (int i = 0; i < b->count; i++)
			gen_scatter_at(g, b->e, &b->all[i],
				       affine_add(&g->indices, first,
						  loop.index));
	gen_close(g);
	return block;
}

static void scatter_untested(Gen *g, const Blocks *b, const Affine *first)
{
	for (int k = 0; k < b->width; k++)
		for (int i = 0; i < b->count; i++)
			gen_scatter_inside_at(g, b->e, &b->all[i],
					      affine_plus(&g->indices, first,
							  k),
					      b->vectors ? NULL
					      : b->kept[k * b->count + i]);
}

/* Of which all are sure to be of the array. */
static void scatter_sure(Gen *g, const Blocks *b, const Affine *first)
{
	for (int k = 0; k < b->width; k++)
		for (int i = 0; i < b->count; i++) {
			const Affine *at = affine_plus(&g->indices, first, k);
			const Scattered *s = &b->all[i];

			if (b->vectors)
				gen_scatter_at(g, b->e, s, at);
			else
				gen_scatter_value(g, b->e, s,
						  b->kept[k * b->count + i],
						  view_at(g, s->xs, at));
		}
}

/* -- one place ------------------------------------------------------------- */

static const Code *is_same(Gen *g, const Code *a, const Code *b)
{
	return gen_two(g, OP_EQ, a, b);
}

static const Code *all_same(Gen *g, const Blocks *b, const Affine *first,
			    const Code *place)
{
	const Code *all = NULL;

	if (b->vectors)
		return code_all(g->arena, is_same(g,
				view_value(g, as_vector(g, b->all->is, first)),
				code_splat(g->arena, place, b->width, 0)));
	for (int k = 1; k < b->width; k++)
		all = gen_both(g, all, is_same(g, place, b->kept[k]));
	return all;
}

/* Of a block. */
static const Code *sum_of(Gen *g, const Blocks *b, const Affine *first)
{
	const Code *args[2] = { NULL };
	uint64_t literals = 0;

	for (int k = 0; k < b->width; k++) {
		args[1] = view_value(g, view_at(g, b->all->xs, affine_plus(
						&g->indices, first, k)));
		if (args[1]->kind == CODE_LITERAL && args[1]->bits < BLOCK)
			literals += args[1]->bits;
		else
			args[0] = args[0] ? code_op(g->arena, OP_ADD, args)
					  : args[1];
	}
	args[1] = code_int(g->arena, args[1]->scalar, (int64_t)literals);
	if (args[0] && literals)
		return code_op(g->arena, OP_ADD, args);
	return args[0] ? args[0] : args[1];
}

/* -- all ------------------------------------------------------------------- */

static void scatter_rest(Gen *g, const Blocks *b, int64_t done, int64_t rest)
{
	Loop loop;

	for (loop = gen_loop(g, rest, false, NULL); gen_next(g, &loop);)
		for (int i = 0; i < b->count; i++)
			gen_scatter_at(g, b->e, &b->all[i],
				       affine_plus(&g->indices, loop.index,
						   done));
}

static void scatter_apart(Gen *g, const Blocks *b, const Affine *first)
{
	const Code *inside = b->vectors ? vectors_inside(g, b, first)
					: each_inside(g, b);
	Block *body;
	Scope scope;

	if (!inside) {
		scatter_sure(g, b, first);
		return;
	}
	body = block_new(g->arena);
	gen_open(g, &scope, body);
	scatter_untested(g, b, first);
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = inside, .body = body,
			   .other = tested(g, b, first) });
}

static void scatter_block(Gen *g, Blocks *b, const Affine *first)
{
	const bool sums = b->count == 1 && gen_adds_integers(b->e);
	Block *once = block_new(g->arena), *apart = block_new(g->arena);
	const Code *place, *same;
	Scope scope;

	if (!b->vectors)
		keep_each(g, b, first);
	if (!sums) {
		scatter_apart(g, b, first);
		return;
	}
	place = b->vectors ? view_value(g, view_at(g, b->all->is, first))
			   : b->kept[0];
	same = all_same(g, b, first, place);
	gen_open(g, &scope, once);
	gen_scatter_value(g, b->e, b->all, place,
			  view_code(g, sum_of(g, b, first)));
	gen_close(g);
	gen_open(g, &scope, apart);
	scatter_apart(g, b, first);
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = same, .body = once,
			   .other = apart });
}

bool gen_scatter_blocks(Gen *g, const Expr *e, int count, const Scattered *all)
{
	const int64_t n = gen_length(e->kids[2]->type);
	Blocks b = { .e = e, .count = count, .all = all };
	int each;
	Loop loop;

	if (!g->options->tests_blocks || g->stopped || n == EXTENT_OPEN
	    || n < 2 * BLOCK || plan_has(&g->plan, PLAN_LOOPS, g->root, 1))
		return false;
	b.vectors = are_vectors(g, &b);
	b.width = b.vectors || count == 1 ? BLOCK : KEPT / count;
	each = statements_of_one(g, &b);
	if (b.width < KEPT / 2 || !each || each * count * b.width > MANY)
		return false;
	g->unrolled = true;
	for (loop = gen_loop(g, n / b.width, false, e); gen_next(g, &loop);)
		scatter_block(g, &b, affine_times(&g->indices, loop.index,
						  b.width));
	scatter_rest(g, &b, n - n % b.width, n % b.width);
	return true;
}
