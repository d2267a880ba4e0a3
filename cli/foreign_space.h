/* Foreign space: what another tuner measured, as a recorded space
 * (search/strategy/recorded.h), so that strategies can be compared on it.
 *
 * Read are cache files of Kernel Tuner, closed or not, and results in the T4
 * format (schema 1.0.0), those of tune --t4 as well. Every parameter is a choice,
 * in the file's order: of integers a number, ascending, else a block. What a
 * configuration lacks is one value more (-1). Features are logarithms of the
 * numbers, and the values of other parameters; there are no static counts.
 */
#ifndef CLI_FOREIGN_SPACE_H
#define CLI_FOREIGN_SPACE_H

#include "base/diag.h"
#include "base/text.h"

/* Whether a text is to be read so; it is no recorded space then. */
bool foreign_space_is(const char *text, size_t length);

/* Puts the lines of a recorded space named as the kernel; of results that have
 * one configuration the first counts. False after E0803. */
bool foreign_space(const char *file, const char *text, size_t length,
		   Text *lines, Diags *diags);

#endif
