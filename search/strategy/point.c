#include "search/strategy/point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

static int by_name(const void *a, const void *b)
{
	uint64_t x = ((const struct PointPart *)a)->name;
	uint64_t y = ((const struct PointPart *)b)->name;

	return (x > y) - (x < y);
}

static Point from_features(const Feature *features, int count, Arena *arena)
{
	Point point = { .count = count, .steps = -INFINITY };

	point.parts = ARENA_ARRAY(arena, struct PointPart, count ? count : 1);
	point.count = 0;
	for (int i = 0; i < count; i++) {
		if (!strcmp(features[i].name, "steps")) {
			point.steps = features[i].value;
			continue;
		}
		if (!strcmp(features[i].name, "cost"))
			point.cost = features[i].value;
		point.parts[point.count++] = (struct PointPart){
			hash_string(features[i].name), features[i].value };
	}
	if (isfinite(point.steps))
		point.cost = point.steps;
	qsort(point.parts, (size_t)point.count, sizeof *point.parts, by_name);
	return point;
}

static Point from_choices(const TreeNode *node, Arena *arena)
{
	Point point = { .count = node->depth, .steps = -INFINITY };

	point.parts = ARENA_ARRAY(arena, struct PointPart, node->depth + 1);
	for (const TreeNode *n = node; n->parent; n = n->parent) {
		struct PointPart *part = &point.parts[n->depth - 1];

		part->name = (uint64_t)n->depth;
		part->value = n->choice;
	}
	return point;
}

Point point_of(const Tree *tree, const TreeNode *node, Arena *arena)
{
	const Space *space = tree_space(tree);
	Feature features[FEATURES_MAX];

	if (!space->class->features)
		return from_choices(node, arena);
	return from_features(features,
			     space->class->features(space->context,
						    node->state, features),
			     arena);
}

static const double HOPELESS = 2; /* a logarithm: 4 times the steps */

bool point_is_hopeless(const Point *point, const Point *against)
{
	return against && isfinite(against->steps)
	    && point->steps > against->steps + HOPELESS;
}

Gap point_gap(const Point *a, const Point *b)
{
	double unlike = 0, apart = 0;
	int i = 0, j = 0;

	while (i < a->count && j < b->count) {
		double d = a->parts[i].value - b->parts[j].value;

		if (a->parts[i].name == b->parts[j].name) {
			apart += d * d;
			i++;
			j++;
			continue;
		}
		unlike++;
		if (a->parts[i].name < b->parts[j].name)
			i++;
		else
			j++;
	}
	unlike += a->count - i + b->count - j;
	return (Gap){ (float)unlike, (float)apart };
}
