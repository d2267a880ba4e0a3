/* The instance of a rule at small numbers. Functions mix their arguments; an
 * operator that must be a monoid is addition. */
#include <inttypes.h>

#include "rules/coq_statement.h"

/* Small, and no two neighbours equal. */
static int64_t number_of_var(int var)
{
	static const int64_t numbers[RULE_VARS_MAX] = { 2, 3, 4, 1, 2, 3, 4, 1 };

	return numbers[var];
}

static int64_t sampled(void *context, const char *name)
{
	const Statement *s = context;

	return number_of_var(draft_var(s->print.draft, name));
}

static const char *sample_size(void *context, const Size *size)
{
	const Statement *s = context;

	return arena_printf(s->print.arena, "%" PRId64,
			    coq_size_value(size, sampled, context));
}

static const char *sample_fact(void *context, const char *fact)
{
	(void)context;
	(void)fact;
	return "sI";
}

static const char *sample_scalar(void *context, Scalar scalar)
{
	(void)context;
	(void)scalar;
	return "nat";
}

static const char *sample_others(void *context, Scalar scalar)
{
	const Statement *s = context;

	if (scalar == SCALAR_BOOL)
		return "ops_bool";
	return scalar_is_int(scalar)
	     ? arena_printf(s->print.arena, "(ops_word %d)",
			    8 * (int)scalar_bytes(scalar))
	     : "ops_nat";
}

static const char *sample_type(void *context, int i, bool lanes)
{
	(void)context;
	(void)i;
	return lanes ? "(vscalar nat)" : "nat";
}

static const char *sample_ops(void *context, int i)
{
	(void)context;
	(void)i;
	return "ops_nat";
}

static const char *sample_laws(void *context, int i)
{
	(void)context;
	(void)i;
	return "laws_nat";
}

static const char *sample_order(void *context, int i)
{
	(void)context;
	(void)i;
	return "(rev _)";
}

static const char *sample_perm(void *context, int i)
{
	(void)context;
	(void)i;
	return "(rev_perm _)";
}

static const Guard *guard_of(const Statement *s, int meta)
{
	for (int i = 0; i < s->rule->guard_count; i++)
		if (s->rule->guards[i].function == meta
		    || s->rule->guards[i].neutral == meta)
			return &s->rule->guards[i];
	return NULL;
}

static const char *sample_meta(void *context, int meta)
{
	const Statement *s = context;
	const Guard *guard = guard_of(s, meta);
	const char *text, *mix = arena_printf(s->print.arena, "%d", meta + 1);

	if (guard)
		return guard->function == meta ? "Nat.add" : "0";
	for (int i = 0; i < s->print.draft->metas[meta].arity; i++)
		mix = arena_printf(s->print.arena, "mix (digest a%d) (%s)", i,
				   mix);
	text = arena_printf(s->print.arena, "(sample (%s))", mix);
	for (int i = s->print.draft->metas[meta].arity - 1; i >= 0; i--)
		text = arena_printf(s->print.arena, "(fun a%d => %s)", i, text);
	return text;
}

static const char *sample_guard(void *context, const Guard *guard)
{
	(void)context;
	return guard->needs == NEEDS_MONOID ? "add_monoid" : "add_cmonoid";
}

CoqInstance coq_sample(Statement *s)
{
	return (CoqInstance){ sample_size, sample_fact, sample_scalar,
			      sample_others, sample_type,
			      sample_ops, sample_laws, sample_order,
			      sample_perm, sample_meta, sample_guard, s };
}
