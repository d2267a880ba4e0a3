/* Elements of a permutation that data keep or drop, in a loop of one work-item,
 * which go to places that follow one another: an element that is dropped may be
 * stored where the next one that is kept will go, which stores over it. So a place
 * is where the count of those kept stands, and nothing is chosen. Where dropped
 * ones come last there is none to store over them: the loop ends before these. */
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/dropped.h"
#include "codegen_opencl/pass.h"

/* A loop in which nothing else is done. */
typedef struct Ahead {
	Gen *g;
	Block *around;
	int at;                /* of the loop in it */
	const Stored *s;
	Stmt *loop;
	int counter;           /* in the loop's body: what adds to the count, */
	int store;             /* what stores at s->place, */
	const Code *kept;      /* whether an element is kept, */
	const Code *place;     /* where it goes then, */
	const Code *parts[COMPONENTS_MAX]; /* and what goes there */
} Ahead;

/* -- what a loop does ------------------------------------------------------- */

static const Stmt *declared(const Ahead *a, const Var *var)
{
	const Block *body = a->loop->body;

	for (int i = 0; i < body->count; i++)
		if (body->items[i]->kind == STMT_DECLARE
		    && body->items[i]->var == var)
			return body->items[i];
	return NULL;
}

/* What a name stands for. */
static const Code *resolved(const Ahead *a, const Code *code)
{
	const Stmt *stmt;

	while (code->kind == CODE_VAR && (stmt = declared(a, code->var)))
		code = stmt->value;
	return code;
}

static bool is_same(const Ahead *a, const Code *x, const Code *y)
{
	x = resolved(a, x);
	y = resolved(a, y);
	if (x->kind != y->kind || x->scalar != y->scalar || x->width != y->width
	    || x->mask != y->mask || x->op != y->op || x->lane != y->lane
	    || x->count != y->count || x->name != y->name || x->var != y->var
	    || x->index != y->index || x->buffer != y->buffer
	    || x->bits != y->bits)
		return false;
	for (int i = 0; i < x->count; i++)
		if (!is_same(a, x->args[i], y->args[i]))
			return false;
	return true;
}

/* An integer without the casts that wrap it around, or widen it. */
static const Code *bare(const Ahead *a, const Code *code)
{
	for (code = resolved(a, code); code->kind == CODE_CAST
	     && scalar_is_int(code->args[0]->scalar)
	     && scalar_bytes(code->scalar) >= scalar_bytes(code->args[0]->scalar);
	     code = resolved(a, code->args[0]))
		;
	return code;
}

static bool is_number(const Ahead *a, const Code *code, int64_t number)
{
	const Code *of = bare(a, code);

	return of->kind == CODE_LITERAL
	    && of->bits == code_int(a->g->arena, of->scalar, number)->bits;
}

static bool is_infix(const Code *code, Op op)
{
	return code->kind == CODE_INFIX && operator_rows[code->op].op == op;
}

static bool is_chosen(const Code *value, const Var *var)
{
	return value->kind == CODE_COND && value->args[2]->kind == CODE_VAR
	    && value->args[2]->var == var;
}

/* kept ? part : the same as before, for all with one condition. */
static bool take_chosen(Ahead *a, const Stmt *stmt, const Code **part)
{
	if (*part || !is_chosen(stmt->value, stmt->var)
	    || (a->kept && !is_same(a, a->kept, stmt->value->args[0])))
		return false;
	a->kept = stmt->value->args[0];
	*part = stmt->value->args[1];
	return true;
}

static bool take_assigned(Ahead *a, int at)
{
	const Stmt *stmt = a->loop->body->items[at];

	if (stmt->var == a->s->place)
		return take_chosen(a, stmt, &a->place);
	for (int i = 0; i < a->s->count; i++)
		if (stmt->var == a->s->parts[i])
			return take_chosen(a, stmt, &a->parts[i]);
	if (a->counter >= 0)
		return false;
	a->counter = at;
	return true;
}

/* Values that are named, the count, what is chosen, and last the store. */
static bool take_body(Ahead *a)
{
	const Block *body = a->loop->body;

	for (int i = 0; i < body->count - 1; i++) {
		const Stmt *stmt = body->items[i];

		if (stmt->kind == STMT_ASSIGN ? !take_assigned(a, i)
		    : stmt->kind != STMT_DECLARE || !stmt->value)
			return false;
	}
	a->store = body->count - 1;
	for (int i = 0; i < a->s->count; i++)
		if (!a->parts[i])
			return false;
	return a->counter >= 0 && a->place
	    && body->items[a->store]->kind == STMT_IF
	    && !body->items[a->store]->other;
}

/* What is read of the count is what it is after it was added to. */
static bool is_counted_first(const Ahead *a)
{
	const Block *body = a->loop->body;

	for (int i = 0; i < a->counter; i++)
		if (code_reads(body->items[i]->value,
			       body->items[a->counter]->var))
			return false;
	return true;
}

/* count + (kept ? 1 : 0). */
static bool counts(const Ahead *a, const Stmt *counter)
{
	const Code *sum = bare(a, counter->value), *one;

	if (!is_infix(sum, OP_ADD)
	    || scalar_bytes(sum->scalar) != scalar_bytes(counter->var->scalar))
		return false;
	for (int i = 0; i < 2; i++) {
		one = bare(a, sum->args[1 - i]);
		if (bare(a, sum->args[i])->var == counter->var
		    && one->kind == CODE_COND && is_number(a, one->args[1], 1)
		    && is_number(a, one->args[2], 0))
			return is_same(a, one->args[0], a->kept);
	}
	return false;
}

/* Whether the place is the count before it is added to: what is one less after
 * that. */
static bool is_before(const Ahead *a, const Stmt *counter)
{
	const Code *place = bare(a, a->place);

	return is_infix(place, OP_SUB)
	    && scalar_bytes(place->scalar) == scalar_bytes(counter->var->scalar)
	    && bare(a, place->args[0])->var == counter->var
	    && is_number(a, place->args[1], 1);
}

/* -- the end of a loop ------------------------------------------------------- */

/* Names of values at another round. */
typedef struct Elsewhere {
	const Ahead *a;
	Block *to;
	const Affine *round;
	int count;
	const Var *names[16];
	Var *made[16];
	bool failed;
} Elsewhere;

static const Code *elsewhere(void *context, const Code *code);

static Var *named_elsewhere(Elsewhere *e, const Stmt *stmt)
{
	const Code *value;
	Var *var;

	for (int i = 0; i < e->count; i++)
		if (e->names[i] == stmt->var)
			return e->made[i];
	value = elsewhere(e, stmt->value);
	var = ARENA_NEW(e->a->g->arena, Var);
	*var = *stmt->var;
	if (e->failed || e->count == sizeof e->names / sizeof *e->names) {
		e->failed = true;
		return var;
	}
	e->names[e->count] = stmt->var;
	e->made[e->count++] = var;
	block_add(e->to, (Stmt){ .kind = STMT_DECLARE, .var = var,
				 .value = value });
	return var;
}

/* An index may hang on the loop's variable, not on what the loop computes. */
static const Affine *index_elsewhere(Elsewhere *e, const Affine *index)
{
	const Block *body = e->a->loop->body;

	for (int i = 0; i < body->count; i++)
		e->failed |= body->items[i]->var
			  && affine_mentions(index, body->items[i]->var);
	return affine_put(&e->a->g->indices, index, e->a->loop->var, e->round);
}

static const Code *elsewhere(void *context, const Code *code)
{
	Elsewhere *e = context;
	Arena *arena = e->a->g->arena;
	const Stmt *stmt;
	Code *made;

	if (e->failed)
		return code;
	if (code->kind == CODE_VAR) {
		stmt = declared(e->a, code->var);
		e->failed |= !stmt
			  && code->var == e->a->loop->body
						->items[e->a->counter]->var;
		return stmt ? code_var(arena, named_elsewhere(e, stmt))
		     : code->var == e->a->loop->var
		     ? code_index(arena, code->scalar, e->round) : code;
	}
	if (code->kind != CODE_LOAD && code->kind != CODE_INDEX)
		return code_with_parts(arena, code, elsewhere, e);
	made = ARENA_NEW(arena, Code);
	*made = *code;
	made->index = index_elsewhere(e, code->index);
	return made;
}

/* A loop from the last round on that ends at an element that is kept: how many
 * rounds there are up to that. NULL: that cannot be told beforehand. */
static Var *rounds_to_last(Ahead *a, Stmt *loop)
{
	Gen *g = a->g;
	AffineTable *t = &g->indices;
	const Affine *all = a->loop->end ? a->loop->end
		: affine_const(t, a->loop->extent);
	Var *rounds = var_new(g->arena, VAR_REGISTER, SCALAR_I32, 1, 0);
	Elsewhere e = { .a = a, .to = block_new(g->arena) };
	const Code *kept, *args[2];

	*loop = *a->loop;
	loop->var = ARENA_NEW(g->arena, Var);
	*loop->var = *a->loop->var;
	loop->body = e.to;
	e.round = affine_plus(t, affine_sub(t, all, affine_var(t, loop->var, 0,
				gen_last(g, loop->var, loop->extent))), -1);
	kept = elsewhere(&e, a->kept);
	if (e.failed)
		return NULL;
	block_add(e.to, (Stmt){ .kind = STMT_LEAVE, .value = kept });
	args[0] = code_var(g->arena, rounds);
	args[1] = code_int(g->arena, SCALAR_I32, 1);
	block_add(e.to, (Stmt){ .kind = STMT_ASSIGN, .var = rounds,
				.value = code_op(g->arena, OP_SUB, args) });
	return rounds;
}

/* -- the store --------------------------------------------------------------- */

/* In the range that a name has in an index the variable it stands for. */
static const Affine *unnamed(AffineTable *t, const Affine *index,
			     const Var *name, Var *of)
{
	for (int i = 0; i < index->count; i++)
		if (index->terms[i].atom->var == name)
			return affine_put(t, index, name, affine_var(t, of,
						index->terms[i].atom->lo,
						index->terms[i].atom->hi));
	return index;
}

static void put_in(Ahead *a, Block *block, const Code *place)
{
	const Stmt *name = block->items[0];

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_STORE && place->kind == CODE_VAR
		    && name->value == place)
			stmt->index = unnamed(&a->g->indices, stmt->index,
					      name->var, place->var);
		if (!stmt->value)
			continue;
		stmt->value = code_replace(a->g->arena, stmt->value,
					   a->s->place, place);
		for (int k = 0; k < a->s->count; k++)
			stmt->value = code_replace(a->g->arena, stmt->value,
						   a->s->parts[k], a->parts[k]);
	}
}

static Stmt *stmt_of(Ahead *a, Stmt stmt)
{
	Stmt *made = ARENA_NEW(a->g->arena, Stmt);

	*made = stmt;
	return made;
}

static void store_ahead(Ahead *a, Stmt *last, Var *rounds)
{
	Gen *g = a->g;
	Block *body = a->loop->body;
	Stmt *counter = body->items[a->counter], *store = body->items[a->store];
	Var *before = var_new(g->arena, VAR_TEMP, counter->var->scalar, 1, 0);
	const Code *place = code_convert(g->arena, a->s->place->scalar,
					 code_var(g->arena, before));

	store->value = code_replace(g->arena, store->value, a->s->place, place);
	put_in(a, store->body, place);
	block_insert(body, a->counter, stmt_of(a, (Stmt){
		.kind = STMT_DECLARE, .var = before,
		.value = code_var(g->arena, counter->var) }));
	block_insert(a->around, a->at, stmt_of(a, (Stmt){
		.kind = STMT_DECLARE, .var = rounds,
		.value = code_index(g->arena, SCALAR_I32, a->loop->end
			? a->loop->end
			: affine_const(&g->indices, a->loop->extent)) }));
	block_insert(a->around, a->at + 1, last);
	a->loop->end = affine_var(&g->indices, rounds, 0, a->loop->extent);
}

/* -- loops ------------------------------------------------------------------ */

/* What is stored ahead must not be read. */
static bool reads_stored(const Ahead *a)
{
	const Block *body = a->loop->body;
	const Block *stores = body->items[a->store]->body;

	for (int i = 0; i < stores->count; i++)
		for (int k = 0; k < body->count; k++)
			if (stores->items[i]->kind == STMT_STORE
			    && body->items[k]->value
			    && code_loads(body->items[k]->value,
					  stores->items[i]->buffer))
				return true;
	return false;
}

static bool is_plain(const Stmt *loop)
{
	return loop->kind == STMT_LOOP && !loop->start && !loop->step
	    && loop->body->count && loop->extent <= INT32_MAX
	    && !loop->var->wide;
}

static void try_loop(Ahead a)
{
	const Stored *s = a.g->stored;
	Stmt *last = ARENA_NEW(a.g->arena, Stmt);
	Var *rounds;

	while (s && s->loop != a.loop)
		s = s->next;
	if (!s || !is_plain(a.loop))
		return;
	a.s = s;
	a.counter = -1;
	if (!take_body(&a) || !is_counted_first(&a)
	    || !counts(&a, a.loop->body->items[a.counter])
	    || !is_before(&a, a.loop->body->items[a.counter])
	    || reads_stored(&a))
		return;
	rounds = rounds_to_last(&a, last);
	if (rounds)
		store_ahead(&a, last, rounds);
}

static void try_block(Gen *g, Block *block)
{
	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];

		if (stmt->body)
			try_block(g, stmt->body);
		if (stmt->other)
			try_block(g, stmt->other);
		if (stmt->kind == STMT_LOOP) {
			try_loop((Ahead){ .g = g, .around = block, .at = i,
					  .loop = stmt });
			while (block->items[i] != stmt)
				i++;
		}
	}
}

void gen_store_ahead(Gen *g, Kernel *kernel)
{
	if (g->stored)
		try_block(g, kernel->top);
}
