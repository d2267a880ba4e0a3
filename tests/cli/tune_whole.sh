#!/bin/sh
# Steps of whole programs are tuned at sizes that leave a rest, and tiny ones:
# graphs, sparse matrices, searches, sorts, images, what is combined by key.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

lengths="1 1021"
[ -z "$LIFT_TUNE_LONG" ] || lengths="1 2 3 1021 16777213 16777216"

whole() { # whole PROGRAM SIZE=NUMBER...
	program=$srcdir/tests/programs_whole/$1.json
	shift
	tune_at "$program" "$@"
}

for n in $lengths; do
	few=$((n / 5 + 1)) # vertices, rows
	whole pagerank M="$few" E="$n"
	whole smvm M="$few" E="$n"
	whole csr M="$few" E="$n" K="$few"
	whole bfs_step M="$few" E="$n"
	whole components_step M="$few" E="$n"
	whole quickhull_step S=7 N="$n"
	whole string_search P=3 N=$((n + 2))
	whole top_k K=1 N="$n"
	whole radix_sort N="$n"
	whole run_lengths N="$n"
	whole equalise N="$n"
	whole filter_folds N="$n"
	whole argmin_by_key N="$n"
	whole affine_scan N="$n"
	whole kmeans_sums N="$n"
	whole integral_image M=$((n < 64 ? n : n / 64)) N=$((n < 64 ? n : 67))
done
finish
