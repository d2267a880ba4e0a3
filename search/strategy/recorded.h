/* Recorded: a whole space with what each of its candidates cost, kept as text,
 * so that strategies can be compared without a device.
 *
 * The text is JSON lines. The first describes the whole:
 *	{"space": "asum", "about": "N=1048576 on ...",
 *	 "by": "lift-tune", "version": 1}
 * then one line for each candidate, in the order of the choices:
 *	{"keep": 3, "steps": [["items 64 (32 CU)", 2, 7, 64], ...],
 *	 "key": "00ab...", "ns": 52340.5, "features": {"cost": 14.2, ...}}
 * A step is a label, the number of the choice, how many there were, and its
 * number when it has one; keep says how many steps are those of the line
 * before. A candidate without "ns" failed: "status" says how, "refused" before
 * anything was built.
 */
#ifndef SEARCH_STRATEGY_RECORDED_H
#define SEARCH_STRATEGY_RECORDED_H

#include "base/diag.h"
#include "base/text.h"
#include "search/space/tree.h"

typedef struct Recorded Recorded;

/* Choices one after the other, and of one state, at most. */
enum { RECORDED_DEPTH_MAX = 128, RECORDED_CHOICES_MAX = 4096 };

/* Of the whole text of a file, at least one candidate of which works; name is for
 * messages. NULL after E0803. */
Recorded *recorded_read(const char *name, const char *text, Diags *diags);
void recorded_free(Recorded *recorded);

const char *recorded_name(const Recorded *recorded);
const char *recorded_about(const Recorded *recorded);

/* The space; choices that no candidate was recorded for lead nowhere. */
Space recorded_space(Recorded *recorded);

typedef struct RecordedCost {
	bool evaluated; /* false: refused before anything was built */
	double seconds; /* INFINITY: failed */
	bool censored;  /* it failed by running into its limit */
} RecordedCost;

/* Of a complete state of the space. */
RecordedCost recorded_cost(const void *state);

/* Distinct candidates that were evaluated, the seconds of the fastest, and how
 * many are at most a factor slower than that. */
int recorded_count(const Recorded *recorded);
double recorded_best(const Recorded *recorded);
int recorded_within(const Recorded *recorded, double factor);

/* The choices of the fastest, as follow.h reads them. */
void recorded_fastest(const Recorded *recorded, Text *choices);

/* -- writing --------------------------------------------------------------- */

void recorded_put_head(Text *text, const char *name, const char *about);

/* One candidate of a tree and the one put before it (NULL: the first). status
 * is NULL when seconds counts. */
void recorded_put(Text *text, const Tree *tree, const TreeNode *node,
		  const TreeNode *before, uint64_t key, const char *status,
		  double seconds);

#endif
