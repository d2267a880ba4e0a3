/* Launch sizes, and statements spread over work-items made into plain ones: as
 * many items as a map has rounds; where fewer are launched a loop, where more
 * are a condition. */
#include "base/checked.h"
#include "codegen_opencl/code_node.h"
#include "codegen_opencl/gen.h"

/* -- sizes ----------------------------------------------------------------- */

typedef struct Extents {
	int64_t most[LEVELS][DEVICE_DIMS];
	const Size *open[LEVELS][DEVICE_DIMS]; /* all of them, or NULL */
	bool differ; /* an open one, and another of the same dimension */
} Extents;

/* Maps over open lengths share a dimension only with those of the same. */
static void measure_open(Extents *extents, const Stmt *stmt)
{
	const Size **open = &extents->open[stmt->level][stmt->dim];
	bool first = !extents->most[stmt->level][stmt->dim];

	if (*open != stmt->open && !first)
		extents->differ = true;
	*open = stmt->open;
}

static void measure(const Block *block, Extents *extents)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];

		if (stmt->kind == STMT_PARALLEL && !stmt->soft) {
			int64_t *most = &extents->most[stmt->level][stmt->dim];
			int64_t end = stmt->first + stmt->extent;

			measure_open(extents, stmt);
			*most = end > *most ? end : *most;
		}
		if (stmt->body)
			measure(stmt->body, extents);
		if (stmt->other)
			measure(stmt->other, extents);
	}
}

/* The maps of all work-items around a place: how many rounds in all, and the
 * groups that they ask for. */
typedef struct Wish {
	double rounds;
	int64_t local[DEVICE_DIMS];
} Wish;

/* Groups are those of the maps with most rounds. */
static void find_wish(const Block *block, const Wish *around, Wish *most)
{
	for (int i = 0; i < block->count; i++) {
		const Stmt *stmt = block->items[i];
		Wish within = *around;

		if (stmt->kind == STMT_PARALLEL && stmt->level == LEVEL_GLOBAL) {
			within.rounds *= (double)stmt->extent;
			within.local[stmt->dim] = stmt->group;
		}
		if (within.rounds > most->rounds)
			*most = within;
		if (stmt->body)
			find_wish(stmt->body, &within, most);
		if (stmt->other)
			find_wish(stmt->other, &within, most);
	}
}

static Wish wish_of(Gen *g, const Kernel *kernel)
{
	const Wish none = { .rounds = 1 };
	Wish most = none;

	find_wish(kernel->top, &none, &most);
	for (int d = 0; d < DEVICE_DIMS; d++)
		if (!most.local[d])
			most.local[d] = g->options->local_size[d];
	return most;
}

/* The greatest divisor of n that is at most limit; limit itself when that
 * would leave more than half of it unused. */
static int64_t fitting(int64_t n, int64_t limit)
{
	if (n <= limit)
		return n;
	for (int64_t d = limit; d > limit / 2; d--)
		if (n % d == 0)
			return d;
	return limit;
}

/* Each is at most a device's largest group, but all of them may overflow. */
static int64_t product(const int64_t sizes[DEVICE_DIMS])
{
	int64_t items = sizes[0] * sizes[1];

	return checked_mul(items, sizes[2], &items) ? items : INT64_MAX;
}

/* Shrinks the largest dimension that may be until the group fits. */
static void fit_group(Gen *g, Kernel *kernel)
{
	const Device *device = g->device;
	int64_t *local = kernel->local;

	for (int d = 0; d < DEVICE_DIMS; d++)
		local[d] = fitting(local[d], device->max_item_sizes[d]
				   < device->max_group_size
				   ? device->max_item_sizes[d]
				   : device->max_group_size);
	while (product(local) > device->max_group_size) {
		int largest = -1;
		int64_t limit;

		for (int d = 0; d < DEVICE_DIMS; d++)
			if (local[d] > 1 && local[d] > kernel->whole[d]
			    && (largest < 0 || local[d] > local[largest]))
				largest = d;
		if (largest < 0) {
			gen_refuse(g, E0304, g->root, NULL,
				   "a work-group of %lld items; the device "
				   "takes %lld",
				   (long long)product(local),
				   (long long)device->max_group_size);
			return;
		}
		limit = device->max_group_size
			/ (product(local) / local[largest]);
		limit = limit < 1 ? 1 : limit;
		if (limit < kernel->whole[largest])
			limit = kernel->whole[largest];
		local[largest] = limit == local[largest]
				 ? limit - 1 : fitting(local[largest], limit);
	}
}

/* As many items as rounds, and more where a group has several. */
static void launch_open(Gen *g, Kernel *kernel, int d, const Size *groups,
			const Size *items)
{
	const Size *local = size_const(g->ir, kernel->local[d]);
	const Size *more = size_const(g->ir, kernel->local[d] - 1);

	if (items)
		groups = size_floordiv(g->ir, size_add(g->ir, items, more),
				       local);
	kernel->open[d] = size_mul(g->ir, groups, local);
	if (kernel->open[d])
		kernel->global[d] = kernel->open[d]->value;
	else
		gen_refuse(g, E0107, g->root, NULL, "a launch overflows");
}

/* Whether every item has values of its own in every dimension: then they are as
 * many as those values need, and copies by more go in rounds. */
static bool is_whole(const Kernel *kernel, const Extents *extents)
{
	bool all = true, some = false;

	for (int d = 0; d < DEVICE_DIMS; d++) {
		all = all && (!extents->most[LEVEL_LOCAL][d]
			      || kernel->whole[d] > 0);
		some = some || kernel->whole[d] > 1;
	}
	return all && some;
}

void kernel_launch(Gen *g, Kernel *kernel)
{
	Extents extents = { .differ = false };
	const Wish wish = wish_of(g, kernel);

	measure(kernel->top, &extents);
	if (extents.differ) {
		gen_refuse(g, E0303, g->root, "kernels of their own",
			   "maps of one kernel over an open length and another "
			   "one in the same dimension");
		return;
	}
	for (int d = 0; d < DEVICE_DIMS; d++) {
		int64_t own = is_whole(kernel, &extents)
			    ? kernel->whole[d] : extents.most[LEVEL_LOCAL][d];
		bool global = kernel->used[LEVEL_GLOBAL][d];

		kernel->local[d] = own ? own : global && wish.local[d] > 0
					       ? wish.local[d] : 1;
		if (own || global || kernel->used[LEVEL_GROUP][d])
			kernel->dims = d + 1;
	}
	kernel->dims = kernel->dims ? kernel->dims : 1;
	fit_group(g, kernel);
	for (int d = 0; d < DEVICE_DIMS; d++) {
		int64_t groups = extents.most[LEVEL_GROUP][d];
		int64_t items = extents.most[LEVEL_GLOBAL][d];
		int64_t local = kernel->local[d];

		if (extents.open[LEVEL_GROUP][d]
		    || extents.open[LEVEL_GLOBAL][d]) {
			launch_open(g, kernel, d,
				    extents.open[LEVEL_GROUP][d],
				    extents.open[LEVEL_GLOBAL][d]);
			continue;
		}
		kernel->global[d] = local * (groups > 0 ? groups : 1);
		if (items > kernel->global[d])
			kernel->global[d] = (items + local - 1) / local
					    * local;
	}
}

/* How many items, groups or items of a group there are. */
static int64_t launched(const Kernel *kernel, Level level, int dim)
{
	if (level == LEVEL_LOCAL)
		return kernel->local[dim];
	if (kernel->open[dim])
		return EXTENT_OPEN;
	if (level == LEVEL_GROUP)
		return kernel->global[dim] / kernel->local[dim];
	return kernel->global[dim];
}

/* -- lowering -------------------------------------------------------------- */

static Var *id_of(Kernel *kernel, Level level, int dim)
{
	Var **id = &kernel->ids[level][dim];

	if (!*id) {
		*id = var_new(kernel->arena, VAR_ID, SCALAR_I32, 1, 0);
		(*id)->letter = "gwl"[level];
		(*id)->number = dim;
		(*id)->wide = kernel->open[dim] ? kernel->wide
			    : launched(kernel, level, dim) > INT32_MAX;
	}
	return *id;
}

static const Code *compared(Kernel *kernel, Level level, int dim,
			    Operator op, int64_t with)
{
	Arena *arena = kernel->arena;

	return code_infix(arena, op, SCALAR_BOOL,
			  code_var(arena, id_of(kernel, level, dim)),
			  code_int(arena, SCALAR_I32, with));
}

static Block *lowered(Kernel *kernel, Block *block);

/* The block under a condition, unless there is none. */
static void add_guarded(Block *to, const Code *condition, Block *body)
{
	if (condition)
		block_add(to, (Stmt){ .kind = STMT_IF, .value = condition,
				      .body = body });
	else
		block_splice(to, body);
}

static void lower_single(Kernel *kernel, Stmt *stmt, Block *to)
{
	const Code *all = NULL;

	for (int level = 0; level < LEVELS; level++)
		for (int d = 0; d < DEVICE_DIMS; d++) {
			const Code *one;

			if (!kernel->used[level][d]
			    || stmt->bound[level] & 1u << d
			    || launched(kernel, level, d) == 1)
				continue;
			one = compared(kernel, level, d, OPERATOR_EQ, 0);
			all = all ? code_infix(kernel->arena, OPERATOR_AND,
					       SCALAR_BOOL, all, one)
				  : one;
		}
	add_guarded(to, all, lowered(kernel, stmt->body));
}

static void add_loop(Kernel *kernel, Stmt *stmt, int64_t there, Block *to)
{
	Arena *arena = kernel->arena;
	Var *id = id_of(kernel, stmt->level, stmt->dim);

	bool alone = there == 1;

	stmt->var->kind = VAR_LOOP;
	block_add(to, (Stmt){ .kind = STMT_LOOP, .var = stmt->var,
			      .start = alone ? NULL : code_var(arena, id),
			      .step = alone ? NULL : code_int(arena,
						SCALAR_I32, there),
			      .extent = stmt->extent,
			      .body = lowered(kernel, stmt->body) });
}

/* There are as many items, or more because of groups. */
static void lower_open(Kernel *kernel, Stmt *stmt, Block *to)
{
	Arena *arena = kernel->arena;
	const Code *condition = NULL;

	if (stmt->level == LEVEL_GLOBAL && kernel->local[stmt->dim] > 1)
		condition = code_infix(arena, OPERATOR_LT, SCALAR_BOOL,
			code_var(arena, id_of(kernel, stmt->level,
					      stmt->dim)),
			code_index(arena, affine_is_wide(stmt->end)
				   ? SCALAR_I64 : SCALAR_I32, stmt->end));
	add_guarded(to, condition, lowered(kernel, stmt->body));
}

static void lower_parallel(Kernel *kernel, Stmt *stmt, Block *to)
{
	int64_t there = launched(kernel, stmt->level, stmt->dim);
	const Code *condition = NULL;

	id_of(kernel, stmt->level, stmt->dim);
	if (stmt->open) {
		lower_open(kernel, stmt, to);
		return;
	}
	if (stmt->extent > there) {
		add_loop(kernel, stmt, there, to);
		return;
	}
	if (stmt->extent < there)
		condition = compared(kernel, stmt->level, stmt->dim,
				     OPERATOR_LT, stmt->extent);
	add_guarded(to, condition, lowered(kernel, stmt->body));
}

/* Maps that share a launch: consecutive ranges of the id. */
static void lower_ranges(Kernel *kernel, Block *block, int at, int count,
			 Block *to)
{
	Stmt *stmt = block->items[at];
	Block *body = lowered(kernel, stmt->body), *rest;
	int64_t end = stmt->first + stmt->extent;
	const Code *below;

	if (stmt->first) {
		Var *id = id_of(kernel, stmt->level, stmt->dim);
		Stmt own = { .kind = STMT_DECLARE, .var = stmt->var };
		Stmt *made = ARENA_NEW(kernel->arena, Stmt);

		stmt->var->kind = VAR_BASE;
		own.value = code_infix(kernel->arena, OPERATOR_SUB, SCALAR_I32,
				       code_var(kernel->arena, id),
				       code_int(kernel->arena, SCALAR_I32,
						stmt->first));
		*made = own;
		block_insert(body, 0, made);
	}
	if (count == 1 && end == launched(kernel, stmt->level, stmt->dim)) {
		block_splice(to, body);
		return;
	}
	below = compared(kernel, stmt->level, stmt->dim, OPERATOR_LT, end);
	rest = block_new(kernel->arena);
	if (count > 1)
		lower_ranges(kernel, block, at + 1, count - 1, rest);
	block_add(to, (Stmt){ .kind = STMT_IF, .value = below, .body = body,
			      .other = rest->count ? rest : NULL });
}

/* How many statements from `at` on share one launch dimension as ranges. */
static int range_count(const Block *block, int at)
{
	int count = 1;

	while (at + count < block->count
	       && block->items[at + count]->kind == STMT_PARALLEL
	       && block->items[at + count]->first > 0)
		count++;
	return count;
}

static Block *lowered(Kernel *kernel, Block *block)
{
	Block *to = block_new(kernel->arena);

	for (int i = 0; i < block->count; i++) {
		Stmt *stmt = block->items[i];
		int ranges;

		if (stmt->kind == STMT_SINGLE) {
			lower_single(kernel, stmt, to);
			continue;
		}
		if (stmt->kind == STMT_PARALLEL) {
			ranges = range_count(block, i);
			if (ranges > 1)
				lower_ranges(kernel, block, i, ranges, to);
			else
				lower_parallel(kernel, stmt, to);
			i += ranges - 1;
			continue;
		}
		if (stmt->body)
			stmt->body = lowered(kernel, stmt->body);
		if (stmt->other)
			stmt->other = lowered(kernel, stmt->other);
		block_splice(to, &(Block){ .count = 1, .items = &stmt });
	}
	return to;
}

void kernel_lower(Gen *g, Kernel *kernel)
{
	(void)g;
	kernel->top = lowered(kernel, kernel->top);
}
