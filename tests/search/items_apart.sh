#!/bin/sh
# For GPUs that are not there: an item computes a few elements that read the same
# data, as far apart as there are items, so that neighbouring items load and store
# neighbours; what these leave over is the work of items of its own. Not where
# elements share nothing, and not on a CPU.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices

# apart FACTS PROGRAM EACH STRIDE SIZES...: elements that far apart are loaded
apart() {
	facts=$1 program=$2 each=$3 stride=$4
	shift 4
	try 0 tune "$program" "$@" --device 0 --max-fevals 1 -o kernel \
		--device-facts "$devices/$facts.json" --forbid groups \
		--require "items apart" --fix "items apart.each=$each" || return
	cat kernel/*.cl > kernel.cl
	same "first elements for $facts" \
		"$(grep -c "(i0 + \(4\*g0\|b0\))" kernel.cl)" 1
	same "elements that far apart for $facts" \
		"$(grep -c "(i0 + \(4\*g0\|b0\) + $stride)" kernel.cl)" 1
}
points=$examples/kmeans.json
apart h200 "$points" 2 65536 --size N=32768
apart mi250 "$points" 4 32768 --size N=32768
apart h200 "$points" 2 65540 --size N=32771

# refused PROGRAM OPTIONS...
refused() {
	try 1 tune "$@" --device 0 --max-fevals 1 -o other \
		--require "items apart"
	has err "no candidate is as --require"
}
refused "$points"
refused "$examples/scal.lift" --device-facts "$devices/h200.json"
refused "$srcdir/tests/gpu/programs/colsum.lift" --size M=256 --size N=65536 \
	--device-facts "$devices/h200.json"
finish
