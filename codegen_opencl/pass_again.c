/* What an item has loaded from local memory is not loaded again, as long as nothing
 * is stored to that array: compilers do not know, where a barrier lies between. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

enum { LOADS = 64 };

typedef struct Loaded {
	const Code *load; /* NULL: something was stored there */
	Var *var;
} Loaded;

typedef struct Again {
	Arena *arena;
	bool any; /* was found again */
	int count;
	Loaded loaded[LOADS];
} Again;

/* -- what is there --------------------------------------------------------- */

static void forget(Again *again, const Buffer *buffer)
{
	for (int i = 0; i < again->count; i++)
		if (again->loaded[i].load
		    && again->loaded[i].load->buffer == buffer)
			again->loaded[i].load = NULL;
}

static void forget_stored(Again *again, const Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE)
			forget(again, stmt->buffer);
		forget_stored(again, stmt->body);
		forget_stored(again, stmt->other);
	}
}

static Var *found(const Again *again, const Code *load)
{
	for (int i = 0; i < again->count; i++) {
		const Code *before = again->loaded[i].load;

		if (before && before->buffer == load->buffer
		    && before->index == load->index
		    && before->width == load->width)
			return again->loaded[i].var;
	}
	return NULL;
}

/* -- statements ------------------------------------------------------------ */

static void check_var(void *context, Var *var)
{
	bool *same = context;

	*same &= var->writes <= 1;
}

/* Of an element that stays the same one. */
static bool is_load(const Stmt *stmt)
{
	bool same = true;

	if (stmt->kind != STMT_DECLARE || !stmt->value
	    || stmt->var->writes != 1 || stmt->value->kind != CODE_LOAD
	    || stmt->value->buffer->space != SPACE_LOCAL)
		return false;
	stmt_vars(stmt, check_var, &same);
	return same;
}

static void load(Again *again, Stmt *stmt)
{
	Var *var = found(again, stmt->value);

	again->any |= var != NULL;
	if (var)
		stmt->value = code_var(again->arena, var);
	else if (again->count < LOADS)
		again->loaded[again->count++] = (Loaded){ stmt->value,
							  stmt->var };
}

static void go_through(Again *again, Block *block)
{
	const int known = again->count;

	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (is_load(stmt))
			load(again, stmt);
		if (stmt->kind == STMT_STORE)
			forget(again, stmt->buffer);
		if (stmt->kind == STMT_LOOP)
			forget_stored(again, stmt->body);
		go_through(again, stmt->body);
		if (stmt->other)
			forget_stored(again, stmt->body);
		go_through(again, stmt->other);
	}
	again->count = known;
}

bool pass_again(Kernel *kernel)
{
	Again again = { .arena = kernel->arena };

	pass_count(kernel);
	go_through(&again, kernel->top);
	return again.any;
}
