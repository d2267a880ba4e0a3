/* What functions of vectors are tried with (tests/codegen/function_bounds.c):
 * pairs of all special values, in vectors of their own kind and alone, then
 * numbers of many kinds.
 */
#ifndef TESTS_CODEGEN_FUNCTION_INPUTS_H
#define TESTS_CODEGEN_FUNCTION_INPUTS_H

#include "ir/data/array.h"

enum { COUNT = 2 << 17 };

/* What numbers are of. */
typedef struct Format {
	const char *type, *opencl;
	bool wide;
	int digits, least, beyond; /* of fractions; exponents: of the least
				    * normal number, of overflow */
} Format;

/* COUNT pairs, the same each time. */
void function_inputs(const Format *format, Array in[2]);

#endif
