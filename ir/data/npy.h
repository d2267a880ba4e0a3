/* Npy: arrays in NumPy's .npy files (format 1.0, 2.0 and 3.0; NEP 1, "A simple
 * file format for NumPy arrays"). All data of run, eval and tune come and go
 * so.
 *
 * Every file is taken for hostile: nothing is allocated that the file is not
 * large enough to fill, and whatever is wrong is a diagnostic. Bytes are read,
 * not mapped: a file that shrinks meanwhile is an error, not a signal. */
#ifndef IR_DATA_NPY_H
#define IR_DATA_NPY_H

#include "base/diag.h"
#include "ir/data/array.h"

typedef struct NpyHeader {
	Scalar scalar;
	bool swapped; /* the other byte order */
	bool fortran; /* the first dimension varies fastest */
	int rank;
	int64_t dims[PORT_RANK_MAX]; /* each >= 1 */
	int64_t elements;            /* their product */
	int64_t offset;              /* of the data in the file */
} NpyHeader;

/* What the file holds, from its header alone. False after E0404 (not a file
 * that can be read as .npy) or E0401 (a type that programs cannot
 * have). */
bool npy_shape(const char *path, NpyHeader *header, Diags *diags);

/* Reads data for the port into a new array of its type and shape, row-major.
 * The file must have just that shape, and that type, unless cast: then elements
 * are converted as language.md says. False after E0401 or E0404; *array is then
 * empty. */
bool npy_read(const char *path, const Port *port, bool cast, Array *array,
	      Diags *diags);

/* Writes folder/name.npy (the folder is made when absent): the whole file or
 * nothing. Replaces what npy_write wrote there, but no other file and none of
 * these inputs, by whatever name they are reached. False after E0701. */
bool npy_write(const char *folder, const char *name, const Array *array,
	       const char *const *inputs, int input_count, Diags *diags);

/* Whether it would, as far as that can be told before there is an array. */
bool npy_may_write(const char *folder, const char *name,
		   const char *const *inputs, int input_count, Diags *diags);

#endif
