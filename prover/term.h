/* Term: what a kernel computes with its work-item ids and loop counters, as a
 * formula: what the prover says about kernels, it says in terms.
 *
 * Integers here are those of mathematics: that a kernel's arithmetic stays
 * within its types is proved apart. A sum is a constant and parts with factors;
 * its parts are no sums and no numbers. Truth values are terms, too.
 *
 * Terms are immutable and hash-consed: equal when their pointers are. Each
 * integer has a range, exact or too wide, that follows from the ranges of names
 * alone, not from what the generator believes. TERM_FAR stands for no limit.
 */
#ifndef PROVER_TERM_H
#define PROVER_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "ir/core/intern.h"

#define TERM_FAR (INT64_C(1) << 61)

typedef enum {
	TERM_NUMBER, /* constant; of a truth value 0 or 1 */
	TERM_NAME,   /* name */
	TERM_SUM,    /* constant + factor * part + ... */
	TERM_DIV,    /* parts[0] / constant, rounded down; constant > 1 */
	TERM_MOD,    /* the rest of that, never negative */
	TERM_CHOOSE, /* parts[0] ? parts[1] : parts[2], integers */
	TERM_LEAST,  /* parts[0] >= 0 */
	TERM_ZERO,   /* parts[0] == 0 */
	TERM_NOT, TERM_AND, TERM_OR,
	TERM_KINDS
} TermKind;

typedef enum {
	NAME_ITEM,     /* where an item is in its group, or of all */
	NAME_GROUP,    /* which group */
	NAME_ROUND,    /* of a loop: 0, 1, ... */
	NAME_ARGUMENT, /* a scalar argument */
	NAME_DATA,     /* what was read; it may be anything in its range */
	NAME_ELEMENT   /* of an array: what is asked about */
} NameKind;

typedef struct TermName {
	NameKind kind;
	bool loose;        /* it may never be some value of its range; of
			    * ARGUMENT: none is declared */
	const char *text;  /* "g0"; of data where they come from */
	const void *owner; /* ROUND: its loop; DATA: the loop it is read in */
} TermName;

typedef struct Term Term;

typedef struct TermPart {
	int64_t factor; /* 1 but in sums */
	const Term *term;
} TermPart;

struct Term {
	TermKind kind;
	bool truth;
	int number; /* order of first use */
	int64_t lo, hi;
	int64_t constant;
	int count;
	const TermPart *parts;
	const TermName *name;
	uint64_t hash;
};

typedef struct Terms {
	Arena *arena;
	Intern table;
	int count;
	bool overflow; /* beyond TERM_FAR: what was made since means nothing */
} Terms;

void terms_free(Terms *t);

const Term *term_number(Terms *t, int64_t value);
const Term *term_truth(Terms *t, bool value);
const Term *term_name(Terms *t, TermName name, int64_t lo, int64_t hi);
const Term *term_open(Terms *t, TermName name); /* a truth value */

const Term *term_add(Terms *t, const Term *a, const Term *b);
const Term *term_sub(Terms *t, const Term *a, const Term *b);
const Term *term_plus(Terms *t, const Term *a, int64_t b);
const Term *term_times(Terms *t, const Term *a, int64_t factor);

/* Rounded down; by >= 1. */
const Term *term_div(Terms *t, const Term *a, int64_t by);
const Term *term_mod(Terms *t, const Term *a, int64_t by);

/* As C divides: towards 0. */
const Term *term_div_c(Terms *t, const Term *a, int64_t by);

const Term *term_choose(Terms *t, const Term *which, const Term *yes,
			const Term *no);
const Term *term_min(Terms *t, const Term *a, const Term *b);
const Term *term_max(Terms *t, const Term *a, const Term *b);

const Term *term_least(Terms *t, const Term *a);         /* a >= 0 */
const Term *term_below(Terms *t, const Term *a, const Term *b); /* a < b */
const Term *term_upto(Terms *t, const Term *a, const Term *b);  /* a <= b */
const Term *term_equal(Terms *t, const Term *a, const Term *b);
const Term *term_not(Terms *t, const Term *a);
const Term *term_and(Terms *t, const Term *a, const Term *b);
const Term *term_or(Terms *t, const Term *a, const Term *b);

/* lo <= a <= hi. */
const Term *term_within(Terms *t, const Term *a, int64_t lo, int64_t hi);

static inline bool term_is_number(const Term *a)
{
	return a->kind == TERM_NUMBER;
}

static inline bool term_is_true(const Term *a)
{
	return a->kind == TERM_NUMBER && a->constant;
}

static inline bool term_is_false(const Term *a)
{
	return a->kind == TERM_NUMBER && !a->constant;
}

/* -- walking --------------------------------------------------------------- */

/* What is put for names; terms that were asked for are remembered. */
typedef struct TermMap {
	Terms *terms;
	int capacity;
	const Term **by; /* by number; malloc */
} TermMap;

TermMap term_map(Terms *t);
void term_map_free(TermMap *map);
void term_map_put(TermMap *map, const Term *name, const Term *by);

/* What is put for it, or NULL. */
const Term *term_map_get(const TermMap *map, const Term *name);
const Term *term_mapped(TermMap *map, const Term *term);

/* Calls visit once for each name in a term. */
typedef void TermVisit(void *context, const Term *name);
void term_names(Terms *t, const Term *term, TermVisit *visit, void *context);

/* Its value where names have these; numbers beyond int64_t wrap. */
typedef int64_t TermValue(void *context, const Term *name);
int64_t term_value(const Term *term, TermValue *value, void *context);

#endif
