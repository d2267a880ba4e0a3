/* Store: what the database is told, and asked by. */
#ifndef LIB_STORE_H
#define LIB_STORE_H

#include "db/db.h"
#include "lib/session.h"

/* A 64-bit hash as 16 hex digits. */
const char *store_hash(Arena *arena, uint64_t hash);

/* The sizes of a program as the database wants them. */
const DbSize *store_sizes(Arena *arena, const Program *program, int *count);

#endif
