/* Rows that begin anywhere, written around the caches from line to line: a loop
 * over the vectors of a row takes steps that end where lines do. The first and
 * the last vector lie inside the row, as before, and only the lanes that are in
 * no whole line are stored of them. Short ones come before and after the loop;
 * else it asks in each round where it is, but for loops of open length, which are
 * left as they are. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

typedef struct Lines {
	AffineTable *indices;
	Arena *arena;
	const Stmt *loop;
	int lanes; /* of the one vector that a round stores */
	const Affine *from; /* what stands for lanes * loop->var, then */
	Var **old, **new; /* what a round declares; in a copy of it */
	int renamed;
	bool good;
} Lines;

/* -- whether the lanes of all rounds do the same --------------------------- */

static bool is_of_round(const Lines *lines, const Affine *index)
{
	const Block *body = lines->loop->body;

	for (int i = 0; i < body->count; i++)
		if (body->items[i]->kind == STMT_DECLARE
		    && affine_mentions(index, body->items[i]->var))
			return true;
	return affine_mentions(index, lines->loop->var);
}

/* The factor of the loop's variable; the rest is the same in all rounds. */
static bool split(const Lines *lines, const Affine *index, int64_t *factor,
		  const Affine **rest)
{
	AffineTable *t = lines->indices;

	*factor = 0;
	*rest = index;
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (atom->kind != AFFINE_VAR || atom->var != lines->loop->var)
			continue;
		*factor = index->terms[i].factor;
		*rest = affine_sub(t, index, affine_times(t,
				   affine_atom(t, atom), *factor));
	}
	return index->width == 1 && !is_of_round(lines, *rest);
}

/* An element for each lane, lane by lane; or one for all lanes and rounds. */
static bool is_even(const Lines *lines, const Affine *index, int width)
{
	const Affine *rest;
	int64_t factor;

	return split(lines, index, &factor, &rest)
	    && (width == 1 ? factor == 0
		: width == lines->lanes && factor == lines->lanes);
}

static bool is_declared(const Stmt *loop, const Var *var)
{
	const Block *body = loop->body;

	for (int i = 0; i < body->count; i++)
		if (body->items[i]->kind == STMT_DECLARE
		    && body->items[i]->var == var)
			return true;
	return false;
}

static void check_code(void *context, const Code *code)
{
	Lines *lines = context;

	for (int i = 0; i < code->count; i++)
		if (code->args[i]->width > code->width)
			lines->good = false;
	if (code->width != 1 && code->width != lines->lanes)
		lines->good = false;
	if (code->kind == CODE_LANE
	    || (code->kind == CODE_LANES && code->count != 1)
	    || (code->kind == CODE_LITERAL && code->width != 1)
	    || (code->kind == CODE_INDEX && !is_even(lines, code->index, 1))
	    || (code->kind == CODE_LOAD
		&& !is_even(lines, code->index, code->width))
	    || (code->kind == CODE_VAR
		&& (code->var == lines->loop->var
		    || (code->width != 1 && !is_declared(lines->loop, code->var)))))
		lines->good = false;
}

/* The one store of a round; NULL when there are others, or other things. */
static Stmt *only_store(const Stmt *loop)
{
	Stmt *store = NULL;

	for (int i = 0; i < loop->body->count; i++) {
		Stmt *stmt = loop->body->items[i];

		if (stmt->kind == STMT_STORE && !store)
			store = stmt;
		else if (stmt->kind != STMT_DECLARE
			 && !(stmt->kind == STMT_ASSIGN
			      && is_declared(loop, stmt->var)))
			return NULL;
	}
	return store;
}

static bool is_wanted(Lines *lines, const Stmt *store)
{
	const Block *body = lines->loop->body;
	const Affine *rest;
	int64_t factor;

	lines->good = is_even(lines, store->index, store->value->width)
		   && split(lines, store->index, &factor, &rest)
		   && !affine_is_multiple(rest, lines->lanes);
	for (int i = 0; i < body->count && lines->good; i++)
		stmt_visit(body->items[i], check_code, lines);
	return lines->good;
}

/* -- a round elsewhere ----------------------------------------------------- */

static const Affine *moved(const Lines *lines, const Affine *index)
{
	const Affine *rest;
	int64_t factor;

	split(lines, index, &factor, &rest);
	return factor ? affine_add(lines->indices, rest, lines->from) : rest;
}

static Var *renamed(const Lines *lines, Var *var)
{
	for (int i = 0; i < lines->renamed; i++)
		if (lines->old[i] == var)
			return lines->new[i];
	return var;
}

static const Code *moved_code(const Lines *lines, const Code *code)
{
	const Code **args = ARENA_ARRAY(lines->arena, const Code *,
					code->count ? code->count : 1);
	Code *made = ARENA_NEW(lines->arena, Code);

	*made = *code;
	made->var = renamed(lines, code->var);
	if (code->index)
		made->index = moved(lines, code->index);
	for (int i = 0; i < code->count; i++)
		args[i] = moved_code(lines, code->args[i]);
	made->args = args;
	return made;
}

static void move(const Lines *lines, Stmt *stmt)
{
	stmt->var = renamed(lines, stmt->var);
	if (stmt->value)
		stmt->value = moved_code(lines, stmt->value);
	if (stmt->index)
		stmt->index = moved(lines, stmt->index);
	stmt->element = NULL;
}

static const Code *number(const Lines *lines, const Affine *form)
{
	return code_index(lines->arena, SCALAR_I32, form);
}

/* -- the loop asks --------------------------------------------------------- */

/* Where line i of the row begins: lanes * i, less what its first one lacks. */
static const Affine *line_of(const Lines *lines, const Affine *row)
{
	AffineTable *t = lines->indices;
	const Affine *round = affine_var(t, lines->loop->var, 0,
					 lines->loop->extent);

	return affine_sub(t, affine_times(t, round, lines->lanes),
			  affine_mod(t, row, lines->lanes));
}

/* Names a number in a block. */
static const Affine *named(const Lines *lines, Block *block, int at,
			   const Affine *number)
{
	Var *var = var_new(lines->arena, VAR_BASE, SCALAR_I32, 1, 0);
	Stmt *made = ARENA_NEW(lines->arena, Stmt);

	var->wide = affine_is_wide(number);
	var->writes = 1;
	*made = (Stmt){ .kind = STMT_DECLARE, .var = var,
			.value = code_index(lines->arena, var->wide
					    ? SCALAR_I64 : SCALAR_I32,
					    number) };
	block_insert(block, at, made);
	return affine_var(lines->indices, var, number->lo, number->hi);
}

static void asked(Lines *lines, Stmt *loop, Stmt *store, const Affine *row)
{
	AffineTable *t = lines->indices;
	int64_t last = (loop->extent - 1) * lines->lanes;
	const Affine *line = line_of(lines, row);

	line = named(lines, loop->body, 0, line);
	lines->from = named(lines, loop->body, 1,
			    affine_clamp(t, line, last + 1));
	store->start = number(lines, affine_sub(t, lines->from, line));
	for (int i = 2; i < loop->body->count; i++)
		move(lines, loop->body->items[i]);
	loop->extent++;
}

/* -- the first and the last line apart ------------------------------------- */

/* A round of its own in the block, at lanes->from, of a part of a line: behind
 * its statements. */
static int apart(Lines *lines, Block *block, int at, const Affine *lacks)
{
	const Block *body = lines->loop->body;

	lines->renamed = 0;
	for (int i = 0; i < body->count; i++) {
		Stmt *made = ARENA_NEW(lines->arena, Stmt);

		*made = *body->items[i];
		if (made->kind == STMT_DECLARE) {
			Var *var = ARENA_NEW(lines->arena, Var);

			*var = *made->var;
			lines->old[lines->renamed] = made->var;
			lines->new[lines->renamed++] = var;
		}
		move(lines, made);
		if (made->kind == STMT_STORE)
			made->start = number(lines, lacks);
		block_insert(block, at++, made);
	}
	lines->renamed = 0;
	return at;
}

/* The number of its rounds, less one. */
static const Affine *last_of(AffineTable *t, const Stmt *loop)
{
	return loop->open ? affine_plus(t, loop->end, -1)
			  : affine_const(t, loop->extent - 1);
}

/* The place behind all of it. */
static int parted(Lines *lines, Block *block, int at, Stmt *loop,
		  const Affine *row)
{
	AffineTable *t = lines->indices;
	const int64_t lanes = lines->lanes;
	const Affine *lacks = named(lines, block, at++,
				    affine_mod(t, row, lanes));
	const Affine *last = last_of(t, loop);
	const Affine *round = affine_var(t, loop->var, 0, last->hi);

	lines->from = affine_const(t, 0);
	at = apart(lines, block, at, lacks) + 1;
	lines->from = affine_times(t, last, lanes);
	at = apart(lines, block, at, affine_plus(t, lacks, -lanes));
	lines->from = affine_sub(t, affine_plus(t, affine_times(t, round,
				 lanes), lanes), lacks);
	lines->from = named(lines, loop->body, 0, lines->from);
	for (int i = 1; i < loop->body->count; i++)
		move(lines, loop->body->items[i]);
	if (loop->open)
		loop->end = last;
	else
		loop->extent--;
	return at;
}

/* The block that it is in, where it has a round. */
static Block *where_any(Lines *lines, Block *block, int at, Stmt *loop)
{
	AffineTable *t = lines->indices;
	Block *body;

	if (!loop->open || affine_is_natural(t, last_of(t, loop)))
		return block;
	body = block_new(lines->arena);
	block->items[at] = ARENA_NEW(lines->arena, Stmt);
	*block->items[at] = (Stmt){
		.kind = STMT_IF, .body = body,
		.value = code_below(lines->arena, affine_const(t, 0),
				    loop->end) };
	block_insert(body, 0, loop);
	return body;
}

/* The place behind the loop at a place of a block. */
static int lines_of(AffineTable *indices, Arena *arena, Block *block, int at)
{
	enum { FEW = 4, /* rounds, of which one more is no loss */
	       SHORT = 32 };
	Stmt *loop = block->items[at], *store = only_store(loop);
	Lines lines = { .indices = indices, .arena = arena, .loop = loop };
	const Affine *row;
	int64_t factor;
	Block *around;

	if (!store || loop->start || loop->step
	    || (loop->open ? loop->body->count > SHORT
			   : loop->end || loop->extent < FEW)
	    || !stmt_fills_line(store))
		return at + 1;
	lines.lanes = store->value->width;
	if (!is_wanted(&lines, store))
		return at + 1;
	split(&lines, store->index, &factor, &row);
	if (loop->body->count <= SHORT) {
		lines.old = ARENA_ARRAY(arena, Var *, SHORT);
		lines.new = ARENA_ARRAY(arena, Var *, SHORT);
		around = where_any(&lines, block, at, loop);
		if (around == block)
			return parted(&lines, block, at, loop, row);
		parted(&lines, around, 0, loop, row);
		return at + 1;
	}
	asked(&lines, loop, store, row);
	return at + 1;
}

static void in_block(AffineTable *indices, Arena *arena, Block *block)
{
	for (int i = 0; i < block->count;) {
		Stmt *stmt = block->items[i];

		if (stmt->body)
			in_block(indices, arena, stmt->body);
		if (stmt->other)
			in_block(indices, arena, stmt->other);
		i = stmt->kind == STMT_LOOP
			? lines_of(indices, arena, block, i) : i + 1;
	}
}

void pass_lines(Kernel *kernel, AffineTable *indices)
{
	in_block(indices, kernel->arena, kernel->top);
}
