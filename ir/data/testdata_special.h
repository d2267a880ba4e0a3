/* Special: values that arithmetic treats apart (testdata.h, NANS, INFINITE,
 * LIMITS), and ends that decide (RISING, FALLING).
 */
#ifndef IR_DATA_TESTDATA_SPECIAL_H
#define IR_DATA_TESTDATA_SPECIAL_H

#include "base/rng.h"
#include "ir/core/port.h"
#include "ir/data/array.h"
#include "ir/data/testdata.h"

/* Puts them among the random data of an array. */
void special_fill(Array *array, const Port *port, TestdataKind kind, Rng *rng);

/* In each row one element that is less than all others and one that is greater,
 * at places that move with turn, one of `turns`: where these are enough each
 * place of a row has either once, and so has each of a whole array. Where there
 * are more elements than turns, many at a time have, at random places. */
void special_crown(Array *array, const Port *port, int turn, int turns);

#endif
