/* The programs that are one call of a library with the C interface of BLAS
 * (cblas.h), which need not be installed.
 */
#include "bench_harness/reference.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "references/cblas.h"

enum { ROW_MAJOR = 101, NO_TRANS = 111 };

typedef struct Blas {
	void *library;
	void (*scal)(int n, float alpha, float *x, int step);
	float (*asum)(int n, const float *x, int step);
	float (*dot)(int n, const float *x, int xstep, const float *y,
		     int ystep);
	void (*gemv)(int order, int trans, int m, int n, float alpha,
		     const float *a, int lda, const float *x, int xstep,
		     float beta, float *y, int ystep);
	void (*gemm)(int order, int transa, int transb, int m, int n, int k,
		     float alpha, const float *a, int lda, const float *b,
		     int ldb, float beta, float *c, int ldc);
} Blas;

static int find(void *library, const char *name, void *place)
{
	void *found = dlsym(library, name);

	memcpy(place, &found, sizeof found);
	return found != NULL;
}

static void close_blas(void *state)
{
	Blas *blas = state;

	if (blas->library)
		dlclose(blas->library);
	free(blas);
}

static void *open_blas(const ReferenceCall *call)
{
	Blas *blas = call->outputs[0] ? calloc(1, sizeof *blas) : NULL;

	if (!blas)
		return NULL;
	blas->library = cblas_library();
	if (blas->library && find(blas->library, "cblas_sscal", &blas->scal)
	    && find(blas->library, "cblas_sasum", &blas->asum)
	    && find(blas->library, "cblas_sdot", &blas->dot)
	    && find(blas->library, "cblas_sgemv", &blas->gemv)
	    && find(blas->library, "cblas_sgemm", &blas->gemm))
		return blas;
	close_blas(blas);
	return NULL;
}

static int size(const ReferenceCall *call, const char *name)
{
	return (int)reference_size(call, name);
}

static const float *in(const ReferenceCall *call, int port)
{
	return call->inputs[port];
}

static int run_scal(void *state, const ReferenceCall *call)
{
	const Blas *blas = state;

	blas->scal(size(call, "N"), *in(call, 0), call->outputs[0], 1);
	return 0;
}

static int run_asum(void *state, const ReferenceCall *call)
{
	const Blas *blas = state;
	float *out = call->outputs[0];

	*out = blas->asum(size(call, "N"), in(call, 0), 1);
	return 0;
}

static int run_dot(void *state, const ReferenceCall *call)
{
	const Blas *blas = state;
	float *out = call->outputs[0];

	*out = blas->dot(size(call, "N"), in(call, 0), 1, in(call, 1), 1);
	return 0;
}

static int run_gemv(void *state, const ReferenceCall *call)
{
	const Blas *blas = state;
	int m = size(call, "M"), k = size(call, "K");

	memcpy(call->outputs[0], in(call, 2), (size_t)m * sizeof(float));
	blas->gemv(ROW_MAJOR, NO_TRANS, m, k, *in(call, 3), in(call, 0), k,
		   in(call, 1), 1, *in(call, 4), call->outputs[0], 1);
	return 0;
}

static int run_matmul(void *state, const ReferenceCall *call)
{
	const Blas *blas = state;
	int m = size(call, "M"), n = size(call, "N"), k = size(call, "K");

	blas->gemm(ROW_MAJOR, NO_TRANS, NO_TRANS, m, n, k, 1, in(call, 0), k,
		   in(call, 1), n, 0, call->outputs[0], n);
	return 0;
}

#define ROW(program)                                                         \
	{ #program, open_blas, run_##program, NULL, close_blas, NULL }

const Reference lift_tune_references[] = {
	ROW(scal), ROW(asum), ROW(dot), ROW(gemv), ROW(matmul),
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
