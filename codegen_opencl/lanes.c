#include "codegen_opencl/lanes.h"

#include "ir/core/size.h"

static const Lanes unknown = { false, false, { 0 } };

Lanes lanes_all(int64_t value)
{
	Lanes lanes = { .known = true };

	for (int i = 0; i < LANES_MAX; i++)
		lanes.at[i] = value;
	return lanes;
}

static bool is_placed(const Lanes *lanes)
{
	return lanes->known || lanes->apart;
}

bool lanes_same(const Lanes *lanes)
{
	for (int i = 1; i < LANES_MAX; i++)
		if (lanes->at[i] != lanes->at[0])
			return false;
	return is_placed(lanes);
}

Lanes lanes_some(void)
{
	Lanes lanes = lanes_all(0);

	lanes.known = false;
	lanes.apart = true;
	return lanes;
}

/* -- variables ------------------------------------------------------------- */

void lanes_set(Warp *warp, const Var *var, const Lanes *value)
{
	if (warp->count == LANES_VARS
	    || (!value->known && scalar_is_float(var->scalar)))
		return;
	warp->vars[warp->count] = var;
	warp->values[warp->count++] = *value;
}

void lanes_assign(Warp *warp, const Var *var, const Lanes *value)
{
	Lanes apart = *value;

	apart.known = false;
	apart.apart = is_placed(value);
	for (int i = 0; i < warp->count; i++)
		if (warp->vars[i] == var)
			warp->values[i] = apart;
}

static Lanes id_of(const Warp *warp, const Var *id)
{
	const Level level = id->letter == 'g' ? LEVEL_GLOBAL
			  : id->letter == 'w' ? LEVEL_GROUP : LEVEL_LOCAL;

	return warp->ids[level][id->number];
}

Lanes lanes_var(const Warp *warp, const Var *var)
{
	if (var->kind == VAR_ID)
		return id_of(warp, var);
	if (var->kind == VAR_SIZE)
		return lanes_all(var->size->value);
	for (int i = warp->count - 1; i >= 0; i--)
		if (warp->vars[i] == var)
			return warp->values[i];
	return unknown;
}

/* -- indices --------------------------------------------------------------- */

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t folded(AffineKind kind, int64_t x, int64_t n)
{
	switch (kind) {
	case AFFINE_DIV: return x / n;
	case AFFINE_MOD: return x % n;
	case AFFINE_CLAMP: return x < n ? larger(x, 0) : n - 1;
	case AFFINE_FOLD: return x >= 0 ? x : -1 - x;
	default: return x < n ? x : 2 * n - 1 - x; /* AFFINE_MIRROR */
	}
}

static Lanes atom_lanes(const Warp *warp, const AffineAtom *atom)
{
	Lanes of, by;

	if (atom->kind == AFFINE_VAR)
		return lanes_var(warp, atom->var);
	if (atom->kind == AFFINE_LANE || atom->kind == AFFINE_LANE_OF)
		return unknown;
	of = lanes_index(warp, atom->of);
	by = atom->kind == AFFINE_SCALED ? lanes_var(warp, atom->var)
	   : atom->end ? lanes_index(warp, atom->end) : lanes_all(atom->by);
	if (atom->kind == AFFINE_SCALED)
		return lanes_op(OPERATOR_MUL, &of, &by);
	if (atom->kind == AFFINE_CLAMP && of.apart)
		return of;
	if (!of.known || !by.known)
		return lanes_same(&of) && lanes_same(&by) ? lanes_some()
							  : unknown;
	for (int i = 0; i < warp->lanes; i++)
		of.at[i] = folded(atom->kind, of.at[i], larger(by.at[i], 1));
	return of;
}

Lanes lanes_index(const Warp *warp, const Affine *index)
{
	Lanes sum = lanes_all(index->constant);

	for (int i = 0; i < index->count && is_placed(&sum); i++) {
		const Lanes factor = lanes_all(index->terms[i].factor);
		const Lanes atom = atom_lanes(warp, index->terms[i].atom);
		const Lanes term = lanes_op(OPERATOR_MUL, &factor, &atom);

		sum = lanes_op(OPERATOR_ADD, &sum, &term);
	}
	return sum;
}

/* -- expressions ----------------------------------------------------------- */

Lanes lanes_literal(const Code *literal)
{
	if (scalar_is_float(literal->scalar))
		return unknown;
	return lanes_all(literal->scalar == SCALAR_I32
			 ? (int32_t)literal->bits : (int64_t)literal->bits);
}

static bool is_known(Operator op)
{
	return (op <= OPERATOR_BITXOR && op != OPERATOR_DIV
		&& op != OPERATOR_REM)
	    || op == OPERATOR_MIN || op == OPERATOR_MAX;
}

/* Sums and products wrap around. */
static int64_t result(Operator op, int64_t a, int64_t b)
{
	const uint64_t x = (uint64_t)a, y = (uint64_t)b;

	switch (op) {
	case OPERATOR_ADD: return (int64_t)(x + y);
	case OPERATOR_SUB: return (int64_t)(x - y);
	case OPERATOR_MUL: return (int64_t)(x * y);
	case OPERATOR_LT: return a < b;
	case OPERATOR_LE: return a <= b;
	case OPERATOR_GT: return a > b;
	case OPERATOR_GE: return a >= b;
	case OPERATOR_EQ: return a == b;
	case OPERATOR_NE: return a != b;
	case OPERATOR_AND: return a && b;
	case OPERATOR_OR: return a || b;
	case OPERATOR_BITAND: return a & b;
	case OPERATOR_BITOR: return a | b;
	case OPERATOR_BITXOR: return a ^ b;
	case OPERATOR_MIN: return a < b ? a : b;
	default: return larger(a, b); /* OPERATOR_MAX */
	}
}

/* Of numbers that are apart and one that is known: it hardly ever is the one. */
static const Lanes *inside(Operator op, const Lanes *a, const Lanes *b)
{
	if (op != OPERATOR_MIN && op != OPERATOR_MAX)
		return NULL;
	return a->known && lanes_same(a) ? b : b->known && lanes_same(b) ? a : NULL;
}

/* What all have in common goes on into a sum, and into a product with one number. */
static bool keeps_apart(Operator op, const Lanes *a, const Lanes *b)
{
	return op == OPERATOR_ADD || op == OPERATOR_SUB
	    || (op == OPERATOR_MUL && ((a->known && lanes_same(a))
				       || (b->known && lanes_same(b))));
}

static bool is_of_values(Operator op)
{
	return is_known(op) || op == OPERATOR_DIV || op == OPERATOR_REM;
}

Lanes lanes_op(Operator op, const Lanes *a, const Lanes *b)
{
	Lanes lanes = { .known = a->known && b->known && is_known(op) };

	if (!is_placed(a) || !is_placed(b) || !is_of_values(op))
		return unknown;
	if (!lanes.known && inside(op, a, b))
		return *inside(op, a, b);
	if (!lanes.known && !keeps_apart(op, a, b))
		return lanes_same(a) && lanes_same(b) ? lanes_some() : unknown;
	lanes.apart = !lanes.known;
	for (int i = 0; i < LANES_MAX; i++)
		lanes.at[i] = result(op, a->at[i], b->at[i]);
	return lanes;
}

Lanes lanes_either(const Lanes *condition, const Lanes *yes, const Lanes *no)
{
	const Lanes difference = lanes_op(OPERATOR_SUB, yes, no);
	Lanes lanes = *yes;

	if (yes->apart && no->known && lanes_same(no))
		return *yes;
	if (no->apart && yes->known && lanes_same(yes))
		return *no;
	if (!lanes_same(condition) || !lanes_same(&difference))
		return unknown;
	lanes.known = false;
	lanes.apart = true;
	return lanes;
}

uint64_t lanes_true(const Warp *warp, const Lanes *condition)
{
	uint64_t set = 0;

	for (int i = 0; i < warp->lanes; i++)
		if (condition->at[i])
			set |= UINT64_C(1) << i;
	return set & warp->there;
}
