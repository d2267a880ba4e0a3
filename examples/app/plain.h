/* The same two computations as plain C loops, to compare with. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>

/* out = alpha*A*x + beta*y; A has m rows of k numbers. */
void plain_gemv(size_t m, size_t k, const float *a, const float *x,
		const float *y, float alpha, float beta, float *out);

/* The sum of absolute values of n numbers. */
double plain_asum(size_t n, const float *x);

#endif
