/* Type: the type of a value (language.md): scalar, tuple, array, and in
 * low-level expressions vector. Functions have no type of their own: they are
 * always an argument of a primitive and typed by it.
 *
 * A vector always holds scalars: <(A,B);w> is (<A;w>,<B;w>) and <[A]k;w> is
 * [<A;w>]k, so that lanes are innermost; type_vector makes it so.
 *
 * Lists and rows are tuples of a shape: of the elements, and of their number or
 * of where each row begins (language.md, Lists and rows). No array has one in
 * its elements.
 *
 * TYPE_OPEN stands for a type not known yet: that of a literal while a program
 * is read (ir/core/unify.h), or a type variable of a rule. No finished program
 * contains one.
 */
#ifndef IR_CORE_TYPE_H
#define IR_CORE_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/scalar.h"
#include "base/text.h"
#include "ir/core/ir.h"
#include "ir/core/size.h"

typedef enum { TYPE_SCALAR, TYPE_TUPLE, TYPE_ARRAY, TYPE_VECTOR, TYPE_OPEN }
	TypeKind;

/* [A; ..n] is ([A; n], i64), [[A; *n]; m] is ([A; n], [i64; m+1]). */
typedef enum { SHAPE_NONE, SHAPE_LIST, SHAPE_ROWS } TypeShape;

struct Type {
	TypeKind kind;
	TypeShape shape;          /* TUPLE */
	Scalar scalar;            /* SCALAR, VECTOR */
	int count;                /* TUPLE: parts, >= 2; VECTOR: width */
	const Type *const *parts; /* TUPLE */
	const Type *element;      /* ARRAY; VECTOR: its scalar type */
	const Size *length;       /* ARRAY; ROWS: how many; LIST: type_counted */
	int number;               /* OPEN */
	bool open;                /* contains an OPEN */
	int leaves;               /* as type_leaves */
	uint64_t hash;
};

const Type *type_scalar(Ir *ir, Scalar scalar);
const Type *type_tuple(Ir *ir, int count, const Type *const *parts);
const Type *type_array(Ir *ir, const Type *element, const Size *length);
const Type *type_open(Ir *ir, int number);

/* At most `most` elements; that many in rows, of which there are count. */
const Type *type_list(Ir *ir, const Type *element, const Size *most);
const Type *type_rows(Ir *ir, const Type *element, const Size *most,
		      const Size *count);

/* While a program is read, lists that are known to have equally many elements
 * have one size in their types: lists in the type, of which that is not known
 * yet, get one of their own, called after `name`. */
const Type *type_counted(Ir *ir, const Type *type, const char *name);
const Type *type_uncounted(Ir *ir, const Type *type);

/* A list of other elements, as many. */
const Type *type_list_like(Ir *ir, const Type *list, const Type *element);
bool type_as_many(const Type *a, const Type *b); /* two lists */

/* A tuple of other parts, of the same shape. */
const Type *type_tuple_like(Ir *ir, const Type *tuple,
			    const Type *const *parts);

/* Without shapes: what a value of it is stored as. */
const Type *type_plain(Ir *ir, const Type *type);
bool type_has_shape(const Type *type); /* in it, somewhere */

/* The variable that stands for the number of elements of one row. */
#define ROW_LENGTH "k'"

static inline bool type_is(const Type *type, TypeShape shape)
{
	return type->kind == TYPE_TUPLE && type->shape == shape;
}

/* Lanes innermost; NULL when a part is a vector already. width is 2 to 16. */
const Type *type_vector(Ir *ir, const Type *of, int width);

/* A vector of an open type (while a program is read only). */
const Type *type_vector_open(Ir *ir, const Type *open, int width);

/* The inverse: what a type whose scalars are all vectors of one width has in
 * each lane, and that width; NULL when there is none. */
const Type *type_lane(Ir *ir, const Type *type, int *width);

/* Equal, where sizes count as equal when they have one value. */
bool type_same(const Type *a, const Type *b);

bool type_has_array(const Type *type);
bool type_is_width(int64_t width); /* 2, 4, 8 or 16 */

/* Number of scalar components: leaves of the tuples, through arrays. Beyond a
 * million it is not counted on. */
int type_leaves(const Type *type);

/* Scalars in one value of it (all sizes known); false on overflow. */
bool type_scalars(const Type *type, int64_t *count);

/* As in programs: "[(f32, <i32; 4>); N]". */
void type_text(Text *text, const Type *type);
const char *type_string(Ir *ir, const Type *type);

/* What stands after the elements' type: "; ..n]", "; *n]; m]". */
void type_shape_text(Text *text, const Type *type);

/* Reads one; on a fault returns NULL with where and what. */
typedef struct TypeFault {
	int offset;
	char found[96], expected[96];
	bool size_unknown; /* a size variable without a value, named in found */
	bool overflow;
} TypeFault;

const Type *type_parse(Ir *ir, const char *text, SizeLookup *lookup,
		       void *context, TypeFault *fault);

#endif
