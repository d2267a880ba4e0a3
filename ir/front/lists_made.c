/* What makes lists and rows, and parts of them. */
#include "ir/front/lists_build.h"

#include <assert.h>
#include <stdlib.h>

#include "base/text.h"
#include "ir/front/document.h"

/* -- what is written in the language itself -------------------------------- */

/* Element `at` of the inputs stands for values[at]. */
static const Expr *put_in(Ir *ir, const Expr *e, const Expr *const *values,
			  int under)
{
	const Expr *kids[64];

	if (e->kind == EXPR_INPUT)
		return expr_shift(ir, values[e->index], under, 0);
	for (int i = 0; i < e->kid_count; i++)
		kids[i] = put_in(ir, e->kids[i], values,
				 under + expr_binds(e, i));
	return expr_rebuild(ir, e, kids);
}

/* The body of a document over these values; sizes and inputs as its text
 * declares them. */
static const Expr *written(Ir *ir, const char *text,
			   const Expr *const *values)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	const Program *program = program_read(ir, "lists", text, &options,
					      diags);

	assert(program);
	diags_free(diags);
	return put_in(ir, program->body, values, 0);
}

/* -- bucket ---------------------------------------------------------------- */

/* One bucket, of which the keys are whether each element is kept: the place is how
 * many are before it, and how many there are is where the next would begin. What is
 * not kept goes nowhere. */
#define KEPT "[\"fun\", [\"c\"], [\"if\", \"c\", [\"i64\", 1], 0]]"
#define ONE_BUCKET \
	"[\"tuple\", [\"map\", " \
	"[\"fun\", [\"c\", \"s\"], [\"if\", \"c\", [\"-\", \"s\", 1], -1]], " \
	"[\"zip\", \"key\", [\"scan\", \"+\", 0, [\"map\", " KEPT ", \"key\"]]]], " \
	"[\"array\", 0, [\"head\", [\"reduce\", \"+\", 0, " \
	"[\"map\", " KEPT ", \"key\"]]]]]"

/* Several: the place of an element is how many have a smaller key, and how many
 * its own key before it; what goes nowhere has the key K, the last of L. */
#define INSIDE "[\"and\", [\"<=\", 0, \"q\"], " \
	"[\"<\", \"q\", [\"i64\", [\"size\", \"K\"]]]]"
#define INNER "[\"map\", [\"fun\", [\"q\"], [\"if\", " INSIDE ", \"q\", " \
	"[\"i64\", [\"size\", \"K\"]]]], \"key\"]"
#define ONES "[\"fill\", \"N\", [\"i64\", 1]]"
#define COUNTS "[\"reduceByIndex\", \"+\", [\"i64\", 0], \"L\", " INNER \
	", " ONES "]"
#define BUCKETS \
	"[\"tuple\", [\"scanByIndex\", \"+\", " \
	"[\"scanExclusive\", \"+\", [\"i64\", -1], " COUNTS "], " INNER ", " \
	ONES "], [\"concat\", [\"array\", 0], [\"scan\", \"+\", 0, " \
	"[\"take\", \"K\", " COUNTS "]]]]"

/* Of several buckets each place is stored: there is nothing before. */
static const Expr *bucketed(Ir *ir, const Expr *keys, const Expr *xs,
			    int64_t buckets)
{
	const bool one = buckets == 1;
	const Expr *zero = plain_zero(ir, xs->type), *kids[3], *made;
	Text text = { 0 };

	text_printf(&text, "{\"name\": \"buckets\", \"sizes\": {\"N\": %lld, "
		    "\"K\": %lld, \"L\": %lld}, \"inputs\": [{\"name\": \"key\", "
		    "\"type\": \"[%s; N]\"%s}], \"body\": %s}",
		    (long long)plain_length(xs), (long long)buckets,
		    (long long)buckets + 1, one ? "bool" : "i64",
		    one ? "" : ", \"range\": [-1, \"K\"]",
		    one ? ONE_BUCKET : BUCKETS);
	made = written(ir, text_string(&text), &keys);
	text_free(&text);
	kids[0] = one ? zero : expr_prim(ir, PRIM_UNSET, 0, NULL, 1, &zero);
	kids[1] = expr_get(ir, 0, made);
	kids[2] = xs;
	return plain_list(ir, expr_prim(ir, PRIM_PERMUTE, 0, NULL, 3, kids),
			  expr_get(ir, 1, made));
}

/* The key of x; where there is only one bucket, whether it is its. */
static const Expr *key_of(Ir *ir, const Expr *f, const Expr *x, int64_t buckets)
{
	const Expr *key = plain_apply(ir, f, 1, &x);

	return buckets == 1 ? plain_is_first(ir, key) : plain_i64(ir, key);
}

/* That of each element; beyond the end of a list that of no bucket. */
static const Expr *keys_of(Ir *ir, const Expr *f, const Expr *xs,
			   int64_t buckets)
{
	const bool list = xs->type->kind == TYPE_TUPLE;
	const Expr *of = list ? plain_numbered(ir, list_elements(ir, xs)) : xs;
	const Expr *x = expr_var(ir, 0, of->type->element), *inside, *key;

	if (!list)
		return plain_map(ir, key_of(ir, f, x, buckets), of);
	inside = list_has(ir, list_count(ir, xs), 1, x);
	key = key_of(ir, f, expr_get(ir, 0, x), buckets);
	return plain_map(ir, expr_if(ir, inside, key,
				     expr_int(ir, key->type,
					      buckets == 1 ? 0 : -1)), of);
}

const Expr *lists_bucket(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const bool list = kids[1]->type->kind == TYPE_TUPLE;
	const Expr *xs = list ? list_elements(ir, kids[1]) : kids[1];
	const int64_t buckets = e->sizes[0]->value;

	if (!plain_length(xs) || !buckets)
		return plain_list(ir, xs, plain_zero(ir, e->type->parts[1]));
	return bucketed(ir, keys_of(ir, kids[0], kids[1], buckets), xs,
			buckets);
}

static const Expr *part(Ir *ir, const Expr *pairs, int i)
{
	return plain_map(ir, expr_get(ir, i, expr_var(ir, 0,
						pairs->type->element)), pairs);
}

/* All that are kept at once, of each row as many as it counts. */
const Expr *lists_kept(Ir *ir, const Expr *rows, const Expr *count)
{
	const Expr *pairs = list_elements(ir, rows);
	const int64_t length = plain_length(expr_get(ir, 1, rows)) - 1;
	const Expr *counts = lists_map_each(ir, count, rows, length);
	const Expr *all = plain_length(pairs)
		? list_elements(ir, bucketed(ir, part(ir, pairs, 1),
					     part(ir, pairs, 0), 1))
		: part(ir, pairs, 0);

	return plain_list(ir, all, plain_sums(ir, counts));
}

/* -- rows, upTo, full ------------------------------------------------------ */

/* Element 0, taken out of what is put before others. */
static const Expr *first_of(Ir *ir, const Expr *array)
{
	const Expr *x;

	if (expr_is(array, PRIM_FILL))
		return array->kids[0];
	if (expr_is(array, PRIM_TAKE)
	    || (expr_is(array, PRIM_CONCAT) && plain_length(array->kids[0])))
		return first_of(ir, array->kids[0]);
	if (!expr_is(array, PRIM_MAP))
		return plain_at(ir, array, plain_number(ir, 0));
	x = first_of(ir, array->kids[1]);
	return plain_apply(ir, array->kids[0], 0, &x);
}

/* Each offset less the first one. */
static const Expr *from_zero(Ir *ir, const Expr *offsets)
{
	const Expr *first = plain_at(ir, offsets, plain_number(ir, 0));
	const Expr *offset = expr_var(ir, 0, offsets->type->element);

	return plain_map(ir, plain_op(ir, OP_SUB, offset,
				      expr_shift(ir, first, 1, 0)), offsets);
}

const Expr *lists_rows(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *xs = kids[1]->type->kind == TYPE_TUPLE
		? list_elements(ir, kids[1]) : kids[1];
	const Size *most = size_const(ir, plain_length(xs));
	const Expr *offsets = plain_map(ir, plain_i64(ir, expr_var(ir, 0,
				kids[0]->type->element)), kids[0]);

	(void)e;
	offsets = expr_prim(ir, PRIM_ASCENDING, 0, &most, 1, &offsets);
	if (plain_is_zero(first_of(ir, kids[0])))
		return plain_list(ir, xs, offsets);
	return plain_list(ir, plain_from(ir, xs, plain_at(ir, offsets,
						plain_number(ir, 0))),
			  from_zero(ir, offsets));
}

static const Expr *clamped(Ir *ir, const Expr *count, int64_t most)
{
	count = plain_op(ir, OP_MAX, count, plain_number(ir, 0));
	return plain_op(ir, OP_MIN, count, plain_number(ir, most));
}

const Expr *lists_up_to(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const bool list = kids[1]->type->kind == TYPE_TUPLE;
	const Expr *xs = list ? list_elements(ir, kids[1]) : kids[1];
	const Expr *count = clamped(ir, plain_i64(ir, kids[0]),
				    plain_length(xs));

	(void)e;
	if (list)
		count = plain_op(ir, OP_MIN, count, list_count(ir, kids[1]));
	return plain_list(ir, xs, count);
}

/* The first n elements of an array, or all and values after them. */
static const Expr *resized(Ir *ir, const Expr *xs, int64_t n,
			   const Expr *value)
{
	const int64_t length = plain_length(xs);
	const Size *size = size_const(ir, n), *more;
	const Expr *parts[2];

	if (n <= length)
		return n == length ? xs
			: expr_prim(ir, PRIM_TAKE, 0, &size, 1, &xs);
	more = size_const(ir, n - length);
	parts[0] = xs;
	parts[1] = expr_prim(ir, PRIM_FILL, 0, &more, 1, &value);
	return expr_prim(ir, PRIM_CONCAT, 0, NULL, 2, parts);
}

/* elements, with the value from the count on. */
static const Expr *ended(Ir *ir, const Expr *elements, const Expr *count,
			 const Expr *value)
{
	const Expr *pairs = plain_zip(ir, elements, plain_indices(ir,
						plain_length(elements)));
	const Expr *pair = expr_var(ir, 0, pairs->type->element);
	const Expr *inside = plain_op(ir, OP_LT, expr_get(ir, 1, pair),
				      expr_shift(ir, count, 1, 0));

	return plain_map(ir, plain_choice(ir, inside, expr_get(ir, 0, pair),
					  expr_shift(ir, value, 1, 0)), pairs);
}

const Expr *lists_full(Ir *ir, const Expr *e, const Expr *const *kids)
{
	return ended(ir, resized(ir, list_elements(ir, kids[1]),
				 e->sizes[0]->value, kids[0]),
		     list_count(ir, kids[1]), kids[0]);
}

/* -- parts ----------------------------------------------------------------- */

const Expr *lists_take(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *elements = list_elements(ir, kids[0]);

	return plain_list(ir, expr_prim(ir, PRIM_TAKE, 0, e->sizes, 1,
					&elements),
			  plain_op(ir, OP_MIN, list_count(ir, kids[0]),
				   plain_number(ir, e->sizes[0]->value)));
}

const Expr *lists_drop(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *elements = list_elements(ir, kids[0]);
	const Expr *count = plain_op(ir, OP_SUB, list_count(ir, kids[0]),
				     plain_number(ir, e->sizes[0]->value));

	return plain_list(ir, expr_prim(ir, PRIM_DROP, 0, e->sizes, 1,
					&elements),
			  plain_op(ir, OP_MAX, count, plain_number(ir, 0)));
}

const Expr *lists_join(Ir *ir, const Expr *e, const Expr *const *kids)
{
	(void)e;
	return plain_list(ir, expr_get(ir, 0, kids[0]),
			  rows_total(ir, kids[0]));
}

/* An index that is none of the list is none of the array that it is in. */
const Expr *lists_at(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *index = e->prim == PRIM_AT ? plain_i64(ir, kids[1])
					       : plain_number(ir, 0);
	const Expr *elements, *beyond;

	if (type_is(e->kids[0]->type, SHAPE_ROWS))
		return rows_at(ir, kids[0], index);
	elements = list_elements(ir, kids[0]);
	beyond = plain_op(ir, OP_MAX, index, plain_number(ir,
						plain_length(elements)));
	index = expr_if(ir, plain_op(ir, OP_LT, index,
				     list_count(ir, kids[0])), index, beyond);
	return plain_at(ir, elements, index);
}

/* b after the elements of a, both lists. */
static const Expr *appended(Ir *ir, const Expr *a, const Expr *b)
{
	const Expr *xs = list_elements(ir, a), *ys = list_elements(ir, b);
	const Expr *kids[] = { xs, ys };
	const Expr *all = expr_prim(ir, PRIM_CONCAT, 0, NULL, 2, kids);
	const Expr *i = expr_var(ir, 0, type_scalar(ir, SCALAR_I64));
	const Expr *count = expr_shift(ir, list_count(ir, a), 1, 0);
	const int64_t n = plain_length(xs), last = plain_length(all) - 1;
	const Expr *later;

	if (last < 0)
		return a;
	later = plain_op(ir, OP_SUB, plain_op(ir, OP_ADD, i,
					      plain_number(ir, n)), count);
	later = plain_op(ir, OP_MIN, later, plain_number(ir, last));
	i = expr_if(ir, plain_op(ir, OP_LT, i, count), i, later);
	return plain_list(ir, plain_map(ir, plain_at(ir, expr_shift(ir, all, 1,
								    0), i),
					plain_indices(ir, last + 1)),
			  plain_op(ir, OP_ADD, list_count(ir, a),
				   list_count(ir, b)));
}

const Expr *lists_concat(Ir *ir, const Expr *e, const Expr *const *kids)
{
	const Expr *all = kids[0];

	for (int i = 1; i < e->kid_count; i++)
		all = appended(ir, all, kids[i]);
	return all;
}
