/* The stencils of the examples as plain C: rows spread over threads by OpenMP,
 * the interior of a row without a look at borders, for the compiler to
 * vectorise. */
#include "plain.h"

static size_t before(size_t i)
{
	return i ? i - 1 : 0;
}

static size_t after(size_t i, size_t n)
{
	return i + 1 < n ? i + 1 : i;
}

static float mean(const float *up, const float *row, const float *down,
		  size_t left, size_t j, size_t right)
{
	return 0.2f * (up[j] + row[left] + row[j] + row[right] + down[j]);
}

void plain_jacobi(size_t m, size_t n, const float *restrict u,
		  float *restrict out)
{
	#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < m; i++) {
		const float *up = u + before(i) * n, *row = u + i * n;
		const float *down = u + after(i, m) * n;
		float *to = out + i * n;

		to[0] = mean(up, row, down, 0, 0, after(0, n));
		for (size_t j = 1; j + 1 < n; j++)
			to[j] = mean(up, row, down, j - 1, j, j + 1);
		to[n - 1] = mean(up, row, down, before(n - 1), n - 1, n - 1);
	}
}

static float weighted(const float *up, const float *row, const float *down,
		      const float *w, size_t l, size_t j, size_t r)
{
	return w[0] * up[l] + w[1] * up[j] + w[2] * up[r]
	     + w[3] * row[l] + w[4] * row[j] + w[5] * row[r]
	     + w[6] * down[l] + w[7] * down[j] + w[8] * down[r];
}

void plain_convolution(size_t m, size_t n, const float *restrict image,
		       const float *restrict w, float *restrict out)
{
	#pragma omp parallel for schedule(static)
	for (size_t i = 0; i < m; i++) {
		const float *up = image + before(i) * n;
		const float *row = image + i * n;
		const float *down = image + after(i, m) * n;
		float *to = out + i * n;

		to[0] = weighted(up, row, down, w, 0, 0, after(0, n));
		for (size_t j = 1; j + 1 < n; j++)
			to[j] = weighted(up, row, down, w, j - 1, j, j + 1);
		to[n - 1] = weighted(up, row, down, w, before(n - 1), n - 1,
				     n - 1);
	}
}

typedef struct Grid {
	size_t l, m, n;
	const float *u;
} Grid;

/* Row (i, j) moved by some rows and planes, or NULL beyond the border. */
static const float *row_at(const Grid *g, size_t i, size_t j)
{
	return i < g->l && j < g->m ? g->u + (i * g->m + j) * g->n : NULL;
}

static float at(const float *row, size_t k, size_t n)
{
	return row && k < n ? row[k] : 0;
}

/* Any point; an index below 0 is a large one. */
static float slow_step(const Grid *g, float c, size_t i, size_t j, size_t k)
{
	const float *row = row_at(g, i, j);
	float sum = at(row_at(g, i - 1, j), k, g->n)
		  + at(row_at(g, i, j - 1), k, g->n)
		  + at(row, k - 1, g->n) + at(row, k + 1, g->n)
		  + at(row_at(g, i, j + 1), k, g->n)
		  + at(row_at(g, i + 1, j), k, g->n);

	return row[k] + c * (sum - 6 * row[k]);
}

static void inner_row(const Grid *g, float c, size_t i, size_t j,
		      float *restrict to)
{
	const float *restrict row = row_at(g, i, j);
	const float *restrict a = row_at(g, i - 1, j);
	const float *restrict b = row_at(g, i, j - 1);
	const float *restrict d = row_at(g, i, j + 1);
	const float *restrict e = row_at(g, i + 1, j);

	for (size_t k = 1; k + 1 < g->n; k++)
		to[k] = row[k] + c * (a[k] + b[k] + row[k - 1] + row[k + 1]
				      + d[k] + e[k] - 6 * row[k]);
}

void plain_stencil3d(size_t l, size_t m, size_t n, const float *restrict u,
		     float c, float *restrict out)
{
	const Grid g = { l, m, n, u };

	#pragma omp parallel for collapse(2) schedule(static)
	for (size_t i = 0; i < l; i++)
		for (size_t j = 0; j < m; j++) {
			float *to = out + (i * m + j) * n;
			int inner = i && j && i + 1 < l && j + 1 < m;
			size_t step = inner && n > 1 ? n - 1 : 1;

			if (inner)
				inner_row(&g, c, i, j, to);
			for (size_t k = 0; k < n; k += step)
				to[k] = slow_step(&g, c, i, j, k);
		}
}
