#include "ir/eval/eval_graph.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

static const Deps none = { 0 };

Graph *graph_new(EvalDomain domain)
{
	Arena *arena = arena_new();
	Graph *graph = ARENA_NEW(arena, Graph);

	graph->arena = arena;
	graph->domain = domain;
	graph->root = scope_new(graph, SCOPE_ROOT, 1, 0);
	return graph;
}

void graph_free(Graph *graph)
{
	intern_free(&graph->nodes);
	arena_free(graph->arena);
}

Scalar graph_scalar(const Graph *graph, Scalar declared)
{
	static const Scalar floats[] = { [EVAL_F64] = SCALAR_F64,
					 [EVAL_FIELD] = SCALAR_F32 };

	return graph->domain != EVAL_DECLARED && scalar_is_float(declared)
		? floats[graph->domain] : declared;
}

Scalar graph_stored(const Graph *graph, Scalar scalar)
{
	return graph->domain == EVAL_FIELD && scalar_is_float(scalar)
		? SCALAR_U32 : scalar;
}

Scope *scope_new(Graph *graph, ScopeKind kind, int64_t count, int depth)
{
	Scope *scope = ARENA_NEW(graph->arena, Scope);

	*scope = (Scope){ .kind = kind, .id = graph->scope_count++,
			  .depth = depth, .count = count };
	if (kind == SCOPE_LOOP || kind == SCOPE_EACH)
		scope->index = node_index(graph, scope);
	return scope;
}

static Buffer *buffer_add(Graph *graph, Buffer wanted)
{
	Buffer *buffer = ARENA_NEW(graph->arena, Buffer);

	if (graph->buffer_count == graph->buffer_capacity) {
		Buffer **old = graph->buffers;

		graph->buffer_capacity = 2 * graph->buffer_capacity + 16;
		graph->buffers = ARENA_ARRAY(graph->arena, Buffer *,
					     graph->buffer_capacity);
		if (old)
			memcpy(graph->buffers, old, sizeof *old
			       * (size_t)graph->buffer_count);
	}
	*buffer = wanted;
	buffer->id = graph->buffer_count;
	graph->buffers[graph->buffer_count++] = buffer;
	return buffer;
}

Buffer *buffer_new(Graph *graph, Scalar scalar, int64_t elements)
{
	return buffer_add(graph, (Buffer){
		.scalar = scalar, .stored = graph_scalar(graph, scalar),
		.elements = elements, .origin = graph->making });
}

Buffer *buffer_external(Graph *graph, Scalar stored, Scalar scalar,
			int64_t elements, void *data)
{
	return buffer_add(graph, (Buffer){
		.external = true, .stored = stored, .scalar = scalar,
		.elements = elements, .data = data });
}

/* -- dependences ----------------------------------------------------------- */

bool deps_has(const Deps *deps, const Scope *scope)
{
	for (int i = 0; i < deps->count; i++)
		if (deps->scopes[i] == scope)
			return true;
	return false;
}

static Deps *deps_new(Graph *graph, int count)
{
	return arena_alloc(graph->arena, sizeof(Deps)
			   + sizeof(Scope *) * (size_t)count);
}

static bool deps_within(const Deps *inner, const Deps *outer)
{
	for (int i = 0; i < inner->count; i++)
		if (!deps_has(outer, inner->scopes[i]))
			return false;
	return true;
}

const Deps *deps_union(Graph *graph, const Deps *a, const Deps *b)
{
	Deps *both;
	int i = 0, j = 0;

	if (deps_within(b, a))
		return a;
	if (deps_within(a, b))
		return b;
	both = deps_new(graph, a->count + b->count);
	while (i < a->count || j < b->count) {
		bool first = j == b->count || (i < a->count
			&& a->scopes[i]->depth <= b->scopes[j]->depth);
		Scope *scope = first ? a->scopes[i++] : b->scopes[j++];

		if (!deps_has(both, scope))
			both->scopes[both->count++] = scope;
	}
	return both;
}

const Deps *deps_without(Graph *graph, const Deps *deps, const Scope *scope)
{
	Deps *rest;

	if (!deps_has(deps, scope))
		return deps;
	rest = deps_new(graph, deps->count);
	for (int i = 0; i < deps->count; i++)
		if (deps->scopes[i] != scope)
			rest->scopes[rest->count++] = deps->scopes[i];
	return rest;
}

static const Deps *deps_single(Graph *graph, Scope *scope)
{
	Deps *deps = deps_new(graph, 1);

	deps->count = 1;
	deps->scopes[0] = scope;
	return deps;
}

static const Deps *deps_of(Graph *graph, int count, const Node *const *nodes)
{
	const Deps *deps = &none;

	for (int i = 0; i < count; i++)
		deps = deps_union(graph, deps, nodes[i]->deps);
	return deps;
}

const Deps *deps_of_stmts(Graph *graph, const Stmt *stmts)
{
	const Deps *deps = &none;

	for (const Stmt *s = stmts; s; s = s->next)
		if (s->loop) {
			const Deps *body = deps_of_stmts(graph, s->body);

			body = deps_without(graph, body, s->loop);
			deps = deps_union(graph, deps, body);
		} else {
			deps = deps_union(graph, deps, s->place->deps);
			deps = deps_union(graph, deps, s->value->deps);
		}
	return deps;
}

/* -- nodes ----------------------------------------------------------------- */

static uint64_t node_hash(const Node *n)
{
	uint64_t h = hash_combine(HASH_SEED, (uint64_t)n->kind);

	h = hash_combine(h, (uint64_t)n->scalar);
	h = hash_combine(h, (uint64_t)n->op + 256 * (uint64_t)n->bound);
	h = hash_combine(h, n->bits);
	h = hash_combine(h, (uint64_t)n->number);
	h = hash_combine(h, n->buffer ? (uint64_t)n->buffer->id : 0);
	for (int i = 0; i < n->kid_count; i++) {
		h = hash_combine(h, (uint64_t)n->kids[i]->id);
		h = hash_combine(h, n->factors ? (uint64_t)n->factors[i] : 0);
	}
	return h;
}

bool guard_same(const Guard *a, const Guard *b)
{
	return a->branch == b->branch && a->taken == b->taken
	    && a->step == b->step;
}

static bool node_equal(const void *stored, const void *wanted)
{
	const Node *a = stored, *b = wanted;

	if (a->kind != b->kind || a->scalar != b->scalar || a->op != b->op
	    || a->bound != b->bound || a->from != b->from
	    || a->to != b->to || a->bits != b->bits
	    || a->number != b->number || a->scope != b->scope
	    || a->buffer != b->buffer || a->fold != b->fold
	    || a->branch != b->branch || a->taken != b->taken
	    || a->stored != b->stored || a->kid_count != b->kid_count)
		return false;
	for (int i = 0; i < a->kid_count; i++)
		if (a->kids[i] != b->kids[i]
		    || (a->factors && a->factors[i] != b->factors[i]))
			return false;
	return true;
}

static void *kept(Graph *graph, const void *items, int count, size_t size)
{
	void *copy = arena_alloc(graph->arena, size * (size_t)count + 1);

	if (count)
		memcpy(copy, items, size * (size_t)count);
	return copy;
}

/* deps NULL: those of the kids. */
static const Node *node(Graph *graph, Node wanted, const Deps *deps)
{
	uint64_t hash = node_hash(&wanted);
	const void *found = intern_find(&graph->nodes, hash, &wanted,
					node_equal);
	Node *made;

	if (found)
		return found;
	made = ARENA_NEW(graph->arena, Node);
	*made = wanted;
	made->id = graph->node_count++;
	made->kids = kept(graph, wanted.kids, wanted.kid_count,
			  sizeof *wanted.kids);
	if (wanted.factors)
		made->factors = kept(graph, wanted.factors, wanted.kid_count,
				     sizeof *wanted.factors);
	made->deps = deps ? deps
			  : deps_of(graph, made->kid_count, made->kids);
	intern_add(&graph->nodes, hash, made);
	return made;
}

const Node *node_of_index(Graph *graph, Node wanted, int64_t low, int64_t high)
{
	wanted.scalar = SCALAR_I64;
	wanted.low = low;
	wanted.high = high;
	return node(graph, wanted, NULL);
}

/* A value that is no index: its range says nothing. */
static const Node *value_of(Graph *graph, Node wanted, const Deps *deps)
{
	wanted.low = INT64_MIN;
	wanted.high = INT64_MAX;
	return node(graph, wanted, deps);
}

/* The value of an integer literal, as wide as its type. */
static uint64_t literal_cut(Scalar scalar, uint64_t bits)
{
	unsigned unused = 64 - 8 * (unsigned)scalar_bytes(scalar);

	if (scalar_is_signed(scalar))
		return (uint64_t)((int64_t)(bits << unused) >> unused);
	return scalar_is_int(scalar) ? bits << unused >> unused : bits;
}

const Node *node_const(Graph *graph, Scalar scalar, uint64_t bits)
{
	Node wanted = { .kind = NODE_CONST, .scalar = scalar,
			.bits = literal_cut(scalar, bits) };

	if (scalar != SCALAR_I64)
		return value_of(graph, wanted, NULL);
	return node_of_index(graph, wanted, (int64_t)bits, (int64_t)bits);
}

const Node *node_op(Graph *graph, Op op, const Node *const *args)
{
	Scalar scalar = op_rows[op].result == RESULT_BOOL ? SCALAR_BOOL
							  : args[0]->scalar;

	return value_of(graph, (Node){
		.kind = NODE_OP, .op = op, .scalar = scalar,
		.kid_count = op_rows[op].arity, .kids = args }, NULL);
}

const Node *node_convert(Graph *graph, Scalar to, const Node *value)
{
	if (value->scalar == to)
		return value;
	if (value->kind == NODE_CONST && scalar_is_int(to)
	    && scalar_is_int(value->scalar))
		return node_const(graph, to, value->bits);
	return value_of(graph, (Node){
		.kind = NODE_CONVERT, .scalar = to, .kid_count = 1,
		.kids = &value }, NULL);
}

const Node *node_bits(Graph *graph, Scalar from, Scalar to, const Node *value)
{
	return value_of(graph, (Node){
		.kind = NODE_BITS, .scalar = to,
		.from = from, .to = to, .kid_count = 1, .kids = &value }, NULL);
}

static const Node *node_not(Graph *graph, const Node *condition)
{
	if (condition->kind == NODE_OP && condition->op == OP_NOT)
		return condition->kids[0];
	if (condition->kind == NODE_OP && condition->op == OP_LT
	    && scalar_is_int(condition->kids[0]->scalar))
		return node_op(graph, OP_GE, condition->kids);
	return node_op(graph, OP_NOT, &condition);
}

/* What changes in fewer loops is joined first. */
static const Node *node_or(Graph *graph, const Node *a, const Node *b)
{
	const Node *both[] = { a, b };

	if (b->kind == NODE_OP && b->op == OP_OR)
		return node_or(graph, node_or(graph, a, b->kids[0]),
			       b->kids[1]);
	return node_op(graph, OP_OR, both);
}

static const Node *other_side(const Node *select, const Node *side)
{
	return select->kids[1] == side ? select->kids[2] : select->kids[1];
}

/* When the inner choice gives that of its sides. */
static const Node *when_it_is(Graph *graph, const Node *select,
			      const Node *side)
{
	return select->kids[1] == side ? select->kids[0]
				       : node_not(graph, select->kids[0]);
}

static bool is_choice_with(const Node *node, const Node *side)
{
	return node->kind == NODE_SELECT
	    && (node->kids[1] == side || node->kids[2] == side);
}

/* Choices between two values, one in the other, as one: as in padding, where
 * a border has two sides in each dimension. */
const Node *node_select(Graph *graph, const Node *condition, const Node *yes,
			const Node *no)
{
	const Node *kids[] = { condition, yes, no };

	if (yes == no)
		return yes;
	if (is_choice_with(no, yes))
		return node_select(graph, node_or(graph, condition,
						  when_it_is(graph, no, yes)),
				   yes, other_side(no, yes));
	if (is_choice_with(yes, no))
		return node_select(graph,
				   node_or(graph, node_not(graph, condition),
					   when_it_is(graph, yes, no)),
				   no, other_side(yes, no));
	return value_of(graph, (Node){
		.kind = NODE_SELECT, .scalar = yes->scalar, .kid_count = 3,
		.kids = kids }, NULL);
}

const Node *node_bound(Graph *graph, BoundOp bound, const Node *const *args)
{
	return value_of(graph, (Node){
		.kind = NODE_BOUND, .bound = bound,
		.scalar = bound == BOUND_WITHIN ? SCALAR_BOOL : SCALAR_F64,
		.kid_count = bound_arity(bound), .kids = args }, NULL);
}

const Node *node_load(Graph *graph, Buffer *buffer, const Node *owner,
		      const Node *index)
{
	const Node *kids[] = { index, owner };

	return value_of(graph, (Node){
		.kind = NODE_LOAD, .scalar = buffer->scalar,
		.buffer = buffer, .kid_count = owner ? 2 : 1,
		.kids = kids }, NULL);
}

const Node *node_index(Graph *graph, Scope *scope)
{
	Node wanted = { .kind = NODE_INDEX, .scalar = SCALAR_I64,
			.scope = scope, .number = scope->id,
			.high = scope->count - 1 };

	return node(graph, wanted, deps_single(graph, scope));
}

const Node *node_check(Graph *graph, const Node *index, int64_t length,
		       const Node *note, const Guard *guard,
		       const Expr *origin)
{
	const Node *kids[] = { index, note };
	Node wanted = { .kind = NODE_CHECK, .scalar = SCALAR_I64,
			.number = length, .kid_count = note ? 2 : 1,
			.kids = kids, .branch = guard->branch,
			.taken = guard->taken, .scope = guard->step,
			.origin = origin, .high = length - 1 };
	const Deps *deps = deps_of(graph, wanted.kid_count, kids);

	if (index->low >= 0 && index->high < length)
		return index;
	if (guard->branch)
		deps = deps_union(graph, deps, deps_single(graph,
				guard->branch->sides[!guard->taken]));
	if (guard->step)
		deps = deps_union(graph, deps,
				  deps_single(graph, guard->step));
	return node(graph, wanted, deps);
}

const Node *node_acc(Graph *graph, Fold *fold, int number, Scalar scalar)
{
	return value_of(graph, (Node){
		.kind = NODE_ACC, .scalar = scalar, .number = number,
		.fold = fold }, deps_single(graph, fold->step));
}

const Node *node_arrays(Graph *graph, Fold *fold)
{
	return value_of(graph, (Node){ .kind = NODE_ARRAYS, .fold = fold },
			deps_single(graph, fold->step));
}

const Node *node_fold(Graph *graph, Fold *fold)
{
	const Deps *inner = deps_of(graph, fold->acc_count, fold->next),
		   *outer = deps_of(graph, fold->acc_count, fold->initial);

	inner = deps_union(graph, inner, deps_of_stmts(graph, fold->during));
	if (fold->stop)
		inner = deps_union(graph, inner, fold->stop->deps);
	if (fold->within)
		inner = deps_union(graph, inner,
				   deps_single(graph, fold->within));
	inner = deps_without(graph, inner, fold->step);
	inner = deps_without(graph, inner, fold->each);
	outer = deps_union(graph, outer, deps_of_stmts(graph, fold->before));
	return value_of(graph, (Node){ .kind = NODE_FOLD, .fold = fold },
			deps_union(graph, outer, inner));
}

const Node *node_branch(Graph *graph, Branch *branch)
{
	const Deps *deps = branch->condition->deps;

	for (int side = 0; side < 2; side++) {
		const Deps *inner = deps_of(graph, branch->result_count,
					    branch->results[side]);

		deps = deps_union(graph, deps, branch->masks[side]->deps);
		deps = deps_union(graph, deps, deps_without(graph, inner,
					branch->sides[side]));
	}
	return value_of(graph, (Node){ .kind = NODE_BRANCH, .branch = branch },
			deps);
}

const Node *node_result(Graph *graph, const Node *of, int number,
			Scalar scalar)
{
	return value_of(graph, (Node){
		.kind = NODE_RESULT, .scalar = scalar, .number = number,
		.kid_count = 1, .kids = &of }, NULL);
}

const Node *node_stored(Graph *graph, Stored *stored)
{
	return value_of(graph, (Node){
		.kind = NODE_STORED, .stored = stored },
		deps_of_stmts(graph, stored->stmts));
}
