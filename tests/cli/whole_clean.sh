#!/bin/sh
# On Oclgrind, which finds races and accesses out of bounds, the kernels of whole
# programs are clean and right at tiny sizes and at such that leave a rest. With
# LIFT_TUNE_LONG in the environment each program, else a part, at all sizes.
. "$srcdir/tests/cli/e2e_lib.sh"
command -v oclgrind > /dev/null || skip "no oclgrind"

# Each process writes what is found into a pipe, so that none empties the file.
mkfifo found && exec 3<> found || exit 99
cat <&3 > found.all &
reader=$!
printf '#!/bin/sh\nexec oclgrind --data-races --log %s/found %s "$@"\n' \
	"$work" "$LIFT_TUNE" > checked && chmod +x checked
LIFT_TUNE=$work/checked
need_device

lengths=255
[ -z "$LIFT_TUNE_LONG" ] || lengths="1 2 3 255 1021 4099"

clean() { # clean PROGRAM SIZE=NUMBER... [-- OPTION...]
	program=$1
	shift
	tune_at "$srcdir/tests/$program.json" "$@"
	[ ! -s found.all ] || {
		fail "$program $*: $(head -n 5 found.all)"
		sql "SELECT source FROM kernels ORDER BY id DESC LIMIT $evaluations"
		: > found.all
	}
}

each() { # each always|long PROGRAM SIZE=NUMBER... [-- OPTION...]
	[ -n "$LIFT_TUNE_LONG" ] || [ "$1" = always ] || return
	shift
	clean "$@"
}

for n in $lengths; do
	few=$((n / 5 + 1)) # vertices, rows
	for name in scan scan_exclusive scan_right scan_pairs; do
		each long programs_e2e/$name N="$n"
	done
	each long programs_e2e/scan_affine N="$n"
	each long programs_whole/accelerate_fold_seg S="$few" N="$n"
	each long programs_whole/lambda_cu_segments S="$few" N="$n"
	each long programs_scatter/permuted N="$n"
	for name in filter_none filter_all partition histogram scatter_first; do
		each long programs_scatter/$name N="$n"
	done
	each always programs_scatter/filter N="$n"
	for bins in 1 256 65536; do
		each long ../examples/programs/histogram N="$n" B=$bins
	done
	for name in sort_f32 sort_i64 sort_equal sort_by_key buckets; do
		each long programs_sort/$name N="$n"
	done
	each long programs_sort/sort_u32 N="$n"
	each always programs_rows/row_sums M="$few" N="$n" -- --seed 3 --fresh
	for seed in 0 2; do
		each long programs_rows/row_sums M="$few" N="$n" -- \
			--seed $seed --fresh
		each long programs_rows/row_scans M="$few" N="$n" -- --seed $seed \
			--fresh
	done
	each long programs_rows/csr_product M="$few" N="$n"
	each long programs_rows/row_softmax M="$few" N="$n"
	each long programs_rows/row_filter M="$few" N="$n"
	each long programs_whole/argmin_by_key N="$n"
	each long programs_whole/pagerank M="$few" E="$n"
	each long programs_whole/bfs_step M="$few" E="$n"
	each long programs_whole/components_step M="$few" E="$n"
	each long programs_whole/quickhull_step S=7 N="$n"
	each long programs_whole/csr M="$few" E="$n" K="$few"
	each long programs_whole/smvm M="$few" E="$n"
	each long programs_whole/radix_sort N="$n"
	each long programs_whole/string_search P=3 N=$((n + 2))
	each long programs_whole/top_k K=1 N="$n"
	each long programs_whole/integral_image M=$((n < 64 ? n : n / 64)) \
		N=$((n < 64 ? n : 67))
	each long programs_whole/run_lengths N="$n"
	each long programs_whole/equalise N="$n"
done
kill $reader
finish
