/* The names of a document before it is elaborated: who refers to what, and
 * which names are used. For the reader only. */
#ifndef IR_FRONT_READ_NAMES_H
#define IR_FRONT_READ_NAMES_H

#include "ir/front/term.h"

enum { OWNER_BODY = -1 };

/* A parameter or a let, and whether its name is used. owner: the number of the
 * def or operator that it stands in. */
typedef struct NameUse {
	int owner;
	const Node *at;
	const char *name;
	int length;
	bool used;
} NameUse;

typedef struct NameTable {
	NameUse *uses;
	int use_count, use_capacity;
} NameTable;

/* Fills the table and the reader's references; false after errors. */
bool names_walk(Reader *r, NameTable *table);

/* Takes candidate as *near when it is nearer to name than *best changes. */
void names_nearer(const char *name, const char *candidate, int *best,
		  const char **near);
/* What a word of NumPy, Futhark, CUDA, C or Haskell is here, or NULL. */
const char *names_foreign(const char *name);

void names_nearest_built_in(const char *name, int *best, const char **near);

#endif
