/* Index: where an element lies: a linear form over loop variables and
 * work-item ids, each with its range (derivations.md, C1).
 *
 * What is not linear is an opaque atom with a range of its own: a quotient or
 * a rest by a constant. (q*d + r)/d is q and (q*d + r)%d is r whenever
 * 0 <= r < d; almost every composition of views becomes linear so. A form may
 * vary over the lanes of a vector: then it holds the lane atom of that width,
 * which stands for 0, 1, ... width-1 (C2).
 *
 * Forms are immutable and hash-consed: equal exactly when their pointers are.
 * They live as long as the table. Every range is exact or too wide, never too
 * narrow; arithmetic beyond 2^62 sets overflow and the result is meaningless.
 */
#ifndef CODEGEN_OPENCL_INDEX_H
#define CODEGEN_OPENCL_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/intern.h"

typedef struct Index Index;
typedef struct Var Var; /* codegen_opencl/tree.h */

typedef enum {
	INDEX_VAR,     /* var */
	INDEX_DIV,     /* of / by, of >= 0 */
	INDEX_MOD,     /* of % by, of >= 0 */
	INDEX_LANE,    /* the lane, of a vector of `by` lanes */
	INDEX_LANE_OF, /* the lane's component of vector var */
	INDEX_KINDS
} IndexKind;

typedef struct IndexAtom {
	IndexKind kind;
	Var *var;
	const Index *of;
	int64_t by;
	int component;  /* LANE_OF: which one, or -1: that of the lane */
	int64_t lo, hi; /* range, both included */
	int width;      /* lanes it varies over; 1 for none */
	uint32_t number; /* order of first use */
	uint64_t hash;
} IndexAtom;

typedef struct IndexTerm {
	int64_t factor; /* never 0 */
	const IndexAtom *atom;
} IndexTerm;

struct Index {
	int64_t constant;
	int count;
	const IndexTerm *terms; /* by atom number */
	int64_t lo, hi;
	int width;
	uint64_t hash;
};

typedef struct IndexTable {
	Arena *arena;
	Intern forms, atoms;
	uint32_t atom_count;
	bool overflow;
} IndexTable;

void index_table_free(IndexTable *table);

const Index *index_const(IndexTable *t, int64_t value);
const Index *index_var(IndexTable *t, Var *var, int64_t lo, int64_t hi);
const Index *index_lane(IndexTable *t, int width);

/* The lane's component of a vector variable, which lies in lo..hi. */
const Index *index_lane_of(IndexTable *t, Var *var, int width,
			   int64_t lo, int64_t hi);

const Index *index_add(IndexTable *t, const Index *a, const Index *b);
const Index *index_sub(IndexTable *t, const Index *a, const Index *b);
const Index *index_plus(IndexTable *t, const Index *a, int64_t b);
const Index *index_times(IndexTable *t, const Index *a, int64_t factor);

/* Rounded down; by >= 1. */
const Index *index_div(IndexTable *t, const Index *a, int64_t by);
const Index *index_mod(IndexTable *t, const Index *a, int64_t by);

/* The form with another form put for the lane. */
const Index *index_at_lane(IndexTable *t, const Index *a, const Index *lane);

static inline bool index_is_const(const Index *a)
{
	return a->count == 0;
}

/* b - a when that is a constant. */
bool index_distance(IndexTable *t, const Index *a, const Index *b,
		    int64_t *distance);

/* Whether every value is a multiple of n. */
bool index_is_multiple(const Index *a, int64_t n);

/* Whether the variable occurs, inside atoms, too. */
bool index_mentions(const Index *a, const Var *var);

/* The only term, when the form is one variable with factor 1; else NULL. */
Var *index_lone_var(const Index *a);

/* Whether some value of a subterm may leave int: then it is computed in long. */
bool index_is_wide(const Index *a);

#endif
