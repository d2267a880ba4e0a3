/* Operators as monoids: lane by lane and part by part, down to those of
 * proofs/Machine.v. */
#include <inttypes.h>

#include "ir/core/algebra.h"
#include "rules/coq_certificate.h"

typedef struct Law {
	Certificate *certificate;
	const char *word; /* "monoid", "cmonoid" */
} Law;

static Arena *arena_of(const Law *law)
{
	return law->certificate->print.arena;
}

/* Everything that Machine.v proves is commutative, too. */
static const char *proved(const Law *law, const char *proof)
{
	return law->word[0] == 'c'
	     ? proof : arena_printf(arena_of(law), "(is_monoid _ _ %s)", proof);
}

static const char *word_name(Op op)
{
	static const char *const names[OP_COUNT] = {
		[OP_ADD] = "add", [OP_MUL] = "mul", [OP_MIN] = "min",
		[OP_MAX] = "max", [OP_BITAND] = "and", [OP_BITOR] = "or",
		[OP_BITXOR] = "xor",
	};

	return names[op];
}

/* The neutral element in each lane: of a literal or of a splat. */
static const Expr *lane_of(const Expr *neutral)
{
	while (neutral->kind == EXPR_PRIM)
		neutral = neutral->kids[0];
	return neutral;
}

static const char *of_words(const Law *law, Op op, Scalar scalar,
			    const Expr *neutral)
{
	Certificate *c = law->certificate;
	const char *name = scalar_name(scalar);

	c->words[scalar] = true;
	return proved(law, arena_printf(
		arena_of(law), "(Machine.%s_%s %d eq_refl others_%s (%" PRId64
		")%%Z eq_refl)", scalar_is_signed(scalar) ? "signed"
							  : "unsigned",
		word_name(op), 8 * (int)scalar_bytes(scalar), name,
		(int64_t)lane_of(neutral)->bits));
}

static const char *of_floats(const Law *law, Op op, const Type *type,
			     const Expr *neutral)
{
	CoqPrint *p = &law->certificate->print;
	const char *const none[1] = { "" };

	return coq_assumed(law->certificate, arena_printf(
		p->arena, "%s %s %s", law->word, coq_op(p, op, type, 0, none),
		coq_literal(p, type, expr_literal_double(lane_of(neutral)))));
}

static const char *of_scalars(const Law *law, Op op, const Type *type,
			      const Expr *neutral)
{
	law->certificate->print.scalars[type->scalar] = true;
	if (type->scalar == SCALAR_BOOL)
		return proved(law, op == OP_AND ? "Machine.and_bools"
						: "Machine.or_bools");
	return scalar_is_float(type->scalar)
	     ? of_floats(law, op, type, neutral)
	     : of_words(law, op, type->scalar, neutral);
}

static const char *of_op(const Law *law, const Expr *body, const Expr *neutral)
{
	const Type *type = body->type;

	if (type->kind != TYPE_VECTOR)
		return of_scalars(law, body->op, type, neutral);
	return arena_printf(arena_of(law), "(%s_lanes %d %s)", law->word,
			    type->count,
			    of_scalars(law, body->op, type->element, neutral));
}

static const char *of_body(const Law *law, const Expr *body,
			   const Expr *neutral)
{
	const char *proof;
	int last = body->kid_count - 1;

	if (body->kind != EXPR_TUPLE)
		return of_op(law, body, neutral);
	proof = of_body(law, body->kids[last], neutral->kids[last]);
	for (int i = last - 1; i >= 0; i--)
		proof = arena_printf(arena_of(law), "(%s_pair %s %s)",
				     law->word,
				     of_body(law, body->kids[i],
					     neutral->kids[i]), proof);
	return proof;
}

/* op (second) (first) */
static bool is_swapped(const Expr *body)
{
	return body->kind == EXPR_OP && body->kids[0]->kind == EXPR_VAR
	    && body->kids[0]->index == 0;
}

/* (f or g, if g then b else M a b): never commutative. */
static const char *of_segments(const Law *law, const Expr *body,
			       const Expr *neutral)
{
	return arena_printf(arena_of(law), "(monoid_segments %s)",
			    of_body(law, body->kids[1]->kids[2],
				    neutral->kids[1]));
}

static const char *of_built_in(const Law *law, const Expr *body,
			       const Expr *neutral)
{
	const Law commutative = { law->certificate, "cmonoid" };

	if (algebra_is_segmented(body))
		return of_segments(law, body, neutral);
	if (!is_swapped(body))
		return of_body(law, body, neutral);
	return proved(law, arena_printf(arena_of(law), "(cmonoid_swap %s)",
					of_body(&commutative, body, neutral)));
}

static const char *declared(const Law *law, const Expr *function,
			    const Expr *neutral)
{
	Certificate *c = law->certificate;

	return coq_assumed(c, arena_printf(arena_of(law), "%s %s %s",
					   law->word, coq_expr(c, function, 0),
					   coq_expr(c, neutral, 0)));
}

const char *coq_monoid(Certificate *c, Needs needs, const Expr *function,
		       const Expr *neutral)
{
	const Law law = { c, needs == NEEDS_CMONOID ? "cmonoid" : "monoid" };

	if (algebra_is_declared(c->program, function, neutral))
		return declared(&law, function, neutral);
	return of_built_in(&law, function->kids[0], neutral);
}
