/* Building ascending: the offsets of rows, each checked as it is read. */
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_index.h"

static const Node *arithmetic(Graph *graph, Op op, const Node *a,
			      const Node *b)
{
	const Node *args[] = { a, b };

	return node_op(graph, op, args);
}

static const Node *offset_at(Build *b, const View *offsets, const Node *index)
{
	return node_convert(b->graph, SCALAR_I64,
			    view_element(b, offsets, index)->node);
}

/* The one before the offset at index; 0 before the first one. */
static const Node *offset_before(Build *b, const View *offsets,
				 const Node *index)
{
	Graph *graph = b->graph;
	const Node *zero = index_const(graph, 0);
	const Node *first = index_less(graph, index, 1);
	const Node *at = node_select(graph, first, zero,
				     index_offset(graph, index, -1));

	at = index_clamp(graph, at, offsets->length);
	return node_select(graph, first, zero, offset_at(b, offsets, at));
}

/* Two checks, each with what a message needs: that the offset is one of 0 to n,
 * noted -1 - its index; that it is not below the one before, noted that one +
 * (n + 1) * its index. */
static const Value *ascending_element(Build *b, const View *view,
				      const Node *index)
{
	Graph *graph = b->graph;
	const View *offsets = view->kids[0];
	const int64_t places = view->number + 1;
	const Node *before = offset_before(b, offsets, index), *here, *note;

	note = arithmetic(graph, OP_SUB, index_const(graph, -1), index);
	here = node_check(graph, offset_at(b, offsets, index), places, note,
			  &b->guard, view->expr);
	before = arithmetic(graph, OP_MIN, index_const(graph, places - 1),
			    before);
	note = arithmetic(graph, OP_ADD, before, arithmetic(graph, OP_MUL,
			  index_const(graph, places), index));
	here = node_check(graph, arithmetic(graph, OP_SUB, here, before),
			  places, note, &b->guard, view->expr);
	return value_scalar(b, arithmetic(graph, OP_ADD, here, before));
}

static const ViewRow ascending_row = { ascending_element, NULL };

/* Stored, so that all of them are looked at, in their order. */
const Value *build_ascending(Build *b, const Expr *e, const Env *env)
{
	static const Type number = { .kind = TYPE_SCALAR,
				     .scalar = SCALAR_I64, .leaves = 1 };
	View *view = ARENA_NEW(b->graph->arena, View);
	const View **kid = ARENA_NEW(b->graph->arena, const View *);

	kid[0] = build_value(b, e->kids[0], env)->view;
	*view = (View){ .row = &ascending_row, .length = kid[0]->length,
			.risky = true, .count = 1, .kids = kid,
			.number = e->sizes[0]->value, .expr = e };
	return value_array(b, build_stored_array(b, view, &number));
}
