#include "rules/guard.h"

#include "ir/core/algebra.h"
#include "rules/build.h"

/* What the rule is about as the neutral element; what is known to be it where
 * the match did not say. */
static const Expr *neutral_of(Match *m, const Guard *guard,
			      const Program *program, const Expr *function)
{
	const Meta *meta = &m->rule->metas[guard->neutral];
	const Expr *known;

	if (m->metas[guard->neutral])
		return m->metas[guard->neutral];
	known = algebra_facts(program, function).neutral;
	if (!known || !match_type(m, meta->result, known->type))
		return NULL;
	m->metas[guard->neutral] = known;
	return known;
}

static bool allows_monoid(Match *m, const Guard *guard, const Program *program,
			  const RewriteOptions *options, Assumption *assumed,
			  const char **reason)
{
	const Expr *function = build_function(m, guard->function), *neutral;

	*reason = "the operator is not known to be associative, with the "
		  "initial value neutral";
	if (function->open)
		return false;
	neutral = neutral_of(m, guard, program, function);
	if (!neutral || neutral->open
	    || !algebra_monoid(program, function, neutral))
		return false;
	*reason = "the operator is not known to be commutative";
	if (guard->needs == NEEDS_CMONOID
	    && !algebra_cmonoid(program, function, neutral))
		return false;
	*assumed = (Assumption){
		algebra_is_exact(function) ? RULE_EXACT : RULE_REASSOCIATES,
		function, guard->needs == NEEDS_CMONOID,
		algebra_is_declared(program, function, neutral),
	};
	*reason = assumed->declared
		? "what a program declares of its operators is not relied on "
		  "under --fp-strict"
		: "floats are not reassociated under --fp-strict";
	return !options->strict
	    || (assumed->kind == RULE_EXACT && !assumed->declared);
}

static bool is_whole(const Type *type)
{
	if (type && type->kind == TYPE_VECTOR)
		type = type->element;
	return type && type->kind == TYPE_SCALAR
	    && !scalar_is_float(type->scalar);
}

/* The laws of the reals are laws of no integers. */
static bool is_about_integers(const Match *m)
{
	for (int i = 0; i < m->rule->type_count; i++)
		if (is_whole(m->types[i]))
			return true;
	return false;
}

static bool allows(Match *m, const Guard *guard, const Program *program,
		   const RewriteOptions *options, Assumption *assumed,
		   const char **reason)
{
	switch (guard->needs) {
	case NEEDS_MONOID:
	case NEEDS_CMONOID:
		return allows_monoid(m, guard, program, options, assumed,
				     reason);
	case NEEDS_ROUNDING:
		assumed->kind = RULE_ROUNDS;
		*reason = "it is a law of the reals, for floats only";
		if (is_about_integers(m))
			return false;
		*reason = "rules that round otherwise were not asked for";
		return options->rounding && !options->strict;
	default:
		assumed->kind = RULE_CHOOSES;
		*reason = "another order than the program's is not taken "
			  "under --fp-strict";
		return !options->strict || m->way->to->kind == PAT_META;
	}
}

bool guard_allows(Match *m, const Program *program,
		  const RewriteOptions *options, Assumption *assumed,
		  const char **reason)
{
	*assumed = (Assumption){ RULE_EXACT, NULL, false, false };
	for (int i = 0; i < m->rule->guard_count; i++)
		if (!allows(m, &m->rule->guards[i], program, options, assumed,
			    reason))
			return false;
	return true;
}
