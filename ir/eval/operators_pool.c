#include "ir/eval/operators_pool.h"

#include <inttypes.h>
#include <string.h>

static int leaf_types(const Type *type, bool field, int rank, int64_t *dims,
		      Array *arrays, int count)
{
	Scalar scalar;

	if (type->kind == TYPE_ARRAY) {
		dims[rank] = type->length->value;
		return leaf_types(type->element, field, rank + 1, dims,
				  arrays, count);
	}
	if (type->kind == TYPE_VECTOR) {
		dims[rank] = type->count;
		return leaf_types(type->element, field, rank + 1, dims,
				  arrays, count);
	}
	if (type->kind == TYPE_TUPLE) {
		for (int i = 0; i < type->count; i++)
			count = leaf_types(type->parts[i], field, rank, dims,
					   arrays, count);
		return count;
	}
	scalar = field && scalar_is_float(type->scalar) ? SCALAR_U32
							: type->scalar;
	arrays[count] = array_new(scalar, rank, dims);
	return count + 1;
}

static void arrays_new(const Pool *pool, int64_t n, Array *arrays)
{
	int64_t dims[PORT_RANK_MAX + 1] = { n };

	leaf_types(pool->type, pool->field, 1, dims, arrays, 0);
}

Pool pool_new(const Type *type, bool field)
{
	Pool pool = { .type = type, .field = field,
		      .leaves = type_leaves(type) };

	arrays_new(&pool, POOL_MAX, pool.leaf);
	for (int i = 0; i < pool.leaves; i++)
		pool.step[i] = pool.leaf[i].elements / POOL_MAX;
	return pool;
}

void pool_free(Pool *pool)
{
	for (int i = 0; i < pool->leaves; i++)
		array_free(&pool->leaf[i]);
}

static void copy(Array *to, int64_t at, const Array *from, int64_t i,
		 int64_t step)
{
	size_t bytes = scalar_bytes(to->scalar) * (size_t)step;

	memcpy((char *)to->data + (size_t)at * bytes,
	       (const char *)from->data + (size_t)i * bytes, bytes);
}

void pool_add(Pool *pool, const Array *arrays, int64_t i)
{
	if (pool->count == POOL_MAX)
		return;
	for (int k = 0; k < pool->leaves; k++)
		copy(&pool->leaf[k], pool->count, &arrays[k], i,
		     pool->step[k]);
	pool->count++;
}

void pool_draw(const Pool *pool, Rng *rng, int64_t n, Array *arrays)
{
	arrays_new(pool, n, arrays);
	for (int64_t i = 0; i < n; i++) {
		int64_t from = (int64_t)rng_below(rng, (uint64_t)pool->count);

		for (int k = 0; k < pool->leaves; k++)
			copy(&arrays[k], i, &pool->leaf[k], from,
			     pool->step[k]);
	}
}

static void number(const Array *array, int64_t i, Text *text)
{
	if (array->scalar == SCALAR_BOOL)
		text_put(text, array_get(array, i) ? "true" : "false");
	else if (array->scalar == SCALAR_U64)
		text_printf(text, "%" PRIu64,
			    ((const uint64_t *)array->data)[i]);
	else if (array->scalar == SCALAR_I64)
		text_printf(text, "%" PRId64,
			    ((const int64_t *)array->data)[i]);
	else
		text_printf(text, "%.9g", array_get(array, i));
}

static void leaf_text(const Array *array, int64_t first, int64_t step,
		      Text *text)
{
	enum { SHOWN = 4 };

	if (step == 1) {
		number(array, first, text);
		return;
	}
	text_char(text, '[');
	for (int64_t j = 0; j < step && j < SHOWN; j++) {
		if (j)
			text_put(text, ", ");
		number(array, first + j, text);
	}
	text_put(text, step > SHOWN ? ", ...]" : "]");
}

void pool_text(const Pool *pool, const Array *arrays, int64_t i, Text *text)
{
	if (pool->leaves > 1)
		text_char(text, '(');
	for (int k = 0; k < pool->leaves; k++) {
		if (k)
			text_put(text, ", ");
		leaf_text(&arrays[k], i * pool->step[k], pool->step[k], text);
	}
	if (pool->leaves > 1)
		text_char(text, ')');
}
