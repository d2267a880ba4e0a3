/* Array: the data of one port in host memory, row-major, densely packed.
 *
 * Owns its data (array_free). bool is one byte, 0 or 1; f16 is its IEEE bits.
 */
#ifndef IR_DATA_ARRAY_H
#define IR_DATA_ARRAY_H

#include <stddef.h>
#include <stdint.h>

#include "base/scalar.h"
#include "ir/core/port.h"

typedef struct Array {
	Scalar scalar;
	int rank;
	int64_t dims[PORT_RANK_MAX];
	int64_t elements;
	void *data; /* elements * scalar_bytes(scalar) bytes, 64-byte aligned */
} Array;

/* Zeroed data of that shape; ends the process when memory runs out. */
Array array_new(Scalar scalar, int rank, const int64_t *dims);

/* The same, of data that are not set: who is about to set all of them, or to
 * look at few, need not touch their memory. */
Array array_unset(Scalar scalar, int rank, const int64_t *dims);
Array array_of_port(const Port *port);
void array_free(Array *array);

/* How many elements of all there are: of a list or of rows so many as the last
 * number of its extent (Port.extent) says, none or all where that cannot be; NULL:
 * all. */
int64_t array_held(const Array *all, const Array *extent);
size_t array_bytes(const Array *array);

/* Each number of an array of f64 as the other's type, of the same shape. */
void array_round(Array *to, const Array *f64);

/* Element i as a double (integers beyond 2^53 lose precision), and back by the
 * C conversion: value must fit the type. */
double array_get(const Array *array, int64_t i);
void array_set(Array *array, int64_t i, double value);

#endif
