#!/bin/sh
# One-dimensional programs are tuned at every size, however odd.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

for n in 1 3 1003; do
	tune_at "$examples/asum.json" N=$n
done
tune_at "$examples/dot.json" N=1003
tune_at "$examples/scal.json" N=1
tune_at "$examples/scal.json" N=1003

# Math flags are tuned where they are allowed, and only there.
try 0 tune "$examples/asum.json" --size N=1003 --fp relaxed --max-fevals 4 \
	--fresh --json
has out "plain math"
try 0 tune "$examples/asum.json" --size N=1003 --max-fevals 4 --fresh --json
grep -q " math" out && fail "flags without --fp relaxed"
finish
