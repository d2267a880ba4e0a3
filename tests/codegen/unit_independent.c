/* pass_independent: of random loops those that are marked have no two rounds of
 * which one stores what the other one loads or stores, found by running through all
 * of them; and the updates of matrices by rows are marked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"
#include "tests/codegen/codegen_texts.h"

enum { LOOPS = 4000, ROUNDS = 18, ITEMS = 20, ROW = 20, ACCESSES = 4,
       EARLY = 5, ELEMENTS = 4 * ROW * ITEMS };

/* A number: item * g + number * k + round * j + constant. */
typedef struct Form {
	int item, number, round, constant;
} Form;

typedef struct Access {
	Form form;
	bool store, guarded;
} Access;

/* What a loop begins at, or ends before: a number, as it is, cut off at the number of
 * rounds, or half of it; or cut off earlier, and three more. */
typedef enum { NOWHERE, AS_IT_IS, CUT_OFF, HALVED, CUT_EARLY, LIMITS } Limit;

/* g is the item, k an argument, j the round, from what k + 1 says on, or below what
 * g - 2 says. */
typedef struct Case {
	Rng rng;
	Arena *arena;
	AffineTable indices;
	Var *item, *number, *round;
	Buffer buffer;
	Kernel kernel;
	int compared; /* -1: g < k, 1: g > k, 2: g != k, 0: any */
	Limit starts, ends;
	int guard;    /* as compared, of j and k */
	int count;
	Access accesses[ACCESSES];
	Stmt *loop;
} Case;

static int below(Case *c, int bound)
{
	return (int)rng_below(&c->rng, (uint64_t)bound);
}

/* -- random loops ---------------------------------------------------------- */

static const Affine *affine_of(Case *c, Form form)
{
	AffineTable *t = &c->indices;
	const Affine *sum = affine_const(t, form.constant);

	sum = affine_add(t, sum, affine_times(t, affine_var(t, c->item, 0,
					      ITEMS - 1), form.item));
	sum = affine_add(t, sum, affine_times(t, affine_var(t, c->number, 0,
					      ITEMS - 1), form.number));
	return affine_add(t, sum, affine_times(t, affine_var(t, c->round, 0,
					       ROUNDS - 1), form.round));
}

static Form draw_form(Case *c)
{
	Form form = { .round = below(c, 6) ? 1 : 0,
		      .constant = below(c, 3) ? 0 : below(c, 2) ? 1 : ROW };

	if (below(c, 3))
		form.item = ROW;
	else
		form.number = ROW;
	if (!below(c, 6))
		form.number = form.number ? 0 : below(c, 2) ? ROW : 1;
	return form;
}

static const Code *condition(Case *c, Form a, int compared)
{
	static const Op ops[] = { OP_LT, OP_EQ, OP_GT, OP_NE };
	const Code *pair[2] = {
		code_index(c->arena, SCALAR_I32, affine_of(c, a)),
		code_index(c->arena, SCALAR_I32,
			   affine_of(c, (Form){ .number = 1 })),
	};

	return code_op(c->arena, ops[compared + 1], pair);
}

static Block *guarded(Case *c, Block *block, Form form, int compared)
{
	Block *body = block_new(c->arena);

	if (!compared)
		return block;
	block_add(block, (Stmt){ .kind = STMT_IF, .body = body,
				 .value = condition(c, form, compared) });
	return body;
}

static void add_access(Case *c, Block *body, Block *inside, Var **value)
{
	Access *access = &c->accesses[c->count++];
	const Affine *index;

	*access = (Access){ draw_form(c), c->count > 1 && below(c, 3) == 0,
			    below(c, 2) };
	access->store |= c->count == ACCESSES;
	index = affine_of(c, access->form);
	if (access->guarded)
		body = inside;
	if (access->store) {
		block_add(body, (Stmt){ .kind = STMT_STORE, .index = index,
					.buffer = &c->buffer,
					.value = *value
					? code_var(c->arena, *value)
					: code_literal(c->arena, SCALAR_F32,
						       0) });
		return;
	}
	*value = var_new(c->arena, VAR_LOAD, SCALAR_F32, 1, 0);
	block_add(body, (Stmt){ .kind = STMT_DECLARE, .var = *value,
				.value = code_load(c->arena, &c->buffer, index,
						   1) });
}

static const Affine *limited(Case *c, Limit limit, Form form)
{
	const Affine *made = affine_of(c, form);

	if (limit == CUT_OFF)
		made = affine_clamp(&c->indices, made, ROUNDS + 1);
	if (limit == HALVED)
		made = affine_div(&c->indices, affine_clamp(&c->indices, made,
				  2 * ROUNDS + 1), 2);
	if (limit == CUT_EARLY)
		made = affine_plus(&c->indices, affine_clamp(&c->indices, made,
				   EARLY + 1), 3);
	return made;
}

static void draw_loop(Case *c, Block *top)
{
	Block *body = block_new(c->arena), *inside;
	const Affine *start = limited(c, c->starts, (Form){ .number = 1,
				      .constant = c->starts > AS_IT_IS
						  ? -3 : 1 });
	const Affine *end = limited(c, c->ends, (Form){ .item = 1,
				    .constant = -2 });
	Var *value = NULL;

	inside = guarded(c, body, (Form){ .round = 1 }, c->guard);
	while (c->count < ACCESSES)
		add_access(c, body, inside, &value);
	c->loop = block_add(top, (Stmt){ .kind = STMT_LOOP, .var = c->round,
					 .extent = ROUNDS, .body = body,
					 .start = c->starts
					  ? code_index(c->arena, SCALAR_I32,
						       start) : NULL,
					 .end = c->ends ? end : NULL });
}

static void case_open(Case *c, uint64_t number)
{
	*c = (Case){ .rng = rng_seeded(11, number), .arena = arena_new() };
	c->indices.arena = c->kernel.arena = c->arena;
	c->kernel.top = block_new(c->arena);
	c->item = var_new(c->arena, VAR_ID, SCALAR_I32, 1, 0);
	c->number = var_new(c->arena, VAR_ARGUMENT, SCALAR_I32, 1, 0);
	c->round = var_new(c->arena, VAR_LOOP, SCALAR_I32, 1, 0);
	c->buffer = (Buffer){ .space = SPACE_GLOBAL, .scalar = SCALAR_F32,
			      .elements = ELEMENTS };
	c->compared = below(c, 4) - 1;
	c->guard = below(c, 4) - 1;
	c->starts = (Limit)below(c, LIMITS);
	c->ends = (Limit)below(c, LIMITS);
	draw_loop(c, guarded(c, c->kernel.top, (Form){ .item = 1 },
			     c->compared));
}

static void case_close(Case *c)
{
	affine_table_free(&c->indices);
	arena_free(c->arena);
}

/* -- all rounds ------------------------------------------------------------ */

static bool holds(int a, int b, int compared)
{
	return compared == 0 || (compared == 2 && a != b)
	    || (compared == 1 && a > b) || (compared == -1 && a < b);
}

static int limit_at(Limit limit, int number)
{
	const int cut = number < 0 ? 0 : number;

	switch (limit) {
	case AS_IT_IS: return number;
	case HALVED: return cut / 2;
	case CUT_EARLY: return (cut < EARLY ? cut : EARLY) + 3;
	default: return cut;
	}
}

/* Marks by which round an element was touched last, and by which it was stored: is
 * there another one? */
static bool conflicts_in(const Case *c, int g, int k)
{
	static int touched[ELEMENTS], stored[ELEMENTS];
	const int first = c->starts == NOWHERE ? 0
			: c->starts == AS_IT_IS ? k + 1
			: limit_at(c->starts, k - 3);
	const int end = c->ends == NOWHERE ? ROUNDS : limit_at(c->ends, g - 2);

	for (int i = 0; i < ELEMENTS; i++)
		touched[i] = stored[i] = -1;
	for (int j = first; j < end && j < ROUNDS; j++)
		for (int i = 0; i < c->count; i++) {
			const Access *a = &c->accesses[i];
			const int at = a->form.item * g + a->form.number * k
				       + a->form.round * j + a->form.constant;

			if (a->guarded && !holds(j, k, c->guard))
				continue;
			if ((stored[at] >= 0 && stored[at] != j)
			    || (a->store && touched[at] >= 0
				&& touched[at] != j))
				return true;
			touched[at] = j;
			if (a->store)
				stored[at] = j;
		}
	return false;
}

static bool conflicts(const Case *c)
{
	for (int g = 0; g < ITEMS; g++)
		for (int k = 0; k < ITEMS; k++)
			if (holds(g, k, c->compared) && conflicts_in(c, g, k))
				return true;
	return false;
}

static void test_marked_loops_are_independent(void **state)
{
	int marked = 0, unmarked = 0;

	(void)state;
	for (uint64_t i = 0; i < LOOPS; i++) {
		static Case c;

		case_open(&c, i);
		pass_independent(&c.kernel, &c.indices);
		if (c.loop->apart && conflicts(&c))
			fail_msg("loop %d is marked", (int)i);
		marked += c.loop->apart;
		unmarked += !c.loop->apart && conflicts(&c);
		case_close(&c);
	}
	assert_true(marked > LOOPS / 100);
	assert_true(unmarked > LOOPS / 4);
}

/* -- programs -------------------------------------------------------------- */

#define TOLD "#pragma clang loop vectorize(assume_safety)"

/* An element of row i of a state of rows, in round k; o is of row k. What begins and
 * ends a row stands around. */
#define BY_ROWS(element) BY_ROWS_WHOLE("", element, "")
#define BY_ROWS_WHOLE(begin, element, end) "[\"join\", [\"head\", " \
	"[\"reduceSeq\", [\"fun\", [\"s\", \"k\"], [\"mapGlobal\", " \
	"[\"fun\", [\"r\", \"i\"], " begin "[\"mapSeq\", " \
	"[\"fun\", [\"v\", \"o\", \"j\"], " element "], [\"zip\", \"r\", " \
	"[\"at\", \"s\", \"k\"], [\"generate\", 32, \"id\"]]]" end \
	"], [\"zip\", \"s\", " \
	"[\"generate\", 32, \"id\"]]]], [\"split\", 32, \"xs\"], " \
	"[\"generate\", 32, \"id\"]]]]"

#define UPDATE "[\"-\", \"v\", [\"*\", \"v\", \"o\"]]"

static int told(const char *element)
{
	char body[1024];
	Generated made;
	int times;

	snprintf(body, sizeof body, BY_ROWS("%s"), element);
	made = generated(N(1024), XS, body);
	must(&made);
	times = occurrences(made.artifact->source, TOLD);
	assert_int_equal(occurrences(made.artifact->source, "defined(__clang__)"),
			 times);
	generated_free(&made);
	return times;
}

/* Rows below row k that are updated by it; row k, too: from place to place, where
 * compilers can tell; each row by its own element k, before it is stored or not. */
static void test_updates_by_rows(void **state)
{
	(void)state;
	assert_true(told("[\"if\", [\">\", \"i\", \"k\"], " UPDATE ", \"v\"]"));
	assert_true(told("[\"if\", [\"and\", [\">\", \"i\", \"k\"], [\">\", "
			 "\"j\", \"k\"]], " UPDATE ", \"v\"]"));
	assert_true(told("[\"if\", [\"and\", [\">\", \"i\", \"k\"], [\"<=\", "
			 "\"j\", \"i\"]], " UPDATE ", \"v\"]"));
	assert_false(told("[\"if\", [\">=\", \"i\", \"k\"], " UPDATE
			  ", \"v\"]"));
	assert_false(told("[\"-\", \"v\", \"o\"]"));
}

/* Rows below row k, by their products with it: a row that is not written is not
 * multiplied. */
static void test_sums_for_nothing(void **state)
{
	Generated made = generated(N(1024), XS, BY_ROWS_WHOLE(
		"[\"let\", \"f\", [\"head\", [\"reduceSeq\", [\"fun\", "
		"[\"t\", [\"a\", \"b\"]], [\"+\", \"t\", [\"*\", \"a\", "
		"\"b\"]]], 0, [\"zip\", \"r\", [\"at\", \"s\", \"k\"]]]], ",
		"[\"if\", [\">\", \"i\", \"k\"], [\"-\", \"v\", [\"*\", "
		"\"f\", \"o\"]], \"v\"]", "]"));
	const char *at, *asked;

	(void)state;
	must(&made);
	at = strstr(made.artifact->source, TOLD);
	assert_non_null(at);
	while (strncmp(at, "kernel ", 7) != 0)
		at--;
	asked = strstr(at, "if (g0 > ");
	assert_non_null(asked);
	assert_true(asked < strstr(at, "acc0"));
	generated_free(&made);
}

/* Two rows a work-item, by sums that are computed side by side: where neither is
 * written none is. */
static void test_sums_of_several_rows(void **state)
{
	Generated made = generated(N(1024), XS,
		"[\"join\", [\"head\", [\"reduceSeq\", [\"fun\", [\"s\", "
		"\"k\"], [\"let\", \"l\", [\"at\", \"s\", \"k\"], [\"join\", "
		"[\"mapGlobal\", [\"fun\", [\"rows\"], [\"mapSeqUnroll\", "
		"[\"fun\", [\"f\", [\"r\", \"i\"]], [\"mapSeq\", [\"fun\", "
		"[\"v\", \"o\"], [\"if\", [\">\", \"i\", \"k\"], [\"-\", \"v\", "
		"[\"*\", \"f\", \"o\"]], \"v\"]], [\"zip\", \"r\", \"l\"]]], "
		"[\"zip\", [\"toPrivate\", [\"head\", [\"reduceSeq\", [\"fun\", "
		"[\"t\", \"c\"], [\"mapSeqUnroll\", [\"fun\", [\"p\", [\"x\", "
		"\"u\"]], [\"+\", \"p\", [\"*\", \"x\", \"u\"]]], [\"zip\", "
		"\"t\", \"c\"]]], [\"fill\", 2, 0.0], [\"transpose\", [\"map\", "
		"[\"fun\", [\"r\", \"_\"], [\"zip\", \"r\", \"l\"]], "
		"\"rows\"]]]]], \"rows\"]]], [\"split\", 2, [\"zip\", \"s\", "
		"[\"generate\", 32, \"id\"]]]]]]], [\"split\", 32, \"xs\"], "
		"[\"generate\", 32, \"id\"]]]]");
	const char *at;

	(void)state;
	must(&made);
	at = strstr(made.artifact->source, " || ");
	assert_non_null(at);
	at = strstr(at, "\n\t\tfor (");
	assert_non_null(at);
	assert_true(strstr(at, "acc1 = acc1") < strstr(at, "\n\t}"));
	generated_free(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_marked_loops_are_independent),
		cmocka_unit_test(test_updates_by_rows),
		cmocka_unit_test(test_sums_for_nothing),
		cmocka_unit_test(test_sums_of_several_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
