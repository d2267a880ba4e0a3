/* A whole form read back: inputs, stages, outputs in their shapes. */
#include "search/normal/back.h"

#include <string.h>

/* -- loops in order -------------------------------------------------------- */

typedef struct Collect {
	Back *b;
	Map seen;
} Collect;

static bool comes_first(const Form *a, const Form *b)
{
	return a->number > b->number
	    || (a->number == b->number && a->extent < b->extent);
}

static void add_loop(Back *b, const Form *loop)
{
	int i = 0;

	for (int k = 0; k < b->order.count; k++)
		if (b->order.loops[k] == loop)
			return;
	if (b->order.count == FORM_PARTS - 1)
		normal_stop(b->n, "there are too many loops");
	while (i < b->order.count && comes_first(b->order.loops[i], loop))
		i++;
	memmove(&b->order.loops[i + 1], &b->order.loops[i],
		(size_t)(b->order.count - i) * sizeof *b->order.loops);
	b->order.loops[i] = loop;
	b->order.count++;
}

static void collect(Collect *c, const Form *form)
{
	if (!form_note(c->b->n, &c->seen, form, form))
		return;
	if (form->kind == FORM_VAR && form->extent >= 0)
		add_loop(c->b, form);
	for (int i = 0; i < form->count; i++)
		collect(c, form->parts[i]);
}

/* -- inputs ---------------------------------------------------------------- */

static int depth_of(const Type *type)
{
	int depth = 0;

	for (; type->kind == TYPE_ARRAY; type = type->element)
		depth++;
	return depth;
}

static const Type *innermost(const Type *type)
{
	while (type->kind == TYPE_ARRAY)
		type = type->element;
	return type;
}

/* Tuples hold scalars: elements are taken whole, their components last. */
static bool is_plain(const Type *type)
{
	return !type_has_array(innermost(type));
}

static void add_input(Back *b, Spot *at, int i, int count,
		      const Form *const *terms)
{
	const ProgramInput *input = &b->n->program->inputs[i];
	const Expr *e = expr_input(b->ir, i, input->type);

	for (int c = 0; c < input->port_count; c++) {
		const Type *type = back_component(b, e, c)->type;
		const Form *base = form_of(b->n, (Form){
			.kind = FORM_INPUT, .type = type,
			.number = input->first_port + c });
		const bool whole = input->port_count > 1 && depth_of(type)
				   && is_plain(input->type);

		back_name(b, at, base, back_component(b, e, c), at->depth);
		back_views(b, at, base, whole ? e : back_component(b, e, c),
			   whole ? c : -1, NULL, count, terms);
	}
}

static void add_inputs(Back *b, Spot *at, int count, const Form *const *terms)
{
	const Spot before = *at;

	for (int i = 0; i < b->n->program->input_count; i++)
		add_input(b, at, i, count, terms);
	back_zip_views(b, at, &before);
}

/* -- outputs --------------------------------------------------------------- */

/* Outputs of one type, which may be read back together. */
typedef struct Outputs {
	const Type *type;
	int count;
	const IndexOutput *list;
} Outputs;

static const Expr *split_at(const Back *b, const Expr *array, const void *what)
{
	return back_prim1(b, PRIM_SPLIT, *(const int64_t *)what, array);
}

static const Expr *join_at(const Back *b, const Expr *array, const void *what)
{
	(void)what;
	return back_prim1(b, PRIM_JOIN, 0, array);
}

static int64_t length_at(const Type *type, int depth)
{
	while (depth--)
		type = type->element;
	return type->kind == TYPE_ARRAY ? type->length->value : -1;
}

/* The array in its shape: dimensions joined and split from outside in. */
static const Expr *shaped(Back *b, const Expr *array, const Type *shape)
{
	const int depth = depth_of(shape);

	for (int k = 0; k < depth; k++)
		for (int64_t have; (have = length_at(array->type, k))
				   != length_at(shape, k);) {
			const int64_t want = length_at(shape, k);
			const int64_t rest = want > 0 ? have / want : 0;

			if (have > want && (want < 1 || have % want))
				normal_stop(b->n, "its shape is lost");
			if (have < want && length_at(array->type, k + 1) < 0)
				normal_stop(b->n, "its shape is lost");
			array = back_deep(b, k, array, have > want ? split_at
								   : join_at,
					  &rest);
		}
	return array;
}

static bool same_loops(const Outputs *outputs)
{
	const IndexOutput *first = &outputs->list[0];

	for (int i = 0; i < outputs->count; i++) {
		const IndexOutput *one = &outputs->list[i];

		if (one->loop_count != first->loop_count
		    || depth_of(one->type) != depth_of(outputs->type)
		    || memcmp(one->loops, first->loops,
			      (size_t)one->loop_count * sizeof *one->loops))
			return false;
	}
	return true;
}

/* Dimensions of one element, the innermost. */
static int unit_count(const Type *type)
{
	int units = 0;

	for (; type->kind == TYPE_ARRAY; type = type->element)
		units = type->length->value == 1 ? units + 1 : 0;
	return units;
}

/* Those that the loops leave out are around what each step gives. */
static const Expr *with_units(Back *b, const Expr *array, const Type *type)
{
	const int64_t one = 1;

	for (int i = depth_of(array->type); i < depth_of(type); i++)
		array = back_deep(b, i - 1, array, split_at, &one);
	return array;
}

static const Type *without_units(const Back *b, const Type *type, int units)
{
	return depth_of(type) == units ? innermost(type)
	     : type_array(b->ir, without_units(b, type->element, units),
			  type->length);
}

static const Expr *together(Back *b, const Spot *at, const Outputs *outputs)
{
	const IndexOutput *first = &outputs->list[0];
	const int units = unit_count(outputs->type);
	const Form *body[FORM_PARTS];
	const Nest nest = { .count = first->loop_count, .loops = first->loops,
			    .body = body, .body_count = outputs->count,
			    .type = innermost(outputs->type),
			    .units = first->loop_count ? 0 : units };
	Spot inside = *at;
	const Expr *array;

	for (int i = 0; i < outputs->count; i++)
		body[i] = outputs->list[i].body;
	add_inputs(b, &inside, outputs->count, body);
	array = back_staged(b, inside, &nest);
	if (first->loop_count)
		array = shaped(b, array, without_units(b, outputs->type,
						       units));
	return with_units(b, array, outputs->type);
}

static const Expr *outputs_expr(Back *b, const Spot *at, Outputs outputs);

static const Expr *each_part(Back *b, const Spot *at, const Outputs *outputs)
{
	const Type *type = outputs->type;
	const Expr *parts[FORM_PARTS];
	const IndexOutput *rest = outputs->list;

	for (int i = 0; i < type->count; i++) {
		parts[i] = outputs_expr(b, at, (Outputs){
			type->parts[i], type->parts[i]->leaves, rest });
		rest += type->parts[i]->leaves;
	}
	return expr_tuple(b->ir, type->count, parts);
}

/* Arrays of scalars as one of tuples. */
static const Type *rows_of(const Back *b, const Type *type)
{
	const Type *parts[FORM_PARTS];

	for (int i = 0; i < type->count; i++) {
		if (type->parts[i]->kind != TYPE_ARRAY
		    || type->parts[i]->element->kind != TYPE_SCALAR
		    || type->parts[i]->length != type->parts[0]->length)
			return NULL;
		parts[i] = type->parts[i]->element;
	}
	return type_array(b->ir, type_tuple(b->ir, type->count, parts),
			  type->parts[0]->length);
}

/* Arrays whose elements are computed together, taken apart; NULL: they are
 * not. */
static const Expr *unzipped(Back *b, const Spot *at, Outputs outputs)
{
	const IndexOutput *first = outputs.list;

	outputs.type = rows_of(b, outputs.type);
	if (!outputs.type || !same_loops(&outputs))
		return NULL;
	for (int i = 1; i < outputs.count; i++)
		if (!back_share(b, first->loop_count, first->loops, first->body,
				outputs.list[i].body))
			return NULL;
	return back_prim1(b, PRIM_UNZIP, 0, together(b, at, &outputs));
}

static const Expr *outputs_expr(Back *b, const Spot *at, Outputs outputs)
{
	const Expr *apart = outputs.type->kind == TYPE_TUPLE
		? unzipped(b, at, outputs) : NULL;

	if (apart)
		return apart;
	if (outputs.type->kind == TYPE_TUPLE)
		return each_part(b, at, &outputs);
	if (!is_plain(outputs.type) || !same_loops(&outputs))
		normal_stop(b->n, "its results have different shapes");
	return together(b, at, &outputs);
}

/* -- all of it ------------------------------------------------------------- */

static bool is_low(const Expr *e)
{
	if (e->kind == EXPR_PRIM && prim_is(e->prim, TRAIT_LOW)
	    && e->prim != PRIM_REDUCE_PART)
		return true;
	for (int i = 0; i < e->kid_count; i++)
		if (is_low(e->kids[i]))
			return true;
	return false;
}

static bool has_vectors(const Type *type)
{
	for (int i = 0; type->kind == TYPE_TUPLE && i < type->count; i++)
		if (has_vectors(type->parts[i]))
			return true;
	return type->kind == TYPE_VECTOR
	    || (type->kind == TYPE_ARRAY && has_vectors(type->element));
}

static bool moves_vectors(const Program *program, const Expr *expr)
{
	for (int i = 0; i < program->input_count; i++)
		if (has_vectors(program->inputs[i].type))
			return true;
	return has_vectors(expr->type);
}

static bool is_unordered(const Program *program)
{
	for (int i = 0; i < program->output_count; i++)
		if (program->out_ports[i].unordered)
			return true;
	return false;
}

static const Expr *read_back(IndexForm *form)
{
	Normal *n = form->normal;
	Back b = { .n = n, .ir = n->ir };
	Collect all = { .b = &b };
	const Spot at = { 0 };
	const Expr *result;

	if (is_low(form->expr))
		normal_stop(n, "the author has decided where it runs");
	if (moves_vectors(n->program, form->expr))
		normal_stop(n, "its inputs or results are vectors");
	if (is_unordered(n->program))
		normal_stop(n, "its results may be in any order");
	for (int i = 0; i < form->count; i++) {
		for (int k = 0; k < form->outputs[i].loop_count; k++)
			collect(&all, form->outputs[i].loops[k]);
		collect(&all, form->outputs[i].body);
	}
	result = outputs_expr(&b, &at, (Outputs){ form->expr->type,
						  form->count,
						  form->outputs });
	if (!type_same(result->type, form->expr->type))
		normal_stop(n, "its type is lost");
	return result;
}

const Expr *index_form_expr(IndexForm *form)
{
	if (form->reason)
		return NULL;
	if (setjmp(form->normal->stop)) {
		form->reason = form->normal->reason;
		return NULL;
	}
	return read_back(form);
}
