#!/bin/sh
# The programs of bench's table that scan, scatter and have rows: their references
# in plain C, of one thread and of several, give what the evaluator does.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
built=${LIFT_TUNE%/*}/references
[ -f "$built/gcc1.so" ] || skip "no references: gcc was not there"
mkdir references
ln -s "$built/gcc.so" "$built/gcc1.so" references

bench() { # bench PROGRAM SIZES...
	program=$examples/programs/$1.json
	shift
	sizes=
	for size; do
		sizes="$sizes --size $size"
	done
	# shellcheck disable=SC2086
	try 0 bench "$program" $sizes --device 0 --max-fevals 1 \
		--rounds 1 --round-limit 1 --references references --json &&
		has out '"C, gcc"' && has out '"C, one thread"'
}

bench scan_i32 N=1021
bench scan_f32 N=1021
bench filter N=1021
bench histogram N=1021 B=7
bench histogram_skewed N=1021 B=16
bench sort N=1021
bench row_sums N=1021 M=97
bench csr_product N=1021 M=97 K=50
finish
