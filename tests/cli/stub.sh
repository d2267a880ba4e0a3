#!/bin/sh
# The C stub: compiled as C11 and C++17 for OpenCL 1.2 to 3.0 without a warning,
# also with names that are others' with more; two programs, two sizes of one, and a
# program with the name of a system header in one application, whose buffers are
# checked before anything is launched.
# Whichever OpenCL call fails, nothing is lost (under valgrind, where it is there).
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

cat > math.lift <<'L'
program math
  size N = 8
  input abs : f32[N]
  map sqrt abs
L
cat > names.lift <<'L'
program names
  size N = 8; int__ = 4
  input int : i32[int__]; int_ : i32[int__]; rs : i32[int__][*N]
  output rs_offsets; self
  zip (map (\r. length r) rs) (map (\(a, b). a + b) $ zip int int_)
L
tune_at "$examples/gemv.json" M=123 K=77
tune_at "$examples/gemv.json" M=60 K=33
tune_at "$examples/asum.json" N=50001 -- --require chunks
tune_at math.lift
tune_at names.lift
try 0 export gemv --sizes all -o kernels
try 0 export asum -o kernels
try 0 export math -o kernels
try 0 export names -o kernels
try 2 export asum --sizes some -o kernels
for file in gemv_v1.manifest.json gemv.manifest.json lt_math.h lt_math.c \
	lt_math.cl; do
	[ -s "kernels/$file" ] || fail "no $file"
done
grep '"name": "gemv_' kernels/gemv*.json | cut -d, -f1 | sort |
	uniq -d | grep . && fail "kernels of two sizes with one name"

warnings="-O2 -Wall -Wextra -Wshadow -pedantic -Werror -Ikernels -c"
compile() { # compile NAME OPENCL COMPILER...
	name=$1
	cl=$2
	shift 2
	command -v "$1" > where || return
	# shellcheck disable=SC2086
	"$@" $warnings -DCL_TARGET_OPENCL_VERSION="$cl" "kernels/$name.c" \
		-o any.o > said 2>&1 || {
		fail "$*, OpenCL $cl: $name.c"
		cat said
	}
}
for name in gemv asum lt_math names; do
	for cl in 120 200 300; do
		compile $name $cl gcc -std=c11
		compile $name $cl g++ -x c++ -std=c++17
	done
	compile $name 300 clang -std=c11
	compile $name 300 clang -x c++ -std=c++17
done

use="-O1 -g -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -Ikernels"
# shellcheck disable=SC2086
gcc $use "$srcdir/tests/cli/stub_host.c" kernels/gemv.c kernels/asum.c \
	kernels/lt_math.c -o host -lOpenCL -lpthread > said 2>&1 &&
	./host kernels/gemv.cl kernels/asum.cl > said 2>&1 ||
	fail "the application: $(cat said)"

# shellcheck disable=SC2086
gcc $use -I"$srcdir" -DSIZE=50001 "$srcdir/tests/cli/stub_faults.c" \
	"$srcdir/tests/cli/stub_mock.c" kernels/asum.c -o faults > said 2>&1 ||
	fail "faults: $(cat said)"
if command -v valgrind > where; then
	valgrind -q --leak-check=full --error-exitcode=9 ./faults > said 2>&1
else
	echo "not tested: valgrind (not installed)"
	./faults > said 2>&1
fi || fail "when OpenCL fails: $(cat said)"
finish
