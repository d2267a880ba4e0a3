/* The elements of a .npy file: turning what was read into what is declared.
 */
#ifndef IR_DATA_NPY_DATA_H
#define IR_DATA_NPY_DATA_H

#include "ir/data/npy.h"

/* Reverses the bytes of n elements, in place. */
void npy_swap(Scalar scalar, int64_t n, void *data);

/* Makes every bool 0 or 1: another program may have stored any byte. */
void npy_clean_bools(int64_t n, void *data);

/* n elements of one type to another, as language.md converts: to integers,
 * floats truncate and saturate (a NaN is 0) and integers wrap; to bool, x != 0;
 * to floats, nearest. */
void npy_convert(Scalar from, const void *source, Scalar to, void *target,
		 int64_t n);

/* Fortran order to row-major order. */
void npy_reorder(const NpyHeader *header, size_t element_bytes,
		 const void *source, void *target);

#endif
