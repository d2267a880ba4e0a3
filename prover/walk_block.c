/* Statements, one after the other. */
#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/pass.h"
#include "prover/walk.h"

/* -- values ---------------------------------------------------------------- */

static void must_be_set(void *context, Var *var)
{
	Walk *w = context;

	if (!walk_slot(w, var)->set)
		walk_refuse(w, "a variable that may be read before it is set");
}

static void set_slot(Walk *w, const Var *var, const Code *value)
{
	Slot *slot = walk_slot(w, var);

	slot->set = value != NULL;
	for (int i = 0; i < var->width && slot->needed; i++)
		slot->lanes[i] = value ? walk_value(w, value, i) : NULL;
}

/* Its scalar type cuts what is given to it. */
static void cut_slot(Walk *w, const Var *var)
{
	Slot *slot = walk_slot(w, var);
	int64_t lo, hi;

	walk_range(var->wide ? SCALAR_I64 : var->scalar, &lo, &hi);
	for (int i = 0; i < var->width && slot->needed; i++) {
		const Term *value = slot->lanes[i];

		if (!value || value->truth)
			continue;
		if (var->kind == VAR_BASE)
			walk_duty(w, term_within(w->terms, value, lo, hi),
				  value, var->wide ? "long" : "int", NULL);
		else
			slot->lanes[i] = walk_wrapped(w, value, var->scalar);
	}
}

static void set_any(Walk *w, const Var *var)
{
	Slot *slot = walk_slot(w, var);

	for (int i = 0; i < var->width && slot->needed; i++)
		slot->lanes[i] = walk_any(w, var->scalar,
					  "a value of other rounds");
}

static void forget_assigned(Walk *w, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_ASSIGN)
			set_any(w, stmt->var);
		if (stmt->body)
			forget_assigned(w, stmt->body);
		if (stmt->other)
			forget_assigned(w, stmt->other);
	}
}

/* -- blocks ---------------------------------------------------------------- */

static bool leaves(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_LEAVE
		    || (stmt->kind == STMT_IF
			&& (leaves(stmt->body)
			    || (stmt->other && leaves(stmt->other)))))
			return true;
	}
	return false;
}

/* What is set behind a branch or a loop: of each slot a copy from before. */
static Slot *copy_slots(const Walk *w)
{
	Slot *copy = base_malloc(sizeof *copy * (size_t)(w->slot_count + 1));

	memcpy(copy, w->slots, sizeof *copy * (size_t)w->slot_count);
	return copy;
}

static const Term *merged(Walk *w, const Term *which, const Term *yes,
			  const Term *no)
{
	if (!yes || !no || yes->truth != no->truth)
		return yes == no ? yes : NULL;
	return term_choose(w->terms, which, yes, no);
}

/* Slots hold what the other branch left, yes what the first did. */
static void merge_slots(Walk *w, const Term *which, const Slot *yes)
{
	for (int i = 0; i < w->slot_count; i++) {
		Slot *slot = &w->slots[i];

		slot->set &= yes[i].set;
		for (int lane = 0; lane < slot->var->width && slot->needed;
		     lane++)
			slot->lanes[lane] = merged(w, which,
						   yes[i].lanes[lane],
						   slot->lanes[lane]);
	}
}

static void walk_branch(Walk *w, const Term *when, const Block *block)
{
	w->when = when;
	if (block && !term_is_false(when))
		walk_block(w, block);
}

static void walk_if(Walk *w, const Stmt *stmt)
{
	const Term *when = w->when, *which = walk_value(w, stmt->value, 0);
	Event *begin = walk_event(w, (Event){ .kind = EVENT_IF }), *other;
	Slot *before = copy_slots(w), *yes;

	begin->condition = which;
	begin->fences = walk_fences(stmt->body)
		      | (stmt->other ? walk_fences(stmt->other) : 0);
	walk_branch(w, term_and(w->terms, when, which), stmt->body);
	yes = copy_slots(w);
	memcpy(w->slots, before, sizeof *before * (size_t)w->slot_count);
	w->stmt = stmt;
	w->when = when;
	other = walk_event(w, (Event){ .kind = EVENT_ELSE });
	begin->other = other->at;
	other->fences = begin->fences;
	walk_branch(w, term_and(w->terms, when, term_not(w->terms, which)),
		    stmt->other);
	if (!term_is_number(which))
		merge_slots(w, which, yes);
	else if (term_is_true(which))
		memcpy(w->slots, yes, sizeof *yes * (size_t)w->slot_count);
	w->when = when;
	begin->fi = other->fi = walk_event(w, (Event){ .kind = EVENT_FI })->at;
	free(before);
	free(yes);
}

/* -- loops ----------------------------------------------------------------- */

static int64_t step_of(Walk *w, const Stmt *stmt)
{
	const Term *step = stmt->step ? walk_value(w, stmt->step, 0)
				      : term_number(w->terms, 1);

	if (term_is_number(step) && step->constant > 0)
		return step->constant;
	walk_refuse(w, "a loop whose step is no positive number");
	return 1;
}

static const Term *end_of(Walk *w, const Stmt *stmt)
{
	const Term *end = stmt->end ? walk_index(w, stmt->end)
				    : term_number(w->terms, stmt->extent);

	if (end->lo > -TERM_FAR && end->hi < TERM_FAR)
		return end;
	walk_refuse(w, "a loop whose end is not known");
	return term_number(w->terms, 0);
}

static Around *around_of(Walk *w, const Stmt *stmt)
{
	Terms *t = w->terms;
	const Term *limit = end_of(w, stmt);
	int64_t step = step_of(w, stmt), most;
	const Term *start = stmt->start ? walk_value(w, stmt->start, 0)
					: term_number(t, 0);
	Around *a = ARENA_NEW(w->arena, Around);

	if (start->lo <= -TERM_FAR)
		walk_refuse(w, "a loop whose start is not known");
	most = limit->hi - 1 - start->lo;
	*a = (Around){ .loop = stmt, .up = w->around,
		       .depth = w->around ? w->around->depth + 1 : 1,
		       .once = start->hi < limit->lo,
		       .left = leaves(stmt->body),
		       .fences = walk_fences(stmt->body) };
	a->round = term_name(t, (TermName){ .kind = NAME_ROUND, .owner = a,
					    .text = walk_name(w, stmt->var) },
			     0, most < 0 ? 0 : most / step);
	a->counter = term_add(t, start, term_times(t, a->round, step));
	a->within = most < 0 ? term_truth(t, false)
			     : term_below(t, a->counter, limit);
	a->last = term_not(t, term_below(t, term_plus(t, a->counter, step),
					 limit));
	return a;
}

/* The counter goes one step beyond. */
static void counter_fits(Walk *w, const Around *a)
{
	const Stmt *stmt = a->loop;
	Scalar type = stmt->var->wide ? SCALAR_I64 : stmt->var->scalar;
	const Term *beyond = term_plus(w->terms, a->counter, step_of(w, stmt));
	int64_t lo, hi;

	walk_range(type, &lo, &hi);
	walk_duty(w, term_within(w->terms, beyond, lo, hi), beyond,
		  scalar_rows[type].opencl, NULL);
}

static void walk_rounds(Walk *w, const Stmt *stmt, Around *around)
{
	const Term *when = w->when;
	Slot *slot = walk_slot(w, stmt->var), *before = copy_slots(w);
	bool sure = around->once && !around->left;

	w->around = around;
	forget_assigned(w, stmt->body);
	slot->lanes[0] = around->counter;
	slot->set = true;
	w->when = term_and(w->terms, when, around->within);
	counter_fits(w, around);
	walk_block(w, stmt->body);
	w->when = when;
	w->around = around->up;
	for (int i = 0; i < w->slot_count; i++) {
		if (!sure)
			w->slots[i].set = before[i].set;
		memcpy(w->slots[i].lanes, before[i].lanes,
		       sizeof before[i].lanes);
	}
	forget_assigned(w, stmt->body);
	free(before);
}

static void walk_loop(Walk *w, const Stmt *stmt)
{
	Around *around = around_of(w, stmt);

	around->begin = walk_event(w, (Event){ .kind = EVENT_LOOP })->at;
	w->events[around->begin]->around = around;
	if (!term_is_false(around->within))
		walk_rounds(w, stmt, around);
	w->stmt = stmt;
	w->around = around;
	around->end = walk_event(w, (Event){ .kind = EVENT_END })->at;
	w->around = around->up;
}

/* -- all ------------------------------------------------------------------- */

static void walk_leave(Walk *w, const Stmt *stmt)
{
	const Term *which = walk_value(w, stmt->value, 0);

	walk_event(w, (Event){ .kind = EVENT_LEAVE })->condition = which;
	w->when = term_and(w->terms, w->when, term_not(w->terms, which));
}

static void walk_stmt(Walk *w, const Stmt *stmt)
{
	w->stmt = stmt;
	w->fetched_count = 0;
	stmt_vars(stmt, must_be_set, w);
	if (stmt->value)
		walk_loads(w, stmt->value);
	switch (stmt->kind) {
	case STMT_DECLARE:
	case STMT_ASSIGN:
		set_slot(w, stmt->var, stmt->value);
		cut_slot(w, stmt->var);
		break;
	case STMT_STORE:
		walk_store(w, stmt);
		break;
	case STMT_LOOP:
		walk_loop(w, stmt);
		break;
	case STMT_IF:
		walk_if(w, stmt);
		break;
	case STMT_LEAVE:
		walk_leave(w, stmt);
		break;
	case STMT_BARRIER:
		walk_event(w, (Event){ .kind = EVENT_BARRIER })->fences =
			FENCE_ANY | stmt->fence;
		break;
	default:
		walk_refuse(w, "a statement that was not lowered");
	}
}

void walk_block(Walk *w, const Block *block)
{
	const Term *when = w->when;

	for (int i = 0; i < block->count && !w->unknown; i++)
		walk_stmt(w, block->items[i]);
	w->when = when;
}
