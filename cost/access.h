/* Access: what a place of a low-level expression stands for while its cost is
 * counted: elements of memory with the strides of their dimensions, or something
 * in registers; tuples of these. As in the generator views move strides about
 * and cost nothing; a loop takes off the outermost dimension and leaves its
 * stride as a coefficient of the loop's index in the address.
 */
#ifndef COST_ACCESS_H
#define COST_ACCESS_H

#include "base/arena.h"
#include "ir/core/expr.h"

enum { ACCESS_RANK = 12, ACCESS_LOOPS = 32 };

typedef enum { IN_REGISTERS, IN_LOCAL, IN_GLOBAL } Space;

typedef enum {
	AS_VIEW,  /* of what was there before */
	AS_FRESH, /* computed, and not stored yet */
	AS_STORED
} AccessState;

typedef struct Access {
	int count;                /* of parts; 0: no tuple */
	struct Access **parts;
	Space space;
	AccessState state;
	bool loaded;              /* it is in a register by now */
	int bytes;                /* of a scalar */
	int lanes;                /* of what is loaded at once */
	int rank;
	double strides[ACCESS_RANK]; /* in scalars, outermost first */
	double along[ACCESS_LOOPS];  /* the same, of the loops around */
} Access;

/* Of a type, row-major: each leaf of tuples is an array of its own. */
Access *access_of(Arena *arena, const Type *type, Space space,
		  AccessState state);

/* The element that a loop is at. */
Access *access_element(Arena *arena, const Access *array, int loop);

/* The array of what stands in a loop: the inverse. */
Access *access_array(Arena *arena, const Access *element, int loop);

/* What a view shows; with an index of its own, it is somewhere else in each
 * iteration of the loop. */
Access *access_view(Arena *arena, const Expr *view, const Access *of, int loop);

/* Where that must be stored which a view is to show in `where`: the inverse. */
Access *access_behind(Arena *arena, const Expr *view, const Access *where);

/* Whether any leaf is in that state. */
bool access_has(const Access *value, AccessState state);

/* Elements of an array; 1 where it is none, or its length is not known. */
double access_length(const Type *type);

/* Array dimensions of a type, through the first parts of tuples. */
int access_rank(const Type *type);

#endif
