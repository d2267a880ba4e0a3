#!/bin/sh
# The programs of bench's table that scan, scatter, have rows or rounds: their
# references in plain C, of one thread and of several, give what the evaluator does.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
built=${LIFT_TUNE%/*}/references
[ -f "$built/gcc1.so" ] || skip "no references: gcc was not there"
mkdir references
ln -s "$built/gcc.so" "$built/gcc1.so" references

bench() { # bench FOLDER/PROGRAM SIZES...
	program=$examples/$1.json
	kind=${1%/*}
	shift
	sizes=
	for size; do
		sizes="$sizes --size $size"
	done
	# shellcheck disable=SC2086
	try 0 bench "$program" $sizes --device 0 --max-fevals 1 \
		--rounds 1 --round-limit 1 --references references --json &&
		has out '"C, gcc"' &&
		{ [ "$kind" = rounds ] || has out '"C, one thread"'; }
}

bench programs/scan_i32 N=1021
bench programs/scan_f32 N=1021
bench programs/filter N=1021
bench programs/histogram N=1021 B=7
bench programs/histogram_skewed N=1021 B=16
bench programs/sort N=1021
bench programs/row_sums N=1021 M=97
bench programs/csr_product N=1021 M=97 K=50
bench rounds/lu N=23 R=23
bench rounds/cholesky N=23 R=17
bench rounds/gram_schmidt N=17 M=23 R=16
bench rounds/floyd_warshall N=29 R=29
bench rounds/triangular_solve N=19 M=7 R=19
bench rounds/needleman_wunsch N=11 M=5
bench rounds/seidel N=11 M=3
bench rounds/pathfinder N=101 M=7
finish
