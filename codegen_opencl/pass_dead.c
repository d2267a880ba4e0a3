/* What nothing depends on goes: marks what stores and barriers need, until
 * nothing is added, and sweeps the rest. */
#include "codegen_opencl/pass.h"

/* -- variables in code ----------------------------------------------------- */

typedef struct Vars {
	VarVisit *visit;
	void *context;
} Vars;

static void index_vars(const Vars *vars, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->var)
			vars->visit(vars->context, atom->var);
		if (atom->of)
			index_vars(vars, atom->of);
		if (atom->end)
			index_vars(vars, atom->end);
	}
}

static void code_vars(void *context, const Code *code)
{
	const Vars *vars = context;

	if (code->var)
		vars->visit(vars->context, code->var);
	if (code->index)
		index_vars(vars, code->index);
}

void stmt_vars(const Stmt *stmt, VarVisit *visit, void *context)
{
	Vars vars = { visit, context };

	stmt_visit(stmt, code_vars, &vars);
	if (stmt->index)
		index_vars(&vars, stmt->index);
	if (stmt->end)
		index_vars(&vars, stmt->end);
}

/* -- marking --------------------------------------------------------------- */

static void clear(void *context, Var *var)
{
	(void)context;
	var->mark = 0;
}

static void clear_block(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt->dead = true;
		if (stmt->var)
			stmt->var->mark = 0;
		stmt_vars(stmt, clear, NULL);
		if (stmt->body)
			clear_block(stmt->body);
		if (stmt->other)
			clear_block(stmt->other);
	}
}

static void need(void *context, Var *var)
{
	bool *changed = context;

	*changed |= !var->mark;
	var->mark = 1;
}

/* A loop that does something is left when it was. */
static void mark_leaves(const Block *block, bool *changed)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind != STMT_LEAVE)
			continue;
		stmt_vars(stmt, need, changed);
		stmt->dead = false;
	}
}

static bool mark_block(const Block *block, bool *changed)
{
	bool any = false;

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		bool live = stmt->kind == STMT_STORE
			    || stmt->kind == STMT_BARRIER;

		if (stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN)
			live = stmt->var->mark;
		if (stmt->body)
			live |= mark_block(stmt->body, changed);
		if (stmt->other)
			live |= mark_block(stmt->other, changed);
		if (live) {
			stmt_vars(stmt, need, changed);
			stmt->dead = false;
		}
		any |= live;
	}
	if (any)
		mark_leaves(block, changed);
	return any;
}

static void sweep(Block *block)
{
	int kept = 0;

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->dead)
			continue;
		if (stmt->body)
			sweep(stmt->body);
		if (stmt->other)
			sweep(stmt->other);
		block->items[kept++] = stmt;
	}
	block->count = kept;
}

void pass_dead(Kernel *kernel)
{
	bool changed = true;

	clear_block(kernel->prologue);
	clear_block(kernel->top);
	while (changed) {
		changed = false;
		mark_block(kernel->prologue, &changed);
		mark_block(kernel->top, &changed);
	}
	sweep(kernel->prologue);
	sweep(kernel->top);
}

/* -- counting -------------------------------------------------------------- */

static void reset(void *context, Var *var)
{
	(void)context;
	var->reads = var->writes = 0;
}

static void count_read(void *context, Var *var)
{
	(void)context;
	var->reads++;
}

static void reset_block(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->var)
			reset(NULL, stmt->var);
		stmt_vars(stmt, reset, NULL);
		if (stmt->body)
			reset_block(stmt->body);
		if (stmt->other)
			reset_block(stmt->other);
	}
}

static void count_block(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->var && (stmt->value || stmt->kind == STMT_LOOP))
			stmt->var->writes++;
		stmt_vars(stmt, count_read, NULL);
		if (stmt->body)
			count_block(stmt->body);
		if (stmt->other)
			count_block(stmt->other);
	}
}

static void count_id(void *context, Var *var)
{
	Kernel *kernel = context;
	int level = var->letter == 'g' ? LEVEL_GLOBAL
		    : var->letter == 'w' ? LEVEL_GROUP : LEVEL_LOCAL;

	if (var->kind == VAR_ID && kernel->ids[level][var->number])
		kernel->ids[level][var->number]->reads++;
}

static void count_ids(Kernel *kernel, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt_vars(stmt, count_id, kernel);
		if (stmt->body)
			count_ids(kernel, stmt->body);
		if (stmt->other)
			count_ids(kernel, stmt->other);
	}
}

void pass_count(Kernel *kernel)
{
	reset_block(kernel->prologue);
	reset_block(kernel->top);
	count_block(kernel->prologue);
	count_block(kernel->top);
	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++)
			if (kernel->ids[level][d])
				kernel->ids[level][d]->reads = 0;
	count_ids(kernel, kernel->prologue);
	count_ids(kernel, kernel->top);
}

static bool is_straight(const Stmt *stmt)
{
	return stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN
	    || stmt->kind == STMT_STORE;
}

void pass_runs(Block *block, PassRun *run, void *context)
{
	int from = 0;

	while (from < block->count) {
		int to = from;

		while (to < block->count && is_straight(block->items[to]))
			to++;
		to = run(context, block, from, to);
		if (to < block->count && block->items[to]->body)
			pass_runs(block->items[to]->body, run, context);
		if (to < block->count && block->items[to]->other)
			pass_runs(block->items[to]->other, run, context);
		from = to + 1;
	}
}
