/* pad as views: the index is cut, mirrored or wrapped. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

/* The index before padding, moved up by whole periods so that it is not
 * negative. */
static const Node *moved(Build *b, const View *view, const Node *index,
			 int64_t period)
{
	int64_t rounds = (view->step + period - 1) / period;

	return index_offset(b->graph, index, rounds * period - view->step);
}

static const Value *clamp_element(Build *b, const View *view,
				  const Node *index)
{
	index = index_offset(b->graph, index, -view->step);
	return view_element(b, view->kids[0],
			    index_clamp(b->graph, index, view->number));
}

static const Value *wrap_element(Build *b, const View *view,
				 const Node *index)
{
	int64_t n = view->number;

	index = index_mod(b->graph, moved(b, view, index, n), n);
	return view_element(b, view->kids[0], index);
}

/* j for j < n, else 2n - 1 - j: with u = max(0, j - n + 1) that is
 * j - 2u + min(u, 1). */
static const Node *mirrored(Graph *graph, const Node *j, int64_t n)
{
	const Node *u, *sum;

	if (j->high < n)
		return j;
	u = index_clamp(graph, index_offset(graph, j, 1 - n), n + 1);
	sum = index_add(graph, j, index_scale(graph, u, -2));
	sum = index_add(graph, sum, index_clamp(graph, u, 2));
	return index_clamp(graph, sum, n);
}

static const Value *mirror_element(Build *b, const View *view,
				   const Node *index)
{
	int64_t n = view->number;

	index = index_mod(b->graph, moved(b, view, index, 2 * n), 2 * n);
	return view_element(b, view->kids[0], mirrored(b->graph, index, n));
}

const View *view_pad(Build *b, const View *v, Prim pad, int64_t left,
		     int64_t right)
{
	static const ViewRow clamp = { clamp_element, NULL },
			     wrap = { wrap_element, NULL },
			     mirror = { mirror_element, NULL };
	View *view = ARENA_NEW(b->graph->arena, View);
	const View **kids = ARENA_NEW(b->graph->arena, const View *);

	kids[0] = v;
	*view = (View){ .row = pad == PRIM_PAD_CLAMP ? &clamp
			     : pad == PRIM_PAD_WRAP ? &wrap : &mirror,
			.length = left + v->length + right, .pure = v->pure,
			.risky = v->risky, .count = 1, .kids = kids,
			.number = v->length, .step = left };
	return view;
}
