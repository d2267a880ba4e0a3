/* Size: a length as the language writes it (language.md): a polynomial
 * over size variables with integer coefficients, whose further atoms are
 * a//b, a%b, exact quotients a/b that are no polynomial, and powers.
 *
 * Sizes are kept in normal form, so equal polynomials are equal pointers. A
 * size variable carries its value when it has one; then every size over it has
 * one, too. Values are int64_t and never negative where a length is meant.
 *
 * A variable with a value is fixed, or open: then the value is a witness, one
 * of those that it may have, and sizes over it are the same only when they are
 * the same polynomial.
 */
#ifndef IR_CORE_SIZE_H
#define IR_CORE_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "ir/core/ir.h"

typedef enum { ATOM_VAR, ATOM_DIV, ATOM_FLOORDIV, ATOM_MOD, ATOM_POW } AtomKind;

typedef struct SizeAtom {
	AtomKind kind;
	const char *name;   /* ATOM_VAR */
	const Size *a, *b;  /* the others */
	bool known, open;
	int64_t value;
	uint64_t hash;
} SizeAtom;

typedef struct SizeTerm {
	int64_t factor;                /* never 0 */
	int count;
	const SizeAtom *const *atoms;  /* in atom order, repeated for powers */
} SizeTerm;

struct Size {
	int count;             /* 0 for the size 0 */
	const SizeTerm *terms; /* highest degree first */
	bool known, open;
	int64_t value;
	uint64_t hash;
};

/* Each returns NULL when a number overflows, there are more than 512 terms, a
 * divisor is 0, or an exact division of known values leaves a rest. */
const Size *size_const(Ir *ir, int64_t value);
const Size *size_var(Ir *ir, const char *name);
const Size *size_var_valued(Ir *ir, const char *name, int64_t value);
const Size *size_var_open(Ir *ir, const char *name, int64_t witness);
const Size *size_add(Ir *ir, const Size *a, const Size *b);
const Size *size_sub(Ir *ir, const Size *a, const Size *b);
const Size *size_mul(Ir *ir, const Size *a, const Size *b);
const Size *size_div(Ir *ir, const Size *a, const Size *b);
const Size *size_floordiv(Ir *ir, const Size *a, const Size *b);
const Size *size_mod(Ir *ir, const Size *a, const Size *b);
const Size *size_pow(Ir *ir, const Size *a, const Size *b);

/* True for a plain number, without variables. */
bool size_is_const(const Size *size);

/* The same polynomial, or both known, not open, and of one value. */
bool size_same(const Size *a, const Size *b);

/* As a size expression, with the value behind it when that is not plain:
 * "N//128" (text) or "N//128 = 8" (explained). */
void size_text(Text *text, const Size *size);
void size_explain(Text *text, const Size *size);

/* Replaces the variable by a size everywhere. */
const Size *size_replace(Ir *ir, const Size *size, const char *name,
			 const Size *by);

/* A size expression: integers, variables, parentheses, + - * / // % ^ with
 * C's precedence, ^ highest and to the right. lookup gives the size of a
 * variable or NULL when there is none; it is asked for names that begin with
 * @, too, which no program has. On a fault returns NULL and says in
 * *fault where (offset into the text) and what. */
typedef const Size *SizeLookup(void *context, const char *name);

typedef struct SizeFault {
	int offset;
	enum { SIZE_SYNTAX, SIZE_UNKNOWN, SIZE_OVERFLOW, SIZE_INEXACT,
	       SIZE_NEGATIVE } kind;
	char found[96], expected[96];
} SizeFault;

const Size *size_parse(Ir *ir, const char *text, size_t length,
		       SizeLookup *lookup, void *context, SizeFault *fault);

#endif
