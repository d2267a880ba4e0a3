#include "rules/solve.h"

#include "base/checked.h"

/* An equation with what is known put in: a sum of unknown terms is right. Terms
 * in one variable, and no other unknown, are one. */
typedef struct Rest {
	int count;               /* unknown terms */
	int64_t factor;          /* of the first of them */
	const SizeTermPattern *first; /* NULL: of several */
	int unknowns;            /* unknown variables in it, with repetition */
	int var;                 /* one of them */
	int64_t right;
} Rest;

static bool term_rest(const Match *m, const SizeTermPattern *term,
		      int64_t *factor, int *unknowns, int *var)
{
	*factor = term->factor;
	*unknowns = 0;
	for (int i = 0; i < term->count; i++) {
		int v = term->vars[i];

		if (!m->known[v]) {
			(*unknowns)++;
			*var = v;
		} else if (!checked_mul(*factor, m->vars[v], factor)) {
			return false;
		}
	}
	return true;
}

static bool equation_rest(const Match *m, const Equation *equation, Rest *rest)
{
	*rest = (Rest){ .right = equation->right };
	for (int t = 0; t < equation->left->count; t++) {
		const SizeTermPattern *term = &equation->left->terms[t];
		int64_t factor;
		int unknowns, var = 0;

		if (!term_rest(m, term, &factor, &unknowns, &var))
			return false;
		if (!unknowns) {
			if (!checked_sub(rest->right, factor, &rest->right))
				return false;
		} else if (factor && rest->count == 1 && unknowns == 1
			   && rest->unknowns == 1 && rest->var == var) {
			if (!checked_add(rest->factor, factor, &rest->factor))
				return false;
			rest->first = NULL;
		} else if (factor && !rest->count++) {
			rest->factor = factor;
			rest->first = term;
			rest->unknowns = unknowns;
			rest->var = var;
		}
	}
	return true;
}

/* -1: contradiction, 0: nothing new, 1: a variable was found. */
static int solve_one(Match *m, const Equation *equation)
{
	Rest rest;

	if (!equation_rest(m, equation, &rest) || rest.right < 0)
		return -1;
	if (!rest.count)
		return rest.right ? -1 : 0;
	if (rest.count > 1 || rest.unknowns > 1)
		return 0;
	if (rest.right % rest.factor)
		return -1;
	m->known[rest.var] = true;
	m->vars[rest.var] = rest.right / rest.factor;
	return 1;
}

int match_one_more(const bool known[RULE_VARS_MAX], const SizeTermPattern *a,
		   const SizeTermPattern *b)
{
	int left[RULE_VARS_MAX] = { 0 }, more = -1;

	for (int i = 0; i < a->count; i++)
		left[a->vars[i]] += !known[a->vars[i]];
	for (int i = 0; i < b->count; i++)
		left[b->vars[i]] -= !known[b->vars[i]];
	for (int v = 0; v < RULE_VARS_MAX; v++) {
		if (left[v] < 0 || left[v] > 1 || (left[v] && more >= 0))
			return -1;
		if (left[v])
			more = v;
	}
	return more;
}

/* I*J*K = a and J*K = b give I = a/b before J and K are chosen. */
static int solve_two(Match *m, const Equation *one, const Equation *other)
{
	Rest a, b;
	int var;

	if (!equation_rest(m, one, &a) || !equation_rest(m, other, &b)
	    || a.count != 1 || b.count != 1 || !a.first || !b.first
	    || !b.right || a.factor != 1 || b.factor != 1)
		return 0;
	var = match_one_more(m->known, a.first, b.first);
	if (var < 0)
		return 0;
	if (a.right % b.right)
		return -1;
	m->known[var] = true;
	m->vars[var] = a.right / b.right;
	return 1;
}

static int solve_pairs(Match *m)
{
	for (int i = 0; i < m->equation_count; i++)
		for (int j = 0; j < m->equation_count; j++) {
			int found = i == j ? 0 : solve_two(m, &m->equations[i],
							   &m->equations[j]);

			if (found)
				return found;
		}
	return 0;
}

static bool all_known(const Match *m)
{
	for (int i = 0; i < m->rule->var_count; i++)
		if (!m->known[i])
			return false;
	return true;
}

bool solve_sizes(Match *m)
{
	int found;

	do {
		found = 0;
		for (int i = 0; i < m->equation_count; i++) {
			int one = solve_one(m, &m->equations[i]);

			if (one < 0)
				return false;
			found |= one;
		}
		if (!found && !all_known(m))
			found = solve_pairs(m);
		if (found < 0)
			return false;
	} while (found);
	return true;
}

bool solve_value(const Match *m, const SizePattern *size, int64_t *value)
{
	*value = 0;
	for (int t = 0; t < size->count; t++) {
		int64_t factor;
		int unknowns, var;

		if (!term_rest(m, &size->terms[t], &factor, &unknowns, &var)
		    || unknowns || !checked_add(*value, factor, value))
			return false;
	}
	return true;
}

bool solve_holds(const Match *m)
{
	for (int i = 0; i < m->equation_count; i++) {
		int64_t value;

		if (!solve_value(m, m->equations[i].left, &value)
		    || value != m->equations[i].right)
			return false;
	}
	return true;
}

/* -- what is left to choose ------------------------------------------------ */

static bool has_var(const SizeTermPattern *term, int var)
{
	for (int i = 0; i < term->count; i++)
		if (term->vars[i] == var)
			return true;
	return false;
}

static bool equation_param(const Match *m, const Equation *equation, int var,
			   RuleParam *param)
{
	Rest rest;

	if (!equation_rest(m, equation, &rest))
		return false;
	for (int t = 0; t < equation->left->count; t++) {
		const SizeTermPattern *term = &equation->left->terms[t];
		int64_t factor;
		int unknowns, last;

		if (!has_var(term, var)
		    || !term_rest(m, term, &factor, &unknowns, &last)
		    || !factor)
			continue;
		param->bound = rest.right / factor;
		param->kind = rest.count == 1 ? PARAM_DIVISOR
			    : unknowns == 1 ? PARAM_UP_TO : PARAM_FROM_1;
		return true;
	}
	return false;
}

static RuleParam size_param(const Match *m, int var)
{
	RuleParam best = { .kind = PARAM_ANY }, param = { .kind = PARAM_ANY };

	for (int i = 0; i < m->equation_count; i++) {
		if (!equation_param(m, &m->equations[i], var, &param))
			continue;
		if (best.kind == PARAM_ANY || param.kind < best.kind
		    || (param.kind == best.kind && param.bound < best.bound))
			best = param;
	}
	if (m->rule->vars[var].kind == VAR_WIDTH) {
		best.bound = best.kind == PARAM_DIVISOR ? best.bound : 0;
		best.kind = PARAM_WIDTH;
	}
	return best;
}

static RuleParam perm_param(const Match *m, int var)
{
	RuleParam param = { .kind = PARAM_DIVISOR };

	solve_value(m, m->rule->vars[var].length, &param.bound);
	return param;
}

bool solve_open(const Match *m, int *var, RuleParam *param)
{
	const Rule *rule = m->rule;

	*var = 0;
	while (*var < rule->var_count && m->known[*var])
		(*var)++;
	if (*var == rule->var_count)
		return false;
	switch (rule->vars[*var].kind) {
	case VAR_DIM: *param = (RuleParam){ .kind = PARAM_DIM, .bound = 2 };
		break;
	case VAR_PERM: *param = perm_param(m, *var); break;
	default: *param = size_param(m, *var); break;
	}
	param->name = rule->vars[*var].name;
	return true;
}
