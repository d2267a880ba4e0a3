/* Stores of what is there already go: an element that is loaded, and stored again
 * in one of two branches, is stored in the other one alone; a vector that is chosen
 * lane by lane from what is there and something else, where some lane may be the
 * latter. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/masks.h"
#include "codegen_opencl/pass.h"

/* -- what is there --------------------------------------------------------- */

/* Where a statement stands; closed: its block is run in rounds. */
typedef struct Frame {
	const Block *block;
	int at;
	bool closed;
	const struct Frame *up;
} Frame;

typedef struct Kept {
	Kernel *kernel;
	AffineTable *t;
	const Stmt *store;
} Kept;

static bool stores(const Stmt *stmt, const Buffer *buffer)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->kind == STMT_STORE)
		return stmt->buffer == buffer;
	for (int k = 0; k < 2; k++)
		for (int i = 0; blocks[k] && i < blocks[k]->count; i++)
			if (stores(blocks[k]->items[i], buffer))
				return true;
	return false;
}

/* Where the variable is declared, when nothing is stored to the buffer between
 * that and the frame. */
static const Stmt *declared(const Frame *frame, const Var *var,
			    const Buffer *buffer)
{
	for (; frame; frame = frame->closed ? NULL : frame->up)
		for (int i = frame->at - 1; i >= 0; i--) {
			const Stmt *stmt = frame->block->items[i];

			if (stmt->kind == STMT_DECLARE && stmt->var == var)
				return stmt;
			if (stores(stmt, buffer))
				return NULL;
		}
	return NULL;
}

/* Whether the value is what is stored there before. */
static bool is_there(const Kept *kept, const Frame *frame, const Code *value)
{
	const Stmt *stmt;

	if (value->kind == CODE_VAR) {
		stmt = declared(frame, value->var, kept->store->buffer);
		value = stmt ? stmt->value : NULL;
	}
	return value && value->kind == CODE_LOAD
	    && value->width == kept->store->value->width
	    && value->buffer == kept->store->buffer
	    && value->index == kept->store->index;
}

/* -- stores in branches ---------------------------------------------------- */

static void count_var(void *context, Var *var)
{
	(void)context;
	var->mark++;
}

static void clear_var(void *context, Var *var)
{
	(void)context;
	var->mark = 0;
}

static void visit(const Block *block, VarVisit *see)
{
	for (int i = 0; i < block->count; i++) {
		stmt_vars(block->items[i], see, NULL);
		if (block->items[i]->body)
			visit(block->items[i]->body, see);
		if (block->items[i]->other)
			visit(block->items[i]->other, see);
	}
}

/* By the store, or no more. */
static bool is_read_once(const Kernel *kernel, const Var *var)
{
	visit(kernel->top, clear_var);
	visit(kernel->top, count_var);
	return var->mark <= 1;
}

static const Stmt *last_of(const Block *block)
{
	return block && block->count ? block->items[block->count - 1] : NULL;
}

/* The two assignments that the condition before the statement chooses from. */
static bool is_chosen(const Block *block, int at, const Code *value)
{
	const Stmt *chosen = at > 0 ? block->items[at - 1] : NULL;
	const Stmt *yes, *no;

	if (!chosen || chosen->kind != STMT_IF || value->kind != CODE_VAR)
		return false;
	yes = last_of(chosen->body);
	no = last_of(chosen->other);
	return yes && no && yes->kind == STMT_ASSIGN && yes->var == value->var
	    && no->kind == STMT_ASSIGN && no->var == value->var;
}

/* Whether some branch, or one in it, ends with what is there. */
static bool keeps(const Kept *kept, const Frame *frame, const Code *value)
{
	const Stmt *chosen;

	if (is_there(kept, frame, value))
		return true;
	if (!is_chosen(frame->block, frame->at, value)
	    || !is_read_once(kept->kernel, value->var))
		return false;
	chosen = frame->block->items[frame->at - 1];
	for (int i = 0; i < 2; i++) {
		const Block *branch = i ? chosen->other : chosen->body;
		const Frame before = { frame->block, frame->at - 1,
				       frame->closed, frame->up };
		const Frame inner = { branch, branch->count - 1, false,
				      &before };

		if (keeps(kept, &inner, last_of(branch)->value))
			return true;
	}
	return false;
}

static const Code *negated(Arena *arena, const Code *condition)
{
	return code_prefix(arena, OPERATOR_NOT, condition);
}

/* Whether nothing outside of the block depends on it. */
static bool is_idle(const Block *block)
{
	for (int i = 0; i < block->count; i++)
		if (block->items[i]->kind != STMT_DECLARE)
			return false;
	return true;
}

static void end_with(Kept *kept, const Frame *frame, Block *block,
		     const Code *value);

static void end_branches(Kept *kept, const Frame *frame, Stmt *chosen)
{
	Block *branches[] = { chosen->body, chosen->other };

	for (int i = 0; i < 2; i++) {
		const Frame inner = { branches[i], branches[i]->count - 1,
				      false, frame };
		const Code *value = last_of(branches[i])->value;
		const bool there = is_there(kept, &inner, value);

		branches[i]->count--;
		if (!there)
			end_with(kept, &inner, branches[i], value);
	}
	if (is_idle(chosen->other)) {
		chosen->other = NULL;
	} else if (is_idle(chosen->body)) {
		chosen->value = negated(kept->kernel->arena, chosen->value);
		chosen->body = chosen->other;
		chosen->other = NULL;
	}
}

/* The store of the value at the end of the block, but where it is there. */
static void end_with(Kept *kept, const Frame *frame, Block *block,
		     const Code *value)
{
	const Frame before = { block, block->count - 1, frame->closed,
			       frame->up };
	Stmt store = *kept->store;

	if (is_chosen(block, block->count, value)
	    && keeps(kept, frame, value)) {
		end_branches(kept, &before, block->items[block->count - 1]);
		return;
	}
	store.value = value;
	block_add(block, store);
}

/* A store of one of two values, one of which is there. */
static bool choose_store(Kept *kept, const Frame *frame, Stmt *store)
{
	Arena *arena = kept->kernel->arena;
	const Code *value = store->value;
	Block *body;
	Stmt made = *store;

	for (int i = 1; i < 3; i++) {
		if (!is_there(kept, frame, value->args[i]))
			continue;
		made.value = value->args[3 - i];
		body = block_new(arena);
		block_add(body, made);
		*store = (Stmt){ .kind = STMT_IF, .body = body,
				 .value = i == 2 ? value->args[0]
				 : negated(arena, value->args[0]) };
		return true;
	}
	return false;
}

/* -- lanes ----------------------------------------------------------------- */

/* A store of a vector some of whose lanes are there. */
static bool choose_lanes(Kept *kept, const Frame *frame, Stmt *store)
{
	Arena *arena = kept->kernel->arena;
	const Code *condition;
	Block *body;

	if (!is_there(kept, frame, store->value->args[0])
	    || !(condition = mask_some(kept->t, arena,
					store->value->args[2])))
		return false;
	body = block_new(arena);
	block_add(body, *store);
	*store = (Stmt){ .kind = STMT_IF, .body = body, .value = condition };
	return true;
}

/* A load of what is there, for before the store that goes: nothing in the round may
 * have been stored there by then (in_place.c). pass_dead takes it out. */
static Stmt *load_of(const Kept *kept, const Stmt *store)
{
	Arena *arena = kept->kernel->arena;
	Stmt *load = ARENA_NEW(arena, Stmt);

	*load = (Stmt){ .kind = STMT_DECLARE,
			.var = var_new(arena, VAR_TEMP, store->buffer->scalar,
				       store->value->width, 0),
			.value = code_load(arena, store->buffer, store->index,
					   store->value->width) };
	return load;
}

static void keep_stores(Kept *kept, Block *block, const Frame *up,
			const Buffer *buffer, bool closed)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i], *load;
		const Frame frame = { block, i, closed, up };
		const Frame before = { block, i - 1, closed, up };
		const bool rounds = stmt->kind == STMT_LOOP
				 || stmt->kind == STMT_PARALLEL;

		if (stmt->body)
			keep_stores(kept, stmt->body, &frame, buffer, rounds);
		if (stmt->other)
			keep_stores(kept, stmt->other, &frame, buffer, rounds);
		if (stmt->kind != STMT_STORE || stmt->buffer != buffer
		    || stmt->atomic)
			continue;
		kept->store = stmt;
		load = load_of(kept, stmt);
		if (stmt->value->kind == CODE_COND) {
			if (choose_store(kept, &frame, stmt))
				block_insert(block, i++, load);
		} else if (stmt->value->kind == CODE_CALL
			   && stmt->value->op == OPERATOR_SELECT) {
			if (choose_lanes(kept, &frame, stmt))
				block_insert(block, i++, load);
		} else if (is_chosen(block, i, stmt->value)
			   && keeps(kept, &frame, stmt->value)) {
			for (int j = i; j + 1 < block->count; j++)
				block->items[j] = block->items[j + 1];
			block->count--;
			end_branches(kept, &before, block->items[--i]);
			block_insert(block, i++, load);
		}
	}
}

void pass_kept(Kernel *kernel, AffineTable *indices, const Buffer *buffer)
{
	Kept kept = { .kernel = kernel, .t = indices };

	keep_stores(&kept, kernel->top, NULL, buffer, true);
}
