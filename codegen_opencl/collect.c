/* Elements of a permutation that data send somewhere or nowhere, in a loop of one
 * work-item: those that go somewhere are kept, with where they go, in arrays of
 * the item's own, and stored when these are full or the loop ends. Each element is
 * kept, over the one before where that goes nowhere: a branch that is taken now
 * and then costs a CPU more. */
#include "codegen_opencl/view.h"

enum { COLLECTED = 128, COMPONENTS_MAX = 4 };

/* Elements of a permutation that a loop of one work-item has sent somewhere, and
 * where. */
struct Collected {
	const Stmt *loop;
	const Expr *permute;
	const View *to, *xs, *places; /* arrays of COLLECTED elements */
	Var *count;
	const Collected *next;
};

/* The loop whose body this is, if it goes through many elements and no condition
 * ends it: one of the permute's own. A loop around the permute permutes into
 * another array each round, which is read before the next. */
static Stmt *loop_around(const Gen *g)
{
	const Block *body = g->scope->block;
	const Block *around = g->scope->up ? g->scope->up->block : NULL;
	Stmt *loop = around && around->count ? around->items[around->count - 1]
					     : NULL;

	if (!loop || loop->kind != STMT_LOOP || loop->body != body
	    || body == g->permuting || loop->open || loop->extent < 2 * COLLECTED)
		return NULL;
	for (int i = 0; i < body->count; i++)
		if (body->items[i]->kind == STMT_LEAVE)
			return NULL;
	return loop;
}

/* Whether each element goes somewhere: all of what is unset is stored. */
static bool keeps_all(const Expr *permute)
{
	return expr_is(permute->kids[0], PRIM_UNSET)
	    && permute->type->length == permute->kids[1]->type->length;
}

static bool is_few(const Type *type)
{
	if (type->kind == TYPE_TUPLE)
		for (int i = 0; i < type->count; i++)
			if (type->parts[i]->kind != TYPE_SCALAR)
				return false;
	return type->kind == TYPE_SCALAR
	    || (type->kind == TYPE_TUPLE && type->count <= COMPONENTS_MAX);
}

static const View *array_of(Gen *g, const Type *element)
{
	const int count = type_leaves(element);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);

	for (int i = 0; i < count; i++)
		leaves[i] = (Leaf){
			gen_reserve(g, SPACE_PRIVATE,
				    element->kind == TYPE_TUPLE
				    ? element->parts[i]->scalar
				    : element->scalar, COLLECTED, NULL),
			affine_const(&g->indices, 0) };
	return view_memory(g, type_array(g->ir, element,
					 size_const(g->ir, COLLECTED)),
			   leaves);
}

/* That of the loop, in front of which its count begins at 0. */
static const Collected *collected(Gen *g, const Stmt *loop, const Expr *e,
				  const View *to, Scalar place)
{
	Block *around = g->scope->up->block;
	Stmt *stmts = ARENA_ARRAY(g->arena, Stmt, 2);
	Collected *made;

	for (const Collected *c = g->collected; c; c = c->next)
		if (c->loop == loop && c->permute == e && c->to == to)
			return c;
	made = ARENA_NEW(g->arena, Collected);
	*made = (Collected){
		.loop = loop, .permute = e, .to = to, .next = g->collected,
		.xs = array_of(g, e->type->element),
		.places = array_of(g, type_scalar(g->ir, place)),
		.count = var_new(g->arena, VAR_REGISTER, SCALAR_I32, 1, 0) };
	stmts[0] = (Stmt){ .kind = STMT_DECLARE, .var = made->count };
	stmts[1] = (Stmt){ .kind = STMT_ASSIGN, .var = made->count,
			   .value = code_int(g->arena, SCALAR_I32, 0) };
	block_insert(around, around->count - 1, &stmts[0]);
	block_insert(around, around->count - 1, &stmts[1]);
	g->collected = made;
	return made;
}

/* Whether the arrays are full, or the loop ends with this round. */
static const Code *is_over(Gen *g, const Collected *c)
{
	const Var *var = c->loop->var;
	const Scalar scalar = var->wide ? SCALAR_I64 : SCALAR_I32;
	const Affine *round = affine_var(&g->indices, c->loop->var, 0,
					 gen_last(g, var, c->loop->extent));
	const Code *full[] = { code_var(g->arena, c->count),
			       code_int(g->arena, SCALAR_I32, COLLECTED) };
	const Code *last[] = { code_index(g->arena, scalar, round),
			       code_int(g->arena, scalar,
					c->loop->extent - 1) };
	const Code *either[] = { code_op(g->arena, OP_EQ, full),
				 code_op(g->arena, OP_EQ, last) };

	return code_op(g->arena, OP_OR, either);
}

/* Stores what is collected. */
static void store_collected(Gen *g, const Collected *c)
{
	Block *body = block_new(g->arena);
	Scope scope;
	Loop loop;

	gen_open(g, &scope, body);
	for (loop = gen_loop(g, COLLECTED, false, NULL); gen_next(g, &loop);) {
		const Code *pair[] = { code_var(g->arena, c->count),
				       code_index(g->arena, SCALAR_I32,
						  loop.index) };
		const Code *place;

		gen_add(g, (Stmt){ .kind = STMT_LEAVE,
				   .value = code_op(g->arena, OP_LE, pair) });
		place = view_value(g, view_at(g, c->places, loop.index));
		gen_store_inside(g, c->permute, NULL, c->to, place,
				 view_at(g, c->xs, loop.index));
	}
	gen_assign(g, c->count, code_int(g->arena, SCALAR_I32, 0));
	gen_close(g);
	gen_add(g, (Stmt){ .kind = STMT_IF, .value = is_over(g, c),
			   .body = body });
}

/* Whether an index is of that many elements, whatever data are. */
static bool is_certain(const Affine *index, int64_t length)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->kind != AFFINE_VAR || (atom->var->kind != VAR_LOOP
						 && atom->var->kind != VAR_ID))
			return false;
	}
	return index->lo >= 0 && index->hi < length;
}

static void look_at_load(void *context, const Code *code)
{
	bool *certain = context;

	if (code->kind == CODE_LOAD)
		*certain &= !code->buffer->size
			 && is_certain(code->index, code->buffer->elements);
}

/* Whether it can be done for an element that goes nowhere, too. */
static bool is_harmless(const Block *block)
{
	enum { FEW = 8 };
	bool harmless = block->count <= FEW;

	for (int i = 0; i < block->count && harmless; i++) {
		const Stmt *stmt = block->items[i];

		harmless = (stmt->kind == STMT_DECLARE && stmt->value)
			|| stmt->kind == STMT_STORE;
		stmt_visit(stmt, look_at_load, &harmless);
	}
	return harmless;
}

/* Where the next element is kept. */
static const Affine *next_place(Gen *g, const Collected *c)
{
	const Code *pair[] = { code_var(g->arena, c->count),
			       code_int(g->arena, SCALAR_I32, COLLECTED - 1) };
	Var *var = var_new(g->arena, VAR_TEMP, SCALAR_I32, 1, 0);

	gen_add(g, (Stmt){ .kind = STMT_DECLARE, .var = var,
			   .value = code_op(g->arena, OP_BITAND, pair) });
	return affine_var(&g->indices, var, 0, COLLECTED - 1);
}

static void count_if(Gen *g, Var *count, const Code *condition)
{
	const Code *pair[] = { code_var(g->arena, count),
			       code_convert(g->arena, SCALAR_I32, condition) };

	gen_assign(g, count, code_op(g->arena, OP_ADD, pair));
}

bool gen_collect(Gen *g, const Expr *e, const View *to, const Code *place,
		 const View *x)
{
	const Stmt *loop = loop_around(g);
	Block *block = block_new(g->arena);
	const Collected *c;
	const Affine *at;
	Scope scope;

	if (!g->options->collects || e->prim != PRIM_PERMUTE || !loop
	    || keeps_all(e) || !is_few(e->type->element))
		return false;
	c = collected(g, loop, e, to, place->scalar);
	gen_open(g, &scope, block);
	at = next_place(g, c);
	view_put(g, view_at(g, c->places, at), place);
	gen_copy(g, x, view_at(g, c->xs, at), e->type->element, e);
	gen_close(g);
	if (!g->stopped && !is_harmless(block))
		return false;
	block_splice(g->scope->block, block);
	count_if(g, c->count, gen_is_inside(g, place, e->type->length));
	store_collected(g, c);
	return true;
}
