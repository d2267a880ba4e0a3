/* What an item has loaded from local memory is not loaded again, as long as nothing
 * is stored to that array: compilers do not know, where a barrier lies between. The
 * same of so many registers of what the kernel only reads. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

enum { LOADS = 64, REGISTERS = 32 };

typedef struct Loaded {
	const Code *load; /* NULL: something was stored there */
	Var *var;
	bool kept;        /* in registers that are counted */
} Loaded;

typedef struct Again {
	Arena *arena;
	bool any; /* was found again */
	int count;
	Loaded loaded[LOADS];
	int registers; /* of 4 bytes, by which what is only read is kept */
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

static Loaded *found(Again *again, const Code *load)
{
	for (int i = 0; i < again->count; i++) {
		const Code *before = again->loaded[i].load;

		if (before && before->buffer == load->buffer
		    && before->index == load->index
		    && before->width == load->width)
			return &again->loaded[i];
	}
	return NULL;
}

/* Whether it can stay in registers, where a group's memory is no nearer. */
static bool keep(Again *again, Loaded *loaded)
{
	const Code *load = loaded->load;
	const int bytes = (int)scalar_bytes(load->scalar) * load->width;
	const int registers = again->registers + (bytes + 3) / 4;

	if (loaded->kept || load->buffer->space == SPACE_LOCAL)
		return true;
	loaded->kept = registers <= REGISTERS;
	if (loaded->kept)
		again->registers = registers;
	return loaded->kept;
}

/* -- statements ------------------------------------------------------------ */

static void check_var(void *context, Var *var)
{
	bool *same = context;

	*same &= var->writes <= 1;
}

/* In memory that what comes between two loads cannot have changed unseen. */
static bool is_kept(const Buffer *buffer)
{
	return buffer->space == SPACE_LOCAL
	    || (buffer->space == SPACE_GLOBAL && !buffer->mark);
}

/* Of an element that stays the same one. */
static bool is_load(const Stmt *stmt)
{
	bool same = true;

	if (stmt->kind != STMT_DECLARE || !stmt->value
	    || stmt->var->writes != 1 || stmt->value->kind != CODE_LOAD
	    || !is_kept(stmt->value->buffer))
		return false;
	stmt_vars(stmt, check_var, &same);
	return same;
}

static void load(Again *again, Stmt *stmt)
{
	Loaded *before = found(again, stmt->value);

	if (before && keep(again, before)) {
		stmt->value = code_var(again->arena, before->var);
		again->any = true;
	} else if (!before && again->count < LOADS)
		again->loaded[again->count++] = (Loaded){ stmt->value,
							  stmt->var, false };
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
