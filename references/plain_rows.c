/* Compiled with -O3 -march=native -ffast-math -fopenmp. */
#include "plain.h"

#include <math.h>

static void softmax_row(int n, const float *restrict a, float *restrict out)
{
	float most = -INFINITY, sum = 0;

	for (int i = 0; i < n; i++)
		most = fmaxf(most, a[i]);
	for (int i = 0; i < n; i++) {
		out[i] = expf(a[i] - most);
		sum += out[i];
	}
	for (int i = 0; i < n; i++)
		out[i] /= sum;
}

void plain_softmax(int m, int n, const float *a, float *out)
{
#pragma omp parallel for
	for (int i = 0; i < m; i++)
		softmax_row(n, a + (long)i * n, out + (long)i * n);
}

static float distance(int d, const float *restrict a, const float *restrict b)
{
	float sum = 0;

	for (int i = 0; i < d; i++)
		sum += (a[i] - b[i]) * (a[i] - b[i]);
	return sum;
}

void plain_kmeans(int n, int k, int d, const float *points,
		  const float *centroids, int32_t *out)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		float least = INFINITY;
		int32_t nearest = 0;

		for (int j = 0; j < k; j++) {
			float x = distance(d, points + (long)i * d,
					   centroids + (long)j * d);

			if (x < least) {
				least = x;
				nearest = j;
			}
		}
		out[i] = nearest;
	}
}
