/* From a program to its graph. The names of lets outside of functions are put
 * away first, inputs beyond those of the program in their place: then what is
 * one value is one expression. */
#include <stdlib.h>

#include "base/map.h"
#include "search/graph/read.h"
#include "search/nest/facts.h"

typedef struct Build {
	Graph *graph;
	Arena *arena;
	const Program *program;
	const Expr *body;
	Ir *ir;
	Map values, inside; /* sources of expressions; of what is in functions */
	int let_count, let_capacity, space_capacity;
	Sources *lets;
	const Size **spaces;
} Build;

/* -- what was found already ------------------------------------------------ */

static const Sources *found_before(const Map *map, const Expr *e)
{
	return map_find(map, map_address(e));
}

static Sources note(Build *b, Map *map, const Expr *e, Sources of)
{
	Sources *kept = ARENA_NEW(b->arena, Sources);

	*kept = of;
	map_put(map, b->arena, map_address(e), kept);
	return of;
}

/* -- bytes and steps ------------------------------------------------------- */

/* Of a list half of what it may have. */
static double bytes_of(const Type *type)
{
	double bytes = 0;

	switch (type->kind) {
	case TYPE_SCALAR:
		return (double)scalar_bytes(type->scalar);
	case TYPE_VECTOR:
		return (double)scalar_bytes(type->scalar) * type->count;
	case TYPE_ARRAY:
		return type->length->known
		     ? (double)type->length->value * bytes_of(type->element)
		     : 0;
	case TYPE_TUPLE:
		for (int i = 0; i < type->count; i++)
			bytes += bytes_of(type->parts[i])
				 / (i == 0 && type->shape == SHAPE_LIST ? 2 : 1);
		return bytes;
	case TYPE_OPEN:
		break;
	}
	return 0;
}

static double bytes_made(OperationKind kind, const Type *type)
{
	if (kind == OPERATION_FILTER && type_is(type, SHAPE_ROWS))
		return bytes_of(type->parts[0]) / 2
		     + bytes_of(type->parts[1]);
	return bytes_of(type);
}

/* How many steps over a value are: its elements, before they were joined. */
static const Size *length_of(const Expr *e)
{
	const Type *type = e->type;

	while (e->kind == EXPR_PRIM
	       && (e->prim == PRIM_JOIN || e->prim == PRIM_ZIP)
	       && e->kids[0]->type->kind == TYPE_ARRAY)
		e = e->kids[0];
	type = e->type;
	if (type->kind == TYPE_ARRAY)
		return type->length;
	if (type_is(type, SHAPE_ROWS))
		return type->length;
	return type_is(type, SHAPE_LIST) ? type->parts[0]->length : NULL;
}

static void set_space(Build *b, Operation *operation, const Size *length)
{
	Graph *graph = b->graph;
	int i = 0;

	if (!length)
		length = size_const(b->ir, 1);
	while (i < graph->space_count && !size_same(b->spaces[i], length))
		i++;
	if (i == graph->space_count) {
		if (i == b->space_capacity) {
			b->space_capacity = i ? 2 * i : 16;
			b->spaces = base_realloc(b->spaces,
				(size_t)b->space_capacity * sizeof *b->spaces);
		}
		b->spaces[graph->space_count++] = length;
	}
	operation->space = i;
	operation->steps = length->known ? length->value : 0;
}

/* -- values ---------------------------------------------------------------- */

static Sources trace(Build *b, const Expr *e);

static Sources one_source(Build *b, int array)
{
	Source *item = ARENA_NEW(b->arena, Source);

	*item = (Source){ .array = array, .how = READ_OWN, .chunk = 1 };
	return (Sources){ 1, item };
}

/* All that a function reads beside its parameters. */
static Sources trace_inside(Build *b, const Expr *e)
{
	const Sources *before = found_before(&b->inside, e);
	Sources found = { 0, NULL };

	if (before)
		return *before;
	if (e->kind == EXPR_INPUT)
		found = read_worse(b->arena, trace(b, e), READ_ANY);
	for (int i = 0; i < e->kid_count; i++)
		found = read_both(b->arena, found,
				  trace_inside(b, e->kids[i]));
	return note(b, &b->inside, e, found);
}

/* Which operation a primitive is, and the first argument of which each step
 * reads its own element. */
static const struct KindRow {
	Prim prim;
	OperationKind kind;
	int own;
} kind_rows[] = {
	{ PRIM_REDUCE,            OPERATION_REDUCE,  2 },
	{ PRIM_REDUCE_SEQ,        OPERATION_REDUCE,  2 },
	{ PRIM_REDUCE_SEQ_UNROLL, OPERATION_REDUCE,  2 },
	{ PRIM_REDUCE_PART,       OPERATION_REDUCE,  2 },
	{ PRIM_SCAN,              OPERATION_SCAN,    2 },
	{ PRIM_SCAN_SEQ,          OPERATION_SCAN,    2 },
	{ PRIM_ASCENDING,         OPERATION_SCAN,    0 },
	{ PRIM_SCATTER,           OPERATION_SCATTER, 2 },
	{ PRIM_SCAN_BY_INDEX,     OPERATION_SCATTER, 2 },
	{ PRIM_PERMUTE,           OPERATION_PERMUTE, 1 },
	{ PRIM_BUCKET,            OPERATION_BUCKET,  1 },
	{ PRIM_ITERATE,           OPERATION_LOOP,    9 },
	{ PRIM_ITERATE_UNTIL,     OPERATION_LOOP,    9 },
	{ PRIM_OPENCL,            OPERATION_CALL,    9 },
	{ PRIM_MAP,               OPERATION_MAP,     1 },
};

enum { KIND_ROWS = sizeof kind_rows / sizeof *kind_rows };

static const struct KindRow *kind_row(Prim prim)
{
	for (int i = 0; i < KIND_ROWS; i++)
		if (kind_rows[i].prim == prim)
			return &kind_rows[i];
	return &kind_rows[KIND_ROWS - 1];
}

static OperationKind kind_of(const Expr *e)
{
	const OperationKind kind = kind_row(e->prim)->kind;

	if (kind == OPERATION_MAP && type_is(e->kids[1]->type, SHAPE_ROWS)
	    && fact_is_heavy(e->kids[0]))
		return OPERATION_ROWS;
	if (kind == OPERATION_BUCKET && e->sizes[0]->known
	    && e->sizes[0]->value == 1)
		return OPERATION_FILTER;
	return kind;
}

/* What a map is of, read as its function reads it; of a zip each array. */
static Sources trace_mapped(Build *b, const Expr *map)
{
	const Expr *body = map->kids[0]->kids[0], *of = map->kids[1];
	Sources found = { 0, NULL };

	if (!expr_is(of, PRIM_ZIP))
		return read_worse(b->arena, trace(b, of),
				  read_nest(body, 0, -1));
	for (int i = 0; i < of->kid_count; i++)
		found = read_both(b->arena, found,
				  read_worse(b->arena, trace(b, of->kids[i]),
					     read_nest(body, 0, i)));
	return found;
}

static Sources trace_kid(Build *b, const Expr *e, int kid)
{
	const Expr *k = e->kids[kid];
	const int own = kind_row(e->prim)->own;
	Sources found;

	if (k->kind == EXPR_LAMBDA)
		return trace_inside(b, k);
	if (prim_is_map(e->prim))
		return trace_mapped(b, e);
	found = trace(b, k);
	return kid < own ? read_worse(b->arena, found, READ_ANY) : found;
}

static int add(Build *b, OperationKind kind, const Expr *made,
	       const Expr *steps, bool cheap, Sources of)
{
	GraphRead *reads = ARENA_ARRAY(b->arena, GraphRead, of.count + 1);
	Operation operation = { .kind = kind, .cheap = cheap, .reads = reads,
				.read_count = of.count, .made = made };

	for (int i = 0; i < of.count; i++)
		reads[i] = (GraphRead){ of.items[i].array, of.items[i].how };
	set_space(b, &operation, steps ? length_of(steps) : NULL);
	return graph_add_operation(b->graph, operation, NULL,
				   bytes_made(kind, made->type));
}

static Sources trace_operation(Build *b, const Expr *e)
{
	const OperationKind kind = kind_of(e);
	const int own = kind_row(e->prim)->own;
	Sources of = { 0, NULL };
	int number;

	for (int i = 0; i < e->kid_count; i++)
		of = read_both(b->arena, of, trace_kid(b, e, i));
	number = add(b, kind, e, own < e->kid_count ? e->kids[own] : NULL,
		     kind == OPERATION_MAP && !fact_is_heavy(e->kids[0]), of);
	return one_source(b, b->graph->operations[number].array);
}

static Sources trace_view(Build *b, const Expr *e)
{
	Sources found = { 0, NULL };

	if (e->prim == PRIM_AT && type_is(e->type, SHAPE_LIST)
	    && expr_is(e->kids[0], PRIM_BUCKET)
	    && kind_of(e->kids[0]) == OPERATION_FILTER)
		return trace(b, e->kids[0]);
	for (int i = 0; i < e->kid_count; i++)
		found = read_both(b->arena, found, trace(b, e->kids[i]));
	return read_through(b->arena, e, found);
}

/* A map that only changes indices is no operation. */
static bool trace_map_view(Build *b, const Expr *e, Sources *found)
{
	Sources inside;

	if (!prim_is_map(e->prim) || !read_is_view(e->kids[0]->kids[0]))
		return false;
	*found = trace_kid(b, e, 1);
	inside = trace_inside(b, e->kids[0]);
	if (found->count && inside.count)
		return false;
	*found = read_both(b->arena, *found, inside);
	return true;
}

static Sources trace_prim(Build *b, const Expr *e)
{
	Sources found;

	if (prim_is(e->prim, TRAIT_VIEW) || e->prim == PRIM_TO_GLOBAL
	    || e->prim == PRIM_TO_LOCAL || e->prim == PRIM_TO_PRIVATE)
		return trace_view(b, e);
	if (trace_map_view(b, e, &found))
		return found;
	if (kind_row(e->prim)->kind >= OPERATION_LOOP
	    && !type_has_array(e->type))
		return trace_inside(b, e);
	return trace_operation(b, e);
}

/* The one operation without a name that a value comes from is called so. */
static void name_source(Build *b, Sources of, const char *name)
{
	GraphArray *array = of.count == 1
			  ? &b->graph->arrays[of.items[0].array] : NULL;

	if (array && !array->name)
		array->name = name;
}

static const Expr *bind(Build *b, const Expr *let, Sources of)
{
	const int number = b->let_count++;

	if (number == b->let_capacity) {
		b->let_capacity = number ? 2 * number : 64;
		b->lets = base_realloc(b->lets, (size_t)b->let_capacity
				       * sizeof *b->lets);
	}
	b->lets[number] = of;
	name_source(b, of, expr_hinted(b->ir, let, 0));
	return expr_input(b->ir, b->program->input_count + number,
			  let->kids[0]->type);
}

static void keep_names(Build *b, int count, const Expr *const *inputs)
{
	GraphName *names = ARENA_ARRAY(b->arena, GraphName, count + 1);

	for (int i = 0; i < count; i++) {
		const Sources of = trace(b, inputs[i]);
		const bool one = of.count == 1
			&& of.items[0].how == READ_OWN
			&& of.items[0].chunk == 1;

		names[i] = (GraphName){ inputs[i],
					one ? of.items[0].array : -1 };
	}
	b->graph->names = names;
	b->graph->name_count = count;
}

/* What is below the lets, which are traced. */
static const Expr *below_lets(Build *b, const Expr *e)
{
	const bool all = e == b->body;
	const Expr **values = NULL;
	int count = 0, capacity = 0;

	for (; e->kind == EXPR_LET; e = e->kids[1]) {
		const Expr *value = expr_substitute(b->ir, e->kids[0], count,
						    values);
		const Sources of = trace(b, value);

		if (count == capacity) {
			capacity = capacity ? 2 * capacity : 64;
			values = base_realloc(values, (size_t)capacity
					      * sizeof *values);
		}
		values[count++] = bind(b, e, of);
	}
	e = expr_substitute(b->ir, e, count, values);
	if (all)
		keep_names(b, count, values);
	free(values);
	return e;
}

static Sources trace_new(Build *b, const Expr *e)
{
	Sources found = { 0, NULL };

	if (e->kind == EXPR_INPUT)
		return e->index < b->program->input_count
		     ? one_source(b, e->index)
		     : b->lets[e->index - b->program->input_count];
	if (e->kind == EXPR_LET)
		return trace(b, below_lets(b, e));
	if (e->kind == EXPR_PRIM)
		return trace_prim(b, e);
	if (e->kind != EXPR_LAMBDA)
		for (int i = 0; i < e->kid_count; i++)
			found = read_both(b->arena, found,
					  trace(b, e->kids[i]));
	return found;
}

static Sources trace(Build *b, const Expr *e)
{
	const Sources *before = found_before(&b->values, e);
	Sources found;

	if (before)
		return *before;
	found = trace_new(b, e);
	if (e->kind != EXPR_LAMBDA && !type_has_array(e->type))
		found = read_worse(b->arena, found, READ_WHOLE);
	return note(b, &b->values, e, found);
}

/* -- results --------------------------------------------------------------- */

/* A result is what operations make, or it is made of that by one more. */
static void put_result(Build *b, const Expr *e, const char *name)
{
	const bool scalar = !type_has_array(e->type);
	const Sources of = trace(b, e);
	bool made = of.count > 0;

	for (int i = 0; i < of.count; i++)
		made = made && b->graph->arrays[of.items[i].array].maker >= 0
		    && (scalar || of.items[i].how == READ_OWN);
	for (int i = 0; i < of.count && made; i++)
		b->graph->arrays[of.items[i].array].output = true;
	if (!made) {
		const int copy = add(b, OPERATION_COPY, e, scalar ? NULL : e,
				     false, of);
		const int array = b->graph->operations[copy].array;

		b->graph->arrays[array].output = true;
		b->graph->arrays[array].name = name;
		return;
	}
	name_source(b, of, name);
}

/* port: of the first component of e; the next one. */
static int put_results(Build *b, const Expr *e, int port)
{
	const Program *p = b->program;

	if (e->kind == EXPR_LET)
		return put_results(b, below_lets(b, e), port);
	if (e->kind == EXPR_TUPLE && e->type->shape == SHAPE_NONE) {
		for (int i = 0; i < e->kid_count; i++)
			port = put_results(b, e->kids[i], port);
		return port;
	}
	put_result(b, e, port < p->output_count ? p->out_ports[port].name
						: "out");
	return port + type_leaves(e->type);
}

Graph *graph_of(const Program *program, const Expr *body)
{
	Graph *graph = graph_begin();
	Build b = { .graph = graph, .arena = graph->arena,
		    .program = program, .body = body,
		    .ir = program->ir };

	for (int i = 0; i < program->input_count; i++)
		graph_add_array(graph, program->inputs[i].name,
				bytes_of(program->inputs[i].type), -1);
	put_results(&b, body, 0);
	graph_finish(graph);
	free(b.lets);
	free(b.spaces);
	return graph;
}
