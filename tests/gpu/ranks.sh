#!/bin/sh
# ranks.sh PLUGIN COUNTS RANKS SRCDIR: of candidates drawn at random for a device
# that is not there, the model of the device ranks them by what is counted from
# their trees as by what the plugin counts of them as they run: Spearman's
# coefficient is at least 0.8 for each program. RANKS_DRAWS=N draws as many (40)
# of each, RANKS_SEED=N others, RANKS_PROGRAMS those of these programs alone.
plugin=$1 counts=$2 ranks=$3 srcdir=$(cd "$4" && pwd)
facts=$srcdir/tests/devices/h200.json
command -v oclgrind-kernel > /dev/null ||
	{ echo "skipped: no oclgrind-kernel"; exit 77; }
. "$srcdir/tests/gpu/seen.sh"
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failed=0

# once KERNEL: the same, of each kernel once
once() {
	sum=$(cat "$1.cl" "$1.sim" | sed "s/$1[.]cl//" | cksum | tr ' ' -)
	[ -s "of-$sum" ] || seen "$1" < /dev/null > "of-$sum"
	cat "of-$sum"
}

# ranked PROGRAM SIZES...
ranked() {
	program=$1
	shift
	case " ${RANKS_PROGRAMS:-$program} " in *" $program "*) ;; *) return ;; esac
	"$counts" "$facts" "$(document "$program")" "${RANKS_DRAWS:-40}" \
		"${RANKS_SEED:-1}" . "$@" > told 2> /dev/null ||
		{ echo "failed: $program"; failed=1; }
	while read -r kernel numbers; do
		echo "$kernel $numbers $(once "$kernel")"
	done < told > both
	[ -z "$RANKS_KEEP" ] || cp both "$RANKS_KEEP.$program"
	printf '%s: ' "$program"
	"$ranks" "$facts" 0.8 < both 2> /dev/null || failed=1
}

ranked colsum M=256 N=256
ranked rowsum M=256 N=256
ranked transpose M=256 N=256
ranked matmul M=128 N=128 K=64
ranked gemv M=256 K=256
ranked jacobi M=128 N=256
ranked convolution M=64 N=128
ranked scal N=65536
ranked asum N=65536
ranked stencil3d L=16 M=16 N=64
ranked softmax M=64 N=256
ranked batched B=64
exit $failed
