/* The examples in plain C, for a compiler to make the best of: loops, restrict
 * and OpenMP, nothing else. Compiled by every compiler there is, with -O3
 * -march=native -ffast-math -fopenmp.
 */
#ifndef REFERENCES_PLAIN_H
#define REFERENCES_PLAIN_H

#include <stddef.h>
#include <stdint.h>

void plain_scal(size_t n, float alpha, float *restrict x);
float plain_asum(size_t n, const float *restrict x);
float plain_dot(size_t n, const float *restrict x, const float *restrict y);
void plain_gemv(size_t m, size_t k, const float *restrict a,
		const float *restrict x, const float *restrict y, float alpha,
		float beta, float *restrict out);
void plain_matmul(size_t m, size_t n, size_t k, const float *restrict a,
		  const float *restrict b, float *restrict c);

void plain_blackscholes(size_t n, const float *restrict price,
			const float *restrict strike,
			const float *restrict years, float rate,
			float volatility, float *restrict call,
			float *restrict put);

/* position: n times x, y, z, unused; neighbours: n rows of m. */
void plain_md(size_t n, size_t m, const float *restrict position,
	      const int32_t *restrict neighbours, float cutoff2,
	      float *restrict fx, float *restrict fy, float *restrict fz);

void plain_nbody(size_t n, const float *restrict x, const float *restrict y,
		 const float *restrict z, const float *restrict mass,
		 float *restrict ax, float *restrict ay, float *restrict az);

void plain_mandelbrot(size_t n, int32_t *restrict steps);

void plain_complex(size_t n, const float *restrict ar,
		   const float *restrict ai, const float *restrict br,
		   const float *restrict bi, float *restrict re,
		   float *restrict im);

void plain_meanvar(size_t n, const float *restrict xs, float *mean,
		   float *variance);

void plain_argmax(size_t n, const float *restrict xs, float *value,
		  int64_t *place);

/* Softmax of each of m rows of n numbers. */
void plain_softmax(int m, int n, const float *a, float *out);

/* The nearest of k centroids of each of n points of d coordinates. */
void plain_kmeans(int n, int k, int d, const float *points,
		  const float *centroids, int32_t *out);

void plain_jacobi(size_t m, size_t n, const float *restrict u,
		  float *restrict out);
void plain_convolution(size_t m, size_t n, const float *restrict image,
		       const float *restrict weights, float *restrict out);
void plain_stencil3d(size_t l, size_t m, size_t n, const float *restrict u,
		     float c, float *restrict out);

void plain_scan_i32(size_t n, const int32_t *restrict x,
		    int32_t *restrict out);
void plain_scan_f32(size_t n, const float *restrict x, float *restrict out);

/* The positive numbers, zeros behind them, and how many they are. */
void plain_filter(size_t n, const int32_t *restrict x, int32_t *restrict out,
		  int64_t *count);

/* How often each of so many numbers is there; skewed: what is none of them counts
 * as 7. */
void plain_histogram(size_t n, size_t bins, const int32_t *restrict x,
		     int32_t *restrict out);
void plain_histogram_skewed(size_t n, size_t bins, const int32_t *restrict x,
			    int32_t *restrict out);

/* Ascending, by digits of 8 bits. */
void plain_sort(size_t n, const uint32_t *restrict x, uint32_t *restrict out);

/* Row r is element offsets[r] to the one before offsets[r + 1]. */
void plain_row_sums(size_t rows, const float *restrict x,
		    const int64_t *restrict offsets, float *restrict out);
void plain_csr_product(size_t rows, const float *restrict values,
		       const int32_t *restrict columns,
		       const int64_t *restrict offsets,
		       const float *restrict v, float *restrict out);

/* Folds over arrays, of which each round is a loop: all of them, or the first
 * so many. */
void plain_lu(size_t n, size_t rounds, const float *restrict m,
	      float *restrict out);
void plain_cholesky(size_t n, size_t rounds, const float *restrict m,
		    float *restrict out);
void plain_gram_schmidt(size_t n, size_t m, size_t rounds,
			const float *restrict rows, float *restrict out);
void plain_floyd_warshall(size_t n, size_t rounds, const int32_t *restrict d,
			  int32_t *restrict out);
void plain_triangular_solve(size_t n, size_t m, size_t rounds,
			    const float *restrict l, const float *restrict b,
			    float *restrict out);
void plain_needleman_wunsch(size_t n, size_t m, const int32_t *restrict a,
			    const int32_t *restrict b, int32_t *restrict out);
void plain_seidel(size_t n, size_t m, const float *restrict g,
		  float *restrict out);
void plain_pathfinder(size_t n, size_t m, const int32_t *restrict w,
		      int32_t *restrict out);

#endif
