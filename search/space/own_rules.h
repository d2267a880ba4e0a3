/* Own rules: those that a user added (--rules), wherever one applies. */
#ifndef SEARCH_SPACE_OWN_RULES_H
#define SEARCH_SPACE_OWN_RULES_H

#include "search/space/number.h"
#include "search/space/work.h"

/* The uses of them in an expression, each once or with several sizes: 0 is the
 * first. */
void own_rules_list(const Task *task, const Expr *root, Numbers *list);

/* The step of a use; the work ends where there is none. */
void own_rules_use(Work *work, int64_t use);

#endif
