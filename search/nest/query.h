/* Query: what a schedule may ask of places of a program, and the ways from one to
 * another. Advice only: an answer decides what is offered.
 */
#ifndef SEARCH_NEST_QUERY_H
#define SEARCH_NEST_QUERY_H

#include "search/space/work.h"

/* A place, and the node there. */
typedef struct Question {
	const Task *task;
	const Expr *root, *node;
	const Path *at;
} Question;

/* What is asked about it; a size is one of the program's. */
typedef struct Query {
	const char *name;
	int64_t (*ask)(const Question *question);
	bool size;
} Query;

/* Those of query_code.c: about a loop as code; of query_fold.c, query_scalar.c
 * and windows.c. */
extern const Query code_queries[], fold_queries[], scalar_queries[],
	window_queries[];
extern const int code_query_count, fold_query_count, scalar_query_count,
	window_query_count;

const Query *query_named(const char *name, int length);

/* All, one after the other; NULL after the last. */
const Query *query_at(int i);

/* About two places. */
typedef struct PairQuery {
	const char *name;
	bool (*ask)(const Expr *root, const Path *a, const Path *b);
} PairQuery;

const PairQuery *pair_query_named(const char *name, int length);

/* From a node to another one near it. */
typedef enum { WAY_BODY, WAY_IN, WAY_INIT, WAY_UP, WAY_FIRST, WAY_SECOND,
	       WAY_VALUE, WAY_FOLD, WAY_USE, WAY_LEAD, WAY_WINDOWED, WAY_REDUCED,
	       WAYS } PlaceWay;

extern const char *const place_ways[WAYS];

/* *path becomes the place there; false: there is none. */
bool place_go(const Expr *root, PlaceWay way, Path *path);

/* The place there; where there is none, or the work has ended, the same one. */
Path place_of(const Work *work, const Path *at, PlaceWay way);

/* Length of what the node goes over, a loop's last array or a value's own; 0
 * when it has none. */
int64_t place_extent(const Expr *node);

/* How a loop is cut: the rule, NULL: it is not, and where its parts
 * are afterwards. */
typedef struct CutWay {
	const char *rule;
	Path main, rest;
	bool overlaps; /* perhaps, instead */
} CutWay;

CutWay place_cut_way(const Expr *node, const Path *at);

#endif
