#include "plain.h"

#include <math.h>

static inline float cnd(float d)
{
	float k = 1 / (1 + 0.2316419f * fabsf(d));
	float tail = 0.39894228f * expf(-0.5f * d * d)
		   * (k * (0.31938153f + k * (-0.356563782f
		   + k * (1.781477937f + k * (-1.821255978f
		   + k * 1.330274429f)))));

	return d > 0 ? 1 - tail : tail;
}

void plain_blackscholes(size_t n, const float *restrict price,
			const float *restrict strike,
			const float *restrict years, float rate,
			float volatility, float *restrict call,
			float *restrict put)
{
	float drift = rate + 0.5f * volatility * volatility;

	#pragma omp parallel for simd
	for (size_t i = 0; i < n; i++) {
		float s = price[i], x = strike[i], t = years[i];
		float spread = volatility * sqrtf(t);
		float d1 = (logf(s / x) + drift * t) / spread;
		float c1 = cnd(d1), c2 = cnd(d1 - spread);
		float discounted = x * expf(-rate * t);

		call[i] = s * c1 - discounted * c2;
		put[i] = discounted * (1 - c2) - s * (1 - c1);
	}
}

void plain_md(size_t n, size_t m, const float *restrict position,
	      const int32_t *restrict neighbours, float cutoff2,
	      float *restrict fx, float *restrict fy, float *restrict fz)
{
	int near = (int)m;

	#pragma omp parallel for
	for (size_t i = 0; i < n; i++) {
		const int32_t *list = neighbours + i * m;
		float px = position[4 * i], py = position[4 * i + 1];
		float pz = position[4 * i + 2], ax = 0, ay = 0, az = 0;

		#pragma omp simd reduction(+ : ax, ay, az)
		for (int k = 0; k < near; k++) {
			int q = list[k];
			float dx = px - position[4 * q];
			float dy = py - position[4 * q + 1];
			float dz = pz - position[4 * q + 2];
			float r2 = dx * dx + dy * dy + dz * dz;

			if (r2 > 0 && r2 < cutoff2) {
				float i2 = 1 / r2, i6 = i2 * i2 * i2;
				float f = i2 * i6 * (1.5f * i6 - 2);

				ax += dx * f;
				ay += dy * f;
				az += dz * f;
			}
		}
		fx[i] = ax;
		fy[i] = ay;
		fz[i] = az;
	}
}

void plain_nbody(size_t n, const float *restrict x, const float *restrict y,
		 const float *restrict z, const float *restrict mass,
		 float *restrict ax, float *restrict ay, float *restrict az)
{
	int count = (int)n;

	#pragma omp parallel for
	for (int i = 0; i < count; i++) {
		float px = x[i], py = y[i], pz = z[i], sx = 0, sy = 0, sz = 0;

		#pragma omp simd reduction(+ : sx, sy, sz)
		for (int j = 0; j < count; j++) {
			float dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz;
			float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
			float r = 1 / sqrtf(r2), f = mass[j] * r * r * r;

			sx += dx * f;
			sy += dy * f;
			sz += dz * f;
		}
		ax[i] = sx;
		ay[i] = sy;
		az[i] = sz;
	}
}

enum { BLOCK = 16 }; /* points that the compiler makes a vector of */

static void escape(const float *restrict cx, float cy, int32_t *restrict steps,
		   size_t count)
{
	float x[BLOCK] = { 0 }, y[BLOCK] = { 0 };
	int32_t k[BLOCK] = { 0 };

	for (int i = 0; i < 256; i++) {
		int inside = 0;

		#pragma omp simd reduction(+ : inside)
		for (int l = 0; l < BLOCK; l++) {
			float a = x[l] * x[l], b = y[l] * y[l];
			int in = a + b <= 4;
			float next = 2 * x[l] * y[l] + cy;

			x[l] = in ? a - b + cx[l] : x[l];
			y[l] = in ? next : y[l];
			k[l] += in;
			inside += in;
		}
		if (!inside)
			break;
	}
	for (size_t l = 0; l < count; l++)
		steps[l] = k[l];
}

void plain_mandelbrot(size_t n, int32_t *restrict steps)
{
	#pragma omp parallel for schedule(dynamic, 4)
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j += BLOCK) {
			float cx[BLOCK], cy = -1.5f + 3 * (float)i / (float)n;

			for (int l = 0; l < BLOCK; l++)
				cx[l] = -2 + 3 * (float)((int)j + l)
						/ (float)n;
			escape(cx, cy, steps + i * n + j,
			       n - j < BLOCK ? n - j : BLOCK);
		}
}

void plain_complex(size_t n, const float *restrict ar,
		   const float *restrict ai, const float *restrict br,
		   const float *restrict bi, float *restrict re,
		   float *restrict im)
{
	#pragma omp parallel for simd
	for (size_t i = 0; i < n; i++) {
		re[i] = ar[i] * br[i] - ai[i] * bi[i];
		im[i] = ar[i] * bi[i] + ai[i] * br[i];
	}
}

void plain_meanvar(size_t n, const float *restrict xs, float *mean,
		   float *variance)
{
	float s = 0, q = 0;

	#pragma omp parallel for simd reduction(+ : s, q)
	for (size_t i = 0; i < n; i++) {
		s += xs[i];
		q += xs[i] * xs[i];
	}
	*mean = s / (float)n;
	*variance = q / (float)n - *mean * *mean;
}

void plain_argmax(size_t n, const float *restrict xs, float *value,
		  int64_t *place)
{
	float best = -INFINITY;
	size_t at = 0;

	#pragma omp parallel
	{
		float mine = -INFINITY;
		size_t where = 0;

		#pragma omp for nowait
		for (size_t i = 0; i < n; i++)
			if (xs[i] > mine) {
				mine = xs[i];
				where = i;
			}
		#pragma omp critical
		if (mine > best || (mine == best && where < at)) {
			best = mine;
			at = where;
		}
	}
	*value = best;
	*place = (int64_t)at;
}
