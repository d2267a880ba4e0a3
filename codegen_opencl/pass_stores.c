/* The stores of straight-line code after its loads: the compiler then need not
 * know that they are apart. */
#include "codegen_opencl/pass.h"

/* Whether a load follows the store before `to`, or an earlier store waits
 * already, and nothing loads what was stored. */
static bool may_wait(const Block *block, int at, int to, bool waits)
{
	const Buffer *buffer = block->items[at]->buffer;
	bool loads = waits;

	for (int i = at + 1; i < to; i++) {
		const Code *value = block->items[i]->value;

		if (!value)
			continue;
		if (code_loads(value, buffer))
			return false;
		loads |= code_loads(value, NULL);
	}
	return loads;
}

/* Keeps the value as it is now in a variable, unless it is one for good. */
static Stmt *kept(Block *block, Stmt *store)
{
	const Code *value = store->value;
	Code *code = ARENA_NEW(block->arena, Code);
	Stmt *made = ARENA_NEW(block->arena, Stmt);
	Var *var;

	if (value->kind == CODE_LITERAL
	    || (value->kind == CODE_VAR && value->var->writes <= 1))
		return NULL;
	var = var_new(block->arena, VAR_TEMP, value->scalar, value->width,
		      value->mask);
	var->writes = var->reads = 1;
	*made = (Stmt){ .kind = STMT_DECLARE, .var = var, .value = value };
	*code = (Code){ .kind = CODE_VAR, .var = var, .scalar = var->scalar,
			.width = var->width, .mask = var->mask };
	store->value = code;
	return made;
}

static int stores_last(void *context, Block *block, int from, int to)
{
	Stmt **late = ARENA_ARRAY(block->arena, Stmt *, to - from + 1);
	int count = 0;

	(void)context;
	for (int i = from; i < to; i++) {
		Stmt *stmt = block->items[i], *value;

		if (stmt->kind != STMT_STORE || stmt->atomic
		    || !may_wait(block, i, to, count > 0))
			continue;
		value = kept(block, stmt);
		late[count++] = stmt;
		if (value) {
			block->items[i] = value;
			continue;
		}
		block_take(block, i--);
		to--;
	}
	for (int i = 0; i < count; i++)
		block_insert(block, to + i, late[i]);
	return to + count;
}

void pass_stores(Kernel *kernel)
{
	pass_count(kernel);
	pass_runs(kernel->top, stores_last, NULL);
}
