/* Long functions of independent values side by side.
 *
 * exp or log is a chain of some twenty instructions, each of which waits for
 * the one before. A CPU that looks a hundred instructions ahead finds others to
 * do meanwhile only if they are near: those of the next vector, when each
 * vector's statements follow the other's, are not. So straight-line code is
 * sorted by how many slow operations a statement has to wait for: stably, so
 * that what is read is still written before, and what is written was read.
 */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

#include <string.h>

enum { FEW = 2 }; /* long functions that are worth sorting for */

/* How long a function or operator of floats takes; our own of functions.h are
 * made of many statements. */
static OpLatency latency(const Code *code)
{
	Op op = OP_COUNT;

	if (scalar_is_float(code->scalar) && !code->helper
	    && (code->kind == CODE_INFIX || code->kind == CODE_CALL))
		op = operator_rows[code->op].op;
	return op == OP_COUNT ? LATENCY_FEW : op_rows[op].latency;
}

static bool is_long(const Code *code)
{
	return latency(code) == LATENCY_LONG;
}

/* -- which runs ------------------------------------------------------------ */

static void count_long(void *context, const Code *code)
{
	int *count = context;

	*count += is_long(code);
}

static int long_in(const Block *block, int from, int to)
{
	int count = 0;

	for (int i = from; i < to; i++)
		stmt_visit(block->items[i], count_long, &count);
	return count;
}

/* -- a statement of its own for each long function ------------------------- */

/* Where a run is split: statements are put in before `at`. */
typedef struct Split {
	Block *block;
	int at;
} Split;

static const Code *named(Split *split, const Code *value)
{
	Arena *arena = split->block->arena;
	Var *var = var_new(arena, VAR_TEMP, value->scalar, value->width,
			   value->mask);
	Stmt *made = ARENA_NEW(arena, Stmt);

	var->writes = var->reads = 1;
	*made = (Stmt){ .kind = STMT_DECLARE, .var = var, .value = value };
	block_insert(split->block, split->at++, made);
	return code_var(arena, var);
}

/* Whether all parts are computed whenever the whole is. */
static bool is_eager(const Code *code)
{
	return code->kind != CODE_COND
	    && !(code->kind == CODE_INFIX && (code->op == OPERATOR_AND
					      || code->op == OPERATOR_OR));
}

static const Code *parts_named(Split *split, const Code *code);

static const Code *part_named(void *context, const Code *arg)
{
	Split *split = context;
	const Code *part = parts_named(split, arg);

	return is_long(part) ? named(split, part) : part;
}

static const Code *parts_named(Split *split, const Code *code)
{
	return is_eager(code) ? code_with_parts(split->block->arena, code,
						part_named, split)
			      : code;
}

static int split_run(Block *block, int from, int to)
{
	Split split = { block, from };

	for (int before; split.at < to; split.at++) {
		Stmt *stmt = block->items[split.at];

		before = split.at;
		if (stmt->value)
			stmt->value = parts_named(&split, stmt->value);
		to += split.at - before;
	}
	return to;
}

/* -- what waits for what --------------------------------------------------- */

/* Slow operations that what a variable holds, and what reads it, wait for. */
typedef struct Wait {
	int written, read;
} Wait;

typedef struct Waits {
	Wait *vars; /* by the variable's mark; 0 is for those before the run */
	int count, capacity;
	int loads, stores; /* the latest of each */
	int now;           /* of the statement that is looked at */
} Waits;

static void clear(void *context, Var *var)
{
	(void)context;
	var->mark = 0;
}

static void wait_for(void *context, Var *var)
{
	Waits *waits = context;
	const Wait *wait = &waits->vars[var->mark];

	if (var->mark && wait->written > waits->now)
		waits->now = wait->written;
}

/* Reads of a variable that the run has not written yet count, too: it may be
 * written later. */
static void note_read(void *context, Var *var)
{
	Waits *waits = context;

	if (!var->mark && waits->count < waits->capacity)
		var->mark = waits->count++;
	if (waits->vars[var->mark].read < waits->now)
		waits->vars[var->mark].read = waits->now;
}

static void count_slow(void *context, const Code *code)
{
	bool *slow = context;

	*slow |= latency(code) != LATENCY_FEW;
}

static void raise_to(int *level, int other)
{
	if (*level < other)
		*level = other;
}

static int level_of(Waits *waits, const Stmt *stmt)
{
	bool slow = false, loads = stmt->value && code_loads(stmt->value, NULL);
	bool stores = stmt->kind == STMT_STORE;

	waits->now = 0;
	stmt_vars(stmt, wait_for, waits);
	if (loads || stores)
		raise_to(&waits->now, waits->stores);
	if (stores)
		raise_to(&waits->now, waits->loads);
	if (stmt->var && stmt->var->mark) {
		raise_to(&waits->now, waits->vars[stmt->var->mark].written);
		raise_to(&waits->now, waits->vars[stmt->var->mark].read);
	}
	stmt_vars(stmt, note_read, waits);
	if (stmt->var) {
		note_read(waits, stmt->var);
		stmt_visit(stmt, count_slow, &slow);
		waits->vars[stmt->var->mark].written = waits->now + slow;
	}
	if (loads)
		raise_to(&waits->loads, waits->now);
	if (stores)
		raise_to(&waits->stores, waits->now);
	return waits->now;
}

static void count_var(void *context, Var *var)
{
	int *count = context;

	(void)var;
	++*count;
}

static int *levels_of(const Block *block, int from, int to)
{
	Waits waits = { .count = 1, .capacity = 1 };
	int *levels = ARENA_ARRAY(block->arena, int, to - from);

	for (int i = from; i < to; i++) {
		waits.capacity++;
		if (block->items[i]->var)
			block->items[i]->var->mark = 0;
		stmt_vars(block->items[i], clear, NULL);
		stmt_vars(block->items[i], count_var, &waits.capacity);
	}
	waits.vars = ARENA_ARRAY(block->arena, Wait, waits.capacity);
	memset(waits.vars, 0, sizeof *waits.vars * (size_t)waits.capacity);
	for (int i = from; i < to; i++)
		levels[i - from] = level_of(&waits, block->items[i]);
	return levels;
}

/* -- sorting --------------------------------------------------------------- */

static void sort_run(Block *block, int from, int to)
{
	int count = to - from, done = 0;
	int *levels = levels_of(block, from, to);
	Stmt **sorted = ARENA_ARRAY(block->arena, Stmt *, count);

	for (int level = 0; done < count; level++)
		for (int i = 0; i < count; i++)
			if (levels[i] == level)
				sorted[done++] = block->items[from + i];
	memcpy(block->items + from, sorted, sizeof *sorted * (size_t)count);
}

static int order_run(void *context, Block *block, int from, int to)
{
	(void)context;
	if (long_in(block, from, to) < FEW)
		return to;
	to = split_run(block, from, to);
	sort_run(block, from, to);
	return to;
}

void pass_abreast(Kernel *kernel)
{
	pass_runs(kernel->top, order_run, NULL);
}
