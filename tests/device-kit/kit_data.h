/* What a candidate of a device kit is given, and whether its results are those
 * of another one. */
#ifndef TESTS_DEVICE_KIT_KIT_DATA_H
#define TESTS_DEVICE_KIT_KIT_DATA_H

#include "tests/device-kit/kit_plan.h"

/* malloc: of an input numbers from -1 to 1 in eighths, the same for the same
 * salt; of all else bytes that are NaNs of floats. NULL: no memory. */
void *kit_contents(const KitBuffer *buffer, int salt);

bool kit_is_result(const KitBuffer *buffer);
size_t kit_result_bytes(const KitPlan *plan); /* of all results */

/* Whether at most one element of 1,000 of each result differs: of floats by more
 * than a thousandth of the largest; a NaN differs from all. x, y: all results, one after the other. */
bool kit_same_results(const KitPlan *plan, const unsigned char *x,
		      const unsigned char *y);

#endif
