/* Elements of a permutation that data send somewhere or nowhere, in a loop of one
 * work-item: of one that goes nowhere, the last one that went somewhere is stored
 * again where it went, which no other element does. Before the first of these
 * nothing is stored. So each round stores, whatever the data are: a branch that is
 * taken now and then costs a CPU more. */
#include "codegen_opencl/dropped.h"
#include "codegen_opencl/scatter.h"

/* The loop whose body this is: one of the permute's own. A loop around the permute
 * permutes into another array each round, which is read before the next. */
static const Stmt *loop_around(const Gen *g)
{
	const Block *body = g->scope->block;
	const Block *around = g->scope->up ? g->scope->up->block : NULL;
	const Stmt *loop = around && around->count
		? around->items[around->count - 1] : NULL;

	return loop && loop->kind == STMT_LOOP && loop->body == body
	    && body != g->permuting ? loop : NULL;
}

static bool is_negative(const Code *code)
{
	const int sign = 8 * (int)scalar_bytes(code->scalar) - 1;

	return code->kind == CODE_LITERAL && scalar_is_signed(code->scalar)
	    && code->bits >> sign & 1;
}

/* Where an element goes; NULL for goes: wherever that is, it may be nowhere. */
typedef struct Going {
	const Code *goes, *place;
} Going;

/* Of `c ? place : -1` c says whether. */
static Going going(Gen *g, const Code *place)
{
	const Code *condition;

	if (place->kind != CODE_COND)
		return (Going){ NULL, place };
	condition = place->args[0];
	if (is_negative(place->args[2]))
		return (Going){ condition, place->args[1] };
	return is_negative(place->args[1])
		? (Going){ code_op(g->arena, OP_NOT, &condition),
			   place->args[2] }
		: (Going){ NULL, place };
}

/* Whether all elements go somewhere: into what is unset and as long as they are,
 * if none is told not to. */
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

/* A variable that has that value in front of the loop. */
static Var *variable(Gen *g, Scalar scalar, int64_t value)
{
	Block *around = g->scope->up->block;
	Var *var = var_new(g->arena, VAR_REGISTER, scalar, 1, 0);
	const Stmt stmts[] = {
		{ .kind = STMT_DECLARE, .var = var },
		{ .kind = STMT_ASSIGN, .var = var,
		  .value = code_convert(g->arena, scalar, code_int(g->arena,
					SCALAR_I32, value)) },
	};

	for (int i = 0; i < 2; i++) {
		Stmt *stmt = ARENA_NEW(g->arena, Stmt);

		*stmt = stmts[i];
		block_insert(around, around->count - 1, stmt);
	}
	return var;
}

static const Stored *stored(Gen *g, const Stmt *loop, const Expr *e,
			    const View *to, Scalar place)
{
	const Type *type = e->type->element;
	Stored *made;

	for (const Stored *s = g->stored; s; s = s->next)
		if (s->loop == loop && s->permute == e && s->to == to)
			return s;
	made = ARENA_NEW(g->arena, Stored);
	*made = (Stored){ .loop = loop, .permute = e, .to = to,
			  .place = variable(g, place, -1),
			  .count = gen_parts_of(type), .next = g->stored };
	for (int i = 0; i < gen_parts_of(type); i++)
		made->parts[i] = variable(g, gen_part_type(type, i)->scalar, 0);
	g->stored = made;
	return made;
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

		harmless = stmt->kind == STMT_DECLARE && stmt->value;
		stmt_visit(stmt, look_at_load, &harmless);
	}
	return harmless;
}

/* The parts' values, computed in a block; false where they are not harmless. */
static bool computed(Gen *g, const Type *type, const View *x, Block *block,
		     const Code **parts)
{
	Scope scope;

	gen_open(g, &scope, block);
	for (int i = 0; i < gen_parts_of(type) && !g->stopped; i++)
		parts[i] = gen_name(g, view_value(g, gen_part_of(g, type, x, i)),
				    VAR_TEMP);
	gen_close(g);
	return g->stopped || is_harmless(block);
}

static void choose(Gen *g, Var *var, const Code *condition, const Code *value)
{
	gen_assign(g, var, code_choose(g->arena, condition, value,
				       code_var(g->arena, var)));
}

static const View *parts_again(Gen *g, const Type *type, const Stored *s)
{
	const View *parts[COMPONENTS_MAX];

	for (int i = 0; i < gen_parts_of(type); i++)
		parts[i] = view_code(g, code_var(g->arena, s->parts[i]));
	return type->kind == TYPE_TUPLE
		? view_tuple(g, type->count, view_copied(g, type->count, parts))
		: parts[0];
}

bool gen_store_again(Gen *g, const Expr *e, const View *to, const Code *place,
		     const View *x)
{
	const Type *type = e->type->element;
	const Code *parts[COMPONENTS_MAX];
	Block *block = block_new(g->arena);
	const Stmt *loop = loop_around(g);
	Going to_where = going(g, place);
	const Stored *s;

	if (!g->options->stores_again || e->prim != PRIM_PERMUTE || !loop
	    || place->width > 1 || !is_few(type)
	    || (!to_where.goes && keeps_all(e))
	    || !computed(g, type, x, block, parts))
		return false;
	block_splice(g->scope->block, block);
	place = to_where.place;
	if (!scalar_is_signed(place->scalar) || scalar_bytes(place->scalar) < 4)
		place = code_convert(g->arena, SCALAR_I64, place);
	if (!to_where.goes) {
		place = gen_name(g, place, VAR_TEMP);
		to_where.goes = gen_is_inside(g, place, e->type->length);
	}
	to_where.goes = gen_name(g, to_where.goes, VAR_TEMP);
	s = stored(g, loop, e, to, place->scalar);
	choose(g, s->place, to_where.goes, place);
	for (int i = 0; i < gen_parts_of(type) && !g->stopped; i++)
		choose(g, s->parts[i], to_where.goes, parts[i]);
	gen_store_inside(g, e, NULL, to, code_var(g->arena, s->place),
			 parts_again(g, type, s));
	return true;
}
