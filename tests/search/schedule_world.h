/* A program with all that schedules are applied to it by, in tests. */
#ifndef TESTS_SEARCH_SCHEDULE_WORLD_H
#define TESTS_SEARCH_SCHEDULE_WORLD_H

#include "search/schedule/schedule.h"
#include "search/space/derive.h"

typedef struct World {
	Ir *ir;
	RuleBase *rules;
	Schedules *schedules;
	const Program *program;
	Derive *derive;
	Task task;
	const Derivation *start; /* what is chosen from */
} World;

/* Of a file without .json, with some sizes, "M=4 N=8". The same on a CPU with two
 * units. */
World world_on(Device device, const char *name, const char *sizes);
World world_new(const char *name, const char *sizes);
void world_free(World *w);

/* A block and its numbers, at the first site that is left. */
typedef struct Choice {
	const char *block;
	int count;
	int64_t numbers[8];
} Choice;

/* Fails where it does not apply. */
const Derivation *world_apply(World *w, const Derivation *now,
			      const Choice *choice);

/* The block s of a user's own text at the root; NULL where it does not apply,
 * with the reason as a message. Whether it would be offered there. */
const Derivation *world_own(World *w, const char *text);
bool world_opens(World *w, const char *text, const Path *at);

/* Of the array that the first such node is. */
int64_t world_length(const Derivation *d, Prim prim);

#endif
