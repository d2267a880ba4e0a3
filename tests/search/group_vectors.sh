#!/bin/sh
# Elements by the items of a group, for GPUs that are not there: where what is
# read begins at multiples of a vector, each item loads and stores vectors, and
# nothing else; where it does not, there are no such kernels, nor on a CPU.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices

# proposed FACTS PROGRAM SIZES...
proposed() {
	facts=$1 program=$2
	shift 2
	try 0 tune "$program" "$@" --device 0 --max-fevals 1 -o kernel \
		--device-facts "$devices/$facts.json" \
		--require "vectors of the group" || return
	cat kernel/*.cl > kernel.cl
	same "scalars loaded for $facts" \
		"$(grep -c '= [io][0-9]*\[' kernel.cl)" 0
	[ "$(grep -c 'global [a-z0-9 ]*4 \*)' kernel.cl)" -ge 2 ] ||
		fail "$facts: no vectors"
}
proposed h200 "$examples/scal.lift" --size N=65536
proposed mali "$examples/scal.lift" --size N=65536
proposed mi250 "$examples/blackscholes.lift" --size N=16384

# Rows are reduced so, too, and a rest of them.
rows=$srcdir/tests/gpu/programs/rowsum.lift
for size in 4096 4100 5124; do
	try 0 tune "$rows" --size M=3 --size N=$size --device 0 --max-fevals 1 \
		-o rows --device-facts "$devices/h200.json" \
		--require "tree of vectors" || continue
	[ "$(grep -c '(global const float4 \*)' rows/rowsum.cl)" -ge 1 ] ||
		fail "rows of $size: no vectors"
done
for size in 4093 64; do
	"$LIFT_TUNE" tune "$rows" --size M=3 --size N=$size --device 0 \
		--max-fevals 1 -o rows --device-facts "$devices/h200.json" \
		--require "tree of vectors" > out 2>&1 &&
		fail "a tree of vectors for rows of $size"
done

cat > shifted.lift <<'L'
program shifted "The second element on, negated."
  size N = 65537
  input x : f32[N]
  map (\v. - v) $ drop[1] x
L
for other in "shifted.lift --device-facts $devices/h200.json" \
	"$examples/scal.lift --size N=65536"; do
	# shellcheck disable=SC2086
	"$LIFT_TUNE" tune $other --device 0 --max-fevals 1 -o other \
		--require "vectors of the group" > out 2>&1 &&
		fail "there are vectors of groups: $other"
done
finish
