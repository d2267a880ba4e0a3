/* Run: a block's steps made, one after the other. The inside of run.c,
 * run_form.c, run_block.c, block_apply.c, run_rule.c, run_cut.c, place.c and
 * formula.c. */
#ifndef SEARCH_SCHEDULE_RUN_H
#define SEARCH_SCHEDULE_RUN_H

#include "search/schedule/block_state.h"

typedef struct Run {
	const Task *task;
	const Schedules *all;
	State state;
	int hidden;   /* names made up so far */
	int depth;    /* of blocks */
	int asked;    /* blocks whether others fit, one inside the other */
	char *reason; /* 256 */
} Run;

/* Always false. */
bool run_refuse(Run *run, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* One step at the place (or places) called here. The same, or nothing at all. */
bool run_step(Run *run, const Step *step, const char *here);
bool run_attempt(Run *run, const Step *step, const char *here);

/* Whether a form matches there; and names its parts, or says what is missing. */
bool run_fits(const Run *run, const Form *form, const Path *at);
bool run_form(Run *run, const Form *form, const Path *at, char miss[128]);
bool run_match(Run *run, const Step *step, const char *here);
bool run_find(Run *run, const Step *step, const char *here);

/* Checks the block's form and conditions, and names its parts. */
bool run_opens(Run *run, const Block *block);

/* The list of a number whose predecessors are known. The numbers: those given,
 * then the first of each list. A block with them, and one that a step runs. */
bool run_list(Run *run, const Choice *choice, Numbers *list);
bool run_choose(Run *run, const Block *block, int count,
		const Amount *numbers);
bool run_chosen(Run *run, const Block *block, int count,
		const Amount *numbers);
bool run_run(Run *run, const Step *step, const char *here);

/* Whether a block would be offered at a place, and whether its steps can be made
 * there; whether it would be there or somewhere below. */
bool run_block_opens(const Run *run, const Block *block, const Path *at);
bool run_block_applies(const Run *run, const Block *block, const Path *at);
bool run_block_opens_below(Run *run, const Block *block, const Path *at);

/* A rule at a place; within may be NULL. given gets the rule's names, at most
 * FORWARD_NAMES_MAX, unless it is NULL. */
bool run_use(Run *run, const char *rule, bool back, const Path *at,
	     const Path *within, int count, const RuleValue *values,
	     Places *given, int *given_count);
bool run_rule(Run *run, const Step *step, const char *here);

/* A number as a rule at a place is given it. */
RuleValue run_value(const Run *run, const Path *at, const char *name,
		    Amount amount);

/* By the rules of normalise, and those between spaces, unless it is NULL. */
bool run_normalise(Run *run, const Path *at, const char *with);

bool run_cut(Run *run, const Step *step);
bool run_peel(Run *run, const Step *step);

/* The places of a name and the ways from it, at least one; false with a
 * reason. The first of them. */
bool place_all(Run *run, const NamedPlace *place, Places *found);
bool place_one(Run *run, const NamedPlace *place, Path *found);
bool place_named(Run *run, const char *name, Path *found);

bool formula_value(Run *run, const Formula *formula, Amount *value);

#endif
