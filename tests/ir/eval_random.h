/* Random programs: well-typed expressions over a fixed set of inputs, for tests
 * of the evaluator. The same seed gives the same program. */
#ifndef TESTS_IR_EVAL_RANDOM_H
#define TESTS_IR_EVAL_RANDOM_H

#include "base/rng.h"
#include "ir/core/program.h"

/* A program without body: only what an evaluator looks at. */
Program *random_inputs(Ir *ir);

const Expr *random_body(const Program *program, Rng *rng, int depth);

#endif
