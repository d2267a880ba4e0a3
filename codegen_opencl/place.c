/* Where results are kept: registers, private arrays, local and global
 * memory. */
#include "base/checked.h"
#include "codegen_opencl/view.h"
#include "ir/core/size_open.h"

/* -- arrays ---------------------------------------------------------------- */

Buffer *gen_reserve(Gen *g, Space space, Scalar scalar, int64_t elements,
		    const Expr *origin)
{
	Buffer *made = ARENA_NEW(g->arena, Buffer), **arrays;
	Kernel *kernel = g->kernel;

	*made = (Buffer){ .space = space, .scalar = scalar,
			  .elements = elements, .origin = origin };
	if (kernel->array_count == kernel->array_capacity) {
		kernel->array_capacity = 2 * kernel->array_capacity + 4;
		arrays = ARENA_ARRAY(g->arena, Buffer *,
				     kernel->array_capacity);
		for (int i = 0; i < kernel->array_count; i++)
			arrays[i] = kernel->arrays[i];
		kernel->arrays = arrays;
	}
	kernel->arrays[kernel->array_count++] = made;
	return made;
}

void gen_keep_temp(Gen *g, Buffer *buffer, int number)
{
	Buffer **temps;

	if (g->temp_count == g->temp_capacity) {
		g->temp_capacity = 2 * g->temp_capacity + 4;
		temps = ARENA_ARRAY(g->arena, Buffer *, g->temp_capacity);
		for (int i = 0; i < g->temp_count; i++)
			temps[i] = g->temps[i];
		g->temps = temps;
	}
	for (int i = g->temp_count++; i > number; i--)
		g->temps[i] = g->temps[i - 1];
	g->temps[number] = buffer;
}

Buffer *gen_temp_buffer(Gen *g, Scalar scalar, int64_t elements,
			const Expr *origin)
{
	Buffer *made = ARENA_NEW(g->arena, Buffer);

	*made = (Buffer){ .space = SPACE_GLOBAL, .scalar = scalar,
			  .elements = elements, .origin = origin };
	gen_keep_temp(g, made, g->temp_count);
	return made;
}

/* The leaf components of a type, left to right: scalar and size of each. */
typedef struct Component {
	Scalar scalar;
	int64_t size; /* -1: overflow */
} Component;

static Component *components(const Type *type, int64_t times, Component *out)
{
	int64_t size = times;

	switch (type->kind) {
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			out = components(type->parts[i], times, out);
		return out;
	case TYPE_ARRAY:
		if (times < 0 || !checked_mul(times, gen_length(type), &size))
			size = -1;
		return components(type->element, size, out);
	default:
		if (type->kind == TYPE_VECTOR && times > 0
		    && !checked_mul(times, type->count, &size))
			size = -1;
		*out = (Component){ type->scalar, size };
		return out + 1;
	}
}

/* One copy of the place for each round of the parallel maps of these levels
 * around: how many, and which is ours. */
static int64_t copies(Gen *g, unsigned levels, const Affine **ours)
{
	int64_t count = 1;

	*ours = affine_const(&g->indices, 0);
	for (const Spread *s = g->spread; s; s = s->up) {
		if (!(levels & 1u << s->level))
			continue;
		*ours = affine_add(&g->indices, *ours,
				  affine_times(&g->indices, s->index, count));
		if (!checked_mul(count, s->extent, &count))
			return -1;
	}
	return count;
}

static bool is_open(const Gen *g, unsigned levels)
{
	for (const Spread *s = g->spread; s; s = s->up)
		if (s->open && levels & 1u << s->level)
			return true;
	return false;
}

static const View *place(Gen *g, Space space, const Type *type,
			 unsigned levels, const Expr *origin)
{
	int count = type_leaves(type);
	Component *parts = ARENA_ARRAY(g->arena, Component, count);
	Leaf *leaves = ARENA_ARRAY(g->arena, Leaf, count);
	const Affine *ours;
	int64_t times;

	if (type_is_open(type) || is_open(g, levels))
		return gen_open_place(g, space, type, origin);
	times = copies(g, levels, &ours);
	components(type, 1, parts);
	for (int i = 0; i < count; i++) {
		int64_t size;

		if (times < 0 || parts[i].size < 0
		    || !checked_mul(times, parts[i].size, &size)) {
			gen_refuse(g, E0304, origin, NULL,
				   "the size of a buffer overflows");
			size = 1;
		}
		size = size < 1 ? 1 : size;
		leaves[i].buffer = space == SPACE_GLOBAL
			? gen_temp_buffer(g, parts[i].scalar, size, origin)
			: gen_reserve(g, space, parts[i].scalar, size, origin);
		leaves[i].offset = affine_times(&g->indices, ours,
					       parts[i].size < 0 ? 0
					       : parts[i].size);
	}
	return view_memory(g, type, leaves);
}

const View *gen_local(Gen *g, const Type *type, const Expr *origin)
{
	return place(g, SPACE_LOCAL, type, 1u << LEVEL_LOCAL, origin);
}

const View *gen_temp(Gen *g, const Type *type, const Expr *origin)
{
	return place(g, SPACE_GLOBAL, type, ~0u, origin);
}

/* -- private --------------------------------------------------------------- */

enum { REGISTERS_MAX = 128, PRIVATE_BYTES_MAX = 4096 };

const View *gen_registers(Gen *g, const Type *type)
{
	int count = type->kind == TYPE_ARRAY ? (int)gen_length(type)
					     : type->count;
	const View **parts;
	bool vector = type->kind == TYPE_VECTOR;

	if (type->kind == TYPE_SCALAR || vector)
		return view_new(g, (View){
			.kind = VIEW_REGISTER,
			.var = gen_variable(g, VAR_REGISTER, type->scalar,
					    vector ? type->count : g->width) });
	parts = ARENA_ARRAY(g->arena, const View *, count ? count : 1);
	for (int i = 0; i < count; i++)
		parts[i] = gen_registers(g, type->kind == TYPE_ARRAY
					    ? type->element : type->parts[i]);
	return view_new(g, (View){ .kind = type->kind == TYPE_ARRAY
					   ? VIEW_REGISTERS : VIEW_TUPLE,
				   .count = count, .parts = parts });
}

/* Values of that type: registers, where vectors count once. */
static int64_t register_count(const Type *type)
{
	int64_t count = 0, inner;

	switch (type->kind) {
	case TYPE_ARRAY:
		inner = register_count(type->element);
		return inner < 0 || !checked_mul(inner, gen_length(type),
						 &count) ? -1 : count;
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++) {
			inner = register_count(type->parts[i]);
			if (inner < 0 || !checked_add(count, inner, &count))
				return -1;
		}
		return count;
	default:
		return 1;
	}
}

static int64_t private_bytes(const Gen *g, const Type *type)
{
	int64_t scalars;

	if (!type_scalars(type, &scalars) || scalars > INT32_MAX)
		return INT64_MAX;
	return scalars * g->width * 8;
}

static const View *with_origin(Gen *g, const View *view, const Expr *origin)
{
	const View **parts;
	View made = *view;

	if (view->kind != VIEW_REGISTERS && view->kind != VIEW_TUPLE)
		return view;
	parts = ARENA_ARRAY(g->arena, const View *,
			    view->count ? view->count : 1);
	for (int i = 0; i < view->count; i++)
		parts[i] = with_origin(g, view->parts[i], origin);
	made.parts = parts;
	made.expr = origin;
	return view_new(g, made);
}

bool gen_is_array(const Gen *g, const Type *type, const Expr *origin)
{
	int64_t registers = register_count(type);

	return registers < 0 || registers > REGISTERS_MAX
	    || plan_has(&g->plan, PLAN_ARRAY, origin, 0);
}

const View *gen_private(Gen *g, const Type *type, const Expr *origin)
{
	const Type *lanes = type;

	if (!gen_is_array(g, type, origin))
		return with_origin(g, gen_registers(g, type), origin);
	if (private_bytes(g, type) > 8 * PRIVATE_BYTES_MAX) {
		gen_refuse(g, E0303, origin, "toLocal or toGlobal",
			   "%lld private values are too many",
			   (long long)register_count(type));
		return view_code(g, code_int(g->arena, SCALAR_I32, 0));
	}
	if (g->width > 1)
		lanes = type_vector(g->ir, type, g->width);
	return place(g, SPACE_PRIVATE, lanes, 0, origin);
}

/* -- values owned by work-items -------------------------------------------- */

/* The mapLocal that e spreads its outermost dimension over, or NULL. */
static const Expr *spreading(const Expr *e)
{
	while (e->kind == EXPR_LET)
		e = e->kids[1];
	return expr_is(e, PRIM_MAP_LOCAL) ? e : NULL;
}

static const View *owned(Gen *g, const Type *type, const Expr *e,
			 const Expr *owner, int64_t items)
{
	const Expr *map = spreading(e);
	const View *inner;
	int64_t extent;

	if (!map || type->kind != TYPE_ARRAY) {
		if (expr_has(e) & HAS_LOCAL)
			return NULL;
		return gen_private(g, type, owner);
	}
	extent = gen_length(type);
	if (extent != gen_length(map->type)
	    || !checked_mul(items, extent, &items)
	    || items > g->device->max_group_size
	    || extent > g->device->max_item_sizes[map->index])
		return NULL;
	inner = owned(g, type->element, map->kids[0]->kids[0], owner, items);
	if (!inner)
		return NULL;
	if (g->kernel->whole[map->index] < extent)
		g->kernel->whole[map->index] = extent;
	return view_new(g, (View){ .kind = VIEW_DISTRIBUTED, .of = inner,
				   .n = map->index, .m = extent,
				   .expr = owner });
}

const View *gen_owned(Gen *g, const Type *type, const Expr *e,
		      const Expr *owner)
{
	const View *view = NULL;

	if (!plan_has(&g->plan, PLAN_SHARED, owner, 0))
		view = owned(g, type, e, owner, 1);
	return view ? view : gen_local(g, type, owner);
}

/* -- updating in place ----------------------------------------------------- */

typedef struct InPlace {
	const Buffer *read, *written;
	const Block *block;
	int at;
	bool ok;
} InPlace;

static bool is_store(const Stmt *stmt, const InPlace *check, const Code *load)
{
	return stmt->kind == STMT_STORE && stmt->buffer == check->written
	    && stmt->index == load->index
	    && stmt->value->width == load->width;
}

static void check_load(void *context, const Code *code)
{
	InPlace *check = context;
	bool later = false;

	if (code->kind != CODE_LOAD || code->buffer != check->read)
		return;
	for (int i = 0; i < check->block->count; i++) {
		if (!is_store(check->block->items[i], check, code))
			continue;
		later |= i >= check->at;
		check->ok &= i >= check->at;
	}
	check->ok &= later;
}

bool gen_is_in_place(const Block *block, const Buffer *read,
		     const Buffer *written)
{
	InPlace check = { read, written, block, 0, true };

	for (int i = 0; i < block->count && check.ok; i++) {
		const Stmt *stmt = block->items[i];

		check.at = i;
		stmt_visit(stmt, check_load, &check);
		if (stmt->body)
			check.ok &= gen_is_in_place(stmt->body, read, written);
		if (stmt->other)
			check.ok &= gen_is_in_place(stmt->other, read,
						    written);
	}
	return check.ok;
}
