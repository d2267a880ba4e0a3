/* What compilers move: loads out of loops, and into branches. */
#include "codegen_opencl/traffic_walk.h"

/* -- what loops need not load again ---------------------------------------- */

static bool stores_to(const Block *b, const Buffer *buffer)
{
	for (int i = 0; i < b->count; i++) {
		const Stmt *stmt = b->items[i];

		if ((stmt->kind == STMT_STORE && stmt->buffer == buffer)
		    || (stmt->body && stores_to(stmt->body, buffer))
		    || (stmt->other && stores_to(stmt->other, buffer)))
			return true;
	}
	return false;
}

static bool mentions_since(const TrafficWalk *w, const Affine *index, int known)
{
	for (int i = known; i < w->warp.count; i++)
		if (affine_mentions(index, w->warp.vars[i]))
			return true;
	return false;
}

bool traffic_is_loaded_before(const TrafficWalk *w, const Code *load)
{
	for (int i = w->depth - 1; i >= 0; i--) {
		if (mentions_since(w, load->index, w->around[i].known))
			return false;
		if (!w->around[i].first)
			return !stores_to(w->kernel->top, load->buffer);
	}
	return false;
}

/* -- what only a branch wants ---------------------------------------------- */

static bool reads(const Stmt *stmt, const Var *var);

static bool block_reads(const Block *b, const Var *var)
{
	for (int i = 0; b && i < b->count; i++)
		if (reads(b->items[i], var))
			return true;
	return false;
}

static bool code_has(const Code *c, const Var *var)
{
	return c && code_reads(c, var);
}

static bool reads(const Stmt *stmt, const Var *var)
{
	return code_has(stmt->value, var) || code_has(stmt->start, var)
	    || code_has(stmt->step, var)
	    || (stmt->index && affine_mentions(stmt->index, var))
	    || (stmt->end && affine_mentions(stmt->end, var))
	    || block_reads(stmt->body, var) || block_reads(stmt->other, var);
}

static bool is_value(const Stmt *stmt)
{
	return stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN;
}

static bool is_declared(const Block *b, const Var *var)
{
	for (int i = 0; i < b->count; i++)
		if (b->items[i]->kind == STMT_DECLARE
		    && b->items[i]->var == var)
			return true;
	return false;
}

/* Whether the value of the statement at `at`, and what is computed of it before
 * the branch, is read in that branch alone. */
static bool is_sunk(const Block *b, int at, int branch)
{
	const Var *var = b->items[at]->var;

	if (!is_declared(b, var) || code_has(b->items[branch]->value, var)
	    || block_reads(b->items[branch]->other, var))
		return false;
	for (int i = at + 1; i < b->count; i++)
		if (i != branch && reads(b->items[i], var)
		    && (i > branch || !is_sunk(b, i, branch)))
			return false;
	return true;
}

const Stmt *traffic_sunk_into(const Block *b, int at)
{
	int next = at + 1;

	if (!is_value(b->items[at]) || !b->items[at]->value
	    || !code_loads(b->items[at]->value, NULL))
		return NULL;
	while (next < b->count && is_value(b->items[next]))
		next++;
	return next < b->count && b->items[next]->kind == STMT_IF
	    && !code_loads(b->items[next]->value, NULL)
	    && is_sunk(b, at, next) ? b->items[next] : NULL;
}

bool traffic_has_barrier(const Block *b)
{
	for (int i = 0; i < b->count; i++) {
		const Stmt *stmt = b->items[i];

		if (stmt->kind == STMT_BARRIER
		    || (stmt->body && traffic_has_barrier(stmt->body))
		    || (stmt->other && traffic_has_barrier(stmt->other)))
			return true;
	}
	return false;
}
