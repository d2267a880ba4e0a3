/* Siblings: the verified kernels of one search, which compute the same, so that
 * their errors are much alike. One whose error is hundreds of times the usual
 * one, though it is allowed, may be wrong where the bound is wide.
 */
#ifndef CLI_SIBLINGS_H
#define CLI_SIBLINGS_H

#include <stdbool.h>

/* Whether worst, a kernel's largest error / allowed error, is more than 200
 * times the median of those of all, among which those without an error, 0, do
 * not count. Fewer than 5 say nothing. Orders all. */
bool siblings_stand_out(double worst, double *all, int count);

#endif
