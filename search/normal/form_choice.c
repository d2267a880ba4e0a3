/* Choices by conditions on indices: a branch is what it is where its conditions
 * hold, and a choice between what is then equal is none. */
#include "search/normal/form.h"

#include <string.h>

static const Form *truth(Normal *n, bool value)
{
	return form_literal(n, n->truth, value);
}

static void sort(const Form **forms, int count)
{
	for (int i = 1; i < count; i++)
		for (int j = i; j && form_order(forms[j - 1], forms[j]) > 0;
		     j--) {
			const Form *form = forms[j];

			forms[j] = forms[j - 1];
			forms[j - 1] = form;
		}
}

static bool is_among(const Form *form, int count, const Form *const *others)
{
	for (int i = 0; i < count; i++)
		if (others[i] == form)
			return true;
	return false;
}

const Form *form_cond(Normal *n, int count, const Form *const *conditions)
{
	const Form *open[FORM_PARTS];
	int kept = 0;

	for (int i = 0; i < count; i++) {
		if (linear_fails(n, conditions[i]))
			return truth(n, false);
		if (linear_holds(n, conditions[i])
		    || is_among(conditions[i], kept, open))
			continue;
		if (kept == FORM_PARTS)
			normal_stop(n, "a condition has too many parts");
		open[kept++] = conditions[i];
	}
	sort(open, kept);
	return kept ? form_of(n, (Form){ .kind = FORM_COND, .count = kept,
					 .parts = open, .type = n->truth })
		    : truth(n, true);
}

static const Form *choice(Normal *n, const Form *c, const Form *a,
			  const Form *b)
{
	const Form *parts[] = { c, a, b };

	return form_of(n, (Form){ .kind = FORM_IF, .count = 3, .parts = parts,
				  .type = a->type });
}

/* Both in one condition; no more than one may have. */
static const Form *both(Normal *n, const Form *c, const Form *d)
{
	const Form *parts[2 * FORM_PARTS];

	if (c->count + d->count > FORM_PARTS)
		normal_stop(n, "a condition has too many parts");
	memcpy(parts, c->parts, (size_t)c->count * sizeof *parts);
	memcpy(parts + c->count, d->parts, (size_t)d->count * sizeof *parts);
	return form_cond(n, c->count + d->count, parts);
}

/* What reads an array comes first; else the lesser condition. */
static const Form *oriented(Normal *n, const Form *c, const Form *a,
			    const Form *b)
{
	const Form *opposite;

	if (c->count > 1)
		return choice(n, c, a, b);
	opposite = linear_not(n, c->parts[0]);
	if ((b->reads && !a->reads)
	    || (a->reads == b->reads
		&& form_order(opposite, c->parts[0]) < 0))
		return choice(n, form_cond(n, 1, &opposite), b, a);
	return choice(n, c, a, b);
}

static const Form *by_indices(Normal *n, const Form *c, const Form *a,
			      const Form *b)
{
	const Form *first = a, *opposite;

	a = form_under(n, a, c->count, c->parts);
	if (a == form_under(n, b, c->count, c->parts))
		return b;
	if (c->count == 1) {
		opposite = linear_not(n, c->parts[0]);
		b = form_under(n, b, 1, &opposite);
		if (form_under(n, first, 1, &opposite) == b)
			return first;
		if (b->kind == FORM_IF && b->parts[1] == a
		    && b->parts[0]->kind == FORM_COND)
			return form_if(n, form_cond(n, 1, &opposite), b, a);
	}
	if (a == b)
		return a;
	if (a->kind == FORM_IF && a->parts[2] == b
	    && a->parts[0]->kind == FORM_COND)
		return form_if(n, both(n, c, a->parts[0]), a->parts[1], b);
	return oriented(n, c, a, b);
}

const Form *form_if(Normal *n, const Form *c, const Form *a, const Form *b)
{
	if (a == b)
		return a;
	if (c->kind == FORM_LITERAL)
		return c->number ? a : b;
	if (c->kind == FORM_OP && c->op == OP_NOT)
		return form_if(n, c->parts[0], b, a);
	if (c->kind == FORM_COND)
		return by_indices(n, c, a, b);
	return choice(n, c, a, b);
}
