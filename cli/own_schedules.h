/* Schedules at the command line: those that come with lift-tune and a user's
 * own (--schedules FILE), applied by hand to a program. */
#ifndef CLI_OWN_SCHEDULES_H
#define CLI_OWN_SCHEDULES_H

#include "cli/session.h"
#include "rules/rewrite.h"
#include "search/schedule/schedule.h"

/* Sets session->schedules when there is a --schedules, and session->rules that
 * they speak of. False after E0801 or an error of the file. */
bool own_schedules_open(Session *session);

/* "rows:m=4,w=16" at the place that the pointer names (rules/request.h); what
 * is not given is the first value that is offered. NULL after E0802. */
const Derivation *own_schedules_use(Session *session,
				    const Schedules *schedules,
				    Rewriter *rewriter,
				    const Derivation *from,
				    const char *pointer, const char *request);

#endif
