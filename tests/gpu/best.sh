#!/bin/sh
# best.sh PLUGIN EXPERTS BEST SRCDIR: for an H200 that is not there, what the best
# of the first 100 proposals (BEST_COUNT) by the model asks for, over what an expert's kernel
# for the same does: sectors of global memory, wavefronts of local memory,
# instructions of warps. Proposals are counted from their trees, experts' kernels by
# the plugin on a few groups. A table in Markdown on standard output.
# BEST_PROGRAMS: of these programs alone.
plugin=$1 experts=$2 best=$3 srcdir=$(cd "$4" && pwd)
command -v oclgrind > /dev/null || { echo "skipped: no oclgrind"; exit 77; }
. "$srcdir/tests/gpu/seen.sh"
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# expert NAME GROUPS ITEMS...: sectors, wavefronts, instructions of its launches,
# which have so many work-items, from the first so many groups of each
expert() {
	name=$1 groups=$2
	shift 2
	rm -f counts
	WARP_OUT=counts oclgrind --plugins "$plugin" "$experts" \
		"$srcdir/tests/gpu/experts" "$name" "$groups" > log 2>&1 ||
		cat log >&2
	counted items groups "loads sectors" "stores sectors" wavefronts \
		warp_instructions < counts |
		awk -v items="$*" 'BEGIN { split(items, all, " ") }
		{
			times = all[NR] / $1 / $2
			sectors += times * ($3 + $4)
			wavefronts += times * $5
			instructions += times * $6
		}
		END {
			printf "%.0f %.0f %.0f\n", sectors, wavefronts, instructions
		}'
}

# compared PROGRAM "SIZES" EXPERT...
compared() {
	program=$1 sizes=$2
	shift 2
	case " ${BEST_PROGRAMS:-$program} " in
	*" $program "*) ;;
	*) return ;;
	esac
	# shellcheck disable=SC2086
	ours=$("$best" "$srcdir/tests/devices/h200.json" \
		"$(document "$program")" "${BEST_COUNT:-100}" $sizes 2> /dev/null)
	echo "$program ${sizes:--}; $ours; $(expert "$@")" | awk -F '; ' '
		function ratio(a, b) {
			return b > 0 ? sprintf("%.2f", a / b) : a > 0 ? "more" : "-"
		}
		{
			split($2, own, " ")
			split($3, of, " ")
			printf "| %s | %s | %s | %s | %s | %s |\n", $1, own[4],
				own[5], ratio(own[6], of[1]),
				ratio(own[7], of[2]), ratio(own[8], of[3])
		}'
}

echo "| program | modelled us | launches | sectors | wavefronts | instructions |"
echo "|---|---|---|---|---|---|"
compared matmul "" gemm 1 16384
compared batched "" batched 8 262144
compared transpose "" transpose 4 4194304
compared colsum "" colsum 2 131072 4096
compared gemv "" gemv 4 524288
compared asum "" asum 2 270336 256
compared scal "" scal 4 4194304
compared jacobi "" jacobi 4 4194304
compared convolution "" convolution 4 4194304
compared stencil3d "" stencil3d 4 1048576
compared nbody N=2048 nbody 1 2048
compared softmax "" softmax 4 1048576
compared rowscan "" rowscan 2 1048576
compared kmeans "" kmeans 4 262144
compared md "" md 4 1572864
