/* Bodies of many minima and maxima, such as medians, in two versions.
 *
 * fmin and fmax, which give the other argument for a NaN, take CPUs several
 * instructions where a comparison is one (pass_extremes.c). It may stand for
 * them where one argument is no NaN, and what it gives is none then: of two
 * numbers that are sorted one decides about both. So of all that a network
 * loads, a few vectors decide about its minima and maxima: one of each row of a
 * 3x3 window about its median. A body asks for NaNs in their sum, computes by
 * comparisons when there are none, and as before otherwise (or where infinities
 * of two signs met). */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

typedef struct Versions {
	Arena *arena;
	Block *block;  /* declarations, then stores */
	int declared;
	bool *late;    /* of each statement: it has minima or maxima, or reads
			* what has; the others come first */
	Var **asked;   /* whether they have a NaN */
	int asked_count;
} Versions;

enum { FEW = 6,    /* minima and maxima, for which one need not ask */
       EACH = 3,   /* for every vector that is asked */
       MANY = 96,  /* statements, of which no second version is made */
       LONG = 240, /* statements of a kernel, with all second versions */
       ASKED = 32 };

/* -- which statements have versions ---------------------------------------- */

static bool is_flat(Versions *v)
{
	const Block *block = v->block;
	int i = 0;

	while (i < block->count && block->items[i]->kind == STMT_DECLARE
	       && block->items[i]->value)
		i++;
	v->declared = i;
	while (i < block->count && block->items[i]->kind == STMT_STORE)
		i++;
	return i == block->count && i <= MANY;
}

static void find_extreme(void *context, const Code *code)
{
	bool *found = context;

	*found |= code->width > 1 && code_is_extreme(code);
}

static bool is_late(const Versions *v, int at)
{
	const Stmt *stmt = v->block->items[at];
	bool found = false;

	code_visit(stmt->value, find_extreme, &found);
	for (int i = 0; i < at && i < v->declared && !found; i++)
		found = v->late[i]
		     && code_reads(stmt->value, v->block->items[i]->var);
	return found;
}

/* Places are known before. */
static bool is_in_index(const Var *var)
{
	return !scalar_is_float(var->scalar) && var->width == 1;
}

static bool find_late(Versions *v)
{
	for (int i = 0; i < v->block->count; i++) {
		v->late[i] = is_late(v, i);
		if (v->late[i] && i < v->declared
		    && is_in_index(v->block->items[i]->var))
			return false;
	}
	return true;
}

/* -- what is asked --------------------------------------------------------- */

static void forget(void *context, const Code *code)
{
	(void)context;
	if (code->var)
		code->var->mark = 0;
}

static void count_compared(void *context, const Code *code)
{
	int *count = context;

	*count += code->width > 1 && code_is_extreme(code)
		  && code_is_ordered(code);
}

/* How many minima and maxima are comparisons where nothing that is marked is a
 * NaN; marks what else is none then. */
static int compared(const Versions *v)
{
	int count = 0;

	for (int i = 0; i < v->block->count; i++) {
		const Stmt *stmt = v->block->items[i];

		if (!v->late[i])
			continue;
		code_visit(stmt->value, count_compared, &count);
		if (i < v->declared)
			stmt->var->mark = code_is_ordered(stmt->value);
	}
	return count;
}

/* Vectors of one type, which can be added up. */
static void ask_all(Versions *v)
{
	for (int i = 0; i < v->declared && v->asked_count < ASKED; i++) {
		Var *var = v->block->items[i]->var;

		if (v->late[i] || !scalar_is_float(var->scalar)
		    || var->width == 1
		    || (v->asked_count
			&& (var->scalar != v->asked[0]->scalar
			    || var->width != v->asked[0]->width)))
			continue;
		var->mark = 1;
		v->asked[v->asked_count++] = var;
	}
}

/* As few as make as many comparisons. */
static bool ask(Versions *v)
{
	int most, count = 0;

	for (int i = 0; i < v->block->count; i++)
		stmt_visit(v->block->items[i], forget, NULL);
	ask_all(v);
	most = compared(v);
	if (most < FEW)
		return false;
	for (int i = 0; i < v->asked_count; i++) {
		v->asked[i]->mark = 0;
		if (compared(v) == most)
			continue;
		v->asked[i]->mark = 1;
		v->asked[count++] = v->asked[i];
	}
	v->asked_count = count;
	return most == compared(v) && most >= EACH * count;
}

static const Code *question(const Versions *v)
{
	const Code *sum = code_var(v->arena, v->asked[0]), *args[2];

	for (int i = 1; i < v->asked_count; i++) {
		args[0] = sum;
		args[1] = code_var(v->arena, v->asked[i]);
		sum = code_op(v->arena, OP_ADD, args);
	}
	return code_any_nan(v->arena, sum);
}

/* -- two versions ---------------------------------------------------------- */

static bool is_stored(const Versions *v, const Var *var)
{
	for (int i = v->declared; i < v->block->count; i++)
		if (code_reads(v->block->items[i]->value, var))
			return true;
	return false;
}

/* What has versions, in order; stores take variables of it. */
static Block *taken_out(Versions *v, Block *before)
{
	Block *block = v->block, *late = block_new(v->arena);

	for (int i = 0; i < v->declared; i++)
		block_add(v->late[i] ? late : before, *block->items[i]);
	for (int i = v->declared; i < block->count; i++) {
		Stmt *store = block->items[i];
		const Code *value = store->value;
		Var *var;

		if (!v->late[i] || value->kind == CODE_VAR)
			continue;
		var = var_new(v->arena, VAR_TEMP, value->scalar, value->width,
			      value->mask);
		block_add(late, (Stmt){ .kind = STMT_DECLARE, .var = var,
					.value = value });
		store->value = code_var(v->arena, var);
	}
	return late;
}

/* What is stored stands before both versions, which assign it. */
static void declare_stored(const Versions *v, Block *late, Block *before)
{
	for (int i = 0; i < late->count; i++) {
		Stmt *stmt = late->items[i];

		if (!is_stored(v, stmt->var))
			continue;
		stmt->kind = STMT_ASSIGN;
		stmt->var->kind = VAR_REGISTER;
		block_add(before, (Stmt){ .kind = STMT_DECLARE,
					  .var = stmt->var });
	}
}

/* The same by comparisons, with variables of its own. */
static Block *by_comparisons(const Versions *v, const Block *late)
{
	Block *made = block_new(v->arena);

	for (int i = 0; i < late->count; i++) {
		const Code *value = code_compared(v->arena,
						  late->items[i]->value);

		for (int j = 0; j < i; j++)
			value = code_replace(v->arena, value,
					     late->items[j]->var,
					     code_var(v->arena,
						      made->items[j]->var));
		block_add(made, *late->items[i])->value = value;
		if (made->items[i]->kind == STMT_ASSIGN)
			continue;
		made->items[i]->var = ARENA_NEW(v->arena, Var);
		*made->items[i]->var = *late->items[i]->var;
	}
	return made;
}

static void split(Versions *v)
{
	Block *block = v->block, *before = block_new(v->arena);
	Block *stores = block_new(v->arena), *late = taken_out(v, before);

	declare_stored(v, late, before);
	for (int i = v->declared; i < block->count; i++)
		block_add(stores, *block->items[i]);
	block_add(before, (Stmt){ .kind = STMT_IF, .value = question(v),
				  .body = late,
				  .other = by_comparisons(v, late) });
	block->count = 0;
	block_splice(block, before);
	block_splice(block, stores);
}

static int count_late(const Versions *v)
{
	int count = 0;

	for (int i = 0; i < v->block->count; i++)
		count += v->late[i];
	return count;
}

/* How many statements a body has twice, when now is true, or would have. */
static int twice(Arena *arena, Block *block, bool now)
{
	Var *asked[ASKED];
	bool late[MANY];
	Versions v = { .arena = arena, .block = block, .late = late,
		       .asked = asked };
	int count;

	if (!is_flat(&v) || !find_late(&v) || !ask(&v))
		return 0;
	count = count_late(&v);
	if (now)
		split(&v);
	return count;
}

static int of_bodies(Arena *arena, Block *block, bool now)
{
	bool flat = true;
	int count = 0;

	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		flat &= !stmt->body;
		if (stmt->body)
			count += of_bodies(arena, stmt->body, now);
		if (stmt->other)
			count += of_bodies(arena, stmt->other, now);
	}
	return count + (flat ? twice(arena, block, now) : 0);
}

void pass_versions(Kernel *kernel)
{
	Block *top = kernel->top;
	int more = of_bodies(kernel->arena, top, false);

	if (more && kernel_statements(top) + more <= LONG)
		of_bodies(kernel->arena, top, true);
}
