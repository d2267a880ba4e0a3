#include "search/graph/place.h"

#include "search/nest/walk.h"

typedef struct Look {
	Ir *ir;
	const Expr *made;
	int count; /* names */
	const Expr **lets, **inputs;
} Look;

static Look look_begin(const Graph *graph, Ir *ir, const Expr *body,
		       const Expr *made, Arena *arena)
{
	const size_t room = (size_t)graph->name_count + 1;
	Look look = { .ir = ir, .made = made,
		      .lets = ARENA_ARRAY(arena, const Expr *, room),
		      .inputs = ARENA_ARRAY(arena, const Expr *, room) };

	for (; body->kind == EXPR_LET && look.count < graph->name_count;
	     body = body->kids[1]) {
		look.lets[look.count] = body;
		look.inputs[look.count] = graph->names[look.count].input;
		look.count++;
	}
	return look;
}

/* names: of those around it. */
static bool is_made(const Look *l, const Expr *e, int names)
{
	return e->kind == EXPR_PRIM && e->prim == l->made->prim
	    && (e == l->made
		|| expr_substitute(l->ir, e, names, l->inputs) == l->made);
}

static Walk look_at(void *context, const Expr *e, int names)
{
	const Look *l = context;

	if (e->kind == EXPR_LAMBDA)
		return WALK_PAST;
	if (e->kind == EXPR_LET)
		return names < l->count && l->lets[names] == e ? WALK_ON
							       : WALK_PAST;
	if (expr_is(e, PRIM_TO_GLOBAL) && is_made(l, e->kids[0], names))
		return WALK_PAST;
	return is_made(l, e, names) ? WALK_HERE : WALK_ON;
}

bool graph_place(const Graph *graph, Ir *ir, const Expr *body, int operation,
		 Path *place)
{
	const Expr *made = graph->operations[operation].made;
	Arena *arena = arena_new();
	Look look = look_begin(graph, ir, body, made, arena);
	bool found;

	place->depth = 0;
	found = made && made->kind == EXPR_PRIM
	     && walk_first(body, look_at, &look, place);
	arena_free(arena);
	return found;
}

bool graph_name_place(const Expr *body, int name, Path *place)
{
	place->depth = 0;
	for (; name > 0 && body->kind == EXPR_LET
	     && place->depth < PATH_MAX_DEPTH; name--) {
		place->kids[place->depth++] = 1;
		body = body->kids[1];
	}
	return name == 0 && body->kind == EXPR_LET;
}
