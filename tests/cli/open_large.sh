#!/bin/sh
# Sizes that 32 bits do not hold: files that codegen --open writes for 2^31 + 5
# bytes are right there, at the ends of what 32 bits hold and at small sizes.
. "$srcdir/tests/cli/e2e_lib.sh"
[ -n "$LIFT_TUNE_LONG" ] || skip "2^31 + 5 elements: make check-long"
need_device
memory=$(awk '$1 == "MemAvailable:" { print int($2 / 1048576) }' /proc/meminfo)
[ "${memory:-0}" -ge 8 ] || skip "less than 8 GiB of memory: ${memory:-0}"

cat > scal.json <<'J'
{"name": "scal", "sizes": {"N": 2147483653},
 "inputs": [{"name": "a", "type": "u8"}, {"name": "x", "type": "[u8; N]"}],
 "body": ["concat",
   ["join", ["mapGlobal", ["mapSeq", ["fun", ["e"], ["*", "a", "e"]]],
     ["split", 4096, ["take", "N//4096*4096", "x"]]]],
   ["mapSeq", ["fun", ["e"], ["*", "a", "e"]], ["drop", "N//4096*4096", "x"]]],
 "outputs": ["y"]}
J
try 0 codegen scal.json --open all -o kernels
grep -q '"type": "i64"' kernels/scal.manifest.json ||
	fail "sizes of 32 bits: $(cat kernels/scal.manifest.json)"
gcc -O2 -g -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -Ikernels \
	"$srcdir/tests/cli/open_large_host.c" kernels/scal.c -o host -lOpenCL \
	> said 2>&1 && ./host > said 2>&1
code=$?
[ $code != 77 ] || skip "$(cat said)"
[ $code = 0 ] || fail "the application: $(cat said)"
finish
