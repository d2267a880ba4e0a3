/* Loops whose result only the body of a condition reads stand in it, with what
 * they need: sums over rows that are not written are not computed. Where the bodies of
 * several do, the loop asks whether one of these holds. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/pass.h"

enum { MANY = 64 }; /* statements of a block that is looked at */

typedef struct Sink {
	const Block *block;
	const Stmt *branch; /* the condition that they go to */
	int at;             /* where that is in the block */
	bool goes[MANY];
} Sink;

/* -- what a statement does ------------------------------------------------- */

/* Whether it only computes variables. */
static bool is_pure(const Stmt *stmt, bool in_loop)
{
	const Block *blocks[] = { stmt->body, stmt->other };
	const bool loop = stmt->kind == STMT_LOOP;

	if (stmt->kind == STMT_LEAVE)
		return in_loop;
	if (stmt->kind != STMT_DECLARE && stmt->kind != STMT_ASSIGN
	    && stmt->kind != STMT_IF && !loop)
		return false;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (!is_pure(blocks[b]->items[i], in_loop || loop))
				return false;
	return true;
}

typedef struct Mention {
	const Var *wanted;
	bool found;
} Mention;

static void see_var(void *context, Var *var)
{
	Mention *mention = context;

	mention->found |= var == mention->wanted;
}

bool stmt_mentions(const Stmt *stmt, const Var *var)
{
	const Block *blocks[] = { stmt->body, stmt->other };
	Mention mention = { var, stmt->var == var };

	stmt_vars(stmt, see_var, &mention);
	for (int b = 0; b < 2 && !mention.found; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			mention.found |= stmt_mentions(blocks[b]->items[i], var);
	return mention.found;
}

/* Calls ask of each variable that the statement writes, until it says no. */
typedef bool AskVar(const Sink *sink, const Stmt *stmt, const Var *var);

static bool ask_written(const Sink *sink, const Stmt *whole, const Stmt *stmt,
			AskVar *ask)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->var && !ask(sink, whole, stmt->var))
		return false;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (!ask_written(sink, whole, blocks[b]->items[i],
					 ask))
				return false;
	return true;
}

/* -- what goes ------------------------------------------------------------- */

static bool declares(const Stmt *stmt, const Var *var)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if ((stmt->kind == STMT_DECLARE || stmt->kind == STMT_LOOP)
	    && stmt->var == var)
		return true;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (declares(blocks[b]->items[i], var))
				return true;
	return false;
}

/* Whether only the branch and what goes there mention the variable. */
static bool is_for_branch(const Sink *sink, const Stmt *stmt, const Var *var)
{
	const Stmt head = { .kind = STMT_IF, .value = sink->branch->value };
	bool declared = false;

	(void)stmt;
	for (int i = 0; i < sink->block->count; i++) {
		const bool goes = i < sink->at && sink->goes[i];

		if (i == sink->at)
			continue;
		declared |= goes && declares(sink->block->items[i], var);
		if (!goes && stmt_mentions(sink->block->items[i], var))
			return false;
	}
	return declared && !stmt_mentions(&head, var);
}

/* Whether the statement, which is passed, leaves the variable alone. */
static bool is_left_alone(const Sink *sink, const Stmt *stmt, const Var *var)
{
	(void)sink;
	return !stmt_mentions(stmt, var);
}

static bool may_go(const Sink *sink, int number)
{
	const Stmt *stmt = sink->block->items[number];

	if (!ask_written(sink, stmt, stmt, is_for_branch))
		return false;
	for (int i = number + 1; i < sink->at; i++) {
		const Stmt *passed = sink->block->items[i];

		if (!sink->goes[i] && !ask_written(sink, stmt, passed,
						   is_left_alone))
			return false;
	}
	return true;
}

/* What computes no more than variables, from the last that does more on; then
 * without what others need, until nothing changes. Whether a loop is left. */
static bool find(Sink *sink)
{
	bool changed = true, loops = false;
	int first = sink->at;

	while (first > 0 && is_pure(sink->block->items[first - 1], false))
		first--;
	for (int i = 0; i < sink->at; i++)
		sink->goes[i] = i >= first;
	while (changed) {
		changed = false;
		for (int i = first; i < sink->at; i++)
			if (sink->goes[i] && !may_go(sink, i)) {
				sink->goes[i] = false;
				changed = true;
			}
	}
	for (int i = first; i < sink->at; i++)
		loops |= sink->goes[i]
		      && sink->block->items[i]->kind == STMT_LOOP;
	return loops;
}

/* Where the branch is then. */
static int move(const Sink *sink, Block *block)
{
	Block *body = sink->branch->body;
	int kept = 0, moved = 0;

	for (int i = 0; i < block->count; i++) {
		if (i < sink->at && sink->goes[i])
			block_insert(body, moved++, block->items[i]);
		else
			block->items[kept++] = block->items[i];
	}
	block->count = kept;
	return sink->at - moved;
}

/* -- loops for several branches -------------------------------------------- */

typedef struct Wanted {
	const Block *block;
	int at;          /* of the loop */
	bool asks[MANY]; /* conditions whose bodies read what it computes */
	bool seen[MANY]; /* statements whose variable was asked for */
} Wanted;

/* Whether an element is loaded that the variable says: where the loop is not run,
 * it may be any. */
static bool loads_at(const Code *code, const Var *var)
{
	if (code->kind == CODE_LOAD && affine_mentions(code->index, var))
		return true;
	for (int i = 0; i < code->count; i++)
		if (loads_at(code->args[i], var))
			return true;
	return false;
}

/* Whether the variable, written at that place, is declared by then, and after it
 * only bodies of conditions mention it, and variables of which that is true. */
static bool is_for_branches(Wanted *w, int at, const Var *var)
{
	bool declared = declares(w->block->items[at], var);

	for (int i = 0; i < w->block->count; i++) {
		const Stmt *stmt = w->block->items[i];

		if (i <= at)
			declared |= stmt->kind == STMT_DECLARE
				 && stmt->var == var;
		else if (!stmt_mentions(stmt, var))
			continue;
		else if (stmt->kind == STMT_IF && !stmt->other
			 && !code_reads(stmt->value, var))
			w->asks[i] = true;
		else if ((stmt->kind != STMT_DECLARE
			  && stmt->kind != STMT_ASSIGN) || stmt->var == var
			 || (stmt->value && loads_at(stmt->value, var))
			 || (!w->seen[i] && !is_for_branches(w, i, stmt->var)))
			return false;
		else
			w->seen[i] = true;
	}
	return declared;
}

static bool all_for_branches(Wanted *w, const Stmt *stmt)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->var && !is_for_branches(w, w->at, stmt->var))
		return false;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (!all_for_branches(w, blocks[b]->items[i]))
				return false;
	return true;
}

typedef struct Early {
	const Wanted *wanted;
	bool good;
} Early;

static void see_early(void *context, Var *var)
{
	Early *early = context;
	const Block *block = early->wanted->block;

	early->good &= var->kind != VAR_REGISTER;
	for (int i = early->wanted->at; i < block->count && early->good; i++)
		early->good = !declares(block->items[i], var);
}

/* Whether the condition is the same before the loop. */
static bool is_known_before(const Wanted *w, const Code *condition)
{
	Early early = { w, !code_loads(condition, NULL) };

	stmt_vars(&(Stmt){ .kind = STMT_IF, .value = condition }, see_early,
		  &early);
	return early.good;
}

/* Whether some body that reads what the loop computes is run; NULL: others read
 * it, or that cannot be told before. */
static const Code *wanted(const Block *block, int at)
{
	Wanted w = { .block = block, .at = at };
	const Code *any = NULL;

	if (block->items[at]->kind != STMT_LOOP
	    || !is_pure(block->items[at], false)
	    || !all_for_branches(&w, block->items[at]))
		return NULL;
	for (int i = at + 1; i < block->count; i++) {
		const Code *condition = block->items[i]->value;

		if (!w.asks[i])
			continue;
		if (!is_known_before(&w, condition))
			return NULL;
		any = any ? code_infix(block->arena, OPERATOR_OR, SCALAR_BOOL,
				       any, condition) : condition;
	}
	return any;
}

static void ask_first(Block *block, int at)
{
	const Code *any = wanted(block, at);
	Block *body;

	if (!any)
		return;
	body = block_new(block->arena);
	block_add(body, *block->items[at]);
	*block->items[at] = (Stmt){ .kind = STMT_IF, .value = any,
				    .body = body };
}

void pass_sink(Block *block)
{
	for (int i = block->count - 1; i >= 0; i--) {
		const Stmt *stmt = block->items[i];
		Sink sink = { .block = block, .branch = stmt, .at = i };

		if (stmt->kind == STMT_IF && !stmt->other
		    && block->count <= MANY && find(&sink))
			i = move(&sink, block);
	}
	for (int i = 0; i < block->count && block->count <= MANY; i++)
		ask_first(block, i);
}
