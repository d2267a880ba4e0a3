/* Bounds of the scalar functions: one row each.
 *
 * units are those of the unit roundoff u (an ulp is two at most) that a
 * kernel's result is off, for exact arguments: what OpenCL allows for f32
 * (OpenCL 1.2, section 7.4), which holds for functions of our own, too; but as
 * much as the worst of what rules and code generation make of it
 * (rules/algorithmic.rules, `rounding`): 1 / sqrt x for rsqrt x, a (1 / b) for
 * a / b, products for powers.
 */
#include "ir/eval_bound.h"

#include <math.h>

typedef struct Row Row;
typedef Shadow MakeShadow(Bound *b, const Node *n, const Row *row);

/* |f'| at x, whose error is at most `spread`; the function's value is n. */
typedef const Node *Slope(Bound *b, const Node *n, const Node *spread);

struct Row {
	double units;
	MakeShadow *make;
	Slope *slope;  /* NULL: 1 */
	double factor; /* of the slope */
	bool steep;    /* no bound where the spread is beyond 1 */
	bool decides;
};

static const Row rows[OP_COUNT];

double bound_units(Op op)
{
	return rows[op].units;
}

bool bound_decides(Op op)
{
	return rows[op].decides;
}

static Shadow kid_shadow(Bound *b, const Node *n, int i)
{
	return bound_shadow(b, n->kids[i]);
}

static const Node *rounded(Bound *b, const Node *sum, const Node *n,
			   double units)
{
	return bound_round(b, sum, n->scalar, units, n);
}

static const Node *times(Bound *b, double factor, const Node *x)
{
	return factor == 1 ? x : bound_binary(b, OP_MUL, x,
					      bound_number(b, factor));
}

/* -- sums ------------------------------------------------------------------ */

static int terms_of(Shadow shadow)
{
	return shadow.size ? shadow.terms : 1;
}

static const Node *carried(Shadow shadow)
{
	return shadow.running ? shadow.carried : shadow.folds;
}

/* x + y, rounded. In another order what is added up on the way may be as large
 * as the size. */
static Shadow sum_of(Bound *b, const Node *n, Shadow x, Shadow y)
{
	Shadow sum = { .outside = bound_add(b, x.outside, y.outside),
		       .size = bound_is_positive(n) ? n
				: bound_add(b, x.size, y.size),
		       .terms = terms_of(x) + terms_of(y),
		       .running = x.running || y.running };

	if (sum.running) {
		sum.carried = bound_add(b, carried(x), carried(y));
		return bound_of_sum(b, n->scalar, sum);
	}
	sum.folds = bound_add(b, x.folds, y.folds);
	sum.outside = rounded(b, sum.outside, n, sum.size == n ? 2 : 1);
	if (sum.terms > 2 && sum.size != n)
		sum.outside = bound_round(b, sum.outside, n->scalar, 1,
					  sum.size);
	return sum;
}

/* As a part of a sum. */
static Shadow term_of(Bound *b, const Node *value, Shadow shadow)
{
	shadow.terms = terms_of(shadow);
	shadow.size = bound_size(b, value, shadow);
	return shadow;
}

static Shadow make_sum(Bound *b, const Node *n, const Row *row)
{
	(void)row;
	return sum_of(b, n, term_of(b, n->kids[0], kid_shadow(b, n, 0)),
		      term_of(b, n->kids[1], kid_shadow(b, n, 1)));
}

/* -- products -------------------------------------------------------------- */

/* Of the errors of both factors. */
static Shadow factors(Bound *b, const Node *n)
{
	const Node *x = n->kids[0], *y = n->kids[1];
	Shadow u = kid_shadow(b, n, 0), v = kid_shadow(b, n, 1);

	return (Shadow){
		.outside = bound_carry(b, bound_scaled(b, y, u.outside), x,
				       v.outside),
		.folds = bound_carry(b, bound_scaled(b, y, u.folds), x,
				     v.folds) };
}

static Shadow make_product(Bound *b, const Node *n, const Row *row)
{
	Shadow product = factors(b, n);

	product.outside = rounded(b, product.outside, n, row->units);
	return product;
}

static Shadow make_fma(Bound *b, const Node *n, const Row *row)
{
	const Node *product = bound_binary(b, OP_MUL, n->kids[0], n->kids[1]);

	(void)row;
	return sum_of(b, n, term_of(b, product, factors(b, n)),
		      term_of(b, n->kids[2], kid_shadow(b, n, 2)));
}

static const Node *over(Bound *b, const Node *error, const Node *x,
			const Node *spread)
{
	if (!error)
		return NULL;
	return bound_node(b, BOUND_OVER, error, x,
			  spread ? spread : bound_number(b, 0));
}

static Shadow make_quotient(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0), y = kid_shadow(b, n, 1), both;
	const Node *by = n->kids[1], *spread = bound_spread(b, y);

	both.outside = bound_carry(b, x.outside, n, y.outside);
	both.folds = bound_carry(b, x.folds, n, y.folds);
	return (Shadow){
		.outside = rounded(b, over(b, both.outside, by, spread), n,
				   row->units),
		.folds = over(b, both.folds, by, spread) };
}

/* x - q y for a whole q, which is decided where the remainder is neither near 0
 * nor near y. */
static Shadow make_remainder(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0), y = kid_shadow(b, n, 1), rest;
	const Node *quotient = bound_binary(b, OP_DIV, n->kids[0], n->kids[1]);
	const Node *spread, *ends;

	(void)row;
	rest = (Shadow){
		.outside = bound_carry(b, x.outside, quotient, y.outside),
		.folds = bound_carry(b, x.folds, quotient, y.folds) };
	spread = bound_spread(b, rest);
	if (!spread)
		return rest;
	ends = bound_binary(b, OP_OR,
		bound_within(b, n, bound_number(b, 0), spread),
		bound_within(b, bound_unary(b, OP_ABS, n),
			     bound_unary(b, OP_ABS, n->kids[1]), spread));
	rest.outside = bound_add(b, rest.outside, bound_unless(b, ends));
	return rest;
}

/* -- what rounds nothing --------------------------------------------------- */

static Shadow make_same(Bound *b, const Node *n, const Row *row)
{
	(void)row;
	return kid_shadow(b, n, 0);
}

static Shadow make_magnitude(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0);

	(void)row;
	return (Shadow){ .outside = x.outside, .folds = x.folds };
}

/* The errors of those arguments that may be the result. */
static Shadow make_extreme(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0), y = kid_shadow(b, n, 1), one, other;
	const Node *spread = bound_add(b, bound_spread(b, x),
				       bound_spread(b, y));
	const Node *first, *second;

	(void)row;
	if (x.extreme || y.extreme)
		return (Shadow){
			.outside = bound_largest(b, x.outside, y.outside),
			.folds = bound_largest(b, x.folds, y.folds),
			.extreme = true };
	if (!spread)
		return (Shadow){ 0 };
	first = bound_within(b, n, n->kids[0], spread);
	second = bound_within(b, n, n->kids[1], spread);
	one = (Shadow){ .outside = bound_either(b, first, x.outside, NULL),
			.folds = bound_either(b, first, x.folds, NULL) };
	other = (Shadow){ .outside = bound_either(b, second, y.outside, NULL),
			  .folds = bound_either(b, second, y.folds, NULL) };
	return (Shadow){ .outside = bound_add(b, one.outside, other.outside),
			 .folds = bound_add(b, one.folds, other.folds) };
}

/* -- decisions ------------------------------------------------------------- */

static Shadow make_comparison(Bound *b, const Node *n, const Row *row)
{
	const Node *spread = bound_add(b, bound_spread(b, kid_shadow(b, n, 0)),
				       bound_spread(b, kid_shadow(b, n, 1)));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_unless(b, bound_within(b,
				n->kids[0], n->kids[1], spread)) };
}

static Shadow make_sign(Bound *b, const Node *n, const Row *row)
{
	const Node *spread = bound_spread(b, kid_shadow(b, n, 0));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_unless(b, bound_within(b,
				n->kids[0], bound_number(b, 0), spread)) };
}

static const Node *moved(Bound *b, const Node *n, Op by, const Node *spread)
{
	return bound_unary(b, n->op, bound_binary(b, by, n->kids[0], spread));
}

/* A number made whole. */
static Shadow make_whole(Bound *b, const Node *n, const Row *row)
{
	const Node *spread = bound_spread(b, kid_shadow(b, n, 0)), *same;

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	same = bound_binary(b, OP_EQ, moved(b, n, OP_SUB, spread),
			    moved(b, n, OP_ADD, spread));
	return (Shadow){ .outside = bound_either(b, same, NULL,
					bound_number(b, INFINITY)) };
}

/* NaN or infinity: what has a bound is neither. */
static Shadow make_class(Bound *b, const Node *n, const Row *row)
{
	const Node *spread = bound_spread(b, kid_shadow(b, n, 0));

	(void)row;
	if (!spread)
		return (Shadow){ 0 };
	return (Shadow){ .outside = bound_node(b, BOUND_HOLDS,
			bound_number(b, 0), spread,
			bound_number(b, 0x1.fffffffffffffp1023)) };
}

/* -- functions ------------------------------------------------------------- */

static Shadow make_smooth(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0);
	const Node *spread = bound_spread(b, x), *slope = NULL;
	const Node *outside;

	if (!spread)
		return (Shadow){ .outside = rounded(b, NULL, n, row->units) };
	if (row->slope)
		slope = times(b, row->factor, row->slope(b, n, spread));
	else if (row->factor != 1)
		slope = bound_number(b, row->factor);
	outside = rounded(b, bound_scaled(b, slope, x.outside), n,
			  row->units);
	if (row->steep)
		outside = bound_node(b, BOUND_HOLDS, outside, spread,
				     bound_number(b, 1));
	return (Shadow){ .outside = outside,
			 .folds = bound_scaled(b, slope, x.folds) };
}

static const Node *value_slope(Bound *b, const Node *n, const Node *spread)
{
	(void)b;
	(void)spread;
	return n;
}

static const Node *value_and_one(Bound *b, const Node *n, const Node *spread)
{
	(void)spread;
	return bound_binary(b, OP_ADD, bound_unary(b, OP_ABS, n),
			    bound_number(b, 1));
}

/* tan: 1 + f(x)^2, beside the pole. */
static const Node *square_and_one(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1),
		   *slope = bound_binary(b, OP_ADD, one,
					 bound_binary(b, OP_MUL, n, n));

	return bound_node(b, BOUND_HOLDS, slope,
			  bound_scaled(b, slope, spread), one);
}

static const Node *over_x(Bound *b, const Node *n, const Node *spread)
{
	return over(b, bound_number(b, 1), n->kids[0], spread);
}

static const Node *over_next(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1);

	return over(b, one, bound_binary(b, OP_ADD, n->kids[0], one), spread);
}

static const Node *value_over_x(Bound *b, const Node *n, const Node *spread)
{
	return over(b, bound_unary(b, OP_ABS, n), n->kids[0], spread);
}

/* 1 / sqrt(1 - x^2), at the end of the spread. */
static const Node *arc_slope(Bound *b, const Node *n, const Node *spread)
{
	const Node *one = bound_number(b, 1),
		   *x = bound_binary(b, OP_ADD, spread,
				     bound_unary(b, OP_ABS, n->kids[0])),
		   *rest = bound_binary(b, OP_SUB, one,
					bound_binary(b, OP_MUL, x, x));

	return over(b, one, bound_unary(b, OP_SQRT, rest),
		    bound_number(b, 0));
}

/* sqrt is off by at most the root of what x is off. */
static Shadow make_root(Bound *b, const Node *n, const Row *row)
{
	static const Row smooth = { 7, make_smooth, value_over_x, 0.5, 0, 0 };
	const Node *x = n->kids[0],
		   *spread = bound_spread(b, kid_shadow(b, n, 0));
	Shadow root = make_smooth(b, n, &smooth);
	const Node *small, *most;

	if (!spread || !bound_is_positive(x))
		return root;
	small = bound_binary(b, OP_LE, x, spread);
	most = times(b, 0.25, bound_unary(b, OP_SQRT, spread));
	root.outside = bound_either(b, small, rounded(b, most, n, row->units),
				    root.outside);
	root.folds = bound_either(b, small, NULL, root.folds);
	return root;
}

/* x^y: y x^(y-1) and ln x x^y. */
static Shadow make_power(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0), y = kid_shadow(b, n, 1), all;
	const Node *one = bound_number(b, 1), *to = n->kids[1], *relative, *log;

	all = (Shadow){ .outside = rounded(b, NULL, n, row->units) };
	if (bound_spread(b, x)) {
		relative = over(b, bound_unary(b, OP_ABS, to), n->kids[0],
				bound_spread(b, x));
		all.outside = bound_node(b, BOUND_HOLDS, all.outside,
			bound_scaled(b, relative, bound_spread(b, x)), one);
		relative = bound_scaled(b, n, relative);
		all.outside = bound_carry(b, all.outside, relative, x.outside);
		all.folds = bound_scaled(b, relative, x.folds);
	}
	if (bound_spread(b, y)) {
		log = bound_unary(b, OP_LOG, bound_unary(b, OP_ABS,
							 n->kids[0]));
		all.outside = bound_node(b, BOUND_HOLDS, all.outside,
			bound_scaled(b, log, bound_spread(b, y)), one);
		log = bound_scaled(b, n, bound_unary(b, OP_ABS, log));
		all.outside = bound_carry(b, all.outside, log, y.outside);
		all.folds = bound_carry(b, all.folds, log, y.folds);
	}
	return all;
}

static Shadow make_hypot(Bound *b, const Node *n, const Row *row)
{
	Shadow x = kid_shadow(b, n, 0), y = kid_shadow(b, n, 1);

	return (Shadow){
		.outside = rounded(b, bound_add(b, x.outside, y.outside), n,
				   row->units),
		.folds = bound_add(b, x.folds, y.folds) };
}

/* At most 1 / |(x, y)|; undecided where y may change its sign left of 0. */
static Shadow make_angle(Bound *b, const Node *n, const Row *row)
{
	Shadow y = kid_shadow(b, n, 0), x = kid_shadow(b, n, 1);
	const Node *up = bound_spread(b, y), *along = bound_spread(b, x),
		   *far = bound_binary(b, OP_HYPOT, n->kids[0], n->kids[1]);
	const Node *zero = bound_number(b, 0), *left = n->kids[1],
		   *spread = bound_add(b, up, along);
	const Node *outside = over(b, bound_add(b, x.outside, y.outside), far,
				   spread);

	outside = rounded(b, outside, n, row->units);
	if (along)
		left = bound_binary(b, OP_SUB, left, along);
	if (up)
		outside = bound_add(b, outside, bound_unless(b, bound_binary(b,
			OP_AND, bound_within(b, n->kids[0], zero, up),
			bound_binary(b, OP_LE, left, zero))));
	return (Shadow){ .outside = outside,
			 .folds = over(b, bound_add(b, x.folds, y.folds), far,
				       spread) };
}

/* -- the table ------------------------------------------------------------- */

#define SMOOTH(units, slope, factor) { units, make_smooth, slope, factor, 0, 0 }
#define STEEP(units, slope, factor) { units, make_smooth, slope, factor, 1, 0 }
#define OTHER(units, make) { units, make, NULL, 1, false, false }
#define DECISION(make) { 0, make, NULL, 1, false, true }

static const Row rows[OP_COUNT] = {
	[OP_ADD] = OTHER(1, make_sum),
	[OP_SUB] = OTHER(1, make_sum),
	[OP_MUL] = OTHER(1, make_product),
	[OP_DIV] = OTHER(8, make_quotient),
	[OP_REM] = OTHER(0, make_remainder),
	[OP_NEG] = OTHER(0, make_same),
	[OP_ABS] = OTHER(0, make_magnitude),
	[OP_SIGN] = DECISION(make_sign),
	[OP_MIN] = OTHER(0, make_extreme),
	[OP_MAX] = OTHER(0, make_extreme),
	[OP_FMA] = OTHER(1, make_fma),
	[OP_SQRT] = OTHER(7, make_root),
	[OP_RSQRT] = SMOOTH(12, value_over_x, 0.5),
	[OP_CBRT] = SMOOTH(5, value_over_x, 1. / 3),
	[OP_EXP] = STEEP(7, value_slope, 1),
	[OP_EXP2] = STEEP(7, value_slope, 1),
	[OP_EXPM1] = STEEP(7, value_and_one, 1),
	[OP_LOG] = SMOOTH(7, over_x, 1),
	[OP_LOG2] = SMOOTH(7, over_x, 1.5),
	[OP_LOG10] = SMOOTH(7, over_x, 0.5),
	[OP_LOG1P] = SMOOTH(5, over_next, 1),
	[OP_POW] = OTHER(33, make_power),
	[OP_HYPOT] = OTHER(9, make_hypot),
	[OP_SIN] = SMOOTH(9, NULL, 1),
	[OP_COS] = SMOOTH(9, NULL, 1),
	[OP_TAN] = SMOOTH(11, square_and_one, 1),
	[OP_ASIN] = SMOOTH(9, arc_slope, 1),
	[OP_ACOS] = SMOOTH(9, arc_slope, 1),
	[OP_ATAN] = SMOOTH(11, NULL, 1),
	[OP_ATAN2] = OTHER(13, make_angle),
	[OP_SINH] = STEEP(9, value_and_one, 1),
	[OP_COSH] = STEEP(9, value_slope, 1),
	[OP_TANH] = SMOOTH(11, NULL, 1),
	[OP_ERF] = SMOOTH(33, NULL, 1.2),
	[OP_FLOOR] = DECISION(make_whole),
	[OP_CEIL] = DECISION(make_whole),
	[OP_ROUND] = DECISION(make_whole),
	[OP_TRUNC] = DECISION(make_whole),
	[OP_ISNAN] = DECISION(make_class),
	[OP_ISINF] = DECISION(make_class),
	[OP_LT] = DECISION(make_comparison),
	[OP_LE] = DECISION(make_comparison),
	[OP_GT] = DECISION(make_comparison),
	[OP_GE] = DECISION(make_comparison),
	[OP_EQ] = DECISION(make_comparison),
	[OP_NE] = DECISION(make_comparison),
};

/* Of integers and bools: another argument, another result. */
static Shadow of_kids(Bound *b, const Node *n)
{
	Shadow shadow = { 0 };

	for (int i = 0; i < n->kid_count; i++)
		shadow.outside = bound_add(b, shadow.outside,
					   kid_shadow(b, n, i).outside);
	return shadow;
}

/* One argument is enough to decide: false for and, true for or. */
static Shadow of_either(Bound *b, const Node *n)
{
	Shadow shadow = of_kids(b, n);
	const Node *zero = bound_number(b, 0);

	for (int i = 0; i < 2; i++) {
		const Node *taint = kid_shadow(b, n, i).outside,
			   *decides = n->kids[i];

		if (n->op == OP_AND)
			decides = bound_unary(b, OP_NOT, decides);
		if (taint)
			decides = bound_binary(b, OP_AND, decides,
				bound_binary(b, OP_EQ, taint, zero));
		shadow.outside = bound_either(b, decides, NULL,
					      shadow.outside);
	}
	return shadow;
}

Shadow bound_op(Bound *b, const Node *node)
{
	if (node->op == OP_AND || node->op == OP_OR)
		return of_either(b, node);
	if (!scalar_is_float(node->kids[0]->scalar))
		return of_kids(b, node);
	return rows[node->op].make(b, node, &rows[node->op]);
}
