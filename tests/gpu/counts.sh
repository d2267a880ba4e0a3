#!/bin/sh
# counts.sh PLUGIN COUNTS SRCDIR: of kernels drawn at random for a device that is
# not there, what is counted from their trees is what the plugin counts of them
# as they run: requests, sectors, wavefronts and barriers within 5 %. Others are
# drawn with COUNTS_SEED=N.
plugin=$1 counts=$2 srcdir=$(cd "$3" && pwd)
command -v oclgrind-kernel > /dev/null ||
	{ echo "skipped: no oclgrind-kernel"; exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
all=0 failed=0 seed=${COUNTS_SEED:-1}

# seen KERNEL: what the plugin counts of it, in the order of COUNTS
seen() {
	rm -f seen
	WARP_OUT=seen oclgrind-kernel --plugins "$plugin" "$1.sim" > log 2>&1 ||
		cat log
	awk '{
		gsub(/[][{}",:]/, " ")
		for (i = 1; i < NF; i++) {
			if ($i == "loads" || $i == "stores")
				side = $i " "
			if (!((side $i) in value))
				value[side $i] = $(i + 1)
			value[$i] = $(i + 1)
		}
		print value["loads requests"], value["loads sectors"], \
			value["stores requests"], value["stores sectors"], \
			value["local_requests"], value["wavefronts"], \
			value["barriers"]
	}' seen
}

# drawn PROGRAM HOW_MANY SIZES...
drawn() {
	program=$1 count=$2
	shift 2
	document=$srcdir/examples/$program.lift
	[ -f "$document" ] || document=$srcdir/tests/gpu/programs/$program.lift
	"$counts" "$srcdir/tests/devices/h200.json" "$document" "$count" "$seed" . \
		"$@" > told || { echo "failed: $program"; failed=1; }
	while read -r kernel numbers; do
		echo "$numbers" "$(seen "$kernel" < /dev/null)" |
			awk -v name="$program $kernel" '{
			for (i = 1; i <= 7; i++) {
				off = $i - $(i + 7)
				if (off < 0)
					off = -off
				if (off > 0.05 * $(i + 7))
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
