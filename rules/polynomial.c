#include "rules/polynomial.h"

#include <string.h>

#include "rules/origin.h"

/* -- what is given --------------------------------------------------------- */

/* "N//64" as "N/64". */
static void put_exact(Text *text, const char *origin)
{
	for (; *origin; origin++)
		if (origin[0] != '/' || origin[1] != '/')
			text_char(text, *origin);
}

/* NULL where it has not that value. */
static const Size *read(const Program *p, const Expr *node, const char *text,
			int64_t value)
{
	SizeFault fault;
	Origin origin = { p, node };
	const Size *size = size_parse(p->ir, text, strlen(text), origin_named,
				      &origin, &fault);

	return size && size->known && size->value == value ? size : NULL;
}

const Size *polynomial_given(const Program *p, const Expr *node,
			     const RuleValue *value)
{
	const Size *size = NULL;
	Text exact = { 0 };

	if (!p->open)
		return NULL;
	if (value->origin) {
		put_exact(&exact, value->origin);
		size = read(p, node, text_string(&exact), value->value);
		if (!size)
			size = read(p, node, value->origin, value->value);
		text_free(&exact);
	}
	return size ? size : size_const(p->ir, value->value);
}

/* -- equations ------------------------------------------------------------- */

/* The term but for its unknown variables. */
static const Size *term_factor(const Match *m, const SizeTermPattern *term,
			       int *unknowns, int *var)
{
	const Size *factor = size_const(m->ir, term->factor);

	*unknowns = 0;
	for (int i = 0; i < term->count && factor; i++) {
		int v = term->vars[i];

		if (m->sizes[v])
			factor = size_mul(m->ir, factor, m->sizes[v]);
		else
			*var = (*unknowns)++ ? *var : v;
	}
	return factor;
}

static const Size *right_of(const Match *m, const Equation *equation)
{
	return equation->open ? equation->open
			      : size_const(m->ir, equation->right);
}

/* What is left of an equation: one term of unknowns is the right side. Terms in
 * one variable, and no other unknown, are one. */
typedef struct Rest {
	const Size *right, *factor;
	const SizeTermPattern *term; /* NULL: nothing is unknown, or of several */
	int unknowns, var, count;
} Rest;

static bool rest_of(const Match *m, const Equation *equation, Rest *rest)
{
	*rest = (Rest){ .right = right_of(m, equation) };
	for (int t = 0; t < equation->left->count && rest->right; t++) {
		const SizeTermPattern *term = &equation->left->terms[t];
		int unknowns, var = 0;
		const Size *factor = term_factor(m, term, &unknowns, &var);

		if (!factor)
			return false;
		if (!unknowns) {
			rest->right = size_sub(m->ir, rest->right, factor);
		} else if (rest->count == 1 && unknowns == 1
			   && rest->unknowns == 1 && rest->var == var) {
			rest->factor = size_add(m->ir, rest->factor, factor);
			if (!rest->factor)
				return false;
			rest->term = NULL;
		} else if (!rest->count++) {
			rest->factor = factor;
			rest->term = term;
			rest->unknowns = unknowns;
			rest->var = var;
		}
	}
	return rest->right != NULL;
}

/* Keeps what was found, if it is right at the witnesses. */
static bool keep(Match *m, int var, const Size *size)
{
	if (!size || !size->known || size->value != m->vars[var])
		return false;
	m->sizes[var] = size;
	return true;
}

static bool solve_one(Match *m, const Equation *equation)
{
	Rest rest;

	return rest_of(m, equation, &rest) && rest.count == 1
	    && rest.unknowns == 1 && rest.factor->count
	    && keep(m, rest.var, size_div(m->ir, rest.right, rest.factor));
}

/* I*J*K = a and J*K = b give I = a/b. */
static bool solve_two(Match *m, const Equation *one, const Equation *other)
{
	bool known[RULE_VARS_MAX];
	Rest a, b;
	int var;

	if (!rest_of(m, one, &a) || !rest_of(m, other, &b) || a.count != 1
	    || b.count != 1 || !a.term || !b.term || !b.right->count
	    || a.factor != b.factor)
		return false;
	for (int v = 0; v < RULE_VARS_MAX; v++)
		known[v] = m->sizes[v] != NULL;
	var = match_one_more(known, a.term, b.term);
	return var >= 0 && keep(m, var, size_div(m->ir, a.right, b.right));
}

static bool solve_some(Match *m)
{
	bool found = false;

	for (int i = 0; i < m->equation_count; i++)
		found |= solve_one(m, &m->equations[i]);
	for (int i = 0; i < m->equation_count && !found; i++)
		for (int j = 0; j < m->equation_count && !found; j++)
			found = i != j && solve_two(m, &m->equations[i],
						    &m->equations[j]);
	return found;
}

static bool all_hold(const Match *m)
{
	for (int i = 0; i < m->equation_count; i++)
		if (polynomial_value(m, m->equations[i].left)
		    != right_of(m, &m->equations[i]))
			return false;
	return true;
}

bool polynomials_solve(Match *m)
{
	for (int v = 0; v < m->rule->var_count; v++)
		if (m->rule->vars[v].kind > VAR_WIDTH)
			m->sizes[v] = size_const(m->ir, m->vars[v]);
	while (solve_some(m))
		;
	for (int v = 0; v < m->rule->var_count; v++)
		if (!m->sizes[v])
			return false;
	return all_hold(m);
}

const Size *polynomial_value(const Match *m, const SizePattern *size)
{
	const Size *sum = size_const(m->ir, 0);

	for (int t = 0; t < size->count && sum; t++) {
		int unknowns, var;

		sum = size_add(m->ir, sum, term_factor(m, &size->terms[t],
						       &unknowns, &var));
	}
	return sum;
}
