/* Bind: what the shapes of data say of sizes: a length that is a lone variable
 * gives its value.
 */
#ifndef LIB_BIND_H
#define LIB_BIND_H

#include "ir/core/program.h"

/* Told of each; false ends it. */
typedef bool Bound(void *context, const char *size, int64_t value);

/* Of data for an input port of a program with its sizes as written. */
bool bind_shape(const Program *program, int port, int rank,
		const int64_t *dims, Bound *bound, void *context);

/* The input port of that name, or -1. */
int bind_port(const Program *program, const char *name);

#endif
