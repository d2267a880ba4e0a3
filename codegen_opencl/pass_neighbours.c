/* Neighbours that straight-line code loads or stores one by one, or by two, as a
 * vector, where that begins at a multiple of its bytes; of what the kernel does not
 * store those that a block loads anywhere. Compilers know of no alignment of what a
 * kernel is given, and access each for itself. */
#include "codegen_opencl/code.h"
#include "codegen_opencl/pass.h"

enum { VECTOR_BYTES = 16, LANES = 4 };

typedef struct Neighbours {
	AffineTable *indices;
	bool changed;
} Neighbours;

/* Those of one vector. */
typedef struct Set {
	Buffer *buffer;
	bool stands; /* nothing stores to it here, and the index stays the same */
	const Affine *start;
	int width;
	unsigned found; /* lanes */
	int stores;
	const Code *stored[LANES]; /* of each lane */
} Set;

/* Lanes of the widest vector; 1: none. */
static int lanes_of(const Buffer *buffer)
{
	const int lanes = VECTOR_BYTES / (int)scalar_bytes(buffer->scalar);

	return buffer->space == SPACE_PRIVATE || lanes > LANES ? 1 : lanes;
}

static const Code *load_of(const Stmt *stmt)
{
	const Code *value = stmt->value;

	return stmt->var && stmt->kind <= STMT_ASSIGN && value
	       && value->kind == CODE_LOAD && value->width < LANES ? value : NULL;
}

static bool is_store(const Stmt *stmt)
{
	return stmt->kind == STMT_STORE && !stmt->start && !stmt->atomic
	    && (stmt->value->width == 1
		|| (stmt->value->width < LANES
		    && stmt->value->kind == CODE_VAR));
}

/* Whether vectors of that width may have the index in them: of one. */
static bool begin(const Neighbours *n, Set *set, Buffer *buffer,
		  const Affine *index, int width)
{
	const int64_t phase = (index->constant % width + width) % width;

	*set = (Set){ .buffer = buffer, .width = width,
		      .start = affine_plus(n->indices, index, -phase) };
	return affine_is_multiple(set->start, width);
}

/* The first lane of an access; -1: it is not within the vector. */
static int lane_at(const Neighbours *n, const Set *set, const Affine *index,
		   int width)
{
	int64_t lane;

	return affine_distance(n->indices, set->start, index, &lane)
	       && lane >= 0 && lane + width <= set->width ? (int)lane : -1;
}

static unsigned lanes_from(int lane, int width)
{
	return ((1u << width) - 1) << lane;
}

static bool is_found(const Set *set)
{
	return set->found == lanes_from(0, set->width);
}

/* -- loads ----------------------------------------------------------------- */

static void check_var(void *context, Var *var)
{
	bool *same = context;

	*same &= var->writes <= 1;
}

static bool stands(const Stmt *stmt)
{
	const Buffer *buffer = stmt->value->buffer;
	bool same = buffer->space == SPACE_GLOBAL && !buffer->mark;

	stmt_vars(stmt, check_var, &same);
	return same;
}

/* A store may be to the same memory, but for what nothing stores. What comes after
 * the end of a loop is not loaded. */
static bool ends(const Set *set, const Stmt *stmt)
{
	if (set->stands)
		return stmt_may_leave(stmt);
	return stmt->kind == STMT_STORE
	    || (stmt->kind == STMT_ASSIGN
		&& affine_mentions(set->start, stmt->var));
}

static int loaded_lane(const Neighbours *n, const Set *set, const Stmt *stmt)
{
	const Code *load = load_of(stmt);

	return load && load->buffer == set->buffer
	       ? lane_at(n, set, load->index, load->width) : -1;
}

/* Where they end; -1: not all are there. */
static int find_loads(const Neighbours *n, Set *set, const Block *block,
		      int from, int to)
{
	int i = from;

	for (; i < to && !ends(set, block->items[i]); i++) {
		const int lane = loaded_lane(n, set, block->items[i]);

		if (lane >= 0)
			set->found |= lanes_from(lane,
						 block->items[i]->value->width);
	}
	return is_found(set) ? i : -1;
}

static const Code *lanes_of_var(Arena *arena, Var *var, int lane, int width)
{
	const Code *lanes[LANES];

	for (int i = 0; i < width; i++)
		lanes[i] = code_lane(arena, code_var(arena, var), lane + i);
	return width == 1 ? lanes[0] : code_lanes(arena, width, lanes);
}

static void load_lanes(const Neighbours *n, const Set *set, Block *block,
		       int from, int to)
{
	Arena *arena = block->arena;
	Var *var = var_new(arena, VAR_LOAD, set->buffer->scalar, set->width, 0);
	Stmt *made = ARENA_NEW(arena, Stmt);

	for (int i = from; i < to; i++) {
		Stmt *stmt = block->items[i];
		const int lane = loaded_lane(n, set, stmt);

		if (lane < 0)
			continue;
		stmt->value = lanes_of_var(arena, var, lane,
					   stmt->value->width);
		if (stmt->var->kind == VAR_LOAD)
			stmt->var->kind = VAR_TEMP;
	}
	*made = (Stmt){ .kind = STMT_DECLARE, .var = var,
			.value = code_load(arena, set->buffer, set->start,
					   set->width) };
	block_insert(block, from, made);
}

/* Statements that came in before `at`. */
static int join_loads(const Neighbours *n, Block *block, int at, int to)
{
	const Code *load = load_of(block->items[at]);
	const bool anywhere = load && stands(block->items[at]);
	Set set;

	for (int width = load ? lanes_of(load->buffer) : 1;
	     load && width > load->width; width /= 2) {
		int end = -1;

		if (!begin(n, &set, load->buffer, load->index, width))
			continue;
		set.stands = anywhere;
		end = find_loads(n, &set, block, at,
				 anywhere ? block->count : to);
		if (end < 0)
			continue;
		load_lanes(n, &set, block, at, end);
		return 1;
	}
	return 0;
}

/* -- stores ---------------------------------------------------------------- */

static void take(Set *set, Arena *arena, const Code *value, int lane)
{
	set->found |= lanes_from(lane, value->width);
	set->stores++;
	for (int i = 0; i < value->width; i++)
		set->stored[lane + i] = code_lane(arena, value, i);
}

/* Up to what may change, or read, what is to be stored; declarations do not.
 * Where they end. */
static int find_stores(const Neighbours *n, Set *set, const Block *block,
		       int from, int to)
{
	for (int i = from; i < to; i++) {
		Stmt *stmt = block->items[i];
		int lane;

		if (stmt->kind == STMT_DECLARE
		    && !(stmt->value && code_loads(stmt->value, set->buffer)))
			continue;
		if (!is_store(stmt) || stmt->buffer != set->buffer
		    || (i > from && code_loads(stmt->value, NULL)))
			return -1;
		lane = lane_at(n, set, stmt->index, stmt->value->width);
		if (lane < 0
		    || set->found & lanes_from(lane, stmt->value->width))
			return -1;
		take(set, block->arena, stmt->value, lane);
		if (is_found(set))
			return i;
	}
	return -1;
}

/* The vector that has these lanes; NULL: there is none. */
static const Code *whole(const Code *const *lanes, int width)
{
	const Code *vector = lanes[0]->kind == CODE_LANE ? lanes[0]->args[0]
							 : NULL;

	if (!vector || vector->kind != CODE_VAR || vector->width != width)
		return NULL;
	for (int i = 0; i < width; i++)
		if (lanes[i]->kind != CODE_LANE || lanes[i]->lane != i
		    || lanes[i]->args[0]->kind != CODE_VAR
		    || lanes[i]->args[0]->var != vector->var)
			return NULL;
	return vector;
}

/* In the place of the last of them. */
static void store_lanes(const Set *set, Block *block, int from, int last)
{
	const Code *vector = whole(set->stored, set->width);
	int kept = from;

	*block->items[last] = (Stmt){
		.kind = STMT_STORE, .buffer = set->buffer, .index = set->start,
		.value = vector ? vector
				: code_lanes(block->arena, set->width,
					     set->stored)
	};
	for (int i = from; i < block->count; i++)
		if (i >= last || block->items[i]->kind != STMT_STORE)
			block->items[kept++] = block->items[i];
	block->count = kept;
}

/* Statements that went. */
static int join_stores(const Neighbours *n, Block *block, int at, int to)
{
	const Stmt *store = block->items[at];
	Set set;

	for (int width = is_store(store) ? lanes_of(store->buffer) : 1;
	     width > 1 && width > store->value->width; width /= 2) {
		int last = begin(n, &set, store->buffer, store->index, width)
			 ? find_stores(n, &set, block, at, to) : -1;

		if (last < 0)
			continue;
		store_lanes(&set, block, at, last);
		return set.stores - 1;
	}
	return 0;
}

/* -- the pass -------------------------------------------------------------- */

static int join_run(void *context, Block *block, int from, int to)
{
	Neighbours *n = context;

	for (int i = from; i < to; i++) {
		const int more = join_loads(n, block, i, to);
		const int fewer = join_stores(n, block, i, to);

		n->changed |= more || fewer;
		to += more - fewer;
	}
	return to;
}

bool pass_neighbours(Kernel *kernel, AffineTable *indices)
{
	Neighbours n = { .indices = indices };

	pass_count(kernel);
	pass_runs(kernel->top, join_run, &n);
	return n.changed;
}
