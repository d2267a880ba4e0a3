/* Variables put for variables, terms where conditions hold, binders opened and
 * closed. All of it is one walk that makes terms anew by their constructors. */
#include "search/normal/form.h"

#include <string.h>

typedef struct Walk {
	Normal *n;
	const Change *change; /* of fresh or opened variables */
	uint64_t touched;     /* variables whose terms change; all bits: any */
	Map done;
} Walk;

static const Form *walk(Walk *w, const Form *form);

/* -- binders --------------------------------------------------------------- */

void form_open(Normal *n, const Form *binder, const Form **parts)
{
	Change names = { .count = binder->binds };

	for (int i = 0; i < binder->binds; i++) {
		const Form *old = binder->parts[i];

		names.from[i] = old;
		names.to[i] = form_fresh(n, old->type, old->extent);
		parts[i] = names.to[i];
	}
	for (int i = binder->binds; i < binder->count; i++)
		parts[i] = i < binder->binds + binder->outer
			 ? binder->parts[i]
			 : form_change(n, binder->parts[i], &names);
}

static int height_of(const Form *draft)
{
	int height = 0;

	for (int i = draft->binds + draft->outer; i < draft->count; i++)
		if (draft->parts[i]->height > height)
			height = draft->parts[i]->height;
	return height;
}

const Form *form_close(Normal *n, Form draft)
{
	const Form *parts[FORM_PARTS];
	const int height = height_of(&draft);
	Change names = { .count = draft.binds };

	memcpy(parts, draft.parts, (size_t)draft.count * sizeof *parts);
	for (int i = 0; i < draft.binds; i++) {
		names.from[i] = parts[i];
		names.to[i] = form_variable(n, parts[i]->type,
					    parts[i]->extent,
					    height + draft.binds - 1 - i);
		parts[i] = names.to[i];
	}
	for (int i = draft.binds + draft.outer; i < draft.count; i++)
		parts[i] = form_change(n, parts[i], &names);
	draft.parts = parts;
	if (height_of(&draft) > height)
		normal_stop(n, "its terms grow");
	return form_of(n, draft);
}

/* -- the walk -------------------------------------------------------------- */

static const Form *walk_binder(Walk *w, const Form *form)
{
	const Form *parts[FORM_PARTS];
	Form draft = *form;
	Domain domain = { .count = form->binds };

	form_open(w->n, form, parts);
	for (int i = form->binds; i < form->count; i++)
		parts[i] = walk(w, parts[i]);
	memcpy(domain.loops, parts, (size_t)form->binds * sizeof *parts);
	if (form->kind == FORM_REDUCE)
		return domain_reduce(w->n, form->op, domain,
				     parts[form->count - 1]);
	draft.parts = parts;
	return form_close(w->n, draft);
}

static const Form *walk_index(Walk *w, const Form *form)
{
	const Form *sum = linear_const(w->n, form->number);

	for (int i = 0; i < form->count; i++)
		sum = linear_sum(w->n, sum, form->factors[i],
				linear_of(w->n, walk(w, form->parts[i])));
	return linear_value(w->n, linear_typed(w->n, sum, form->type));
}

static const Form *walk_access(Walk *w, const Form *form)
{
	const Form *made = walk(w, form->parts[0]);

	for (int i = 1; i < form->count; i++)
		made = form_access(w->n, made, walk(w, form->parts[i]));
	return made;
}

/* Whether its parts are sums of indices. */
static bool has_indices(const Form *form)
{
	return form->kind == FORM_DIV || form->kind == FORM_MOD
	    || form->kind == FORM_MIN || form->kind == FORM_MAX
	    || form->kind == FORM_COND;
}

static const Form *walk_parts(Walk *w, const Form *form)
{
	const Form *parts[FORM_PARTS];
	Normal *n = w->n;
	Form draft = *form;

	for (int i = 0; i < form->count; i++) {
		parts[i] = walk(w, form->parts[i]);
		if (has_indices(form))
			parts[i] = linear_of(n, parts[i]);
	}
	switch (form->kind) {
	case FORM_DIV: return linear_div(n, parts[0], form->number);
	case FORM_MOD: return linear_mod(n, parts[0], form->number);
	case FORM_MIN: return linear_least(n, parts[0], parts[1]);
	case FORM_MAX: return linear_greatest(n, parts[0], parts[1]);
	case FORM_OP: return form_op(n, form->op, form->type, parts);
	case FORM_CONVERT: return form_convert(n, form->type, parts[0]);
	case FORM_COND: return form_cond(n, form->count, parts);
	case FORM_IF: return form_if(n, parts[0], parts[1], parts[2]);
	default:
		draft.parts = parts;
		return form_of(n, draft);
	}
}

static const Form *walk_new(Walk *w, const Form *form)
{
	for (int i = 0; i < w->change->count; i++)
		if (w->change->from[i] == form)
			return w->change->to[i];
	if (form->binds)
		return walk_binder(w, form);
	if (form->kind == FORM_INDEX)
		return walk_index(w, form);
	if (form->kind == FORM_ACCESS)
		return walk_access(w, form);
	return form->count ? walk_parts(w, form) : form;
}

static const Form *walk(Walk *w, const Form *form)
{
	const Form *made;

	if (!(form->variables & w->touched))
		return form;
	made = form_found(&w->done, form);
	if (made)
		return made;
	if (++w->n->depth > FORM_DEPTH)
		normal_stop(w->n, "its terms are nested too deeply");
	made = walk_new(w, form);
	w->n->depth--;
	form_note(w->n, &w->done, form, made);
	return made;
}

const Form *form_change(Normal *n, const Form *form, const Change *change)
{
	Walk w = { .n = n, .change = change };

	for (int i = 0; i < change->count; i++)
		w.touched |= form_bit(change->from[i]);
	return walk(&w, form);
}

const Form *form_put(Normal *n, const Form *form, const Form *variable,
		     const Form *by)
{
	const Change change = { 1, { variable }, { by } };

	return form_change(n, form, &change);
}

const Form *form_under(Normal *n, const Form *form, int count,
		       const Form *const *conditions)
{
	const Change nothing = { 0 };
	const int before = n->assumed_count;
	Walk w = { .n = n, .change = &nothing };
	const Form *made;

	if (before + count > FORM_PARTS)
		normal_stop(n, "conditions are nested too deeply");
	for (int i = 0; i < count; i++) {
		n->assumed[n->assumed_count++] = conditions[i];
		w.touched |= conditions[i]->variables;
	}
	made = walk(&w, form);
	n->assumed_count = before;
	return made;
}
