/* Prepare: what is done to every program before anything is chosen
 * (schedules/prepare.schedules).
 */
#ifndef SEARCH_SPACE_PREPARE_H
#define SEARCH_SPACE_PREPARE_H

#include "search/space/work.h"

/* The rules of a task that normalise uses; its rewriter is there. */
void prepare_rules(Task *task);

/* The whole program; its schedules and those rules are there. */
const Derivation *prepare(const Task *task, const Derivation *from);

#endif
