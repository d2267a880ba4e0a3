/* What the machine can do: reading, copying and overwriting memory that is in
 * no cache, and fused multiplications and additions in registers.
 */
#include "bench_harness/reference.h"

#include <stdlib.h>
#include <sys/mman.h>

#if defined __x86_64__
#include <immintrin.h>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

/* The lanes of a register; chains of additions that fit into registers. */
#if defined __AVX512F__
enum { LANES = 16, CHAINS = 16 };
#elif defined __AVX__
enum { LANES = 8, CHAINS = 12 };
#else
enum { LANES = 4, CHAINS = 12 };
#endif

enum { BYTES = 128 << 20, LINE = 64, ROUNDS = 1 << 18, UNROLLED = 8 };

typedef float Vector __attribute__((vector_size(LANES * sizeof(float))));

/* The weakly ordered one is several times as fast. */
#ifdef __CLFLUSHOPT__
#define FLUSH "clflushopt"
#else
#define FLUSH "clflush"
#endif

enum { COUNT = BYTES / sizeof(Vector) };

typedef struct Memory {
	Vector *from, *to; /* to: of copies */
	double work;
	volatile float sum, factor, term;
} Memory;

static int threads(void)
{
#ifdef _OPENMP
	return omp_get_max_threads();
#else
	return 1;
#endif
}

static Vector *pages(void)
{
	Vector *at = aligned_alloc(2 << 20, BYTES);

	if (!at)
		return NULL;
	madvise(at, BYTES, MADV_HUGEPAGE);
	#pragma omp parallel for schedule(static)
	for (int i = 0; i < COUNT; i++)
		at[i] = (Vector){ 1 };
	return at;
}

static void close_memory(void *state)
{
	Memory *memory = state;

	free(memory->from);
	free(memory->to);
	free(memory);
}

static void *open_memory(const ReferenceCall *call, int copies, double work)
{
	Memory *memory = call->outputs[0] ? calloc(1, sizeof *memory) : NULL;

	if (!memory)
		return NULL;
	memory->work = work;
	memory->from = pages();
	memory->to = copies ? pages() : NULL;
	if (memory->from && (memory->to || !copies))
		return memory;
	close_memory(memory);
	return NULL;
}

static void *open_read(const ReferenceCall *call)
{
	return open_memory(call, 0, BYTES);
}

static void *open_copy(const ReferenceCall *call)
{
	return open_memory(call, 1, 2.0 * BYTES);
}

static void *open_update(const ReferenceCall *call)
{
	return open_memory(call, 0, 2.0 * BYTES);
}

static void leave_caches(const Vector *at)
{
#if defined __x86_64__
	const char *bytes = (const char *)at;

	for (int i = 0; at && i < BYTES; i += LINE)
		__asm__ volatile(FLUSH " %0" : : "m"(bytes[i]));
#else
	(void)at;
#endif
}

static void prepare_memory(void *state)
{
	Memory *memory = state;

	leave_caches(memory->from);
	leave_caches(memory->to);
}

static double work_memory(const void *state)
{
	return ((const Memory *)state)->work;
}

static float sum_of(Vector sums)
{
	float sum = 0;

	for (int i = 0; i < LANES; i++)
		sum += sums[i];
	return sum;
}

static int run_read(void *state, const ReferenceCall *call)
{
	Memory *memory = state;
	const Vector *from = memory->from;
	float sum = 0;

	(void)call;
	#pragma omp parallel reduction(+ : sum)
	{
		Vector sums[UNROLLED] = { { 0 } };

		#pragma omp for schedule(static)
		for (int i = 0; i < COUNT; i += UNROLLED)
			for (int k = 0; k < UNROLLED; k++)
				sums[k] += from[i + k];
		for (int k = 1; k < UNROLLED; k++)
			sums[0] += sums[k];
		sum += sum_of(sums[0]);
	}
	memory->sum = sum;
	return 0;
}

/* Around the caches, where there is such a store. */
static void stream(Vector *to, const Vector *from)
{
#if defined __AVX512F__
	_mm512_stream_ps((float *)to, _mm512_load_ps((const float *)from));
#elif defined __AVX__
	_mm256_stream_ps((float *)to, _mm256_load_ps((const float *)from));
#else
	*to = *from;
#endif
}

static int run_copy(void *state, const ReferenceCall *call)
{
	Memory *memory = state;

	(void)call;
	#pragma omp parallel for schedule(static)
	for (int i = 0; i < COUNT; i++)
		stream(&memory->to[i], &memory->from[i]);
	return 0;
}

static int run_update(void *state, const ReferenceCall *call)
{
	Memory *memory = state;
	Vector *at = memory->from;

	(void)call;
	#pragma omp parallel for schedule(static)
	for (int i = 0; i < COUNT; i++)
		at[i] = -at[i];
	return 0;
}

static void *open_fma(const ReferenceCall *call)
{
	Memory *memory = call->outputs[0] ? calloc(1, sizeof *memory) : NULL;

	if (!memory)
		return NULL;
	memory->work = 2.0 * ROUNDS * CHAINS * LANES * threads();
	memory->factor = 0.5f;
	memory->term = 0.25f;
	return memory;
}

static int run_fma(void *state, const ReferenceCall *call)
{
	Memory *memory = state;
	float sum = 0;

	(void)call;
	#pragma omp parallel reduction(+ : sum)
	{
		Vector chains[CHAINS], factor = (Vector){ 0 } + memory->factor;
		Vector term = (Vector){ 0 } + memory->term;

		for (int k = 0; k < CHAINS; k++)
			chains[k] = term + (float)k;
		for (int i = 0; i < ROUNDS; i++) {
			#pragma GCC unroll 16
			for (int k = 0; k < CHAINS; k++)
				chains[k] = chains[k] * factor + term;
		}
		for (int k = 0; k < CHAINS; k++)
			sum += sum_of(chains[k]);
	}
	memory->sum = sum;
	return 0;
}

#define MEMORY(name)                                                         \
	{ #name, open_##name, run_##name, prepare_memory, close_memory,      \
	  work_memory }

const Reference lift_tune_references[] = {
	MEMORY(read), MEMORY(copy), MEMORY(update),
	{ "fma", open_fma, run_fma, NULL, close_memory, work_memory },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
