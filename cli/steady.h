/* Steady: which of several equally fast kernels is the winner. A launch of as
 * many work-groups as the device has compute units takes twice as long whenever
 * one unit begins late, which times taken one after the other hardly show; a
 * launch of many groups evens that out.
 */
#ifndef CLI_STEADY_H
#define CLI_STEADY_H

#include "cli/tuner.h"

/* The best of those ranked, or the first of those about as fast that has
 * groups for units that begin late. */
int steady_choice(Trial *const *trials, const Ranked *ranked, int count,
		  int best, int64_t units);

#endif
