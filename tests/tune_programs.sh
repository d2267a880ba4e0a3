#!/bin/sh
# Programs of all kinds are tuned: tuples, several results, conversions,
# declared operators, index arrays, reductions in reductions, low-level ones.
. "$srcdir/tests/e2e_lib.sh"
need_device

for doc in "$srcdir"/tests/programs_e2e/*.json; do
	tune_at "$doc"
done

# Whose contraction makes the only kernel wrong, that is tried without it.
try 0 tune "$srcdir/examples/mandelbrot.json" --size N=128 --device 0 \
	--max-fevals 1 -o tuned
[ -s tuned/mandelbrot.cl ] || fail "no kernel of mandelbrot"
finish
