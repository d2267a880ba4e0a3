/* Sums of 64 bits, in vectors, that fit 32: programs widen what they add up to
 * be safe for any length, but what is added while one loop runs is bounded by
 * its rounds and by the type it was widened from. Such an accumulator is one of
 * 32 bits, a register of which holds twice as many, and is widened after the
 * loop. What is computed is the same, since nothing wraps.
 */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/pass.h"


/* An accumulator, and what was seen of its sum below its declaration. */
typedef struct Sum {
	Kernel *kernel;
	Var *var, *narrow;
	int writes, reads;
	IntRange range; /* of all prefixes */
	bool good;
} Sum;

static bool is_zero(const Code *code)
{
	while (code->kind == CODE_LANES && code->count == 1)
		code = code->args[0];
	return code->kind == CODE_LITERAL && !code->bits;
}

static bool is_wide(const Var *var)
{
	return var->kind == VAR_REGISTER && var->width > 1
	    && (var->scalar == SCALAR_I64 || var->scalar == SCALAR_U64);
}

/* -- what is added --------------------------------------------------------- */

static const Code *declared(const Block *block, const Var *var)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const Code *found = NULL;

		if (stmt->kind == STMT_DECLARE && stmt->var == var)
			return stmt->value;
		if (stmt->body)
			found = declared(stmt->body, var);
		if (!found && stmt->other)
			found = declared(stmt->other, var);
		if (found)
			return found;
	}
	return NULL;
}

/* A variable widened that has the same value wherever it can be read. */
static bool is_widened(const Code *value)
{
	IntRange range;

	return value->kind == CODE_CALL && value->count == 1
	    && value->args[0]->kind == CODE_VAR
	    && value->args[0]->var->writes == 1
	    && code_fits_int(value, &range);
}

/* With what its wide variables were widened from. */
static const Code *unnamed(void *context, const Code *code)
{
	const Kernel *kernel = context;
	const Code *value;

	if (code->kind != CODE_VAR)
		return code_with_parts(kernel->arena, code, unnamed, context);
	if (code->var->kind != VAR_TEMP || scalar_bytes(code->scalar) < 8)
		return code;
	value = declared(kernel->top, code->var);
	return value && is_widened(value) ? value : code;
}

static bool is_plus(const Code *code)
{
	return code->kind == CODE_INFIX && code->op == OPERATOR_ADD;
}

/* A round: terms that are added to the accumulator, one after the other. */
static const Code *round_of(Sum *sum, const Code *code, int64_t rounds)
{
	const Code *args[2];
	IntRange term;

	if (code->kind == CODE_VAR && code->var == sum->var)
		return code_var(sum->kernel->arena, sum->narrow);
	if (!is_plus(code))
		return NULL;
	args[0] = round_of(sum, code->args[0], rounds);
	args[1] = unnamed(sum->kernel, code->args[1]);
	if (!args[0] || !code_fits_int(args[1], &term))
		return NULL;
	sum->range.lo += term.lo < 0 ? rounds * term.lo : 0;
	sum->range.hi += term.hi > 0 ? rounds * term.hi : 0;
	args[1] = code_as_int(sum->kernel->arena, args[1]);
	return code_op(sum->kernel->arena, OP_ADD, args);
}

/* -- where ----------------------------------------------------------------- */

/* So many that no sum of the terms of a round overflows here. */
enum { ROUNDS_MAX = 1 << 22 };

typedef void SeeRound(Sum *sum, Stmt *stmt, int64_t rounds);

static bool fits(const Sum *sum)
{
	return sum->good && sum->range.lo >= INT32_MIN
	    && sum->range.hi <= INT32_MAX;
}

static void check_round(Sum *sum, Stmt *stmt, int64_t rounds)
{
	sum->writes++;
	sum->good &= round_of(sum, stmt->value, rounds) && fits(sum);
}

static void change_round(Sum *sum, Stmt *stmt, int64_t rounds)
{
	stmt->value = round_of(sum, stmt->value, rounds);
	stmt->var = sum->narrow;
}

static void each_round(Sum *sum, Stmt *stmt, int64_t rounds, SeeRound *see)
{
	const Code *own[] = { stmt->value, stmt->start, stmt->step };
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->kind == STMT_ASSIGN && stmt->var == sum->var)
		see(sum, stmt, rounds);
	for (int i = 0; i < 3; i++)
		if (own[i])
			sum->reads += code_reads(own[i], sum->var);
	if (stmt->kind == STMT_LOOP)
		rounds = stmt->start || stmt->step
			 || stmt->extent > ROUNDS_MAX / rounds
			 ? ROUNDS_MAX : rounds * stmt->extent;
	if (!stmt->body || !sum->good)
		return;
	if ((stmt->kind != STMT_LOOP && stmt->kind != STMT_IF)
	    || rounds == ROUNDS_MAX) {
		sum->good = false;
		return;
	}
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			each_round(sum, blocks[b]->items[i], rounds, see);
}

/* The statement of the block after which the sum is complete; -1 if it does
 * not fit, or is seen before. */
static int last_round(Sum *sum, const Block *block, int from)
{
	for (int i = from; i < block->count && sum->good; i++) {
		int before = sum->writes;

		each_round(sum, block->items[i], 1, check_round);
		if (sum->writes == sum->var->writes - 1)
			return fits(sum) && sum->reads == sum->writes
			    && sum->writes > before ? i : -1;
		if (sum->writes == before && sum->reads > sum->writes)
			return -1;
	}
	return -1;
}

static Stmt *widened(const Sum *sum)
{
	Arena *arena = sum->kernel->arena;
	Stmt *stmt = ARENA_NEW(arena, Stmt);

	*stmt = (Stmt){ .kind = STMT_DECLARE, .var = sum->var,
			.value = code_convert(arena, sum->var->scalar,
					      code_var(arena, sum->narrow)) };
	return stmt;
}

static void narrow(Kernel *kernel, Block *block, int at)
{
	Stmt *stmt = block->items[at];
	Sum sum = { .kernel = kernel, .var = stmt->var, .good = true };
	int last;

	sum.narrow = var_new(kernel->arena, VAR_REGISTER, SCALAR_I32,
			     stmt->var->width, 0);
	last = last_round(&sum, block, at + 1);
	if (last < 0)
		return;
	for (int i = at + 1; i <= last; i++)
		each_round(&sum, block->items[i], 1, change_round);
	stmt->var = sum.narrow;
	stmt->value = code_splat(kernel->arena,
				 code_int(kernel->arena, SCALAR_I32, 0),
				 sum.narrow->width, 0);
	block_insert(block, last + 1, widened(&sum));
}

static void narrow_all(Kernel *kernel, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->body)
			narrow_all(kernel, stmt->body);
		if (stmt->other)
			narrow_all(kernel, stmt->other);
		if (stmt->kind == STMT_DECLARE && is_wide(stmt->var)
		    && stmt->value && is_zero(stmt->value))
			narrow(kernel, block, i);
	}
}

void pass_sums(Kernel *kernel)
{
	pass_count(kernel);
	narrow_all(kernel, kernel->top);
}
