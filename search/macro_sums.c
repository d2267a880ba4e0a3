/* The order of sums. Those that begin with two products take an instruction more
 * than needed where products are added as they are made (fma): a*b - c*d + x is
 * two of them when x is added to the first product, three when it comes last.
 * So terms that are no products come second. Where a step is repeated until a
 * test holds, its rounding decides how often, and it is left as it is. Long sums
 * take as long as their additions one after the other: several at a time wait
 * less. */
#include "search/macro.h"
#include "search/nest/facts.h"
#include "search/space/hardware.h"

static bool is_op(const Expr *e, Op op)
{
	return e->kind == EXPR_OP && e->op == op;
}

static bool is_sum(const Expr *e)
{
	return (is_op(e, OP_ADD) || is_op(e, OP_SUB))
	    && e->type->kind == TYPE_SCALAR
	    && scalar_is_float(e->type->scalar);
}

/* A sum or difference that begins with two products. */
static bool begins_poorly(const Expr *e)
{
	while (is_sum(e) && is_sum(e->kids[0]))
		e = e->kids[0];
	return is_sum(e) && is_op(e->kids[0], OP_MUL)
	    && is_op(e->kids[1], OP_MUL);
}

/* A term that is no product, after such a sum, before it, or less it. */
static bool is_worth(const Expr *e)
{
	const Expr *first, *last;

	if (!is_sum(e))
		return false;
	first = e->kids[0];
	last = e->kids[1];
	if (is_op(e, OP_ADD) && begins_poorly(first)
	    && !is_op(last, OP_MUL))
		return true;
	return begins_poorly(last) && !is_op(first, OP_MUL)
	    && (is_op(e, OP_ADD)
		|| (is_op(last, OP_ADD) && !is_sum(last->kids[0])));
}

/* The first sum that is so. */
static bool find(Path *path, const Expr *e, bool (*is_so)(const Expr *))
{
	const int depth = path->depth;

	if (is_so(e))
		return true;
	if (depth >= PATH_MAX_DEPTH - 2
	    || expr_is(e, PRIM_ITERATE_UNTIL))
		return false;
	for (int i = 0; i < e->kid_count; i++) {
		path->kids[path->depth++] = (unsigned char)i;
		if (find(path, e->kids[i], is_so))
			return true;
		path->depth = depth;
	}
	return false;
}

/* The rule for the sum. */
static const char *rule_of(const Expr *e)
{
	if (is_op(e, OP_SUB))
		return "difference_of_sum";
	if (begins_poorly(e->kids[0]))
		return is_op(e->kids[0], OP_ADD) ? "sum_swap"
						 : "difference_swap";
	return is_op(e->kids[1], OP_ADD) ? "sum_open" : "difference_open";
}

/* Before anything else is decided. */
static bool sums_fit(const Task *task, const Derivation *from,
		     const Site *site)
{
	Path path = path_root();

	(void)site;
	return !fact_is_lowered(from->expr) && find(&path, from->expr, is_worth)
	    && rewrite_fits(task->rewriter, from->expr, &path,
			    rule_of(locate_node(from->expr, &path)), false);
}

/* The term moves to the front, as long as it comes after two products. */
static void improve(Work *work, Path at)
{
	const Expr *e = work_node(work, &at);
	const bool less = is_op(e, OP_SUB);

	do {
		work_rule(work, &at, rule_of(e));
		at = path_by(&at, "0");
		e = work_node(work, &at);
	} while (!less && e && is_sum(e->kids[0]));
}

static void apply_sums(Work *work, const Site *site, const Number *given)
{
	Path path = path_root();

	(void)site;
	(void)given;
	for (; work->now && find(&path, work->now->expr, is_worth);
	     path = path_root())
		improve(work, path);
}

const Macro macro_sums = {
	.name = "sums",
	.about = "sums of products begin with what is none",
	.fits = sums_fit,
	.apply = apply_sums,
};

/* -- several chains -------------------------------------------------------- */

/* Terms that are added one after the other. */
static int terms(const Expr *e)
{
	int count = 1;

	for (; is_sum(e) && is_op(e, OP_ADD); e = e->kids[0])
		count++;
	return count;
}

/* So many that the next element's do not begin before they are done. */
static bool is_long(const Expr *e)
{
	return terms(e) >= 4 * hardware_flight();
}

static bool chains_fit(const Task *task, const Derivation *from,
		       const Site *site)
{
	Path path = path_root();

	(void)site;
	return !fact_is_lowered(from->expr)
	    && find(&path, from->expr, is_long)
	    && rewrite_fits(task->rewriter, from->expr, &path, "sum_open",
			    true);
}

static void list_chains(const Task *task, const Site *site,
			const Number *given, Numbers *list)
{
	(void)task;
	(void)site;
	(void)given;
	numbers_several(list, 2, hardware_flight(), 1, "chain");
}

/* The sum of so many terms less. */
static Path shorter(const Path *sum, int less)
{
	Path at = *sum;

	while (less--)
		at = path_kid(&at, 0);
	return at;
}

/* The terms after the first `length` become sums of as many. */
static void cut(Work *work, const Path *sum, int count, int length)
{
	for (int i = length + 2; i <= count; i++) {
		Path at = shorter(sum, count - i);

		if ((i - 1) % length)
			work_rule_back(work, &at, "sum_open");
	}
}

static void apply_chains(Work *work, const Site *site, const Number *given)
{
	const int chains = (int)given[0].value;
	Path path = path_root();

	(void)site;
	while (work->now && find(&path, work->now->expr, is_long)) {
		int count = terms(work_node(work, &path));

		cut(work, &path, count, (count + chains - 1) / chains);
		path = path_root();
	}
}

const Macro macro_chains = {
	.name = "chains",
	.about = "long sums as sums of several",
	.fits = chains_fit,
	.count = 1, .numbers = { { "chains", list_chains } },
	.apply = apply_chains,
};
