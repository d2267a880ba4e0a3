#!/bin/sh
# check.sh PLUGIN EXPERTS SRCDIR: the plugin counts right, the experts' kernels
# are right, and what they ask for, a few groups of each, is what
# tests/gpu/anchors.txt says. ANCHORS_WRITE=1 writes that file again.
plugin=$1 experts=$2 folder=$3/tests/gpu
counts=$(mktemp "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -f "$counts" "$counts".*' EXIT
failed=0
. "$folder/seen.sh"

# The first so many groups of each launch.
groups='gemm 1 gemm,SIZE=4096 1 gemm64 1 batched 8 transpose 4 asum 2 colsum 2
	gemv 4 jacobi 4 jacobi_local 4 convolution 4 kmeans 4 md 4 nbody 1
	rowscan 2 scal 4 softmax 4 stencil3d 4 histogram 1 scan 2 filter 2'

anchors() {
	echo "# kernel groups: sectors loaded, stored, loaded once a group;" \
		"local requests, wavefronts; barriers"
	# shellcheck disable=SC2086
	set -- $groups
	while [ $# -gt 1 ]; do
		rm -f "$counts"
		WARP_OUT=$counts oclgrind --plugins "$plugin" "$experts" \
			"$folder/experts" "$1" "$2" > "$counts.log" 2>&1 ||
			cat "$counts.log"
		counted kernel groups "loads sectors" "stores sectors" \
			group_sectors local_requests wavefronts barriers \
			< "$counts" | sed 's/^[^ ]* [^ ]*/&:/'
		shift 2
	done
}

command -v oclgrind > /dev/null || { echo "skipped: no oclgrind"; exit 77; }
sh "$folder/warp.sh" "$plugin" || failed=1
"$experts" "$folder/experts" || failed=1
anchors > "$counts.now"
[ -z "$ANCHORS_WRITE" ] || cp "$counts.now" "$folder/anchors.txt"
diff "$folder/anchors.txt" "$counts.now" || failed=1
exit $failed
