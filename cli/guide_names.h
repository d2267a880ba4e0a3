/* The names behind --require, --forbid and --fix, before a search. */
#ifndef CLI_GUIDE_NAMES_H
#define CLI_GUIDE_NAMES_H

#include "cli/session.h"
#include "search/space/derive.h"

/* Whether there are schedules and numbers of these names; false after E0901 with
 * the nearest name. */
bool guides_are_known(Session *session);

/* The same of clusterings, which the program has. */
bool guides_are_clusterings(Session *session, const Derive *derive);

#endif
