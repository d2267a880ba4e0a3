/* The views, one row each. */
#include "ir/eval/eval_view.h"

#include <string.h>

#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

/* A view of views, which computes and risks what they do. */
static View *view_of(Build *b, const ViewRow *row, int64_t length, int count,
		     const View *const *kids)
{
	View *view = ARENA_NEW(b->graph->arena, View);
	const View **copy = ARENA_ARRAY(b->graph->arena, const View *,
					count + 1);

	*view = (View){ .row = row, .length = length, .pure = true,
			.count = count, .kids = copy };
	for (int i = 0; i < count; i++) {
		copy[i] = kids[i];
		view->pure &= kids[i]->pure;
		view->risky |= kids[i]->risky;
	}
	return view;
}

const Value *view_element(Build *b, const View *view, const Node *index)
{
	return view->row->element(b, view, index);
}

const View *view_through(Build *b, const View *v)
{
	View *view = ARENA_NEW(b->graph->arena, View);

	*view = *v;
	view->through = v->row->write != NULL;
	return view;
}

/* -- the index itself ------------------------------------------------------ */

static const Value *indices_element(Build *b, const View *view,
				    const Node *index)
{
	return value_scalar(b, node_convert(b->graph, view->scalar, index));
}

static const ViewRow indices_row = { indices_element, NULL };

const View *view_indices(Build *b, int64_t count, Scalar scalar)
{
	View *view = view_of(b, &indices_row, count, 0, NULL);

	view->scalar = scalar;
	return view;
}

/* -- slices, rows and columns ---------------------------------------------- */

static const Value *slice_element(Build *b, const View *view,
				  const Node *index)
{
	return view_element(b, view->kids[0],
			    index_add(b->graph, view->index, index));
}

static const ViewRow slice_row = { slice_element, NULL };

const View *view_range(Build *b, const View *v, const Node *from,
		       int64_t length)
{
	View *view = view_of(b, &slice_row, length, 1, &v);

	view->index = from;
	return view;
}

static const Value *split_element(Build *b, const View *view,
				  const Node *index)
{
	const Node *from = index_scale(b->graph, index, view->step);

	return value_array(b, view_range(b, view->kids[0], from,
					 view->number));
}

static const ViewRow split_row = { split_element, NULL };

const View *view_slide(Build *b, const View *v, int64_t count, int64_t size,
		       int64_t step)
{
	View *view = view_of(b, &split_row, count, 1, &v);

	view->number = size;
	view->step = step;
	return view;
}

const View *view_split(Build *b, const View *v, int64_t count, int64_t size)
{
	return view_slide(b, v, count, size, size);
}

static const Value *join_element(Build *b, const View *view, const Node *index)
{
	const Node *row = index_div(b->graph, index, view->number),
		   *column = index_mod(b->graph, index, view->number);

	return view_element(b, view_element(b, view->kids[0], row)->view,
			    column);
}

static void join_write(Build *b, const View *view, const Value *dest,
		       StmtList *out)
{
	const View *rows = view_split(b, dest->view, view->kids[0]->length,
				      view->number);

	build_fill(b, value_array(b, view->kids[0]), value_array(b, rows), out);
}

static const ViewRow join_row = { join_element, join_write };

const View *view_join(Build *b, const View *v, int64_t inner)
{
	View *view = view_of(b, &join_row, v->length * inner, 1, &v);

	view->number = inner;
	return view;
}

static const Value *column_element(Build *b, const View *view,
				   const Node *index)
{
	const Value *row = view_element(b, view->kids[0], index);

	return view_element(b, row->view, view->index);
}

static const ViewRow column_row = { column_element, NULL };

static const View *view_column(Build *b, const View *v, const Node *index)
{
	View *view = view_of(b, &column_row, v->length, 1, &v);

	view->index = index;
	return view;
}

static const Value *transpose_element(Build *b, const View *view,
				      const Node *index)
{
	return value_array(b, view_column(b, view->kids[0], index));
}

static void transpose_write(Build *b, const View *view, const Value *dest,
			    StmtList *out)
{
	const View *rows = view->kids[0],
		   *columns = view_transpose(b, dest->view, rows->length);

	build_fill(b, value_array(b, rows), value_array(b, columns), out);
}

static const ViewRow transpose_row = { transpose_element, transpose_write };

const View *view_transpose(Build *b, const View *v, int64_t inner)
{
	return view_of(b, &transpose_row, inner, 1, &v);
}

static const Value *stride_element(Build *b, const View *view,
				   const Node *index)
{
	int64_t n = view->number, parts = view->length / n;
	const Node *low = index_div(b->graph, index, parts),
		   *high = index_mod(b->graph, index, parts);

	high = index_scale(b->graph, high, n);
	return view_element(b, view->kids[0], index_add(b->graph, low, high));
}

static const ViewRow stride_row = { stride_element, NULL };

const View *view_stride(Build *b, const View *v, int64_t n)
{
	View *view = view_of(b, &stride_row, v->length, 1, &v);

	view->number = n;
	return view;
}

/* -- tuples ---------------------------------------------------------------- */

static const Value *zip_element(Build *b, const View *view, const Node *index)
{
	const Value *parts[64];

	for (int i = 0; i < view->count; i++)
		parts[i] = view_element(b, view->kids[i], index);
	return value_tuple(b, view->count, parts);
}

static const ViewRow zip_row = { zip_element, NULL };

const View *view_zipped(Build *b, int count, const View *const *views)
{
	return view_of(b, &zip_row, views[0]->length, count, views);
}

static const Value *field_element(Build *b, const View *view,
				  const Node *index)
{
	return value_part(view_element(b, view->kids[0], index),
			  (int)view->number);
}

static const ViewRow field_row = { field_element, NULL };

const View *view_field(Build *b, const View *v, int part)
{
	View *view = view_of(b, &field_row, v->length, 1, &v);

	view->number = part;
	return v->row == &zip_row ? v->kids[part] : view;
}

/* -- one of two ------------------------------------------------------------ */

static const Value *element_of_view(Build *b, const Thunk *thunk)
{
	return view_element(b, thunk->view, thunk->index);
}

static const Value *element_of_thunk(Build *b, const Thunk *thunk)
{
	return view_element(b, thunk->of->build(b, thunk->of)->view,
			    thunk->index);
}

static const Thunk *thunk_new(Build *b, Thunk wanted)
{
	Thunk *thunk = ARENA_NEW(b->graph->arena, Thunk);

	*thunk = wanted;
	return thunk;
}

static const Thunk *cut_element(Build *b, const View *view, const Node *index)
{
	return thunk_new(b, (Thunk){
		.build = element_of_view, .view = view,
		.index = index_clamp(b->graph, index, view->length) });
}

static const Value *concat_element(Build *b, const View *view,
				   const Node *index)
{
	const View *first = view->kids[0], *rest = view->kids[1];
	const Node *after = index_offset(b->graph, index, -first->length);
	if (index->high < first->length)
		return view_element(b, first, index);
	if (index->low >= first->length)
		return view_element(b, rest, after);
	return build_choice(b, index_less(b->graph, index, first->length),
			    cut_element(b, first, index),
			    cut_element(b, rest, after));
}

static void concat_write(Build *b, const View *view, const Value *dest,
			 StmtList *out)
{
	int64_t at = 0;

	for (int i = 0; i < 2; i++) {
		const View *part = view->kids[i];
		const Node *from = index_const(b->graph, at);

		build_fill(b, value_array(b, part),
			   value_array(b, view_range(b, dest->view, from,
						     part->length)), out);
		at += part->length;
	}
}

static const ViewRow concat_row = { concat_element, concat_write };

/* In halves: no part is reached through many others. */
const View *view_concat(Build *b, int count, const View *const *views)
{
	const int half = count / 2;
	const View *pair[2];

	if (count == 1)
		return views[0];
	pair[0] = view_concat(b, half, views);
	pair[1] = view_concat(b, count - half, views + half);
	if (half > 1)
		pair[0] = view_through(b, pair[0]);
	if (count - half > 1)
		pair[1] = view_through(b, pair[1]);
	return view_of(b, &concat_row, pair[0]->length + pair[1]->length, 2,
		       pair);
}

static const Value *choice_element(Build *b, const View *view,
				   const Node *index)
{
	const Thunk *sides[2];

	for (int i = 0; i < 2; i++)
		sides[i] = thunk_new(b, (Thunk){ .build = element_of_thunk,
						 .of = view->thunks[i],
						 .index = index });
	return build_choice(b, view->index, sides[0], sides[1]);
}

static const ViewRow choice_row = { choice_element, NULL };

const View *view_choice(Build *b, const Node *condition, const Thunk *yes,
			const Thunk *no, const View *const *sides)
{
	View *view = view_of(b, &choice_row, sides[0]->length, 2, sides);

	view->index = condition;
	view->thunks[0] = yes;
	view->thunks[1] = no;
	return view;
}

/* -- vectors --------------------------------------------------------------- */

static const Value *vector_row_element(Build *b, const View *view,
				       const Node *index)
{
	const View *column = view_column(b, view->kids[0], index);

	return value_vectorised(b, column, view->element);
}

static const ViewRow vector_row_row = { vector_row_element, NULL };

const Value *value_vectorised(Build *b, const View *v, const Type *lane)
{
	const Value *parts[64];
	View *view;

	if (lane->kind == TYPE_TUPLE) {
		for (int i = 0; i < lane->count; i++)
			parts[i] = value_vectorised(b, view_field(b, v, i),
						    lane->parts[i]);
		return value_tuple(b, lane->count, parts);
	}
	if (lane->kind != TYPE_ARRAY)
		return value_array(b, v);
	view = view_of(b, &vector_row_row, lane->length->value, 1, &v);
	view->element = lane->element;
	return value_array(b, view);
}

static const Value *split_vec_element(Build *b, const View *view,
				      const Node *index)
{
	const Node *from = index_scale(b->graph, index, view->number);

	return value_vectorised(b, view_range(b, view->kids[0], from,
					      view->number), view->element);
}

static void split_vec_write(Build *b, const View *view, const Value *dest,
			    StmtList *out)
{
	const View *scalars = view_join_vec(b, dest->view, view->element,
					    view->number);

	build_fill(b, value_array(b, view->kids[0]), value_array(b, scalars),
		   out);
}

static const ViewRow split_vec_row = { split_vec_element, split_vec_write };

const View *view_split_vec(Build *b, const View *v, const Type *lane,
			   int64_t n)
{
	View *view = view_of(b, &split_vec_row, v->length / n, 1, &v);

	view->number = n;
	view->element = lane;
	return view;
}

static const Value *join_vec_element(Build *b, const View *view,
				     const Node *index)
{
	const Node *row = index_div(b->graph, index, view->number),
		   *lane = index_mod(b->graph, index, view->number);
	const Value *vector = view_element(b, view->kids[0], row);

	return view_element(b, view_lanes(b, vector, view->element,
					  view->number), lane);
}

static void join_vec_write(Build *b, const View *view, const Value *dest,
			   StmtList *out)
{
	const View *vectors = view_split_vec(b, dest->view, view->element,
					     view->number);

	build_fill(b, value_array(b, view->kids[0]), value_array(b, vectors),
		   out);
}

static const ViewRow join_vec_row = { join_vec_element, join_vec_write };

const View *view_join_vec(Build *b, const View *v, const Type *lane, int64_t n)
{
	View *view = view_of(b, &join_vec_row, v->length * n, 1, &v);

	view->number = n;
	view->element = lane;
	return view;
}
