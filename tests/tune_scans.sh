#!/bin/sh
# Scans are tuned at sizes that leave a rest, and tiny ones, in chunks wherever
# these are offered: whatever is scanned, also by what does not commute.
. "$srcdir/tests/e2e_lib.sh"
need_device

lengths="1 2 3 1021"
[ -z "$LIFT_TUNE_LONG" ] || lengths="$lengths 4099 16777213"
for name in scan scan_exclusive scan_right scan_affine scan_pairs; do
	for n in $lengths; do
		program=$srcdir/tests/programs_e2e/$name.json
		tune_at "$program" N="$n"
		[ "$n" -lt 8 ] || tune_at "$program" N="$n" -- \
			--require "scan in chunks"
	done
done
finish
