/* Limits: what a value of a row may be, whoever wrote it.
 */
#ifndef DB_LIMITS_H
#define DB_LIMITS_H

#include "db/sql.h"

/* NULL when the value may stand in a column of that name (those of the list
 * statements, transfer.h); else what is wrong with it, as a constant. */
const char *limits_fault(const char *column, const SqlValue *value);

/* Most size variables of a problem, most steps of a derivation. */
enum { LIMITS_SIZES = 256, LIMITS_STEPS = 10000 };

#endif
