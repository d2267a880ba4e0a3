/* The lines of a permutation whose places are counted: scanByIndex by + of ones
 * gives the elements of one counter places that follow one another. An item keeps
 * the last ones of each counter in a line of its own, and writes a line when it is
 * full, around the caches. Element by element they would go to as many places in
 * turn as there are counters: where these lie a power of two apart, as those of
 * keys that are all different do, all of them share a few lines of the caches.
 *
 * Lines end where those of memory do. The first and the last line of a counter may
 * belong to several items, each of which writes the elements of its own. A line is
 * written with the element after it: what was just stored is slow to load as a
 * vector. */
#include "codegen_opencl/scatter.h"

enum {
	KEPT_BYTES = 1 << 16, /* of all lines: what the second cache has room for */
	LINE_MOST = 64,       /* elements of a line */
	LANES_MOST = 16,
	COUNTERS_LEAST = 16,  /* fewer places in turn are no matter */
};

/* -- whether there are any -------------------------------------------------- */

static bool is_one(const Code *code)
{
	return code->kind == CODE_LITERAL && code->bits == 1;
}

/* Bytes of an element, a number or a tuple of such; 0: it is something else. */
static int bytes_of(const Type *type, int *least)
{
	int bytes = 0;

	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++) {
			int part = type->parts[i]->kind == TYPE_SCALAR
				? bytes_of(type->parts[i], least) : 0;

			if (!part)
				return 0;
			bytes += part;
		}
		return bytes;
	}
	if (type->kind != TYPE_SCALAR || type->scalar == SCALAR_BOOL)
		return 0;
	bytes = (int)scalar_bytes(type->scalar);
	*least = *least && *least < bytes ? *least : bytes;
	return bytes;
}

/* Elements of a line: all lines are kept, and hold whole ones of memory. */
static int line_of(const Type *places, int64_t counters)
{
	const Type *element = places->element;
	int least = 0, line = LINE_MOST;
	const int bytes = bytes_of(element, &least);

	if (!bytes)
		return 0;
	while (line * bytes * counters > KEPT_BYTES
	       || line > gen_length(places))
		line /= 2;
	return line * least >= LINE_BYTES ? line : 0;
}

static int lanes_of(const Lines *l, const Type *part)
{
	const int lanes = LINE_BYTES / (int)scalar_bytes(part->scalar);
	const int most = lanes < LANES_MOST ? lanes : LANES_MOST;

	return most < l->line ? most : l->line;
}

/* Whether elements that follow one another lie side by side in global memory, all
 * of them in large arrays. */
static bool are_neighbours(Gen *g, const Lines *l)
{
	const Type *element = l->permute->type->element;
	Var *var = var_new(g->arena, VAR_TEMP, SCALAR_I32, 1, 0);
	const Affine *lanes[LANES_MOST], *first, *at;

	for (int i = 0; i < gen_parts_of(element); i++) {
		const View *part;

		first = affine_var(&g->indices, var, 0,
				   gen_length(l->permute->type) - 1);
		at = affine_add(&g->indices, first, affine_lane(&g->indices, 4));
		part = view_forced(g, gen_part_of(g, element,
					      view_at(g, l->target, at), i));
		if (part->kind != VIEW_MEMORY || part->lane
		    || part->type->kind != TYPE_SCALAR
		    || part->leaves[0].buffer->space != SPACE_GLOBAL
		    || !gen_is_large(g, part->leaves[0].buffer)
		    || view_lane_step(g, part->leaves[0].offset, lanes) != 1)
			return false;
	}
	return true;
}

/* An array of the item's own. */
static const View *kept(Gen *g, const Expr *origin, const Type *element,
			int64_t length)
{
	const Type *type = type_array(g->ir, element,
				      size_const(g->ir, length));
	const int count = type_leaves(type);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);

	for (int i = 0; i < count; i++)
		leaves[i] = (Leaf){
			gen_reserve(g, SPACE_PRIVATE,
				    gen_part_type(element, i)->scalar, length,
				    origin),
			affine_const(&g->indices, 0),
		};
	return view_memory(g, type, leaves);
}

static bool is_worth(Gen *g, const Lines *l, const Scattered *s)
{
	const int64_t n = gen_length(l->e->kids[2]->type);
	const int64_t m = gen_length(l->e->kids[1]->type);

	return g->options->line_rounds > 0 && gen_is_alone(g)
	    && n != EXTENT_OPEN && m != EXTENT_OPEN && m >= COUNTERS_LEAST
	    && n / m >= g->options->line_rounds
	    && s->to->kind == VIEW_MEMORY
	    && s->to->leaves[0].buffer->space == SPACE_PRIVATE
	    && gen_adds_integers(l->e)
	    && scalar_bytes(l->e->type->element->scalar) >= 4;
}

/* What an element is sent to, and from; looked at, and taken back. */
static bool looks_good(Gen *g, Lines *l, const Scattered *s, const View *to)
{
	Var *var = var_new(g->arena, VAR_TEMP, SCALAR_I32, 1, 0);
	const Affine *any = affine_var(&g->indices, var, 0,
				       gen_length(l->e->kids[2]->type) - 1);
	const Trial trial = gen_try(g);
	Block *block = block_new(g->arena);
	const View *sent;
	bool good = false;
	Scope scope;

	gen_open(g, &scope, block);
	sent = view_forced(g, view_at(g, to, any));
	if (sent->kind == VIEW_SENT && expr_is(sent->expr, PRIM_PERMUTE)
	    && gen_length(sent->expr->type) != EXTENT_OPEN
	    && is_one(view_value(g, view_at(g, s->xs, any)))) {
		l->permute = sent->expr;
		l->target = sent->of;
		l->line = line_of(l->permute->type,
				  gen_length(l->e->kids[1]->type));
		good = l->line && are_neighbours(g, l);
	}
	gen_close(g);
	gen_take_back(g, &trial);
	return good && !g->stopped;
}

bool lines_begin(Gen *g, const Expr *e, const Scattered *s, const View *to,
		 Lines *l)
{
	const Type *counters = e->kids[1]->type;
	const int64_t m = gen_length(counters);

	*l = (Lines){ .e = e, .counters = s->to };
	if (g->stopped || !is_worth(g, l, s) || !looks_good(g, l, s, to))
		return false;
	l->begins = kept(g, e, counters->element, m);
	l->kept = kept(g, e, l->permute->type->element, m * l->line);
	gen_copy(g, l->counters, l->begins, counters, e);
	return true;
}

/* -- a line ------------------------------------------------------------------ */

static Scalar unsigned_of(const Code *code)
{
	return scalar_bytes(code->scalar) == 8 ? SCALAR_U64 : SCALAR_U32;
}

static const Code *number(Gen *g, const Code *like, int64_t value)
{
	return code_int(g->arena, like->scalar, value);
}

/* How many elements of the counter come before a place: a number that is as large
 * as can be where the counter began behind it. */
static const Code *before(Gen *g, const Lines *l, const Affine *counter,
			  const Code *place)
{
	const Code *begin = view_value(g, view_at(g, l->begins, counter));
	const Code *first = gen_two(g, OP_ADD, begin, number(g, place, 1));

	return gen_name(g, code_convert(g->arena, unsigned_of(place),
					gen_two(g, OP_SUB, place, first)),
			VAR_TEMP);
}

static const Code *is_place(Gen *g, const Lines *l, const Code *place)
{
	return gen_is_inside(g, place, l->permute->type->length);
}

/* The index of the place in the array, where it is one. */
static const Affine *place_at(Gen *g, const Lines *l, const Code *place)
{
	Var *var = var_new(g->arena, VAR_TEMP, place->scalar, 1, 0);

	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var, .value = place });
	return index_within(g, view_code(g, code_var(g->arena, var)),
			    l->permute->type->length);
}

static void add_if(Gen *g, const Code *condition, Block *body, Block *other)
{
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = condition, .body = body,
			   .other = other });
}

/* All elements of the line, by vectors. */
static void write_whole(Gen *g, const Lines *l, const Affine *from,
			const Code *place)
{
	const Type *element = l->permute->type->element;
	const Affine *to = place_at(g, l, place);
	AffineTable *t = &g->indices;

	for (int i = 0; i < gen_parts_of(element); i++) {
		const int lanes = lanes_of(l, gen_part_type(element, i));

		for (int k = 0; k < l->line; k += lanes) {
			const Affine *lane = affine_plus(t,
					affine_lane(t, lanes), k);
			const View *x = view_at(g, l->kept,
						affine_add(t, from, lane));
			const View *at = view_at(g, l->target,
						 affine_add(t, to, lane));

			view_put(g, gen_part_of(g, element, at, i),
				 view_value(g, gen_part_of(g, element, x, i)));
			if (!g->stopped)
				g->scope->block->items
				  [g->scope->block->count - 1]->around = true;
		}
	}
}

/* Those of its elements that are the counter's: so many are before the end. */
static Block *each(Gen *g, const Lines *l, const Affine *counter,
		   const Affine *from, const Code *place, const Code *count)
{
	Block *block = block_new(g->arena), *body, *inner;
	Scope scope, inside, deeper;
	const Code *to, *which;
	Loop loop;

	gen_open(g, &scope, block);
	for (loop = gen_loop(g, l->line, false, l->e); gen_next(g, &loop);) {
		to = gen_name(g, gen_two(g, OP_ADD, place,
				     code_index(g->arena, place->scalar,
						loop.index)), VAR_TEMP);
		which = before(g, l, counter, to);
		body = block_new(g->arena);
		inner = block_new(g->arena);
		gen_open(g, &inside, body);
		gen_open(g, &deeper, inner);
		gen_copy(g, view_at(g, l->kept, affine_add(&g->indices, from,
							   loop.index)),
			 view_at(g, l->target, place_at(g, l, to)),
			 l->permute->type->element, l->e);
		gen_close(g);
		add_if(g, is_place(g, l, to), inner, NULL);
		gen_close(g);
		add_if(g, gen_two(g, OP_LT, which, count), body, NULL);
	}
	gen_close(g);
	return block;
}

/* The line before a place, which is that of the next element. */
static void write_line(Gen *g, const Lines *l, const Affine *counter,
		       const Affine *from, const Code *next)
{
	const Code *place = gen_name(g, gen_two(g, OP_SUB, next,
					    number(g, next, l->line)),
				     VAR_TEMP);
	const Code *count = before(g, l, counter, next), *all;
	const int64_t places = gen_length(l->permute->type);
	Block *whole = block_new(g->arena);
	Scope scope;

	all = gen_two(g, OP_AND, gen_two(g, OP_LE, number(g, count, l->line), count),
		  gen_is_inside(g, place, size_const(g->ir,
						     places - l->line + 1)));
	gen_open(g, &scope, whole);
	write_whole(g, l, from, place);
	gen_close(g);
	add_if(g, all, whole, each(g, l, counter, from, place, count));
}

/* Where the place is in its line. */
static const Code *within(Gen *g, const Lines *l, const Code *place)
{
	return gen_name(g, code_convert(g->arena, SCALAR_I32,
			gen_two(g, OP_BITAND, place,
			    number(g, place, l->line - 1))), VAR_TEMP);
}

static const Affine *line_at(Gen *g, const Lines *l, const Affine *counter)
{
	return affine_times(&g->indices, counter, l->line);
}

void lines_keep(Gen *g, const Lines *l, const Affine *counter,
		const View *place, const View *x)
{
	const Code *next = gen_name(g, view_value(g, place), VAR_TEMP);
	const Code *in_line = within(g, l, next);
	const Affine *from = line_at(g, l, counter);
	Block *block = block_new(g->arena);
	Scope scope;

	if (g->stopped)
		return;
	gen_open(g, &scope, block);
	write_line(g, l, counter, from, next);
	gen_close(g);
	add_if(g, gen_two(g, OP_EQ, in_line, number(g, in_line, 0)), block, NULL);
	gen_copy(g, x, view_at(g, l->kept, affine_add(&g->indices, from,
				affine_var(&g->indices, in_line->var, 0,
					   l->line - 1))),
		 l->permute->type->element, l->e);
}

void lines_end(Gen *g, const Lines *l)
{
	Loop loop;

	for (loop = gen_loop_over(g, l->e->kids[1]->type, false, l->e);
	     gen_next(g, &loop);) {
		const Code *last = gen_name(g, view_value(g,
				view_at(g, l->counters, loop.index)), VAR_TEMP);
		const Code *place = gen_name(g, gen_two(g, OP_BITAND, last,
				number(g, last, -(int64_t)l->line)), VAR_TEMP);
		const Code *end = gen_two(g, OP_ADD, last, number(g, last, 1));

		block_splice(g->scope->block,
			     each(g, l, loop.index, line_at(g, l, loop.index),
				  place, before(g, l, loop.index, end)));
	}
}
