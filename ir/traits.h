/* Traits: what a program does with floats. */
#ifndef IR_TRAITS_H
#define IR_TRAITS_H

#include "ir/expr.h"

typedef struct Traits {
	bool floats;      /* there are some */
	bool compares;    /* they decide something, or the smaller is taken */
	bool to_integers; /* they become integers, or their bits are read */
} Traits;

Traits traits_of(const Expr *e);

#endif
