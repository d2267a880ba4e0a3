/* Places while a form is read back: what is named there, and what is read. */
#include "search/normal/back.h"

/* -- places ---------------------------------------------------------------- */

const View *back_view(const Spot *at, const Form *term)
{
	const View *view = at->views;

	while (view && view->term != term)
		view = view->up;
	return view;
}

void back_add_view(Back *b, Spot *at, View view)
{
	View *added = ARENA_NEW(b->n->arena, View);

	*added = view;
	added->up = at->views;
	at->views = added;
}

const Expr *back_named(const Back *b, const Spot *at, const Form *term)
{
	const Named *named = at->named;

	while (named && named->term != term)
		named = named->up;
	return named ? back_shift(b, named->expr, named->depth, at->depth)
		     : NULL;
}

void back_name(Back *b, Spot *at, const Form *term, const Expr *expr,
	       int depth)
{
	Named *named = ARENA_NEW(b->n->arena, Named);

	*named = (Named){ at->named, term, expr, depth };
	at->named = named;
}

/* -- what is read ---------------------------------------------------------- */

typedef struct Reads {
	const Back *b;
	const Spot *at;
	const Form **list;
	int count;
	Map seen;
} Reads;

bool back_is_named(const Spot *at, const Form *term)
{
	for (const Named *named = at->named; named; named = named->up)
		if (named->term == term)
			return term->kind != FORM_INPUT;
	return false;
}

static void read_in(Reads *reads, const Form *term)
{
	const bool known = back_view(reads->at, term) != NULL;

	if ((!known && back_is_named(reads->at, term))
	    || !form_note(reads->b->n, &reads->seen, term, term))
		return;
	if (known || term->kind == FORM_ACCESS) {
		if (reads->count == BACK_READS)
			normal_stop(reads->b->n, "it reads too much");
		reads->list[reads->count++] = term;
	}
	for (int i = term->binds; i < term->count && !known; i++)
		read_in(reads, term->parts[i]);
}

int back_reads(const Back *b, const Spot *at, int count,
	       const Form *const *terms, const Form **list)
{
	Reads reads = { .b = b, .at = at, .list = list };

	for (int i = 0; i < count; i++)
		read_in(&reads, terms[i]);
	return reads.count;
}
