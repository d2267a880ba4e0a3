#include "tests/instance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/eval.h"
#include "rules/build.h"
#include "rules/solve.h"
#include "tests/instance_value.h"

/* -- sizes and types ------------------------------------------------------- */

static void draw_sizes(Instance *in)
{
	const Rule *rule = in->rule;

	for (int i = 0; i < rule->var_count; i++) {
		int64_t *value = &in->match.vars[i];

		in->match.known[i] = true;
		if (rule->vars[i].kind == VAR_WIDTH)
			*value = draw(in, 0, 1) ? 2 : 4;
		else if (rule->vars[i].kind == VAR_DIM)
			*value = draw(in, 0, 2);
		else
			*value = draw(in, 0, 3) ? draw(in, 1, 4) : 0;
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
	const Type *parts[] = { i32(in), type_scalar(in->ir, SCALAR_U8) };

	switch (draw(in, 0, 5)) {
	case 0: return type_tuple(in->ir, 2, parts);
	case 1: return type_array(in->ir, i32(in), size_of(in, 2));
	case 2: return type_scalar(in->ir, SCALAR_I64);
	default: return i32(in);
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

static void draw_types(Instance *in)
{
	bool floats = uses_ops(in->rule->ways[0].from);

	for (int i = 0; i < in->rule->type_count; i++)
		in->match.types[i] = floats
				   ? type_scalar(in->ir, SCALAR_F64)
				   : draw_type(in);
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
					 size_of(in, length));
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
	};
	const Monoid *monoid = &monoids[draw(in, 0, 4)];
	const Algebra *matrices = &in->program->algebra[0];

	if (guard->needs == NEEDS_MONOID && draw(in, 0, 3)) {
		set_operator(in, guard, matrices->neutral->type,
			     matrices->function->kids[0], matrices->neutral);
		return;
	}
	set_operator(in, guard, i32(in),
		     op2(in, monoid->op, expr_var(in->ir, 1, i32(in)),
			 expr_var(in->ir, 0, i32(in))),
		     number(in, monoid->neutral));
}

/* Types that an operator decides are set before others are made. */
static void draw_operators(Instance *in)
{
	const Rule *rule = in->rule;

	for (int i = 0; i < rule->guard_count; i++) {
		const Guard *guard = &rule->guards[i];
		const TypePattern *type;

		if (guard->function < 0)
			continue;
		draw_operator(in, guard);
		type = rule->metas[guard->neutral].result;
		in->match.types[type->var] =
			in->match.metas[guard->neutral]->type;
	}
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
		    "\"[" MATRIX "; 1]\"}", SEEDS);
	for (int i = 0; i < in->rule->meta_count; i++) {
		const Meta *meta = &in->rule->metas[i];
		const Type *type;

		if (meta->arity)
			continue;
		type = solid(in, type_made(in, meta->result));
		text_printf(&text, ", {\"name\": \"v%d\", \"type\": \"%s\"}", i,
			    type_string(in->ir, type));
	}
	text_printf(&text, "], %s, \"body\": [\"reduce\", \"mm\", [\"tuple\","
		    " 1, 0, 0, 1], \"ms\"]}", operators);
	program = program_read(in->ir, "t", text_string(&text), &options,
			       diags);
	if (!program) {
		diags_print(diags, stderr);
		base_die("%s", text_string(&text));
	}
	diags_free(diags);
	text_free(&text);
	return program;
}

static void draw_data(Instance *in)
{
	for (int i = 0; i < in->program->in_port_count; i++) {
		const Port *port = &in->program->in_ports[i];

		in->inputs[i] = array_of_port(port);
		for (int64_t k = 0; k < in->inputs[i].elements; k++)
			array_set(&in->inputs[i], k,
				  (double)draw(in, 1, 100));
	}
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
			? random_value(in, result, meta->arity, args)
			: as_type(in, expr_input(in->ir, input - 1,
						 solid(in, result)), result);
	}
}

/* A guarded rule may have no rule type that is not yet drawn for its operator,
 * so the program is read once to know the operator and once with its values. */
static void draw_all(Instance *in)
{
	draw_sizes(in);
	draw_perms(in);
	draw_types(in);
	in->program = program_for(in);
	draw_operators(in);
	in->program = program_for(in);
	draw_data(in);
	draw_metas(in);
}

bool instance_draw(Instance *in, const Rule *rule, Rng *rng)
{
	Way side = { .to = rule->ways[0].from };

	*in = (Instance){ .ir = ir_new(), .rng = rng, .rule = rule };
	in->match = (Match){ .ir = in->ir, .rule = rule };
	draw_all(in);
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

static bool run(Instance *in, const Expr *e, Array *outputs)
{
	Diags *diags = diags_new();
	bool fine = eval_run(in->program, as_plain(in, e), in->inputs,
			     EVAL_DECLARED, outputs, diags);

	if (!fine)
		diags_print(diags, stderr);
	diags_free(diags);
	return fine;
}

static bool same_array(const Array *a, const Array *b)
{
	bool same = a->elements == b->elements && a->scalar == b->scalar;

	if (same && a->scalar != SCALAR_F64)
		return !memcmp(a->data, b->data, array_bytes(a));
	for (int64_t i = 0; same && i < a->elements; i++)
		same = fabs(array_get(a, i) - array_get(b, i))
		    <= 1e-12 * fabs(array_get(a, i));
	return same;
}

bool instance_equal(Instance *in, const Expr *a, const Expr *b)
{
	Array left[INSTANCE_PORTS], right[INSTANCE_PORTS];
	int count = type_leaves(as_plain(in, a)->type);
	bool same;

	if (!run(in, a, left) || !run(in, b, right))
		return false;
	same = true;
	for (int i = 0; i < count; i++) {
		same &= same_array(&left[i], &right[i]);
		array_free(&left[i]);
		array_free(&right[i]);
	}
	return same;
}

const char *instance_text(Instance *in)
{
	Text text = { 0 };
	const char *kept;

	for (int i = 0; i < in->rule->var_count; i++)
		text_printf(&text, "%s=%" PRId64 " ", in->rule->vars[i].name,
			    in->match.vars[i]);
	text_char(&text, '\n');
	print_text(&text, in->program, in->left);
	text_char(&text, '\n');
	print_text(&text, in->program, in->right);
	kept = ir_name(in->ir, text_string(&text), text.length);
	text_free(&text);
	return kept;
}
