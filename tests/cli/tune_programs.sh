#!/bin/sh
# Programs of all kinds are tuned: tuples, several results, conversions,
# declared operators, index arrays, reductions in reductions, low-level ones; the
# examples that simulate and count, at small, odd sizes.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

for doc in "$srcdir"/tests/programs_e2e/*.json; do
	tune_at "$doc"
done
for n in 1 1021; do
	tune_at "$examples/nbody.json" N=$n
	tune_at "$examples/md.json" N=$((n + 2)) M=37
done
for name in blackscholes complexmul meanvar argmax; do
	tune_at "$examples/$name.json" N=1021
done
# Where a*b + c is rounded once, some points escape sooner or later.
tune_at "$examples/mandelbrot.json" N=19 -- --fp strict

# Whose contraction makes the only kernel wrong, that is tried without it.
try 0 tune "$srcdir/examples/mandelbrot.json" --size N=128 --device 0 \
	--max-fevals 1 -o tuned
[ -s tuned/mandelbrot.cl ] || fail "no kernel of mandelbrot"
finish
