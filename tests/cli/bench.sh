#!/bin/sh
# `bench` measures the tuned kernel beside every reference that is installed, on
# the same data, and verifies all of them: a reference with wrong results is
# named, and makes the command fail.
. "$srcdir/tests/cli/e2e_lib.sh"
try 2 bench --suite nothing && has err E0901 && has err "blas, applications"
try 3 bench --suite all nosuch.json && has err nosuch.json
need_device

bench() { # bench CODE WORDS...
	code=$1
	shift
	try "$code" bench "$@" --device 0 --max-fevals 2 --rounds 2 \
		--round-limit 1 --quiet
}

built=${LIFT_TUNE%/*}/references
bench 0 "$examples/dot.json" --size N=8192 --json -o plots
"$probe" json < out > /dev/null || fail "not JSON lines"
for side in openblas:OpenBLAS mkl:MKL opencl:"OpenCL by hand" gcc:"C, gcc" \
	clang:"C, clang"; do
	[ -f "$built/${side%%:*}.so" ] || continue
	grep "\"side\": \"${side#*:}\"" out | grep -qE '"(ok|skipped)"' ||
		fail "${side#*:} has no row that is good"
done
grep '"side": "lift-tune"' out | grep -q '"ok"' || fail "no tuned kernel"
[ -f "$built/gcc.so" ] && { grep '"side": "C, gcc"' out | grep -q '"ok"' ||
	fail "plain C is skipped"; }
grep '"status": "ok"' out | grep -v '"threads": [0-9]' && fail "no threads"
has plots/bench.svg "</svg>"
awk -f "$srcdir/docs/performance.awk" out |
	grep -qE '^\| .* \| [0-9.e-]+ ms \|.* \| [0-9]+ of [0-9]+ \|$' ||
	fail "no row for the tables of docs/performance.md"

# In place: what one side leaves is not what the next one starts from.
bench 0 "$examples/scal.json" --size N=8192 --json
grep -q '"failed"' out && { fail "a side of scal is wrong"; cat out; }

# A reference that sleeps keeps no thread busy, however long it takes.
cc=$(command -v gcc || command -v cc) || finish
mkdir busy
cat > busy.c << 'END'
#include <time.h>

#include "bench_harness/reference.h"

static int run(void *state, const ReferenceCall *call)
{
	const struct timespec nap = { 0, 100000000 };
	const float *x = call->inputs[0], *y = call->inputs[1];
	double sum = 0;

	(void)state;
	for (int64_t i = 0; i < reference_size(call, "N"); i++)
		sum += (double)x[i] * y[i];
	*(float *)call->outputs[0] = (float)sum;
	return nanosleep(&nap, NULL);
}

const Reference lift_tune_references[] = {
	{ "dot", NULL, run, NULL, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
END
"$cc" -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=120 -I"$srcdir" -fPIC -shared \
	busy.c -o busy/gcc.so || finish
bench 0 "$examples/dot.json" --size N=8192 --references busy --json
grep '"side": "C, gcc"' out | grep -q '"threads": 0\.0' ||
	fail "a reference that sleeps keeps threads busy"

# A reference that is wrong in one element of many.
mkdir wrong
cat > wrong.c << 'END'
#include "bench_harness/reference.h"

static int run(void *state, const ReferenceCall *call)
{
	const float *x = call->inputs[1];
	float *y = call->outputs[0], alpha = *(const float *)call->inputs[0];
	int64_t n = reference_size(call, "N");

	(void)state;
	(void)x;
	for (int64_t i = 0; i < n; i++)
		y[i] *= i == n - 5 ? alpha * 1.5f : alpha;
	return 0;
}

const Reference lift_tune_references[] = {
	{ "scal", NULL, run, NULL, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
END
"$cc" -DCL_TARGET_OPENCL_VERSION=120 -I"$srcdir" -fPIC -shared wrong.c \
	-o wrong/gcc.so || finish
bench 1 "$examples/scal.json" --size N=8192 --references wrong
has out "1 of 8192 elements of output 0 differ"
finish
