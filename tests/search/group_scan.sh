#!/bin/sh
# Scans of a work-group for a GPU that is not there: rows are copied to local memory
# and out of it neighbours by neighbours, in vectors where they are aligned; the
# search proposes such kernels, and they are right on the device that is here, also by
# an operator that does not commute; where a length has no such parts, and where a
# group has no memory of its own, there are none.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices
rows=$srcdir/tests/gpu/programs/rowscan.lift

# proposed DOCUMENT SIZES...
proposed() {
	document=$1
	shift
	rm -rf tuned
	try 0 tune "$document" "$@" --device 0 --max-fevals 1 \
		--device-facts "$devices/h200.json" -o tuned \
		--require "scan of a group"
}
proposed "$rows" --size M=3 --size N=256
same "vectors copied" "$(grep -c '(global const float4 \*)' tuned/rowscan.cl)" 1
same "scalars copied" "$(grep -c '= i0\[' tuned/rowscan.cl)" 0
proposed "$rows" --size M=2 --size N=1000
proposed "$rows" --size M=2 --size N=136

cat > last.lift <<'LIFT'
program last "The last element so far that is not 0, of each row."
  size M = 3; N = 192
  operator later a b = if b == 0 then a else b; assoc; neutral 0
  input A : i32[M][N] in [-1, 1]
  map (\r. scan later 0 r) A
LIFT
proposed last.lift

# One long array: each group scans a chunk, one the sums of all; a rest, too.
cat > long.lift <<'LIFT'
program long "The last number so far that is not 0."
  size N = 8192
  operator later a b = if b == 0 then a else b; assoc; neutral 0
  input x : i32[N] in [-1, 1]
  scan later 0 x
LIFT
for size in 8192 8193; do
	rm -rf tuned
	try 0 tune long.lift --size N=$size --device 0 --max-fevals 1 \
		--device-facts "$devices/h200.json" -o tuned \
		--require "scan in groups"
done

for other in "h200.json --size N=1021" "mali.json --size N=256"; do
	# shellcheck disable=SC2086
	try 1 tune "$rows" --size M=2 --device 0 --max-fevals 1 \
		--device-facts "$devices"/$other -o other \
		--require "scan of a group" &&
		has err "no candidate is as --require, --forbid and --fix ask" &&
		has err "scan of a group"
done
finish
