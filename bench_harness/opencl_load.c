/* OpenCL without linking to it: the functions that the worker calls, each by
 * its name in libOpenCL.so.1, which is looked for when the first is called.
 *
 * Only in the bundle (bundle/Makefile.inc): the same program then starts where
 * there is no OpenCL, uses the loader of the system where it has one, and else
 * the one that lies in lib/ beside bin/. What is preloaded comes first, as it
 * does in a program that is linked to OpenCL.
 */
#include "bench_harness/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOADER "libOpenCL.so.1"

enum { PATH_BYTES = 4096, NO_PLATFORM = -1001 /* of cl_khr_icd */ };

/* PREFIX/bin/lift-tune: PREFIX/lib/libOpenCL.so.1. */
static bool own_loader(char *path)
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES);

	for (int i = 0; i < 2 && length > 0; i++)
		while (length > 0 && path[--length] != '/')
			continue;
	if (length <= 0 || length >= PATH_BYTES - 32)
		return false;
	strcpy(path + length, "/lib/" LOADER);
	return true;
}

static void open_loader(void)
{
	char path[PATH_BYTES];

	if (!dlopen(LOADER, RTLD_NOW | RTLD_GLOBAL) && own_loader(path))
		dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/* Nothing is kept: what was opened is global, the linker finds it again. */
static void *find(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

static void *need(const char *name)
{
	void *found = find(name);

	if (!found) {
		fprintf(stderr, "no %s in " LOADER "\n", name);
		abort();
	}
	return found;
}

/* The first call of all. */
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint capacity,
						 cl_platform_id *platforms,
						 cl_uint *count)
{
	typedef cl_int (CL_API_CALL *Call)(cl_uint, cl_platform_id *,
					   cl_uint *);
	Call call;

	if (!find(__func__))
		open_loader();
	call = (Call)find(__func__);
	return call ? call(capacity, platforms, count) : NO_PLATFORM;
}

#define LOAD(result, name, parameters, arguments)			\
CL_API_ENTRY result CL_API_CALL name parameters				\
{									\
	typedef result (CL_API_CALL *Call) parameters;			\
	Call call = (Call)need(#name);					\
									\
	return call arguments;						\
}
#include "bench_harness/opencl_load.def"
#undef LOAD
