/* Loops over several vectors a round count vectors: x[16*i] for i in 0, 8, 16,
 * ... and not x[128*i] for i in 0, 1, 2, ... Compilers make one counter of the
 * address and of the second i, base and index register in each load, which CPUs
 * of the x86 kind split from what is done with its value: fewer loads are then
 * under way, and a sum of absolute values takes 1.1 times as long. A counter
 * of vectors scales no address, so that a pointer runs beside it. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

typedef struct Steps {
	AffineTable *indices;
	Arena *arena;
	Var *var;        /* of the loop */
	int64_t common;  /* divisor of its factors in all indices; 0: in none */
	int64_t by;      /* the step that it gets */
	int lanes;       /* most that are loaded at once */
	bool good;       /* it has no other use, and no loop is inside */
} Steps;

/* -- what the indices have in common --------------------------------------- */

static void look_index(Steps *steps, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineTerm *term = &index->terms[i];

		if (term->atom->var == steps->var
		    && term->atom->kind == AFFINE_VAR)
			steps->common = affine_gcd(steps->common,
						   term->factor);
		else if (term->atom->of
			 && affine_mentions(term->atom->of, steps->var))
			steps->good = false;
	}
}

static void look_code(void *context, const Code *code)
{
	Steps *steps = context;

	if (code->kind == CODE_VAR && code->var == steps->var)
		steps->good = false;
	if (code->index)
		look_index(steps, code->index);
	if (code->kind == CODE_LOAD && code->width > steps->lanes)
		steps->lanes = code->width;
}

static void look_block(Steps *steps, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		stmt_visit(stmt, look_code, steps);
		if (stmt->index)
			look_index(steps, stmt->index);
		if (stmt->kind == STMT_LOOP)
			steps->good = false;
		if (stmt->body)
			look_block(steps, stmt->body);
		if (stmt->other)
			look_block(steps, stmt->other);
	}
}

/* -- counting in steps ----------------------------------------------------- */

static const Affine *stepped(const Steps *steps, const Affine *index)
{
	AffineTable *t = steps->indices;

	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;
		int64_t factor = index->terms[i].factor;
		const Affine *var;

		if (atom->kind != AFFINE_VAR || atom->var != steps->var)
			continue;
		var = affine_var(t, steps->var, atom->lo * steps->by,
				 atom->hi * steps->by);
		index = affine_sub(t, index, affine_times(t,
				   affine_atom(t, atom), factor));
		return affine_add(t, index, affine_times(t, var,
				  factor / steps->by));
	}
	return index;
}

static const Code *stepped_code(void *context, const Code *code)
{
	const Steps *steps = context;
	const Code *same = code_with_parts(steps->arena, code, stepped_code,
					   context);
	Code *made;

	if (!same->index || stepped(steps, same->index) == same->index)
		return same;
	made = ARENA_NEW(steps->arena, Code);
	*made = *same;
	made->index = stepped(steps, same->index);
	return made;
}

static void step_block(Steps *steps, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->value)
			stmt->value = stepped_code(steps, stmt->value);
		if (stmt->start)
			stmt->start = stepped_code(steps, stmt->start);
		if (stmt->index)
			stmt->index = stepped(steps, stmt->index);
		if (stmt->element
		    && affine_mentions(stmt->element, steps->var))
			stmt->element = NULL;
		if (stmt->body)
			step_block(steps, stmt->body);
		if (stmt->other)
			step_block(steps, stmt->other);
	}
}

/* The rounds' distance in vectors, if that keeps the loop's counter out of the
 * addresses (which are scaled by up to 8 bytes); else 1. */
static int64_t step_of(const Steps *steps, const Stmt *loop)
{
	int64_t step = steps->common / steps->lanes;

	if (!steps->good || loop->start || loop->step || loop->end
	    || steps->lanes < 4
	    || steps->common % steps->lanes || step < 2
	    || loop->extent > INT32_MAX / step)
		return 1;
	return step;
}

static void step_loop(const Steps *all, Stmt *loop)
{
	Steps steps = *all;

	steps.var = loop->var;
	steps.good = true;
	steps.lanes = 1;
	look_block(&steps, loop->body);
	steps.by = step_of(&steps, loop);
	if (steps.by == 1)
		return;
	loop->extent *= steps.by;
	loop->step = code_int(steps.arena, SCALAR_I32, steps.by);
	step_block(&steps, loop->body);
}

static void step_all(const Steps *steps, const Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_LOOP)
			step_loop(steps, stmt);
		if (stmt->body)
			step_all(steps, stmt->body);
		if (stmt->other)
			step_all(steps, stmt->other);
	}
}

void pass_steps(Kernel *kernel, AffineTable *indices)
{
	Steps steps = { .indices = indices, .arena = kernel->arena };

	step_all(&steps, kernel->top);
}
