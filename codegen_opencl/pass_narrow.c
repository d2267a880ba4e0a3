/* Loops whose rounds do nothing before some index begin there, those whose rounds
 * do nothing after one end there, and those of which one round alone does
 * something have that one; conditions that are the same in
 * all rounds of a loop stand around it. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/facts.h"
#include "codegen_opencl/pass.h"

enum { SAID_MAX = 16 };
#define LIMIT (INT64_C(1) << 40)

typedef struct Narrow {
	AffineTable *t;
	Arena *arena;
	const Condition *known;
	const Stmt *loop;
	bool several; /* conditions in it */
	const Code *outside, *inside;
	const Code *begins; /* the condition that `start` is for */
	const Code *ends;   /* the one that `end` is for */
	const Code *start, *only;
	const Affine *end;
	int said_count; /* what is so in all rounds that are left */
	Fact said[SAID_MAX];
} Narrow;

/* Whether the form is known before the loop. */
static bool is_outside(const Narrow *narrow, const Affine *form)
{
	const Block *body = narrow->loop->body;

	if (affine_mentions(form, narrow->loop->var))
		return false;
	for (int i = 0; i < body->count; i++)
		if (body->items[i]->kind == STMT_DECLARE
		    && affine_mentions(form, body->items[i]->var))
			return false;
	return true;
}

/* Whether a comparison of indices can stand before the loop. */
static bool is_compared_outside(const Narrow *narrow, const Code *code)
{
	for (int i = 0; i < code->count; i++)
		if (code->args[i]->kind == CODE_INDEX
		    && !is_outside(narrow, code->args[i]->index))
			return false;
	return true;
}

static void also(const Narrow *narrow, const Code **all, const Code *one)
{
	*all = code_both(narrow->arena, *all, one);
}

static const Affine *times(const Narrow *narrow, const AffineAtom *atom,
			   int64_t factor)
{
	return affine_times(narrow->t, affine_atom(narrow->t, atom), factor);
}

/* The form divided, from 0 to the number of rounds. */
static const Affine *within(const Narrow *narrow, const Affine *form,
			    int64_t factor)
{
	const int64_t most = narrow->loop->extent * factor;

	if (form->lo < 0 || form->hi >= most + factor)
		form = affine_clamp(narrow->t, form, most + 1);
	return affine_div(narrow->t, form, factor);
}

/* The least value of the loop's variable for which the fact holds, or NULL. */
static const Code *least(const Narrow *narrow, const Fact *fact)
{
	const Affine *form = fact->form, *rest;
	Scalar scalar;

	for (int i = 0; i < form->count; i++) {
		const AffineTerm *term = &form->terms[i];

		if (fact->kind != FACT_NATURAL || term->factor < 1
		    || term->atom->kind != AFFINE_VAR
		    || term->atom->var != narrow->loop->var)
			continue;
		rest = affine_sub(narrow->t,
				  times(narrow, term->atom, term->factor),
				  form);
		rest = affine_plus(narrow->t, rest, term->factor - 1);
		if (!is_outside(narrow, rest)
		    || term->factor > LIMIT / narrow->loop->extent)
			return NULL;
		rest = within(narrow, rest, term->factor);
		scalar = affine_is_wide(rest) ? SCALAR_I64 : SCALAR_I32;
		return scalar == SCALAR_I32 || narrow->loop->var->wide
		       ? code_index(narrow->arena, scalar, rest) : NULL;
	}
	return NULL;
}

/* Where the rounds for which the fact holds end, within the loop's, or NULL. */
static const Affine *beyond(const Narrow *narrow, const Fact *fact)
{
	const Affine *form = fact->form, *end;

	for (int i = 0; i < form->count; i++) {
		const AffineTerm *term = &form->terms[i];

		if (fact->kind != FACT_NATURAL || term->factor > -1
		    || term->atom->kind != AFFINE_VAR
		    || term->atom->var != narrow->loop->var)
			continue;
		end = affine_add(narrow->t, form,
				 times(narrow, term->atom, -term->factor));
		end = affine_plus(narrow->t, end, -term->factor);
		if (!is_outside(narrow, end)
		    || -term->factor > LIMIT / narrow->loop->extent)
			return NULL;
		end = within(narrow, end, -term->factor);
		return !affine_is_wide(end) || narrow->loop->var->wide
		       ? end : NULL;
	}
	return NULL;
}

/* The only value of the loop's variable for which the fact holds, or NULL. */
static const Code *only_value(const Narrow *narrow, const Fact *fact,
			      const Affine **value)
{
	const Affine *form = fact->form;

	for (int i = 0; i < form->count && fact->kind == FACT_ZERO; i++) {
		const AffineTerm *term = &form->terms[i];

		if (term->atom->kind != AFFINE_VAR
		    || term->atom->var != narrow->loop->var
		    || (term->factor != 1 && term->factor != -1))
			continue;
		*value = affine_sub(narrow->t, affine_atom(narrow->t,
							   term->atom),
				    affine_times(narrow->t, form,
						 term->factor));
		return is_outside(narrow, *value)
		       && !affine_is_wide(*value)
		       ? code_index(narrow->arena, SCALAR_I32, *value) : NULL;
	}
	return NULL;
}

/* One round for that value, if it is one of the loop's. */
static bool take_only(Narrow *narrow, const Fact *fact)
{
	const int64_t most = INT32_MAX / 2;
	const Affine *value;
	const Code *only = narrow->only || narrow->loop->extent > most
			   ? NULL : only_value(narrow, fact, &value);

	if (!only)
		return false;
	narrow->only = only;
	if (value->lo < 0)
		also(narrow, &narrow->outside,
		     code_infix(narrow->arena, OPERATOR_GE, SCALAR_BOOL, only,
				code_int(narrow->arena, SCALAR_I32, 0)));
	return true;
}

static void sort_out(Narrow *narrow, const Code *condition)
{
	const Code *code = condition_meant(condition, narrow->known);
	Fact fact;

	if (code->kind == CODE_INFIX && code->op == OPERATOR_AND) {
		sort_out(narrow, code->args[0]);
		sort_out(narrow, code->args[1]);
		return;
	}
	if (fact_compared(narrow->t, code, true, &fact)) {
		const Code *start = narrow->start ? NULL
						  : least(narrow, &fact);

		if (is_compared_outside(narrow, code)) {
			also(narrow, &narrow->outside, code);
			return;
		}
		if (start) {
			narrow->start = start;
			narrow->begins = code;
			return;
		}
		if (!narrow->end && (narrow->end = beyond(narrow, &fact))) {
			narrow->ends = code;
			return;
		}
		if (!narrow->several && take_only(narrow, &fact))
			return;
	}
	also(narrow, &narrow->inside, code);
}

/* Of the one round all is asked but that it is the one. */
static void ask_again(Narrow *narrow)
{
	if (narrow->begins)
		also(narrow, &narrow->inside, narrow->begins);
	if (narrow->ends)
		also(narrow, &narrow->inside, narrow->ends);
}

/* Whether items of a group may wait for each other in it: as often as the loop has
 * rounds, which is the same for all of them. */
static bool may_wait(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_PARALLEL || stmt->kind == STMT_SINGLE
		    || (stmt->body && may_wait(stmt->body))
		    || (stmt->other && may_wait(stmt->other)))
			return true;
	}
	return false;
}

/* How many conditions there are, where all that the loop does is under these. */
static int conditions_of(const Stmt *loop)
{
	const Block *body = loop->body;
	int count = 0;

	if (loop->open || loop->start || loop->end || loop->step
	    || loop->extent < 1 || !body->count || may_wait(body))
		return 0;
	for (int i = 0; i < body->count; i++) {
		const Stmt *stmt = body->items[i];

		if (stmt->kind != STMT_DECLARE
		    && (stmt->kind != STMT_IF || stmt->other))
			return 0;
		count += stmt->kind == STMT_IF;
	}
	return body->items[body->count - 1]->kind == STMT_IF ? count : 0;
}

/* -- several conditions ---------------------------------------------------- */

/* Parts of the condition that say the same, or that another form is not negative
 * which differs by a constant: the one that says least, or the one known. */
static const Code *weaker(const Narrow *narrow, const Code *condition,
			  const Fact *fact, const Code *known, int64_t *most)
{
	const Code *code = condition_meant(condition, narrow->known);
	int64_t distance;
	Fact found;

	if (code->kind == CODE_INFIX && code->op == OPERATOR_AND)
		return weaker(narrow, code->args[1], fact,
			      weaker(narrow, code->args[0], fact, known, most),
			      most);
	if (!fact_compared(narrow->t, code, true, &found)
	    || found.kind != fact->kind
	    || !affine_distance(narrow->t, fact->form, found.form, &distance)
	    || (distance && found.kind != FACT_NATURAL) || distance < *most)
		return known;
	*most = distance;
	return code;
}

/* What the part says where all of the conditions say as much or more. */
static const Code *least_said(const Narrow *narrow, const Fact *fact)
{
	const Block *body = narrow->loop->body;
	const Code *least = NULL;
	int64_t farthest = 0;

	for (int i = 0; i < body->count; i++) {
		const Stmt *stmt = body->items[i];
		int64_t most = INT64_MIN;
		const Code *found = stmt->kind == STMT_IF
			? weaker(narrow, stmt->value, fact, NULL, &most) : NULL;

		if (stmt->kind != STMT_IF)
			continue;
		if (!found)
			return NULL;
		if (!least || most > farthest) {
			least = found;
			farthest = most;
		}
	}
	return least;
}

/* What is so wherever one of the conditions holds, by parts of the first. */
static void sort_out_all(Narrow *narrow, const Code *condition)
{
	const Code *code = condition_meant(condition, narrow->known);
	Fact fact;

	if (code->kind == CODE_INFIX && code->op == OPERATOR_AND) {
		sort_out_all(narrow, code->args[0]);
		sort_out_all(narrow, code->args[1]);
	} else if (fact_compared(narrow->t, code, true, &fact)
		   && narrow->said_count < SAID_MAX
		   && (code = least_said(narrow, &fact))) {
		narrow->inside = NULL;
		sort_out(narrow, code);
		narrow->said_count += !narrow->inside
			&& fact_compared(narrow->t, code, true,
					 &narrow->said[narrow->said_count]);
	}
}

/* The parts of the condition that are not said of all rounds, or NULL. */
static const Code *unsaid(const Narrow *narrow, const Code *condition)
{
	const Code *code = condition_meant(condition, narrow->known), *first;
	Fact fact;

	if (code->kind == CODE_INFIX && code->op == OPERATOR_AND) {
		first = unsaid(narrow, code->args[0]);
		code = unsaid(narrow, code->args[1]);
		return code_both(narrow->arena, first, code);
	}
	if (fact_compared(narrow->t, code, true, &fact))
		for (int i = 0; i < narrow->said_count; i++)
			if (narrow->said[i].kind == fact.kind
			    && narrow->said[i].form == fact.form)
				return NULL;
	return condition;
}

/* Within each of several conditions what is left of it. */
static void leave_unsaid(const Narrow *narrow, Stmt *loop)
{
	Block *made = block_new(narrow->arena);

	for (int i = 0; i < loop->body->count; i++) {
		Stmt *stmt = loop->body->items[i];

		if (stmt->kind == STMT_IF
		    && !(stmt->value = unsaid(narrow, stmt->value)))
			block_splice(made, stmt->body);
		else
			block_add(made, *stmt);
	}
	loop->body = made;
}

static const Stmt *first_condition(const Block *body)
{
	int i = 0;

	while (body->items[i]->kind != STMT_IF)
		i++;
	return body->items[i];
}

/* -- loops ----------------------------------------------------------------- */

/* Within the one condition at the loop's end what is left of it. */
static void leave_inside(Narrow *narrow, Stmt *loop)
{
	Block *body = loop->body;
	Stmt *last = body->items[body->count - 1];

	if (narrow->only) {
		loop->step = code_int(narrow->arena, SCALAR_I32,
				      loop->extent);
		ask_again(narrow);
	}
	if (narrow->inside) {
		last->value = narrow->inside;
	} else {
		body->count--;
		block_splice(body, last->body);
	}
}

static void narrow_loop(Kernel *kernel, AffineTable *t, Stmt *loop)
{
	Narrow narrow = { .t = t, .arena = kernel->arena, .loop = loop };
	const int conditions = conditions_of(loop);
	Block *body = loop->body, *inside;

	if (!conditions)
		return;
	for (int i = 0; i + 1 < body->count; i++)
		narrow.known = condition_declared(t->arena, body->items[i],
						  narrow.known);
	narrow.several = conditions > 1;
	if (narrow.several)
		sort_out_all(&narrow, first_condition(body)->value);
	else
		sort_out(&narrow, body->items[body->count - 1]->value);
	if (!narrow.outside && !narrow.start && !narrow.end && !narrow.only)
		return;
	loop->start = narrow.only ? narrow.only : narrow.start;
	loop->end = narrow.only ? NULL : narrow.end;
	if (narrow.several)
		leave_unsaid(&narrow, loop);
	else
		leave_inside(&narrow, loop);
	if (narrow.outside) {
		inside = block_new(kernel->arena);
		block_add(inside, *loop);
		*loop = (Stmt){ .kind = STMT_IF, .value = narrow.outside,
				.body = inside };
	}
}

static void narrow_loops(Kernel *kernel, AffineTable *t, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->body)
			narrow_loops(kernel, t, stmt->body);
		if (stmt->other)
			narrow_loops(kernel, t, stmt->other);
		if (stmt->kind == STMT_LOOP)
			narrow_loop(kernel, t, stmt);
	}
	pass_sink(block);
}

void pass_narrow(Kernel *kernel, AffineTable *indices)
{
	narrow_loops(kernel, indices, kernel->top);
}
