#!/bin/sh
# One-dimensional programs are tuned at every size, however odd.
. "$srcdir/tests/e2e_lib.sh"
need_device

for name in asum dot scal; do
	for n in 1 2 3 1003; do
		tune_at "$examples/$name.json" N=$n
	done
done
finish
