/* Variables that are one. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"


/* -- mentions -------------------------------------------------------------- */

static int stmt_reads(const Stmt *stmt, const Var *var);

static int block_reads(const Block *block, const Var *var)
{
	int reads = 0;

	for (int i = 0; block && i < block->count; i++)
		reads += stmt_reads(block->items[i], var);
	return reads;
}

static int own_reads(const Stmt *stmt, const Var *var)
{
	const Code *own[] = { stmt->value, stmt->start, stmt->step };
	int reads = (stmt->index && affine_mentions(stmt->index, var))
		  + (stmt->end && affine_mentions(stmt->end, var));

	for (int i = 0; i < 3; i++)
		if (own[i])
			reads += code_reads(own[i], var);
	return reads;
}

static int stmt_reads(const Stmt *stmt, const Var *var)
{
	return own_reads(stmt, var) + block_reads(stmt->body, var)
	       + block_reads(stmt->other, var);
}

static bool stmt_writes(const Stmt *stmt, const Var *var);

static bool block_writes(const Block *block, const Var *var)
{
	for (int i = 0; block && i < block->count; i++)
		if (stmt_writes(block->items[i], var))
			return true;
	return false;
}

static bool stmt_writes(const Stmt *stmt, const Var *var)
{
	return stmt->var == var || block_writes(stmt->body, var)
	       || block_writes(stmt->other, var);
}

static bool mentions(const Stmt *stmt, const Var *var)
{
	return stmt_reads(stmt, var) || stmt_writes(stmt, var);
}

static bool index_uses(const Code *code, const Var *var)
{
	if (code->index && affine_mentions(code->index, var))
		return true;
	for (int i = 0; i < code->count; i++)
		if (index_uses(code->args[i], var))
			return true;
	return false;
}

/* Whether var occurs inside an index, where nothing can be put for it. */
static bool in_index(const Stmt *stmt, const Var *var)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if ((stmt->index && affine_mentions(stmt->index, var))
	    || (stmt->end && affine_mentions(stmt->end, var))
	    || (stmt->start && index_uses(stmt->start, var))
	    || (stmt->value && index_uses(stmt->value, var)))
		return true;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (in_index(blocks[b]->items[i], var))
				return true;
	return false;
}

static void replace(Arena *arena, Stmt *stmt, Var *var, Var *by,
		    const Code *code)
{
	const Code **own[] = { &stmt->value, &stmt->start, &stmt->step };
	Block *blocks[] = { stmt->body, stmt->other };

	for (int i = 0; i < 3; i++)
		if (*own[i])
			*own[i] = code_replace(arena, *own[i], var, code);
	if (by && stmt->var == var)
		stmt->var = by;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			replace(arena, blocks[b]->items[i], var, by, code);
}

static void remove_at(Block *block, int at)
{
	for (int i = at; i + 1 < block->count; i++)
		block->items[i] = block->items[i + 1];
	block->count--;
}

/* -- declarations ---------------------------------------------------------- */

static void join_declarations(Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i], *first = NULL;

		if (stmt->kind != STMT_DECLARE || stmt->value)
			continue;
		for (int j = i + 1; j < block->count && !first; j++)
			if (mentions(block->items[j], stmt->var))
				first = block->items[j];
		if (!first || first->kind != STMT_ASSIGN
		    || first->var != stmt->var
		    || own_reads(first, stmt->var))
			continue;
		first->kind = STMT_DECLARE;
		remove_at(block, i--);
	}
}

/* -- computed apart, then assigned ----------------------------------------- */

static const Code *var_code(Arena *arena, Var *var)
{
	Code *code = ARENA_NEW(arena, Code);

	*code = (Code){ .kind = CODE_VAR, .var = var, .scalar = var->scalar,
			.width = var->width, .mask = var->mask };
	return code;
}

static bool same_kind(const Var *a, const Var *b)
{
	return a != b && a->scalar == b->scalar && a->width == b->width
	    && a->mask == b->mask && a->kind != VAR_LOOP
	    && a->kind != VAR_ID && a->kind != VAR_ARGUMENT;
}

/* Whether the loop around may end there. */
static bool may_leave(const Stmt *stmt)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	for (int b = 0; b < 2 && stmt->kind == STMT_IF; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (may_leave(blocks[b]->items[i]))
				return true;
	return stmt->kind == STMT_LEAVE;
}

/* Whether all that happens to part happens in from..to of the block, and
 * nothing in between touches whole, or leaves it to be read as it is. */
static bool is_apart(const Block *block, int from, int to, const Var *part,
		     const Var *whole)
{
	int reads = 0;

	for (int i = from; i <= to; i++) {
		const Stmt *stmt = block->items[i];

		if (in_index(stmt, part))
			return false;
		reads += stmt_reads(stmt, part);
		if (i > from && i < to
		    && (may_leave(stmt) || mentions(stmt, whole)))
			return false;
	}
	return reads == part->reads;
}

/* whole = f(part), where part was made for it: part becomes whole. */
static bool absorb(Block *block, int at, Var *part)
{
	Stmt *assign = block->items[at], *made = NULL;
	Var *whole = assign->var;
	bool plain = assign->value->kind == CODE_VAR;
	int from = at;

	if (!same_kind(part, whole))
		return false;
	while (!made && from > 0)
		if (block->items[--from]->kind == STMT_DECLARE
		    && block->items[from]->var == part)
			made = block->items[from];
	if (!made || own_reads(assign, whole)
	    || !(plain || own_reads(made, whole))
	    || !is_apart(block, from, at, part, whole))
		return false;
	for (int i = from; i <= at; i++)
		replace(block->arena, block->items[i], part, whole,
			var_code(block->arena, whole));
	made->kind = STMT_ASSIGN;
	if (plain)
		remove_at(block, at);
	if (!made->value || made->value->var == whole)
		remove_at(block, from);
	return true;
}

/* The variables that the code reads, tried one after the other. */
static bool absorb_any(Block *block, int at, const Code *code)
{
	if (code->kind == CODE_VAR)
		return absorb(block, at, code->var);
	for (int i = 0; i < code->count; i++)
		if (absorb_any(block, at, code->args[i]))
			return true;
	return false;
}

static bool join_assignments(Block *block)
{
	for (int i = block->count - 1; i >= 0; i--) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_ASSIGN
		    && absorb_any(block, i, stmt->value))
			return true;
	}
	return false;
}

/* -- the same value under two names ---------------------------------------- */

static bool is_declared(const Block *block, int before, const Var *var)
{
	for (int i = 0; i < before; i++)
		if (block->items[i]->kind == STMT_DECLARE
		    && block->items[i]->var == var)
			return true;
	return false;
}

/* Whether the statements from `from` on leave a as it is, and b is no index. */
static bool keep_alias(const Block *block, int from, const Var *a, const Var *b)
{
	for (int i = from; i < block->count; i++)
		if (stmt_writes(block->items[i], a)
		    || in_index(block->items[i], b))
			return false;
	return true;
}

/* b = a, and neither changes from here on: b is a. after: what comes behind the
 * block, or NULL. */
static bool is_alias(const Block *block, const Block *after, int at)
{
	const Stmt *stmt = block->items[at];
	const Var *var;

	if (stmt->kind != STMT_DECLARE || !stmt->value
	    || stmt->value->kind != CODE_VAR || stmt->var->writes != 1)
		return false;
	var = stmt->value->var;
	return is_declared(block, at, var)
	    && keep_alias(block, at + 1, var, stmt->var)
	    && (!after || keep_alias(after, 0, var, stmt->var));
}

static bool join_aliases(Block *block, const Block *after)
{
	bool changed = false;

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (!is_alias(block, after, i))
			continue;
		for (int j = i + 1; j < block->count; j++)
			replace(block->arena, block->items[j], stmt->var, NULL,
				stmt->value);
		for (int j = 0; after && j < after->count; j++)
			replace(block->arena, after->items[j], stmt->var, NULL,
				stmt->value);
		remove_at(block, i--);
		changed = true;
	}
	return changed;
}

/* -- chains ---------------------------------------------------------------- */

/* A name, a number, or a product of these. */
static bool is_plain(const Code *code)
{
	return code_is_atomic(code)
	    || (code->kind == CODE_INFIX && code->op == OPERATOR_MUL
		&& code_is_atomic(code->args[0])
		&& code_is_atomic(code->args[1]));
}

/* acc op x, for a plain x. */
static bool is_link(const Code *code, const Var *acc)
{
	return code->kind == CODE_INFIX && code->args[0]->kind == CODE_VAR
	    && code->args[0]->var == acc && is_plain(code->args[1])
	    && !code_reads(code->args[1], acc);
}

/* A sum so far, to which one more term may be put on the same line. */
static bool is_chain(const Code *code, Operator op)
{
	while (code->kind == CODE_INFIX && code->op == op
	       && is_plain(code->args[1]))
		code = code->args[0];
	return is_plain(code)
	    || (code->kind == CODE_LANES && code->count == 1);
}

/* The next statement that is not the declaration of another variable: no more
 * than these lie in between. */
static int next_of(const Block *block, int at)
{
	const Var *var = block->items[at]->var;
	int next = at + 1;

	while (next < block->count && block->items[next]->kind == STMT_DECLARE
	       && !mentions(block->items[next], var))
		next++;
	return next;
}

/* A sum of integers that begins with 0 begins with what is added first. */
static bool is_nothing(const Code *value, const Code *sum)
{
	return sum->op == OPERATOR_ADD && value->kind == CODE_LITERAL
	    && scalar_is_int(value->scalar) && !value->bits
	    && sum->args[1]->width == sum->width;
}

/* acc = a; acc = acc + b; acc = acc + c; is acc = a + b + c, once all of them
 * are declared. */
static bool join_chain(Block *block, int at)
{
	Stmt *first = block->items[at], *next;
	int next_at;

	if ((first->kind != STMT_DECLARE && first->kind != STMT_ASSIGN)
	    || !first->value)
		return false;
	next_at = next_of(block, at);
	if (next_at == block->count)
		return false;
	next = block->items[next_at];
	if (next->kind != STMT_ASSIGN
	    || next->var != first->var || !is_link(next->value, first->var)
	    || !is_chain(first->value, next->value->op))
		return false;
	next->value = is_nothing(first->value, next->value)
		    ? next->value->args[1]
		    : code_replace(block->arena, next->value, first->var,
				   first->value);
	next->kind = first->kind;
	remove_at(block, at);
	return true;
}

static void join_chains(Block *block)
{
	for (int i = 0; i < block->count; i++)
		if (join_chain(block, i))
			i--;
}

/* -- used once ------------------------------------------------------------- */

static int nodes(const Code *code)
{
	int count = 1;

	for (int i = 0; i < code->count; i++)
		count += nodes(code->args[i]);
	return count;
}

typedef struct Changes {
	const Block *block;
	int from, to;
	bool any;
} Changes;

static void find_change(void *context, const Code *code)
{
	Changes *changes = context;

	if (code->kind != CODE_VAR)
		return;
	for (int i = changes->from; i < changes->to; i++)
		changes->any |= stmt_writes(changes->block->items[i],
					    code->var);
}

/* The value of the declaration at `from` may as well be computed at `to`. */
static bool may_move(const Block *block, int from, int to)
{
	const Stmt *made = block->items[from], *use = block->items[to];
	Changes changes = { block, from + 1, to, false };

	enum { NODES_MAX = 24 };

	if (use->body || in_index(use, made->var)
	    || nodes(made->value) + nodes(use->value) > NODES_MAX)
		return false;
	code_visit(made->value, find_change, &changes);
	return !changes.any;
}

static bool is_used_once(const Stmt *stmt)
{
	return stmt->kind == STMT_DECLARE && stmt->value
	    && stmt->var->kind == VAR_TEMP && stmt->var->reads == 1
	    && stmt->var->writes == 1 && !code_loads(stmt->value, NULL);
}

static void inline_once(Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		int use = i + 1;

		if (!is_used_once(stmt))
			continue;
		while (use < block->count
		       && !stmt_reads(block->items[use], stmt->var))
			use++;
		if (use == block->count || !may_move(block, i, use))
			continue;
		replace(block->arena, block->items[use], stmt->var, NULL,
			stmt->value);
		remove_at(block, i--);
	}
}

/* -- the pass -------------------------------------------------------------- */

static bool join_block(Kernel *kernel, Block *block)
{
	bool changed = false;

	for (int i = 0; i < block->count; i++) {
		if (block->items[i]->body)
			changed |= join_block(kernel, block->items[i]->body);
		if (block->items[i]->other)
			changed |= join_block(kernel, block->items[i]->other);
	}
	join_declarations(block);
	changed |= join_aliases(block, block == kernel->prologue ? kernel->top
								 : NULL);
	while (join_assignments(block)) {
		pass_count(kernel);
		changed = true;
	}
	return changed;
}

static void inline_block(Block *block)
{
	for (int i = 0; i < block->count; i++) {
		if (block->items[i]->body)
			inline_block(block->items[i]->body);
		if (block->items[i]->other)
			inline_block(block->items[i]->other);
	}
	join_chains(block);
	inline_once(block);
}

void pass_join(Kernel *kernel)
{
	do
		pass_count(kernel);
	while (join_block(kernel, kernel->prologue)
	       | join_block(kernel, kernel->top));
	inline_block(kernel->prologue);
	inline_block(kernel->top);
}
