#!/bin/sh
# Kernels with open sizes from end to end: the files that codegen --open writes
# compile as C11 and C++17 without a warning, are right at many sizes that nobody
# named before, and refuse those that they are not for; what cannot have open
# sizes is refused with its place. Without --open the files are as ever.
. "$srcdir/tests/cli/e2e_lib.sh"

documents=$srcdir/tests/codegen/open.jsonl
document() { # document NAME: its line
	grep "^{\"name\": \"$1\"" "$documents" > "$1.json"
}
for name in asum gemv scalsplit iota mean deep window2 mirrorvec reshaped; do
	document "$name"
	try 0 codegen "$name.json" --open all -o kernels
	for compiler in "gcc -std=c11" "g++ -x c++ -std=c++17"; do
		# shellcheck disable=SC2086
		$compiler -O2 -Wall -Wextra -Wshadow -pedantic -Werror \
			-DCL_TARGET_OPENCL_VERSION=120 -c "kernels/$name.c" \
			-o any.o > said 2>&1 || fail "$compiler: $(cat said)"
	done
done
grep -q '"guards": \["N % 4 == 0"\]' kernels/scalsplit.manifest.json ||
	fail "no guard in the manifest"
grep -q '"global_size": \[{"size": "M"}\]' kernels/gemv.manifest.json ||
	fail "the launch is not by size"

try 0 codegen gemv.json --open K
grep -q 'const int z0' out || fail "K is no argument"
try 0 codegen gemv.json --open K -o one
grep -q '"open": \["K"\]' one/gemv.manifest.json || fail "not K alone"
grep -q '"global_size": \[64\]' one/gemv.manifest.json || fail "M is open"
try 0 codegen gemv.json
grep -q z0 out && fail "an open size that nobody asked for"

refused() { # refused BODY WORDS: of an open N, with its place
	printf '{"name": "t", "sizes": {"N": 64}, "inputs": [{"name": "x",
"type": "[f32; N]"}], "body": %s}\n' "$1" > refused.json
	try 0 codegen refused.json
	try 3 codegen refused.json --open N
	grep -q "$2" err && grep -q E03 err || fail "$1: $(cat err)"
}
refused '["join", ["mapWorkgroup", ["fun", ["c"], ["mapLocal", "abs", "c"]],
	["split", "N", "x"]]]' "mapLocal over an open length"
refused '["mapGlobal", "abs", ["pad", "N", 0, "clamp", "x"]]' \
	"pad by an open size"
refused '["join", ["mapWorkgroup", ["fun", ["c"], ["reduceSeq", "+", 0.0,
	["toLocal", ["mapSeq", "abs", "c"]]]], ["split", "N", "x"]]]' \
	"toLocal of an array of open length"
try 2 codegen gemv.json --open J
grep -q "J cannot be open" err || fail "J: $(cat err)"
try 2 eval gemv.json --open K

# Arrays that are gone through and never stored, and those in between that are: their
# indices have 64 bits where the example needs these, else a guard of the host's
# bounds them.
length() { # length N STORED: of N * N elements
	stored='["map", ["fun", ["x"], ["map", ["fun", ["y"], ["*", "x", "y"]],
		"xs"]], "xs"]'
	[ -z "$2" ] || stored='["toGlobal", ["mapGlobal", ["fun", ["x"], ["mapSeq",
		["fun", ["y"], ["*", "x", "y"]], "xs"]], "xs"]]'
	printf '{"name": "length", "sizes": {"N": %d}, "inputs": [{"name": "xs",
"type": "[f32; N]"}], "body": ["reduceSeq", "+", 0.0, ["join", %s]]}' \
		"$1" "$stored" > length.json
	try 0 codegen length.json --open all -o length \
		--device-facts "$srcdir/tests/devices/h200.json"
}
length 40000
grep -q "for (long i" length/length.cl || fail "$(cat length/length.cl)"
has length/length.manifest.json '1099511627775-(N*N) >= 0'
length 40000 stored
grep -q "const long z0" length/length.cl || fail "$(cat length/length.cl)"
grep -q "int i" length/length.cl && fail "$(cat length/length.cl)"
length 100 stored
grep -q "long z0" length/length.cl && fail "$(cat length/length.cl)"
length 100
grep -q "long z0" length/length.cl && fail "$(cat length/length.cl)"
has length/length.manifest.json '1073741823-(N*N) >= 0'
cat > length_host.c <<'C'
#include "length.h"
int main(void)
{
	cl_platform_id p;
	cl_device_id d;
	cl_int e = clGetPlatformIDs(1, &p, NULL)
		|| clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL);
	cl_context c = e ? NULL : clCreateContext(NULL, 1, &d, NULL, NULL, &e);
	return e || !length_create(c, d, 30000, &e)
	       || length_create(c, d, 33000, &e) || e != CL_INVALID_VALUE;
}
C

cat > groups.json <<'J'
{"name": "groups", "sizes": {"N": 1000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["join", ["mapWorkgroup", ["fun", ["w"], ["reduceSeq", "+", 0.0,
   ["toLocal", ["mapLocal", "abs", "w"]]]], ["slide", 64, 1, "xs"]]]}
J
cat > powers.json <<'J'
{"name": "powers", "sizes": {"M": 2, "N": 5},
 "inputs": [{"name": "xs", "type": "[f32; M^N]"}],
 "body": ["mapGlobal", "abs", "xs"]}
J
try 0 codegen groups.json --open all -o kernels
try 0 codegen powers.json --open all -o kernels

need_device
gcc -O1 -DCL_TARGET_OPENCL_VERSION=120 -Ilength length_host.c length/length.c \
	-o length_host -lOpenCL > said 2>&1 && ./length_host > said 2>&1 ||
	fail "a length beyond what 32 bits hold: $(cat said)"
gcc -O1 -g -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -Ikernels \
	"$srcdir/tests/cli/open_host.c" kernels/gemv.c kernels/asum.c \
	kernels/scalsplit.c kernels/groups.c kernels/powers.c -o host -lOpenCL -lm > said 2>&1 &&
	./host > said 2>&1 || fail "the application: $(cat said)"
finish
