#include "ir/overwrite.h"

/* How a component reads the input: not at all; its element k (row-major) reads
 * only the input's element base + k + shift, where base is stride times the
 * number of the iteration of the map around it; or in any other way. */
typedef enum { READ_NONE, READ_SHIFT, READ_ANY } ReadKind;

typedef struct Read {
	ReadKind kind;
	int64_t shift, stride;
} Read;

/* One for each scalar component, from left to right. */
typedef struct Reads {
	int count;
	Read *of;
} Reads;

typedef struct Scope {
	const struct Scope *up;
	Reads reads;
} Scope;

typedef struct Walk {
	Arena *arena;
	const Program *program;
	int port;  /* of the input in question */
	int loops; /* around the present expression */
} Walk;

static Reads walk(Walk *w, const Expr *e, const Scope *scope);

static Reads reads_new(Walk *w, int count)
{
	return (Reads){ count, ARENA_ARRAY(w->arena, Read, count + 1) };
}

static bool reads_any(Reads reads)
{
	for (int i = 0; i < reads.count; i++)
		if (reads.of[i].kind != READ_NONE)
			return true;
	return false;
}

static Read merged(Read a, Read b)
{
	if (a.kind == READ_NONE)
		return b;
	if (b.kind == READ_NONE
	    || (a.kind == READ_SHIFT && b.kind == READ_SHIFT
		&& a.shift == b.shift && a.stride == b.stride))
		return a;
	return (Read){ READ_ANY, 0, 0 };
}

static Reads concatenated(Walk *w, Reads a, Reads b)
{
	Reads all = reads_new(w, a.count + b.count);

	for (int i = 0; i < all.count; i++)
		all.of[i] = i < a.count ? a.of[i] : b.of[i - a.count];
	return all;
}

/* The result reads what its parts read, nobody knows where. */
static Reads unknown(Walk *w, const Expr *e, bool reading)
{
	Reads all = reads_new(w, type_leaves(e->type));

	for (int i = 0; reading && i < all.count; i++)
		all.of[i].kind = READ_ANY;
	return all;
}

static const Scope *bound(Walk *w, const Scope *scope, Reads reads)
{
	Scope *inner = ARENA_NEW(w->arena, Scope);

	*inner = (Scope){ scope, reads };
	return inner;
}

/* What is captured from outside a loop is read again and again. */
static const Scope *captured(Walk *w, const Scope *scope)
{
	Reads reads;

	if (!scope)
		return NULL;
	reads = reads_new(w, scope->reads.count);
	for (int i = 0; i < reads.count; i++)
		if (scope->reads.of[i].kind != READ_NONE)
			reads.of[i].kind = READ_ANY;
	return bound(w, captured(w, scope->up), reads);
}

/* Scalars in one element of each component of a type. */
static void leaf_sizes(const Type *type, int64_t size, int64_t *sizes,
		       int *count)
{
	if (type->kind == TYPE_ARRAY) {
		leaf_sizes(type->element, size * type->length->value, sizes,
			   count);
		return;
	}
	if (type->kind != TYPE_TUPLE) {
		sizes[(*count)++] = type->kind == TYPE_VECTOR
			? size * type->count : size;
		return;
	}
	for (int i = 0; i < type->count; i++)
		leaf_sizes(type->parts[i], size, sizes, count);
}

static int64_t *sizes_of(Walk *w, const Type *type)
{
	int64_t *sizes = ARENA_ARRAY(w->arena, int64_t, type_leaves(type));
	int count = 0;

	leaf_sizes(type, 1, sizes, &count);
	return sizes;
}

/* -- leaves and scalars ---------------------------------------------------- */

static Reads walk_input(Walk *w, const Expr *e)
{
	const ProgramInput *input = &w->program->inputs[e->index];
	Reads reads = reads_new(w, input->port_count);
	int leaf = w->port - input->first_port;

	if (leaf >= 0 && leaf < reads.count)
		reads.of[leaf].kind = w->loops ? READ_ANY : READ_SHIFT;
	return reads;
}

static Reads walk_var(const Expr *e, const Scope *scope)
{
	for (int i = 0; i < e->index; i++)
		scope = scope->up;
	return scope->reads;
}

static Reads walk_get(Walk *w, const Expr *e, const Scope *scope)
{
	Reads whole = walk(w, e->kids[0], scope);
	const Type *tuple = e->kids[0]->type;
	int first = 0;

	for (int i = 0; i < e->index; i++)
		first += type_leaves(tuple->parts[i]);
	return (Reads){ type_leaves(e->type), whole.of + first };
}

static Reads walk_scalar(Walk *w, const Expr *e, const Scope *scope)
{
	Reads all = reads_new(w, type_leaves(e->type));

	for (int i = 0; i < e->kid_count; i++) {
		Reads kid = walk(w, e->kids[i], scope);

		for (int j = 0; j < all.count; j++)
			all.of[j] = merged(all.of[j],
					   kid.of[kid.count == all.count
						  ? j : 0]);
	}
	return all;
}

static Reads walk_parts(Walk *w, const Expr *e, const Scope *scope)
{
	Reads all = { 0, NULL };

	for (int i = 0; i < e->kid_count; i++)
		all = concatenated(w, all, walk(w, e->kids[i], scope));
	return all;
}

/* -- primitives ------------------------------------------------------------ */

static bool one_stride(Reads reads, int64_t *stride)
{
	const Read *first = NULL;

	*stride = 0;
	for (int i = 0; i < reads.count; i++) {
		if (reads.of[i].kind != READ_SHIFT)
			continue;
		if (first && first->stride != reads.of[i].stride)
			return false;
		first = &reads.of[i];
		*stride = first->stride;
	}
	return true;
}

static Reads walk_body(Walk *w, const Expr *function, const Scope *scope)
{
	Reads reads;

	w->loops++;
	reads = walk(w, function->kids[0], scope);
	w->loops--;
	return reads;
}

static Reads walk_map(Walk *w, const Expr *e, const Scope *scope)
{
	const Expr *function = e->kids[0];
	Reads xs = walk(w, e->kids[1], scope), result;
	Reads inside = reads_new(w, xs.count);
	int64_t stride, *steps = sizes_of(w, function->params[0]);
	int64_t *sizes = sizes_of(w, function->type);
	bool known = one_stride(xs, &stride);

	for (int i = 0; i < xs.count; i++) {
		inside.of[i] = xs.of[i];
		inside.of[i].stride = steps[i];
		if ((!known || (e->prim == PRIM_MAP_VEC && steps[i] != 1))
		    && xs.of[i].kind != READ_NONE)
			inside.of[i].kind = READ_ANY;
	}
	result = walk_body(w, function, bound(w, captured(w, scope), inside));
	for (int i = 0; i < result.count; i++) {
		Read *read = &result.of[i];

		if (read->kind == READ_SHIFT && read->stride != sizes[i])
			read->kind = READ_ANY;
		read->stride = stride;
	}
	return result;
}

static Reads moved(Walk *w, Reads reads, const int64_t *sizes, int64_t by)
{
	Reads all = reads_new(w, reads.count);

	for (int i = 0; i < all.count; i++) {
		all.of[i] = reads.of[i];
		all.of[i].shift += by * sizes[i];
	}
	return all;
}

static Reads walk_drop(Walk *w, const Expr *e, const Scope *scope)
{
	return moved(w, walk(w, e->kids[0], scope),
		     sizes_of(w, e->type->element), e->sizes[0]->value);
}

static Reads walk_concat(Walk *w, const Expr *e, const Scope *scope)
{
	int64_t *sizes = sizes_of(w, e->type->element), before = 0;
	Reads all = reads_new(w, type_leaves(e->type));

	for (int i = 0; i < e->kid_count; i++) {
		Reads part = moved(w, walk(w, e->kids[i], scope), sizes,
				   -before);

		for (int j = 0; j < all.count; j++)
			all.of[j] = merged(all.of[j], part.of[j]);
		before += e->kids[i]->type->length->value;
	}
	return all;
}

static Reads walk_same(Walk *w, const Expr *e, const Scope *scope)
{
	return walk(w, e->kids[0], scope);
}

/* Lanes lie innermost, so the order is kept for scalars only. */
static Reads walk_lanes(Walk *w, const Expr *e, const Scope *scope)
{
	const Type *array = e->prim == PRIM_SPLIT_VEC ? e->kids[0]->type
						       : e->type;
	int64_t *sizes = sizes_of(w, array->element);
	Reads from = walk(w, e->kids[0], scope), all = reads_new(w, from.count);

	for (int i = 0; i < all.count; i++) {
		all.of[i] = from.of[i];
		if (sizes[i] != 1 && all.of[i].kind != READ_NONE)
			all.of[i].kind = READ_ANY;
	}
	return all;
}

static bool function_reads(Walk *w, const Expr *function, const Scope *scope)
{
	scope = captured(w, scope);
	for (int i = 0; i < function->index; i++)
		scope = bound(w, scope, reads_new(w,
				type_leaves(function->params[i])));
	return reads_any(walk_body(w, function, scope));
}

static Reads walk_other(Walk *w, const Expr *e, const Scope *scope)
{
	bool reading = false;

	for (int i = 0; i < e->kid_count; i++)
		reading |= e->kids[i]->kind == EXPR_LAMBDA
			? function_reads(w, e->kids[i], scope)
			: reads_any(walk(w, e->kids[i], scope));
	return unknown(w, e, reading);
}

typedef Reads PrimWalk(Walk *w, const Expr *e, const Scope *scope);

static PrimWalk *prim_walk(Prim prim)
{
	switch (prim) {
	case PRIM_MAP_VEC: return walk_map;
	case PRIM_ZIP: return walk_parts;
	case PRIM_UNZIP: case PRIM_SPLIT: case PRIM_JOIN: case PRIM_TAKE:
	case PRIM_HEAD: case PRIM_SPLIT_INTO: case PRIM_TO_LOCAL:
	case PRIM_TO_GLOBAL: case PRIM_TO_PRIVATE:
		return walk_same;
	case PRIM_DROP: return walk_drop;
	case PRIM_CONCAT: return walk_concat;
	case PRIM_SPLIT_VEC: case PRIM_JOIN_VEC: case PRIM_LANES:
		return walk_lanes;
	default: return prim_is_map(prim) ? walk_map : walk_other;
	}
}

static Reads walk(Walk *w, const Expr *e, const Scope *scope)
{
	switch (e->kind) {
	case EXPR_INPUT: return walk_input(w, e);
	case EXPR_VAR: return walk_var(e, scope);
	case EXPR_GET: return walk_get(w, e, scope);
	case EXPR_TUPLE: return walk_parts(w, e, scope);
	case EXPR_LET:
		return walk(w, e->kids[1],
			    bound(w, scope, walk(w, e->kids[0], scope)));
	case EXPR_PRIM: return prim_walk(e->prim)(w, e, scope);
	case EXPR_OP: case EXPR_CONVERT: case EXPR_BITS: case EXPR_IF:
		return walk_scalar(w, e, scope);
	default: return unknown(w, e, false);
	}
}

/* Outputs first..first+count-1 come from one expression; the others are
 * computed before or after it. */
static void together(const Expr *body, int output, int *first, int *count)
{
	while (body->kind == EXPR_LET)
		body = body->kids[1];
	*first = 0;
	*count = type_leaves(body->type);
	for (int i = 0; body->kind == EXPR_TUPLE; i++) {
		*count = type_leaves(body->kids[i]->type);
		if (output < *first + *count)
			return;
		*first += *count;
	}
}

bool overwrite_ok(const Program *program, const Expr *body, int input,
		  int output)
{
	Walk w = { arena_new(), program, input, 0 };
	Reads reads = walk(&w, body, NULL);
	bool ok = reads.of[output].kind != READ_ANY;
	int first, count;

	together(body, output, &first, &count);
	for (int i = 0; ok && i < reads.count; i++) {
		const Read *read = &reads.of[i];
		bool mine = i >= first && i < first + count;

		ok = read->kind == READ_NONE
		  || (mine && read->kind == READ_SHIFT && !read->shift);
	}
	arena_free(w.arena);
	return ok;
}
