/* Windows: what the macro of that name (search/macro_windows.c) asks of a map
 * of windows, or of rows of windows: how much code it is.
 */
#ifndef SEARCH_NEST_WINDOWS_H
#define SEARCH_NEST_WINDOWS_H

#include "search/nest/site.h"
#include "search/space/number.h"

/* The map over a row: of each element of the site, or the site itself; its
 * place below the site's. */
const Expr *windows_row(const Expr *map, Path *path);

bool windows_have_rows(const Site *site);

/* Whether the function gives an array, for which there are no vectors. */
bool windows_give_arrays(const Site *site);

/* States of a scan, seen through views: all of them come one after the other. */
bool windows_are_scanned(const Expr *array);

/* Rows of a matrix that are reduced, each long enough for vectors of its own:
 * those of elements of several rows would be gathered. */
bool windows_reduce_rows(const Device *device, const Site *site);

/* Operations for one window; at least 1, more than any code may have where
 * there are loops. */
int64_t windows_operations(const Site *site);

/* Whether the largest block may be repeated for what is left over. */
bool windows_small(const Site *site);

/* With these numbers: whether it may be in code that is run once for each row,
 * too, for what is left over and for both borders; in the loop at least. */
bool windows_leave_room(const Site *site, const Number *given);
bool windows_unrolled(const Site *site, const Number *given);

#endif
