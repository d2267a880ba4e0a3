#include "rules/guard.h"

#include "ir/algebra.h"
#include "rules/build.h"

static bool allows_monoid(Match *m, const Guard *guard, const Program *program,
			  const RewriteOptions *options, RuleKind *kind,
			  const char **reason)
{
	const Expr *function = build_function(m, guard->function);
	const Expr *neutral = m->metas[guard->neutral];

	*reason = "the operator is not known to be associative, with the "
		  "initial value neutral";
	if (function->open || neutral->open
	    || !algebra_monoid(program, function, neutral))
		return false;
	*reason = "the operator is not known to be commutative";
	if (guard->needs == NEEDS_CMONOID
	    && !algebra_cmonoid(program, function, neutral))
		return false;
	*kind = algebra_is_exact(function) ? RULE_EXACT : RULE_REASSOCIATES;
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
