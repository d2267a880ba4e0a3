/* OpenBLAS, if it is installed: with its kernels for AVX-512 where the CPU has
 * that (it does not know all such CPUs by itself), and with threads that sleep
 * soon, so that they take no core from what is measured next.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "references/cblas.h"

static int has_avx512(void)
{
#if defined __x86_64__
	return __builtin_cpu_supports("avx512f")
	    && __builtin_cpu_supports("avx512dq");
#else
	return 0;
#endif
}

void *cblas_library(void)
{
	if (has_avx512())
		setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
	setenv("OPENBLAS_THREAD_TIMEOUT", "4", 0);
	return dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
}
