/* --list-schedules: a line each: name, numbers, what it does. */
#ifndef CLI_LIST_SCHEDULES_H
#define CLI_LIST_SCHEDULES_H

#include "cli/session.h"

int list_schedules(Session *session);

#endif
