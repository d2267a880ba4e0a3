/* Describe: a low-level expression as a few numbers, for guessing what it costs
 * before it is measured. Syntactic, cheap and only advice.
 *
 * The place that is executed most often says how: the numbers of iterations
 * around it by kind of loop, the lanes of its vectors, the values that a
 * reduction around it keeps.
 */
#ifndef SEARCH_NEST_DESCRIBE_H
#define SEARCH_NEST_DESCRIBE_H

#include "base/device.h"
#include "ir/core/expr.h"
#include "search/space/space.h"

enum { DESCRIBE_MAX = 20 };

/* How many features it found, at most DESCRIBE_MAX. The first is "cost": the
 * logarithm of a rough time in steps of one processing element; "steps" is that
 * of the static counts (cost/cost.h). */
int describe(const Expr *low, const Device *device, Feature *features);

/* Equal for expressions that differ in sizes, widths and literals only. */
uint64_t describe_shape(const Expr *low);

#endif
