/* Sums of floats that start with 0 start with what is added first, where not every bit
 * of a float is asked for: compilers must add that 0, since it makes a +0 of a -0. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

static bool is_zero(const Code *code)
{
	if (code->kind == CODE_LANES && code->count == 1)
		return is_zero(code->args[0]);
	return code->kind == CODE_LITERAL && scalar_is_float(code->scalar)
	    && code->bits == 0;
}

/* What is added to the variable, whose value nothing else reads; NULL: it is
 * something else that is assigned. */
static const Code *added(const Stmt *stmt, const Var *var)
{
	const Code *value = stmt->value, *first;

	if (stmt->kind != STMT_ASSIGN || stmt->var != var
	    || value->kind != CODE_INFIX || value->op != OPERATOR_ADD)
		return NULL;
	first = value->args[0];
	return first->kind == CODE_VAR && first->var == var
	    && value->args[1]->width == var->width
	    && !code_reads(value->args[1], var) ? value->args[1] : NULL;
}

/* Whether the loop around may be over after it. */
static bool leaves(const Stmt *stmt)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->kind != STMT_IF)
		return stmt->kind == STMT_LEAVE;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (leaves(blocks[b]->items[i]))
				return true;
	return false;
}

/* What is added first to the variable that is 0 at that place, as an assignment; NULL:
 * it is read before, or not in this block. */
static Stmt *first_sum(const Block *block, int at)
{
	const Var *var = block->items[at]->var;
	int i = at + 1;

	while (i < block->count && !stmt_mentions(block->items[i], var)
	       && !leaves(block->items[i]))
		i++;
	return i < block->count && added(block->items[i], var)
	       ? block->items[i] : NULL;
}

static void start_in(Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const bool assigns = stmt->kind == STMT_ASSIGN
				     && is_zero(stmt->value);
		Stmt *sum = assigns ? first_sum(block, i) : NULL;

		start_in(stmt->body);
		start_in(stmt->other);
		if (!sum)
			continue;
		sum->value = added(sum, stmt->var);
		block_take(block, i--);
	}
}

void pass_starts(Kernel *kernel)
{
	start_in(kernel->top);
}
