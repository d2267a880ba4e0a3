/* Expr: a typed expression of the core language (ICFP'15, Figures 4, 5, 8).
 *
 * Always fully applied: f . g is written f (g x), a function is always a
 * LAMBDA and stands only as a kid of a primitive, so that eta, composition and
 * beta are no different spellings but one expression. Variables are nameless
 * (de Bruijn: 0 is the innermost binder's last parameter) and carry their type,
 * so the type of an expression follows from it alone; it is found when the
 * node is built and kept in it.
 *
 * Normal by construction: (get i (tuple ...)) is the part; a tuple of all parts
 * of one value is that value; id, and a conversion to the type that a value
 * has, is nothing; a let whose value is trivial or
 * used once outside any function is substituted, one of a tuple is one let for
 * each part. Two expressions are equal
 * exactly when their pointers are.
 */
#ifndef IR_CORE_EXPR_H
#define IR_CORE_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/core/ir.h"
#include "ir/core/op.h"
#include "ir/core/prim.h"
#include "ir/core/size.h"
#include "ir/core/type.h"

typedef enum {
	EXPR_INPUT,   /* index: the program's input */
	EXPR_VAR,     /* index: de Bruijn */
	EXPR_LITERAL, /* bits; type scalar or vector (splat) */
	EXPR_SIZE,    /* sizes[0] as a number of type type */
	EXPR_OP,      /* op; kids: arguments */
	EXPR_CONVERT, /* kids[0] converted to type */
	EXPR_BITS,    /* kids[0]'s bits read as type */
	EXPR_IF,      /* kids: condition, then, else */
	EXPR_TUPLE,   /* kids: parts */
	EXPR_GET,     /* index: part of kids[0] */
	EXPR_LET,     /* kids: value, body (binds 1) */
	EXPR_LAMBDA,  /* index: number of parameters; kids[0]: body */
	EXPR_PRIM,    /* prim; sizes; kids as its signature says */
	EXPR_KINDS
} ExprKind;

struct Expr {
	ExprKind kind;
	Op op;
	Prim prim;
	int index;         /* see above; PRIM of a parallel map: its dimension */
	int kid_count, size_count;
	const Expr *const *kids;
	const Size *const *sizes;
	const Type *type;          /* LAMBDA: that of its body */
	const Type *const *params; /* LAMBDA: of its parameters */
	uint64_t bits;  /* LITERAL: see expr_literal */
	int open;       /* binders it needs around it; 0: closed */
	bool unordered; /* the author's reorder is in it */
	uint64_t hash;  /* of the structure; stable across runs */
	uint32_t id;    /* order of construction in this Ir */
};

/* -- leaves ---------------------------------------------------------------- */

const Expr *expr_input(Ir *ir, int index, const Type *type);
const Expr *expr_var(Ir *ir, int index, const Type *type);

/* A literal of scalar type (or a splat, of vector type). Integers: the value
 * in two's complement, as wide as the type; floats: the bits of a double that
 * holds the value, rounded to the type; bool: 0 or 1. */
const Expr *expr_literal(Ir *ir, const Type *type, uint64_t bits);
const Expr *expr_float(Ir *ir, const Type *type, double value);
const Expr *expr_int(Ir *ir, const Type *type, int64_t value);

double expr_literal_double(const Expr *literal);

const Expr *expr_size(Ir *ir, const Type *type, const Size *size);

/* -- nodes ----------------------------------------------------------------- */

const Expr *expr_op(Ir *ir, Op op, const Type *type, const Expr *const *args);
const Expr *expr_convert(Ir *ir, const Type *type, const Expr *value);
const Expr *expr_bits(Ir *ir, const Type *type, const Expr *value);
const Expr *expr_if(Ir *ir, const Expr *c, const Expr *a, const Expr *b);
const Expr *expr_tuple(Ir *ir, int count, const Expr *const *parts);
const Expr *expr_get(Ir *ir, int index, const Expr *tuple);
const Expr *expr_let(Ir *ir, const Expr *value, const Expr *body);
const Expr *expr_lambda(Ir *ir, int count, const Type *const *params,
			const Expr *body);

/* A primitive: kids in the order of its signature, without the sizes. type is
 * what prim_type (ir/core/typing.h) found. dim is 0 but for parallel maps. */
const Expr *expr_prim_typed(Ir *ir, Prim prim, int dim, const Type *type,
			    const Size *const *sizes, int kid_count,
			    const Expr *const *kids);

/* The same with the type found here; NULL when it is ill-typed. */
const Expr *expr_prim(Ir *ir, Prim prim, int dim, const Size *const *sizes,
		      int kid_count, const Expr *const *kids);
const Expr *expr_op_of(Ir *ir, Op op, const Expr *const *args);

/* -- taking apart and putting together ------------------------------------- */

/* How many variables kid i of e sees bound by e itself. */
int expr_binds(const Expr *e, int kid);

/* e with other kids; types are found anew. NULL when that is ill-typed. */
const Expr *expr_rebuild(Ir *ir, const Expr *e, const Expr *const *kids);

/* Free variables at or above cutoff moved by `by` (which may be negative when
 * none of them falls below cutoff). */
const Expr *expr_shift(Ir *ir, const Expr *e, int by, int cutoff);

/* body under count binders, with values put for them (values[0] for the
 * outermost = first parameter); the values live outside the binders. */
const Expr *expr_substitute(Ir *ir, const Expr *body, int count,
			    const Expr *const *values);

/* lambda applied: its body with args for its parameters. */
const Expr *expr_apply(Ir *ir, const Expr *lambda, const Expr *const *args);

/* Whether it is that primitive. */
bool expr_is(const Expr *e, Prim prim);

/* Whether variable index (seen from e) occurs free in e, and how often; a use
 * below a function counts as many. */
bool expr_uses(const Expr *e, int index);
int expr_use_count(const Expr *e, int index);

/* Number of distinct nodes. */
int expr_node_count(const Expr *e);

/* Names for people: a parameter's name as the author wrote it. Outside
 * identity; the first hint stays. i counts parameters; LET has one. Parts of a
 * tuple that was taken apart by a pattern have their own names. */
void expr_hint(Ir *ir, const Expr *binder, int i, const char *name);
const char *expr_hinted(const Ir *ir, const Expr *binder, int i);

static inline int expr_hint_part(int i, int part)
{
	return i < 1 << 24 ? (i + 1) * 64 + part : i;
}

/* Gives `to` the names that `from` has. */
void expr_hint_copy(Ir *ir, const Expr *from, const Expr *to);

/* A short word for what e is, for messages: "map", "+", "a literal". */
const char *expr_word(const Expr *e);

#endif
