/* The names behind --require, --forbid and --fix, before a search. */
#ifndef CLI_GUIDE_NAMES_H
#define CLI_GUIDE_NAMES_H

#include "cli/session.h"

/* Whether there are schedules and numbers of these names; false after E0901 with
 * the nearest name. */
bool guides_are_known(Session *session);

#endif
