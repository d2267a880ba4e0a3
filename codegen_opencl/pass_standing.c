/* Constants that stand in a buffer since the turn before are not stored again.
 * Where a kernel in a loop of launches stores a constant or something else, as the
 * number of the round says, and no other store is of these elements, they are what
 * it has stored a turn before. So it stores in the first turn, and from then on
 * where the choice is, or was then, perhaps something else. */
#include "codegen_opencl/apart.h"
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/pass.h"

/* What is around a statement. */
typedef struct Around {
	const Stmt *stmt;
	const struct Around *up;
} Around;

typedef struct Standing {
	const Turn *turn;
	AffineTable *t;
	Arena *arena;
} Standing;

/* -- what is the same in all turns ----------------------------------------- */

/* Whether the form is of work-items, loops and arguments, but for that variable. */
static bool is_steady(const Affine *form, const Var *but)
{
	for (int i = 0; i < form->count; i++) {
		const AffineAtom *atom = form->terms[i].atom;
		const Var *var = atom->var;

		if (var && (atom->kind != AFFINE_VAR || var != but)
		    && var->kind != VAR_ID && var->kind != VAR_LOOP
		    && var->kind != VAR_SIZE && var->kind != VAR_ARGUMENT)
			return false;
		if ((atom->of && !is_steady(atom->of, NULL))
		    || (atom->end && !is_steady(atom->end, NULL))
		    || atom->width > 1)
			return false;
	}
	return true;
}

static bool is_number(const Code *code)
{
	return !code || code->kind == CODE_LITERAL;
}

static bool may_leave(const Block *block)
{
	for (int i = 0; i < block->count; i++)
		if (stmt_may_leave(block->items[i]))
			return true;
	return false;
}

/* Whether all that is around it does the same in each turn. */
static bool is_always_done(const Around *around)
{
	for (; around; around = around->up) {
		const Stmt *stmt = around->stmt;

		if (stmt->kind != STMT_LOOP && stmt->kind != STMT_PARALLEL
		    && stmt->kind != STMT_SINGLE)
			return false;
		if (!is_number(stmt->start) || !is_number(stmt->step)
		    || (stmt->end && !is_steady(stmt->end, NULL))
		    || (stmt->kind == STMT_LOOP && may_leave(stmt->body)))
			return false;
	}
	return true;
}

/* -- one store for each element -------------------------------------------- */

static bool is_argument(const void *context, const Var *var)
{
	(void)context;
	return var->kind == VAR_SIZE || var->kind == VAR_ARGUMENT;
}

/* Whether two stores, or other rounds of one, are never of one element. */
static bool are_apart(const Standing *s, const Stmt *store,
		      const Around *around, const Stmt *other)
{
	Apart *pair = apart_new(s->t, is_argument, NULL);

	if (store->index->width > 1 || other->index->width > 1)
		return false;
	apart_places(pair, store->index, store->value->width, other->index,
		     other->value->width);
	if (apart_always(pair))
		return true;
	for (; store == other && around; around = around->up)
		if (around->stmt->kind != STMT_SINGLE
		    && (around->stmt->extent > 1 || around->stmt->open)
		    && !apart_has_same(pair, around->stmt->var))
			return false;
	return store == other;
}

static bool is_apart_from(const Standing *s, const Stmt *store,
			  const Around *around, const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if ((stmt->kind == STMT_STORE && stmt->buffer == store->buffer
		     && !are_apart(s, store, around, stmt))
		    || !is_apart_from(s, store, around, stmt->body)
		    || !is_apart_from(s, store, around, stmt->other))
			return false;
	}
	return true;
}

/* Whether nothing else in the turn stores its elements. */
static bool is_alone(const Standing *s, const Stmt *store, const Around *around)
{
	for (int i = 0; i < s->turn->count; i++) {
		const Kernel *kernel = s->turn->kernels[i];

		if (!is_apart_from(s, store, around, kernel->prologue)
		    || !is_apart_from(s, store, around, kernel->top))
			return false;
	}
	return true;
}

/* -- what is chosen -------------------------------------------------------- */

/* A condition, and whether what is stored is no constant where it holds. */
typedef struct Choice {
	const Code *condition;
	bool holds;
} Choice;

static bool is_constant(const Code *code)
{
	if (code->kind != CODE_LITERAL && code->kind != CODE_LANES
	    && code->kind != CODE_CAST && code->kind != CODE_PREFIX)
		return false;
	for (int i = 0; i < code->count; i++)
		if (!is_constant(code->args[i]))
			return false;
	return true;
}

static const Code *assigned(const Block *block, const Var *var)
{
	const Stmt *last = block && block->count
			   ? block->items[block->count - 1] : NULL;

	return last && last->kind == STMT_ASSIGN && last->var == var
	       ? last->value : NULL;
}

static bool choose(const Code *condition, const Code *yes, const Code *no,
		   Choice *choice)
{
	*choice = (Choice){ condition, no && is_constant(no) };
	return yes && no && condition->width == 1
	    && is_constant(yes) != is_constant(no);
}

static bool choice_of(const Block *block, int at, Choice *choice)
{
	const Code *value = block->items[at]->value;
	const Stmt *before = at ? block->items[at - 1] : NULL;

	if (value->kind == CODE_COND)
		return choose(value->args[0], value->args[1], value->args[2],
			      choice);
	return value->kind == CODE_VAR && before && before->kind == STMT_IF
	    && choose(before->value, assigned(before->body, value->var),
		      assigned(before->other, value->var), choice);
}

/* -- where it is stored ---------------------------------------------------- */

static int64_t factor_of(const Affine *form, const Var *var)
{
	for (int i = 0; i < form->count; i++)
		if (form->terms[i].atom->kind == AFFINE_VAR
		    && form->terms[i].atom->var == var)
			return form->terms[i].factor;
	return 0;
}

static const Code *compared(const Standing *s, Operator op, const Affine *form,
			    int64_t number)
{
	const Scalar scalar = affine_is_wide(form) ? SCALAR_I64 : SCALAR_I32;

	return code_infix(s->arena, op, SCALAR_BOOL,
			  code_index(s->arena, scalar, form),
			  code_int(s->arena, scalar, number));
}

/* What is so where either turn's choice is no constant, or NULL. */
static const Code *in_either(const Standing *s, const Fact *facts,
			     const Var *inner)
{
	const Var *number = s->turn->loop->number;
	const Code *all = NULL, *one;

	for (; facts; facts = facts->next) {
		const Affine *form = facts->form;
		int64_t back;

		if (facts->kind != FACT_NATURAL || !is_steady(form, number)
		    || (inner && affine_mentions(form, inner)))
			continue;
		back = -factor_of(form, number) * s->turn->rounds;
		form = affine_plus(s->t, form, back > 0 ? back : 0);
		if (form->lo >= 0)
			continue;
		one = compared(s, OPERATOR_GE, form, 0);
		all = code_both(s->arena, all, one);
	}
	return all;
}

static const Code *in_first(const Standing *s)
{
	const Turn *turn = s->turn;
	const Affine *number = affine_var(s->t, turn->loop->number, turn->first,
					  turn->last);

	return compared(s, OPERATOR_EQ, number, turn->first);
}

/* The loop around that is the innermost, or NULL. */
static const Var *inner_of(const Around *around)
{
	return around && around->stmt->kind == STMT_LOOP ? around->stmt->var
							 : NULL;
}

/* Where the store is to be done after the first turn; NULL: always. */
static const Code *wanted(const Standing *s, const Stmt *store,
			  const Around *around, const Choice *choice,
			  const Condition *known)
{
	const Fact *facts = facts_of(s->t, choice->condition, choice->holds,
				     known, NULL);

	return is_steady(store->index, NULL) && is_always_done(around)
	       && is_alone(s, store, around)
	       ? in_either(s, facts, inner_of(around)) : NULL;
}

/* No forms beyond the limit are made, but for this question. */
static void store_less(const Standing *s, Stmt *store, const Around *around,
		       const Choice *choice, const Condition *known)
{
	const bool before = s->t->overflow;
	const Code *either = wanted(s, store, around, choice, known);
	const bool fits = before || !s->t->overflow;
	Block *body;

	s->t->overflow = before;
	if (!either || !fits)
		return;
	body = block_new(s->arena);
	block_add(body, *store);
	*store = (Stmt){ .kind = STMT_IF, .body = body,
			 .value = code_infix(s->arena, OPERATOR_OR, SCALAR_BOOL,
					     in_first(s), either) };
}

static void see_block(const Standing *s, Block *block, const Around *up,
		      const Condition *known)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const Around around = { stmt, up };
		Choice choice;

		known = condition_declared(s->arena, stmt, known);
		if (stmt->body)
			see_block(s, stmt->body, &around, known);
		if (stmt->other)
			see_block(s, stmt->other, &around, known);
		if (stmt->kind == STMT_STORE
		    && stmt->buffer->space == SPACE_GLOBAL
		    && choice_of(block, i, &choice))
			store_less(s, stmt, up, &choice, known);
	}
}

void pass_standing(const Turn *turn, AffineTable *indices)
{
	for (int i = 0; i < turn->count; i++) {
		const Kernel *kernel = turn->kernels[i];
		const Standing standing = { turn, indices, kernel->arena };

		if (kernel->loop == turn->loop)
			see_block(&standing, kernel->top, NULL, NULL);
	}
}
