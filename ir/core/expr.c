#include "ir/core/expr.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "ir/core/internal.h"
#include "ir/core/typing.h"

static uint64_t node_hash(const Expr *e)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)e->kind);

	h = hash_combine(h, (uint64_t)e->op);
	h = hash_combine(h, (uint64_t)e->prim);
	h = hash_combine(h, (uint64_t)e->index);
	h = hash_combine(h, e->bits);
	h = hash_combine(h, e->type->hash);
	for (int i = 0; i < e->kid_count; i++)
		h = hash_combine(h, e->kids[i]->hash);
	for (int i = 0; i < e->size_count; i++)
		h = hash_combine(h, e->sizes[i]->hash);
	for (int i = 0; e->kind == EXPR_LAMBDA && i < e->index; i++)
		h = hash_combine(h, e->params[i]->hash);
	return h;
}

static bool node_equal(const void *stored, const void *wanted)
{
	const Expr *a = stored, *b = wanted;

	if (a->kind != b->kind || a->op != b->op || a->prim != b->prim
	    || a->index != b->index || a->bits != b->bits
	    || a->type != b->type || a->kid_count != b->kid_count
	    || a->size_count != b->size_count)
		return false;
	for (int i = 0; i < a->kid_count; i++)
		if (a->kids[i] != b->kids[i])
			return false;
	for (int i = 0; i < a->size_count; i++)
		if (a->sizes[i] != b->sizes[i])
			return false;
	for (int i = 0; a->kind == EXPR_LAMBDA && i < a->index; i++)
		if (a->params[i] != b->params[i])
			return false;
	return true;
}

bool expr_is(const Expr *e, Prim prim)
{
	return e->kind == EXPR_PRIM && e->prim == prim;
}

int expr_binds(const Expr *e, int kid)
{
	if (e->kind == EXPR_LAMBDA)
		return e->index;
	return e->kind == EXPR_LET && kid == 1;
}

static bool node_unordered(const Expr *e)
{
	bool unordered = e->kind == EXPR_PRIM && e->prim == PRIM_REORDER;

	for (int i = 0; i < e->kid_count; i++)
		unordered |= e->kids[i]->unordered;
	return unordered;
}

static int node_open(const Expr *e)
{
	int open = e->kind == EXPR_VAR ? e->index + 1 : 0;

	for (int i = 0; i < e->kid_count; i++) {
		int need = e->kids[i]->open - expr_binds(e, i);

		if (need > open)
			open = need;
	}
	return open;
}

static void *copied(Ir *ir, const void *items, int count)
{
	void *copy = ARENA_ARRAY(ir->arena, void *, count ? count : 1);

	if (count)
		memcpy(copy, items, sizeof(void *) * (size_t)count);
	return copy;
}

static const Expr *node(Ir *ir, Expr e)
{
	const Expr *found;
	Expr *made;

	assert(e.type);
	e.hash = node_hash(&e);
	found = intern_find(&ir->exprs, e.hash, &e, node_equal);
	if (found)
		return found;
	made = ARENA_NEW(ir->arena, Expr);
	*made = e;
	made->kids = copied(ir, e.kids, e.kid_count);
	made->sizes = copied(ir, e.sizes, e.size_count);
	if (e.kind == EXPR_LAMBDA)
		made->params = copied(ir, e.params, e.index);
	made->open = node_open(&e);
	made->unordered = node_unordered(&e);
	made->id = ir->next_id++;
	intern_add(&ir->exprs, e.hash, made);
	return made;
}

/* -- leaves ---------------------------------------------------------------- */

const Expr *expr_input(Ir *ir, int index, const Type *type)
{
	return node(ir, (Expr){ .kind = EXPR_INPUT, .index = index,
				.type = type });
}

const Expr *expr_var(Ir *ir, int index, const Type *type)
{
	return node(ir, (Expr){ .kind = EXPR_VAR, .index = index,
				.type = type });
}

const Expr *expr_literal(Ir *ir, const Type *type, uint64_t bits)
{
	assert(type->kind == TYPE_SCALAR || type->kind == TYPE_VECTOR);
	return node(ir, (Expr){ .kind = EXPR_LITERAL, .type = type,
				.bits = bits });
}

static double rounded(Scalar scalar, double value)
{
	if (scalar == SCALAR_F32)
		return (float)value;
	if (scalar == SCALAR_F16)
		return scalar_from_half(scalar_to_half(value));
	return value;
}

const Expr *expr_float(Ir *ir, const Type *type, double value)
{
	uint64_t bits;

	value = rounded(type->scalar, value);
	memcpy(&bits, &value, sizeof bits);
	return expr_literal(ir, type, bits);
}

const Expr *expr_int(Ir *ir, const Type *type, int64_t value)
{
	if (scalar_is_float(type->scalar))
		return expr_float(ir, type, (double)value);
	return expr_literal(ir, type, (uint64_t)value);
}

double expr_literal_double(const Expr *literal)
{
	double value;

	if (scalar_is_float(literal->type->scalar)) {
		memcpy(&value, &literal->bits, sizeof value);
		return value;
	}
	if (scalar_is_signed(literal->type->scalar))
		return (double)(int64_t)literal->bits;
	return (double)literal->bits;
}

const Expr *expr_size(Ir *ir, const Type *type, const Size *size)
{
	return node(ir, (Expr){ .kind = EXPR_SIZE, .type = type,
				.size_count = 1, .sizes = &size });
}

/* -- nodes ----------------------------------------------------------------- */

const Expr *expr_op(Ir *ir, Op op, const Type *type, const Expr *const *args)
{
	return node(ir, (Expr){ .kind = EXPR_OP, .op = op, .type = type,
				.kid_count = op_rows[op].arity, .kids = args });
}

const Expr *expr_convert(Ir *ir, const Type *type, const Expr *value)
{
	if (value->type == type)
		return value;
	return node(ir, (Expr){ .kind = EXPR_CONVERT, .type = type,
				.kid_count = 1, .kids = &value });
}

const Expr *expr_bits(Ir *ir, const Type *type, const Expr *value)
{
	return node(ir, (Expr){ .kind = EXPR_BITS, .type = type,
				.kid_count = 1, .kids = &value });
}

const Expr *expr_if(Ir *ir, const Expr *c, const Expr *a, const Expr *b)
{
	const Expr *kids[] = { c, a, b };

	return node(ir, (Expr){ .kind = EXPR_IF, .type = a->type,
				.kid_count = 3, .kids = kids });
}

static const Expr *whole_of_parts(int count, const Expr *const *parts)
{
	const Expr *whole;

	if (parts[0]->kind != EXPR_GET)
		return NULL;
	whole = parts[0]->kids[0];
	if (whole->type->kind != TYPE_TUPLE || whole->type->count != count)
		return NULL;
	for (int i = 0; i < count; i++)
		if (parts[i]->kind != EXPR_GET || parts[i]->index != i
		    || parts[i]->kids[0] != whole)
			return NULL;
	return whole;
}

const Expr *expr_tuple(Ir *ir, int count, const Expr *const *parts)
{
	const Type *types[64];
	const Expr *whole = whole_of_parts(count, parts);

	assert(count >= 2 && count <= 64);
	if (whole)
		return whole;
	for (int i = 0; i < count; i++)
		types[i] = parts[i]->type;
	return node(ir, (Expr){ .kind = EXPR_TUPLE, .kid_count = count,
				.kids = parts,
				.type = type_tuple(ir, count, types) });
}

const Expr *expr_get(Ir *ir, int index, const Expr *tuple)
{
	assert(tuple->type->kind == TYPE_TUPLE && index < tuple->type->count);
	if (tuple->kind == EXPR_TUPLE)
		return tuple->kids[index];
	return node(ir, (Expr){ .kind = EXPR_GET, .index = index,
				.type = tuple->type->parts[index],
				.kid_count = 1, .kids = &tuple });
}

static bool is_trivial(const Expr *e)
{
	while (e->kind == EXPR_GET)
		e = e->kids[0];
	return e->kind == EXPR_INPUT || e->kind == EXPR_VAR
	    || e->kind == EXPR_LITERAL || e->kind == EXPR_SIZE;
}

/* let p = (a, b) in body: one let for each part. */
static const Expr *let_parts(Ir *ir, const Expr *tuple, const Expr *body)
{
	int count = tuple->kid_count;
	const Expr *parts[64], *whole;

	for (int i = 0; i < count; i++)
		parts[i] = expr_var(ir, count - 1 - i, tuple->kids[i]->type);
	whole = expr_tuple(ir, count, parts);
	body = expr_substitute(ir, expr_shift(ir, body, count, 1), 1, &whole);
	for (int i = count - 1; i >= 0; i--)
		body = expr_let(ir, expr_shift(ir, tuple->kids[i], i, 0), body);
	return body;
}

const Expr *expr_let(Ir *ir, const Expr *value, const Expr *body)
{
	const Expr *kids[] = { value, body };

	if (is_trivial(value) || expr_use_count(body, 0) <= 1)
		return expr_substitute(ir, body, 1, &value);
	if (value->kind == EXPR_TUPLE)
		return let_parts(ir, value, body);
	return node(ir, (Expr){ .kind = EXPR_LET, .type = body->type,
				.kid_count = 2, .kids = kids });
}

const Expr *expr_lambda(Ir *ir, int count, const Type *const *params,
			const Expr *body)
{
	return node(ir, (Expr){ .kind = EXPR_LAMBDA, .index = count,
				.type = body->type, .params = params,
				.kid_count = 1, .kids = &body });
}

const Expr *expr_prim_typed(Ir *ir, Prim prim, int dim, const Type *type,
			    const Size *const *sizes, int kid_count,
			    const Expr *const *kids)
{
	return node(ir, (Expr){ .kind = EXPR_PRIM, .prim = prim, .index = dim,
				.type = type, .kid_count = kid_count,
				.kids = kids, .sizes = sizes,
				.size_count = prim_size_count(prim) });
}

static const Type *prim_type(Ir *ir, Prim prim, const Size *const *sizes,
			     int kid_count, const Expr *const *kids)
{
	const Typing typing = { ir, NULL };
	const Type *types[64], *params[2];

	if (kid_count > 64)
		return NULL;
	for (int i = 0; i < kid_count; i++)
		types[i] = kids[i]->type;
	for (int i = 0; i < kid_count; i++) {
		int arity = prim_kid_arity(prim, i);

		if (!arity)
			continue;
		if (!typing_params(&typing, prim, sizes, kid_count, types, i,
				   params, NULL))
			return NULL;
		for (int p = 0; p < arity; p++)
			if (!type_same(kids[i]->params[p], params[p]))
				return NULL;
	}
	return typing_prim(&typing, prim, sizes, kid_count, types, NULL);
}

const Expr *expr_prim(Ir *ir, Prim prim, int dim, const Size *const *sizes,
		      int kid_count, const Expr *const *kids)
{
	const Type *type = prim_type(ir, prim, sizes, kid_count, kids);

	return type ? expr_prim_typed(ir, prim, dim, type, sizes, kid_count,
				      kids)
		    : NULL;
}

const Expr *expr_op_of(Ir *ir, Op op, const Expr *const *args)
{
	const Typing typing = { ir, NULL };
	const Type *types[3], *type;

	for (int i = 0; i < op_rows[op].arity; i++)
		types[i] = args[i]->type;
	type = typing_op(&typing, op, types, NULL);
	return type ? expr_op(ir, op, type, args) : NULL;
}

/* -- names and words ------------------------------------------------------- */

typedef struct HintName {
	const struct HintName *next;
	int parameter;
	const char *name;
} HintName;

/* The names of one binder; added to one by one. */
typedef struct HintList {
	const HintName *first;
} HintList;

typedef struct Hint {
	const Expr *binder;
	HintList *names;
} Hint;

static bool hint_equal(const void *stored, const void *wanted)
{
	return ((const Hint *)stored)->binder == wanted;
}

static HintList *hint_list(const Ir *ir, const Expr *binder)
{
	const Hint *hint = intern_find(&ir->hints, binder->hash, binder,
				       hint_equal);

	return hint ? hint->names : NULL;
}

static HintList *hint_list_new(Ir *ir, const Expr *binder)
{
	Hint *hint = ARENA_NEW(ir->arena, Hint);

	*hint = (Hint){ binder, ARENA_NEW(ir->arena, HintList) };
	intern_add(&ir->hints, binder->hash, hint);
	return hint->names;
}

static const HintName *name_of(const HintName *names, int parameter)
{
	while (names && names->parameter != parameter)
		names = names->next;
	return names;
}

void expr_hint(Ir *ir, const Expr *binder, int i, const char *name)
{
	HintList *names = hint_list(ir, binder);
	HintName *made;

	if (!names)
		names = hint_list_new(ir, binder);
	if (name_of(names->first, i))
		return;
	made = ARENA_NEW(ir->arena, HintName);
	*made = (HintName){ names->first, i, ir_name(ir, name, strlen(name)) };
	names->first = made;
}

const char *expr_hinted(const Ir *ir, const Expr *binder, int i)
{
	const HintList *names = hint_list(ir, binder);
	const HintName *name = names ? name_of(names->first, i) : NULL;

	return name ? name->name : NULL;
}

void expr_hint_copy(Ir *ir, const Expr *from, const Expr *to)
{
	const HintList *names = hint_list(ir, from);

	for (const HintName *n = names ? names->first : NULL; n; n = n->next)
		expr_hint(ir, to, n->parameter, n->name);
}

const char *expr_word(const Expr *e)
{
	static const char *const words[EXPR_KINDS] = {
		[EXPR_INPUT] = "an input", [EXPR_VAR] = "a variable",
		[EXPR_LITERAL] = "a literal", [EXPR_SIZE] = "size",
		[EXPR_CONVERT] = "a conversion", [EXPR_BITS] = "bits",
		[EXPR_IF] = "if", [EXPR_TUPLE] = "tuple", [EXPR_GET] = "get",
		[EXPR_LET] = "let", [EXPR_LAMBDA] = "a function",
	};

	if (e->kind == EXPR_OP)
		return op_rows[e->op].name;
	return e->kind == EXPR_PRIM ? prim_name(e->prim) : words[e->kind];
}
