/* Accesses of one array: which of them one view is for. */
#include "search/normal/back.h"

#include <string.h>

/* -- one access ------------------------------------------------------------ */

static const Form *other_than(const Form *pair, int64_t number)
{
	int64_t value;

	for (int i = 0; i < 2; i++)
		if (linear_is_const(pair->parts[i], &value) && value == number)
			return pair->parts[1 - i];
	return NULL;
}

static const Form *clamped_by(const Form *index, FormKind kind, int64_t number)
{
	const Form *inner;

	if (index->count != 1 || index->number || index->factors[0] != 1
	    || index->parts[0]->kind != kind)
		return index;
	inner = other_than(index->parts[0], number);
	return inner ? inner : index;
}

static void take_apart(Item *item)
{
	const Type *type = item->access->parts[0]->type;

	for (int k = 1; k < item->access->count; k++, type = type->element) {
		const Form *index = item->access->parts[k], *inner;

		inner = clamped_by(index, FORM_MAX, 0);
		inner = clamped_by(inner, FORM_MIN, type->length->value - 1);
		item->linear[k - 1] = inner;
		item->clamped[k - 1] = inner != index;
	}
}

/* Whether the conditions are that the access is in the array. */
static bool is_guard(Normal *n, const Form *conditions, const Form *access)
{
	const Type *type = access->parts[0]->type;
	int needed = 0;

	for (int k = 1; k < access->count; k++, type = type->element) {
		const int64_t length = type->length->value;
		const Form *index = access->parts[k];
		const Form *below = linear_plus(n, linear_scaled(n, index, -1),
						length - 1);
		int found = 0;

		for (int i = 0; i < conditions->count; i++)
			found += (index->low < 0
				  && conditions->parts[i] == index)
			       + (index->high >= length
				  && conditions->parts[i] == below);
		if (found != (index->low < 0) + (index->high >= length))
			return false;
		needed += found;
	}
	return needed == conditions->count;
}

static bool item_of(Normal *n, const Form *base, const Form *term, Item *item)
{
	*item = (Item){ .term = term, .access = term };
	if (term->kind == FORM_IF && term->parts[0]->kind == FORM_COND
	    && term->parts[1]->kind == FORM_ACCESS
	    && term->parts[2]->kind == FORM_LITERAL) {
		item->access = term->parts[1];
		item->fill = term->parts[2];
		if (item->access->parts[0] != base
		    || !is_guard(n, term->parts[0], item->access))
			return false;
	}
	if (item->access->kind != FORM_ACCESS
	    || item->access->parts[0] != base
	    || item->access->count > BACK_DIMS)
		return false;
	take_apart(item);
	return true;
}

/* -- all accesses of one array --------------------------------------------- */

void back_items(Back *b, const Spot *at, const Form *base,
		const Form *term, Items *items)
{
	const bool guarded = term->kind == FORM_IF;
	Item item;

	if (back_view(at, term) || (term != base && back_is_named(at, term))
	    || !form_note(b->n, &items->seen, term, term))
		return;
	if (item_of(b->n, base, term, &item)) {
		if (items->count == BACK_READS)
			normal_stop(b->n, "it reads too much");
		items->list[items->count++] = item;
		if (guarded)
			return;
	}
	for (int i = term->binds; i < term->count; i++)
		back_items(b, at, base, term->parts[i], items);
}

static bool same_linear(const Form *a, const Form *b)
{
	if (a->count != b->count)
		return false;
	for (int i = 0; i < a->count; i++)
		if (a->parts[i] != b->parts[i]
		    || a->factors[i] != b->factors[i])
			return false;
	return true;
}

bool back_same_view(const Item *a, const Item *b)
{
	if (a->access->count != b->access->count
	    || (a->fill && b->fill && a->fill != b->fill))
		return false;
	for (int k = 0; k < a->access->count - 1; k++)
		if (!same_linear(a->linear[k], b->linear[k])
		    || ((a->fill || b->fill)
			&& (a->clamped[k] || b->clamped[k])))
			return false;
	return true;
}
