/* Arrays of errors, beside the arrays of values, and what fills them. */
#include "ir/eval/eval_bound.h"

#include <assert.h>

const Node *bound_or_zero(Bound *b, const Node *error)
{
	return error ? error : bound_number(b, 0);
}

static Buffer *shadow_buffer(Bound *b, const Buffer *of, bool wanted)
{
	Buffer *made;

	if (!wanted)
		return NULL;
	made = buffer_new(b->graph, SCALAR_F64, of->elements);
	made->origin = of->origin;
	return made;
}

void bound_make_buffers(Bound *b, const Buffer *of)
{
	unsigned flags = b->inexact->buffers[of->id];
	bool sum = b->inexact->sums[of->id];

	b->buffers[of->id] = (BufferShadow){
		.outside = shadow_buffer(b, of, flags & INEXACT_OUTSIDE),
		.folds = shadow_buffer(b, of, flags & (sum
					? INEXACT_CARRIED : INEXACT_FOLDS)),
		.size = shadow_buffer(b, of, sum),
	};
}

/* buffers and their shadows, into a longer array. */
Buffer **bound_with_shadows(Bound *b, Buffer **buffers, int *count)
{
	Buffer **all = ARENA_ARRAY(b->graph->arena, Buffer *, 4 * *count + 1);
	int total = *count;

	for (int i = 0; i < *count; i++) {
		const BufferShadow *shadow = &b->buffers[buffers[i]->id];

		all[i] = buffers[i];
		if (shadow->outside)
			all[total++] = shadow->outside;
		if (shadow->folds)
			all[total++] = shadow->folds;
		if (shadow->size)
			all[total++] = shadow->size;
	}
	*count = total;
	return all;
}

static void add_store(Bound *b, Stmt *after, Buffer *buffer, const Node *value)
{
	Stmt *store = ARENA_NEW(b->graph->arena, Stmt);

	*store = (Stmt){ .next = after->next, .value = bound_or_zero(b, value),
			 .place = node_load(b->graph, buffer, NULL,
					    after->place->kids[0]) };
	after->next = store;
}

/* As they are seen from outside: where folds are not bounded, nothing is. */
static Shadow last_shadow(Bound *b, Shadow shadow)
{
	const Node *most = bound_number(b, 0x1.fffffffffffffp1023);
	const BoundOp seen = bound_is_declared(b->graph) ? BOUND_SEEN_FINE
							 : BOUND_SEEN;

	if (shadow.folds)
		shadow.outside = bound_node(b, BOUND_HOLDS,
					    bound_or_zero(b, shadow.outside),
					    shadow.folds, most);
	if (shadow.outside)
		shadow.outside = bound_node(b, seen, shadow.outside, NULL,
					    NULL);
	if (shadow.folds)
		shadow.folds = bound_node(b, seen, shadow.folds, NULL, NULL);
	return shadow;
}

static void shadow_store(Bound *b, Stmt *store)
{
	const Buffer *buffer = store->place->buffer;
	const BufferShadow *to = &b->buffers[buffer->id];
	Shadow shadow;

	if (!to->outside && !to->folds && !to->size)
		return;
	shadow = bound_shadow(b, store->value);
	if (to->last) {
		if (!shadow.outside && !shadow.folds)
			return;
		shadow = last_shadow(b, shadow);
	}
	assert(to->size || ((to->outside || !shadow.outside)
			    && (to->folds || !shadow.folds)));
	if (to->size)
		add_store(b, store, to->size,
			  bound_size(b, store->value, shadow));
	if (to->folds)
		add_store(b, store, to->folds, to->size && shadow.running
			  ? shadow.carried : shadow.folds);
	if (to->outside)
		add_store(b, store, to->outside, shadow.outside);
}

void bound_stores(Bound *b, Stmt *stmts)
{
	for (Stmt *s = stmts, *next; s; s = next) {
		next = s->next;
		if (s->loop)
			bound_stores(b, s->body);
		else
			shadow_store(b, s);
	}
}

void bound_extend_stored(Bound *b, Stored *stored)
{
	if (stored->shadowed)
		return;
	stored->shadowed = true;
	for (int i = 0; i < stored->count; i++)
		bound_make_buffers(b, stored->buffers[i]);
	stored->buffers = bound_with_shadows(b, stored->buffers,
					     &stored->count);
	bound_stores(b, stored->stmts);
}
