/* Vectors of one row that may reach over an end are loaded at once where all of them
 * lie inside.
 *
 * Each such load is a choice: of a vector, where that is inside, or lane by lane.
 * Where data say where the row begins no loop can be cut for it, and a CPU takes as
 * long to ask as to load. So a choice that asks of the same number as one before it
 * joins that: one condition, which says as much as all, for all vectors, and behind
 * it, where it does not hold, each choice for itself. A number that is cut so that
 * it is no far from what is loaded is cut there, too. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/facts.h"
#include "codegen_opencl/pass.h"

enum { ASKED = 4, /* comparisons of a condition */
       FAR = 64 };/* statements between two choices */

typedef struct Whole {
	Arena *arena;
	AffineTable *t;
} Whole;

/* What a condition asks: that each of the forms is no less than 0. */
typedef struct Asked {
	int count;
	const Affine *forms[ASKED];
} Asked;

/* -- conditions ------------------------------------------------------------ */

/* Whether the form is of one number that is computed, and of nothing else. */
static bool is_of_data(const Affine *form)
{
	const AffineAtom *atom = form->count == 1 ? form->terms[0].atom : NULL;

	return atom && atom->kind == AFFINE_VAR
	       && atom->var->kind == VAR_TEMP;
}

static bool asks(const Whole *w, const Code *condition, Asked *asked)
{
	Fact fact;

	if (condition->kind == CODE_INFIX && condition->op == OPERATOR_AND)
		return asks(w, condition->args[0], asked)
		       && asks(w, condition->args[1], asked);
	if (asked->count == ASKED
	    || !fact_compared(w->t, condition, true, &fact)
	    || fact.kind != FACT_NATURAL || !is_of_data(fact.form))
		return false;
	asked->forms[asked->count++] = fact.form;
	return true;
}

/* What all of `one` and `other` ask, where both ask of the same forms but for how
 * far they are from 0. */
static bool asked_by_both(const Whole *w, Asked *one, const Asked *other)
{
	for (int i = 0; i < other->count; i++) {
		int64_t distance = 0;
		int k = 0;

		while (k < one->count
		       && !affine_distance(w->t, one->forms[k],
					   other->forms[i], &distance))
			k++;
		if (k == one->count)
			return false;
		if (distance < 0)
			one->forms[k] = other->forms[i];
	}
	return true;
}

static const Code *compared(const Whole *w, const Affine *form)
{
	const bool falls = form->terms[0].factor < 0;
	const int64_t rest = form->constant;
	const Affine *number = affine_plus(w->t, form, -rest);
	Scalar scalar;

	if (falls)
		number = affine_times(w->t, number, -1);
	scalar = affine_is_wide(number) ? SCALAR_I64 : SCALAR_I32;
	return code_infix(w->arena, falls ? OPERATOR_LE : OPERATOR_GE,
			  SCALAR_BOOL, code_index(w->arena, scalar, number),
			  code_int(w->arena, scalar, falls ? rest : -rest));
}

static const Code *condition_of(const Whole *w, const Asked *asked)
{
	const Code *all = NULL;

	for (int i = 0; i < asked->count; i++)
		all = code_both(w->arena, all, compared(w, asked->forms[i]));
	return all;
}

/* -- choices --------------------------------------------------------------- */

static bool is_simple(const Stmt *stmt)
{
	return stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN;
}

/* The variable that the choice gives a value and does nothing else; NULL: it is
 * none. */
static Var *chosen(const Stmt *stmt)
{
	const Stmt *yes, *no;

	if (stmt->kind != STMT_IF || !stmt->body || !stmt->other
	    || stmt->body->count != 1 || !stmt->other->count)
		return NULL;
	yes = stmt->body->items[0];
	no = stmt->other->items[stmt->other->count - 1];
	return yes->kind == STMT_ASSIGN && yes->value->kind == CODE_LOAD
	    && no->kind == STMT_ASSIGN && no->var == yes->var
	    ? yes->var : NULL;
}

/* Whether what stands between the two may be done after the choice at `to`. */
static bool may_wait(const Block *block, int from, int to, const Var *var)
{
	const Stmt *choice = block->items[to];

	for (int i = from + 1; i < to; i++) {
		const Stmt *stmt = block->items[i];

		if (!is_simple(stmt))
			return false;
		if (stmt->var != var
		    ? stmt_mentions(choice, stmt->var)
		      || stmt_mentions(stmt, var)
		    : stmt->kind != STMT_DECLARE || stmt->value)
			return false;
	}
	return true;
}

/* What was joined before: choices one after the other, where all do not hold. */
static bool is_joined(const Stmt *stmt)
{
	return stmt->body->count > 1;
}

/* The choice at `to` joins the one before it, and the variable's declaration comes
 * before that. */
static void join(const Whole *w, Block *block, int at, int to, const Var *var,
		 const Asked *both)
{
	Stmt *first = block->items[at], *next = block_take(block, to), *own;
	Block *apart;

	if (!is_joined(first)) {
		own = ARENA_NEW(w->arena, Stmt);
		*own = *first;
		apart = block_new(w->arena);
		block_insert(apart, 0, own);
		first->other = apart;
		first->body = block_new(w->arena);
		block_add(first->body, *own->body->items[0]);
	}
	block_insert(first->other, first->other->count, next);
	block_add(first->body, *next->body->items[0]);
	first->value = condition_of(w, both);
	for (int i = at + 1; i < to; i++)
		if (block->items[i]->var == var) {
			next = block_take(block, i);
			block_insert(block, at, next);
			return;
		}
}

/* Whether a choice joined the one at that place, which stands one further then. */
static bool join_next(const Whole *w, Block *block, int at)
{
	const Stmt *first = block->items[at];
	Asked asked = { 0 }, also = { 0 };
	Var *var;
	int to = at + 1;

	while (to < block->count && to < at + FAR && is_simple(block->items[to]))
		to++;
	var = to < block->count ? chosen(block->items[to]) : NULL;
	if (!var || !asks(w, first->value, &asked)
	    || !asks(w, block->items[to]->value, &also)
	    || !asked_by_both(w, &asked, &also)
	    || !may_wait(block, at, to, var))
		return false;
	join(w, block, at, to, var, &asked);
	return true;
}

/* -- what is cut where all is inside --------------------------------------- */

/* A number that is cut: v = min(max(number, least), most). */
typedef struct Cut {
	Stmt *declared;
	const Code *number;
	int64_t least, most;
} Cut;

/* The other argument of a call of that function with a literal; NULL: it is none. */
static const Code *bounded(const Code *code, Operator op, int64_t *bound)
{
	if (code->kind != CODE_CALL || code->op != op || code->count != 2)
		return NULL;
	for (int i = 0; i < 2; i++)
		if (code->args[i]->kind == CODE_LITERAL) {
			*bound = (int64_t)code->args[i]->bits;
			return code->args[!i];
		}
	return NULL;
}

/* What the choice at that place alone mentions, and is cut before it. */
static bool find_cut(const Block *block, int at, const Var *var, Cut *cut)
{
	*cut = (Cut){ 0 };
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (i == at || !stmt_mentions(stmt, var))
			continue;
		if (cut->declared || i > at || stmt->kind != STMT_DECLARE
		    || stmt->var != var || !stmt->value)
			return false;
		cut->declared = stmt;
		cut->number = bounded(stmt->value, OPERATOR_MIN, &cut->most);
		if (cut->number)
			cut->number = bounded(cut->number, OPERATOR_MAX,
					      &cut->least);
	}
	return cut->declared && cut->number && cut->number->width == 1
	       && scalar_is_signed(cut->number->scalar);
}

/* The least and the greatest number for which all holds that is asked of it. */
static bool range_of(const Asked *asked, const Var *var, int64_t *least,
		     int64_t *most)
{
	*least = INT64_MIN;
	*most = INT64_MAX;
	for (int i = 0; i < asked->count; i++) {
		const Affine *form = asked->forms[i];

		if (form->terms[0].atom->var != var)
			return false;
		if (form->terms[0].factor == 1 && -form->constant > *least)
			*least = -form->constant;
		else if (form->terms[0].factor == -1
			 && form->constant < *most)
			*most = form->constant;
		else
			return false;
	}
	return true;
}

static const Code *of_number(const Whole *w, Operator op, Var *number,
			     int64_t bound)
{
	return code_infix(w->arena, op, SCALAR_BOOL,
			  code_var(w->arena, number),
			  code_int(w->arena, number->scalar, bound));
}

/* A number that the condition finds to lie inside is not cut before. */
static void cut_behind(const Whole *w, Block *block, int at)
{
	Stmt *choice = block->items[at], *late;
	Asked asked = { 0 };
	int64_t least, most;
	const Affine *inside;
	const Code *code;
	Var *var, *number;
	Cut cut;

	if (!asks(w, choice->value, &asked))
		return;
	var = asked.forms[0]->terms[0].atom->var;
	if (!find_cut(block, at, var, &cut)
	    || !range_of(&asked, var, &least, &most)
	    || least <= cut.least || most >= cut.most)
		return;
	number = var_new(w->arena, VAR_TEMP, cut.number->scalar, 1, 0);
	late = ARENA_NEW(w->arena, Stmt);
	*late = *cut.declared;
	late->value = code_between(w->arena, code_var(w->arena, number),
				   cut.least, cut.most);
	block_insert(choice->other, 0, late);
	cut.declared->var = number;
	cut.declared->value = cut.number;
	choice->value = code_both(w->arena,
				  of_number(w, OPERATOR_GE, number, least),
				  of_number(w, OPERATOR_LE, number, most));
	inside = affine_var(w->t, number, least, most);
	for (int i = 0; i < choice->body->count; i++) {
		Stmt *stmt = choice->body->items[i];

		code = stmt->value;
		stmt->value = code_load(w->arena, code->buffer,
					affine_put(w->t, code->index, var,
						   inside), code->width);
	}
}

static void join_in(const Whole *w, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (chosen(stmt)) {
			while (join_next(w, block, i))
				i++;
			cut_behind(w, block, i);
		} else {
			join_in(w, stmt->body);
			join_in(w, stmt->other);
		}
	}
}

void pass_whole(Kernel *kernel, AffineTable *indices)
{
	const Whole whole = { kernel->top->arena, indices };

	join_in(&whole, kernel->top);
}
