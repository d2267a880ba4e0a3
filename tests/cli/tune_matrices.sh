#!/bin/sh
# Two-dimensional programs are tuned at every size, however odd.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

tune_at "$examples/gemv.json" M=1 K=1
tune_at "$examples/gemv.json" M=3 K=5
tune_at "$examples/gemv.json" M=21 K=99
for n in 1 25; do
	tune_at "$examples/matmul.json" M=$n K=$n N=$n
done
tune_at "$examples/matmul.json" M=7 K=16 N=33
finish
