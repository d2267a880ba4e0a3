/* Views: primitives that change nothing but indices. */
#include "search/normal/meaning.h"

#include <string.h>

static const Meaning *of(const Meaning *view, int i)
{
	return view->parts[i];
}

static const Meaning *zip_element(Normal *n, const Meaning *v, const Form *i)
{
	const Meaning *parts[FORM_PARTS];

	for (int k = 0; k < v->count; k++)
		parts[k] = meaning_at(n, of(v, k), i);
	return meaning_tuple(n, v->type->element, v->count, parts);
}

static const Meaning *unzip_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_part(meaning_at(n, of(v, 0), i), (int)v->first);
}

/* first * outer + inner; outer is kept as the one leaf. */
static const Meaning *row_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_at(n, of(v, 0), linear_sum(n, v->leaves[0], 1, i));
}

static const Meaning *rows_element(Normal *n, const Meaning *v, const Form *i)
{
	const Form **start = ARENA_NEW(n->arena, const Form *);

	*start = linear_scaled(n, i, v->first);
	return meaning_array(n, v->type->element, row_element,
			   (Meaning){ .count = 1, .parts = v->parts,
				    .leaves = start });
}

static const Meaning *join_element(Normal *n, const Meaning *v, const Form *i)
{
	const Meaning *row = meaning_at(n, of(v, 0),
					linear_div(n, i, v->first));

	return meaning_at(n, row, linear_mod(n, i, v->first));
}

static const Meaning *column_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_at(n, meaning_at(n, of(v, 0), i), v->leaves[0]);
}

static const Meaning *transpose_element(Normal *n, const Meaning *v,
					const Form *i)
{
	const Form **column = ARENA_NEW(n->arena, const Form *);

	*column = i;
	return meaning_array(n, v->type->element, column_element,
			   (Meaning){ .count = 1, .parts = v->parts,
				    .leaves = column });
}

static const Meaning *part_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_at(n, of(v, 0), linear_plus(n, i, v->first));
}

/* Element i of array k, which begins at `from`, and all after it. */
static const Meaning *from_array(Normal *n, const Meaning *v, int k,
				 int64_t from, const Form *i)
{
	const int64_t end = from + meaning_length(of(v, k));
	const Form *before, *c;

	if (k == v->count - 1)
		return meaning_at(n, of(v, k), linear_plus(n, i, -from));
	if (end == from)
		return from_array(n, v, k + 1, end, i);
	before = linear_plus(n, linear_scaled(n, i, -1), end - 1);
	c = form_cond(n, 1, &before);
	if (c->kind == FORM_LITERAL && !c->number)
		return from_array(n, v, k + 1, end, i);
	if (c->kind == FORM_LITERAL)
		return meaning_at(n, of(v, k), linear_plus(n, i, -from));
	return meaning_choice(n, c,
			    meaning_at(n, of(v, k), linear_plus(n, i, -from)),
			    from_array(n, v, k + 1, end, i));
}

static const Meaning *concat_element(Normal *n, const Meaning *v, const Form *i)
{
	return from_array(n, v, 0, 0, i);
}

static const Meaning *fill_element(Normal *n, const Meaning *v, const Form *i)
{
	(void)n;
	(void)i;
	return of(v, 0);
}

static const Meaning *indices_element(Normal *n, const Meaning *v,
				      const Form *i)
{
	(void)v;
	return meaning_scalar(n, linear_value(n, i));
}

/* -- vectors --------------------------------------------------------------- */

static int lane_count(const Type *type)
{
	while (type->kind == TYPE_TUPLE)
		type = type->parts[0];
	return type->kind == TYPE_VECTOR ? type->count : 0;
}

static const Type *lanes_type(Normal *n, const Type *type)
{
	int width;
	const Type *lane = type_lane(n->ir, type, &width);

	if (!lane || type->kind == TYPE_ARRAY)
		normal_stop(n, "it has vectors of arrays");
	return type_array(n->ir, lane, size_const(n->ir, width));
}

const Meaning *meaning_vector(Normal *n, const Type *type, const Meaning *lanes)
{
	const Meaning *parts[FORM_PARTS];

	if (type->kind != TYPE_TUPLE)
		return meaning_array(n, type, part_element,
				     (Meaning){ .count = 1, .parts = &lanes });
	for (int i = 0; i < type->count; i++)
		parts[i] = meaning_vector(n, type->parts[i], meaning_array(
			n, lanes_type(n, type->parts[i]), unzip_element,
			(Meaning){ .count = 1, .parts = &lanes, .first = i }));
	return meaning_tuple(n, type, type->count, parts);
}

const Meaning *meaning_lanes(Normal *n, const Meaning *vector)
{
	const Type *type = vector->type;
	const Meaning *parts[FORM_PARTS];

	if (type->kind != TYPE_TUPLE)
		return meaning_array(n, lanes_type(n, type), part_element,
				     (Meaning){ .count = 1, .parts = &vector });
	for (int i = 0; i < type->count; i++)
		parts[i] = meaning_lanes(n, vector->parts[i]);
	return meaning_array(n, lanes_type(n, type), zip_element,
			     (Meaning){ .count = type->count,
					.parts = parts });
}

static const Meaning *vectors_element(Normal *n, const Meaning *v,
				      const Form *i)
{
	const Form **start = ARENA_NEW(n->arena, const Form *);
	const Type *type = v->type->element;

	*start = linear_scaled(n, i, v->first);
	return meaning_vector(n, type, meaning_array(
		n, lanes_type(n, type), row_element,
		(Meaning){ .count = 1, .parts = v->parts, .leaves = start }));
}

static const Meaning *lanes_element(Normal *n, const Meaning *v, const Form *i)
{
	const Meaning *vector;

	if (!v->first)
		normal_stop(n, "it has vectors of arrays");
	vector = meaning_at(n, of(v, 0), linear_div(n, i, v->first));
	return meaning_at(n, meaning_lanes(n, vector),
			  linear_mod(n, i, v->first));
}

/* -- borders --------------------------------------------------------------- */

static const Meaning *clamp_element(Normal *n, const Meaning *v, const Form *i)
{
	const Form *last = linear_const(n, meaning_length(of(v, 0)) - 1);

	i = linear_least(n, last, linear_plus(n, i, -v->first));
	return meaning_at(n, of(v, 0),
			linear_greatest(n, linear_const(n, 0), i));
}

/* j - first in 0 .. period - 1, as if the array were repeated. */
static const Form *wrapped(Normal *n, const Form *i, int64_t first,
			   int64_t period)
{
	const int64_t turns = (first + period - 1) / period;

	return linear_mod(n, linear_plus(n, i, turns * period - first), period);
}

static const Meaning *wrap_element(Normal *n, const Meaning *v, const Form *i)
{
	return meaning_at(n, of(v, 0), wrapped(n, i, v->first,
					     meaning_length(of(v, 0))));
}

/* b a [a b c] c b: there and back again. */
static const Meaning *mirror_element(Normal *n, const Meaning *v, const Form *i)
{
	const int64_t length = meaning_length(of(v, 0));
	const Form *there = linear_plus(n, i, -v->first), *back;

	if (v->first <= length && v->second <= length) {
		back = linear_greatest(n, there, linear_not(n, there));
		there = linear_plus(n, linear_scaled(n, there, -1),
				   2 * length - 1);
		return meaning_at(n, of(v, 0), linear_least(n, back, there));
	}
	there = wrapped(n, i, v->first, 2 * length);
	back = linear_plus(n, linear_scaled(n, there, -1), 2 * length - 1);
	return meaning_at(n, of(v, 0), linear_least(n, there, back));
}

/* y[i] = x[i / m + n * (i % m)] with m = length / n. */
static const Meaning *stride_element(Normal *n, const Meaning *v, const Form *i)
{
	const int64_t m = meaning_length(v) / v->first;

	return meaning_at(n, of(v, 0),
			linear_sum(n, linear_div(n, i, m), v->first,
				  linear_mod(n, i, m)));
}

/* -- all of them ----------------------------------------------------------- */

static int64_t inner_length(const Meaning *array)
{
	return array->type->element->length->value;
}

static const Meaning *unzipped(Normal *n, const Type *type,
			       const Meaning *array)
{
	const Meaning *parts[FORM_PARTS];

	for (int i = 0; i < type->count; i++)
		parts[i] = meaning_array(n, type->parts[i], unzip_element,
				       (Meaning){ .count = 1, .parts = &array,
						.first = i });
	return meaning_tuple(n, type, type->count, parts);
}

typedef struct ViewRow {
	Element *element;
	enum { FIRST_NONE, FIRST_SIZE, FIRST_STEP, FIRST_INNER, FIRST_LANES,
	       FIRST_COLUMNS } first;
} ViewRow;

static const ViewRow views[PRIM_COUNT] = {
	[PRIM_ZIP]            = { zip_element, FIRST_NONE },
	[PRIM_SPLIT]          = { rows_element, FIRST_SIZE },
	[PRIM_SPLIT_VEC]      = { vectors_element, FIRST_SIZE },
	[PRIM_JOIN_VEC]       = { lanes_element, FIRST_LANES },
	[PRIM_SPLAT]          = { fill_element, FIRST_NONE },
	[PRIM_SPLIT_INTO]     = { rows_element, FIRST_COLUMNS },
	[PRIM_SLIDE]          = { rows_element, FIRST_STEP },
	[PRIM_JOIN]           = { join_element, FIRST_INNER },
	[PRIM_TRANSPOSE]      = { transpose_element, FIRST_NONE },
	[PRIM_TAKE]           = { part_element, FIRST_NONE },
	[PRIM_DROP]           = { part_element, FIRST_SIZE },
	[PRIM_REORDER]        = { part_element, FIRST_NONE },
	[PRIM_CONCAT]         = { concat_element, FIRST_NONE },
	[PRIM_FILL]           = { fill_element, FIRST_NONE },
	[PRIM_GENERATE]       = { indices_element, FIRST_NONE },
	[PRIM_PAD_CLAMP]      = { clamp_element, FIRST_SIZE },
	[PRIM_PAD_WRAP]       = { wrap_element, FIRST_SIZE },
	[PRIM_PAD_MIRROR]     = { mirror_element, FIRST_SIZE },
	[PRIM_REORDER_STRIDE] = { stride_element, FIRST_SIZE },
};

static int64_t first_of(const Expr *e, const ViewRow *row,
			const Meaning *const *kids)
{
	switch (row->first) {
	case FIRST_SIZE: return e->sizes[0]->value;
	case FIRST_STEP: return e->sizes[1]->value;
	case FIRST_INNER: return inner_length(kids[0]);
	case FIRST_LANES: return lane_count(kids[0]->type->element);
	case FIRST_COLUMNS: return e->type->element->length->value;
	default: return 0;
	}
}

const Meaning *view_of(Normal *n, const Expr *e, const Meaning *const *kids)
{
	const ViewRow *row = &views[e->prim];

	if (e->prim == PRIM_HEAD)
		return meaning_at(n, kids[0], linear_const(n, 0));
	if (e->prim == PRIM_AT)
		return meaning_at(n, kids[0], linear_of(n, kids[1]->form));
	if (e->prim == PRIM_LANES)
		return meaning_lanes(n, kids[0]);
	if (e->prim == PRIM_UNZIP)
		return unzipped(n, e->type, kids[0]);
	if (!row->element)
		return NULL;
	return meaning_array(n, e->type, row->element,
			   (Meaning){ .count = e->kid_count, .parts = kids,
				    .first = first_of(e, row, kids),
				    .second = e->size_count > 1
					    ? e->sizes[1]->value : 0 });
}
