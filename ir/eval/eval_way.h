/* EvalWay: how an evaluation is carried out; the result is the same in every
 * way, if there is one. Width and seed are for tests of just that. */
#ifndef IR_EVAL_EVAL_WAY_H
#define IR_EVAL_EVAL_WAY_H

#include <stdatomic.h>

#include "ir/eval/eval.h"

enum { EVAL_FIRST = 1 << 16 };

typedef struct EvalWay {
	int64_t width;  /* lanes of a block at most; 0: as many as fit */
	uint64_t seed;  /* 0: the planned loops run in lanes; else drawn ones */
	int threads;    /* that share long loops; 0: one */
	bool first;     /* of what eval_has_first: a first part of each output
			 * is computed; what else there is of EVAL_FIRST
			 * elements is 0, the others are not set */
	bool declared; /* bounds: of what computes in the declared types, in
			* the program's order; values are those */
	bool divides;  /* ... and rounds quotients and roots of f32 correctly */
	const atomic_bool *stop; /* may be NULL; true, by another thread: ends
				  * soon, false without a diagnostic */
} EvalWay;

/* Whether what is computed for one element of an output is needed for no other,
 * so that a few cost little. */
bool eval_has_first(const Program *program, const Expr *body);

bool eval_run_as(const EvalWay *way, const Program *program, const Expr *body,
		 const Array *inputs, EvalDomain domain, Array *outputs,
		 Diags *diags);

bool eval_bounded_as(const EvalWay *way, const Program *program,
		     const Expr *body, const Array *inputs, Array *values,
		     Array *outside, Array *folds, Diags *diags);

#endif
