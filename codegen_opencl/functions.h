/* Functions of vectors of f32 and f64 that drivers on CPUs compute slowly:
 * OpenCL C of our own, from functions_*.cl, made part of the program when it is
 * built.
 *
 * In a text, as in names, '@' stands for what is chosen when it is used: in a
 * name for the type ("sin_@" is sin_float16), in a text for the lanes (of one:
 * for nothing); '$' there for the unsigned type that has half as many bytes as
 * there are lanes. Marks are as in source.h.
 *
 * And functions of residues (ir/core/residue.h), from twin.cl, for twins.
 */
#ifndef CODEGEN_OPENCL_FUNCTIONS_H
#define CODEGEN_OPENCL_FUNCTIONS_H

#include <stdbool.h>

#include "base/text.h"

enum { FUNCTIONS_MAX = 128 };

typedef struct FunctionText {
	const char *name, *called; /* "sin_@", "sin_double@" */
	bool wide;                 /* of f64 */
	const char *text;
} FunctionText;

extern const FunctionText function_texts[]; /* ends with an empty one */

/* The name, "sin_@", of our own for a builtin, "sin"; NULL: there is none. */
const char *function_name(const char *builtin, bool wide);

/* Where it is in function_texts, by such a name. */
int function_index(const char *name, bool wide);

/* Those that are used, in so many lanes, after those that they need. */
void functions_put(Text *out, const bool *used, int width);

#endif
