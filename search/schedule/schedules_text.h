/* The texts of the *.schedules files, made part of the program when it is
 * built. */
#ifndef SEARCH_SCHEDULE_SCHEDULES_TEXT_H
#define SEARCH_SCHEDULE_SCHEDULES_TEXT_H

#include "rules/rules_text.h"

extern const RulesText schedules_texts[]; /* ends with an empty one */

#endif
