#include "brute_value.h"

#include <stdlib.h>

#include "base/hash.h"
#include "brute.h"
#include "codegen_opencl/pass.h"

/* -- variables ------------------------------------------------------------- */

static void forget(void *context, Var *var)
{
	(void)context;
	var->mark = 0;
}

static void count(void *context, Var *var)
{
	BruteItem *item = context;

	if (!var->mark)
		var->mark = ++item->count;
}

static void each_var(const Block *block, VarVisit *visit, void *context)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->var)
			visit(context, stmt->var);
		stmt_vars(stmt, visit, context);
		if (stmt->body)
			each_var(stmt->body, visit, context);
		if (stmt->other)
			each_var(stmt->other, visit, context);
	}
}

void brute_number(BruteItem *item, const Kernel *kernel)
{
	VarVisit *const visits[] = { forget, count };

	item->count = 0;
	for (int i = 0; i < 2; i++) {
		each_var(kernel->prologue, visits[i], item);
		each_var(kernel->top, visits[i], item);
	}
	free(item->values);
	item->values = base_calloc((size_t)item->count + 1,
				   sizeof *item->values);
}

void brute_set(BruteItem *item, const Var *var, int lane, int64_t value)
{
	if (var->mark > 0 && var->mark <= item->count)
		item->values[var->mark - 1][lane] = value;
}

static void place_one(void *context, Var *var);

void brute_place(BruteItem *item, const Kernel *kernel)
{
	for (int d = 0; d < DEVICE_DIMS; d++)
		item->at[LEVEL_GLOBAL][d] = item->at[LEVEL_GROUP][d]
					    * kernel->local[d]
					    + item->at[LEVEL_LOCAL][d];
	each_var(kernel->prologue, place_one, item);
	each_var(kernel->top, place_one, item);
}

/* -- what is invented ------------------------------------------------------ */

static int64_t ranged(uint64_t h, int64_t lo, int64_t hi)
{
	return lo + (int64_t)(h % ((uint64_t)(hi - lo) + 1));
}

static void limits(Scalar scalar, int64_t *lo, int64_t *hi)
{
	int bits = (int)(8 * scalar_bytes(scalar));
	bool is_signed = scalar_is_signed(scalar);

	bits = bits > 32 ? 60 : bits - is_signed;
	*hi = scalar == SCALAR_BOOL ? 1 : (INT64_C(1) << bits) - 1;
	*lo = is_signed ? -*hi - 1 : 0;
}

static int64_t invented(BruteItem *item, Scalar scalar)
{
	int64_t lo, hi;

	limits(scalar, &lo, &hi);
	item->state = hash_mix(item->state + 1);
	return ranged(item->state, lo, hi);
}

/* Every fourth set of data has arrays whose elements are all the same. */
static int64_t loaded(BruteItem *item, const Code *code, int lane)
{
	int64_t at = brute_index(item, code->index) + lane, lo, hi;
	const bool alike = item->data % 4 == 3;
	const ArtifactBuffer *buffer;
	uint64_t h = hash_combine(item->data, alike ? 0 : (uint64_t)at);

	limits(code->scalar, &lo, &hi);
	if (code->buffer->space == SPACE_GLOBAL) {
		buffer = &item->kernels->artifact->buffers[code->buffer->index];
		h = hash_mix(h + (uint64_t)code->buffer->index);
		if (buffer->role == BUFFER_INPUT) {
			const Port *port = &item->kernels->program
						    ->in_ports[buffer->port];

			if (port->ranged && scalar_is_int(port->scalar)) {
				lo = port->ilo;
				hi = port->ihi;
			}
		}
	}
	return ranged(h, lo, hi);
}

static void place_one(void *context, Var *var)
{
	static const Level levels[] = { ['g'] = LEVEL_GLOBAL,
					['w'] = LEVEL_GROUP,
					['l'] = LEVEL_LOCAL };
	BruteItem *item = context;
	const Port *port;
	int64_t lo, hi;

	if (var->kind == VAR_ID)
		brute_set(item, var, 0,
			  item->at[levels[(int)var->letter]][var->number]);
	if (var->kind != VAR_ARGUMENT || scalar_is_float(var->scalar))
		return;
	port = &item->kernels->program->in_ports[var->number];
	limits(var->scalar, &lo, &hi);
	brute_set(item, var, 0, ranged(hash_combine(item->data,
						(uint64_t)var->number),
				       port->ranged ? port->ilo : lo,
				       port->ranged ? port->ihi : hi));
}

/* -- indices --------------------------------------------------------------- */

static int64_t fits(BruteItem *item, const Affine *index, int64_t value)
{
	if (!affine_is_wide(index) && (value > INT32_MAX || value < INT32_MIN))
		*item->overflow |= BROKEN_OVERFLOW;
	return value;
}

static int64_t cut(int64_t value, int64_t lo, int64_t hi)
{
	return value < lo ? lo : value > hi ? hi : value;
}

static int64_t atom_value(BruteItem *item, const AffineAtom *atom)
{
	int64_t of = atom->of ? brute_index(item, atom->of) : 0;

	switch (atom->kind) {
	case AFFINE_DIV:
		return of / atom->by;
	case AFFINE_MOD:
		return of % atom->by;
	case AFFINE_CLAMP:
		if (atom->of->lo < 0 && of < 0)
			return 0;
		return atom->of->hi > atom->by - 1
		       ? cut(of, INT64_MIN, atom->by - 1) : of;
	case AFFINE_FOLD:
		return of > -1 - of ? of : -1 - of;
	case AFFINE_MIRROR:
		return of < 2 * atom->by - 1 - of ? of
						  : 2 * atom->by - 1 - of;
	default:
		return item->values[atom->var->mark - 1]
				   [atom->kind == AFFINE_LANE_OF
				    ? atom->component : 0];
	}
}

int64_t brute_index(BruteItem *item, const Affine *index)
{
	int64_t sum = index->constant;

	for (int i = 0; i < index->count; i++)
		sum += fits(item, index, index->terms[i].factor
			    * atom_value(item, index->terms[i].atom));
	return fits(item, index, sum);
}

/* -- code ------------------------------------------------------------------ */

static int64_t wrapped(Scalar scalar, int64_t value)
{
	int64_t lo, hi;

	if (scalar == SCALAR_BOOL)
		return value != 0;
	if (scalar_is_float(scalar) || scalar_bytes(scalar) == 8)
		return value;
	limits(scalar, &lo, &hi);
	value &= (INT64_C(1) << 8 * scalar_bytes(scalar)) - 1;
	return value > hi ? value - (INT64_C(1) << 8 * scalar_bytes(scalar))
			  : value;
}

typedef int64_t Infix(int64_t a, int64_t b);

#define INFIX(id, expression) \
	static int64_t id(int64_t a, int64_t b) { return expression; }
INFIX(add, (int64_t)((uint64_t)a + (uint64_t)b))
INFIX(subtract, (int64_t)((uint64_t)a - (uint64_t)b))
INFIX(multiply, (int64_t)((uint64_t)a * (uint64_t)b))
INFIX(divide, b && b != -1 ? a / b : 0)
INFIX(rest, b && b != -1 ? a % b : 0)
INFIX(and, a & b)
INFIX(or, a | b)
INFIX(xor, a ^ b)
INFIX(left, (int64_t)((uint64_t)a << (b & 31)))
INFIX(right, a >> (b & 63))
INFIX(below, a < b)
INFIX(upto, a <= b)
INFIX(above, a > b)
INFIX(least, a >= b)
INFIX(equal, a == b)
INFIX(unequal, a != b)
INFIX(both, a && b)
INFIX(either, a || b)

static Infix *const infixes[OPERATOR_COUNT] = {
	[OPERATOR_ADD] = add,               [OPERATOR_SUB] = subtract,
	[OPERATOR_MUL] = multiply,          [OPERATOR_DIV] = divide,
	[OPERATOR_REM] = rest,              [OPERATOR_BITAND] = and,
	[OPERATOR_BITOR] = or,              [OPERATOR_BITXOR] = xor,
	[OPERATOR_SHL] = left,              [OPERATOR_SHR] = right,
	[OPERATOR_LT] = below,              [OPERATOR_LE] = upto,
	[OPERATOR_GT] = above,              [OPERATOR_GE] = least,
	[OPERATOR_EQ] = equal,              [OPERATOR_NE] = unequal,
	[OPERATOR_AND] = both,              [OPERATOR_OR] = either,
};

static bool has_float(const Code *code)
{
	for (int i = 0; i < code->count; i++)
		if (scalar_is_float(code->args[i]->scalar))
			return true;
	return false;
}

/* Numbers of 64 bits without a sign compare as those with one whose first bit is
 * turned. */
static bool is_compared_unsigned(const Code *code)
{
	const Scalar scalar = code->args[0]->scalar;

	return code->scalar == SCALAR_BOOL && scalar_is_int(scalar)
	    && !scalar_is_signed(scalar) && scalar_bytes(scalar) == 8;
}

static int64_t infix(BruteItem *item, const Code *code, int lane)
{
	const int64_t turned = is_compared_unsigned(code) ? INT64_MIN : 0;
	int64_t a = brute_value(item, code->args[0], lane) ^ turned;
	int64_t b = brute_value(item, code->args[1], lane) ^ turned;

	return infixes[code->op] ? infixes[code->op](a, b)
				 : invented(item, code->scalar);
}

static int64_t call(BruteItem *item, const Code *code, int lane)
{
	int64_t args[3] = { 0, 0, 0 };
	bool all = true;

	if (code->op == OPERATOR_ALL) {
		for (int i = 0; i < code->args[0]->width; i++)
			all &= brute_value(item, code->args[0], i) != 0;
		return all;
	}
	for (int i = 0; i < code->count && i < 3; i++)
		args[i] = brute_value(item, code->args[i], lane);
	switch (code->op) {
	case OPERATOR_CONVERT: case OPERATOR_CONVERT_SAT:
	case OPERATOR_CUT_FLOAT: case OPERATOR_CUT_DOUBLE:
		return args[0];
	case OPERATOR_MIN:
		return args[0] < args[1] ? args[0] : args[1];
	case OPERATOR_MAX:
		return args[0] > args[1] ? args[0] : args[1];
	case OPERATOR_SELECT:
		return args[2] ? args[1] : args[0];
	default:
		return invented(item, code->scalar);
	}
}

static int64_t prefix(BruteItem *item, const Code *code, int lane)
{
	int64_t a = brute_value(item, code->args[0], lane);

	if (code->op == OPERATOR_NEG)
		return code->args[0]->scalar == SCALAR_BOOL ? a : -a;
	return code->op == OPERATOR_NOT || code->scalar == SCALAR_BOOL ? !a
								 : ~a;
}

static int64_t inside(BruteItem *item, const Code *code, int lane)
{
	switch (code->kind) {
	case CODE_VAR:
		return item->values[code->var->mark - 1][lane];
	case CODE_LITERAL:
		return (int64_t)code->bits;
	case CODE_INDEX:
		return brute_index(item, code->index);
	case CODE_PREFIX:
		return prefix(item, code, lane);
	case CODE_INFIX:
		return infix(item, code, lane);
	case CODE_CALL:
		return call(item, code, lane);
	case CODE_CAST:
		return brute_value(item, code->args[0], lane);
	case CODE_COND:
		return brute_value(item, code->args[0], 0)
		       ? brute_value(item, code->args[1], lane)
		       : brute_value(item, code->args[2], lane);
	case CODE_LANES:
		return brute_value(item, code->args[code->count > 1
						    ? lane : 0], 0);
	case CODE_LANE:
		return brute_value(item, code->args[0], code->lane);
	default:
		return loaded(item, code, lane);
	}
}

int64_t brute_value(BruteItem *item, const Code *code, int lane)
{
	if (scalar_is_float(code->scalar))
		return 0;
	if (has_float(code))
		return invented(item, code->scalar);
	return wrapped(code->scalar,
		       inside(item, code, lane < code->width ? lane : 0));
}

void brute_loads(BruteItem *item, const Code *code, CodeVisit *visit,
		 void *context)
{
	bool both = code->kind == CODE_INFIX && code->op == OPERATOR_AND;
	bool either = code->kind == CODE_INFIX && code->op == OPERATOR_OR;
	bool choice = code->kind == CODE_COND, yes;

	if (code->kind == CODE_LOAD)
		visit(context, code);
	if (!both && !either && !choice) {
		for (int i = 0; i < code->count; i++)
			brute_loads(item, code->args[i], visit, context);
		return;
	}
	brute_loads(item, code->args[0], visit, context);
	yes = brute_value(item, code->args[0], 0);
	if (both ? yes : either ? !yes : yes)
		brute_loads(item, code->args[1], visit, context);
	else if (choice)
		brute_loads(item, code->args[2], visit, context);
}
