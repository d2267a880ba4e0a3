/* Work: a derivation while a block extends it.
 *
 * Every change is a rule of the rule base at a place; the first one that does
 * not apply ends the work (now becomes NULL) and everything after it does
 * nothing, so that a block is a plain list of steps.
 */
#ifndef SEARCH_SPACE_WORK_H
#define SEARCH_SPACE_WORK_H

#include "base/device.h"
#include "rules/locate.h"
#include "rules/rewrite.h"
#include "search/space/amount.h"

/* A block that will not be chosen; NULL: no more of them. */
typedef struct Forbidden {
	const char *name;
	const struct Forbidden *next;
} Forbidden;

/* Blocks to choose from (search/schedule/schedule.h). */
struct Schedules;

/* What a search is about; constant while it runs. */
typedef struct Task {
	const Program *program;
	Rewriter *rewriter;
	Device device;
	Arena *arena, *scratch; /* scratch: of what a choice looks at */
	RuleSet tidy; /* after blocks: views inwards, maps fused */
	const Forbidden *forbidden; /* what others stand in for */
	const struct Schedules *schedules;
	const char **faults; /* of each block, why its steps did not apply,
			      * or NULL: they did; NULL: nobody asks */
	bool indexes;  /* floats become indices (search/nest/flow.h) */
	const bool *open; /* of which sizes steps are to hold for other values,
			   * too; NULL: of none */
	bool rest;     /* this is a small part of it all: in short code */
} Task;

typedef struct Work {
	const Task *task;
	const Derivation *now;
} Work;

/* The node there; NULL when the work has ended or there is none. */
const Expr *work_node(const Work *work, const Path *at);

/* One step, with a number. */
void work_rule_with(Work *work, const Path *at, const char *rule,
		    const char *name, Amount amount);

/* What the array of the node at a place keeps in memory, or NULL. Once a rule
 * has made two parts of that array it is named, so that both read the same: *at
 * becomes the place below that name. */
const Expr *work_kept(const Work *work, const Path *at);
void work_name_kept(Work *work, Path *at, const Expr *kept);

/* Ends the work: the block does not apply. */
void work_fail(Work *work);

#endif
