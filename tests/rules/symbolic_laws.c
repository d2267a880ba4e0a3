/* What is known of scalar functions, and no more. */
#include <stdlib.h>
#include <string.h>

#include "symbolic_run.h"

typedef enum { LAW_NONE, LAW_LIST, LAW_MULTISET } Law;

typedef enum { UNIT_ZERO, UNIT_ONE, UNIT_TOP, UNIT_BOTTOM, UNIT_ALL } Unit;

typedef struct LawRow {
	Law law;
	Unit unit;
} LawRow;

static const LawRow laws[OP_COUNT] = {
	[OP_SUB] = { LAW_LIST, UNIT_ZERO },
	[OP_ADD] = { LAW_MULTISET, UNIT_ZERO },
	[OP_MUL] = { LAW_MULTISET, UNIT_ONE },
	[OP_MIN] = { LAW_MULTISET, UNIT_TOP },
	[OP_MAX] = { LAW_MULTISET, UNIT_BOTTOM },
	[OP_BITAND] = { LAW_MULTISET, UNIT_ALL },
	[OP_BITOR] = { LAW_MULTISET, UNIT_ZERO },
	[OP_BITXOR] = { LAW_MULTISET, UNIT_ZERO },
};

/* -- units ----------------------------------------------------------------- */

static uint64_t double_bits(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static uint64_t float_unit(Unit unit)
{
	static const double units[] = {
		[UNIT_ZERO] = 0, [UNIT_ONE] = 1, [UNIT_TOP] = 1e300 * 1e300,
		[UNIT_BOTTOM] = -1e300 * 1e300, [UNIT_ALL] = 0,
	};

	return double_bits(units[unit]);
}

static uint64_t int_unit(Unit unit, Scalar scalar)
{
	const int bits = (int)scalar_bytes(scalar) * 8;
	const bool is_signed = scalar_is_signed(scalar);
	const uint64_t top = UINT64_MAX >> (64 - bits + is_signed);

	switch (unit) {
	case UNIT_ONE: return 1;
	case UNIT_TOP: return top;
	case UNIT_BOTTOM: return is_signed ? ~top : 0;
	case UNIT_ALL: return is_signed ? UINT64_MAX : top;
	default: return 0;
	}
}

static Value unit_of(Symbolic *s, Unit unit, Scalar scalar)
{
	return value_number(s, scalar, scalar_is_float(scalar)
				? float_unit(unit) : int_unit(unit, scalar));
}

/* -- monoids --------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
	Value x = *(const Value *)a, y = *(const Value *)b;

	return x < y ? -1 : x > y;
}

/* The arguments with those of the same function put in their place and its
 * unit left out. */
static int flattened(const Symbolic *s, int function, Value unit, int count,
		     const Value *args, Value *items)
{
	int all = 0;

	for (int i = 0; i < count; i++) {
		const ValueNode *n = value_node(s, args[i]);

		if (n->kind == VALUE_TERM && n->tag == function)
			for (int k = 0; k < n->count && all < ITEMS_MAX; k++)
				items[all++] = value_item(s, args[i], k);
		else if (args[i] != unit && all < ITEMS_MAX)
			items[all++] = args[i];
	}
	return all;
}

static Value monoid(Symbolic *s, int op, Scalar scalar, int count,
		    const Value *args)
{
	const Value unit = unit_of(s, laws[op].unit, scalar);
	Value items[ITEMS_MAX];
	int all = flattened(s, op, unit, count, args, items);

	if (all == ITEMS_MAX)
		return 0;
	if (all < 2)
		return all ? items[0] : unit;
	if (laws[op].law == LAW_MULTISET)
		qsort(items, (size_t)all, sizeof *items, ascending);
	return value_made(s, VALUE_TERM, op, all, items);
}

/* -- choices --------------------------------------------------------------- */

static Value truth(Symbolic *s, bool value)
{
	return value_number(s, SCALAR_BOOL, value);
}

/* v where the condition is known. */
static Value decided(const Symbolic *s, Value v, Value condition, bool holds)
{
	return value_node(s, v)->kind == VALUE_CHOICE
	    && value_item(s, v, 0) == condition
	     ? value_item(s, v, holds ? 1 : 2) : v;
}

Value value_condition(Symbolic *s, Value v)
{
	const Value items[] = { v, truth(s, true), truth(s, false) };

	return value_made(s, VALUE_CHOICE, 0, 3, items);
}

/* The first condition of two in their one order; 0 is none. */
static Value earlier(Value a, Value b)
{
	return !a || (b && b < a) ? b : a;
}

static Value first_condition(const Symbolic *s, int count, const Value *args)
{
	Value first = 0;

	for (int i = 0; i < count; i++)
		if (value_node(s, args[i])->kind == VALUE_CHOICE)
			first = earlier(first, value_item(s, args[i], 0));
	return first;
}

static Value node_of(Symbolic *s, Value condition, Value yes, Value no)
{
	const Value items[] = { condition, yes, no };

	if (!yes || !no || yes == no)
		return yes && no ? yes : 0;
	return value_made(s, VALUE_CHOICE, 0, 3, items);
}

static Value lists_choice(Symbolic *s, Value condition, Value yes, Value no)
{
	const int count = value_node(s, yes)->count;
	Value items[ITEMS_MAX];

	if (count > ITEMS_MAX)
		return 0;
	for (int i = 0; i < count; i++)
		items[i] = value_choice(s, condition, value_item(s, yes, i),
					value_item(s, no, i));
	return value_list(s, count, items);
}

Value value_choice(Symbolic *s, Value condition, Value yes, Value no)
{
	const Value all[] = { condition, yes, no };
	Value first, made[2];

	if (!condition || !yes || !no)
		return 0;
	if (yes == no)
		return yes;
	if (value_node(s, condition)->kind == VALUE_NUMBER)
		return s->items[value_node(s, condition)->first] ? yes : no;
	if (value_node(s, yes)->kind == VALUE_LIST)
		return lists_choice(s, condition, yes, no);
	first = first_condition(s, 3, all);
	for (int holds = 0; holds < 2; holds++)
		made[holds] = value_choice(s, decided(s, condition, first,
						      holds),
					   decided(s, yes, first, holds),
					   decided(s, no, first, holds));
	return node_of(s, first, made[1], made[0]);
}

/* A function of a choice is a choice of its values. */
static Value term_choice(Symbolic *s, int function, Scalar scalar, int count,
			 const Value *args, Value condition)
{
	Value made[2], some[ITEMS_MAX];

	for (int holds = 0; holds < 2; holds++) {
		for (int i = 0; i < count; i++)
			some[i] = decided(s, args[i], condition, holds);
		made[holds] = value_term(s, function, scalar, count, some);
	}
	return value_choice(s, value_condition(s, condition), made[1],
			    made[0]);
}

/* -- functions ------------------------------------------------------------- */

static Value logic(Symbolic *s, int op, const Value *args)
{
	if (op == OP_AND)
		return value_choice(s, args[0], args[1], truth(s, false));
	if (op == OP_OR)
		return value_choice(s, args[0], truth(s, true), args[1]);
	return value_choice(s, args[0], truth(s, false), truth(s, true));
}

static Value reciprocal(Symbolic *s, Scalar scalar, Value of)
{
	Value parts[2] = { value_number(s, scalar, double_bits(1)), of };

	return value_term(s, OP_DIV, scalar, 2, parts);
}

static bool is_product(const Symbolic *s, Value v)
{
	const ValueNode *node = value_node(s, v);

	return node->kind == VALUE_TERM && node->tag == OP_MUL;
}

/* One over a product is the product of the reciprocals. */
static Value reciprocals(Symbolic *s, Scalar scalar, Value product)
{
	Value parts[2] = { reciprocal(s, scalar, value_item(s, product, 0)) };

	for (int i = 1; i < value_node(s, product)->count; i++) {
		parts[1] = reciprocal(s, scalar, value_item(s, product, i));
		parts[0] = value_term(s, OP_MUL, scalar, 2, parts);
	}
	return parts[0];
}

/* A quotient of floats is a product with a reciprocal. */
static Value quotient(Symbolic *s, Scalar scalar, const Value *args)
{
	Value parts[2] = { value_number(s, scalar, double_bits(1)), args[1] };

	if (is_product(s, args[1])) {
		parts[0] = args[0];
		parts[1] = reciprocals(s, scalar, args[1]);
		return value_term(s, OP_MUL, scalar, 2, parts);
	}
	if (args[0] == parts[0])
		return value_made(s, VALUE_TERM, OP_DIV, 2, parts);
	parts[1] = value_made(s, VALUE_TERM, OP_DIV, 2, parts);
	parts[0] = args[0];
	return value_term(s, OP_MUL, scalar, 2, parts);
}

/* What is taken away of floats is added with the other sign, each term. */
static Value negated(Symbolic *s, Scalar scalar, Value v)
{
	const ValueNode *node = value_node(s, v);
	Value parts[2];

	if (node->kind != VALUE_TERM || node->tag != OP_ADD)
		return value_made(s, VALUE_TERM, OP_NEG, 1, &v);
	parts[0] = negated(s, scalar, value_item(s, v, 0));
	for (int i = 1; i < value_node(s, v)->count; i++) {
		parts[1] = negated(s, scalar, value_item(s, v, i));
		parts[0] = value_term(s, OP_ADD, scalar, 2, parts);
	}
	return parts[0];
}

static Value difference(Symbolic *s, Scalar scalar, const Value *args)
{
	const Value parts[] = { args[0], negated(s, scalar, args[1]) };

	return value_term(s, OP_ADD, scalar, 2, parts);
}

/* a*b + c, and 1 over the square root. */
static Value defined(Symbolic *s, int op, Scalar scalar, const Value *args)
{
	Value parts[2];

	if (op == OP_FMA) {
		parts[0] = value_term(s, OP_MUL, scalar, 2, args);
		parts[1] = args[2];
		return value_term(s, OP_ADD, scalar, 2, parts);
	}
	parts[0] = value_number(s, scalar, double_bits(1));
	parts[1] = value_term(s, OP_SQRT, scalar, 1, args);
	return value_term(s, OP_DIV, scalar, 2, parts);
}

Value value_term(Symbolic *s, int function, Scalar scalar, int count,
		 const Value *args)
{
	Value condition, v;

	for (int i = 0; i < count; i++)
		if (!args[i])
			return 0;
	if (function == OP_AND || function == OP_OR || function == OP_NOT)
		return logic(s, function, args);
	condition = first_condition(s, count, args);
	if (condition)
		return term_choice(s, function, scalar, count, args,
				   condition);
	if (function == OP_FMA || function == OP_RSQRT)
		return defined(s, function, scalar, args);
	if (function == OP_DIV && scalar_is_float(scalar))
		return quotient(s, scalar, args);
	if (function == OP_SUB && scalar_is_float(scalar))
		return difference(s, scalar, args);
	if (function == OP_NEG && scalar_is_float(scalar))
		return negated(s, scalar, args[0]);
	if (function < OP_COUNT && laws[function].law)
		return monoid(s, function, scalar, count, args);
	v = value_made(s, VALUE_TERM, function, count, args);
	return scalar == SCALAR_BOOL ? value_condition(s, v) : v;
}
