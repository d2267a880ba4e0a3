/* Schedule: a transformation as text (schedules/ *.schedules): a block says at
 * what form of site it is offered, what numbers it chooses, and by which rules
 * it goes on. It names places and never writes a path: names follow the rules
 * (rules/forward.h). Whatever a block does is steps of a derivation: no block
 * can change the meaning of a program, and a derivation replays without it.
 *
 *   schedule.h  blocks as others see them: read, listed, applied
 *   block.h     blocks inside: forms, numbers, steps
 *   read.c      a file and the parts of a block
 *   read_step.c steps and places;  read_formula.c  numbers and lists
 *   order.h .c  where blocks are offered, the most promising first
 *   check.c     what a block names is there: rules, blocks, numbers, places
 *   block_state.h .c  a derivation and the names of its places
 *   place.c     row.body.in: places from names
 *   run.h .c    steps;  run_rule.c  rules;  run_cut.c  cut and peel
 *   formula.c   numbers computed, by what is asked of places (nest/query.h)
 *   device_fact.c  what is asked of the device
 *   choices.c   lists of numbers
 */
#ifndef SEARCH_SCHEDULE_SCHEDULE_H
#define SEARCH_SCHEDULE_SCHEDULE_H

#include "search/space/number.h"
#include "search/space/work.h"

typedef struct Schedules Schedules;
typedef struct Block Block;

enum { BLOCK_NUMBERS_MAX = 10 };

/* The blocks that come with the program. Never fails. */
Schedules *schedules_new(const RuleBase *base);

/* These and after them those of the text, a user's own; NULL after E0801 was
 * added. */
Schedules *schedules_with(const RuleBase *base, const char *file,
			  const char *text, Diags *diags);
void schedules_free(Schedules *schedules);

int schedules_count(const Schedules *schedules);
const Block *schedules_at(const Schedules *schedules, int i);
const Block *schedules_find(const Schedules *schedules, const char *name);
int schedules_index(const Schedules *schedules, const Block *block);

/* The name that is nearest to an unknown one. */
const char *schedules_near(const Schedules *schedules, const char *name);

/* How many of them come with the program: the first. */
int schedules_built_in(const Schedules *schedules);

/* Whether block i is offered anywhere: a user's own, or one of an order. */
bool schedules_offers(const Schedules *schedules, int i);

const char *block_name(const Block *block);
const char *block_called(const Block *block); /* by a search */
const char *block_about(const Block *block);
int block_number_count(const Block *block);
const char *block_number(const Block *block, int i);

/* The name of another by which a search calls it: it is offered only where that
 * one is forbidden; NULL: always. */
const char *block_instead(const Block *block);

/* How often it may be chosen for a program, since what it leaves may be as it
 * was; 0: it decides something, each time. */
int block_times(const Block *block);

/* What it makes of a map or a reduction. */
typedef enum {
	BLOCK_SPREAD, /* dimensions of a grid, in any case */
	BLOCK_WHOLE,  /* elements that one item computes, each at once */
	BLOCK_ALONE   /* the work of one item */
} BlockMark;

bool block_is(const Block *block, BlockMark mark);

/* Whether it is offered at a place of a derivation: its form fits, its
 * conditions hold, and there is a first value for each of its numbers. */
bool block_opens(const Task *task, const Schedules *schedules,
		 const Block *block, const Derivation *from, const Path *at,
		 char reason[256]);

/* The block at a place of a derivation, its numbers in order. NULL when it does
 * not fit, with the reason in words. */
const Derivation *block_apply(const Task *task, const Schedules *schedules,
			      const Block *block, const Derivation *from,
			      const Path *at, int count,
			      const int64_t *numbers, char reason[256]);

/* The values of the number after those given; empty: it is not offered. */
bool block_list(const Task *task, const Schedules *schedules,
		const Block *block, const Derivation *from, const Path *at,
		int count, const int64_t *numbers, Numbers *list,
		char reason[256]);

#endif
