#include "cli/bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { K = 1024, M = 1024 * 1024 };

const BenchRow bench_rows[] = {
	{ "blas", "scal", "scal 16 M", FP_REASSOC, { { "N", 16 * M } } },
	{ "blas", "scal", "scal 128 M", FP_REASSOC, { { "N", 128 * M } } },
	{ "blas", "asum", "asum 16 M", FP_REASSOC, { { "N", 16 * M } } },
	{ "blas", "asum", "asum 128 M", FP_REASSOC, { { "N", 128 * M } } },
	{ "blas", "dot", "dot 16 M", FP_REASSOC, { { "N", 16 * M } } },
	{ "blas", "dot", "dot 128 M", FP_REASSOC, { { "N", 128 * M } } },
	{ "blas", "gemv", "gemv 4096 x 4096", FP_REASSOC,
	  { { "M", 4096 }, { "K", 4096 } } },
	{ "blas", "gemv", "gemv 8192 x 16384", FP_REASSOC,
	  { { "M", 8192 }, { "K", 16384 } } },
	{ "blas", "matmul", "matmul 1024^3", FP_REASSOC,
	  { { "M", K }, { "N", K }, { "K", K } } },
	{ "applications", "blackscholes", "BlackScholes 4 M", FP_REASSOC,
	  { { "N", 4 * M } } },
	{ "applications", "md", "MD 12288 x 128", FP_REASSOC,
	  { { "N", 12288 }, { "M", 128 } } },
	{ "applications", "nbody", "N-body 16384", FP_RELAXED,
	  { { "N", 16384 } } },
	{ "applications", "mandelbrot", "Mandelbrot 1024^2", FP_REASSOC,
	  { { "N", K } } },
	{ "stencils", "jacobi", "Jacobi 4096^2", FP_REASSOC,
	  { { "M", 4096 }, { "N", 4096 } } },
	{ "stencils", "convolution", "3x3 4096^2", FP_REASSOC,
	  { { "M", 4096 }, { "N", 4096 } } },
	{ "primes", "scal", "scal 16777213", FP_REASSOC,
	  { { "N", 16777213 } } },
	{ "primes", "asum", "asum 16777213", FP_REASSOC,
	  { { "N", 16777213 } } },
	{ "primes", "dot", "dot 16777213", FP_REASSOC,
	  { { "N", 16777213 } } },
	{ "primes", "gemv", "gemv 4093 x 4099", FP_REASSOC,
	  { { "M", 4093 }, { "K", 4099 } } },
	{ "primes", "matmul", "matmul 1021^3", FP_REASSOC,
	  { { "M", 1021 }, { "N", 1021 }, { "K", 1021 } } },
	{ "primes", "jacobi", "Jacobi 4093 x 4099", FP_REASSOC,
	  { { "M", 4093 }, { "N", 4099 } } },
	{ "primes", "convolution", "3x3 4093 x 4099", FP_REASSOC,
	  { { "M", 4093 }, { "N", 4099 } } },
	{ "more", "complexmul", "complex products 4 M", FP_REASSOC,
	  { { "N", 4 * M } } },
	{ "more", "meanvar", "mean, variance 16 M", FP_REASSOC,
	  { { "N", 16 * M } } },
	{ "more", "argmax", "argmax 16 M", FP_REASSOC, { { "N", 16 * M } } },
	{ "more", "softmax", "softmax 4096 x 1024", FP_REASSOC,
	  { { "M", 4096 }, { "N", K } } },
	{ "more", "kmeans", "k-means 256 K x 16 x 4", FP_REASSOC,
	  { { "N", 256 * K }, { "K", 16 }, { "D", 4 } } },
	{ "more", "stencil3d", "7 points 256^3", FP_REASSOC,
	  { { "L", 256 }, { "M", 256 }, { "N", 256 } } },
	{ "programs", "programs/scan_i32", "scan of i32 16 M", FP_REASSOC,
	  { { "N", 16 * M } } },
	{ "programs", "programs/scan_f32", "scan of f32 16 M", FP_REASSOC,
	  { { "N", 16 * M } } },
	{ "programs", "programs/filter", "filter 16 M, half", FP_REASSOC,
	  { { "N", 16 * M } } },
	{ "programs", "programs/histogram", "histogram 16 M, 256 bins",
	  FP_REASSOC, { { "N", 16 * M }, { "B", 256 } } },
	{ "programs", "programs/histogram_skewed", "the same, half in one",
	  FP_REASSOC, { { "N", 16 * M }, { "B", 256 } } },
	{ "programs", "programs/histogram", "histogram 16 M, 65536 bins",
	  FP_REASSOC, { { "N", 16 * M }, { "B", 65536 } } },
	{ "programs", "programs/sort", "sort of u32 4 M", FP_REASSOC,
	  { { "N", 4 * M } } },
	{ "programs", "programs/row_sums", "sums of 1 M rows", FP_REASSOC,
	  { { "M", M }, { "N", 16 * M } } },
	{ "programs", "programs/csr_product", "CSR 1 M rows", FP_REASSOC,
	  { { "M", M }, { "N", 16 * M }, { "K", M } } },
	{ "rounds", "rounds/lu", "LU 4096^2, 16 rounds", FP_REASSOC,
	  { { "N", 4096 }, { "R", 16 } } },
	{ "rounds", "rounds/cholesky", "Cholesky 4096^2, 16 rounds",
	  FP_REASSOC, { { "N", 4096 }, { "R", 16 } } },
	{ "rounds", "rounds/gram_schmidt", "Gram-Schmidt 4096^2, 16 rounds",
	  FP_REASSOC, { { "N", 4096 }, { "M", 4096 }, { "R", 16 } } },
	{ "rounds", "rounds/floyd_warshall",
	  "Floyd-Warshall 4096^2, 16 rounds", FP_REASSOC,
	  { { "N", 4096 }, { "R", 16 } } },
	{ "rounds", "rounds/triangular_solve",
	  "triangular solve 4096 x 4096, 16 rounds", FP_REASSOC,
	  { { "N", 4096 }, { "M", 4096 }, { "R", 16 } } },
	{ "rounds", "rounds/needleman_wunsch",
	  "Needleman-Wunsch 64 x 64, 32768 pairs", FP_REASSOC,
	  { { "N", 64 }, { "M", 32 * K } } },
	{ "rounds", "rounds/seidel", "Seidel 18^2, 65536 grids", FP_REASSOC,
	  { { "N", 18 }, { "M", 64 * K } } },
	{ "rounds", "rounds/pathfinder", "pathfinder 16 rows of 4 M",
	  FP_REASSOC, { { "N", 4 * M }, { "M", 16 } } },
	{ 0 },
};

const BenchLibrary bench_libraries[] = {
	{ "openblas", "OpenBLAS", "libopenblas-dev", false },
	{ "mkl", "MKL", "a C compiler", false },
	{ "clblast", "CLBlast", "libclblast-dev", false },
	{ "boost", "Boost.Compute", "libboost-dev", false },
	{ "opencl", "OpenCL by hand", "a C compiler", false },
	{ "gcc", "C, gcc", "gcc", false },
	{ "gcc512", "C, gcc, 512 bit", "gcc and AVX-512", false },
	{ "clang", "C, clang", "clang and libomp-dev", false },
	{ "clang512", "C, clang, 512 bit", "clang, libomp-dev and AVX-512",
	  false },
	{ "gcc1", "C, one thread", "gcc", false },
	{ "limits", NULL, "a C compiler", true },
	{ 0 },
};

static const char *own_folder(Session *s)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash;

	if (length <= 0)
		return ".";
	path[length] = '\0';
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return arena_strdup(s->arena, path);
}

/* The first of some folders, seen from the program's own, that has the file. */
static const char *found(Session *s, const char *const *folders,
			 const char *file)
{
	const char *own = own_folder(s);

	for (; *folders; folders++) {
		const char *path = arena_printf(s->arena, "%s/%s/%s", own,
						*folders, file);

		if (!access(path, R_OK))
			return path;
	}
	return NULL;
}

const char *bench_library_path(Session *s, const BenchLibrary *library)
{
	static const char *const folders[] = {
		"references", "../libexec/lift-tune/references", NULL
	};
	const char *file = arena_printf(s->arena, "%s.so", library->name);
	char *given;
	const char *kept;

	if (!s->options->references)
		return found(s, folders, file);
	given = realpath(arena_printf(s->arena, "%s/%s",
				      s->options->references, file), NULL);
	kept = given ? arena_strdup(s->arena, given) : NULL;
	free(given);
	return kept;
}

const char *bench_example_path(Session *s, const char *program)
{
	static const char *const folders[] = {
		"examples", "../examples", "../share/lift-tune/examples", NULL
	};
	const char *file = arena_printf(s->arena, "%s.json", program);
	const char *here = arena_printf(s->arena, "examples/%s", file);

	return access(here, R_OK) ? found(s, folders, file) : here;
}
