/* Loops by digits: where indices divide a loop's number by d, as those of rows
 * that were joined do, and d divides the number of rounds, the loop becomes two,
 * of i = d * high + low, and nothing is divided in the inner one. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

enum { MOST = 8 }; /* divisors that are tried */

typedef struct Digits {
	AffineTable *indices;
	Arena *arena;
	const Var *var;   /* of the loop */
	const Affine *by; /* what is put for it */
	const Var *low;   /* of the inner loop, by which no index may be divided */
	int count;
	int64_t divisors[MOST];
	bool good;        /* the number has no other use */
} Digits;

/* -- divisors -------------------------------------------------------------- */

static void add_divisor(Digits *d, int64_t divisor)
{
	for (int i = 0; i < d->count; i++)
		if (d->divisors[i] == divisor)
			return;
	if (divisor > 1 && d->count < MOST)
		d->divisors[d->count++] = divisor;
}

static bool is_quotient(const AffineAtom *atom)
{
	return (atom->kind == AFFINE_DIV || atom->kind == AFFINE_MOD)
	    && atom->by;
}

static void look_index(Digits *d, const Affine *index)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (!atom->of || !affine_mentions(atom->of, d->var))
			continue;
		look_index(d, atom->of);
		for (int j = 0; is_quotient(atom) && j < atom->of->count; j++)
			if (atom->of->terms[j].atom->var == d->var)
				add_divisor(d, atom->by / affine_gcd(atom->by,
						atom->of->terms[j].factor));
	}
}

static bool is_divided(const Affine *index, const Var *var)
{
	for (int i = 0; i < index->count; i++) {
		const AffineAtom *atom = index->terms[i].atom;

		if (is_quotient(atom) && affine_mentions(atom->of, var))
			return true;
	}
	return false;
}

/* -- what a loop reads ----------------------------------------------------- */

typedef void Look(Digits *d, const Affine *index);

static void look_put(Digits *d, const Affine *index)
{
	const Affine *put = affine_put(d->indices, index, d->var, d->by);

	d->good &= !is_divided(put, d->low);
}

typedef struct Looked {
	Digits *digits;
	Look *look;
} Looked;

static void look_code(void *context, const Code *code)
{
	Looked *looked = context;

	if (code->kind == CODE_VAR && code->var == looked->digits->var)
		looked->digits->good = false;
	if (code->index)
		looked->look(looked->digits, code->index);
}

/* inside: in a loop of its own, which it may leave. */
static void look_block(Looked *looked, const Block *block, bool inside)
{
	for (int i = 0; block && i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		const bool loop = stmt->kind == STMT_LOOP;

		stmt_visit(stmt, look_code, looked);
		if (stmt->index)
			looked->look(looked->digits, stmt->index);
		if (stmt->end)
			looked->look(looked->digits, stmt->end);
		if (stmt->kind == STMT_LEAVE && !inside)
			looked->digits->good = false;
		look_block(looked, stmt->body, inside || loop);
		look_block(looked, stmt->other, inside);
	}
}

/* -- two loops ------------------------------------------------------------- */

static const Affine *put(const Digits *d, const Affine *index)
{
	return index ? affine_put(d->indices, index, d->var, d->by) : NULL;
}

static const Code *put_code(void *context, const Code *code)
{
	const Digits *d = context;
	const Code *same = code_with_parts(d->arena, code, put_code, context);
	Code *made;

	if (!same->index || !affine_mentions(same->index, d->var))
		return same;
	made = ARENA_NEW(d->arena, Code);
	*made = *same;
	made->index = put(d, same->index);
	return made;
}

static void put_block(Digits *d, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];
		const Code **own[] = { &stmt->value, &stmt->start,
				       &stmt->step };

		for (int j = 0; j < 3; j++)
			if (*own[j])
				*own[j] = put_code(d, *own[j]);
		stmt->index = put(d, stmt->index);
		stmt->element = put(d, stmt->element);
		stmt->end = put(d, stmt->end);
		put_block(d, stmt->body);
		put_block(d, stmt->other);
	}
}

/* i = divisor * high + low, of new variables. */
static void choose(Digits *d, const Stmt *loop, int64_t divisor,
		   Var *high, Var *low)
{
	AffineTable *t = d->indices;
	const int64_t rounds = loop->extent / divisor;

	*high = *low = *loop->var;
	high->end = low->end = NULL;
	d->low = low;
	d->by = affine_add(t, affine_times(t,
				affine_var(t, high, 0, rounds - 1), divisor),
			   affine_var(t, low, 0, divisor - 1));
}

static void cut_loop(Digits *d, Stmt *loop, int64_t divisor, Var *high,
		     Var *low)
{
	Block *rounds = block_new(d->arena);
	Stmt inner = *loop;

	put_block(d, loop->body);
	inner.var = low;
	inner.extent = divisor;
	block_add(rounds, inner);
	loop->var = high;
	loop->extent /= divisor;
	loop->body = rounds;
}

static bool is_plain(const Stmt *loop)
{
	return loop->kind == STMT_LOOP && !loop->open && !loop->end
	    && !loop->start && !loop->step;
}

/* Whether the loop became two; of several divisors the least that leaves no
 * quotient in the inner one, since what is left is cut again. */
static bool digit_loop(const Digits *all, Stmt *loop)
{
	Digits d = *all;
	int64_t best = 0;
	Var *high = ARENA_NEW(d.arena, Var), *low = ARENA_NEW(d.arena, Var);

	d.var = loop->var;
	d.good = true;
	look_block(&(Looked){ &d, look_index }, loop->body, false);
	if (!d.good)
		return false;
	for (int i = 0; i < d.count; i++) {
		const int64_t divisor = d.divisors[i];

		if (loop->extent % divisor || divisor >= loop->extent
		    || (best && best <= divisor))
			continue;
		d.good = true;
		choose(&d, loop, divisor, high, low);
		look_block(&(Looked){ &d, look_put }, loop->body, false);
		if (d.good)
			best = divisor;
	}
	if (!best)
		return false;
	choose(&d, loop, best, high, low);
	cut_loop(&d, loop, best, high, low);
	return true;
}

static void digit_all(const Digits *all, Block *block)
{
	for (int i = 0; block && i < block->count; i++) {
		Stmt *stmt = block->items[i];

		while (is_plain(stmt) && digit_loop(all, stmt))
			;
		digit_all(all, stmt->body);
		digit_all(all, stmt->other);
	}
}

void pass_digits(Kernel *kernel, AffineTable *indices)
{
	const Digits all = { .indices = indices, .arena = kernel->arena };

	digit_all(&all, kernel->top);
}
