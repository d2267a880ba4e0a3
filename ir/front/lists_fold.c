/* Lists and rows folded and scanned. */
#include "ir/core/algebra.h"
#include "ir/core/intern.h"
#include "ir/front/lists_build.h"

/* One step from the state, seen from below (state, pair). */
static const Expr *step_of(Ir *ir, const Expr *f, const Expr *list,
			   const Expr *state, const Expr *pair)
{
	const Expr *args[] = { state, expr_get(ir, 0, pair) };

	return plain_choice(ir, list_has(ir, list_count(ir, list), 2, pair),
			    plain_apply(ir, f, 2, args), state);
}

/* f over all elements that there may be; the others change nothing. */
static const Expr *masked(Ir *ir, Prim prim, const Expr *f, const Expr *z,
			  const Expr *list)
{
	const Expr *pairs = plain_numbered(ir, list_elements(ir, list));
	const Type *params[] = { z->type, pairs->type->element };
	const Expr *next = step_of(ir, f, list, expr_var(ir, 1, params[0]),
				   expr_var(ir, 0, params[1]));
	const Expr *made[] = { expr_lambda(ir, 2, params, next), z, pairs };

	return expr_prim(ir, prim, 0, NULL, 3, made);
}

/* A loop over `each` elements a round that ends where the list has no more whole
 * rounds: next makes of (state, index) the state after the round. */
static const Expr *rounds(Ir *ir, const Expr *next, const Expr *z,
			  const Expr *list, int64_t each)
{
	const int64_t length = plain_length(list_elements(ir, list));
	const Size *most = size_const(ir, length / each);
	const Expr *start = plain_list(ir, z, plain_number(ir, 0));
	const Expr *i = expr_get(ir, 1, expr_var(ir, 0, start->type));
	const Expr *end = plain_op(ir, OP_ADD, i, plain_number(ir, each));
	const Expr *over = plain_op(ir, OP_LT, expr_shift(ir,
			list_count(ir, list), 1, 0), end);
	const Expr *kids[3] = { expr_lambda(ir, 1, &start->type, over), NULL,
				start };

	next = plain_list(ir, next, end);
	kids[1] = expr_lambda(ir, 1, &start->type, next);
	return expr_get(ir, 0, expr_prim(ir, PRIM_ITERATE_UNTIL, 0, &most, 3,
					 kids));
}

/* (state, index) in a round. */
static const Expr *round_var(Ir *ir, const Expr *z)
{
	const Type *types[] = { z->type, type_scalar(ir, SCALAR_I64) };

	return expr_var(ir, 0, type_tuple(ir, 2, types));
}

/* What is known of expressions, each looked at once. */
typedef struct Seen {
	const Expr *e, *made;
} Seen;

static bool is_of(const void *stored, const void *wanted)
{
	return ((const Seen *)stored)->e == wanted;
}

static const Seen *see(Ir *ir, Intern *all, const Expr *e, const Expr *made)
{
	Seen *seen = ARENA_NEW(ir_arena(ir), Seen);

	*seen = (Seen){ e, made };
	intern_add(all, e->hash, seen);
	return seen;
}

/* x where the condition holds. */
static const Expr *given(Ir *ir, Intern *all, const Expr *x,
			 const Expr *condition)
{
	const Seen *seen = intern_find(all, x->hash, x, is_of);
	const Expr **kids;
	bool same = true;

	if (seen || !x->kid_count)
		return seen ? seen->made : x;
	if (x->kind == EXPR_IF && x->kids[0] == condition)
		return see(ir, all, x, given(ir, all, x->kids[1],
					     condition))->made;
	kids = ARENA_ARRAY(ir_arena(ir), const Expr *, x->kid_count);
	for (int i = 0; i < x->kid_count; i++) {
		kids[i] = expr_binds(x, i) ? x->kids[i]
			: given(ir, all, x->kids[i], condition);
		same &= kids[i] == x->kids[i];
	}
	return see(ir, all, x, same ? x : expr_rebuild(ir, x, kids))->made;
}

/* The element at an index of which it is known that the list has it, seen from below
 * a binder. */
static const Expr *element_at(Ir *ir, const Expr *list, const Expr *index)
{
	const Expr *x = plain_element(ir, expr_shift(ir, list_elements(ir,
						list), 1, 0), index);
	Intern seen = { 0 };

	x = given(ir, &seen, x, plain_op(ir, OP_LT, index, expr_shift(ir,
					list_count(ir, list), 1, 0)));
	intern_free(&seen);
	return x;
}

/* An element a round. */
static const Expr *fold_until(Ir *ir, const Expr *f, const Expr *z,
			      const Expr *list)
{
	const Expr *now = round_var(ir, z);
	const Expr *args[] = { expr_get(ir, 0, now),
			       element_at(ir, list, expr_get(ir, 1, now)) };

	return rounds(ir, plain_apply(ir, f, 1, args), z, list, 1);
}

/* -- rounds of several elements ------------------------------------------------ */

/* So many elements a round: as many as two of the widest vectors have, where there
 * are that many; fewer where each takes long, since so many are computed of what is
 * left over, too. */
enum { ROUND = 32, SHORT_ROUND = 8 };

/* Whether the value is read where something says that the innermost variable has a
 * part in and that is itself read, or takes a loop. What was seen in an index, and
 * elsewhere, is not looked at again. */
static bool takes_long(Ir *ir, Intern seen[2], const Expr *x, bool in_index)
{
	const bool reads = expr_is(x, PRIM_AT);

	if (x->kind == EXPR_LAMBDA || (reads && in_index && expr_uses(x, 0)))
		return true;
	if (!x->kid_count || intern_find(&seen[in_index], x->hash, x, is_of))
		return false;
	see(ir, &seen[in_index], x, x);
	for (int i = 0; i < x->kid_count; i++)
		if (!expr_binds(x, i)
		    && takes_long(ir, seen, x->kids[i],
				  in_index || (reads && i == 1)))
			return true;
	return false;
}

static int64_t round_of(Ir *ir, const Expr *list, int64_t length)
{
	const Expr *lane = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));
	Intern seen[2] = { { 0 }, { 0 } };
	const bool is_long = takes_long(ir, seen, element_at(ir, list, lane),
					false);

	intern_free(&seen[0]);
	intern_free(&seen[1]);
	return length < ROUND || is_long ? SHORT_ROUND : ROUND;
}

/* The elements from index i on, as many as a round has; after the first `left`
 * (NULL: none) neutral ones. */
static const Expr *elements_from(Ir *ir, const Expr *list, const Expr *i,
				 int64_t each, const Expr *left,
				 const Expr *neutral)
{
	const Type *small = type_scalar(ir, SCALAR_I32);
	const Expr *lane = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));
	const Expr *x = element_at(ir, list, plain_op(ir, OP_ADD,
					expr_shift(ir, i, 1, 0), lane));

	if (left) {
		left = expr_shift(ir, expr_convert(ir, small, left), 1, 0);
		lane = expr_convert(ir, small, lane);
		x = plain_choice(ir, plain_op(ir, OP_LT, lane, left), x,
				 neutral);
	}
	return plain_map(ir, x, plain_indices(ir, each));
}

/* f reduces the state and the elements. */
static const Expr *state_and(Ir *ir, const Expr *f, const Expr *state,
			     const Expr *elements)
{
	const Expr *kids[] = { f, state, elements };
	const Expr *result = expr_prim(ir, PRIM_REDUCE, 0, NULL, 3, kids);

	return expr_prim(ir, PRIM_HEAD, 0, NULL, 1, &result);
}

/* What f reduces in any order, from a start that the neutral element leaves alone:
 * a round's elements are reduced at once, what is left over at last. */
static const Expr *reduce_until(Ir *ir, const Expr *f, const Expr *z,
				const Expr *list, int64_t each,
				const Expr *neutral)
{
	const Expr *now = round_var(ir, z), *count = list_count(ir, list);
	const Expr *left = plain_op(ir, OP_BITAND, count, plain_number(ir, each - 1));
	const Expr *state;

	state = state_and(ir, expr_shift(ir, f, 1, 0), expr_get(ir, 0, now),
			  elements_from(ir, expr_shift(ir, list, 1, 0),
					expr_get(ir, 1, now), each, NULL,
					neutral));
	state = rounds(ir, state, z, list, each);
	return state_and(ir, f, state,
			 elements_from(ir, list, plain_op(ir, OP_SUB, count, left),
				       each, left, neutral));
}

/* A row is much shorter than all rows: it is gone through alone. */
const Expr *lists_fold(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *neutral = e->prim == PRIM_REDUCE
		? algebra_unit_exact(ir, kids[0], kids[1]) : NULL;
	const int64_t length = plain_length(list_elements(ir, kids[2]));
	const Size *one = size_const(ir, 1);
	const Expr *result;

	if (size_is_const(e->kids[2]->type->parts[0]->length))
		return masked(ir, PRIM_REDUCE_SEQ, kids[0], kids[1], kids[2]);
	if (neutral && length >= SHORT_ROUND)
		result = reduce_until(ir, kids[0], kids[1], kids[2],
				      round_of(ir, kids[2], length),
				      neutral);
	else
		result = fold_until(ir, kids[0], kids[1], kids[2]);
	return expr_prim(ir, PRIM_FILL, 0, &one, 1, &result);
}

const Expr *lists_scan(Ir *ir, const Expr *e, const Expr *const *kids)
{
	(void)e;
	return plain_list(ir, masked(ir, PRIM_SCAN_SEQ, kids[0], kids[1],
				     kids[2]), list_count(ir, kids[2]));
}
