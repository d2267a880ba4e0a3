/* Barriers are reached by all items of a group or by none: what decides whether
 * an item comes to one, or how often, is the same for all of them. */
#include "prover/check.h"

typedef struct Pair {
	Check *c;
	const Around *around; /* rounds that are shared */
	TermMap other;
} Pair;

static void rename_one(void *context, const Term *name)
{
	Pair *pair = context;
	NameKind kind = name->name->kind;

	if (kind == NAME_GROUP || kind == NAME_ARGUMENT
	    || (kind == NAME_ROUND && walk_is_in(pair->around,
						 name->name->owner)))
		return;
	term_map_put(&pair->other, name, name->truth
		     ? term_open(pair->c->terms, *name->name)
		     : term_name(pair->c->terms, *name->name, name->lo,
				 name->hi));
}

/* Two items of a group for which the condition is not the same. */
static void check_even(Check *c, const Event *event, const Around *around,
		       const Term *condition)
{
	Pair pair = { c, around, term_map(c->terms) };
	const Walk *w = c->w;
	const Term *all[4];

	for (int d = 0; d < DEVICE_DIMS; d++)
		term_names(c->terms, w->items[d], rename_one, &pair);
	term_names(c->terms, event->when, rename_one, &pair);
	term_names(c->terms, condition, rename_one, &pair);
	all[0] = event->when;
	all[1] = term_mapped(&pair.other, event->when);
	all[2] = condition;
	all[3] = term_not(c->terms, term_mapped(&pair.other, condition));
	if (check_can_be(c, 4, all))
		check_say(c, check_verdict(c, 4, all), "%s: a barrier inside "
			  "is reached by the item with %s and not by that "
			  "with %s", check_text(c, event->stmt),
			  check_where(c, around, NULL),
			  check_where(c, around, &pair.other));
	term_map_free(&pair.other);
}

void check_barriers(Check *c)
{
	const Kernel *kernel = c->w->kernel;

	if (kernel->local[0] * kernel->local[1] * kernel->local[2] == 1)
		return;
	for (int i = 0; i < c->w->event_count; i++) {
		const Event *event = c->w->events[i];
		const Around *around = event->around;

		if (event->kind == EVENT_IF && event->fences)
			check_even(c, event, around, event->condition);
		if (event->kind == EVENT_LOOP && around->fences)
			check_even(c, event, around, around->within);
		if (event->kind == EVENT_LEAVE && around && around->fences)
			check_even(c, event, around, event->condition);
	}
}
