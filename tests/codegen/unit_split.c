/* split_loop: random loops over conditions on the round, and over masks of vectors,
 * store the same values at the same places in the same order when they are in pieces,
 * found by running both; and no piece asks of a round what is known of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/code.h"
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/split.h"

enum { LOOPS = 3000, ROUNDS = 9, NUMBERS = 9, DEPTH = 2, STORED = 256, LANES = 4 };

/* j runs from k + 0 or 1, k in vectors, or 0, to below g, g in vectors, or to the last
 * round. */
typedef struct Case {
	Rng rng;
	Arena *arena;
	AffineTable t;
	Var *g, *k, *j;
	Buffer buffer;
	Block *top;
	Fact order; /* k <= g, where the loop is asked for that alone */
	bool ordered;
	int stores;
} Case;

static int below(Case *c, int bound)
{
	return (int)rng_below(&c->rng, (uint64_t)bound);
}

/* -- random loops ---------------------------------------------------------- */

static const Affine *number(Case *c, Var *var)
{
	return affine_var(&c->t, var, 0, var == c->j ? ROUNDS - 1
						     : NUMBERS - 1);
}

static const Code *as_code(Case *c, const Affine *form)
{
	return code_index(c->arena, SCALAR_I32, form);
}

static Op an_order(Case *c)
{
	static const Op ops[] = { OP_LT, OP_LE, OP_GT, OP_GE, OP_EQ, OP_NE };

	return ops[below(c, 6)];
}

/* g, k or a constant, or one beside it. */
static const Code *compared_with(Case *c)
{
	const int with = below(c, 3);

	return as_code(c, affine_plus(&c->t, with == 0
				      ? number(c, c->k) : with == 1
				      ? number(c, c->g)
				      : affine_const(&c->t, below(c, ROUNDS)),
				      below(c, 3) - 1));
}

static const Code *comparison(Case *c)
{
	static const int factors[] = { 1, 1, 2, 4, -1, -3 };
	const Code *pair[2] = {
		as_code(c, affine_times(&c->t, number(c, c->j),
					factors[below(c, 6)])),
		compared_with(c),
	};

	return code_op(c->arena, an_order(c), pair);
}

/* 0, 1, ... or one number in all lanes, from that on. */
static const Code *lanes_from(Case *c, int first, int step)
{
	const Code *lanes[LANES];

	for (int i = 0; i < LANES; i++)
		lanes[i] = code_int(c->arena, SCALAR_I32, first + step * i);
	return code_lanes(c->arena, LANES, lanes);
}

/* Lanes of the round's vector against a number or others, perhaps two of them, or a
 * condition for all lanes. */
static const Code *mask(Case *c)
{
	const Code *sum[2] = {
		as_code(c, affine_times(&c->t, number(c, c->j), LANES)),
		lanes_from(c, below(c, 3) * LANES, below(c, 2)),
	};
	const Code *pair[2] = { code_op(c->arena, OP_ADD, sum),
				compared_with(c) };
	const int way = below(c, 4);

	if (way == 0)
		return code_splat(c->arena, comparison(c), LANES, 4);
	if (way > 1)
		return code_op(c->arena, an_order(c), pair);
	sum[0] = mask(c);
	sum[1] = mask(c);
	return code_op(c->arena, OP_AND, sum);
}

static const Code *condition(Case *c, int depth)
{
	const int way = depth ? below(c, 4) : 0;

	if (way == 1)
		return code_prefix(c->arena, OPERATOR_NOT,
				   condition(c, depth - 1));
	if (way > 1)
		return code_infix(c->arena, way == 2 ? OPERATOR_AND
						     : OPERATOR_OR,
				  SCALAR_BOOL, condition(c, depth - 1),
				  condition(c, depth - 1));
	return comparison(c);
}

static void add_store(Case *c, Block *block)
{
	const Code *value = code_int(c->arena, SCALAR_I32, ++c->stores);

	if (below(c, 3) == 0)
		value = code_choose(c->arena, condition(c, 1), value,
				    as_code(c, number(c, c->j)));
	block_add(block, (Stmt){ .kind = STMT_STORE, .buffer = &c->buffer,
				 .value = value, .index = affine_add(&c->t,
					number(c, c->j), number(c, c->g)) });
}

static void add_vector_store(Case *c, Block *block)
{
	const Code *value = lanes_from(c, ++c->stores, 0);

	value = code_choose(c->arena, mask(c), value,
			    lanes_from(c, 1000, 1));
	block_add(block, (Stmt){ .kind = STMT_STORE, .buffer = &c->buffer,
				 .value = value, .index = number(c, c->j) });
}

static void add_body(Case *c, Block *block, int depth);

static void add_branch(Case *c, Block *block, int depth)
{
	const Code *asked = condition(c, 1);
	Stmt branch = { .kind = STMT_IF, .value = asked,
			.body = block_new(c->arena) };

	if (below(c, 2)) {
		Var *var = var_new(c->arena, VAR_TEMP, SCALAR_BOOL, 1, 0);

		block_add(block, (Stmt){ .kind = STMT_DECLARE, .var = var,
					 .value = asked });
		branch.value = code_var(c->arena, var);
	}
	add_body(c, branch.body, depth - 1);
	if (below(c, 2)) {
		branch.other = block_new(c->arena);
		add_body(c, branch.other, depth - 1);
	}
	block_add(block, branch);
}

static void add_body(Case *c, Block *block, int depth)
{
	if (depth)
		add_branch(c, block, depth);
	if (below(c, 2))
		add_vector_store(c, block);
	else
		add_store(c, block);
}

static void case_open(Case *c, uint64_t seed)
{
	Stmt loop = { .kind = STMT_LOOP, .extent = ROUNDS };
	int starts;

	*c = (Case){ .rng = rng_seeded(23, seed) };
	starts = below(c, 4);
	c->arena = c->t.arena = arena_new();
	c->top = block_new(c->arena);
	c->g = var_new(c->arena, VAR_ID, SCALAR_I32, 1, 0);
	c->k = var_new(c->arena, VAR_ARGUMENT, SCALAR_I32, 1, 0);
	loop.var = c->j = var_new(c->arena, VAR_LOOP, SCALAR_I32, 1, 0);
	c->buffer = (Buffer){ .space = SPACE_GLOBAL, .scalar = SCALAR_I32,
			      .elements = ROUNDS + NUMBERS };
	if (starts)
		loop.start = as_code(c, starts > 2
				     ? affine_div(&c->t, number(c, c->k), LANES)
				     : affine_plus(&c->t, number(c, c->k),
						   starts - 1));
	if (below(c, 3) == 0)
		loop.end = number(c, c->g);
	else if (below(c, 3) == 0)
		loop.end = affine_div(&c->t, affine_plus(&c->t, number(c, c->g),
				      LANES - 1), LANES);
	c->ordered = below(c, 2);
	c->order = (Fact){ FACT_NATURAL, affine_plus(&c->t, affine_sub(&c->t,
			   number(c, c->g), number(c, c->k)), -2), NULL };
	loop.body = block_new(c->arena);
	add_body(c, loop.body, DEPTH);
	block_add(c->top, loop);
	block_add(c->top, (Stmt){ .kind = STMT_STORE, .buffer = &c->buffer,
				  .index = number(c, c->g),
				  .value = code_int(c->arena, SCALAR_I32, 0) });
}

static void case_close(Case *c)
{
	affine_table_free(&c->t);
	arena_free(c->arena);
}

/* -- running: the mark of a variable is its value -------------------------- */

typedef struct Trace {
	int count;
	int64_t at[STORED], values[STORED];
} Trace;

static int64_t form_value(const Affine *form);

static int64_t atom_value(const AffineAtom *atom)
{
	int64_t of;

	if (atom->kind == AFFINE_VAR)
		return atom->var->mark;
	assert_int_equal(atom->kind, AFFINE_DIV);
	of = form_value(atom->of);
	assert_true(of >= 0);
	return of / atom->by;
}

static int64_t form_value(const Affine *form)
{
	int64_t sum = form->constant;

	for (int i = 0; i < form->count; i++)
		sum += form->terms[i].factor * atom_value(form->terms[i].atom);
	return sum;
}

static int64_t value_of(const Code *code, int lane);

/* True is 1, in the lanes of a mask -1. */
static int64_t infix_value(const Code *code, int lane)
{
	const int64_t a = value_of(code->args[0], lane);
	const int64_t b = value_of(code->args[1], lane);
	const int64_t yes = code->width > 1 ? -1 : 1;

	switch (code->op) {
	case OPERATOR_ADD: return a + b;
	case OPERATOR_BITAND: return a & b;
	case OPERATOR_AND: return a && b;
	case OPERATOR_OR: return a || b;
	case OPERATOR_LT: return a < b ? yes : 0;
	case OPERATOR_LE: return a <= b ? yes : 0;
	case OPERATOR_GT: return a > b ? yes : 0;
	case OPERATOR_GE: return a >= b ? yes : 0;
	case OPERATOR_EQ: return a == b ? yes : 0;
	default:
		assert_int_equal(code->op, OPERATOR_NE);
		return a != b ? yes : 0;
	}
}

static int64_t value_of(const Code *code, int lane)
{
	switch (code->kind) {
	case CODE_VAR: return code->var->mark;
	case CODE_LITERAL: return (int64_t)code->bits;
	case CODE_INDEX: return form_value(code->index);
	case CODE_PREFIX:
		return code->op == OPERATOR_NEG
		       ? -value_of(code->args[0], lane)
		       : !value_of(code->args[0], lane);
	case CODE_INFIX: return infix_value(code, lane);
	case CODE_CAST: return value_of(code->args[0], lane);
	case CODE_LANES:
		return value_of(code->args[code->count > 1 ? lane : 0], lane);
	case CODE_CALL:
		assert_int_equal(code->op, OPERATOR_SELECT);
		return value_of(code->args[value_of(code->args[2], lane) != 0],
				lane);
	default:
		assert_int_equal(code->kind, CODE_COND);
		return value_of(code->args[value_of(code->args[0], lane)
					   ? 1 : 2], lane);
	}
}

static void run_store(const Stmt *stmt, Trace *trace)
{
	for (int lane = 0; lane < stmt->value->width; lane++) {
		assert_true(trace->count < STORED);
		trace->at[trace->count] = form_value(stmt->index);
		trace->values[trace->count++] = value_of(stmt->value, lane);
	}
}

static void run(const Block *block, Trace *trace);

static void run_loop(const Stmt *loop, Trace *trace)
{
	const int64_t end = loop->end ? form_value(loop->end) : loop->extent;

	loop->var->mark = loop->start ? (int)value_of(loop->start, 0) : 0;
	for (; loop->var->mark < end; loop->var->mark++)
		run(loop->body, trace);
}

static void run(const Block *block, Trace *trace)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_LOOP) {
			run_loop(stmt, trace);
		} else if (stmt->kind == STMT_DECLARE) {
			stmt->var->mark = (int)value_of(stmt->value, 0);
		} else if (stmt->kind == STMT_STORE) {
			run_store(stmt, trace);
		} else if (value_of(stmt->value, 0)) {
			run(stmt->body, trace);
		} else if (stmt->other) {
			run(stmt->other, trace);
		}
	}
}

static Trace traced(const Case *c, int g, int k)
{
	Trace trace = { 0 };

	c->g->mark = g;
	c->k->mark = k;
	run(c->top, &trace);
	return trace;
}

static bool is_same(const Trace *a, const Trace *b)
{
	if (a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->at[i] != b->at[i] || a->values[i] != b->values[i])
			return false;
	return true;
}

static void test_pieces_do_the_same(void **state)
{
	static Trace before[NUMBERS][NUMBERS];
	int cut = 0;

	(void)state;
	for (uint64_t i = 0; i < LOOPS; i++) {
		Case c;

		case_open(&c, i);
		for (int n = 0; n < NUMBERS * NUMBERS; n++)
			before[n / NUMBERS][n % NUMBERS] = traced(&c,
					n / NUMBERS, n % NUMBERS);
		cut += split_loop(&c.t, c.top, 0, c.ordered ? &c.order : NULL);
		for (int n = 0; n < NUMBERS * NUMBERS; n++) {
			const int g = n / NUMBERS, k = n % NUMBERS;
			const Trace after = traced(&c, g, k);

			if ((!c.ordered || g - k >= 2)
			    && !is_same(&before[g][k], &after))
				fail_msg("loop %d, g %d, k %d", (int)i, g, k);
		}
		case_close(&c);
	}
	assert_true(cut > LOOPS / 4 && cut < LOOPS);
}

/* -- what is left ---------------------------------------------------------- */

static void count_asked(void *context, const Code *code)
{
	int *count = context;

	*count += code->kind == CODE_INFIX;
}

static int asked_in(const Block *block)
{
	int count = 0;

	for (int i = 0; i < block->count; i++) {
		stmt_visit(block->items[i], count_asked, &count);
		if (block->items[i]->body)
			count += asked_in(block->items[i]->body);
	}
	return count;
}

/* for j from `from`: if (j == at) store; store. How many pieces there are, of which
 * none asks. */
static int pieces(const Affine *(*of)(Case *c))
{
	Case c = { .arena = arena_new() };
	Stmt loop = { .kind = STMT_LOOP, .extent = ROUNDS };
	const Code *pair[2];
	int count;

	c.t.arena = c.arena;
	c.top = block_new(c.arena);
	c.g = c.k = var_new(c.arena, VAR_ARGUMENT, SCALAR_I32, 1, 0);
	loop.var = c.j = var_new(c.arena, VAR_LOOP, SCALAR_I32, 1, 0);
	loop.body = block_new(c.arena);
	loop.start = as_code(&c, number(&c, c.k));
	pair[0] = as_code(&c, number(&c, c.j));
	pair[1] = as_code(&c, of(&c));
	block_add(loop.body, (Stmt){ .kind = STMT_STORE, .buffer = &c.buffer,
			.index = number(&c, c.j), .value = code_choose(c.arena,
				code_op(c.arena, OP_EQ, pair),
				code_int(c.arena, SCALAR_I32, 1),
				code_int(c.arena, SCALAR_I32, 2)) });
	block_add(c.top, loop);
	count = split_loop(&c.t, c.top, 0, NULL) ? c.top->count : 1;
	assert_int_equal(asked_in(c.top), count == 1);
	case_close(&c);
	return count;
}

static const Affine *first(Case *c)
{
	return number(c, c->k);
}

static const Affine *last(Case *c)
{
	return affine_const(&c->t, ROUNDS - 1);
}

static const Affine *before_first(Case *c)
{
	return affine_plus(&c->t, number(c, c->k), -1);
}

static void test_first_and_last_round(void **state)
{
	(void)state;
	assert_int_equal(pieces(first), 2);
	assert_int_equal(pieces(last), 2);
	assert_int_equal(pieces(before_first), 1);
}

/* for j from k / 4: store the lanes at k and beyond. The first vector alone asks. */
static void test_first_vector(void **state)
{
	Case c = { .arena = arena_new() };
	Stmt loop = { .kind = STMT_LOOP, .extent = ROUNDS };
	const Code *sum[2], *pair[2];
	const Affine *start;

	(void)state;
	c.t.arena = c.arena;
	c.top = block_new(c.arena);
	c.k = var_new(c.arena, VAR_ARGUMENT, SCALAR_I32, 1, 0);
	loop.var = c.j = var_new(c.arena, VAR_LOOP, SCALAR_I32, 1, 0);
	loop.body = block_new(c.arena);
	start = affine_div(&c.t, number(&c, c.k), LANES);
	loop.start = as_code(&c, start);
	sum[0] = as_code(&c, affine_times(&c.t, number(&c, c.j), LANES));
	sum[1] = lanes_from(&c, 0, 1);
	pair[0] = code_op(c.arena, OP_ADD, sum);
	pair[1] = as_code(&c, number(&c, c.k));
	block_add(loop.body, (Stmt){ .kind = STMT_STORE, .buffer = &c.buffer,
			.index = number(&c, c.j), .value = code_choose(c.arena,
				code_op(c.arena, OP_GE, pair),
				lanes_from(&c, 1, 0), lanes_from(&c, 2, 0)) });
	block_add(c.top, loop);
	assert_true(split_loop(&c.t, c.top, 0, NULL));
	assert_int_equal(c.top->count, 2);
	assert_int_equal(c.top->items[0]->value->op, OPERATOR_SELECT);
	assert_int_equal(c.top->items[1]->kind, STMT_LOOP);
	assert_ptr_equal(c.top->items[1]->start->index,
			 affine_plus(&c.t, start, 1));
	assert_int_equal(asked_in(c.top->items[1]->body), 0);
	case_close(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pieces_do_the_same),
		cmocka_unit_test(test_first_and_last_round),
		cmocka_unit_test(test_first_vector),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
