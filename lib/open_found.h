/* OpenFound: the kernels with open sizes that are worth a look. Some are of sizes
 * that nothing divides: what is left over is a part of them, and they need no
 * guards but those of the program, or that there is enough for a vector. Others
 * are what a search at numbers found fast, made again, where steps may need
 * guards.
 */
#ifndef LIB_OPEN_FOUND_H
#define LIB_OPEN_FOUND_H

#include "lib/opened.h"

enum { OPEN_KEPT = 4, OPEN_LARGER = 2, OPEN_WITNESSES = 6 };

typedef struct OpenFound {
	Session *session;
	Variant variant;   /* of what no search has found */
	const Device *device;
	Session open;      /* the document with open sizes */
	int witness_count;
	Witness *witnesses[OPEN_WITNESSES];
	Witness *tuned;    /* one of them: at the sizes tuned; or NULL */
	Witness *uneven[2]; /* of them: where other lengths leave something
			     * over than in the first; or NULL */
	int count;         /* for all sizes, the least rank first */
	Opened items[OPEN_KEPT];
	int larger_count;  /* for those that are large enough */
	Opened larger[OPEN_LARGER];
	OpenedFault fault;
	bool (*stop)(void *context); /* looks no further; NULL: never */
	void *context;
	int late; /* candidates that were looked at when it had said so */
} OpenFound;

/* Kernels for all sizes, generated with that variant. NULL after a diagnostic: no
 * such sizes, or no such kernel can be made; or, late, none was found before it was
 * to stop. */
OpenFound *open_found_new(Session *session, Variant variant,
			  const Device *device, bool (*stop)(void *context),
			  void *context, bool *late);
void open_found_free(OpenFound *found);

/* What the search found, with open sizes; false: its steps do not hold for
 * them. */
bool open_found_again(OpenFound *open, const Trial *found, Opened *made);

/* The same choices where nothing divides; false: it is for multiples only. */
bool open_found_followed(OpenFound *open, const Trial *found, Opened *made);

/* Appends it to a list where the same kernel is not there yet. What was found before
 * the search stays where it is, and is the one that is appended: false then. Of
 * several steps that lead to the same kernel the first, the fastest, are said to. */
bool open_found_put(OpenFound *open, Opened *made, Opened **all, int *count);

#endif
