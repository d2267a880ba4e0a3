/* NpyHeader as text: the Python dictionary at the beginning of a .npy file.
 */
#ifndef IR_DATA_NPY_HEADER_H
#define IR_DATA_NPY_HEADER_H

#include "base/text.h"
#include "ir/data/npy.h"

enum {
	NPY_MAGIC = 6,          /* bytes of "\x93NUMPY" */
	NPY_HEADER_MAX = 65536, /* bytes of the dictionary */
	NPY_ALIGN = 64
};

typedef enum {
	NPY_OK,
	NPY_MALFORMED,   /* not a dictionary with the three keys */
	NPY_TYPE,        /* a dtype that no scalar type has */
	NPY_RANK,        /* more than PORT_RANK_MAX dimensions */
	NPY_OVERFLOW
} NpyProblem;

/* Reads "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }". text is
 * NUL-terminated. found (48 bytes) gets the dtype or the place of the fault. */
enum { NPY_FOUND = 48 };
NpyProblem npy_header_read(const char *text, NpyHeader *header,
			   char found[NPY_FOUND]);

/* Puts "(3, 4)", "(3,)" or "()". */
void npy_put_shape(Text *text, int rank, const int64_t *dims);

/* Puts magic, version and padded dictionary of the array's file. */
void npy_header_put(Text *file, const Array *array);

/* Whether a file that begins with these bytes was written by npy_header_put: it
 * is padded by at least NPY_MARK spaces, where NumPy never puts so many. */
enum { NPY_MARK = 128, NPY_BEGINNING = 1024 };
bool npy_header_is_ours(const char *bytes, size_t count);

#endif
