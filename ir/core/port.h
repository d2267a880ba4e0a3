/* Port: one scalar component of the program's inputs or of its result, as it
 * is passed to a kernel, stored in a file and compared (language.md).
 *
 * An input of tuple type has several ports, "pos.0", "pos.1"; arrays of tuples
 * are one port per component. A port of rank 0 is a scalar. After the elements
 * of a list "xs" stands "xs.count" ("xs_count"), after those of rows
 * "xs.offsets".
 */
#ifndef IR_CORE_PORT_H
#define IR_CORE_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/scalar.h"

enum { PORT_RANK_MAX = 16 };

typedef struct Port {
	const char *name;  /* as in --input: "xs", "pos.0" */
	const char *ident; /* the same as a C identifier: "xs", "pos_0" */
	Scalar scalar;
	int rank;
	int64_t dims[PORT_RANK_MAX]; /* row-major */
	int64_t elements;            /* product of dims; 1 for a scalar */
	const struct Size *lengths[PORT_RANK_MAX]; /* dims as sizes */
	const struct Size *size;     /* elements as one, where it is open: the
				      * numbers are its witness; else NULL */
	int source;   /* index of the document's input; 0 for outputs */
	int into;     /* output: input port it is written over, or -1 */
	bool ranged;  /* input: data are drawn from [lo, hi] */
	bool ascending; /* input: offsets of rows of `most` elements in all */
	int64_t most;
	bool positive; /* else: floats from [0, 1], not from [-1, 1] */
	double lo, hi;           /* floats */
	int64_t ilo, ihi;        /* integers */
	/* Of a list or of rows: what this is beside the elements, "count" or
	 * "offsets", or NULL (then ihi is how many elements there may be);
	 * and 1 + the port that is it, or 0 (none). */
	const char *part;
	int extent;
	bool unordered; /* output: judged as a multiset (language.md, reorder) */
} Port;

#endif
