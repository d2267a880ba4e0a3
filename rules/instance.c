#include "rules/instance.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval/eval.h"
#include "ir/front/document.h"
#include "ir/front/lists.h"
#include "rules/build.h"
#include "rules/solve.h"
#include "rules/instance_value.h"

enum { SCALARS_MAX = 1 << 14 }; /* in one value: numbers in a rule may be as
				 * large as they like, instances may not */

/* -- sizes and types ------------------------------------------------------- */

/* 0 and 1 often, now and then a larger one. */
static int64_t draw_size(Instance *in)
{
	if (!instance_between(in, 0, 3))
		return 0;
	return instance_between(in, 0, 15) ? instance_between(in, 1, 4)
					   : instance_between(in, 5, 9);
}

static void draw_sizes(Instance *in)
{
	const Rule *rule = in->rule;

	for (int i = 0; i < rule->var_count; i++) {
		int64_t *value = &in->match.vars[i];

		in->match.known[i] = true;
		if (rule->vars[i].kind == VAR_WIDTH)
			*value = instance_between(in, 0, 1) ? 2 : 4;
		else if (rule->vars[i].kind == VAR_DIM)
			*value = instance_between(in, 0, 2);
		else
			*value = draw_size(in);
	}
}

/* A stride divides the length; 0 is the author's reorder. */
static void draw_perms(Instance *in)
{
	for (int i = 0; i < in->rule->var_count; i++) {
		const RuleVar *var = &in->rule->vars[i];
		int64_t length = 0;

		if (var->kind != VAR_PERM)
			continue;
		solve_value(&in->match, var->length, &length);
		in->match.vars[i] = length > 3 && length % 2 == 0 ? 2 : length;
	}
}

static const Type *draw_type(Instance *in)
{
	const Type *parts[] = { instance_i32(in),
				type_scalar(in->ir, SCALAR_U8) };

	switch (instance_between(in, 0, 5)) {
	case 0: return type_tuple(in->ir, 2, parts);
	case 1: return type_array(in->ir, instance_i32(in),
				  instance_size(in, 2));
	case 2: return type_scalar(in->ir, SCALAR_I64);
	default: return instance_i32(in);
	}
}

static bool uses_ops(const Pat *pat)
{
	if (pat->kind == PAT_OP)
		return true;
	for (int i = 0; i < pat->kid_count; i++)
		if (uses_ops(pat->kids[i]))
			return true;
	return false;
}

/* What scalar functions are applied to; laws of the reals only to the widest
 * floats. */
static const Type *draw_scalar(Instance *in)
{
	static const Scalar scalars[] = { SCALAR_F64, SCALAR_F32, SCALAR_I32,
					  SCALAR_F64, SCALAR_I64, SCALAR_U8 };
	bool real = instance_needs(in, NEEDS_ROUNDING);

	return type_scalar(in->ir, scalars[real ? 0
						: instance_between(in, 0, 5)]);
}

/* What says places in a primitive; NULL: nothing. */
static const Type *place_type(const Pat *pat)
{
	if (pat->kind != PAT_PRIM)
		return NULL;
	switch (pat->prim) {
	case PRIM_SCATTER:
	case PRIM_SCAN_BY_INDEX: return pat->kids[2]->type->element;
	case PRIM_PERMUTE: return pat->kids[1]->type->element;
	case PRIM_BUCKET:
	case PRIM_UP_TO: return pat->kids[0]->type;
	default: return NULL;
	}
}

/* The rule's types of which elements are places: a bit for each. */
static unsigned index_types(const Pat *pat)
{
	const Type *place = place_type(pat);
	unsigned types = 0;

	if (place && place->kind == TYPE_OPEN)
		types |= 1u << place->number;
	for (int i = 0; i < pat->kid_count; i++)
		types |= index_types(pat->kids[i]);
	return types;
}

static void draw_types(Instance *in)
{
	bool ops = uses_ops(in->rule->ways[0].from)
		|| uses_ops(in->rule->ways[0].to);
	unsigned places = index_types(in->rule->ways[0].from);

	for (int i = 0; i < in->rule->type_count; i++)
		if (places >> i & 1)
			in->match.types[i] = type_scalar(in->ir,
				instance_between(in, 0, 1) ? SCALAR_I32
							   : SCALAR_I64);
		else
			in->match.types[i] = ops ? draw_scalar(in)
						 : draw_type(in);
}

static bool is_place(const Instance *in, const TypePattern *type)
{
	unsigned places = index_types(in->rule->ways[0].from);

	return type->kind == TP_VAR && places >> type->var & 1;
}

/* Whether indices must name a state. */
static bool names_states(const Pat *pat)
{
	if (pat->kind == PAT_PRIM && pat->prim == PRIM_SCAN_BY_INDEX)
		return true;
	for (int i = 0; i < pat->kid_count; i++)
		if (names_states(pat->kids[i]))
			return true;
	return false;
}

/* Places within small arrays and, where they may be, just outside of them. */
static const char *range_of(const Instance *in, const TypePattern *type)
{
	while (type->kind == TP_ARRAY)
		type = type->parts[0];
	if (!is_place(in, type))
		return "";
	return names_states(in->rule->ways[0].from) ? ", \"range\": [0, 1]"
						    : ", \"range\": [-1, 4]";
}

static const Expr *function_value(Instance *in, const TypePattern *result,
				  const Type *type, int arity,
				  const Expr *const *args)
{
	const Expr *value = instance_value(in, type, arity, args);

	return is_place(in, result)
		? instance_op(in, OP_REM, value, expr_int(in->ir, type, 4))
		: value;
}

static const Type *type_made(Instance *in, const TypePattern *pattern)
{
	const Type *parts[8];
	int64_t length = 0;

	for (int i = 0; i < pattern->count; i++)
		parts[i] = type_made(in, pattern->parts[i]);
	if (pattern->length)
		solve_value(&in->match, pattern->length, &length);
	switch (pattern->kind) {
	case TP_VAR: return in->match.types[pattern->var];
	case TP_SCALAR: return type_scalar(in->ir, pattern->scalar);
	case TP_TUPLE: return type_tuple(in->ir, pattern->count, parts);
	case TP_ARRAY: return type_array(in->ir, parts[0],
					 instance_size(in, length));
	default: return type_vector(in->ir, parts[0], (int)length);
	}
}

/* -- operators ------------------------------------------------------------- */

typedef struct Monoid {
	Op op;
	int64_t neutral;
} Monoid;

static void set_operator(Instance *in, const Guard *guard, const Type *type,
			 const Expr *body, const Expr *neutral)
{
	Match *m = &in->match;

	m->metas[guard->function] = body;
	m->metas[guard->neutral] = neutral;
	m->params[guard->function][0] = type;
	m->params[guard->function][1] = type;
}

static void draw_operator(Instance *in, const Guard *guard)
{
	static const Monoid monoids[] = {
		{ OP_ADD, 0 }, { OP_MUL, 1 }, { OP_BITAND, -1 },
		{ OP_BITOR, 0 }, { OP_BITXOR, 0 },
		{ OP_MIN, INT32_MAX }, { OP_MAX, INT32_MIN },
	};
	const Monoid *monoid = &monoids[instance_between(in, 0, 6)];
	const Algebra *matrices = &in->program->algebra[0];

	if (guard->needs == NEEDS_MONOID && instance_between(in, 0, 3)) {
		set_operator(in, guard, matrices->neutral->type,
			     matrices->function->kids[0], matrices->neutral);
		return;
	}
	set_operator(in, guard, instance_i32(in),
		     instance_op(in, monoid->op,
			 expr_var(in->ir, 1, instance_i32(in)),
			 expr_var(in->ir, 0, instance_i32(in))),
		     instance_number(in, monoid->neutral));
}

/* Types that an operator decides are set before others are made; false when
 * it is for a type that is no name. */
static bool draw_operators(Instance *in)
{
	const Rule *rule = in->rule;

	for (int i = 0; i < rule->guard_count; i++) {
		const Guard *guard = &rule->guards[i];
		const TypePattern *type;

		if (guard->function < 0)
			continue;
		type = rule->metas[guard->neutral].result;
		if (type->kind != TP_VAR)
			return false;
		draw_operator(in, guard);
		in->match.types[type->var] =
			in->match.metas[guard->neutral]->type;
	}
	return true;
}

/* -- the program ----------------------------------------------------------- */

#define MATRIX "(i32, i32, i32, i32)"

static const char *const operators =
	"\"operators\": {\"mm\": {\"fun\": [\"fun\", "
	"[[\"a\",\"b\",\"c\",\"d\"], [\"e\",\"f\",\"g\",\"h\"]], [\"tuple\", "
	"[\"+\", [\"*\",\"a\",\"e\"], [\"*\",\"b\",\"g\"]], "
	"[\"+\", [\"*\",\"a\",\"f\"], [\"*\",\"b\",\"h\"]], "
	"[\"+\", [\"*\",\"c\",\"e\"], [\"*\",\"d\",\"g\"]], "
	"[\"+\", [\"*\",\"c\",\"f\"], [\"*\",\"d\",\"h\"]]]], "
	"\"assoc\": true, \"neutral\": [\"tuple\", 1, 0, 0, 1]}}";

/* Short names are the rule's own: no word of the language is so short. */
static const char *input_name(const Instance *in, int meta)
{
	const char *name = in->rule->metas[meta].name;

	if (meta == in->rule->on)
		return "argument";
	return strlen(name) == 1 ? name
	       : arena_printf(ir_arena(in->ir), "%s_%d", name, meta);
}

static bool type_is_small(const Type *type)
{
	int64_t scalars;

	return type_scalars(type, &scalars) && scalars <= SCALARS_MAX;
}

static bool inputs_are_small(Instance *in)
{
	for (int i = 0; i < in->rule->meta_count; i++)
		if (!in->rule->metas[i].arity
		    && !type_is_small(instance_solid(in, type_made(
					in, in->rule->metas[i].result))))
			return false;
	return true;
}

/* A program whose inputs are the seeds, a matrix and one value after another of
 * the rule; its body is there to make the operator known. */
static Program *program_for(Instance *in)
{
	const ReadOptions options = { .concrete = true };
	Diags *diags = diags_new();
	Text text = { 0 };
	Program *program;

	text_printf(&text, "{\"name\": \"t\", \"inputs\": [{\"name\": \"seed\","
		    " \"type\": \"[i32; %d]\"}, {\"name\": \"ms\", \"type\": "
		    "\"[" MATRIX "; 1]\"}", INSTANCE_SEEDS);
	for (int i = 0; i < in->rule->meta_count; i++) {
		const Meta *meta = &in->rule->metas[i];
		const Type *type;

		if (meta->arity)
			continue;
		type = instance_solid(in, type_made(in, meta->result));
		text_printf(&text, ", {\"name\": \"%s\", \"type\": \"%s\"%s}",
			    input_name(in, i), type_string(in->ir, type),
			    range_of(in, meta->result));
	}
	text_printf(&text, "], %s, \"body\": [\"reduce\", \"mm\", [\"tuple\","
		    " 1, 0, 0, 1], \"ms\"]}", operators);
	program = program_read(in->ir, "t", text_string(&text), &options,
			       diags);
	diags_free(diags);
	text_free(&text);
	return program;
}

static const Expr *input_value(Instance *in, int input, const Type *type)
{
	return instance_as_type(in, expr_input(in->ir, input,
					       instance_solid(in, type)), type);
}

static void draw_metas(Instance *in)
{
	Match *m = &in->match;
	int input = 2;

	for (int i = 0; i < in->rule->meta_count; i++) {
		const Meta *meta = &in->rule->metas[i];
		const Type *result = type_made(in, meta->result);
		const Expr *args[RULE_ARITY_MAX];

		if (!meta->arity)
			input++;
		if (m->metas[i])
			continue;
		for (int k = 0; k < meta->arity; k++) {
			m->params[i][k] = type_made(in, meta->params[k]);
			args[k] = expr_var(in->ir, meta->arity - 1 - k,
					   m->params[i][k]);
		}
		m->metas[i] = meta->arity
			? function_value(in, meta->result, result,
					 meta->arity, args)
			: input_value(in, input - 1, result);
	}
}

static bool is_small(const Expr *e)
{
	if (e->kind != EXPR_LAMBDA && !type_is_small(e->type))
		return false;
	for (int i = 0; i < e->size_count; i++)
		if (e->sizes[i]->value > SCALARS_MAX)
			return false;
	for (int i = 0; i < e->kid_count; i++)
		if (!is_small(e->kids[i]))
			return false;
	return true;
}

/* A guarded rule may have no rule type that is not yet drawn for its operator,
 * so the program is read once to know the operator and once with its values. */
static bool draw_all(Instance *in)
{
	draw_sizes(in);
	draw_perms(in);
	draw_types(in);
	in->program = program_for(in);
	if (!in->program || !draw_operators(in) || !inputs_are_small(in))
		return false;
	in->program = program_for(in);
	if (!in->program)
		return false;
	instance_data(in);
	draw_metas(in);
	return true;
}

bool instance_draw(Instance *in, const Rule *rule, Rng *rng)
{
	Way side = { .to = rule->ways[0].from };

	*in = (Instance){ .ir = ir_new(), .rng = rng, .rule = rule };
	in->match = (Match){ .ir = in->ir, .rule = rule };
	if (!draw_all(in))
		return false;
	in->match.way = &side;
	in->left = build_side(&in->match);
	side.to = rule->ways[0].to;
	in->right = build_side(&in->match);
	in->match.way = NULL;
	return in->left && in->right && is_small(in->left)
	    && is_small(in->right);
}

void instance_free(Instance *in)
{
	for (int i = 0; in->program && i < in->program->in_port_count; i++)
		array_free(&in->inputs[i]);
	ir_free(in->ir);
}

/* -- evaluation ------------------------------------------------------------ */

/* What lies beyond the end of a list is anything: 0, that two may be compared.
 * Behind what the type has. */
static Array *end_lists(const Type *type, Array *outputs)
{
	Array *extent = outputs;

	if (type->kind != TYPE_TUPLE)
		return outputs + type_leaves(type);
	for (int i = 0; i < type->count; i++) {
		extent = outputs;
		outputs = end_lists(type->parts[i], outputs);
	}
	if (type->shape == SHAPE_NONE || extent->scalar != SCALAR_I64)
		return outputs;
	for (Array *a = outputs - type_leaves(type); a < extent; a++) {
		const size_t held = (size_t)array_held(a, extent)
				    * scalar_bytes(a->scalar);

		memset((char *)a->data + held, 0, array_bytes(a) - held);
	}
	return outputs;
}

int instance_value_of(Instance *in, const Expr *e,
		      Array outputs[INSTANCE_PORTS])
{
	const Expr *plain = instance_as_plain(in, lists_plain(in->ir, e));
	Diags *diags = diags_new();
	bool fine = type_leaves(plain->type) <= INSTANCE_PORTS
		 && eval_run(in->program, plain, in->inputs,
			     in->field ? EVAL_FIELD : EVAL_DECLARED, outputs,
			     diags);

	diags_free(diags);
	if (fine)
		end_lists(e->type, outputs);
	return fine ? type_leaves(plain->type) : -1;
}

void instance_text(Instance *in, Text *text)
{
	for (int i = 0; i < in->rule->var_count; i++)
		text_printf(text, "%s%s = %" PRId64, i ? ", " : "",
			    in->rule->vars[i].name, in->match.vars[i]);
	for (int i = 0; i < in->rule->type_count; i++)
		text_printf(text, "%s%s = %s",
			    i || in->rule->var_count ? ", " : "",
			    in->rule->types[i],
			    type_string(in->ir, in->match.types[i]));
}
