#!/bin/sh
# tune --sizes: one search for several points; each has a winner of its own, and
# one set of files takes any of them and no other. What is wrong with a point is
# said before anything is searched.
. "$srcdir/tests/cli/e2e_lib.sh"

refused() { # refused CODE POINTS TEXT
	try "$1" tune "$examples/gemv.lift" --sizes "$2" --device 0 -o none
	has err "$3"
	[ ! -e none ] && [ ! -e tuned.db ] || fail "$2: something was searched"
}
refused 2 "M=0" "an integer of at least 1"
refused 2 "M=99999999999999999999" "an integer of at least 1"
refused 2 "M" "NAME=VALUE"
refused 2 "M=3;" "NAME=VALUE"
refused 2 "M=3,;M=4" "NAME=VALUE"
refused 3 "M=3;M=4,J=5" "a size is given for J"
try 2 tune "$examples/gemv.lift" --sizes "M=3" --open all --device 0
has err "does not go with it"

need_device
try 0 tune "$examples/gemv.lift" --device 0 --jobs 0 --max-fevals 1 --quiet \
	--sizes "M=20, K=30; M=40,K=30; M=41,K=7" --json -o files
grep '"derivation"' out | grep '"sizes"' > winners
same "winners" "$(wc -l < winners)" 3
same "their sizes" "$(sed 's/.*"sizes": "\([^"]*\)".*/\1/' winners |
	tr '\n' ';')" "M=20 K=30;M=40 K=30;M=41 K=7;"
same "manifests" "$(ls files/gemv*.manifest.json | wc -l)" 3
cat > host.c <<'C'
#include <stdio.h>
#include "gemv.h"

int main(void)
{
	static const int points[][3] = { { 20, 30, 1 }, { 40, 30, 1 },
					 { 41, 7, 1 }, { 40, 7, 0 } };
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;

	clGetPlatformIDs(1, &platform, NULL);
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	for (int i = 0; i < 4; i++) {
		cl_int error = CL_SUCCESS;
		gemv *kernel = gemv_create(context, device, points[i][0],
					   points[i][1], &error);

		if ((kernel != NULL) != points[i][2]) {
			printf("%d x %d: %d\n", points[i][0], points[i][1],
			       error);
			return 1;
		}
		gemv_destroy(kernel);
	}
	clReleaseContext(context);
	return 0;
}
C
gcc -std=c11 -Wall -Wextra -Werror -DCL_TARGET_OPENCL_VERSION=120 -Ifiles \
	host.c files/gemv.c -o host -lOpenCL > said 2>&1 &&
	./host > said 2>&1 || fail "the application: $(cat said)"
finish
