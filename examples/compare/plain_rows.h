/* The programs on rows in plain C. */
#ifndef COMPARE_PLAIN_ROWS_H
#define COMPARE_PLAIN_ROWS_H

#include <stdint.h>

/* Softmax of each of m rows of n numbers. */
void plain_softmax(int m, int n, const float *a, float *out);

/* The nearest of k centroids of each of n points of d coordinates. */
void plain_kmeans(int n, int k, int d, const float *points,
		  const float *centroids, int32_t *out);

#endif
