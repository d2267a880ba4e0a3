/* Arrays that are read by one index vector are one array of tuples. */
#include "search/normal/back.h"

#include <string.h>

static bool same_loops(const View *a, const View *b)
{
	return a->loop_count == b->loop_count && a->depth == b->depth
	    && !memcmp(a->loops, b->loops,
		       (size_t)a->loop_count * sizeof *a->loops);
}

static bool may_zip(const View *view)
{
	for (int i = 0; i < view->last_count; i++)
		if (view->last[i].kind == LAST_OFFSET)
			return false;
	return view->loop_count > 1;
}

static const Expr *zipped(const Back *b, int depth, int count,
			  const Expr *const *arrays)
{
	const Expr *zip = back_prim(b, PRIM_ZIP, 0, 0, count, arrays);
	const Type *row = zip->type->element;
	const Expr *rows[FORM_PARTS], *kids[2];

	if (depth == 1)
		return zip;
	for (int i = 0; i < count; i++)
		rows[i] = expr_get(b->ir, i, expr_var(b->ir, 0, row));
	kids[0] = expr_lambda(b->ir, 1, &row,
			      zipped(b, depth - 1, count, rows));
	kids[1] = zip;
	return back_prim(b, PRIM_MAP, 0, 0, 2, kids);
}

static int find_array(const Expr *array, int count,
		      const Expr *const *arrays)
{
	int i = 0;

	while (i < count && arrays[i] != array)
		i++;
	return i;
}

/* The views, the eldest first. */
static int list_views(const Spot *at, const Spot *before, const View **list)
{
	int count = 0, i = 0;

	for (const View *v = at->views; v != before->views; v = v->up)
		count++;
	for (const View *v = at->views;
	     v != before->views && count <= BACK_READS; v = v->up)
		list[count - 1 - i++] = v;
	return count <= BACK_READS ? count : 0;
}

void back_zip_views(Back *b, Spot *at, const Spot *before)
{
	const View *list[BACK_READS];
	const int count = list_views(at, before, list);

	for (int i = 0; i < count; i++) {
		const Expr *arrays[FORM_PARTS], *zip;
		int found = 0;

		if (!may_zip(list[i])
		    || back_view(at, list[i]->term) != list[i])
			continue;
		for (int j = i; j < count && found < FORM_PARTS / 2; j++)
			if (may_zip(list[j]) && same_loops(list[i], list[j])
			    && find_array(list[j]->array, found, arrays)
			       == found)
				arrays[found++] = list[j]->array;
		if (found < 2)
			continue;
		zip = zipped(b, list[i]->loop_count, found, arrays);
		for (int j = i; j < count; j++) {
			View view = *list[j];
			int k = find_array(view.array, found, arrays);

			if (!may_zip(&view) || !same_loops(list[i], &view)
			    || k == found || view.last_count == BACK_DIMS)
				continue;
			memmove(view.last + 1, view.last, (size_t)
				view.last_count * sizeof *view.last);
			view.last[0] = (Last){ LAST_PART, k };
			view.last_count++;
			view.array = zip;
			back_add_view(b, at, view);
		}
	}
}
