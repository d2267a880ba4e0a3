/* Sums: reduces and scans whose order may be changed: by built-in monoids,
 * component by component, or by an operator that the document declares. */
#include "search/normal/state.h"

#include "ir/core/algebra.h"

Op state_monoid(Normal *n, const Form *next, const Form *a, const Form *b)
{
	while (next->kind == FORM_EACH) {
		const Form *opened[2], *index;

		form_open(n, next, opened);
		index = linear_atom(n, opened[0]);
		next = opened[1];
		a = form_access(n, a, index);
		b = form_access(n, b, index);
	}
	switch (next->kind == FORM_OP ? next->op : OP_COUNT) {
	case OP_ADD: case OP_MUL: case OP_MIN: case OP_MAX: case OP_AND:
	case OP_OR: case OP_BITAND: case OP_BITOR: case OP_BITXOR:
		break;
	default:
		return OP_COUNT;
	}
	return (next->parts[0] == a && next->parts[1] == b)
	    || (next->parts[0] == b && next->parts[1] == a) ? next->op
							    : OP_COUNT;
}

static bool is_float(const Type *type)
{
	while (type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR)
		type = type->element;
	return scalar_is_float(type->scalar);
}

/* The sum of the elements, element by element of what they are. */
static const Form *sum(Normal *n, Op op, const Form *loop, const Form *start,
		       const Form *element)
{
	const Form *loops[STATES_MAX], *args[2];
	const int count = state_loops(n, start->type, loops);

	args[0] = state_at(n, start, count, loops);
	args[1] = domain_reduce(n, op, (Domain){ 1, { loop } },
				state_at(n, element, count, loops));
	if (args[0] != domain_neutral(n, op, args[0]->type))
		args[1] = form_op(n, op, args[0]->type, args);
	return state_for(n, count, loops, args[1]);
}

/* The same in the order it is written in, or all sums. A step that is simpler than the
 * operation, as "and" of false, is a fold's. */
static const Form *in_order(Normal *n, const Steps *steps, Op op, int i,
			    const Form *element)
{
	const Form *loops[STATES_MAX], *args[2], *step, *result;
	const int count = state_loops(n, steps->types[i], loops);
	Steps one = *steps;

	args[0] = state_at(n, steps->states[i], count, loops);
	args[1] = state_at(n, element, count, loops);
	one.count = 1;
	step = form_op(n, op, args[0]->type, args);
	one.ordered = step->kind != FORM_OP || step->op != op;
	one.types[0] = steps->types[i];
	one.states[0] = steps->states[i];
	one.starts[0] = steps->starts[i];
	one.next[0] = state_for(n, count, loops, step);
	state_close(n, &one, &result);
	return result;
}

/* A reduce or scan by built-in monoids; NULL: it is by something else. */
static const Meaning *by_monoids(Normal *n, const Expr *e, const Steps *steps,
				 const Form *const *next,
				 const Form *const *others,
				 const Meaning *element)
{
	const Form *elements[STATES_MAX], *sums[STATES_MAX];
	Op op[STATES_MAX];

	for (int i = 0; i < steps->count; i++) {
		op[i] = state_monoid(n, next[i], steps->states[i], others[i]);
		if (op[i] == OP_COUNT)
			return NULL;
	}
	meaning_leaves(n, element, elements);
	for (int i = 0; i < steps->count; i++)
		sums[i] = steps->kind == FORM_SCAN
			  || (n->strict && is_float(steps->types[i]))
			? in_order(n, steps, op[i], i, elements[i])
			: sum(n, op[i], steps->loop, steps->starts[i],
			      elements[i]);
	return meaning_of_leaves(n, steps->kind == FORM_SCAN ? e->type
							     : steps->type,
				 sums);
}

const Expr *state_declared(Normal *n, const Steps *steps,
			   const Form *const *next, const Meaning *const *args)
{
	for (int k = 0; k < n->program->algebra_count; k++) {
		const Expr *function = n->program->algebra[k].function;
		const Form *same[STATES_MAX];
		int i = 0;

		if (function->params[0] != steps->type
		    || !algebra_facts(n->program, function).assoc)
			continue;
		state_next(n, function, NULL, args, same);
		while (i < steps->count && same[i] == next[i])
			i++;
		if (i == steps->count)
			return function;
	}
	return NULL;
}

static const Meaning *by_declared(Normal *n, const Steps *steps,
				  const Expr *function, const Meaning *element)
{
	const Form *parts[FORM_PARTS], *results[STATES_MAX], *all;
	Form draft = { .kind = FORM_REDUCE_BY, .binds = 1, .count = 1,
		       .outer = steps->count, .function = function,
		       .parts = parts, .type = steps->type };

	parts[0] = steps->loop;
	for (int i = 0; i < steps->count; i++)
		parts[draft.count++] = steps->starts[i];
	draft.count += meaning_leaves(n, element, parts + draft.count);
	all = form_close(n, draft);
	for (int i = 0; i < steps->count; i++)
		results[i] = steps->count == 1 ? all
			   : form_get(n, i, all, steps->types[i]);
	return meaning_of_leaves(n, steps->type, results);
}

const Meaning *state_sum(Normal *n, const Expr *e,
				   const Steps *steps, const Scope *scope,
				   const Meaning *state, const Meaning *element)
{
	const Type *types[STATES_MAX];
	const Form *others[STATES_MAX], *next[STATES_MAX];
	const Meaning *args[] = { state, state_symbols(n, element->type, types,
						 others) };
	const Meaning *known;
	const Expr *operator;

	state_next(n, e->kids[0], scope, args, next);
	known = by_monoids(n, e, steps, next, others, element);
	operator = known ? NULL : state_declared(n, steps, next, args);
	if (operator && steps->kind == FORM_SCAN)
		normal_stop(n, "it scans by an operator");
	return operator ? by_declared(n, steps, operator, element) : known;
}
