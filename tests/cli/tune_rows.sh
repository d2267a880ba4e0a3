#!/bin/sh
# Rows are tuned: maps, reductions, scans and filters of them, whatever their lengths
# are.
# By the seed a tenth of them is empty and one has a third of all elements (0),
# or they follow a power law (1), or most are empty (2), or few are long (3).
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

rows() { # rows PROGRAM SEEDS: at tiny sizes, and larger ones with each seed
	program=$srcdir/tests/programs_rows/$1.json
	tune_at "$program" M=1 N=1 -- --seed 2
	tune_at "$program" M=97 N=3 -- --seed 0
	for seed in $2; do
		tune_at "$program" M=97 N=1021 -- --seed "$seed"
	done
	[ -n "$LIFT_TUNE_LONG" ] || return
	tune_at "$program" M=1048573 N=16777213 -- --seed 0
	tune_at "$program" M=1048576 N=16777216 -- --seed 3
}

others="1"
[ -z "$LIFT_TUNE_LONG" ] || others="0 1 2 3"
rows row_sums "0 1 2 3"
tune_at "$srcdir/tests/programs_rows/row_sums.json" M=97 N=1021 -- \
	--seed 0 --require accumulators
rows row_scans "$others"
tune_at "$srcdir/tests/programs_rows/row_scans.json" M=97 N=1021 -- \
	--seed 0 --require "scan in chunks"
rows row_maps "$others"
rows csr_product "$others"
rows row_extremes "$others"
for name in row_softmax row_filter; do
	if [ -n "$LIFT_TUNE_LONG" ]; then
		rows $name "$others"
	else
		tune_at "$srcdir/tests/programs_rows/$name.json" M=97 N=1021 \
			-- --seed 1
	fi
done
finish
