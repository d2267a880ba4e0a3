/* Sums in one loop: those by one operator over the same loops that compute more
 * than elements of arrays together (the forces on a body, in each direction). */
#include "search/normal/back.h"

/* -- which there are ------------------------------------------------------- */

typedef struct Sums {
	const Spot *at;
	int count;
	const Form **found;
	Map seen;
} Sums;

static void sums_in(Back *b, Sums *sums, const Form *form)
{
	if (!form->count || back_is_named(sums->at, form)
	    || back_view(sums->at, form)
	    || !form_note(b->n, &sums->seen, form, form))
		return;
	if (form->kind == FORM_REDUCE && sums->count < BACK_HOISTED)
		sums->found[sums->count++] = form;
	for (int i = 0; i < form->count && !form->binds
			&& form->kind != FORM_IF; i++)
		sums_in(b, sums, form->parts[i]);
}

int back_sums(Back *b, const Spot *at, int count, const Form *const *terms,
	      const Form **found)
{
	Sums sums = { .at = at, .found = found };

	for (int i = 0; i < count; i++)
		sums_in(b, &sums, terms[i]);
	return sums.count;
}

/* -- which belong together ------------------------------------------------- */

static bool is_leaf(const Form *form)
{
	switch (form->kind) {
	case FORM_OP: case FORM_CALL: case FORM_IF: case FORM_REDUCE:
	case FORM_FOLD: case FORM_ITERATE:
		return false;
	default:
		return true;
	}
}

static bool has_loop(const Form *form, int count, const Form *const *loops)
{
	for (int i = 0; i < count; i++)
		if (form_has(form, loops[i]))
			return true;
	return false;
}

static void mark(Back *b, Map *marked, const Form *form)
{
	if (!form->count || !form_note(b->n, marked, form, form))
		return;
	for (int i = form->binds; i < form->count; i++)
		mark(b, marked, form->parts[i]);
}

typedef struct Shared {
	Back *b;
	int loop_count;
	const Form *const *loops;
	Map marked, seen;
} Shared;

/* Whether it has a part that is marked, computed, and changed by the loops. */
static bool has_shared(Shared *shared, const Form *form)
{
	if (!form->count || !form_note(shared->b->n, &shared->seen, form, form))
		return false;
	if (form_found(&shared->marked, form) && !is_leaf(form)
	    && has_loop(form, shared->loop_count, shared->loops))
		return true;
	for (int i = form->binds; i < form->count; i++)
		if (has_shared(shared, form->parts[i]))
			return true;
	return false;
}

bool back_share(Back *b, int loop_count, const Form *const *loops,
		const Form *one, const Form *other)
{
	Shared shared = { b, loop_count, loops, { 0 }, { 0 } };

	mark(b, &shared.marked, one);
	return has_shared(&shared, other);
}

static bool same_loops(const Form *a, const Form *b)
{
	bool same = a->kind == FORM_REDUCE && b->kind == FORM_REDUCE
		 && a->op == b->op && a->binds == b->binds
		 && a->type->kind != TYPE_ARRAY && b->type->kind != TYPE_ARRAY;

	for (int i = 0; same && i < a->binds; i++)
		same = a->parts[i] == b->parts[i];
	return same;
}

static bool contains(const Form *form, const Form *other)
{
	if (form == other)
		return true;
	if (form->height < other->height)
		return false;
	for (int i = form->binds; i < form->count; i++)
		if (contains(form->parts[i], other))
			return true;
	return false;
}

/* Whether it needs another one of those that have no name yet. */
static bool waits(const Spot *at, const Form *form, int count,
		  const Form *const *terms)
{
	for (int i = 0; i < count; i++)
		if (terms[i] != form && !back_is_named(at, terms[i])
		    && contains(form, terms[i]))
			return true;
	return false;
}

int back_group(Back *b, const Spot *at, int count, const Form *const *terms,
	       const Form **group)
{
	const Form *first = terms[0];
	const int body = first->binds;
	int found = 1;

	group[0] = first;
	for (int i = 1; i < count && first->kind == FORM_REDUCE; i++)
		if (same_loops(first, terms[i]) && found < FORM_PARTS / 4
		    && !back_is_named(at, terms[i])
		    && !waits(at, terms[i], count, terms)
		    && back_share(b, body, first->parts, first->parts[body],
				  terms[i]->parts[body]))
			group[found++] = terms[i];
	return found;
}

/* -- in one loop ----------------------------------------------------------- */

const Expr *back_sums_at_once(Back *b, const Spot *at, int count,
			      const Form *const *sums)
{
	const Form *bodies[FORM_PARTS];
	const Type *types[FORM_PARTS];
	Nest nest = { .count = sums[0]->binds, .loops = sums[0]->parts,
		      .body = bodies, .body_count = count, .reduces = true,
		      .op = sums[0]->op };

	for (int i = 0; i < count; i++) {
		bodies[i] = sums[i]->parts[sums[i]->binds];
		types[i] = sums[i]->type;
	}
	nest.type = count == 1 ? types[0] : type_tuple(b->ir, count, types);
	return back_sum(b, at, &nest, back_nest(b, *at, &nest));
}
