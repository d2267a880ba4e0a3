#!/bin/sh
# assembly.sh BEST SRCDIR: what compilers make for GPUs that are not there of the
# best of the first 10 proposals by the model: nothing is spilled; an item of a
# product multiplies so many times for each of its loads from local memory, or,
# where nothing is kept there, for each of its loads of 16 bytes; a kernel that
# loads vectors alone loads no 4 bytes. NVIDIA's by clang and by ptxas (of PATH,
# or LIFT_TUNE_PTXAS), AMD's by clang. What is not there is skipped by its name.
# ASSEMBLY_KEEP: a folder for what they make.
best=$1 srcdir=$(cd "$2" && pwd)
clang=${CLANG:-clang} ptxas=${LIFT_TUNE_PTXAS:-ptxas}
command -v "$clang" > /dev/null || { echo "skipped: no clang"; exit 77; }
. "$srcdir/tests/gpu/seen.sh"
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

fail() {
	echo "FAILED: $*"
	failed=1
}

# compiled TARGET CPU ARGUMENT...: kernel.cl to kernel.s
compiled() {
	target=$1 cpu=$2
	shift 2
	"$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header \
		--target="$target" -Xclang -target-cpu -Xclang "$cpu" "$@" \
		-include "$srcdir/tests/gpu/builtins.h" -O3 -w -S -o kernel.s \
		kernel.cl 2> log || { cat log; return 1; }
}

# What is counted of each kernel: products, loads from local memory, loads from
# global memory of 4 and of 16 bytes, bytes spilled.
lines='END {
	for (i = 1; i <= n; i++) {
		name = names[i]
		print name, products[name] + 0, shared[name] + 0,
		      narrow[name] + 0, wide[name] + 0, spilled[name] + 0
	}
}'

of_nvidia() {
	awk '
	/\.entry/ { sub(/\(.*/, "", $NF); name = $NF; names[++n] = name }
	/\tfma\.rn\.f32/ { products[name]++ }
	/\tld\.shared/ { shared[name]++ }
	/\tld\.global[.a-z]*\.[bfsu]32/ { narrow[name]++ }
	/\tld\.global[.a-z]*\.v4\.[bfsu]32/ { wide[name]++ }
	/Compiling entry/ { split($0, quoted, "\047"); name = quoted[2] }
	/bytes spill stores/ { spilled[name] += $5 + $9 }
	'"$lines" kernel.s ptxas.log
}

of_amd() {
	awk '
	/; -- Begin function/ { name = $NF; names[++n] = name }
	/\tv_(fma|fmac|mad|mac)_f32/ { products[name]++ }
	/\tv_pk_fma_f32/ { products[name] += 2 }
	/\tds_read/ { shared[name]++ }
	/\tglobal_load_dword / { narrow[name]++ }
	/\tglobal_load_dwordx4 / { wide[name]++ }
	/^; ScratchSize:/ { spilled[name] += $3 }
	'"$lines" kernel.s
}

# scalars KERNEL: what it loads by itself from global memory
scalars() {
	awk -v kernel="void $1(" '
	/^kernel/ { inside = 0 }
	!index($0, kernel) && !inside { next }
	{
		inside = 1
		sub(/^\t*[ot][0-9]+\[[^=]*=/, "")
		count += gsub(/[^a-z][it][0-9]+\[/, "")
	}
	END { print count + 0 }' kernel.cl
}

# judged WHAT LEAST: the lines of the kernels
judged() {
	while read -r name products shared narrow wide spilled; do
		echo "$1: $name: $products products, $shared loads from local" \
			"memory, $narrow of 4 and $wide of 16 bytes from global," \
			"$spilled bytes spilled"
		[ "$spilled" = 0 ] || fail "$1: $name spills"
		[ "$narrow" = 0 ] ||
			[ "$(scalars "$name")" -gt 0 ] ||
			fail "$1: $name loads 4 bytes where it says 16"
		loads=$shared
		[ "$loads" -gt 0 ] || loads=$wide
		[ "$2" = 0 ] || [ "$loads" -gt 0 ] ||
			fail "$1: $name loads no 16 bytes"
		[ "$products" -ge $(($2 * loads)) ] ||
			fail "$1: $name multiplies less than $2 times a load"
	done < counts
}

# made LEAST PROGRAM [NAME=VALUE...]
made() {
	least=$1 program=$2
	shift 2
	for facts in h200 mi250; do
		BEST_SHOW=1 "$best" "$srcdir/tests/devices/$facts.json" \
			"$(document "$program")" 10 "$@" 2> log > shown ||
			{ cat log; fail "$program for $facts"; continue; }
		sed 1d shown > kernel.cl
		what="$program${*:+ $*}, $facts"
		: > counts
		case $facts in
		h200)
			command -v "$ptxas" > /dev/null || continue
			compiled nvptx64-nvidia-nvcl sm_80 -Xclang -target-feature \
				-Xclang +ptx72 || fail "$what: clang"
			"$ptxas" -v -arch=sm_90 kernel.s -o kernel.cubin \
				> ptxas.log 2>&1 ||
				{ cat ptxas.log; fail "$what: ptxas"; }
			of_nvidia > counts ;;
		mi250)
			compiled amdgcn-amd-amdhsa gfx90a -nogpulib ||
				fail "$what: clang"
			of_amd > counts ;;
		esac
		[ -s counts ] || fail "$what: no kernels"
		judged "$what" "$least"
		[ -z "$ASSEMBLY_KEEP" ] ||
			cp kernel.cl kernel.s "$ASSEMBLY_KEEP/"
	done
}

command -v "$ptxas" > /dev/null || echo "skipped: no ptxas, nothing for NVIDIA"
made 8 matmul
made 16 matmul M=4096 N=4096 K=4096
made 0 batched
made 0 scal
made 0 gemv
made 0 transpose
made 0 asum
made 0 colsum
exit $failed
