/* Values: what a program computes on data drawn by a seed, for comparing
 * spellings of one program. Inputs of the same names get the same data; floats
 * are computed in double, so that spellings that round otherwise agree to many
 * digits.
 */
#ifndef TESTS_SEARCH_VALUES_H
#define TESTS_SEARCH_VALUES_H

#include "base/text.h"
#include "ir/core/program.h"
#include "ir/data/array.h"

enum { VALUES_MAX = 16 };

typedef struct Values {
	int count; /* of outputs; -1: it has no value */
	Array outputs[VALUES_MAX];
} Values;

/* Of an expression over the program's inputs. */
Values values_of(const Program *program, const Expr *body, uint64_t seed);
void values_free(Values *values);

/* Whether they are the same; else what differs is put. Neither has no value. */
bool values_same(const Values *a, const Values *b, Text *why);

#endif
