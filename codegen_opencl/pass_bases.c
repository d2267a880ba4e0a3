/* Parts that several indices share: 4096*g0 + 64*i in x[4096*g0 + 64*i + 16];
 * then what is not linear, and what is inside of that: min(i + 1, 63). */
#include "codegen_opencl/pass.h"

#include "codegen_opencl/code.h"
#include "codegen_opencl/source.h"

typedef struct Part {
	const Affine *index; /* without its constant */
	int uses;
	Var *var;           /* once it is declared */
} Part;

enum { PARTS_MAX = 256 };

typedef struct Bases {
	AffineTable *indices;
	Arena *arena;
	bool inside; /* counted are parts of indices, not whole ones */
	bool shifts; /* those that data give are no whole ones */
	int count;
	Part parts[PARTS_MAX];
} Bases;

static const Affine *without_constant(Bases *bases, const Affine *index)
{
	return affine_plus(bases->indices, index, -index->constant);
}

static Part *find(Bases *bases, const Affine *index)
{
	for (int i = 0; i < bases->count; i++)
		if (bases->parts[i].index == index)
			return &bases->parts[i];
	return NULL;
}

/* -- counting -------------------------------------------------------------- */

static void count_part(Bases *bases, const Affine *part)
{
	Part *found = find(bases, part);

	if (affine_lone_var(part) || affine_is_const(part))
		return;
	if (!found && bases->count < PARTS_MAX) {
		found = &bases->parts[bases->count++];
		*found = (Part){ part, 0, NULL };
	}
	if (found)
		found->uses++;
}

static void count_inside(Bases *bases, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (!atom->of)
			continue;
		count_part(bases, affine_atom(bases->indices, atom));
		count_part(bases, without_constant(bases, atom->of));
		count_inside(bases, atom->of);
	}
}

static void count_index(Bases *bases, const Affine *index)
{
	if (bases->inside)
		count_inside(bases, index);
	else if (!bases->shifts || !source_index_is_shifted(index))
		count_part(bases, without_constant(bases, index));
}

static void count_code(void *context, const Code *code)
{
	if (code->index)
		count_index(context, code->index);
}

static void count_block(Bases *bases, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, count_code, bases);
		if (stmt->index)
			count_index(bases, stmt->index);
		if (stmt->body)
			count_block(bases, stmt->body);
		if (stmt->other)
			count_block(bases, stmt->other);
	}
}

/* -- replacing ------------------------------------------------------------- */

static const Affine *based(Bases *bases, const Part *part,
			   const Affine *index);

static const Affine *base_of(Bases *bases, const Part *part)
{
	return affine_var(bases->indices, part->var, part->index->lo,
			  part->index->hi);
}

static const Affine *based_atom(Bases *bases, const Part *part,
				const AffineAtom *atom)
{
	AffineAtom made = *atom;

	if (!atom->of)
		return affine_atom(bases->indices, atom);
	if (affine_atom(bases->indices, atom) == part->index)
		return base_of(bases, part);
	made.of = based(bases, part, atom->of);
	return affine_atom(bases->indices, &made);
}

static const Affine *based(Bases *bases, const Part *part, const Affine *index)
{
	AffineTable *t = bases->indices;
	const Affine *sum = affine_const(t, index->constant);

	if (without_constant(bases, index) == part->index)
		return affine_plus(t, base_of(bases, part), index->constant);
	for (int i = 0; i < index->count; i++)
		sum = affine_add(t, sum, affine_times(t,
				 based_atom(bases, part, index->terms[i].atom),
				 index->terms[i].factor));
	return sum;
}

static const Code *based_code(Bases *bases, const Part *part,
			      const Code *code)
{
	const Code **args;
	Code *made;

	if (!code)
		return NULL;
	made = ARENA_NEW(bases->arena, Code);
	*made = *code;
	if (code->index)
		made->index = based(bases, part, code->index);
	args = ARENA_ARRAY(bases->arena, const Code *,
			   code->count ? code->count : 1);
	for (int i = 0; i < code->count; i++)
		args[i] = based_code(bases, part, code->args[i]);
	made->args = args;
	return made;
}

static bool holds(Bases *bases, const Part *part, const Affine *index)
{
	if (without_constant(bases, index) == part->index)
		return true;
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->of
		    && (affine_atom(bases->indices, atom) == part->index
			|| holds(bases, part, atom->of)))
			return true;
	}
	return false;
}

typedef struct Use {
	Bases *bases;
	const Part *part;
	bool found;
} Use;

static void use_code(void *context, const Code *code)
{
	Use *use = context;

	if (code->index && holds(use->bases, use->part, code->index))
		use->found = true;
}

static bool uses(Bases *bases, const Part *part, const Stmt *stmt)
{
	const Block *blocks[] = { stmt->body, stmt->other };
	Use use = { bases, part, false };

	stmt_visit(stmt, use_code, &use);
	if (stmt->index && holds(bases, part, stmt->index))
		return true;
	for (int b = 0; b < 2 && !use.found; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (uses(bases, part, blocks[b]->items[i]))
				return true;
	return use.found;
}

static void base_stmt(Bases *bases, const Part *part, Stmt *stmt)
{
	Block *blocks[] = { stmt->body, stmt->other };

	stmt->value = based_code(bases, part, stmt->value);
	if (stmt->index)
		stmt->index = based(bases, part, stmt->index);
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			base_stmt(bases, part, blocks[b]->items[i]);
}

/* -- placing --------------------------------------------------------------- */

static bool declares(const Stmt *stmt, const Affine *part)
{
	const Block *blocks[] = { stmt->body, stmt->other };

	if (stmt->var && (stmt->kind == STMT_DECLARE
			  || stmt->kind == STMT_LOOP)
	    && affine_mentions(part, stmt->var))
		return true;
	for (int b = 0; b < 2; b++)
		for (int i = 0; blocks[b] && i < blocks[b]->count; i++)
			if (declares(blocks[b]->items[i], part))
				return true;
	return false;
}

/* Whether every variable of the part is known in the block itself, before
 * statement `at`. */
static bool is_known(const Block *block, int at, const Affine *part)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (i < at && stmt->kind == STMT_DECLARE)
			continue;
		if (declares(stmt, part))
			return false;
	}
	return true;
}

static bool is_worth(const Part *part)
{
	bool simple = part->index->count == 1 && !part->index->terms[0].atom->of;

	return part->uses >= (simple ? 3 : 2);
}

/* After the other parts at the start of the block, when all is known there. */
static int early(const Block *block, int first, const Affine *part)
{
	int at = 0;

	if (!is_known(block, 0, part))
		return first;
	while (at < first && block->items[at]->kind == STMT_DECLARE
	       && block->items[at]->var->kind == VAR_BASE)
		at++;
	return at;
}

static void place(Bases *bases, Block *block, Part *part)
{
	Stmt *made = ARENA_NEW(bases->arena, Stmt);
	int first = 0;

	while (first < block->count
	       && !uses(bases, part, block->items[first]))
		first++;
	if (first == block->count || !is_known(block, first, part->index))
		return;
	part->var = var_new(bases->arena, VAR_BASE, SCALAR_I32, 1, 0);
	part->var->wide = part->index->lo < INT32_MIN
			  || part->index->hi > INT32_MAX;
	part->var->writes = 1;
	part->var->step = affine_step(part->index);
	*made = (Stmt){ .kind = STMT_DECLARE, .var = part->var,
			.value = code_index(bases->arena,
					    part->var->wide ? SCALAR_I64
							    : SCALAR_I32,
					    part->index) };
	for (int i = first; i < block->count; i++)
		base_stmt(bases, part, block->items[i]);
	block_insert(block, early(block, first, part->index), made);
}

static void place_all(const Bases *bases, Block *block)
{
	Bases inner = { .indices = bases->indices, .arena = bases->arena,
			.inside = bases->inside, .shifts = bases->shifts };

	count_block(&inner, block);
	for (int i = 0; i < inner.count; i++)
		if (is_worth(&inner.parts[i]))
			place(&inner, block, &inner.parts[i]);
	for (int i = 0; i < block->count; i++) {
		if (block->items[i]->body)
			place_all(bases, block->items[i]->body);
		if (block->items[i]->other)
			place_all(bases, block->items[i]->other);
	}
}

void pass_bases(Kernel *kernel, AffineTable *indices, bool shifts)
{
	Bases bases = { .indices = indices, .arena = kernel->arena,
			.shifts = shifts };

	place_all(&bases, kernel->top);
	bases.inside = true;
	place_all(&bases, kernel->top);
}
