/* Run: whether one is under way. */
#ifndef DB_RUN_H
#define DB_RUN_H

#include "db/sql.h"

/* DB_IN_USE when a process of this machine that lives has a run of the program
 * that has not ended. */
DbStatus run_none_is_under_way(Db *db, uint64_t program);

#endif
