/* What gets a name of its own: reductions outside of the loops that do not
 * change them, sums that a whole output shares, terms met more than once. What
 * a choice guards stays behind it unless it is in range anyway. */
#include "search/normal/back.h"

#include <string.h>

typedef struct Hoist {
	Back *b;
	const Spot *at;
	int inner_count, count;
	const Form *inner[FORM_PARTS];
	bool within;  /* a reduction */
	bool guarded; /* by a choice */
	const Form **found;
	Map seen, safe;
} Hoist;

static bool is_loop_like(const Form *form)
{
	return form->binds && form->kind != FORM_EACH;
}

/* -- range ----------------------------------------------------------------- */

static bool is_in_range(const Form *form)
{
	const Type *type = form->parts[0]->type;

	for (int k = 1; k < form->count; k++, type = type->element)
		if (form->parts[k]->low < 0
		    || form->parts[k]->high >= type->length->value)
			return false;
	return true;
}

static bool is_safe(Hoist *h, const Form *form)
{
	if (form->kind == FORM_ACCESS && !is_in_range(form))
		return false;
	if (!form->count || form_found(&h->safe, form))
		return true;
	for (int i = form->binds; i < form->count; i++)
		if (!is_safe(h, form->parts[i]))
			return false;
	form_note(h->b->n, &h->safe, form, form);
	return true;
}

/* -- loops ----------------------------------------------------------------- */

static bool is_changed(const Hoist *h, const Form *form)
{
	for (int i = 0; i < h->inner_count; i++)
		if (form_has(form, h->inner[i]))
			return true;
	return false;
}

static bool is_named(const Hoist *h, const Form *form)
{
	for (const Named *named = h->at->named; named; named = named->up)
		if (named->term == form)
			return true;
	return back_view(h->at, form) != NULL;
}

static void add(Hoist *h, const Form *form)
{
	for (int i = 0; i < h->count; i++)
		if (h->found[i] == form)
			return;
	if (h->count == BACK_HOISTED)
		normal_stop(h->b->n, "it names too much");
	h->found[h->count++] = form;
}

/* Scalars only from further inside, arrays for their views. */
static bool is_wanted(const Hoist *h, const Form *form)
{
	const bool array = form->type->kind == TYPE_ARRAY;

	if (form->kind == FORM_GET)
		return array && is_loop_like(form->parts[0]);
	return is_loop_like(form)
	    && (array || h->within || h->inner_count
		|| form->type->kind == TYPE_TUPLE);
}

static void hoist_in(Hoist *h, const Form *form);

static void hoist_parts(Hoist *h, const Form *form)
{
	const Hoist before = *h;
	const int inside = form->binds + form->outer;

	for (int i = form->binds; i < form->count; i++) {
		if (form->binds && i == inside)
			for (int k = 0; k < form->binds; k++)
				h->inner[h->inner_count++] = form->parts[k];
		h->within = before.within
			 || (i >= inside && is_loop_like(form));
		h->guarded = before.guarded || (form->kind == FORM_IF && i);
		if (h->inner_count > FORM_PARTS / 2)
			normal_stop(h->b->n, "its loops are too deep");
		hoist_in(h, form->parts[i]);
		h->within = before.within;
		h->guarded = before.guarded;
	}
	h->inner_count = before.inner_count;
}

static void hoist_in(Hoist *h, const Form *form)
{
	if (!form->count || is_named(h, form))
		return;
	hoist_parts(h, form);
	if (is_wanted(h, form) && !is_changed(h, form)
	    && (!h->guarded || is_safe(h, form)))
		add(h, form);
}

int back_hoisted(Back *b, const Spot *at, int loop_count,
		 const Form *const *loops, int count,
		 const Form *const *terms, const Form **found)
{
	Hoist h = { .b = b, .at = at, .inner_count = loop_count,
		    .found = found };

	memcpy(h.inner, loops, (size_t)loop_count * sizeof *loops);
	for (int i = 0; i < count; i++)
		hoist_in(&h, terms[i]);
	return h.count;
}

/* -- stages ---------------------------------------------------------------- */

/* Whether, of the loops around the form, one that does not change it stands
 * before one that does; states of folds hold it where it is. */
static bool is_stage(const Hoist *h, const Form *form)
{
	bool skipped = false, again = false;

	if (!is_loop_like(form))
		return false;
	for (int i = 0; i < h->inner_count; i++) {
		const bool changed = form_has(form, h->inner[i]);

		if (changed && h->inner[i]->extent < 0)
			return false;
		again |= changed && skipped;
		skipped |= !changed && h->inner[i]->extent > 1;
	}
	return again;
}

static void stages_in(Hoist *h, const Form *form)
{
	const int before = h->inner_count, inside = form->binds + form->outer;

	if (!form->count || is_named(h, form))
		return;
	if (is_stage(h, form) && is_safe(h, form)) {
		add(h, form);
		return;
	}
	for (int i = form->binds; i < form->count; i++) {
		for (int k = 0; i == inside && k < form->binds; k++)
			h->inner[h->inner_count++] = form->parts[k];
		if (h->inner_count > FORM_PARTS / 2)
			normal_stop(h->b->n, "its loops are too deep");
		stages_in(h, form->parts[i]);
	}
	h->inner_count = before;
}

int back_stages(Back *b, const Spot *at, int loop_count,
		const Form *const *loops, int count,
		const Form *const *terms, const Form **found)
{
	Hoist h = { .b = b, .at = at, .inner_count = loop_count,
		    .found = found };

	memcpy(h.inner, loops, (size_t)loop_count * sizeof *loops);
	for (int i = 0; i < count && loop_count; i++)
		stages_in(&h, terms[i]);
	return h.count;
}

/* -- terms met more than once ---------------------------------------------- */

static bool is_worth(const Form *form)
{
	switch (form->kind) {
	case FORM_LITERAL: case FORM_VAR: case FORM_INDEX: case FORM_INPUT:
	case FORM_ACCESS: case FORM_DIV: case FORM_MOD: case FORM_MIN:
	case FORM_MAX: case FORM_COND: case FORM_EACH:
		return false;
	default:
		return form->type->kind != TYPE_ARRAY;
	}
}

static void share_in(Hoist *h, const Form *form)
{
	if (!form->count || is_named(h, form)
	    || (h->guarded && !is_safe(h, form)))
		return;
	if (!form_note(h->b->n, &h->seen, form, form)) {
		if (is_worth(form))
			add(h, form);
		return;
	}
	for (int i = 0; i < form->count && !form->binds; i++) {
		const bool before = h->guarded;

		h->guarded |= form->kind == FORM_IF && i;
		share_in(h, form->parts[i]);
		h->guarded = before;
	}
}

static int depth_of(const Form *form)
{
	int depth = 0;

	for (int i = form->binds; i < form->count; i++) {
		const int inner = depth_of(form->parts[i]);

		depth = inner > depth ? inner : depth;
	}
	return depth + 1;
}

int back_shared(Back *b, const Spot *at, int count,
		const Form *const *terms, const Form **found)
{
	Hoist h = { .b = b, .at = at, .found = found };

	for (int i = 0; i < count; i++)
		share_in(&h, terms[i]);
	for (int i = 1; i < h.count; i++)
		for (int j = i; j && depth_of(found[j - 1])
				     > depth_of(found[j]); j--) {
			const Form *form = found[j];

			found[j] = found[j - 1];
			found[j - 1] = form;
		}
	return h.count;
}
