#!/bin/sh
# best.sh PLUGIN EXPERTS TIME BEST SRCDIR: for an H200 that is not there, what the fastest
# by the model of the first 10 proposals (BEST_COUNT) asks for, over what an expert's
# kernel for the same does: sectors of global memory, wavefronts of local memory (of
# an expert who has none: over his requests, with an r), instructions of warps. Where
# it keeps not all limits (sectors 1.1, of stencils 1.3; wavefronts 1.25;
# instructions 1.5) the one of the same proposals that is nearest to them comes next:
# of those that keep them the fastest.
# Proposals are counted from their trees, experts' kernels by the plugin on a few
# groups. A table in Markdown on standard output. BEST_PROGRAMS: of these programs
# alone.
plugin=$1 experts=$2 expert_time=$3 best=$4 srcdir=$(cd "$5" && pwd)
command -v oclgrind > /dev/null || { echo "skipped: no oclgrind"; exit 77; }
. "$srcdir/tests/gpu/seen.sh"
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99

# expert NAME GROUPS: sectors, wavefronts, instructions, requests of its launches, from
# the first so many groups of each, and the us that it takes at least by the model
expert() {
	rm -f counts
	WARP_OUT=counts oclgrind --plugins "$plugin" "$experts" \
		"$srcdir/tests/gpu/experts" "$1" "$2" > log 2>&1 ||
		cat log >&2
	grep '^[0-9 ]*$' log > launches
	counted groups "loads requests" "loads sectors" "stores requests" \
		"stores sectors" local_requests wavefronts barriers \
		warp_instructions group_sectors < counts |
		paste -d ' ' launches - > lines
	awk '{
		times = $1 / $4
		sectors += times * ($6 + $8)
		wavefronts += times * $10
		instructions += times * $12
		requests += times * ($5 + $7)
	}
	END {
		printf "%.0f %.0f %.0f %.0f ", sectors, wavefronts,
			instructions, requests
	}' lines
	"$expert_time" "$srcdir/tests/devices/h200.json" < lines 2> /dev/null
}

# rows PROGRAM SECTORS EXPERT: of the candidates on standard input, with a limit of
# the sectors; EXPERT: what expert says
rows() {
	awk -v program="$1" -v limit="$2" -v expert="$3" '
	function most(a, b) { return a > b ? a : b }
	function wavefronts(n) {
		if (of[2] > 0)
			return sprintf("%.2f", n / of[2])
		return n > 0 ? sprintf("%.2f r", n / of[4]) : "-"
	}
	function row(name, at) {
		printf "| %s | %s us | %s | %s | %.2f | %s | %.2f | %s |\n", name,
			time[at], at == fastest ? of[5] " us" : "",
			launches[at], sectors[at] / of[1],
			wavefronts(waves[at]), instructions[at] / of[3],
			off[at] <= 1 ? "all" : sprintf("%.2f off", off[at])
	}
	BEGIN {
		split(expert, of, " ")
		wave_limit = of[2] > 0 ? 1.25 * of[2] : of[4]
	}
	$1 == "candidate" {
		n = $2
		time[n] = $3; launches[n] = $4; sectors[n] = $5; waves[n] = $6
		instructions[n] = $7 + 0
		off[n] = most(sectors[n] / of[1] / limit,
			most(waves[n] / wave_limit, instructions[n] / of[3] / 1.5))
		if (!fastest || time[n] + 0 < time[fastest] + 0)
			fastest = n
		if (!nearest || (off[n] <= 1 && off[nearest] <= 1
				 ? time[n] + 0 < time[nearest] + 0
				 : off[n] < off[nearest]))
			nearest = n
	}
	END {
		if (!fastest) {
			print "| " program " | none |"
			exit
		}
		row(program, fastest)
		if (off[fastest] > 1 && nearest != fastest)
			row(" (nearest)", nearest)
	}'
}

# compared PROGRAM "SIZES" LIMIT {EXPERT GROUPS}...: of several of an expert's, the one
# that is fastest by the model
compared() {
	program=$1 sizes=$2 limit=$3
	shift 3
	case " ${BEST_PROGRAMS:-$program} " in
	*" $program "*) ;;
	*) return ;;
	esac
	# shellcheck disable=SC2086
	BEST_ALL=1 "$best" "$srcdir/tests/devices/h200.json" \
		"$(document "$program")" "${BEST_COUNT:-10}" $sizes 2> /dev/null |
		rows "$program${sizes:+ ${sizes%% *}}" "$limit" "$(
			while [ $# -gt 0 ]; do
				expert "$1" "$2"
				shift 2
			done | sort -k 5 -n | head -n 1)"
}

echo "| program | modelled | expert's | launches | sectors | wavefronts | instructions | limits |"
echo "|---|---|---|---|---|---|---|---|"
compared matmul "" 1.1 gemm 1 gemm64 1
compared matmul "M=4096 N=4096 K=4096" 1.1 gemm,SIZE=4096 1
compared batched "" 1.1 batched 8
compared transpose "" 1.1 transpose 4
compared colsum "" 1.1 colsum 2
compared gemv "" 1.1 gemv 4
compared asum "" 1.1 asum 2
compared scal "" 1.1 scal 4
compared jacobi "" 1.3 jacobi 4 jacobi_local 4
compared convolution "" 1.3 convolution 4
compared stencil3d "" 1.3 stencil3d 4
compared nbody N=2048 1.1 nbody 1
compared nbody N=16384 1.1 nbody,SIZE=16384 1
compared softmax "" 1.1 softmax 4
compared rowscan "" 1.1 rowscan 2
compared kmeans "" 1.1 kmeans 4
compared md "" 1.1 md 4
compared histogram "" 1.1 histogram 4
compared scan_f32 "" 1.1 scan 2
compared filter "" 1.1 filter 2
