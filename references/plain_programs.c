/* Scans, filters, histograms, a sort and sums of rows. With OpenMP each thread has a
 * part, which scans and filters go through twice; without it one goes through
 * all once. */
#include "plain.h"

#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>

static int part_count(void)
{
	return omp_get_max_threads();
}
#else
static int part_count(void)
{
	return 1;
}
#endif

enum { PARTS_MAX = 1024 };

static int parts_of(size_t n)
{
	const int parts = part_count() < PARTS_MAX ? part_count() : PARTS_MAX;

	return (size_t)parts < n ? parts : 1;
}

static size_t begin_of(size_t n, int parts, int part)
{
	return n / (size_t)parts * (size_t)part
	     + (part == parts ? n % (size_t)parts : 0);
}

#define SCAN(type, name)                                                     \
	static type sum_##name(size_t n, const type *restrict x)             \
	{                                                                    \
		type sum = 0;                                                \
									     \
		_Pragma("omp simd reduction(+ : sum)")                       \
		for (size_t i = 0; i < n; i++)                               \
			sum += x[i];                                         \
		return sum;                                                  \
	}                                                                    \
									     \
	static void states_##name(size_t n, const type *restrict x,          \
				  type sum, type *restrict out)              \
	{                                                                    \
		_Pragma("omp simd reduction(inscan, + : sum)")               \
		for (size_t i = 0; i < n; i++) {                             \
			sum += x[i];                                         \
			_Pragma("omp scan inclusive(sum)")                   \
			out[i] = sum;                                        \
		}                                                            \
	}                                                                    \
									     \
	void plain_##name(size_t n, const type *restrict x,                  \
			  type *restrict out)                                \
	{                                                                    \
		const int parts = parts_of(n);                               \
		type before[PARTS_MAX + 1] = { 0 };                          \
									     \
		_Pragma("omp parallel for schedule(static)")                 \
		for (int p = 0; p < parts - 1; p++) {                        \
			size_t from = begin_of(n, parts, p);                 \
									     \
			before[p + 1] = sum_##name(begin_of(n, parts, p + 1) \
						   - from, x + from);        \
		}                                                            \
		for (int p = 1; p < parts; p++)                              \
			before[p] += before[p - 1];                          \
		_Pragma("omp parallel for schedule(static)")                 \
		for (int p = 0; p < parts; p++) {                            \
			size_t from = begin_of(n, parts, p);                 \
									     \
			states_##name(begin_of(n, parts, p + 1) - from,      \
				      x + from, before[p], out + from);      \
		}                                                            \
	}

SCAN(int32_t, scan_i32)
SCAN(float, scan_f32)

/* -- filter ---------------------------------------------------------------- */

static size_t kept(size_t n, const int32_t *restrict x)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += x[i] > 0;
	return count;
}

/* Without a branch; never at the end, where the next part begins. */
static size_t keep(size_t n, const int32_t *restrict x, size_t at, size_t end,
		   int32_t *restrict out)
{
	for (size_t i = 0; i < n && at < end; i++) {
		out[at] = x[i];
		at += x[i] > 0;
	}
	return at;
}

/* How many are kept. */
static size_t keep_in_parts(size_t n, const int32_t *restrict x, int parts,
			    int32_t *restrict out)
{
	size_t before[PARTS_MAX + 1] = { 0 };

	#pragma omp parallel for schedule(static)
	for (int p = 0; p < parts; p++) {
		size_t from = begin_of(n, parts, p);

		before[p + 1] = kept(begin_of(n, parts, p + 1) - from,
				     x + from);
	}
	for (int p = 1; p <= parts; p++)
		before[p] += before[p - 1];
	#pragma omp parallel for schedule(static)
	for (int p = 0; p < parts; p++) {
		size_t from = begin_of(n, parts, p);

		keep(begin_of(n, parts, p + 1) - from, x + from, before[p],
		     before[p + 1], out);
	}
	return before[parts];
}

void plain_filter(size_t n, const int32_t *restrict x, int32_t *restrict out,
		  int64_t *count)
{
	const int parts = parts_of(n);

	*count = (int64_t)(parts > 1 ? keep_in_parts(n, x, parts, out)
				     : keep(n, x, 0, n, out));
}

/* -- histograms ------------------------------------------------------------ */

enum { COPIES = 4, COPIES_BINS = 4096, SKEWED_BIN = 7 };

static inline size_t bin_of(int32_t x, size_t bins, int skewed)
{
	return skewed && (size_t)x >= bins ? SKEWED_BIN : (size_t)x;
}

/* Neighbours count in arrays of their own: one does not wait for the other. */
static inline void count(size_t n, const int32_t *restrict x, size_t bins,
			 size_t copies, int skewed, int32_t *restrict counts)
{
	size_t i = 0;

	for (; copies == COPIES && i + COPIES <= n; i += COPIES)
		for (size_t c = 0; c < COPIES; c++)
			counts[c * bins + bin_of(x[i + c], bins, skewed)]++;
	for (; i < n; i++)
		counts[bin_of(x[i], bins, skewed)]++;
}

static inline void histogram(size_t n, size_t bins,
			     const int32_t *restrict x, int skewed,
			     int32_t *restrict out)
{
	const int parts = parts_of(n);
	const size_t copies = bins <= COPIES_BINS ? COPIES : 1;
	const size_t arrays = copies * (size_t)parts;
	int32_t *counts = calloc(arrays * bins, sizeof *counts);

	#pragma omp parallel for schedule(static)
	for (int p = 0; p < parts; p++) {
		size_t from = begin_of(n, parts, p);

		count(begin_of(n, parts, p + 1) - from, x + from, bins, copies,
		      skewed, counts + (size_t)p * copies * bins);
	}
	memset(out, 0, bins * sizeof *out);
	for (size_t a = 0; a < arrays; a++)
		for (size_t b = 0; b < bins; b++)
			out[b] += counts[a * bins + b];
	free(counts);
}

void plain_histogram(size_t n, size_t bins, const int32_t *restrict x,
		     int32_t *restrict out)
{
	histogram(n, bins, x, 0, out);
}

void plain_histogram_skewed(size_t n, size_t bins, const int32_t *restrict x,
			    int32_t *restrict out)
{
	histogram(n, bins, x, 1, out);
}

/* -- sorting --------------------------------------------------------------- */

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* Each part's elements of each digit, behind those of the parts before it. */
static void places(int parts, size_t (*counts)[DIGITS])
{
	size_t sum = 0;

	for (int d = 0; d < DIGITS; d++) {
		for (int p = 0; p < parts; p++) {
			const size_t count = counts[p][d];

			counts[p][d] = sum;
			sum += count;
		}
	}
}

/* A stable pass by the digit at that bit. */
static void sort_pass(size_t n, int bit, const uint32_t *restrict x,
		      size_t (*counts)[DIGITS], uint32_t *restrict out)
{
	const int parts = parts_of(n);

	memset(counts, 0, (size_t)parts * sizeof *counts);
	#pragma omp parallel for schedule(static)
	for (int p = 0; p < parts; p++)
		for (size_t i = begin_of(n, parts, p);
		     i < begin_of(n, parts, p + 1); i++)
			counts[p][x[i] >> bit & (DIGITS - 1)]++;
	places(parts, counts);
	#pragma omp parallel for schedule(static)
	for (int p = 0; p < parts; p++)
		for (size_t i = begin_of(n, parts, p);
		     i < begin_of(n, parts, p + 1); i++)
			out[counts[p][x[i] >> bit & (DIGITS - 1)]++] = x[i];
}

void plain_sort(size_t n, const uint32_t *restrict x, uint32_t *restrict out)
{
	size_t (*counts)[DIGITS] = malloc((size_t)parts_of(n)
					  * sizeof *counts);
	uint32_t *other = malloc((n + 1) * sizeof *other);

	sort_pass(n, 0, x, counts, other);
	sort_pass(n, DIGIT_BITS, other, counts, out);
	sort_pass(n, 2 * DIGIT_BITS, out, counts, other);
	sort_pass(n, 3 * DIGIT_BITS, other, counts, out);
	free(other);
	free(counts);
}

/* -- rows ------------------------------------------------------------------ */

void plain_row_sums(size_t rows, const float *restrict x,
		    const int64_t *restrict offsets, float *restrict out)
{
	#pragma omp parallel for schedule(guided)
	for (size_t r = 0; r < rows; r++) {
		float sum = 0;

		#pragma omp simd reduction(+ : sum)
		for (int64_t i = offsets[r]; i < offsets[r + 1]; i++)
			sum += x[i];
		out[r] = sum;
	}
}

void plain_csr_product(size_t rows, const float *restrict values,
		       const int32_t *restrict columns,
		       const int64_t *restrict offsets,
		       const float *restrict v, float *restrict out)
{
	#pragma omp parallel for schedule(guided)
	for (size_t r = 0; r < rows; r++) {
		float sum = 0;

		#pragma omp simd reduction(+ : sum)
		for (int64_t i = offsets[r]; i < offsets[r + 1]; i++)
			sum += values[i] * v[columns[i]];
		out[r] = sum;
	}
}
