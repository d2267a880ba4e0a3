/* Testdata: numbers to try a program on (language.md, range).
 *
 * The same seed, port name and size give the same data everywhere: each port
 * has a PCG stream of its own, named by the hash of its name and of the kind.
 * Integers and bools are drawn alike for every kind, an input that the program
 * makes rows of as offsets that ascend (testdata_lengths.h); floats:
 *
 * RANDOM  uniform in the declared range; if there is none in [-1, 1], or in
 *         [0, 1] where the port is positive.
 *
 * EXACT   small integers of random sign, in the declared range, for comparing
 *         results bit by bit: as long as every partial result is an integer of
 *         at most 2^p (p bits of significand: 11, 24, 53), every order of
 *         evaluation gives the same bits, and one lost element shows however
 *         many there are. Magnitudes differ (1 to 3), so that a wrong element
 *         shows, too, and are the smaller the more elements there are: the sum
 *         of all squares, hence that of all magnitudes, stays below 2^p while
 *         there are at most 2^p elements. For that, beyond 2^p / 1.35 elements
 *         one in 16 is 0 (also where the range holds only 0, 1 and -1: one in
 *         8), but never the first and the last TESTDATA_EDGE. The very first and
 *         last have a magnitude of their own (4). With random signs
 *         every signed partial sum that is chosen without looking at the data
 *         is far smaller (about the square root of its length), so dot products
 *         stay exact at any size that fits into memory. Scalars are 2 or 4 with
 *         a sign: a factor that was forgotten shows, and scaling a sum rounds
 *         nothing.
 *
 * SPARSE  for sums of magnitudes over more than 2^p elements, where data
 *         without zeros cannot be exact (n nonzero magnitudes sum to at least
 *         n): as EXACT, but only so many elements are not 0 that the sum fits,
 *         at the same places in every port of that size; the edges never are 0.
 *         A lost element shows with probability 2^p / 1.5 n, a lost block of
 *         some dozens of them practically always.
 *
 * WIDE    integers of random sign that use most of the significand: uniform in
 *         [-m, m], as far as the declared range has them, m^d steps = 2^p, so
 *         that a sum of that many products of d of them, each without its sign,
 *         has half as much, and what adds up in a narrower type does not fit
 *         (testdata_draw_wide).
 *
 * TALL    as WIDE, but from 0 to m, or from -m to 0 where the range has nothing
 *         else: a sum is as large as its terms together, and its parts are.
 *
 * EVEN    as EXACT, but the second half of each row (all indices but the last) is
 *         the first with the other sign, as far as the declared range has it, so
 *         that its sum is 0: what is taken off a mean is exact.
 *
 * NANS, INFINITE  as RANDOM, but in each row (all indices but the last) of an
 *         array of floats one element is NaN or infinity, unless a range is
 *         declared.
 *
 * LIMITS  as RANDOM, but half of the elements are 0, -0, the smallest and the
 *         largest denormals, the smallest normal numbers, the limits of
 *         integers and what is next to them, or equal to the element before;
 *         as far as the declared range has them, whose limits are then those of
 *         integers.
 *
 * RISING, FALLING  as RANDOM, but the last element of each row is greater than
 *         all others, the more the later the row, and the first one less (of
 *         unsigned integers: 0); or the other way round. So what takes the
 *         greatest or the least takes it from an end.
 *
 * FIELD   uniform residues (residue.h), whatever the declared range: u32
 *         arrays.
 */
#ifndef IR_DATA_TESTDATA_H
#define IR_DATA_TESTDATA_H

#include <stdint.h>

#include "ir/core/port.h"
#include "ir/data/array.h"

typedef enum { TESTDATA_RANDOM, TESTDATA_EXACT, TESTDATA_SPARSE,
	       TESTDATA_FIELD, TESTDATA_NANS, TESTDATA_INFINITE,
	       TESTDATA_LIMITS, TESTDATA_RISING, TESTDATA_FALLING,
	       TESTDATA_WIDE, TESTDATA_TALL, TESTDATA_EVEN }
	TestdataKind;

enum { TESTDATA_EDGE = 64 };

/* A new array of the port's type (u32 for floats of FIELD) and shape. Where the
 * declared range holds no integer that the type has, EXACT and SPARSE draw
 * RANDOM data. */
Array testdata_draw(const Port *port, uint64_t seed, TestdataKind kind);

/* WIDE and TALL: m for a port of that type; data for an m, at least 1, where the
 * range has an integer (else RANDOM). Integers and bools are drawn as always; a
 * float that is no array is a power of two, as in EXACT. */
double testdata_wide(Scalar scalar, double steps, int degree);
Array testdata_draw_wide(const Port *port, uint64_t seed, TestdataKind kind,
			 double most);

/* Whether EXACT data of integers are possible in the port's range. */
bool testdata_can_be_exact(const Port *port);

#endif
