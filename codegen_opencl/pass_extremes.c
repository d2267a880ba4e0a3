/* Minima and maxima of floats with what is never a NaN by one comparison.
 *
 * fmin and fmax give the other argument for a NaN on either side, which takes
 * CPUs several instructions; a < b ? a : b gives b for a NaN in a, and is one.
 * A fold of minima that starts with a number stays one: b is the accumulator.
 */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

#include <math.h>
#include <string.h>

/* -- what is never a NaN --------------------------------------------------- */

static bool any_ordered(const Code *code)
{
	for (int i = 0; i < code->count; i++)
		if (code_is_ordered(code->args[i]))
			return true;
	return false;
}

static bool all_ordered(const Code *code)
{
	for (int i = 0; i < code->count; i++)
		if (!code_is_ordered(code->args[i]))
			return false;
	return true;
}

static bool is_number(const Code *literal)
{
	double value;

	memcpy(&value, &literal->bits, sizeof value);
	return !isnan(value);
}

bool code_is_extreme(const Code *code)
{
	return code->kind == CODE_CALL && scalar_is_float(code->scalar)
	    && !code->helper && operator_rows[code->op].op != OP_COUNT
	    && op_rows[operator_rows[code->op].op].skips_nan;
}

bool code_is_ordered(const Code *code)
{
	if (!scalar_is_float(code->scalar))
		return false;
	switch (code->kind) {
	case CODE_LITERAL: return is_number(code);
	case CODE_VAR: return code->var->mark;
	case CODE_LANES: case CODE_LANE: return all_ordered(code);
	case CODE_CALL: return code_is_extreme(code) && any_ordered(code);
	default: return false;
	}
}

/* -- all statements -------------------------------------------------------- */

/* Whether it changed anything. */
typedef bool Change(Arena *arena, Stmt *stmt);

static bool each(Block *block, Change *change)
{
	bool changed = false;

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		changed |= change(block->arena, stmt);
		if (stmt->body)
			changed |= each(stmt->body, change);
		if (stmt->other)
			changed |= each(stmt->other, change);
	}
	return changed;
}

static void forget_code(void *context, const Code *code)
{
	(void)context;
	if (code->var)
		code->var->mark = 0;
}

static bool forget(Arena *arena, Stmt *stmt)
{
	(void)arena;
	stmt_visit(stmt, forget_code, NULL);
	return false;
}

static bool gives_value(const Stmt *stmt)
{
	return (stmt->kind == STMT_DECLARE || stmt->kind == STMT_ASSIGN)
	    && scalar_is_float(stmt->var->scalar);
}

static bool hope(Arena *arena, Stmt *stmt)
{
	(void)arena;
	if (gives_value(stmt))
		stmt->var->mark = 1;
	return false;
}

static bool doubt(Arena *arena, Stmt *stmt)
{
	(void)arena;
	if (!gives_value(stmt) || !stmt->var->mark || !stmt->value
	    || code_is_ordered(stmt->value))
		return false;
	stmt->var->mark = 0;
	return true;
}

/* -- comparisons ----------------------------------------------------------- */

static const Code *compared(void *context, const Code *code)
{
	return code_compared(context, code);
}

const Code *code_compared(Arena *arena, const Code *code)
{
	const Code *made = code_with_parts(arena, code, compared, arena);
	const Code *args[2];
	bool second;

	if (!code_is_extreme(code) || !any_ordered(code))
		return made;
	second = code_is_ordered(code->args[1]);
	args[0] = made->args[!second];
	args[1] = made->args[second];
	return code_extreme_of_number(arena, operator_rows[code->op].op, args);
}

static bool compare(Arena *arena, Stmt *stmt)
{
	if (stmt->value)
		stmt->value = code_compared(arena, stmt->value);
	return false;
}

void pass_extremes(Kernel *kernel)
{
	each(kernel->top, forget);
	each(kernel->top, hope);
	while (each(kernel->top, doubt))
		;
	each(kernel->top, compare);
}
