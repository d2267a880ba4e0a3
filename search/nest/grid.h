/* Grid: the work-items that a program is spread over. A nest is a mapGlobal with
 * those inside of its function; what it reads are others. Nests over the same
 * dimensions are launched in the same work-groups, as far as their lengths
 * allow.
 */
#ifndef SEARCH_NEST_GRID_H
#define SEARCH_NEST_GRID_H

#include "base/device.h"
#include "ir/core/expr.h"
#include "ir/core/path.h"

typedef struct Grid {
	unsigned dims;                /* a bit for each */
	int64_t lengths[DEVICE_DIMS]; /* the greatest of each, at least 1 */
} Grid;

/* Of all nests in an expression; how many dimensions; their items, where that is
 * a number of 32 bits. */
Grid grid_of(const Expr *e);
int grid_dimensions(const Expr *e);
int64_t grid_items(const Expr *e);

/* The first nest of several items over these dimensions (0: over any) at or
 * below e, whose path is made longer: one whose groups are not decided. */
bool grid_first(const Expr *e, unsigned dims, Path *path);

/* Whether some work-groups have fewer items than that, though there is work for
 * more. */
bool grid_is_narrow(const Expr *root, int64_t multiple);

#endif
