/* Folds, scans and iterations. A state's components that do not need each other
 * are states of their own, arrays that change element by element are that many
 * states; a reduce by a built-in monoid is a sum over a domain. */
#include "search/normal/meaning.h"

#include <string.h>

#include "ir/algebra.h"

enum { STATES_MAX = FORM_PARTS / 4 };

/* A function of a state, and of an element, on symbols. */
typedef struct Steps {
	FormKind kind;
	int count;                 /* components of the state */
	const Type *type;          /* of the state */
	const Type *types[STATES_MAX];
	const Form *states[STATES_MAX], *starts[STATES_MAX], *next[STATES_MAX];
	const Form *loop;          /* over the elements, or NULL */
	const Form *until;         /* or NULL */
	int64_t times;             /* of an iteration */
	bool ordered;
	int group[STATES_MAX];     /* components that need each other: one */
} Steps;

static const Meaning *symbols(Normal *n, const Type *type, const Type **types,
			    const Form **variables)
{
	const int count = meaning_components(n, type, types);

	for (int i = 0; i < count; i++)
		variables[i] = form_fresh(n, types[i], -1);
	return meaning_of_leaves(n, type, variables);
}

/* -- groups ---------------------------------------------------------------- */

static bool needs(const Steps *steps, int i, int j)
{
	return form_has(steps->next[i], steps->states[j])
	    || (steps->until && form_has(steps->until, steps->states[i]));
}

static void merge(Steps *steps, int a, int b)
{
	const int old = steps->group[b], now = steps->group[a];

	for (int i = 0; i < steps->count; i++)
		if (steps->group[i] == old)
			steps->group[i] = now;
}

static void find_groups(Steps *steps)
{
	for (int i = 0; i < steps->count; i++)
		steps->group[i] = i;
	for (int i = 0; i < steps->count; i++)
		for (int j = 0; j < steps->count; j++)
			if (steps->until || needs(steps, i, j))
				merge(steps, i < j ? i : j, i < j ? j : i);
}

/* -- element by element ---------------------------------------------------- */

/* Whether the state's array is read at these indices only. */
static bool reads_only(const Form *form, const Form *state, int count,
		       const Form *const *loops)
{
	bool good = form != state;

	if (!form_has(form, state))
		return true;
	if (form->kind == FORM_ACCESS && form->parts[0] == state) {
		good = form->count > count;
		for (int i = 0; i < count && good; i++)
			good = linear_is_variable(form->parts[i + 1], loops[i]);
		return good;
	}
	for (int i = 0; i < form->count && good; i++)
		good = reads_only(form->parts[i], state, count, loops);
	return good;
}

static const Form *at_loops(Normal *n, const Form *array, int count,
			    const Form *const *loops)
{
	for (int i = 0; i < count; i++)
		array = form_access(n, array, linear_atom(n, loops[i]));
	return array;
}

static const Form *for_loops(Normal *n, int count, const Form *const *loops,
			     const Form *element)
{
	while (count--)
		element = form_each(n, loops[count], element);
	return element;
}

static int loops_of(Normal *n, const Type *type, const Form **loops)
{
	int count = 0;

	for (; type->kind == TYPE_ARRAY; type = type->element)
		loops[count++] = form_fresh(n, n->i64, type->length->value);
	return count;
}

static bool same_shape(const Steps *one, const Form *const *loops, int count)
{
	for (int i = 0; i < one->count; i++) {
		const Type *type = one->types[i];
		int k = 0;

		for (; type->kind == TYPE_ARRAY; type = type->element, k++)
			if (k == count
			    || type->length->value != loops[k]->extent)
				return false;
		if (k != count)
			return false;
	}
	return true;
}

/* The states of one group as those of each element, if they are. */
static bool to_elements(Normal *n, Steps *one, int count,
			const Form *const *loops)
{
	Steps old = *one;

	if (!count || one->until || !same_shape(one, loops, count))
		return false;
	for (int i = 0; i < old.count; i++) {
		old.next[i] = at_loops(n, old.next[i], count, loops);
		for (int j = 0; j < old.count; j++)
			if (!reads_only(old.next[i], old.states[j], count,
					loops))
				return false;
	}
	for (int j = 0; j < old.count; j++) {
		const Form *state, *constant[STATES_MAX];
		int depth = loops_of(n, old.types[j], constant);

		while (one->types[j]->kind == TYPE_ARRAY)
			one->types[j] = one->types[j]->element;
		state = form_fresh(n, one->types[j], -1);
		for (int i = 0; i < old.count; i++)
			old.next[i] = form_put(n, old.next[i], old.states[j],
					       for_loops(n, depth, constant,
							 state));
		one->states[j] = state;
		one->starts[j] = at_loops(n, old.starts[j], count, loops);
	}
	memcpy(one->next, old.next, sizeof one->next);
	return true;
}

/* -- terms ----------------------------------------------------------------- */

static const Form *closed(Normal *n, const Steps *one, const Type *type)
{
	const Form *parts[FORM_PARTS];
	Form draft = { .kind = one->kind, .number = one->times, .parts = parts,
		       .ordered = one->ordered, .type = type };

	for (int i = 0; i < one->count; i++)
		parts[draft.binds++] = one->states[i];
	if (one->loop)
		parts[draft.binds++] = one->loop;
	draft.count = draft.binds;
	for (int i = 0; i < one->count; i++)
		parts[draft.count++] = one->starts[i];
	draft.outer = one->count;
	for (int i = 0; i < one->count; i++)
		parts[draft.count++] = one->next[i];
	if (one->until)
		parts[draft.count++] = one->until;
	return form_close(n, draft);
}

/* An iteration of an iteration, and one after another. */
static void unnest(Normal *n, Steps *one)
{
	const Form *inner = one->next[0], *parts[FORM_PARTS];

	if (one->kind != FORM_ITERATE || one->count != 1 || one->until)
		return;
	if (inner->kind == FORM_ITERATE && inner->count == 3
	    && inner->parts[1] == one->states[0]
	    && inner->number <= INT64_MAX / one->times) {
		form_open(n, inner, parts);
		if (form_has(parts[2], one->states[0]))
			return;
		one->times *= inner->number;
		one->next[0] = form_put(n, parts[2], parts[0], one->states[0]);
	}
	inner = one->starts[0];
	if (inner->kind == FORM_ITERATE && inner->count == 3) {
		form_open(n, inner, parts);
		if (form_put(n, parts[2], parts[0], one->states[0])
		    != one->next[0])
			return;
		one->times += inner->number;
		one->starts[0] = inner->parts[1];
	}
}

static const Type *result_type(Normal *n, const Steps *one)
{
	const Type *type = one->count == 1 ? one->types[0]
			 : type_tuple(n->ir, one->count, one->types);

	return one->kind == FORM_SCAN
	     ? type_array(n->ir, type, size_const(n->ir, one->loop->extent))
	     : type;
}

static const Form *component(Normal *n, const Steps *one, const Form *all,
			     int i)
{
	const Type *type = one->types[i];

	if (one->count == 1)
		return all;
	if (one->kind == FORM_SCAN)
		type = type_array(n->ir, type,
				  size_const(n->ir, one->loop->extent));
	return form_get(n, i, all, type);
}

static void close_group(Normal *n, Steps *one, const Form **results)
{
	const Form *loops[STATES_MAX], *all, *step;
	int count = loops_of(n, one->types[0], loops);

	if (!to_elements(n, one, count, loops))
		count = 0;
	unnest(n, one);
	all = closed(n, one, result_type(n, one));
	for (int i = 0; i < one->count; i++) {
		results[i] = component(n, one, all, i);
		step = one->kind == FORM_SCAN && count
		     ? form_fresh(n, n->i64, one->loop->extent) : NULL;
		if (step)
			results[i] = form_access(n, results[i],
						 linear_atom(n, step));
		results[i] = for_loops(n, count, loops, results[i]);
		if (step)
			results[i] = form_each(n, step, results[i]);
	}
}

static const Meaning *close_all(Normal *n, Steps *steps, const Type *type)
{
	const Form *results[STATES_MAX], *some[STATES_MAX];

	find_groups(steps);
	for (int g = 0; g < steps->count; g++) {
		Steps one = *steps;
		int where[STATES_MAX];

		one.count = 0;
		for (int i = 0; i < steps->count; i++) {
			if (steps->group[i] != g)
				continue;
			where[one.count] = i;
			one.types[one.count] = steps->types[i];
			one.states[one.count] = steps->states[i];
			one.starts[one.count] = steps->starts[i];
			one.next[one.count++] = steps->next[i];
		}
		if (one.count)
			close_group(n, &one, some);
		for (int i = 0; i < one.count; i++)
			results[where[i]] = some[i];
	}
	return meaning_of_leaves(n, type, results);
}

/* -- reductions ------------------------------------------------------------ */

/* The monoid that makes of both what is next; OP_COUNT: none that is known. */
static Op monoid_of(Normal *n, const Form *next, const Form *a, const Form *b)
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
	const int count = loops_of(n, start->type, loops);

	args[0] = at_loops(n, start, count, loops);
	args[1] = domain_reduce(n, op, (Domain){ 1, { loop } },
				at_loops(n, element, count, loops));
	if (args[0] != domain_neutral(n, op, args[0]->type))
		args[1] = form_op(n, op, args[0]->type, args);
	return for_loops(n, count, loops, args[1]);
}

/* What the function makes of two elements. */
static void join_symbols(Normal *n, const Expr *function, const Scope *scope,
			 const Meaning *const *args, const Form **next)
{
	meaning_leaves(n, evaluate_call(n, function, scope, 2, args), next);
}

/* A reduce by built-in monoids; NULL: it is by something else. */
static const Meaning *by_monoids(Normal *n, const Steps *steps,
				 const Form *const *next,
				 const Form *const *others,
				 const Meaning *element)
{
	const Form *elements[STATES_MAX], *sums[STATES_MAX];
	Op op[STATES_MAX];

	for (int i = 0; i < steps->count; i++) {
		op[i] = monoid_of(n, next[i], steps->states[i], others[i]);
		if (op[i] == OP_COUNT
		    || (n->strict && is_float(steps->types[i])))
			return NULL;
	}
	meaning_leaves(n, element, elements);
	for (int i = 0; i < steps->count; i++)
		sums[i] = sum(n, op[i], steps->loop, steps->starts[i],
			      elements[i]);
	return meaning_of_leaves(n, steps->type, sums);
}

/* The operator of the document that does the same, and may be relied on. */
static const Expr *declared(Normal *n, const Steps *steps,
			    const Form *const *next, const Meaning *const *args)
{
	for (int k = 0; k < n->program->algebra_count; k++) {
		const Expr *function = n->program->algebra[k].function;
		const Form *same[STATES_MAX];
		int i = 0;

		if (function->params[0] != steps->type
		    || !algebra_facts(n->program, function).assoc)
			continue;
		join_symbols(n, function, NULL, args, same);
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

/* A reduce whose order may be changed; NULL: it may not. */
static const Meaning *in_any_order(Normal *n, const Steps *steps,
				   const Expr *function, const Scope *scope,
				   const Meaning *state, const Meaning *element)
{
	const Type *types[STATES_MAX];
	const Form *others[STATES_MAX], *next[STATES_MAX];
	const Meaning *args[] = { state, symbols(n, element->type, types,
						 others) };
	const Meaning *known;
	const Expr *operator;

	join_symbols(n, function, scope, args, next);
	known = by_monoids(n, steps, next, others, element);
	operator = known ? NULL : declared(n, steps, next, args);
	if (operator && steps->kind == FORM_SCAN)
		normal_stop(n, "it scans by an operator");
	return operator ? by_declared(n, steps, operator, element) : known;
}

/* -- all of them ----------------------------------------------------------- */

static const Meaning *begin(Normal *n, Steps *steps, const Meaning *start)
{
	steps->type = start->type;
	steps->count = meaning_leaves(n, start, steps->starts);
	return symbols(n, start->type, steps->types, steps->states);
}

static const Meaning *fold(Normal *n, const Expr *e, const Scope *scope,
			 const Meaning *start, const Meaning *xs)
{
	const Expr *function = e->kids[0];
	const bool scans = e->prim == PRIM_SCAN || e->prim == PRIM_SCAN_SEQ;
	const bool free = e->prim == PRIM_REDUCE || e->prim == PRIM_SCAN
		       || e->prim == PRIM_REDUCE_PART;
	Steps steps = { .kind = scans ? FORM_SCAN : FORM_FOLD };
	const Meaning *state = begin(n, &steps, start), *args[2], *known = NULL;

	if (!meaning_length(xs) && steps.kind == FORM_FOLD)
		return start;
	steps.loop = form_fresh(n, n->i64, meaning_length(xs));
	args[0] = state;
	args[1] = meaning_at(n, xs, linear_atom(n, steps.loop));
	if (free)
		known = in_any_order(n, &steps, function, scope, state,
				     args[1]);
	if (known && !scans)
		return known;
	steps.ordered = !free;
	meaning_leaves(n, evaluate_call(n, function, scope, 2, args), steps.next);
	return close_all(n, &steps, scans ? e->type : start->type);
}

static const Meaning *iterate(Normal *n, const Expr *e, const Scope *scope,
			    const Meaning *start, const Expr *function)
{
	Steps steps = { .kind = FORM_ITERATE, .ordered = true,
			.times = e->sizes[0]->value };
	const Meaning *state = begin(n, &steps, start), *until;

	if (!steps.times)
		return start;
	if (steps.times == 1 && e->prim == PRIM_ITERATE)
		return evaluate_call(n, function, scope, 1, &start);
	meaning_leaves(n, evaluate_call(n, function, scope, 1, &state),
		     steps.next);
	if (e->prim == PRIM_ITERATE_UNTIL) {
		until = evaluate_call(n, e->kids[0], scope, 1, &state);
		steps.until = until->form;
	}
	return close_all(n, &steps, start->type);
}

static const Meaning *only_element(Normal *n, const Meaning *v, const Form *i)
{
	(void)n;
	(void)i;
	return v->parts[0];
}

const Meaning *state_of(Normal *n, const Expr *e, const Scope *scope,
		      const Meaning *const *kids)
{
	const Meaning *result;

	if (e->prim == PRIM_ITERATE)
		return iterate(n, e, scope, kids[1], e->kids[0]);
	if (e->prim == PRIM_ITERATE_UNTIL)
		return iterate(n, e, scope, kids[2], e->kids[1]);
	result = fold(n, e, scope, kids[1], kids[2]);
	if (e->prim == PRIM_SCAN_SEQ || e->prim == PRIM_SCAN)
		return result;
	return meaning_array(n, e->type, only_element,
			   (Meaning){ .count = 1, .parts = &result });
}

/* -- reducePart ------------------------------------------------------------ */

static const Meaning *part_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_at(n, v->parts[0], linear_sum(n, v->leaves[0], 1, i));
}

/* Of elements m * i and after it. */
static const Meaning *part_result(Normal *n, const Meaning *v, const Form *i)
{
	const Meaning *xs = v->parts[1];
	const int64_t m = meaning_length(xs) / meaning_length(v);
	const Form **start = ARENA_NEW(n->arena, const Form *);
	const Type *type = type_array(n->ir, xs->type->element,
				      size_const(n->ir, m));

	*start = linear_scaled(n, i, m);
	return fold(n, v->function, v->scope, v->parts[0],
		    meaning_array(n, type, part_element,
				(Meaning){ .count = 1, .parts = &xs,
					 .leaves = start }));
}

const Meaning *state_part(Normal *n, const Expr *e, const Scope *scope,
			const Meaning *const *kids)
{
	return meaning_array(n, e->type, part_result,
			   (Meaning){ .count = 2, .parts = kids + 1,
				    .function = e, .scope = scope });
}
