/* What a schedule may ask of scalars: of a sum, a quotient, a number in the
 * function of a loop. */
#include "search/nest/facts.h"
#include "search/nest/query.h"

static bool is_op(const Expr *e, Op op)
{
	return e->kind == EXPR_OP && e->op == op;
}

static bool is_float(const Expr *e)
{
	return e->type->kind == TYPE_SCALAR && scalar_is_float(e->type->scalar);
}

/* The innermost function around a place, and how many variables are bound in it
 * on the way there, its own too. */
typedef struct Around {
	const Expr *function; /* NULL: none */
	int bound;
} Around;

static Around around(const Expr *root, const Path *at)
{
	Around found = { NULL, 0 };
	const Expr *e = root;

	for (int i = 0; i < at->depth; e = e->kids[at->kids[i++]]) {
		if (e->kind == EXPR_LAMBDA)
			found = (Around){ e, e->index };
		else if (found.function)
			found.bound += expr_binds(e, at->kids[i]);
	}
	return found;
}

static int64_t is_of_floats(const Question *q)
{
	return is_float(q->node);
}

static int64_t literal(const Question *q)
{
	return q->node->kind == EXPR_LITERAL;
}

/* It is another one for each element of the loop around. */
static int64_t varies(const Question *q)
{
	return !fact_is_closed_under(q->node,
				     around(q->root, q->at).bound);
}

/* The function around it has no loops. */
static int64_t light(const Question *q)
{
	const Expr *function = around(q->root, q->at).function;

	return function && !fact_is_heavy(function);
}

/* It is in a step that is repeated until a test holds. */
static int64_t repeated(const Question *q)
{
	const Expr *e = q->root;

	for (int i = 0; i < q->at->depth; e = e->kids[q->at->kids[i++]])
		if (expr_is(e, PRIM_ITERATE_UNTIL))
			return true;
	return false;
}

static int64_t lowered(const Question *q)
{
	return fact_is_lowered(q->node);
}

/* Terms that are added one after the other. */
static int64_t terms(const Question *q)
{
	const Expr *e = q->node;
	int64_t count = 1;

	for (; is_op(e, OP_ADD) && is_float(e); e = e->kids[0])
		count++;
	return count;
}

/* The variable that something is, or is the square of; or NULL. */
static const Expr *base_of(const Expr *e)
{
	if (is_op(e, OP_MUL) && e->kids[0] == e->kids[1])
		e = e->kids[0];
	return e->kind == EXPR_VAR ? e : NULL;
}

/* Quotients by the variable that `outside` of the function's variables and those
 * bound in it stand before, or its square. */
static int quotients_by(const Expr *e, int bound, int outside)
{
	const Expr *by = is_op(e, OP_DIV) && is_float(e) ? base_of(e->kids[1])
							 : NULL;
	int count = by && bound - by->index == outside;

	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA)
			count += quotients_by(e->kids[i],
					      bound + expr_binds(e, i),
					      outside);
	return count;
}

/* In the function around. */
static int64_t divisions(const Question *q)
{
	const Around found = around(q->root, q->at);
	const Expr *by = base_of(q->node);

	return by && found.function
	     ? quotients_by(found.function->kids[0], found.function->index,
			    found.bound - by->index) : 0;
}

const Query scalar_queries[] = {
	{ "float",     is_of_floats, false },
	{ "literal",   literal,      false },
	{ "varies",    varies,       false },
	{ "light",     light,        false },
	{ "repeated",  repeated,     false },
	{ "lowered",   lowered,      false },
	{ "terms",     terms,        false },
	{ "divisions", divisions,    false },
};

const int scalar_query_count = sizeof scalar_queries / sizeof *scalar_queries;
