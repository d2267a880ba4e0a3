#include "tree_mutants.h"

#include <stdlib.h>
#include <string.h>

#include "codegen_opencl/tree.h"

const char *mutant_name(MutantKind kind)
{
	static const char *const names[MUTANT_KINDS] = {
		"index + 1", "index - 1", "stride + 1", "stride - 1",
		"swapped dimensions", "one round more", "one round fewer",
		"no barrier", "no guard", "one more group",
	};

	return names[kind];
}

typedef struct Mutants {
	const Kernels *kernels;
	Kernel *kernel;
	int part, count, by_kind[MUTANT_KINDS];
	MutantVisit *visit;
	void *context;
} Mutants;

/* Of those of which there are many, some. */
static bool is_wanted(Mutants *m, MutantKind kind)
{
	int number = m->by_kind[kind]++;

	m->count++;
	return kind >= MUTANT_SWAP || number % m->part == 0;
}

static void show(Mutants *m, MutantKind kind)
{
	char name[16];

	name[0] = 'k';
	name[1] = (char)('0' + m->kernel->number % 10);
	name[2] = 0;
	m->visit(m->context, kind, name);
}

/* -- indices --------------------------------------------------------------- */

static void show_index(Mutants *m, const Affine **place, const Affine *made,
		       MutantKind kind)
{
	const Affine *kept = *place;

	*place = made;
	show(m, kind);
	*place = kept;
}

static void shift(Mutants *m, const Affine **place, int by, MutantKind kind)
{
	Affine made = **place;

	made.constant += by;
	made.lo += by;
	made.hi += by;
	if (is_wanted(m, kind))
		show_index(m, place, &made, kind);
}

static void restride(Mutants *m, const Affine **place, int which, int by,
		     MutantKind kind)
{
	Affine made = **place;
	AffineTerm *terms = base_malloc(sizeof *terms * (size_t)made.count);

	memcpy(terms, made.terms, sizeof *terms * (size_t)made.count);
	terms[which].factor += by;
	made.terms = terms;
	if (terms[which].factor && is_wanted(m, kind))
		show_index(m, place, &made, kind);
	free(terms);
}

static void swap(Mutants *m, const Affine **place, int a, int b)
{
	Affine made = **place;
	AffineTerm *terms = base_malloc(sizeof *terms * (size_t)made.count);
	int64_t factor;

	memcpy(terms, made.terms, sizeof *terms * (size_t)made.count);
	factor = terms[a].factor;
	terms[a].factor = terms[b].factor;
	terms[b].factor = factor;
	made.terms = terms;
	if (made.terms[a].factor != factor && is_wanted(m, MUTANT_SWAP))
		show_index(m, place, &made, MUTANT_SWAP);
	free(terms);
}

static void mutate_index(Mutants *m, const Affine **place)
{
	int count = (*place)->count;

	shift(m, place, 1, MUTANT_INDEX_UP);
	shift(m, place, -1, MUTANT_INDEX_DOWN);
	for (int i = 0; i < count; i++) {
		restride(m, place, i, 1, MUTANT_STRIDE_UP);
		restride(m, place, i, -1, MUTANT_STRIDE_DOWN);
		for (int j = i + 1; j < count; j++)
			swap(m, place, i, j);
	}
}

/* Code is const to everybody else. */
static void mutate_code(void *context, const Code *code)
{
	Mutants *m = context;

	if (code->index)
		mutate_index(m, (const Affine **)&((Code *)(uintptr_t)code)
							  ->index);
}

/* -- statements ------------------------------------------------------------ */

static void mutate_loop(Mutants *m, Stmt *stmt)
{
	for (int up = 0; up < 2; up++) {
		MutantKind kind = up ? MUTANT_LOOP_UP : MUTANT_LOOP_DOWN;

		stmt->extent += up ? 1 : -1;
		if (is_wanted(m, kind))
			show(m, kind);
		stmt->extent -= up ? 1 : -1;
	}
}

static void mutate_guard(Mutants *m, Stmt *stmt)
{
	static const Code yes = { .kind = CODE_LITERAL, .width = 1,
				  .scalar = SCALAR_BOOL, .bits = 1 };
	const Code *kept = stmt->value;

	if (!is_wanted(m, MUTANT_NO_GUARD))
		return;
	stmt->value = &yes;
	show(m, MUTANT_NO_GUARD);
	stmt->value = kept;
}

static void mutate_barrier(Mutants *m, Stmt *stmt)
{
	unsigned fence = stmt->fence;

	if (!is_wanted(m, MUTANT_NO_BARRIER))
		return;
	stmt->fence = 0;
	show(m, MUTANT_NO_BARRIER);
	stmt->fence = fence;
}

static void mutate_block(Mutants *m, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		stmt_visit(stmt, mutate_code, m);
		if (stmt->index)
			mutate_index(m, &stmt->index);
		if (stmt->kind == STMT_LOOP)
			mutate_loop(m, stmt);
		if (stmt->kind == STMT_IF)
			mutate_guard(m, stmt);
		if (stmt->kind == STMT_BARRIER)
			mutate_barrier(m, stmt);
		if (stmt->body)
			mutate_block(m, stmt->body);
		if (stmt->other)
			mutate_block(m, stmt->other);
	}
}

static void mutate_launch(Mutants *m)
{
	Kernel *k = m->kernel;

	for (int d = 0; d < k->dims; d++) {
		k->global[d] += k->local[d];
		if (is_wanted(m, MUTANT_GROUP))
			show(m, MUTANT_GROUP);
		k->global[d] -= k->local[d];
	}
}

int mutants_each(const Kernels *kernels, int part, MutantVisit *visit,
		 void *context)
{
	Mutants m = { .kernels = kernels, .part = part, .visit = visit,
		      .context = context };

	for (int i = 0; i < kernels->count; i++) {
		m.kernel = kernels->items[i];
		mutate_block(&m, m.kernel->prologue);
		mutate_block(&m, m.kernel->top);
		mutate_launch(&m);
	}
	return m.count;
}
