/* Quotients as products, where that saves divisions: by a number that is the
 * same for all elements of a map, whose reciprocal is then computed once, by a
 * root, whose reciprocal is computed at once (rsqrt), and by a variable that
 * others are divided by, too, or by its square. */
#include "search/macro.h"
#include "search/nest/facts.h"

/* Where a quotient was found. */
typedef struct Finder {
	Path path;
	int inside; /* binders since the innermost function of a map or fold */
	const Expr *body; /* of that function */
	bool light; /* no loop in that function */
} Finder;

static bool is_op(const Expr *e, Op op)
{
	return e->kind == EXPR_OP && e->op == op;
}

static bool is_quotient(const Expr *e)
{
	return is_op(e, OP_DIV) && e->type->kind == TYPE_SCALAR
	    && scalar_is_float(e->type->scalar);
}

/* The variable that a quotient is by, or by the square of; NULL: neither. */
static const Expr *divisor(const Expr *quotient)
{
	const Expr *by = quotient->kids[1];

	if (is_op(by, OP_MUL) && by->kids[0] == by->kids[1])
		by = by->kids[0];
	return by->kind == EXPR_VAR ? by : NULL;
}

/* Quotients by a variable of the function, or its square, which so many binders
 * of it stand before. */
static int quotients_by(const Expr *e, int inside, int level)
{
	int count = is_quotient(e) && divisor(e)
		 && inside - divisor(e)->index == level;

	for (int i = 0; i < e->kid_count; i++)
		if (e->kids[i]->kind != EXPR_LAMBDA)
			count += quotients_by(e->kids[i],
					      inside + expr_binds(e, i),
					      level);
	return count;
}

static bool is_shared(const Finder *finder, const Expr *e)
{
	const Expr *by = divisor(e);

	return by && finder->body && e->kids[0]->kind != EXPR_LITERAL
	    && quotients_by(finder->body->kids[0], finder->body->index,
			    finder->inside - by->index) > 1;
}

static bool is_worth(const Finder *finder, const Expr *e)
{
	const Expr *by;

	if (!is_quotient(e))
		return false;
	by = e->kids[1];
	if (is_op(by, OP_SQRT) || is_shared(finder, e))
		return true;
	return finder->inside && finder->light && by->kind != EXPR_LITERAL
	    && fact_is_closed_under(by, finder->inside)
	    && !fact_is_closed_under(e->kids[0], finder->inside);
}

static bool find(Finder *finder, const Expr *e)
{
	const Finder before = *finder;

	if (is_worth(finder, e))
		return true;
	if (finder->path.depth >= PATH_MAX_DEPTH - 2)
		return false;
	for (int i = 0; i < e->kid_count; i++) {
		finder->path.kids[finder->path.depth++] = (unsigned char)i;
		if (e->kind == EXPR_LAMBDA) {
			finder->inside = e->index;
			finder->body = e;
			finder->light = !fact_is_heavy(e);
		} else {
			finder->inside += finder->inside ? expr_binds(e, i) : 0;
		}
		if (find(finder, e->kids[i]))
			return true;
		*finder = before;
	}
	return false;
}

static bool fits(const Task *task, const Derivation *from, const Path *at,
		 const char *rule)
{
	return rewrite_fits(task->rewriter, from->expr, at, rule, false);
}

/* Before anything else is decided. */
static bool reciprocals_fit(const Task *task, const Derivation *from,
			    const Site *site)
{
	Finder finder = { .path = path_root() };

	(void)site;
	return !fact_is_lowered(from->expr) && find(&finder, from->expr)
	    && fits(task, from, &finder.path, "reciprocal");
}

static void to_product(Work *work, const Path *at)
{
	Path by = path_by(at, "1");

	if (fits(work->task, work->now, at, "rsqrt")) {
		work_rule(work, at, "rsqrt");
		return;
	}
	work_rule(work, at, "reciprocal");
	if (!work_try(work, &by, "rsqrt"))
		work_try(work, &by, "reciprocal_product");
}

static void apply_reciprocals(Work *work, const Site *site,
			      const Number *given)
{
	Finder finder = { .path = path_root() };

	(void)site;
	(void)given;
	for (; work->now && find(&finder, work->now->expr);
	     finder = (Finder){ .path = path_root() })
		to_product(work, &finder.path);
}

const Macro macro_reciprocals = {
	.name = "reciprocals",
	.about = "quotients by what is the same for all, or by roots, as "
		 "products",
	.fits = reciprocals_fit,
	.apply = apply_reciprocals,
};
