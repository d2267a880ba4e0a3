/* Numbers that are computed, as indices of neighbours: lane by lane the next
 * element. Vectors of one row, of which each begins so many elements after where the
 * row does, are indices over one variable. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/view.h"

enum { BACK = 64,    /* statements that are looked at */
       SIDE = 64 };  /* elements from the first of a row's vectors to the last */

/* The first lane of a vector of which each other lane is one more than the lane
 * before; NULL: it is not known to be one. */
static const Code *first_of_row(Gen *g, const Code *code)
{
	const Code *pair[2];

	if (code->width == 1)
		return NULL;
	if (code->kind == CODE_LANES && code->count == code->width) {
		for (int i = 0; i < code->count; i++)
			if (code->args[i]->kind != CODE_LITERAL
			    || code->args[i]->bits
			       != code->args[0]->bits + (uint64_t)i)
				return NULL;
		return code->args[0];
	}
	if (code->kind != CODE_INFIX || code->op != OPERATOR_ADD)
		return NULL;
	for (int i = 0; i < 2; i++) {
		pair[0] = code->args[!i];
		if (pair[0]->kind == CODE_LANES && pair[0]->count == 1)
			pair[0] = pair[0]->args[0];
		pair[1] = first_of_row(g, code->args[i]);
		if (pair[1] && pair[0]->width == 1)
			return code_op(g->arena, OP_ADD, pair);
	}
	return NULL;
}

/* What a number was, before it was cut at the last element or beyond; NULL: it was
 * not. */
static const Code *uncut(const Code *code, int64_t length)
{
	if (code->kind != CODE_CALL || code->op != OPERATOR_MIN)
		return NULL;
	for (int i = 0; i < 2; i++) {
		const Code *end = code->args[i];

		if (end->kind == CODE_LANES && end->count == 1)
			end = end->args[0];
		if (end->kind == CODE_LITERAL
		    && (int64_t)end->bits >= length - 1)
			return code->args[!i];
	}
	return NULL;
}

/* Whether each index, and each that is a vector's width less, is of the type. */
static bool holds(Scalar scalar, int64_t length)
{
	return scalar == SCALAR_I64
	    || (scalar == SCALAR_I32 && length <= INT32_MAX);
}

/* -- one variable for a row ------------------------------------------------ */

/* What a sum without its literals is. */
typedef struct Sum {
	const Code *rest; /* NULL: nothing */
	int64_t literals;
} Sum;

static bool is_constant(const Code *code, int64_t *value)
{
	if (code->kind == CODE_INDEX && affine_is_const(code->index))
		*value = code->index->constant;
	else if (code->kind == CODE_LITERAL)
		*value = (int64_t)code->bits;
	else
		return false;
	return true;
}

/* Adds the number, of a type as wide as the scalar, to the sum. */
static void add_to(Gen *g, Sum *sum, Scalar scalar, const Code *code)
{
	const Code *pair[2] = { sum->rest, code };
	int64_t value;

	if (code->kind == CODE_CAST && scalar_is_int(code->args[0]->scalar)
	    && scalar_bytes(code->args[0]->scalar) == scalar_bytes(scalar)) {
		add_to(g, sum, scalar, code->args[0]);
	} else if (code->kind == CODE_INFIX && code->op == OPERATOR_ADD) {
		add_to(g, sum, scalar, code->args[0]);
		add_to(g, sum, scalar, code->args[1]);
	} else if (is_constant(code, &value)) {
		sum->literals += value;
	} else {
		if (code->scalar != scalar)
			pair[1] = code_cast(g->arena, scalar, code);
		sum->rest = pair[0] ? code_op(g->arena, OP_ADD, pair) : pair[1];
	}
}

static bool is_same(const Code *a, const Code *b)
{
	if (a->kind != b->kind || a->scalar != b->scalar || a->width != b->width
	    || a->op != b->op || a->lane != b->lane || a->count != b->count
	    || a->name != b->name || a->var != b->var || a->index != b->index
	    || a->bits != b->bits || a->kind == CODE_LOAD)
		return false;
	for (int i = 0; i < a->count; i++)
		if (!is_same(a->args[i], b->args[i]))
			return false;
	return true;
}

static bool is_assigned_in(const Block *block, int from, const Code *value);

/* Whether the statement assigns to what the value was computed from. */
static bool is_assigned(const Stmt *stmt, const Code *value)
{
	return (stmt->kind == STMT_ASSIGN && code_reads(value, stmt->var))
	    || (stmt->body && is_assigned_in(stmt->body, 0, value))
	    || (stmt->other && is_assigned_in(stmt->other, 0, value));
}

static bool is_assigned_in(const Block *block, int from, const Code *value)
{
	for (int i = from; i < block->count; i++)
		if (is_assigned(block->items[i], value))
			return true;
	return false;
}

/* The variable of the block that has that value already, or NULL. */
static Var *known_in(const Block *block, const Code *value)
{
	for (int i = block->count - 1; i >= 0 && i >= block->count - BACK; i--) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_DECLARE && stmt->value
		    && stmt->var->kind == VAR_TEMP
		    && is_same(stmt->value, value)
		    && !is_assigned_in(block, i + 1, value))
			return stmt->var;
	}
	return NULL;
}

static bool has_register(const Code *code)
{
	if (code->kind == CODE_VAR && code->var->kind == VAR_REGISTER)
		return true;
	for (int i = 0; i < code->count; i++)
		if (has_register(code->args[i]))
			return true;
	return false;
}

/* The variable that has that value already, or a new one. What loops assign to is
 * known in the block alone. */
static const Code *named(Gen *g, const Code *value)
{
	const bool varies = has_register(value);
	Var *var;

	for (const Scope *scope = g->scope; scope; scope = scope->up) {
		var = known_in(scope->block, value);
		if (var)
			return code_var(g->arena, var);
		if (varies)
			break;
	}
	return index_fixed(g, value);
}

/* The index of neighbours of which those before the first element are not wanted,
 * and those behind the last are not either or stand for the last. */
static const Affine *index_cut(Gen *g, const Code *first, int width,
			       int64_t length)
{
	AffineTable *t = &g->indices;
	int64_t least = -SIDE;
	Sum row = { NULL, 0 };
	const Code *from;

	add_to(g, &row, first->scalar, first);
	if (!row.rest || row.literals < 0 || row.literals > SIDE - width) {
		row = (Sum){ first, 0 };
		least = 1 - width;
	}
	from = named(g, code_between(g->arena, row.rest, least, length - 1));
	return affine_clamp(t, affine_plus(t, affine_add(t,
			affine_var(t, from->var, least, length - 1),
			affine_lane(t, width)), row.literals), length);
}

const Affine *index_of_row(Gen *g, const Code *code, int64_t length)
{
	AffineTable *t = &g->indices;
	const Code *whole = uncut(code, length);
	const Code *first = first_of_row(g, whole ? whole : code);

	if (!first || first->kind == CODE_LITERAL
	    || !holds(first->scalar, length))
		return NULL;
	if (whole || g->guarded)
		return index_cut(g, first, code->width, length);
	first = index_fixed(g, first);
	return affine_add(t, affine_var(t, first->var, 0, length - 1),
			  affine_lane(t, code->width));
}
