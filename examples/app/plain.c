#include "plain.h"

#include <math.h>

void plain_gemv(size_t m, size_t k, const float *a, const float *x,
		const float *y, float alpha, float beta, float *out)
{
	for (size_t i = 0; i < m; i++) {
		double dot = 0;

		for (size_t j = 0; j < k; j++)
			dot += (double)a[i * k + j] * x[j];
		out[i] = (float)(alpha * dot + beta * y[i]);
	}
}

double plain_asum(size_t n, const float *x)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += fabsf(x[i]);
	return sum;
}
