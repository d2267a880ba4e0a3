#include "search/space/canonical_form.h"

#include "search/normal/index_form.h"

static const Expr *read_back(const Program *program, const Expr *body,
			     bool strict, const char **reason)
{
	IndexForm *form = index_form_new(program, body, strict);
	const Expr *back = index_form_expr(form);

	if (!back)
		*reason = form->reason;
	index_form_free(form);
	return back;
}

static CanonicalVerdict same(const Program *program, const Expr *a,
			     const Expr *b, bool strict, const char **reason)
{
	IndexForm *one = index_form_new(program, a, strict);
	const IndexForm *other = one->reason ? one : index_form_beside(one, b);
	CanonicalVerdict verdict = CANONICAL_UNKNOWN;

	if (other->reason)
		*reason = other->reason;
	else
		verdict = index_form_same(one, other) ? CANONICAL_SAME
						      : CANONICAL_OTHER;
	index_form_free(one);
	return verdict;
}

/* Sums of floats were reordered where only forms that allow it are equal. */
static CanonicalVerdict compare(const Program *program, const Expr *a,
				const Expr *b, bool strict, RuleKind *effect,
				const char **reason)
{
	CanonicalVerdict verdict = same(program, a, b, true, reason);

	*effect = RULE_EXACT;
	if (verdict == CANONICAL_SAME || strict)
		return verdict;
	*effect = RULE_REASSOCIATES;
	return same(program, a, b, false, reason);
}

const CanonicalClass canonical_index_form = {
	.expr = read_back, .compare = compare,
};
