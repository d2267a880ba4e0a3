/* Folds, scans and iterations. A state's components that do not need each other
 * are states of their own, arrays that change element by element are that many
 * states; a reduce by a built-in monoid is a sum over a domain. */
#include "search/normal/state.h"

#include <string.h>

const Meaning *state_symbols(Normal *n, const Type *type, const Type **types,
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

const Form *state_at(Normal *n, const Form *array, int count,
			    const Form *const *loops)
{
	for (int i = 0; i < count; i++)
		array = form_access(n, array, linear_atom(n, loops[i]));
	return array;
}

const Form *state_for(Normal *n, int count, const Form *const *loops,
			     const Form *element)
{
	while (count--)
		element = form_each(n, loops[count], element);
	return element;
}

int state_loops(Normal *n, const Type *type, const Form **loops)
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
		old.next[i] = state_at(n, old.next[i], count, loops);
		for (int j = 0; j < old.count; j++)
			if (!reads_only(old.next[i], old.states[j], count,
					loops))
				return false;
	}
	for (int j = 0; j < old.count; j++) {
		const Form *state, *constant[STATES_MAX];
		int depth = state_loops(n, old.types[j], constant);

		while (one->types[j]->kind == TYPE_ARRAY)
			one->types[j] = one->types[j]->element;
		state = form_fresh(n, one->types[j], -1);
		for (int i = 0; i < old.count; i++)
			old.next[i] = form_put(n, old.next[i], old.states[j],
					       state_for(n, depth, constant,
							 state));
		one->states[j] = state;
		one->starts[j] = state_at(n, old.starts[j], count, loops);
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

void state_close(Normal *n, Steps *one, const Form **results)
{
	const Form *loops[STATES_MAX], *all, *step;
	int count = state_loops(n, one->types[0], loops);

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
		results[i] = state_for(n, count, loops, results[i]);
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
			state_close(n, &one, some);
		for (int i = 0; i < one.count; i++)
			results[where[i]] = some[i];
	}
	return meaning_of_leaves(n, type, results);
}

/* What the function makes of a state and an element. */
void state_next(Normal *n, const Expr *function, const Scope *scope,
			 const Meaning *const *args, const Form **next)
{
	meaning_leaves(n, evaluate_call(n, function, scope, 2, args), next);
}

/* -- all of them ----------------------------------------------------------- */

static const Meaning *begin(Normal *n, Steps *steps, const Meaning *start)
{
	steps->type = start->type;
	steps->count = meaning_leaves(n, start, steps->starts);
	return state_symbols(n, start->type, steps->types, steps->states);
}

static const Meaning *fold(Normal *n, const Expr *e, const Scope *scope,
			 const Meaning *start, const Meaning *xs)
{
	const bool scans = e->prim == PRIM_SCAN || e->prim == PRIM_SCAN_SEQ;
	const bool free = e->prim == PRIM_REDUCE || e->prim == PRIM_SCAN
		       || e->prim == PRIM_REDUCE_PART;
	Steps steps = { .kind = scans ? FORM_SCAN : FORM_FOLD,
			.ordered = true };
	const Meaning *state = begin(n, &steps, start), *args[2], *known = NULL;

	if (!meaning_length(xs) && steps.kind == FORM_FOLD)
		return start;
	steps.loop = form_fresh(n, n->i64, meaning_length(xs));
	args[0] = state;
	args[1] = meaning_at(n, xs, linear_atom(n, steps.loop));
	if (free)
		known = state_sum(n, e, &steps, scope, state, args[1]);
	if (known)
		return known;
	state_next(n, e->kids[0], scope, args, steps.next);
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
