/* The stencils of the examples as plain C. */
#ifndef COMPARE_PLAIN_STENCILS_H
#define COMPARE_PLAIN_STENCILS_H

#include <stddef.h>

void plain_jacobi(size_t m, size_t n, const float *u, float *out);
void plain_convolution(size_t m, size_t n, const float *image,
		       const float *weights, float *out);
void plain_stencil3d(size_t l, size_t m, size_t n, const float *u, float c,
		     float *out);

#endif
