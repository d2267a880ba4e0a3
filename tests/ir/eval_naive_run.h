/* The inside of the naive evaluator. */
#ifndef TESTS_IR_EVAL_NAIVE_RUN_H
#define TESTS_IR_EVAL_NAIVE_RUN_H

#include <setjmp.h>

#include "eval_naive.h"

typedef struct Env {
	const Naive *value;
	const struct Env *outer;
} Env;

typedef struct Run {
	Arena *arena;
	EvalDomain domain;
	Naive *const *inputs;
	jmp_buf failed; /* an index out of range */
} Run;

Naive *naive_number(Run *r, Naive value);
Naive *naive_list(Run *r, int64_t count, Naive ***items);
Naive *naive_repeated(Run *r, Naive *value, int64_t n);
Naive *naive_eval(Run *r, const Expr *e, const Env *env);
Naive *naive_prim(Run *r, const Expr *e, const Env *env);

#endif
