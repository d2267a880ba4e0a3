/* Rounds over whole arrays, each after the one before: threads meet at the end of
 * each. What is no longer active is left as it is. */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

void plain_lu(size_t n, size_t rounds, const float *restrict m,
	      float *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++) {
			memcpy(out + i * n, m + i * n, n * sizeof *out);
			out[i * n + i] += (float)n;
		}
		for (size_t k = 0; k < rounds; k++) {
			const float *restrict pivots = out + k * n;

			#pragma omp for schedule(static)
			for (size_t i = k + 1; i < n; i++) {
				float *restrict row = out + i * n;
				const float f = row[k] / pivots[k];

				row[k] = f;
				for (size_t j = k + 1; j < n; j++)
					row[j] -= f * pivots[j];
			}
		}
	}
}

/* Column k, which rows below it need as a row, is collected first. */
void plain_cholesky(size_t n, size_t rounds, const float *restrict m,
		    float *restrict out)
{
	float *a = malloc(n * n * sizeof *a);
	float *column = malloc(n * sizeof *column);

	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				a[i * n + j] = m[i * n + j] + m[j * n + i]
					     + (i == j ? (float)(2 * n) : 0);
		for (size_t k = 0; k < rounds; k++) {
			#pragma omp for schedule(static)
			for (size_t i = k; i < n; i++)
				column[i] = a[i * n + k];
			#pragma omp for schedule(static, 16)
			for (size_t i = k + 1; i < n; i++) {
				float *restrict row = a + i * n;
				const float f = column[i] / column[k];

				for (size_t j = k + 1; j <= i; j++)
					row[j] -= f * column[j];
			}
		}
		#pragma omp for schedule(static)
		for (size_t j = 0; j < n; j++)
			column[j] = a[j * n + j];
		#pragma omp for schedule(static, 16)
		for (size_t i = 0; i < n; i++)
			for (size_t j = 0; j < n; j++)
				out[i * n + j] = i < j ? 0 : a[i * n + j]
					/ __builtin_sqrtf(column[j]);
	}
	free(column);
	free(a);
}

static float product(size_t n, const float *restrict a,
		     const float *restrict b)
{
	float sum = 0;

	#pragma omp simd reduction(+ : sum)
	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

void plain_gram_schmidt(size_t n, size_t m, size_t rounds,
			const float *restrict rows, float *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++) {
			memcpy(out + i * m, rows + i * m, m * sizeof *out);
			if (i < m)
				out[i * m + i] += (float)m;
		}
		for (size_t k = 0; k < rounds; k++) {
			const float *restrict last = out + k * m;
			const float length = product(m, last, last);

			#pragma omp for schedule(static)
			for (size_t i = k + 1; i < n; i++) {
				float *restrict row = out + i * m;
				const float f = product(m, last, row)
					      / length;

				for (size_t j = 0; j < m; j++)
					row[j] -= f * last[j];
			}
		}
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++) {
			float *restrict row = out + i * m;
			const float length
				= __builtin_sqrtf(product(m, row, row));

			for (size_t j = 0; j < m; j++)
				row[j] /= length;
		}
	}
}

/* No distance is negative, so that row and column k stay. */
void plain_floyd_warshall(size_t n, size_t rounds, const int32_t *restrict d,
			  int32_t *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++)
			memcpy(out + i * n, d + i * n, n * sizeof *out);
		for (size_t k = 0; k < rounds; k++) {
			#pragma omp for schedule(static)
			for (size_t i = 0; i < n; i++) {
				int32_t *row = out + i * n;
				const int32_t *from = out + k * n;
				const int32_t way = row[k];

				if (i == k)
					continue;
				#pragma omp simd
				for (size_t j = 0; j < n; j++) {
					const int32_t other = way + from[j];

					row[j] = other < row[j] ? other
								: row[j];
				}
			}
		}
	}
}

void plain_triangular_solve(size_t n, size_t m, size_t rounds,
			    const float *restrict l, const float *restrict b,
			    float *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++)
			memcpy(out + i * m, b + i * m, m * sizeof *out);
		for (size_t k = 0; k < rounds; k++) {
			const float *restrict solved = out + k * m;

			#pragma omp for schedule(static)
			for (size_t i = k + 1; i < n; i++) {
				float *restrict row = out + i * m;
				const float f = l[i * n + k];

				for (size_t j = 0; j < m; j++)
					row[j] -= f * solved[j];
			}
		}
	}
}

enum { NO_SCORE = -100000 };

static inline int32_t more(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

/* Of m pairs at once, element by element. Three diagonals take turns. */
void plain_needleman_wunsch(size_t n, size_t m, const int32_t *restrict a,
			    const int32_t *restrict b, int32_t *restrict out)
{
	int32_t *diagonals = malloc(3 * (n + 1) * m * sizeof *diagonals);

	for (size_t i = 0; i < 3 * (n + 1) * m; i++)
		diagonals[i] = i >= (n + 1) * m && i < (n + 2) * m
			       ? 0 : NO_SCORE;
	#pragma omp parallel
	for (size_t t = 1; t <= 2 * n; t++) {
		const int32_t *before = diagonals + (t + 2) % 3 * (n + 1) * m;
		const int32_t *last = diagonals + t % 3 * (n + 1) * m;
		int32_t *next = diagonals + (t + 1) % 3 * (n + 1) * m;
		const size_t first = t > n ? t - n : 0;

		#pragma omp for schedule(static)
		for (size_t i = first; i <= least(t, n); i++) {
			const size_t j = t - i;
			const int32_t *restrict corner = before + (i - 1) * m;
			const int32_t *restrict up = last + (i - 1) * m;
			const int32_t *restrict left = last + i * m;
			const int32_t *restrict x = a + (i - 1) * m;
			const int32_t *restrict y = b + (j - 1) * m;
			int32_t *restrict to = next + i * m;

			for (size_t p = 0; p < m; p++)
				to[p] = !i || !j ? -(int32_t)t
				      : more(corner[p]
					     + (x[p] == y[p] ? 2 : -1),
					     more(up[p], left[p]) - 1);
		}
	}
	memcpy(out, diagonals + ((2 * n + 1) % 3 * (n + 1) + n) * m,
	       m * sizeof *out);
	free(diagonals);
}

/* Of m grids at once, element by element. */
void plain_seidel(size_t n, size_t m, const float *restrict g,
		  float *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++)
			memcpy(out + i * n * m, g + i * n * m,
			       n * m * sizeof *out);
		for (size_t t = 2; t + 3 < 2 * n; t++) {
			const size_t first = t > n - 2 ? t - (n - 2) : 1;

			#pragma omp for schedule(static)
			for (size_t i = first; i <= least(t - 1, n - 2);
			     i++) {
				float *at = out + (i * n + t - i) * m;

				#pragma omp simd
				for (size_t p = 0; p < m; p++)
					at[p] = (at[p - n * m] + at[p + n * m]
						 + at[p - m] + at[p + m])
						* 0.25f;
			}
		}
	}
}

void plain_pathfinder(size_t n, size_t m, const int32_t *restrict w,
		      int32_t *restrict out)
{
	#pragma omp parallel
	{
		#pragma omp for schedule(static)
		for (size_t i = 0; i < n; i++)
			out[i] = w[i];
		for (size_t k = 1; k < m; k++) {
			const int32_t *restrict s = out + (k - 1) * n;
			const int32_t *restrict r = w + k * n;
			int32_t *restrict to = out + k * n;

			#pragma omp for schedule(static) nowait
			for (size_t i = 1; i < n - 1; i++) {
				int32_t way = s[i - 1] < s[i] ? s[i - 1]
							      : s[i];

				way = s[i + 1] < way ? s[i + 1] : way;
				to[i] = r[i] + way;
			}
			#pragma omp single
			{
				to[0] = r[0] + (n > 1 && s[1] < s[0] ? s[1]
								      : s[0]);
				if (n > 1)
					to[n - 1] = r[n - 1]
						+ (s[n - 2] < s[n - 1]
						   ? s[n - 2] : s[n - 1]);
			}
		}
	}
}
