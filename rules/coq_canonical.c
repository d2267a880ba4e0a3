/* The step `canonical`: both sides computed and compared by the tactic of
 * proofs/Canonical.v, to which is given what scalar functions are known for. */
#include <inttypes.h>
#include <string.h>

#include "ir/core/algebra.h"
#include "rules/coq_certificate.h"

typedef struct Laws {
	Certificate *certificate;
	bool reassociates; /* sums of floats may be in another order, by the
			    * step or since the program says so (reorder) */
	int count;
	const char *proofs[COQ_LAWS_MAX];
} Laws;

static void add(Laws *laws, const char *proof)
{
	for (int i = 0; i < laws->count; i++)
		if (!strcmp(laws->proofs[i], proof))
			return;
	if (laws->count < COQ_LAWS_MAX)
		laws->proofs[laws->count++] = proof;
}

/* -- laws of reductions ----------------------------------------------------- */

static void use(Laws *laws, const Expr *function, const Expr *neutral)
{
	Certificate *c = laws->certificate;

	if (!algebra_cmonoid(c->program, function, neutral)
	    || (!laws->reassociates && !algebra_is_exact(function)))
		return;
	c->within_canonical = true;
	add(laws, coq_monoid(c, NEEDS_CMONOID, function, neutral));
	c->within_canonical = false;
}

/* op as a function of its own. */
static const Expr *operator(Ir *ir, Op op, const Type *type)
{
	const Type *params[] = { type, type };
	const Expr *operands[] = { expr_var(ir, 1, type),
				   expr_var(ir, 0, type) };

	return expr_lambda(ir, 2, params, expr_op_of(ir, op, operands));
}

/* The operators of scalars that one of tuples and arrays consists of. */
static void find_in(Laws *laws, const Expr *body, const Expr *neutral)
{
	if (body->kind == EXPR_TUPLE && neutral->kind == EXPR_TUPLE)
		for (int i = 0; i < body->kid_count; i++)
			find_in(laws, body->kids[i], neutral->kids[i]);
	else if (expr_is(body, PRIM_MAP) && expr_is(neutral, PRIM_FILL))
		find_in(laws, body->kids[0]->kids[0], neutral->kids[0]);
	else if (body->kind == EXPR_OP && body->kid_count == 2
		 && body->type->kind == TYPE_SCALAR
		 && neutral->kind == EXPR_LITERAL)
		use(laws, operator(laws->certificate->print.ir, body->op,
				   body->type), neutral);
}

static void find(Laws *laws, const Expr *e)
{
	const Program *program = laws->certificate->program;

	for (int i = 0; i < e->kid_count; i++)
		find(laws, e->kids[i]);
	if (!expr_is(e, PRIM_REDUCE))
		return;
	if (algebra_is_declared(program, e->kids[0], e->kids[1]))
		use(laws, e->kids[0], e->kids[1]);
	else
		find_in(laws, e->kids[0]->kids[0], e->kids[1]);
}

static bool has_order(const Expr *e)
{
	bool found = expr_is(e, PRIM_REORDER);

	for (int i = 0; i < e->kid_count && !found; i++)
		found = has_order(e->kids[i]);
	return found;
}

/* -- literals --------------------------------------------------------------- */

/* The form has -1 for the negation of 1: of floats that is no fact of Coq. */
static void put_negated(Certificate *c, const Expr *e, int number, int *count,
			Text *text)
{
	CoqPrint *p = &c->print;
	const Expr *literal = e->kind == EXPR_OP && e->op == OP_NEG
			    ? e->kids[0] : NULL;
	double value;

	for (int i = 0; i < e->kid_count; i++)
		put_negated(c, e->kids[i], number, count, text);
	if (!literal || literal->kind != EXPR_LITERAL
	    || e->type->kind != TYPE_SCALAR
	    || !scalar_is_float(e->type->scalar))
		return;
	value = expr_literal_double(literal);
	text_printf(text, "Variable negated_%d_%d : o_neg %s %s = %s.\n",
		    number, ++*count, coq_ops(p, e->type),
		    coq_literal(p, e->type, value),
		    coq_literal(p, e->type, -value));
}

/* -- facts about scalars ---------------------------------------------------- */

/* Of floats nothing but that operands may be swapped. */
static void put_float(const char *name, Text *text)
{
	text_printf(text, "Variable commutes_%s : commutes ops_%s.\n", name,
		    name);
}

static void put_integer(Scalar scalar, Text *text)
{
	const char *name = scalar_name(scalar);
	const char *kind = scalar_is_signed(scalar) ? "signed" : "unsigned";
	const int width = 8 * (int)scalar_bytes(scalar);
	const int bits = width - scalar_is_signed(scalar);
	const uint64_t high = UINT64_MAX >> (64 - bits);

	text_printf(text, "Fact commutes_%s : commutes ops_%s.\n"
		    "Proof. exact (%s_commutes %d eq_refl others_%s). Qed.\n",
		    name, name, kind, width, name);
	text_printf(text, "Fact integers_%s : integers ops_%s (%s%" PRIu64
		    ")%%Z %" PRIu64 "%%Z.\nProof. exact (%s_integers %d "
		    "eq_refl others_%s). Qed.\n", name, name,
		    scalar_is_signed(scalar) ? "-" : "",
		    scalar_is_signed(scalar) ? high + 1 : 0, high, kind, width,
		    name);
}

static bool has_facts(const Certificate *c, Scalar scalar)
{
	return c->print.scalars[scalar] && scalar != SCALAR_BOOL;
}

void coq_canonical_facts(const Certificate *c, Text *text)
{
	for (Scalar i = 0; i < SCALAR_COUNT; i++) {
		if (!has_facts(c, i))
			continue;
		if (scalar_is_int(i))
			put_integer(i, text);
		else
			put_float(scalar_name(i), text);
	}
}

/* The declared ranges of inputs that are integers or arrays of them. */
void coq_canonical_ranges(const Certificate *c, Text *text)
{
	static const char *const at[] = { "", " i", " i j" };

	for (int i = 0; i < c->program->input_count; i++) {
		const ProgramInput *input = &c->program->inputs[i];
		const Type *type = input->type;
		int rank = 0;

		for (; type->kind == TYPE_ARRAY; type = type->element)
			rank++;
		if (!input->ranged || rank > 2 || type->kind != TYPE_SCALAR
		    || !has_facts(c, type->scalar)
		    || !scalar_is_int(type->scalar))
			continue;
		text_printf(text, "Variable range_%d : %s%s%s (%" PRId64
			    " <= o_int ops_%s (in_%d%s) <= %" PRId64 ")%%Z.\n",
			    i, rank ? "forall" : "", at[rank], rank ? "," : "",
			    input->ilo, scalar_name(type->scalar), i, at[rank],
			    input->ihi);
	}
}

void coq_canonical_scalars(Certificate *c)
{
	for (Scalar i = 0; i < SCALAR_COUNT; i++)
		c->words[i] |= c->print.scalars[i] && scalar_is_int(i);
}

/* -- the step --------------------------------------------------------------- */

static void put_conversion(Scalar from, Scalar to, Text *text)
{
	const char *a = scalar_name(from), *b = scalar_name(to);

	text_printf(text, scalar_is_int(to)
		    ? "  assert (converts ops_%s ops_%s convert_%s_%s)"
		    : "  assert (rounds ops_%s round_%s convert_%s_%s)",
		    a, b, a, b);
	text_put(text, " by (intros ?; reflexivity).\n");
}

/* Of conversions of integers. */
static void put_conversions(const Certificate *c, Text *text)
{
	for (Scalar i = 0; i < SCALAR_COUNT; i++)
		for (Scalar k = 0; k < SCALAR_COUNT; k++)
			if (c->conversions[i][k].values && scalar_is_int(i)
			    && has_facts(c, k))
				put_conversion(i, k, text);
}

static void put_facts(const Certificate *c, Text *text)
{
	for (Scalar i = 0; i < SCALAR_COUNT; i++) {
		const char *name = scalar_name(i);

		if (!has_facts(c, i))
			continue;
		text_printf(text, "  pose proof commutes_%s.\n", name);
		if (scalar_is_int(i))
			text_printf(text, "  pose proof integers_%s.\n", name);
	}
	put_conversions(c, text);
}

void coq_canonical(Certificate *c, const Derivation *step, int number,
		   Text *text)
{
	Laws laws = { .certificate = c, .reassociates =
			      step->assumed.kind == RULE_REASSOCIATES
			      || has_order(step->before->expr) };
	const int before = number - 1;
	int negated = 0;

	find(&laws, step->before->expr);
	find(&laws, step->expr);
	put_negated(c, step->before->expr, number, &negated, text);
	put_negated(c, step->expr, number, &negated, text);
	text_printf(text, "Variable canonical_%d : t_%d = t_%d.\n"
		    "Definition step_%d : t_%d = t_%d.\nProof.\n", number,
		    before, number, number, before, number);
	put_facts(c, text);
	for (int i = 0; i < laws.count; i++)
		text_printf(text, "  pose proof %s.\n", laws.proofs[i]);
	text_printf(text, "  first [clear canonical_%d; solve [timeout 20 ("
		    "cbv delta [t_%d t_%d]; canonical)]; "
		    "idtac \"canonical form: proved\" | "
		    "exact canonical_%d; idtac \"canonical form: assumed\"].\n"
		    "Qed.\n", number, before, number, number);
}
