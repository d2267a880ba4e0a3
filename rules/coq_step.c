/* The instance of a rule at a match: the sizes by their values, the functions
 * as terms over the variables around. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rules/build.h"
#include "rules/coq_certificate.h"

typedef struct Step {
	Certificate *certificate;
	Match *match;
	const Statement *statement;
	int depth;
} Step;

static CoqPrint *print_of(const Step *step)
{
	return &step->certificate->print;
}

static Arena *arena_of(const Step *step)
{
	return step->certificate->print.arena;
}

/* -- sizes and facts ------------------------------------------------------- */

static int64_t matched(void *context, const char *name)
{
	const Match *match = context;

	return match->vars[draft_var(match->rule->draft, name)];
}

static int64_t value_of(const Step *step, const Size *size)
{
	return coq_size_value(size, matched, step->match);
}

static const char *number(const Step *step, int64_t value)
{
	return coq_size(print_of(step), size_const(step->match->ir, value));
}

static const char *step_size(void *context, const Size *size)
{
	return number(context, value_of(context, size));
}

/* A name of the statement: a variable of the rule or s_1, ... */
static const char *renamed(const Step *step, const char *name)
{
	int var = draft_var(step->match->rule->draft, name);

	if (var >= 0)
		return number(step, step->match->vars[var]);
	if (name[0] == 's' && name[1] == '_')
		return number(step, value_of(step,
			step->statement->print.sizes[atoi(name + 2) - 1]));
	return name;
}

static const char *step_fact(void *context, const char *fact)
{
	const Step *step = context;
	Text text = { 0 };
	const char *name;

	while (*fact) {
		size_t length = 0;

		while (isalnum((unsigned char)fact[length])
		       || fact[length] == '_')
			length++;
		name = renamed(step, arena_strndup(arena_of(step), fact,
						   length));
		text_put(&text, name);
		fact += length;
		if (*fact)
			text_char(&text, *fact++);
	}
	name = coq_fact(print_of(step), "%s", text_string(&text));
	text_free(&text);
	return name;
}

/* -- types and operators --------------------------------------------------- */

static const char *step_scalar(void *context, Scalar scalar)
{
	const Step *step = context;

	print_of(step)->scalars[scalar] = true;
	return arena_printf(arena_of(step), "t_%s", scalar_name(scalar));
}

static const char *step_others(void *context, Scalar scalar)
{
	const Step *step = context;
	const bool word = scalar_is_int(scalar);

	print_of(step)->scalars[scalar] = true;
	step->certificate->words[scalar] |= word;
	return arena_printf(arena_of(step), "%s_%s", word ? "others" : "ops",
			    scalar_name(scalar));
}

static const char *step_type(void *context, int i, bool lanes)
{
	const Step *step = context;
	const Type *type = step->match->types[i];

	return lanes ? coq_vty(print_of(step), type)
		     : coq_type(print_of(step), type);
}

static const char *step_ops(void *context, int i)
{
	const Step *step = context;

	return coq_ops(print_of(step), step->match->types[i]);
}

static const char *step_laws(void *context, int i)
{
	const Step *step = context;
	const Type *type = step->match->types[i];
	bool vector = type->kind == TYPE_VECTOR;
	const char *laws = coq_assumed(step->certificate, arena_printf(
		arena_of(step), "laws %s",
		coq_ops(print_of(step), vector ? type->element : type)));

	return vector ? arena_printf(arena_of(step), "(laws_vec _ %d %s)",
				     type->count, laws) : laws;
}

/* -- permutations ---------------------------------------------------------- */

/* Of every width-th of n elements, or what is known of that. */
static const char *stride(const Step *step, const char *head, int64_t n,
			  int64_t width)
{
	const char *whole = number(step, n), *part = number(step, width);
	const char *rest = number(step, n / width);

	return arena_printf(arena_of(step), "(%s %s %s %s %s)", head, part,
			    rest, whole,
			    coq_fact(print_of(step), "Eq %s (%s * %s)", whole,
				     part, rest));
}

static const char *order_of(const Step *step, int var, const char *unnamed,
			    const char *head)
{
	const int64_t n = value_of(step, step->match->rule->draft
						->perm_lengths[var]);
	const int64_t width = step->match->vars[var];

	return width ? stride(step, head, n, width)
		     : arena_printf(arena_of(step), "(%s %s)", unnamed,
				    number(step, n));
}

static const char *step_order(void *context, int i)
{
	return order_of(context, i, "order", "stride");
}

static const char *step_perm(void *context, int i)
{
	return order_of(context, i, "perm_order", "stride_perm");
}

/* -- functions ------------------------------------------------------------- */

static const char *step_meta(void *context, int i)
{
	const Step *step = context;
	int arity = step->match->rule->metas[i].arity;
	const char *term = arity ? "(fun" : "";
	const char *body = coq_expr(step->certificate, step->match->metas[i],
				    step->depth + arity);

	for (int k = 0; k < arity; k++)
		term = arena_printf(arena_of(step), "%s (x_%d : %s)", term,
				    step->depth + k,
				    coq_type(print_of(step),
					     step->match->params[i][k]));
	return arity ? arena_printf(arena_of(step), "%s => %s)", term, body)
		     : body;
}

static const char *step_guard(void *context, const Guard *guard)
{
	const Step *step = context;

	return coq_monoid(step->certificate, guard->needs,
			  build_function(step->match, guard->function),
			  step->match->metas[guard->neutral]);
}

/* -- choosing an order ----------------------------------------------------- */

/* reorder is read as it is, or as every I-th element. */
static bool find_order(const Step *step, const Pat *to, int64_t n,
		       ChosenOrder *chosen)
{
	int64_t width;

	chosen->length = number(step, n);
	chosen->order = "(fun i => i)";
	chosen->perm = "(fun i j e => e)";
	if (to->kind == PAT_META)
		return true;
	if (to->kind != PAT_PRIM || to->prim != PRIM_REORDER_STRIDE
	    || to->kids[0]->kind != PAT_META)
		return false;
	width = value_of(step, to->written[0]);
	if (!width)
		return false;
	chosen->order = stride(step, "stride", n, width);
	chosen->perm = stride(step, "stride_perm", n, width);
	return true;
}

static const char *choice(const Step *step)
{
	Certificate *c = step->certificate;
	Match *m = step->match;
	const Expr *xs = m->rule->on < 0 ? NULL : m->metas[m->rule->on];
	const char *array;
	ChosenOrder chosen;

	if (!xs || !find_order(step, m->way->to, xs->type->length->value,
			       &chosen))
		return coq_missing(c, "an order that no rule of lift-tune "
				   "chooses");
	array = coq_expr(c, xs, step->depth);
	return arena_printf(arena_of(step), "(f_equal (fun s => reorder s %s) "
			    "%s) : (reorder (order %s) %s) = %s", array,
			    coq_chosen(c, &chosen), chosen.length, array,
			    coq_expr(c, build_side(m), step->depth));
}

/* -- the step -------------------------------------------------------------- */

const char *coq_step(Certificate *c, Match *match, int depth)
{
	Statement statement;
	Step step = { c, match, &statement, depth };
	const CoqInstance instance = {
		step_size, step_fact, step_scalar, step_others, step_type, step_ops, step_laws,
		step_order, step_perm, step_meta, step_guard, &step
	};
	const char *term;

	statement_make(&statement, match->rule, &instance);
	if (statement.print.missing)
		coq_missing(c, statement.print.missing);
	term = statement_unordered(&statement)
	     ? choice(&step)
	     : arena_printf(c->print.arena, "%s%s", coq_rule(c, match->rule),
			    text_string(&statement.arguments));
	statement_free(&statement);
	return term;
}
