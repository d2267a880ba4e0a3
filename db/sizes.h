/* Sizes: size variables with their values as one text, and back.
 */
#ifndef DB_SIZES_H
#define DB_SIZES_H

#include "db/db.h"

/* "M=4096 N=4096", sorted by name; "" without any. Made in the arena. */
const char *sizes_text(Arena *arena, const DbSize *sizes, int count);

/* {"M": 4096, "N": 4096} */
const char *sizes_json(Arena *arena, const DbSize *sizes, int count);

/* Whether it is a text that sizes_text makes. */
bool sizes_are_proper(const char *text);

/* How many there are in a proper text. */
int sizes_count(const char *text);

/* How far apart: the sum over all variables of |ln (a / b)|; infinite when
 * the text lacks a variable. */
double sizes_distance(const char *text, const DbSize *sizes, int count);

#endif
