#include "plain.h"

#include <math.h>

void plain_scal(size_t n, float alpha, float *restrict x)
{
	#pragma omp parallel for simd schedule(static)
	for (size_t i = 0; i < n; i++)
		x[i] *= alpha;
}

enum { PART = 1 << 16 }; /* elements of a run that one thread sums up */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static float part_asum(size_t n, const float *restrict x)
{
	float sum = 0;

	#pragma omp simd reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += fabsf(x[i]);
	return sum;
}

float plain_asum(size_t n, const float *restrict x)
{
	float sum = 0;

	#pragma omp parallel for reduction(+ : sum) schedule(static)
	for (size_t i = 0; i < n; i += PART)
		sum += part_asum(least(PART, n - i), x + i);
	return sum;
}

static float part_dot(size_t n, const float *restrict x,
		      const float *restrict y)
{
	float sum = 0;

	#pragma omp simd reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += x[i] * y[i];
	return sum;
}

float plain_dot(size_t n, const float *restrict x, const float *restrict y)
{
	float sum = 0;

	#pragma omp parallel for reduction(+ : sum) schedule(static)
	for (size_t i = 0; i < n; i += PART)
		sum += part_dot(least(PART, n - i), x + i, y + i);
	return sum;
}

void plain_gemv(size_t m, size_t k, const float *restrict a,
		const float *restrict x, const float *restrict y, float alpha,
		float beta, float *restrict out)
{
	#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < m; i++) {
		const float *row = a + i * k;
		float sum = 0;

		#pragma omp simd reduction(+ : sum)
		for (size_t j = 0; j < k; j++)
			sum += row[j] * x[j];
		out[i] = alpha * sum + beta * y[i];
	}
}

enum { ROWS = 4, COLUMNS = 64 }; /* of the tile that stays in registers */

static void tile(size_t n, size_t k, size_t rows, size_t columns,
		 const float *restrict a, const float *restrict b,
		 float *restrict c)
{
	float sums[ROWS][COLUMNS] = { { 0 } };

	if (rows == ROWS && columns == COLUMNS) {
		for (size_t l = 0; l < k; l++)
			for (size_t i = 0; i < ROWS; i++)
				for (size_t j = 0; j < COLUMNS; j++)
					sums[i][j] += a[i * k + l]
						    * b[l * n + j];
	} else {
		for (size_t l = 0; l < k; l++)
			for (size_t i = 0; i < rows; i++)
				for (size_t j = 0; j < columns; j++)
					sums[i][j] += a[i * k + l]
						    * b[l * n + j];
	}
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			c[i * n + j] = sums[i][j];
}

void plain_matmul(size_t m, size_t n, size_t k, const float *restrict a,
		  const float *restrict b, float *restrict c)
{
	#pragma omp parallel for collapse(2) schedule(static)
	for (size_t j = 0; j < n; j += COLUMNS)
		for (size_t i = 0; i < m; i += ROWS)
			tile(n, k, least(ROWS, m - i), least(COLUMNS, n - j),
			     a + i * k, b + j, c + i * n + j);
}
