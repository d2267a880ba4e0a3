/* Integers that elements are added to, kept in bytes: where few of the array fit a
 * CPU's first cache and all bytes do, an element waits for no other cache. What a
 * byte cannot hold is carried to the array at once, which for small addends is
 * seldom, and what the bytes hold is added at the end. Integers wrap, so the order
 * of their sum is no matter. */
#include "codegen_opencl/scatter.h"

enum {
	ADDEND_MOST = 4, /* a carry each 64 elements of a place, or fewer */
	SOME = 3, FEW = 2, /* so many elements of so many places at least: each
			    * byte is set and added; no power of two, as chunks
			    * are that at some sizes, and less by one at others */
	CARRY = 256,
};

/* -- whether it is worth it ------------------------------------------------- */

static bool is_small(const Gen *g, const Code *addend)
{
	const Buffer *from;

	switch (addend->kind) {
	case CODE_LITERAL:
		return addend->bits <= ADDEND_MOST;
	case CODE_COND:
		return is_small(g, addend->args[1]) && is_small(g, addend->args[2]);
	case CODE_CAST:
		return addend->args[0]->scalar == SCALAR_BOOL
		    || is_small(g, addend->args[0]);
	case CODE_VAR:
		from = addend->var->from;
		return from && from->ranged && !g->program->open
		    && from->least >= 0 && from->most <= ADDEND_MOST;
	default:
		return false;
	}
}

/* What is added, of any element; looked at, and taken back. */
static bool adds_little(Gen *g, const Expr *e, const Scattered *s)
{
	const Trial trial = gen_try(g);
	Block *block = block_new(g->arena);
	bool little = true;
	Scope scope;
	Loop loop;

	gen_open(g, &scope, block);
	for (loop = gen_loop_over(g, e->kids[2]->type, false, e);
	     gen_next(g, &loop);)
		little &= is_small(g, view_value(g, view_at(g, s->xs,
							    loop.index)));
	gen_close(g);
	gen_take_back(g, &trial);
	return little && !g->stopped;
}

/* Where it is open how many elements there are, so many as there were when the
 * kernel was chosen decide. */
static bool is_worth(Gen *g, const Expr *e, const Scattered *s)
{
	const int64_t n = e->kids[2]->type->length->value;
	const int64_t m = gen_length(e->kids[1]->type);

	return !g->stopped && g->options->narrow_bytes > 0 && gen_is_alone(g)
	    && m != EXTENT_OPEN && gen_adds_integers(e)
	    && n / SOME >= m / FEW && s->to->kind == VIEW_MEMORY
	    && scalar_bytes(e->type->element->scalar) > 1
	    && m > (g->options->narrow_bytes - 1)
		    / (int64_t)scalar_bytes(e->type->element->scalar)
	    && adds_little(g, e, s);
}

/* -- the bytes -------------------------------------------------------------- */

const View *gen_narrow(Gen *g, const Expr *e, const Scattered *s)
{
	const Type *to = e->kids[1]->type;
	const View *bytes;
	Loop loop;

	if (!is_worth(g, e, s))
		return NULL;
	bytes = gen_temp(g, type_array(g->ir, type_scalar(g->ir, SCALAR_U8),
				       to->length), e);
	for (loop = gen_loop_over(g, to, false, e); gen_next(g, &loop);)
		view_put(g, view_at(g, bytes, loop.index),
			 code_int(g->arena, SCALAR_U8, 0));
	return bytes;
}

static void add_to(Gen *g, const View *place, const Code *addend)
{
	const Code *sum = view_value(g, place);

	view_put(g, place, gen_two(g, OP_ADD, sum,
			       code_convert(g->arena, sum->scalar, addend)));
}

void gen_narrow_add(Gen *g, const View *byte, const View *place, const View *x)
{
	const Code *addend = gen_name(g, code_convert(g->arena, SCALAR_U8,
						      view_value(g, x)), VAR_TEMP);
	const Code *sum = gen_name(g, gen_two(g, OP_ADD, view_value(g, byte),
					  addend), VAR_TEMP);
	Block *carry = block_new(g->arena);
	Scope scope;

	view_put(g, byte, sum);
	gen_open(g, &scope, carry);
	add_to(g, place, code_int(g->arena, SCALAR_I32, CARRY));
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = gen_two(g, OP_LT, sum, addend),
			   .body = carry });
}

void gen_narrow_end(Gen *g, const Expr *e, const Scattered *s)
{
	Loop loop;

	for (loop = gen_loop_over(g, e->kids[1]->type, false, e);
	     gen_next(g, &loop);)
		add_to(g, view_at(g, s->to, loop.index),
		       view_value(g, view_at(g, s->narrow, loop.index)));
}
