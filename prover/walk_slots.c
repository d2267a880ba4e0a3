/* The variables of a kernel, and which of them are worth following. */
#include "codegen_opencl/pass.h"
#include "prover/walk.h"

/* -- slots ----------------------------------------------------------------- */

static void forget(void *context, Var *var)
{
	(void)context;
	var->mark = 0;
}

static void count(void *context, Var *var)
{
	Walk *w = context;

	if (!var->mark)
		var->mark = ++w->slot_count;
}

static void keep(void *context, Var *var)
{
	Walk *w = context;

	w->slots[var->mark - 1].var = var;
}

static void each_var(const Block *block, VarVisit *visit, void *context)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->var)
			visit(context, stmt->var);
		stmt_vars(stmt, visit, context);
		if (stmt->body)
			each_var(stmt->body, visit, context);
		if (stmt->other)
			each_var(stmt->other, visit, context);
	}
}

static void each_of_kernel(Walk *w, VarVisit *visit)
{
	Kernel *kernel = w->kernel;

	each_var(kernel->prologue, visit, w);
	each_var(kernel->top, visit, w);
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			if (kernel->ids[level][d])
				visit(w, kernel->ids[level][d]);
}

Slot *walk_slot(const Walk *w, const Var *var)
{
	int number = var->mark - 1;

	return number >= 0 && number < w->slot_count
	    && w->slots[number].var == var ? &w->slots[number] : NULL;
}

/* -- what is needed -------------------------------------------------------- */

typedef struct Needs {
	Walk *w;
	bool more;
} Needs;

static void need(void *context, Var *var)
{
	Needs *needs = context;
	Slot *slot = walk_slot(needs->w, var);

	if (!slot || slot->needed || scalar_is_float(var->scalar))
		return;
	slot->needed = needs->more = true;
}

static void need_in_index(Needs *needs, const Affine *index)
{
	Stmt only = { .index = index };

	stmt_vars(&only, need, needs);
}

static void need_in_load(void *context, const Code *code)
{
	if (code->kind == CODE_LOAD)
		need_in_index(context, code->index);
	if (code->kind == CODE_COND)
		stmt_vars(&(Stmt){ .value = code->args[0] }, need, context);
}

/* Conditions, counts, and what needed variables are given. */
static bool is_whole(const Needs *needs, const Stmt *stmt)
{
	switch (stmt->kind) {
	case STMT_LOOP:
	case STMT_IF:
	case STMT_LEAVE:
		return true;
	case STMT_DECLARE:
	case STMT_ASSIGN:
		return walk_slot(needs->w, stmt->var)->needed;
	default:
		return false;
	}
}

static void need_in_block(Needs *needs, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, need_in_load, needs);
		if (stmt->index)
			need_in_index(needs, stmt->index);
		if (stmt->element) /* of variables that may be gone */
			need_in_index(needs, stmt->element);
		if (stmt->start && stmt->kind == STMT_STORE)
			stmt_vars(&(Stmt){ .value = stmt->start }, need,
				  needs);
		if (is_whole(needs, stmt))
			stmt_vars(stmt, need, needs);
		if (stmt->body)
			need_in_block(needs, stmt->body);
		if (stmt->other)
			need_in_block(needs, stmt->other);
	}
}

void walk_slots(Walk *w)
{
	Needs needs = { w, true };

	each_of_kernel(w, forget);
	each_of_kernel(w, count);
	w->slots = ARENA_ARRAY(w->arena, Slot, w->slot_count + 1);
	each_of_kernel(w, keep);
	while (needs.more) {
		needs.more = false;
		need_in_block(&needs, w->kernel->prologue);
		need_in_block(&needs, w->kernel->top);
	}
}
