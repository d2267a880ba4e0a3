#include "ir/eval/eval.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval_bound.h"
#include "ir/eval/eval_build.h"
#include "ir/eval/eval_emit.h"
#include "ir/eval/eval_index.h"
#include "ir/eval/eval_plan.h"
#include "ir/eval/eval_trace.h"
#include "ir/eval/eval_way.h"
#include "ir/eval/growth.h"
#include "ir/front/lists.h"
#include "ir/front/print.h"

/* One evaluation, from the expression to its code. */
typedef struct Evaluation {
	Build build;
	StmtList stmts;
	Buffer **outputs; /* where they are stored */
} Evaluation;

static Leaf leaf_of(Build *b, Scalar stored, const Type *type, int k,
		    void *data)
{
	return (Leaf){ buffer_external(b->graph, stored, leaf_scalar(type, k),
				       leaf_size(type, k), data),
		       index_const(b->graph, 0) };
}

static void add_inputs(Build *b, const Program *program, const Array *inputs)
{
	Arena *arena = b->graph->arena;

	b->inputs = ARENA_ARRAY(arena, const Value *,
				program->input_count + 1);
	for (int i = 0; i < program->input_count; i++) {
		const ProgramInput *input = &program->inputs[i];
		int count = type_leaves(input->type);
		Leaf *leaves = ARENA_ARRAY(arena, Leaf, count);

		for (int k = 0; k < count; k++) {
			const Array *array = inputs
				? &inputs[input->first_port + k] : NULL;
			Scalar stored = graph_stored(b->graph,
						leaf_scalar(input->type, k));

			leaves[k] = leaf_of(b, stored, input->type, k,
					    array ? array->data : NULL);
		}
		b->inputs[i] = value_in_memory(b, input->type, leaves, NULL);
	}
}

/* The lengths around a component. */
static int leaf_dims(const Type *type, int leaf, int64_t *dims)
{
	int rank = 0;

	while (type->kind != TYPE_SCALAR) {
		if (type->kind == TYPE_TUPLE) {
			int part = 0;

			while (leaf >= type_leaves(type->parts[part]))
				leaf -= type_leaves(type->parts[part++]);
			type = type->parts[part];
			continue;
		}
		assert(rank < PORT_RANK_MAX);
		dims[rank++] = type->kind == TYPE_ARRAY
			? type->length->value : type->count;
		type = type->element;
	}
	return rank;
}

static void add_output(Evaluation *ev, const Expr *body, Array *outputs)
{
	Build *b = &ev->build;
	int count = type_leaves(body->type);
	Leaf *leaves = ARENA_ARRAY(b->graph->arena, Leaf, count);
	const Value *value;

	ev->outputs = ARENA_ARRAY(b->graph->arena, Buffer *, count);
	for (int k = 0; k < count; k++) {
		Scalar scalar = graph_scalar(b->graph,
					     leaf_scalar(body->type, k));
		Scalar stored = graph_stored(b->graph, scalar);
		int64_t dims[PORT_RANK_MAX];
		int rank = leaf_dims(body->type, k, dims);

		if (outputs)
			outputs[k] = array_unset(stored, rank, dims);
		leaves[k] = leaf_of(b, stored, body->type, k,
				    outputs ? outputs[k].data : NULL);
		ev->outputs[k] = leaves[k].buffer;
	}
	value = build_value(b, body, NULL);
	build_fill(b, value, value_in_memory(b, body->type, leaves, NULL),
		   &ev->stmts);
}

static Evaluation evaluation_new(const Program *program, const Expr *body,
				 const Array *inputs, EvalDomain domain,
				 Array *outputs)
{
	Evaluation ev = { .build = { .graph = graph_new(domain) } };

	ev.build.usage = usage_of(ev.build.graph->arena, body);
	add_inputs(&ev.build, program, inputs);
	add_output(&ev, body, outputs);
	return ev;
}

static void evaluation_free(Evaluation *ev)
{
	intern_free(&ev->build.known);
	usage_free(ev->build.usage);
	graph_free(ev->build.graph);
}

/* External buffers are those of the inputs, then of the outputs. */
Trace trace_new(const Program *program, const Expr *body)
{
	Evaluation *ev = base_malloc(sizeof *ev);
	int inputs = 0;

	*ev = evaluation_new(program, body, NULL, EVAL_DECLARED, NULL);
	for (int i = 0; i < program->input_count; i++)
		inputs += type_leaves(program->inputs[i].type);
	return (Trace){ ev, ev->build.graph, ev->stmts.first,
			ev->build.graph->buffers + inputs };
}

void trace_free(Trace *trace)
{
	evaluation_free(trace->evaluation);
	free(trace->evaluation);
}

static bool is_same(const void *stored, const void *wanted)
{
	return stored == wanted;
}

/* The first place of a node; seen: where it is not. */
static bool find(const Expr *e, const Expr *wanted, Intern *seen, Path *path)
{
	if (e == wanted)
		return true;
	if (path->depth == PATH_MAX_DEPTH
	    || intern_find(seen, e->hash, e, is_same))
		return false;
	path->depth++;
	for (int i = 0; i < e->kid_count && i < 256; i++) {
		path->kids[path->depth - 1] = (unsigned char)i;
		if (find(e->kids[i], wanted, seen, path))
			return true;
	}
	path->depth--;
	intern_add(seen, e->hash, e);
	return false;
}

/* Where it is in what print_json prints of the body. */
static void put_pointer(Text *pointer, const Program *program,
			const Expr *body, const Expr *origin)
{
	Intern seen = { 0 };
	Path path = { 0 };

	if (body == program->body && program->typed != body && origin) {
		origin = lists_source(program->ir, program->typed, origin);
		body = program->typed;
	}
	text_put(pointer, "/body");
	if (origin && find(body, origin, &seen, &path))
		print_pointer(pointer, program, body, &path);
	intern_free(&seen);
}

static void refuse_index(const Instr *failed, int64_t index,
			 const Place *place, Diags *diags)
{
	char found[64], expected[64];

	snprintf(found, sizeof found, "the index %" PRId64, index);
	snprintf(expected, sizeof expected, "0 to %" PRId64,
		 failed->number - 1);
	diag_add(diags, E0403, place, found, expected,
		 "%s reads outside an array of length %" PRId64,
		 prim_name(failed->origin->prim), failed->number);
}

/* numbers: see only_one in eval_scatter.c. */
static void refuse_twice(const Instr *failed, const int64_t numbers[2],
			 const Place *place, Diags *diags)
{
	char found[96];
	int64_t n = failed->number, second = numbers[0] / n - 1;

	snprintf(found, sizeof found, "indices %" PRId64 " and %" PRId64
		 " are both %" PRId64, numbers[0] % n, second, numbers[1]);
	diag_add(diags, E0407, place, found,
		 "every index once, or outside of the array",
		 "permute stores two elements at one place");
}

/* numbers: see ascending_element in eval_ascending.c. */
static void refuse_offset(const Instr *failed, const int64_t numbers[2],
			  const Place *place, Diags *diags)
{
	const int64_t most = failed->number - 1, note = numbers[1];
	const int64_t at = note < 0 ? -1 - note : note / failed->number;
	const int64_t before = note < 0 ? 0 : note % failed->number;
	const int64_t here = numbers[0] + before;
	char found[96], expected[64];

	if (here > most) {
		snprintf(found, sizeof found, "%" PRId64 " of them", here);
		snprintf(expected, sizeof expected, "at most %" PRId64, most);
		diag_add(diags, E0408, place, found, expected, "rows have more "
			 "elements than there is room for");
		return;
	}
	snprintf(found, sizeof found, "%" PRId64 " then %" PRId64 " at %"
		 PRId64, before, here, at);
	diag_add(diags, E0409, place, found, "offsets that ascend from 0 on",
		 "offsets do not ascend");
}

static void refuse(const Program *program, const Expr *body,
		   const Instr *failed, const int64_t numbers[2], Diags *diags)
{
	Text pointer = { 0 };
	Place place = { 0 };

	put_pointer(&pointer, program, body, failed->origin);
	place.pointer = text_string(&pointer);
	if (expr_is(failed->origin, PRIM_PERMUTE))
		refuse_twice(failed, numbers, &place, diags);
	else if (expr_is(failed->origin, PRIM_ASCENDING))
		refuse_offset(failed, numbers, &place, diags);
	else
		refuse_index(failed, numbers[0], &place, diags);
	text_free(&pointer);
}

static void starve(const Program *program, const Expr *body,
		   const EvalCode *code, const BufferCode *starved,
		   Diags *diags)
{
	int64_t bytes = code_buffer_bytes(code, starved);
	char found[64];
	Text pointer = { 0 };
	Place place = { 0 };

	put_pointer(&pointer, program, body, starved->origin);
	place.pointer = text_string(&pointer);
	snprintf(found, sizeof found, "%s%" PRId64 " MiB",
		 bytes == INT64_MAX ? "more than " : "", bytes >> 20);
	diag_add(diags, E0405, &place, found, "memory that this machine has",
		 "an array between two functions does not fit into memory");
	text_free(&pointer);
}

bool eval_run(const Program *program, const Expr *body, const Array *inputs,
	      EvalDomain domain, Array *outputs, Diags *diags)
{
	const EvalWay best = { 0 };

	return eval_run_as(&best, program, body, inputs, domain, outputs,
			   diags);
}

/* Runs it, and frees it. */
static bool evaluation_run(Evaluation *ev, const EvalWay *way,
			   const Program *program, const Expr *body,
			   Diags *diags)
{
	Graph *graph = ev->build.graph;
	const Plan *plan = plan_new(graph, ev->stmts.first, way->seed);
	const EvalCode *code = emit_code(graph, plan, ev->stmts.first,
					 way->width);
	int64_t numbers[2];
	const BufferCode *starved;
	const CodeWay how = { way->threads, way->first, way->stop };
	const Instr *failed = code_run(code, &how, numbers, &starved);
	bool stopped = way->stop && atomic_load(way->stop);

	if (failed)
		refuse(program, body, failed, numbers, diags);
	else if (starved)
		starve(program, body, code, starved, diags);
	evaluation_free(ev);
	return !failed && !starved && !stopped;
}

bool eval_has_first(const Program *program, const Expr *body)
{
	Evaluation ev = evaluation_new(program, body, NULL, EVAL_DECLARED,
				       NULL);
	Graph *graph = ev.build.graph;
	const Plan *plan = plan_new(graph, ev.stmts.first, 0);
	bool has = code_has_first(emit_code(graph, plan, ev.stmts.first, 0));

	evaluation_free(&ev);
	return has;
}

static void free_all(const Expr *body, Array *arrays)
{
	for (int k = 0; k < type_leaves(body->type); k++)
		array_free(&arrays[k]);
}

/* Zeroes, so many elements at most. */
static void clear(const Expr *body, Array *arrays, int64_t most)
{
	for (int k = 0; k < type_leaves(body->type); k++) {
		Array part = arrays[k];

		if (part.elements > most)
			part.elements = most;
		memset(part.data, 0, array_bytes(&part));
	}
}

bool eval_run_as(const EvalWay *way, const Program *program, const Expr *body,
		 const Array *inputs, EvalDomain domain, Array *outputs,
		 Diags *diags)
{
	Evaluation ev = evaluation_new(program, body, inputs, domain, outputs);

	clear(body, outputs, way->first ? EVAL_FIRST : INT64_MAX);
	if (evaluation_run(&ev, way, program, body, diags))
		return true;
	free_all(body, outputs);
	return false;
}

/* -- with bounds ----------------------------------------------------------- */

bool eval_bounded(const Program *program, const Expr *body,
		  const Array *inputs, Array *values, Array *outside,
		  Array *folds, Diags *diags)
{
	const EvalWay best = { 0 };

	return eval_bounded_as(&best, program, body, inputs, values, outside,
			       folds, diags);
}

static Buffer *bound_output(Evaluation *ev, const Array *value, Array *bound)
{
	*bound = array_new(SCALAR_F32, value->rank, value->dims);
	return buffer_external(ev->build.graph, SCALAR_F32, SCALAR_F64,
			       bound->elements, bound->data);
}

static void add_bounds(Evaluation *ev, const Expr *body, const Array *values,
		       Array *outside, Array *folds)
{
	Graph *graph = ev->build.graph;
	int count = type_leaves(body->type);
	Buffer **to[2];

	for (int i = 0; i < 2; i++) {
		to[i] = ARENA_ARRAY(graph->arena, Buffer *, count);
		for (int k = 0; k < count; k++)
			to[i][k] = bound_output(ev, &values[k],
						i ? &folds[k] : &outside[k]);
	}
	bound_graph(graph, fold_growth_decided(body), ev->stmts.first, count,
		    ev->outputs, to[0], to[1]);
}

bool eval_decides(const Program *program, const Expr *body)
{
	Evaluation ev = evaluation_new(program, body, NULL, EVAL_F64, NULL);
	Graph *graph = ev.build.graph;
	int count = type_leaves(body->type);
	Buffer **to = ARENA_ARRAY(graph->arena, Buffer *, count);
	bool decides;

	for (int k = 0; k < count; k++)
		to[k] = buffer_external(graph, SCALAR_F32, SCALAR_F64,
					leaf_size(body->type, k), NULL);
	decides = bound_graph(graph, 1, ev.stmts.first, count, ev.outputs, to,
			      to);
	evaluation_free(&ev);
	return decides;
}

bool eval_bounded_as(const EvalWay *way, const Program *program,
		     const Expr *body, const Array *inputs, Array *values,
		     Array *outside, Array *folds, Diags *diags)
{
	Evaluation ev = evaluation_new(program, body, inputs,
				       way->declared ? EVAL_DECLARED : EVAL_F64,
				       values);

	clear(body, values, INT64_MAX);
	ev.build.graph->divides = way->divides;
	add_bounds(&ev, body, values, outside, folds);
	if (evaluation_run(&ev, way, program, body, diags))
		return true;
	free_all(body, values);
	free_all(body, outside);
	free_all(body, folds);
	return false;
}

double eval_cost(const Program *program, const Expr *body)
{
	Evaluation ev = evaluation_new(program, body, NULL, EVAL_DECLARED,
				       NULL);
	double cost = plan_cost(plan_new(ev.build.graph, ev.stmts.first, 0));

	evaluation_free(&ev);
	return cost;
}
