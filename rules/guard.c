#include "rules/guard.h"

#include <string.h>

#include "rules/build.h"

/* -- operators (until ir/algebra.h) ---------------------------------------- */

static bool is_zero(const Expr *e)
{
	if (e->kind == EXPR_TUPLE) {
		for (int i = 0; i < e->kid_count; i++)
			if (!is_zero(e->kids[i]))
				return false;
		return true;
	}
	return e->kind == EXPR_LITERAL && expr_literal_double(e) == 0;
}

static bool algebra_monoid(const Program *program, const Expr *function,
			   const Expr *neutral, bool *commutative)
{
	const Expr *body = function->kids[0];

	(void)program;
	*commutative = true;
	if (body->kind != EXPR_OP || op_rows[body->op].arity != 2
	    || body->kids[0]->kind != EXPR_VAR
	    || body->kids[1]->kind != EXPR_VAR
	    || body->kids[0]->index + body->kids[1]->index != 1)
		return false;
	if (body->op == OP_MUL)
		return neutral->kind == EXPR_LITERAL
		    && expr_literal_double(neutral) == 1;
	return body->op == OP_ADD && is_zero(neutral);
}

/* -- guards ---------------------------------------------------------------- */

static bool has_floats(const Type *type)
{
	if (type->kind == TYPE_ARRAY)
		return has_floats(type->element);
	if (type->kind != TYPE_TUPLE)
		return scalar_is_float(type->scalar);
	for (int i = 0; i < type->count; i++)
		if (has_floats(type->parts[i]))
			return true;
	return false;
}

static bool allows_monoid(Match *m, const Guard *guard, const Program *program,
			  const RewriteOptions *options, RuleKind *kind,
			  const char **reason)
{
	const Expr *function = build_function(m, guard->function);
	const Expr *neutral = m->metas[guard->neutral];
	bool commutative;

	*kind = has_floats(neutral->type) ? RULE_REASSOCIATES : RULE_EXACT;
	*reason = "the operator is not known to be associative, with the "
		  "initial value neutral";
	if (!algebra_monoid(program, function, neutral, &commutative))
		return false;
	*reason = "the operator is not known to be commutative";
	if (guard->needs == NEEDS_CMONOID && !commutative)
		return false;
	*reason = "floats are not reassociated under --fp-strict";
	return !options->strict || *kind == RULE_EXACT;
}

static bool allows(Match *m, const Guard *guard, const Program *program,
		   const RewriteOptions *options, RuleKind *kind,
		   const char **reason)
{
	switch (guard->needs) {
	case NEEDS_MONOID:
	case NEEDS_CMONOID:
		return allows_monoid(m, guard, program, options, kind, reason);
	case NEEDS_ROUNDING:
		*kind = RULE_ROUNDS;
		*reason = "rules that round otherwise were not asked for";
		return options->rounding && !options->strict;
	default:
		*kind = RULE_CHOOSES;
		return true;
	}
}

bool guard_allows(Match *m, const Program *program,
		  const RewriteOptions *options, RuleKind *kind,
		  const char **reason)
{
	*kind = RULE_EXACT;
	for (int i = 0; i < m->rule->guard_count; i++)
		if (!allows(m, &m->rule->guards[i], program, options, kind,
			    reason))
			return false;
	return true;
}
