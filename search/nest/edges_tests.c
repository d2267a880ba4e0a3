/* Edges that a map has for its function tests an index: up to where a comparison
 * with a number has another result than in between. */
#include "search/nest/edges.h"

#include "rules/locate.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"

/* The parameter, perhaps converted. */
static bool is_index(const Expr *e, int variable)
{
	while (e->kind == EXPR_CONVERT)
		e = e->kids[0];
	return e->kind == EXPR_VAR && e->index == variable;
}

/* 0, 1, 2, ... */
static bool is_indices(const Expr *e)
{
	for (; expr_is(e, PRIM_MAP); e = e->kids[1])
		if (!is_index(e->kids[0]->kids[0], 0))
			return false;
	return expr_is(e, PRIM_GENERATE);
}

static bool is_sum(const Expr *e)
{
	return e->kind == EXPR_OP && (e->op == OP_ADD || e->op == OP_SUB);
}

/* Numbers beyond these are no indices; a sum of all that a program can hold does
 * not overflow. */
static bool is_near(int64_t value)
{
	const int64_t far = INT64_C(1) << 40;

	return value > -far && value < far;
}

static bool is_integer(const Expr *e)
{
	return e->type->kind == TYPE_SCALAR
	    && !scalar_is_float(e->type->scalar);
}

static bool is_number(const Expr *e, int64_t *value)
{
	int64_t more;

	while (e->kind == EXPR_CONVERT)
		e = e->kids[0];
	if (e->kind == EXPR_LITERAL && is_integer(e)) {
		*value = (int64_t)e->bits;
		return is_near(*value);
	}
	if (e->kind == EXPR_SIZE && e->sizes[0]->known) {
		*value = e->sizes[0]->value;
		return is_near(*value);
	}
	if (!is_sum(e) || !is_number(e->kids[0], value)
	    || !is_number(e->kids[1], &more))
		return false;
	*value += e->op == OP_ADD ? more : -more;
	return true;
}

/* The variable and a number. */
static bool is_offset(const Expr *e, int variable, int64_t *offset)
{
	int64_t more;

	while (e->kind == EXPR_CONVERT)
		e = e->kids[0];
	*offset = 0;
	if (!is_sum(e))
		return is_index(e, variable);
	if (!is_offset(e->kids[0], variable, offset)
	    || !is_number(e->kids[1], &more))
		return false;
	*offset += e->op == OP_ADD ? more : -more;
	return true;
}

typedef struct Tests {
	Edges edges;
	int64_t length;
} Tests;

/* A result changes between the elements before and after `place`. */
static void note(Tests *tests, int64_t place)
{
	int64_t after = tests->length - place;

	if (place > 0 && hardware_is_small(place, tests->length)
	    && place > tests->edges.before)
		tests->edges.before = place;
	if (after > 0 && hardware_is_small(after, tests->length)
	    && after > tests->edges.after)
		tests->edges.after = after;
}

/* i < t, i == t, ... */
static void note_test(Tests *tests, Op op, int64_t t)
{
	if (op == OP_LT || op == OP_GE || op == OP_EQ || op == OP_NE)
		note(tests, t);
	if (op == OP_LE || op == OP_GT || op == OP_EQ || op == OP_NE)
		note(tests, t + 1);
}

static Op mirrored(Op op)
{
	switch (op) {
	case OP_LT: return OP_GT;
	case OP_GT: return OP_LT;
	case OP_LE: return OP_GE;
	case OP_GE: return OP_LE;
	default: return op;
	}
}

static void look(Tests *tests, const Expr *e, int variable)
{
	int64_t offset, number;

	if (e->kind == EXPR_OP && e->kid_count == 2) {
		if (is_offset(e->kids[0], variable, &offset)
		    && is_number(e->kids[1], &number))
			note_test(tests, e->op, number - offset);
		else if (is_offset(e->kids[1], variable, &offset)
			 && is_number(e->kids[0], &number))
			note_test(tests, mirrored(e->op), number - offset);
	}
	for (int i = 0; i < e->kid_count; i++)
		look(tests, e->kids[i], variable + expr_binds(e, i));
}

static Edges of_tests(const Expr *map)
{
	const Expr *lambda = map->kids[0], *array = map->kids[1];
	bool zip = expr_is(array, PRIM_ZIP)
		&& lambda->index == array->kid_count;
	Tests tests = { { 0, 0 }, fact_length(map->type) };

	for (int i = 0; i < lambda->index; i++)
		if ((zip || lambda->index == 1)
		    && is_indices(zip ? array->kids[i] : array))
			look(&tests, lambda->kids[0], lambda->index - 1 - i);
	return tests.edges;
}

Edges edges_of_map(const Expr *root, const Path *at, const Expr *map)
{
	const Path array = path_kid(at, 1);
	Edges edges = edges_of_array(root, &array), tests = of_tests(map);

	if (tests.before > edges.before)
		edges.before = tests.before;
	if (tests.after > edges.after)
		edges.after = tests.after;
	return edges;
}
