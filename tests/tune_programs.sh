#!/bin/sh
# Programs of all kinds are tuned: tuples, several results, conversions,
# declared operators, index arrays, reductions in reductions, low-level ones.
. "$srcdir/tests/e2e_lib.sh"
need_device

for doc in "$srcdir"/tests/programs_e2e/*.json; do
	tune_at "$doc"
done
finish
