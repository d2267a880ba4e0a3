/* Scalar terms read back, and the states of folds and iterations. */
#include "search/normal/back.h"

#include <string.h>

static const Expr *op2(const Back *b, Op op, const Expr *x, const Expr *y)
{
	const Expr *args[] = { x, y };

	return expr_op_of(b->ir, op, args);
}

/* -- indices --------------------------------------------------------------- */

static const Expr *number(const Back *b, int64_t value)
{
	return expr_int(b->ir, b->n->i64, value);
}

static const Expr *sum(Back *b, const Spot *at, const Form *index)
{
	const Expr *result = NULL;

	for (int i = 0; i < index->count; i++) {
		const Expr *e = back_term(b, at, index->parts[i]);

		e = expr_convert(b->ir, b->n->i64, e);
		if (index->factors[i] != 1)
			e = op2(b, OP_MUL, number(b, index->factors[i]), e);
		result = result ? op2(b, OP_ADD, result, e) : e;
	}
	if (!result)
		return number(b, index->number);
	return index->number ? op2(b, OP_ADD, result, number(b, index->number))
			     : result;
}

static const Expr *index_term(Back *b, const Spot *at, const Form *index)
{
	if (!index->count)
		return expr_int(b->ir, index->type, index->number);
	return expr_convert(b->ir, index->type, sum(b, at, index));
}

static const Expr *quotient(Back *b, const Spot *at, const Form *form)
{
	if (form->parts[0]->low < 0)
		normal_stop(b->n, "it divides what may be negative");
	return op2(b, form->kind == FORM_DIV ? OP_DIV : OP_REM,
		   back_term(b, at, form->parts[0]), number(b, form->number));
}

static const Expr *condition(Back *b, const Spot *at, const Form *form)
{
	const Expr *all = NULL;

	for (int i = 0; i < form->count; i++) {
		const Expr *one = op2(b, OP_GE,
				      back_term(b, at, form->parts[i]),
				      number(b, 0));

		all = all ? op2(b, OP_AND, all, one) : one;
	}
	return all;
}

/* -- reads ----------------------------------------------------------------- */

static const Expr *viewed(Back *b, const Spot *at, const View *view)
{
	const Expr *e = back_shift(b, view->array, view->depth, at->depth);

	if (view->loop_count)
		normal_stop(b->n, "its loops cannot be read back");
	for (int i = 0; i < view->last_count; i++) {
		const Last *last = &view->last[i];

		if (last->kind == LAST_OFFSET)
			e = back_at(b, e, back_offset(b, last->number));
		else if (last->kind == LAST_PART)
			e = expr_get(b->ir, (int)last->number, e);
		else
			e = back_component(b, e, (int)last->number);
	}
	return e;
}

static const Expr *access(Back *b, const Spot *at, const Form *form)
{
	const Expr *e = back_term(b, at, form->parts[0]);

	for (int i = 1; i < form->count; i++) {
		const Form *index = form->parts[i];
		const bool alone = index->count == 1 && !index->number
				&& index->factors[0] == 1;

		e = back_at(b, e, back_term(b, at, alone ? index->parts[0]
							 : index));
	}
	return e;
}

/* -- sums ------------------------------------------------------------------ */

static const Expr *folded(Back *b, Prim prim, const Expr *function,
			  const Expr *start, const Expr *array)
{
	const Expr *kids[] = { function, start, array };
	const Expr *all = back_prim(b, prim, 0, 0, 3, kids);

	return prim == PRIM_SCAN || prim == PRIM_SCAN_SEQ
	     ? all : back_prim1(b, PRIM_HEAD, 0, all);
}

static const Expr *values(Back *b, const Spot *at, const Type *type,
			  int count, const Form *const *terms)
{
	const Nest nest = { .count = 0, .loops = terms, .body_count = count,
			    .body = terms, .type = type };

	return back_nest(b, *at, &nest);
}

static const Expr *by_operator(Back *b, const Spot *at, const Form *form)
{
	const int inside = form->binds + form->outer;
	const Nest nest = { .count = 1, .loops = form->parts,
			    .body_count = form->count - inside,
			    .body = form->parts + inside,
			    .type = form->type };

	return folded(b, PRIM_REDUCE, form->function,
		      values(b, at, form->type, form->outer,
			     form->parts + form->binds),
		      back_nest(b, *at, &nest));
}

/* -- states ---------------------------------------------------------------- */

static const Type *state_type(const Back *b, const Form *form)
{
	const Type *types[FORM_PARTS];

	if (form->outer == 1)
		return form->parts[0]->type;
	for (int i = 0; i < form->outer; i++)
		types[i] = form->parts[i]->type;
	return type_tuple(b->ir, form->outer, types);
}

static void name_states(Back *b, Spot *inside, const Form *form, int level)
{
	const int from = form->binds + form->outer;
	const Expr *state = back_variable(b, inside, level,
					  state_type(b, form));

	for (int i = 0; i < form->outer; i++) {
		const Expr *one = form->outer == 1 ? state
				: expr_get(b->ir, i, state);

		back_name(b, inside, form->parts[i], one, inside->depth);
		if (one->type->kind == TYPE_ARRAY)
			back_views(b, inside, form->parts[i], one, -1, NULL,
				   form->count - from, form->parts + from);
	}
}

static const Expr *starts(Back *b, const Spot *at, const Form *form)
{
	return values(b, at, state_type(b, form), form->outer,
		      form->parts + form->binds);
}

/* A reduce or scan whose order was not to be changed here. */
static const Expr *as_written(Back *b, const Spot *at, const Form *form)
{
	const Form *step = form->parts[form->count - 1];
	const Nest nest = { .count = 1, .loops = form->parts + 1,
			    .body_count = 1, .type = step->type,
			    .body = step->parts
				  + (step->parts[0] == form->parts[0]) };

	return folded(b, form->kind == FORM_SCAN ? PRIM_SCAN : PRIM_REDUCE,
		      back_function(b, step->op, step->type),
		      starts(b, at, form), back_nest(b, *at, &nest));
}

static const Expr *stepwise(Back *b, const Spot *at, const Form *form)
{
	const int from = form->binds + form->outer;
	const Form *const *next = form->parts + from;
	Spot inside = *at;
	const Type *types[2] = { state_type(b, form) };
	const Expr *over, *body;

	inside.depth += 2;
	over = back_over(b, at, &inside, form->parts[form->binds - 1],
			 at->depth + 1, form->count - from, next);
	types[1] = over->type->element;
	name_states(b, &inside, form, at->depth);
	body = values(b, &inside, types[0], form->outer, next);
	return folded(b, form->kind == FORM_SCAN ? PRIM_SCAN_SEQ
						 : PRIM_REDUCE_SEQ,
		      expr_lambda(b->ir, 2, types, body),
		      starts(b, at, form), over);
}

static const Expr *iteration(Back *b, const Spot *at, const Form *form)
{
	const int from = form->binds + form->outer;
	const bool until = form->count - from > form->outer;
	const Type *type = state_type(b, form);
	Spot inside = *at;
	const Expr *kids[3], **last = kids;

	inside.depth++;
	name_states(b, &inside, form, at->depth);
	if (until)
		*last++ = expr_lambda(
			b->ir, 1, &type,
			values(b, &inside, b->n->truth, 1,
			       form->parts + form->count - 1));
	*last++ = expr_lambda(b->ir, 1, &type,
			      values(b, &inside, type, form->outer,
				     form->parts + from));
	*last++ = starts(b, at, form);
	return back_prim(b, until ? PRIM_ITERATE_UNTIL : PRIM_ITERATE,
			 form->number, 0, (int)(last - kids), kids);
}

/* -- scatters -------------------------------------------------------------- */

/* An array that a scatter begins with: of one value perhaps. */
static const Expr *stored(Back *b, const Spot *at, const Form *array)
{
	if (array->kind == FORM_UNSET)
		array = array->parts[0];
	if (array->kind != FORM_EACH || form_has(array->parts[1],
						 array->parts[0]))
		return back_term(b, at, array);
	return back_prim1(b, PRIM_FILL, array->type->length->value,
			  back_term(b, at, array->parts[1]));
}

/* Whether nothing of any of the arrays is there before it is stored. */
static bool all_unset(const Form *const *arrays, int count)
{
	for (int i = 0; i < count; i++)
		if (arrays[i]->kind != FORM_UNSET)
			return false;
	return true;
}

/* Of several arrays one of tuples. */
static const Expr *scatter(Back *b, const Spot *at, const Form *form)
{
	const int count = form->outer, inside = form->binds + count;
	const bool unset = all_unset(form->parts + form->binds, count);
	const Type *types[FORM_PARTS];
	const Expr *arrays[FORM_PARTS] = { 0 }, *kids[4];
	Nest nest = { .count = 1, .loops = form->parts, .body_count = 1,
		      .body = form->parts + inside,
		      .type = form->parts[inside]->type };

	for (int i = 0; i < count; i++) {
		arrays[i] = stored(b, at, form->parts[form->binds + i]);
		types[i] = arrays[i]->type->element;
	}
	kids[1] = count == 1 ? arrays[0]
			     : back_prim(b, PRIM_ZIP, 0, 0, count, arrays);
	if (unset)
		kids[1] = back_prim1(b, PRIM_UNSET, 0, kids[1]);
	kids[2] = back_nest(b, *at, &nest);
	nest.body++;
	nest.body_count = count;
	nest.type = count == 1 ? types[0] : type_tuple(b->ir, count, types);
	kids[3] = back_nest(b, *at, &nest);
	if (!form->function && form->op == OP_COUNT)
		return back_prim(b, PRIM_PERMUTE, 0, 0, 3, kids + 1);
	kids[0] = form->function ? form->function
				 : back_function(b, form->op, nest.type);
	return back_prim(b, PRIM_SCATTER, 0, 0, 4, kids);
}

/* -- all of them ----------------------------------------------------------- */

static const Expr *call(Back *b, const Form *form, const Expr *const *args)
{
	const Expr *kids[] = { form->function->kids[0], NULL };
	const Expr *const *rest = args;

	kids[1] = back_value(b, form->function->kids[1]->type, &rest);
	return expr_prim_typed(b->ir, PRIM_OPENCL, form->function->index,
			       form->type, NULL, 2, kids);
}

static const Expr *operation(Back *b, const Spot *at, const Form *form)
{
	const Expr *args[FORM_PARTS];

	for (int i = 0; i < form->count; i++) {
		const Form *part = form->parts[i];

		args[i] = form->kind == FORM_IF && i
			? values(b, at, part->type, 1, &part)
			: back_term(b, at, part);
	}
	switch (form->kind) {
	case FORM_OP: return expr_op(b->ir, form->op, form->type, args);
	case FORM_MIN: return op2(b, OP_MIN, args[0], args[1]);
	case FORM_MAX: return op2(b, OP_MAX, args[0], args[1]);
	case FORM_CONVERT: return expr_convert(b->ir, form->type, args[0]);
	case FORM_BITS: return expr_bits(b->ir, form->type, args[0]);
	case FORM_IF: return expr_if(b->ir, args[0], args[1], args[2]);
	case FORM_CALL: return call(b, form, args);
	case FORM_UNSET: return args[0];
	case FORM_GET:
		return back_component(b, args[0], (int)form->number);
	default:
		normal_stop(b->n, "a loop is used outside of it");
	}
}

static const Expr *array_of(Back *b, const Spot *at, const Form *form)
{
	const Nest nest = { .count = 1, .loops = form->parts,
			    .body_count = 1, .body = form->parts + 1,
			    .type = form->parts[1]->type };

	return back_nest(b, *at, &nest);
}

static const Expr *term_new(Back *b, const Spot *at, const Form *term)
{
	switch (term->kind) {
	case FORM_LITERAL:
		return expr_literal(b->ir, term->type,
				    (uint64_t)term->number);
	case FORM_INDEX: return index_term(b, at, term);
	case FORM_DIV:
	case FORM_MOD: return quotient(b, at, term);
	case FORM_COND: return condition(b, at, term);
	case FORM_ACCESS: return access(b, at, term);
	case FORM_REDUCE: return back_sums_at_once(b, at, 1, &term);
	case FORM_REDUCE_BY: return by_operator(b, at, term);
	case FORM_SCATTER: return scatter(b, at, term);
	case FORM_EACH: return array_of(b, at, term);
	case FORM_ITERATE: return iteration(b, at, term);
	case FORM_FOLD:
	case FORM_SCAN:
		return term->ordered ? stepwise(b, at, term)
				     : as_written(b, at, term);
	default: return operation(b, at, term);
	}
}

const Expr *back_term(Back *b, const Spot *at, const Form *term)
{
	const View *view = back_view(at, term);
	const Expr *made;

	if (view)
		return viewed(b, at, view);
	made = back_named(b, at, term);
	if (made)
		return made;
	if (++b->n->depth > FORM_DEPTH)
		normal_stop(b->n, "its terms are nested too deeply");
	made = term_new(b, at, term);
	b->n->depth--;
	return made;
}
