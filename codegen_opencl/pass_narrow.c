/* Loops whose rounds do nothing before some index begin there, those whose rounds
 * do nothing after one end there, and those of which one round alone does
 * something have that one; conditions that are the same in
 * all rounds of a loop stand around it. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/facts.h"
#include "codegen_opencl/pass.h"

typedef struct Narrow {
	AffineTable *t;
	Arena *arena;
	const Condition *known;
	const Stmt *loop;
	const Code *outside, *inside;
	const Code *begins; /* the condition that `start` is for */
	const Code *ends;   /* the one that `end` is for */
	const Code *start, *only;
	const Affine *end;
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

static const Code *both(Arena *arena, const Code *a, const Code *b)
{
	return a ? code_infix(arena, OPERATOR_AND, SCALAR_BOOL, a, b) : b;
}

/* The least value of the loop's variable for which the fact holds, or NULL. */
static const Code *least(const Narrow *narrow, const Fact *fact)
{
	const Affine *form = fact->form, *rest;
	Scalar scalar;

	for (int i = 0; i < form->count; i++) {
		const AffineTerm *term = &form->terms[i];

		if (fact->kind != FACT_NATURAL || term->factor != 1
		    || term->atom->kind != AFFINE_VAR
		    || term->atom->var != narrow->loop->var)
			continue;
		rest = affine_sub(narrow->t, affine_atom(narrow->t, term->atom),
				  form);
		scalar = affine_is_wide(rest) ? SCALAR_I64 : SCALAR_I32;
		return rest->lo >= 0 && is_outside(narrow, rest)
		       && (scalar == SCALAR_I32 || narrow->loop->var->wide)
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

		if (fact->kind != FACT_NATURAL || term->factor != -1
		    || term->atom->kind != AFFINE_VAR
		    || term->atom->var != narrow->loop->var)
			continue;
		end = affine_plus(narrow->t, affine_add(narrow->t, form,
				  affine_atom(narrow->t, term->atom)), 1);
		return end->hi <= narrow->loop->extent
		       && is_outside(narrow, end)
		       && (!affine_is_wide(end) || narrow->loop->var->wide)
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
		narrow->outside = both(narrow->arena, narrow->outside,
				       code_infix(narrow->arena, OPERATOR_GE,
						  SCALAR_BOOL, only,
						  code_int(narrow->arena,
							   SCALAR_I32, 0)));
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
			narrow->outside = both(narrow->arena, narrow->outside,
					       code);
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
		if (take_only(narrow, &fact))
			return;
	}
	narrow->inside = both(narrow->arena, narrow->inside, code);
}

/* Of the one round all is asked but that it is the one. */
static void ask_again(Narrow *narrow)
{
	if (narrow->begins)
		narrow->inside = both(narrow->arena, narrow->inside,
				      narrow->begins);
	if (narrow->ends)
		narrow->inside = both(narrow->arena, narrow->inside,
				      narrow->ends);
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

/* Whether all that the loop does is under the condition at its end. */
static bool is_under_condition(const Stmt *loop)
{
	const Block *body = loop->body;
	const Stmt *last = body->count ? body->items[body->count - 1] : NULL;

	if (loop->open || loop->start || loop->end || loop->step || !last
	    || last->kind != STMT_IF || last->other || may_wait(body))
		return false;
	for (int i = 0; i + 1 < loop->body->count; i++)
		if (loop->body->items[i]->kind != STMT_DECLARE)
			return false;
	return true;
}

static void narrow_loop(Kernel *kernel, AffineTable *t, Stmt *loop)
{
	Narrow narrow = { .t = t, .arena = kernel->arena, .loop = loop };
	Block *body = loop->body, *inside;
	Stmt *last;

	if (!is_under_condition(loop))
		return;
	for (int i = 0; i + 1 < body->count; i++)
		narrow.known = condition_declared(t->arena, body->items[i],
						  narrow.known);
	last = body->items[body->count - 1];
	sort_out(&narrow, last->value);
	if (!narrow.outside && !narrow.start && !narrow.end && !narrow.only)
		return;
	loop->start = narrow.only ? narrow.only : narrow.start;
	loop->end = narrow.only ? NULL : narrow.end;
	if (narrow.only) {
		loop->step = code_int(kernel->arena, SCALAR_I32,
				      loop->extent);
		ask_again(&narrow);
	}
	if (narrow.inside) {
		last->value = narrow.inside;
	} else {
		body->count--;
		block_splice(body, last->body);
	}
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
