/* Local arrays that are copies of others: where all that is stored to an array is
 * another's element of the same index, and that one is left as it is for as long as
 * the copy is read, it is read instead. A group's results are copied so that its
 * items have them side by side; what goes on with them in the group needs no copy. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

typedef struct Copy {
	Kernel *kernel;
	const Buffer *to;
	Buffer *from; /* NULL: not known yet */
	bool pure;    /* so far */
} Copy;

/* -- uses ------------------------------------------------------------------ */

typedef struct Uses {
	const Buffer *buffer;
	int loads, stores;
} Uses;

static void count_load(void *context, const Code *code)
{
	Uses *uses = context;

	uses->loads += code->kind == CODE_LOAD && code->buffer == uses->buffer;
}

static void add_uses(const Stmt *stmt, Uses *uses)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	stmt_visit(stmt, count_load, uses);
	uses->stores += stmt->kind == STMT_STORE && stmt->buffer == uses->buffer;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			add_uses(blocks[b]->items[i], uses);
}

/* In from..to of the block. */
static Uses uses_in(const Block *block, int from, int to, const Buffer *buffer)
{
	Uses uses = { .buffer = buffer };

	for (int i = from; i < to; i++)
		add_uses(block->items[i], &uses);
	return uses;
}

/* -- copies ---------------------------------------------------------------- */

/* A statement in a block that is a part of another. */
typedef struct Frame {
	const Block *block;
	int at;
	const struct Frame *up;
} Frame;

static const Code *declared(const Frame *frame, const Var *var)
{
	for (; frame; frame = frame->up)
		for (int i = frame->at - 1; i >= 0; i--)
			if (frame->block->items[i]->kind == STMT_DECLARE
			    && frame->block->items[i]->var == var)
				return frame->block->items[i]->value;
	return NULL;
}

static void check_store(Copy *copy, const Frame *frame)
{
	const Stmt *store = frame->block->items[frame->at];
	const Code *value = store->value;

	if (value->kind == CODE_VAR)
		value = declared(frame, value->var);
	copy->pure &= value && value->kind == CODE_LOAD && !store->atomic
		   && value->index == store->index
		   && value->width == store->value->width
		   && value->buffer != copy->to
		   && value->buffer->space == SPACE_LOCAL
		   && value->buffer->scalar == copy->to->scalar
		   && (!copy->from || copy->from == value->buffer);
	if (copy->pure)
		copy->from = value->buffer;
}

static void check_stores(Copy *copy, const Block *block, const Frame *up)
{
	Frame frame = { block, 0, up };

	for (; block && frame.at < block->count && copy->pure; frame.at++) {
		const Stmt *stmt = block->items[frame.at];

		if (stmt->kind == STMT_STORE && stmt->buffer == copy->to)
			check_store(copy, &frame);
		check_stores(copy, stmt->body, &frame);
		check_stores(copy, stmt->other, &frame);
	}
}

/* -- reading the other ----------------------------------------------------- */

static const Code *redirected(void *context, const Code *code)
{
	Copy *copy = context;

	if (code->kind == CODE_LOAD && code->buffer == copy->to)
		return code_load(copy->kernel->arena, copy->from, code->index,
				 code->width);
	return code_with_parts(copy->kernel->arena, code, redirected, copy);
}

static void redirect(Copy *copy, Block *block, int from)
{
	for (int i = from; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const Code **own[] = { &stmt->value, &stmt->start, &stmt->step };

		for (int k = 0; k < 3; k++)
			if (*own[k])
				*own[k] = redirected(copy, *own[k]);
		redirect(copy, stmt->body, 0);
		redirect(copy, stmt->other, 0);
	}
}

static void drop_stores(Block *block, const Buffer *to)
{
	int kept = 0;

	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE && stmt->buffer == to)
			continue;
		drop_stores(stmt->body, to);
		drop_stores(stmt->other, to);
		block->items[kept++] = stmt;
	}
	if (block)
		block->count = kept;
}

/* -- where ----------------------------------------------------------------- */

/* One behind the last statement that reads it. */
static int end_of_reads(const Block *block, const Buffer *buffer)
{
	int end = block->count;

	while (end > 0 && !uses_in(block, end - 1, end, buffer).loads)
		end--;
	return end;
}

/* Whether the statements from first to last are the copy, and all reads come after
 * them. */
static bool is_copy(Copy *copy, const Block *block, int first, int last,
		    int loads)
{
	const Block part = { .count = last + 1 - first,
			     .items = block->items + first };
	const int end = end_of_reads(block, copy->to);

	copy->pure = true;
	copy->from = NULL;
	if (uses_in(block, last + 1, block->count, copy->to).loads != loads)
		return false;
	check_stores(copy, &part, NULL);
	return copy->pure && copy->from
	    && !uses_in(block, first, end, copy->from).stores;
}

/* The last of as many statements from that one on as have all stores; -1: there
 * are others. */
static int last_of_stores(const Block *block, int first, Uses all)
{
	for (int i = first; i < block->count; i++)
		if (uses_in(block, first, i + 1, all.buffer).stores
		    == all.stores)
			return i;
	return -1;
}

/* The statements that have all stores, in the block or below it. */
static bool end_copy(Copy *copy, Block *block, Uses all)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		int last;

		if (!uses_in(block, i, i + 1, copy->to).stores)
			continue;
		last = last_of_stores(block, i, all);
		if (last < 0)
			return false;
		if (!is_copy(copy, block, i, last, all.loads))
			return last == i && (end_copy(copy, stmt->body, all)
					     || end_copy(copy, stmt->other, all));
		redirect(copy, block, last + 1);
		drop_stores(block, copy->to);
		return true;
	}
	return false;
}

void pass_copies(Kernel *kernel)
{
	bool any = false;

	for (int i = 0; i < kernel->array_count; i++) {
		Copy copy = { .kernel = kernel, .to = kernel->arrays[i] };

		if (copy.to->space == SPACE_LOCAL)
			any |= end_copy(&copy, kernel->top,
					uses_in(kernel->top, 0,
						kernel->top->count, copy.to));
	}
	if (any)
		pass_dead(kernel);
}
