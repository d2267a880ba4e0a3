/* Point: what is known of a candidate before it is measured, for comparing
 * candidates: its features, sorted by name.
 */
#ifndef SEARCH_STRATEGY_POINT_H
#define SEARCH_STRATEGY_POINT_H

#include "base/arena.h"
#include "search/space/tree.h"

typedef struct Point {
	int count;
	struct PointPart {
		uint64_t name; /* hash */
		double value;
	} *parts;
	double cost;  /* the feature of that name, 0 without */
	double steps; /* the same; -INFINITY without */
} Point;

/* How far two candidates are from each other. */
typedef struct Gap {
	float unlike; /* features that only one of them has */
	float apart;  /* squared distance in those both have */
} Gap;

/* Of a complete node. Where the space knows no features: the choices. */
Point point_of(const Tree *tree, const TreeNode *node, Arena *arena);

/* Whether by static counts alone one is so much slower than the other that it is
 * not worth a measurement; against NULL none is. */
bool point_is_hopeless(const Point *point, const Point *against);

Gap point_gap(const Point *a, const Point *b);

#endif
