/* Traits: what a program does with floats. */
#ifndef IR_CORE_TRAITS_H
#define IR_CORE_TRAITS_H

#include "ir/core/expr.h"

typedef struct Traits {
	bool floats;      /* there are some */
	bool compares;    /* they decide something, or the smaller is taken */
	bool chooses;     /* the same, of numbers of any type */
	bool to_integers; /* they become integers, or their bits are read */
	int products;     /* products of two floats, no literals, as written */
	bool reads_all;   /* every element of every input is read, by any kernel
			   * (false: perhaps not) */
} Traits;

Traits traits_of(const Expr *e);

/* Whether that input of the program is in it. */
bool traits_mentions(const Expr *e, int input);

#endif
