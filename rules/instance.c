#include "rules/instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval.h"
#include "rules/build.h"
#include "rules/solve.h"
#include "rules/instance_value.h"

/* -- sizes and types ------------------------------------------------------- */

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
			*value = instance_between(in, 0, 3)
				? instance_between(in, 1, 4) : 0;
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

static bool needs(const Rule *rule, Needs what)
{
	for (int i = 0; i < rule->guard_count; i++)
		if (rule->guards[i].needs == what)
			return true;
	return false;
}

/* What scalar functions are applied to; laws of the reals only to the widest
 * floats. */
static const Type *draw_scalar(Instance *in)
{
	static const Scalar scalars[] = { SCALAR_F64, SCALAR_F32, SCALAR_I32,
					  SCALAR_F64, SCALAR_I64, SCALAR_U8 };
	bool real = needs(in->rule, NEEDS_ROUNDING);

	return type_scalar(in->ir, scalars[real ? 0
						: instance_between(in, 0, 5)]);
}

static void draw_types(Instance *in)
{
	bool ops = uses_ops(in->rule->ways[0].from)
		|| uses_ops(in->rule->ways[0].to);

	for (int i = 0; i < in->rule->type_count; i++)
		in->match.types[i] = ops ? draw_scalar(in) : draw_type(in);
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

/* again: another operator on the same type was drawn before. */
static void draw_operator(Instance *in, const Guard *guard, bool again)
{
	static const Monoid monoids[] = {
		{ OP_ADD, 0 }, { OP_MUL, 1 }, { OP_BITAND, -1 },
		{ OP_BITOR, 0 }, { OP_BITXOR, 0 },
	};
	const Monoid *monoid = &monoids[instance_between(in, 0, 4)];
	const Algebra *matrices = &in->program->algebra[0];

	if (guard->needs == NEEDS_MONOID && !again
	    && !needs(in->rule, NEEDS_CMONOID) && instance_between(in, 0, 3)) {
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
	bool again = rule->guard_count > 1;

	for (int i = 0; i < rule->guard_count; i++) {
		const Guard *guard = &rule->guards[i];
		const TypePattern *type;

		if (guard->function < 0)
			continue;
		type = rule->metas[guard->neutral].result;
		if (type->kind != TP_VAR)
			return false;
		draw_operator(in, guard, again);
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
		text_printf(&text, ", {\"name\": \"%s\", \"type\": \"%s\"}",
			    input_name(in, i), type_string(in->ir, type));
	}
	text_printf(&text, "], %s, \"body\": [\"reduce\", \"mm\", [\"tuple\","
		    " 1, 0, 0, 1], \"ms\"]}", operators);
	program = program_read(in->ir, "t", text_string(&text), &options,
			       diags);
	diags_free(diags);
	text_free(&text);
	return program;
}

/* Zeros of both signs, infinities and NaNs, too, where every bit counts. */
static double draw_number(Instance *in, Scalar scalar)
{
	static const double special[] = {
		0.0, -0.0, (double)INFINITY, -(double)INFINITY, (double)NAN,
		0x1p-149, 0.1, -1.5,
	};

	if (scalar_is_float(scalar) && !needs(in->rule, NEEDS_ROUNDING)
	    && instance_between(in, 0, 1))
		return special[instance_between(in, 0, 7)];
	return (double)instance_between(in, scalar == SCALAR_I32 ? -30 : 1, 99);
}

static void draw_data(Instance *in)
{
	for (int i = 0; i < in->program->in_port_count; i++) {
		const Port *port = &in->program->in_ports[i];

		in->inputs[i] = array_of_port(port);
		for (int64_t k = 0; k < in->inputs[i].elements; k++)
			array_set(&in->inputs[i], k,
				  draw_number(in, port->scalar));
	}
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
			? instance_value(in, result, meta->arity, args)
			: input_value(in, input - 1, result);
	}
}

/* A guarded rule may have no rule type that is not yet drawn for its operator,
 * so the program is read once to know the operator and once with its values. */
static bool draw_all(Instance *in)
{
	draw_sizes(in);
	draw_perms(in);
	draw_types(in);
	in->program = program_for(in);
	if (!in->program || !draw_operators(in))
		return false;
	in->program = program_for(in);
	if (!in->program)
		return false;
	draw_data(in);
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
	return in->left && in->right;
}

void instance_free(Instance *in)
{
	for (int i = 0; in->program && i < in->program->in_port_count; i++)
		array_free(&in->inputs[i]);
	ir_free(in->ir);
}

/* -- evaluation ------------------------------------------------------------ */

int instance_value_of(Instance *in, const Expr *e,
		      Array outputs[INSTANCE_PORTS])
{
	const Expr *plain = instance_as_plain(in, e);
	Diags *diags = diags_new();
	bool fine = type_leaves(plain->type) <= INSTANCE_PORTS
		 && eval_run(in->program, plain, in->inputs, EVAL_DECLARED,
			     outputs, diags);

	diags_free(diags);
	return fine ? type_leaves(plain->type) : -1;
}

static bool same_number(double a, double b, bool nearly)
{
	if (nearly)
		return fabs(a - b) <= 1e-12 * fabs(a);
	return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* As numbers; sorted where the order is left open. */
static double *numbers_of(Instance *in, const Array *array)
{
	double *numbers = ARENA_ARRAY(ir_arena(in->ir), double,
				      array->elements + 1);

	for (int64_t i = 0; i < array->elements; i++)
		numbers[i] = array_get(array, i);
	if (needs(in->rule, NEEDS_UNORDERED))
		qsort(numbers, (size_t)array->elements, sizeof *numbers,
		      ascending);
	return numbers;
}

static bool same_array(Instance *in, const Array *a, const Array *b)
{
	const bool nearly = needs(in->rule, NEEDS_ROUNDING);
	const double *x = numbers_of(in, a), *y = numbers_of(in, b);
	bool same = a->elements == b->elements && a->scalar == b->scalar;

	if (same && !scalar_is_float(a->scalar)
	    && !needs(in->rule, NEEDS_UNORDERED))
		return !memcmp(a->data, b->data, array_bytes(a));
	for (int64_t i = 0; same && i < a->elements; i++)
		same = same_number(x[i], y[i], nearly);
	return same;
}

bool instance_equal(Instance *in, const Expr *a, const Expr *b)
{
	Array left[INSTANCE_PORTS], right[INSTANCE_PORTS];
	int count = instance_value_of(in, a, left);
	int others = instance_value_of(in, b, right);
	bool same = count >= 0 && count == others;

	for (int i = 0; i < count && same; i++)
		same &= same_array(in, &left[i], &right[i]);
	for (int i = 0; i < count; i++)
		array_free(&left[i]);
	for (int i = 0; i < others; i++)
		array_free(&right[i]);
	return same;
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
