/* Testdata_lengths: how long lists and rows are in data that are drawn.
 *
 * Offsets of rows, for at most n elements in all, are drawn in one of four
 * ways, as the seed says:
 *   0  uniform: a tenth of the rows are empty, one has a third of n, the others
 *      up to twice their share
 *   1  a power law: few long rows, many short ones
 *   2  most rows are empty, the first and the last among them
 *   3  one row of 1024 is long, and these have two thirds of n
 * The number of a list's elements is anything from 0 to n.
 */
#ifndef IR_DATA_TESTDATA_LENGTHS_H
#define IR_DATA_TESTDATA_LENGTHS_H

#include "base/rng.h"
#include "ir/core/port.h"
#include "ir/data/array.h"

/* array: that of a port with a part (ir/core/port.h). */
void lengths_fill(Array *array, const Port *port, uint64_t seed, Rng *rng);

#endif
