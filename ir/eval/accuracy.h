/* Accuracy: which scalar functions of an expression a device may round
 * otherwise than the evaluator does, whatever the order and without contraction
 * (OpenCL 1.2, section 7.4: relative error as ULPs).
 */
#ifndef IR_EVAL_ACCURACY_H
#define IR_EVAL_ACCURACY_H

#include "base/device.h"
#include "base/text.h"
#include "ir/core/expr.h"

/* Whether results are the evaluator's bit by bit; else names, when not NULL,
 * gets what they depend on: "exp, / on f32". */
bool accuracy_is_exact(const Expr *e, const Device *device, Text *names);

#endif
