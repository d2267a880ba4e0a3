/* Scalar functions: typing, chains, and + - on tuples. */
#include <string.h>

#include "ir/front/term.h"

static const Value failed = { NULL, NULL, NULL };

static Term *op_fault(Reader *r, const Node *at, Term *const *args,
		      const TypingFault *fault)
{
	const Node *place = fault->kid >= 0 ? args[fault->kid]->at : at;

	read_error(r, fault->code, place, fault->found,
		   fault->expected[0] ? fault->expected : NULL, "%s",
		   fault->message);
	return NULL;
}

static Term *scalar_op(Reader *r, Op op, const Node *at, Term *const *args)
{
	const Typing typing = { r->ir, r->unifier };
	TypingFault fault = { 0 };
	const Type *types[3], *type;
	Term *term;

	for (int i = 0; i < op_rows[op].arity; i++)
		types[i] = args[i]->type;
	type = typing_op(&typing, op, types, &fault);
	if (!type)
		return op_fault(r, at, args, &fault);
	term = term_new(r, EXPR_OP, at, type, op_rows[op].arity, args);
	if (term)
		term->op = op;
	return term;
}

static bool on_tuples(Reader *r, Op op, Term *const *args)
{
	return (op == OP_ADD || op == OP_SUB)
	    && type_is(term_type(r, args[0]), SHAPE_NONE)
	    && type_is(term_type(r, args[1]), SHAPE_NONE);
}

static Term *fixed_op(Reader *r, Op op, const Node *at, Term *const *args);

/* Component by component. */
static Term *tuple_op(Reader *r, Op op, const Node *at, Term *const *args)
{
	const Type *a = term_type(r, args[0]), *b = term_type(r, args[1]);
	const Pending *pending = NULL;
	Term *const *lefts, *const *rights, *parts[64];

	if (a->count != b->count) {
		read_error(r, E0101, args[1]->at, term_type_text(r, b),
			   term_type_text(r, a),
			   "the arguments of %s must have one type",
			   op_rows[op].name);
		return NULL;
	}
	lefts = pattern_spread(r, args[0], a->count, NULL, &pending);
	rights = pattern_spread(r, args[1], a->count, NULL, &pending);
	if (!lefts || !rights)
		return NULL;
	for (int i = 0; i < a->count; i++) {
		Term *pair[] = { lefts[i], rights[i] };

		parts[i] = fixed_op(r, op, at, pair);
		if (!parts[i])
			return NULL;
	}
	return term_wrap(r, term_tuple(r, at, a->count, parts), pending, NULL);
}

static Term *fixed_op(Reader *r, Op op, const Node *at, Term *const *args)
{
	return op_rows[op].arity == 2 && on_tuples(r, op, args)
		? tuple_op(r, op, at, args) : scalar_op(r, op, at, args);
}

static Value wrong_count(Reader *r, Op op, const Node *at, int count)
{
	const OpRow *row = &op_rows[op];

	read_error(r, E0103, at,
		   arena_printf(r->arena, "%d argument%s", count,
				count == 1 ? "" : "s"),
		   arena_printf(r->arena, "%d%s", row->arity,
				row->chain ? " or more" : ""),
		   "%s has the wrong number of arguments", row->name);
	return failed;
}

static Value spread_op(Reader *r, Op op, const Node *at, Term *tuple)
{
	int count = term_type(r, tuple)->count;
	const Pending *pending = NULL;
	Term *const *parts = pattern_spread(r, tuple, count, NULL, &pending);
	Value value = parts ? elaborate_op(r, op, at, count, parts) : failed;

	if (value.term)
		value.term = term_wrap(r, value.term, pending, NULL);
	return value;
}

Value elaborate_op(Reader *r, Op op, const Node *at, int count,
		   Term *const *args)
{
	const OpRow *row = &op_rows[op];
	Term *term, *pair[2];

	if (count == 1 && row->arity > 1
	    && type_is(term_type(r, args[0]), SHAPE_NONE))
		return spread_op(r, op, at, args[0]);
	if (count < row->arity || (count > row->arity && !row->chain))
		return wrong_count(r, op, at, count);
	term = fixed_op(r, op, at, args);
	for (int i = row->arity; term && i < count; i++) {
		pair[0] = term;
		pair[1] = args[i];
		term = fixed_op(r, op, at, pair);
	}
	return elaborate_value(term);
}

Term *elaborate_convert(Reader *r, Scalar scalar, const Node *at, Term *arg)
{
	const Type *type = term_type(r, arg);
	bool open = type->kind == TYPE_OPEN
		 && unify_class(r->unifier, type) != OPEN_FILL;

	if (open || type->kind == TYPE_SCALAR)
		return term_new(r, EXPR_CONVERT, at,
				type_scalar(r->ir, scalar), 1, &arg);
	read_error(r, E0106, arg->at, term_type_text(r, type), "a scalar",
		   "%s converts scalars", scalar_name(scalar));
	return NULL;
}
