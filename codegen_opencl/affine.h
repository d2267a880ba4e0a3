/* Affine: where an element lies: a linear form over loop variables and
 * work-item ids, each with its range.
 *
 * What is not linear is an opaque atom with a range of its own: a quotient or a
 * rest by a constant, a product with a size that is an argument of the kernel. (q*d + r)/d is q and (q*d + r)%d is r whenever 0 <= r <
 * d; almost every composition of views becomes linear so. A form may vary over
 * the lanes of a vector: then it holds the lane atom of that width, which
 * stands for 0, 1, ... width-1.
 *
 * Forms are immutable and hash-consed: equal exactly when their pointers are.
 * They live as long as the table. Every range is exact or too wide, never too
 * narrow; arithmetic beyond 2^62 sets overflow and the result is
 * meaningless. */
#ifndef CODEGEN_OPENCL_AFFINE_H
#define CODEGEN_OPENCL_AFFINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/core/intern.h"
#include "ir/core/ir.h"

typedef struct Affine Affine;
typedef struct Var Var; /* codegen_opencl/tree.h */

typedef enum {
	AFFINE_VAR,     /* var */
	AFFINE_DIV,     /* of / by, of >= 0 */
	AFFINE_MOD,     /* of % by, of >= 0 */
	AFFINE_CLAMP,   /* of, cut to 0 .. by - 1 */
	AFFINE_FOLD,    /* of if >= 0, else -1 - of */
	AFFINE_MIRROR,  /* of if < by, else 2 by - 1 - of; of in 0 .. 2 by - 1 */
	AFFINE_LANE,    /* the lane, of a vector of `by` lanes */
	AFFINE_LANE_OF, /* the lane's component of vector var */
	AFFINE_SCALED,  /* of * var, an open size */
	AFFINE_KINDS
} AffineKind;

typedef struct AffineAtom {
	AffineKind kind;
	Var *var;
	const Affine *of, *end; /* end: by, where that is open; by is 0 then */
	int64_t by;
	int component;  /* LANE_OF: which one, or -1: that of the lane */
	int64_t lo, hi; /* range, both included */
	int width;      /* lanes it varies over; 1 for none */
	uint32_t number; /* order of first use */
	uint64_t hash;
} AffineAtom;

typedef struct AffineTerm {
	int64_t factor; /* never 0 */
	const AffineAtom *atom;
} AffineTerm;

struct Affine {
	int64_t constant;
	int count;
	const AffineTerm *terms; /* by atom number */
	int64_t lo, hi;
	int width;
	uint64_t hash;
};

typedef struct AffineTable {
	Arena *arena;
	Ir *ir; /* of open sizes; NULL where there are none */
	struct SizeGuards *guards; /* that hold of these */
	bool wide;                 /* they are of 64 bits */
	Intern forms, atoms;
	uint32_t atom_count;
	bool overflow;
} AffineTable;

void affine_table_free(AffineTable *table);

const Affine *affine_const(AffineTable *t, int64_t value);
const Affine *affine_var(AffineTable *t, Var *var, int64_t lo, int64_t hi);
const Affine *affine_lane(AffineTable *t, int width);

/* The lane's component of a vector variable, which lies in lo..hi. */
const Affine *affine_lane_of(AffineTable *t, Var *var, int width,
			   int64_t lo, int64_t hi);

const Affine *affine_add(AffineTable *t, const Affine *a, const Affine *b);
const Affine *affine_sub(AffineTable *t, const Affine *a, const Affine *b);
const Affine *affine_plus(AffineTable *t, const Affine *a, int64_t b);
const Affine *affine_times(AffineTable *t, const Affine *a, int64_t factor);

/* Times a variable that is an open size, one atom alone with factor 1. Terms are
 * within 0 .. affine_open, or between that and its negative where `a` may be
 * negative: they are parts of the index of an element, and no array has more
 * elements than that. */
enum { AFFINE_OPEN = (1 << 30) - 1 };
#define AFFINE_OPEN_WIDE ((INT64_C(1) << 40) - 1)
static inline int64_t affine_open(const AffineTable *t)
{
	return t->wide ? AFFINE_OPEN_WIDE : AFFINE_OPEN;
}
const Affine *affine_size(AffineTable *t, Var *var);
const Affine *affine_scaled(AffineTable *t, const Affine *a,
			    const Affine *size);

/* a times a form over open sizes. */
const Affine *affine_product_of(AffineTable *t, const Affine *a,
				const Affine *sizes);

/* a = whole * size + rest, where whole takes every term that has all of size,
 * a form over open sizes, which is one term. */
void affine_unscaled(AffineTable *t, const Affine *a, const Affine *size,
		     const Affine **whole, const Affine **rest);

/* Whether it is certain, for all values of open sizes, that a is at least 0;
 * that it is below b. */
bool affine_is_natural(AffineTable *t, const Affine *a);
bool affine_is_below(AffineTable *t, const Affine *a, const Affine *b);

/* Rounded down; by >= 1. */
const Affine *affine_div(AffineTable *t, const Affine *a, int64_t by);
const Affine *affine_mod(AffineTable *t, const Affine *a, int64_t by);

/* Cut to 0 .. n - 1; as if the array of n elements and its mirror image were
 * repeated for ever. */
const Affine *affine_clamp(AffineTable *t, const Affine *a, int64_t n);
const Affine *affine_mirror(AffineTable *t, const Affine *a, int64_t n);

/* The same by forms over open sizes, which are at least 1 wherever there are
 * elements. Of a wrapped one, and of quotients and rests, a is that of an
 * element: it may be negative only by what `before` adds to it, in lengths. */
const Affine *affine_clamp_to(AffineTable *t, const Affine *a,
			      const Affine *n);
const Affine *affine_mirror_to(AffineTable *t, const Affine *a,
			       const Affine *n);
const Affine *affine_wrap_to(AffineTable *t, const Affine *a,
			     const Affine *n);
void affine_divide(AffineTable *t, const Affine *a, const Affine *n,
		   const Affine **quotient, const Affine **rest);

/* An atom as a form. */
const Affine *affine_atom(AffineTable *t, const AffineAtom *atom);

/* The form with another form put for the lane. */
const Affine *affine_at_lane(AffineTable *t, const Affine *a, const Affine *lane);

/* The form with another form put for a variable that is no open size and has no
 * lanes. */
const Affine *affine_put(AffineTable *t, const Affine *a, const Var *var,
			 const Affine *by);

static inline bool affine_is_const(const Affine *a)
{
	return a->count == 0;
}

/* b - a when that is a constant. */
bool affine_distance(AffineTable *t, const Affine *a, const Affine *b,
		    int64_t *distance);

/* The greatest common divisor; of 0 and a number its magnitude. */
int64_t affine_gcd(int64_t a, int64_t b);

/* A number that every value is a multiple of, as great as can be told; 0: it is
 * 0. Whether every value is a multiple of n. */
int64_t affine_step(const Affine *a);
bool affine_is_multiple(const Affine *a, int64_t n);

/* Whether the variable occurs, inside atoms, too. */
bool affine_mentions(const Affine *a, const Var *var);

/* The only term, when the form is one variable with factor 1; else NULL. */
Var *affine_lone_var(const Affine *a);

/* Whether some value of a subterm may leave int: then it is computed in
 * long. */
bool affine_is_wide(const Affine *a);

#endif
