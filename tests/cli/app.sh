#!/bin/sh
# The application in examples/app/ is built, without a warning, from freshly
# tuned and freshly exported kernels, and its results are right.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

cp -R "$examples/app" . && chmod -R u+w app || exit 99
tune_at "$examples/gemv.json" M=123 K=77
tune_at "$examples/asum.json" N=5001
try 0 export gemv -o app/kernels
try 0 export asum -o app/kernels
cd app || exit 99
make CFLAGS="-O2 -std=c11 -pedantic -Wall -Wextra -Werror" > log 2>&1 || {
	fail "the application does not build"
	cat log
	finish
}
./app 123 77 5001 > said 2>&1 || fail "the application failed"
same "right results" "$(grep -c correct said)" 2 || cat said
./app 124 77 5001 > said 2>&1 && fail "a size it was not made for was taken"
grep -q "OpenCL error -30" said || { fail "no CL_INVALID_VALUE"; cat said; }
finish
