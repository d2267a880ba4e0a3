#!/bin/sh
# counts.sh PLUGIN COUNTS SRCDIR: of kernels drawn at random for a device that is
# not there, what is counted from their trees is what the plugin counts of them
# as they run: requests, sectors, wavefronts and barriers within 5 %,
# instructions of warps within 25 %. Others are drawn with COUNTS_SEED=N.
plugin=$1 counts=$2 srcdir=$(cd "$3" && pwd)
command -v oclgrind-kernel > /dev/null ||
	{ echo "skipped: no oclgrind-kernel"; exit 77; }
. "$srcdir/tests/gpu/seen.sh"
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
all=0 failed=0 seed=${COUNTS_SEED:-1}

# drawn PROGRAM HOW_MANY SIZES...
drawn() {
	program=$1 count=$2
	shift 2
	"$counts" "$srcdir/tests/devices/h200.json" "$(document "$program")" \
		"$count" "$seed" . "$@" > told || { echo "failed: $program"; failed=1; }
	while read -r kernel numbers; do
		echo "$numbers" "$(seen "$kernel" < /dev/null)" |
			awk -v name="$program $kernel" -v told=20 '{
			for (i = 1; i <= 8; i++) {
				off = $i - $(i + told)
				if (off < 0)
					off = -off
				if (off > (i < 8 ? 0.05 : 0.25) * $(i + told))
					bad = bad " " i
			}
			if (bad)
				print name, "differs in" bad ":", $0
			exit bad != ""
		}' || failed=$((failed + 1))
		all=$((all + 1))
	done < told
}

drawn colsum 4 M=256 N=256
drawn rowsum 4 M=128 N=256
drawn transpose 4 M=128 N=128
drawn matmul 4 M=128 N=128 K=32
drawn gemv 4 M=128 K=256
drawn jacobi 4 M=128 N=128
drawn convolution 3 M=64 N=128
drawn scal 4 N=16384
drawn asum 4 N=16384
drawn stencil3d 3 L=16 M=16 N=64
drawn softmax 4 M=64 N=256
drawn batched 3 B=64
echo "$all kernels, $failed of them are not as they run"
[ "$failed" = 0 ] && [ "$all" -ge 40 ]
