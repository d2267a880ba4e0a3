/* The examples in plain C, for a compiler to make the best of: loops, restrict
 * and OpenMP, nothing else. */
#ifndef PLAIN_H
#define PLAIN_H

#include <stddef.h>
#include <stdint.h>

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

#endif
