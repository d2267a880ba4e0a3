#include "search/nest/straight.h"

#include "search/nest/facts.h"
#include "search/nest/walk.h"
#include "search/space/hardware.h"

/* What a fold goes over, but for a function of each element. */
static const Expr *list_of(const Expr *fold)
{
	const Expr *list = fold->kids[2];

	return expr_is(list, PRIM_MAP)
		? list->kids[1] : list;
}

/* A reduction in a function's body, outside of further ones: of what uses no
 * variable of the function. */
static Walk look_shared(void *context, const Expr *e, int binders)
{
	const Expr *lambda = context;

	if (fact_is_reduction(e)
	    && fact_is_closed_under(list_of(e), lambda->index + binders))
		return WALK_HERE;
	return e->kind == EXPR_LAMBDA ? WALK_PAST : WALK_ON;
}

/* The loop of a function of arrays that is too long without it: over what is
 * the same for all of them. Its place below the function's. */
static const Expr *loop_of(const Expr *lambda, Path *path)
{
	int64_t count = fact_straight(lambda);

	if (lambda->kind != EXPR_LAMBDA || !type_has_array(lambda->params[0])
	    || (count >= 0 && count <= hardware_code()))
		return NULL;
	*path = path_kid(path, 0);
	return walk_first(lambda->kids[0], look_shared, (void *)lambda, path);
}

/* Operations of one round of a fold; -1 when it has loops of its own. */
static int64_t round_of(const Expr *fold)
{
	int64_t join = fact_straight(fold->kids[0]), each;

	if (list_of(fold) == fold->kids[2])
		return join;
	each = fact_straight(fold->kids[2]->kids[0]);
	return join < 0 || each < 0 ? -1 : join + each;
}

bool straight_keeps_loop(const Expr *lambda)
{
	Path place = path_root();

	return loop_of(lambda, &place) != NULL;
}

int64_t straight_operations(const Expr *lambda)
{
	Path place = path_root();
	const Expr *loop = loop_of(lambda, &place);
	int64_t count = loop ? round_of(loop) : fact_straight(lambda);

	return count > 0 ? count : count < 0 ? hardware_code() + 1 : 1;
}

enum { SIZE_MOST = 1 << 20 };

static int64_t size_of(const Expr *e);

static int64_t size_of_kids(const Expr *e, int from)
{
	int64_t sum = 0;

	for (int i = from; i < e->kid_count && sum < SIZE_MOST; i++)
		sum += size_of(e->kids[i]);
	return sum;
}

/* What a fold loads of each element, if it is not computed. */
static int64_t loads_of(const Expr *array)
{
	while (expr_is(array, PRIM_MAP))
		array = array->kids[1];
	return type_leaves(array->type->element);
}

/* A function of each element of e's last kid. */
static int64_t size_of_each(const Expr *e, int64_t more)
{
	int64_t length = fact_length(e->kids[e->kid_count - 1]->type);
	int64_t each = size_of(e->kids[0]->kids[0]) + more;

	if (length > SIZE_MOST || each > SIZE_MOST)
		return SIZE_MOST;
	return length * each + size_of_kids(e, 1);
}

static int64_t size_of(const Expr *e)
{
	int64_t size;

	if (fact_is_reduction(e) || expr_is(e, PRIM_REDUCE_SEQ_UNROLL))
		size = size_of_each(e, loads_of(e->kids[2]));
	else if (e->kind == EXPR_PRIM && prim_is_map(e->prim))
		size = size_of_each(e, 0);
	else
		size = size_of_kids(e, 0) + (e->kind == EXPR_OP
			|| e->kind == EXPR_IF || e->kind == EXPR_CONVERT);
	return size < SIZE_MOST ? size : SIZE_MOST;
}

int64_t straight_size(const Expr *lambda)
{
	return size_of(lambda->kids[0]);
}

bool straight_reads_again(const Expr *map)
{
	const Type *element = map->kids[1]->type->element;

	return element->kind == TYPE_ARRAY
	    && element->element->kind == TYPE_SCALAR
	    && (straight_keeps_loop(map->kids[0])
		|| straight_operations(map->kids[0])
		   > 2 * fact_length(element));
}
