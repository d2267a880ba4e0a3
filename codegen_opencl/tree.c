#include "codegen_opencl/tree.h"

#include <string.h>

Var *var_new(Arena *arena, VarKind kind, Scalar scalar, int width, int mask)
{
	Var *var = ARENA_NEW(arena, Var);

	*var = (Var){ .kind = kind, .scalar = scalar, .width = width,
		      .mask = mask, .number = -1 };
	return var;
}

Block *block_new(Arena *arena)
{
	Block *block = ARENA_NEW(arena, Block);

	block->arena = arena;
	return block;
}

static void block_reserve(Block *block, int more)
{
	int wanted = block->count + more;
	Stmt **items;

	if (wanted <= block->capacity)
		return;
	block->capacity = wanted < 8 ? 8 : 2 * wanted;
	items = ARENA_ARRAY(block->arena, Stmt *, block->capacity);
	if (block->count)
		memcpy(items, block->items,
		       sizeof *items * (size_t)block->count);
	block->items = items;
}

void block_insert(Block *block, int at, Stmt *stmt)
{
	block_reserve(block, 1);
	memmove(block->items + at + 1, block->items + at,
		sizeof *block->items * (size_t)(block->count - at));
	block->items[at] = stmt;
	block->count++;
}

Stmt *block_take(Block *block, int at)
{
	Stmt *stmt = block->items[at];

	block->count--;
	memmove(block->items + at, block->items + at + 1,
		sizeof *block->items * (size_t)(block->count - at));
	return stmt;
}

bool block_has_loop(const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_LOOP
		    || (stmt->body && block_has_loop(stmt->body))
		    || (stmt->other && block_has_loop(stmt->other)))
			return true;
	}
	return false;
}

Stmt *block_add(Block *block, Stmt stmt)
{
	Stmt *made = ARENA_NEW(block->arena, Stmt);

	*made = stmt;
	block_insert(block, block->count, made);
	return made;
}

void block_splice(Block *to, Block *from)
{
	block_reserve(to, from->count);
	for (int i = 0; i < from->count; i++)
		to->items[to->count++] = from->items[i];
	from->count = 0;
}

void code_visit(const Code *code, CodeVisit *visit, void *context)
{
	visit(context, code);
	for (int i = 0; i < code->count; i++)
		code_visit(code->args[i], visit, context);
}

void stmt_visit(const Stmt *stmt, CodeVisit *visit, void *context)
{
	const Code *own[] = { stmt->value, stmt->start, stmt->step };

	for (int i = 0; i < 3; i++)
		if (own[i])
			code_visit(own[i], visit, context);
}

static int index_reads(const Affine *index, const Var *var)
{
	return index && affine_mentions(index, var);
}

int code_reads(const Code *code, const Var *var)
{
	int reads = code->var == var || index_reads(code->index, var);

	for (int i = 0; i < code->count; i++)
		reads += code_reads(code->args[i], var);
	return reads;
}

const Code *code_with_parts(Arena *arena, const Code *code, CodePart *part,
			    void *context)
{
	const Code **args;
	bool changed = false;
	Code *made;

	if (!code->count)
		return code;
	args = ARENA_ARRAY(arena, const Code *, code->count);
	for (int i = 0; i < code->count; i++) {
		args[i] = part(context, code->args[i]);
		changed |= args[i] != code->args[i];
	}
	if (!changed)
		return code;
	made = ARENA_NEW(arena, Code);
	*made = *code;
	made->args = args;
	return made;
}

typedef struct Replace {
	Arena *arena;
	const Var *var;
	const Code *by;
} Replace;

static const Code *replaced(void *context, const Code *code)
{
	const Replace *replace = context;

	if (code->kind == CODE_VAR)
		return code->var == replace->var ? replace->by : code;
	return code_with_parts(replace->arena, code, replaced, context);
}

const Code *code_replace(Arena *arena, const Code *code, const Var *var,
			 const Code *by)
{
	Replace replace = { arena, var, by };

	return replaced(&replace, code);
}

const char *code_text(const Code *code)
{
	return code->name ? code->name : operator_rows[code->op].text;
}

const Code *code_typed(const Code *call)
{
	bool truth = call->scalar == SCALAR_BOOL && call->width == 1;

	return truth ? call->args[0] : call;
}

bool stmt_fills_line(const Stmt *store)
{
	return store->around
	    || (store->buffer->line
		&& store->value->width == store->buffer->line);
}

bool code_loads(const Code *code, const Buffer *buffer)
{
	if (code->kind == CODE_LOAD && (!buffer || code->buffer == buffer))
		return true;
	for (int i = 0; i < code->count; i++)
		if (code_loads(code->args[i], buffer))
			return true;
	return false;
}

int kernel_statements(const Block *block)
{
	int count = block->count;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->body)
			count += kernel_statements(stmt->body);
		if (stmt->other)
			count += kernel_statements(stmt->other);
	}
	return count;
}

void block_mark_stored(const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE)
			stmt->buffer->mark = 1;
		block_mark_stored(stmt->body);
		block_mark_stored(stmt->other);
	}
}

bool stmt_may_leave(const Stmt *stmt)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->kind == STMT_LEAVE)
		return true;
	for (int k = 0; k < 2 && stmt->kind != STMT_LOOP; k++)
		for (int i = 0; blocks[k] && i < blocks[k]->count; i++)
			if (stmt_may_leave(blocks[k]->items[i]))
				return true;
	return false;
}
