/* What a schedule may ask of a loop as code: how much of it there is when nothing
 * in it is a loop any more, and what it reads again. Advice only. */
#include "rules/forward.h"
#include "search/nest/facts.h"
#include "search/nest/flow.h"
#include "search/nest/layout.h"
#include "search/nest/query.h"
#include "search/nest/reduction.h"
#include "search/nest/straight.h"
#include "search/space/hardware.h"

static const Expr *function_at(const Expr *root, const Path *at)
{
	const Expr *node = locate_node(root, at);

	return forward_is_loop(node) && node->kids[0]->kind == EXPR_LAMBDA
	     ? node->kids[0] : NULL;
}

/* Operations for an element, of an array of scalars, too; more than any code may
 * have where there are loops. */
static int64_t code_each(const Question *q)
{
	const Expr *lambda = function_at(q->root, q->at);
	int64_t count = lambda ? fact_straight_array(lambda) : 0;

	return count > 0 ? count : lambda ? straight_operations(lambda)
					  : INT32_MAX;
}

/* Loads and operations. */
static int64_t code_size(const Question *q)
{
	const Expr *lambda = function_at(q->root, q->at);

	return lambda ? straight_size(lambda) : INT32_MAX;
}

/* It would be too long without one loop. */
static int64_t keeps_loop(const Question *q)
{
	const Expr *lambda = function_at(q->root, q->at);

	return lambda && straight_keeps_loop(lambda);
}

/* Its elements are arrays, each read several times. */
static int64_t reads_again(const Question *q)
{
	return expr_is(q->node, PRIM_MAP)
	    && straight_reads_again(q->node);
}

/* A let whose name, or a loop whose element, is read in a function inside. */
static int64_t read_inside(const Question *q)
{
	const Expr *let = q->node, *lambda = function_at(q->root, q->at);

	return (let->kind == EXPR_LET && fact_is_used_inside(let->kids[1], 1))
	    || (lambda && fact_is_used_inside(lambda->kids[0], lambda->index));
}

/* States of a scan, seen through views: all come one after the other. */
static bool are_states(const Expr *e)
{
	if (e->kind != EXPR_PRIM)
		return false;
	if (e->prim == PRIM_SCAN_SEQ)
		return true;
	for (int i = 0; i < e->kid_count && prim_is(e->prim, TRAIT_VIEW); i++)
		if (are_states(e->kids[i]))
			return true;
	return false;
}

static int64_t scanned(const Question *q)
{
	return are_states(q->node);
}

/* Elements of each of the columns that a map goes over; 0: they are none. */
static int64_t column(const Question *q)
{
	const Site site = { .root = q->root, .path = *q->at,
			    .node = q->node };

	return expr_is(site.node, PRIM_MAP) ? columns_length(&site) : 0;
}

/* It is what others leave over, to be short code. */
static int64_t leftover(const Question *q)
{
	return q->task->rest;
}

/* -- numbers that a function computes -------------------------------------- */

/* Needs nothing that is named between the function around it and itself. */
static int64_t unnamed(const Question *q)
{
	const Expr *node = q->node;
	Path around = *q->at;
	int depth = 0;

	while (around.depth > 0) {
		int kid = around.kids[--around.depth];
		const Expr *e = locate_node(q->root, &around);

		if (e->kind == EXPR_LAMBDA)
			break;
		depth += expr_binds(e, kid);
	}
	return fact_is_closed_under(node, depth);
}

/* The elements of each of its rows are neighbours in memory; they are not, as far
 * as is known. */
static int64_t dense_rows(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return layout_has_dense_rows(&layout);
}

static int64_t strided_rows(const Question *q)
{
	Layout layout = layout_of_array(q->root, q->at);

	return layout.count && !layout_has_dense_rows(&layout);
}

/* -- arrays and their names ------------------------------------------------ */

static int64_t transposes(const Question *q)
{
	return expr_is(q->node, PRIM_TRANSPOSE);
}

/* It is computed, or a view: neither an input nor a name. */
static int64_t computed(const Question *q)
{
	return q->node->kind == EXPR_PRIM;
}

/* The let around a place that binds the variable with that index there; false:
 * a function does. */
static bool let_of(const Expr *root, const Path *at, int index, Path *let)
{
	for (*let = *at; let->depth > 0;) {
		int kid = let->kids[--let->depth];
		const Expr *e = locate_node(root, let);

		index -= expr_binds(e, kid);
		if (index < 0)
			return e->kind == EXPR_LET;
	}
	return false;
}

/* Kept in memory, by a name, too. */
static int64_t kept(const Question *q)
{
	const Expr *e = q->node;
	Path let;

	while (e->kind == EXPR_GET)
		e = e->kids[0];
	if (e->kind == EXPR_VAR && let_of(q->root, q->at, e->index, &let))
		e = locate_node(q->root, &let)->kids[0];
	while (expr_is(e, PRIM_UNZIP) || e->kind == EXPR_GET)
		e = e->kids[0];
	return expr_is(e, PRIM_TO_GLOBAL);
}

/* As it is written: a use in a function is one, too (expr_use_count has many). */
static int64_t uses_of(const Expr *e, int index)
{
	int64_t count = e->kind == EXPR_VAR && e->index == index;

	for (int i = 0; i < e->kid_count; i++)
		count += uses_of(e->kids[i], index + expr_binds(e, i));
	return count;
}

/* How often what a let names is used. */
static int64_t uses(const Question *q)
{
	return q->node->kind == EXPR_LET ? uses_of(q->node->kids[1], 0) : 0;
}

/* The program's, or a part of it that is not computed from others. */
static int64_t result(const Question *q)
{
	const Expr *e = q->root;

	for (int i = 0; i < q->at->depth; e = e->kids[q->at->kids[i++]])
		if (e->kind != EXPR_TUPLE
		    && !(e->kind == EXPR_LET && q->at->kids[i] == 1))
			return false;
	return true;
}

/* Floats in it become indices. */
static int64_t indexes(const Question *q)
{
	return q->task->indexes && flow_indexes_at(q->root, q->at);
}

static int64_t fills_page(const Question *q)
{
	const Type *type = q->node->type;
	int64_t count;

	return type_scalars(type, &count) && hardware_fills_page(type, count);
}

const Query code_queries[] = {
	{ "code_each",   code_each,   false },
	{ "code_size",   code_size,   false },
	{ "keeps_loop",  keeps_loop,  false },
	{ "reads_again", reads_again, false },
	{ "read_inside", read_inside, false },
	{ "scanned",     scanned,     false },
	{ "column",      column,      false },
	{ "leftover",    leftover,    false },
	{ "transposes",  transposes,  false },
	{ "computed",    computed,    false },
	{ "kept",        kept,        false },
	{ "uses",        uses,        false },
	{ "fills_page",  fills_page,  false },
	{ "result",      result,      false },
	{ "indexes",     indexes,     false },
	{ "unnamed",     unnamed,     false },
	{ "dense_rows",  dense_rows,  false },
	{ "strided_rows", strided_rows, false },
};

const int code_query_count = sizeof code_queries / sizeof *code_queries;
