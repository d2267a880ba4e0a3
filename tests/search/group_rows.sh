#!/bin/sh
# Rows that the items of a work-group keep in registers, for GPUs that are not
# there: what a row gives is reduced and computed from them, so that each element
# is loaded once and nothing but sums is in local memory. The search proposes such
# kernels, and they are right on the device that is here; where a row is no whole
# rounds of a group, and where a group has no memory of its own, there are none.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices

cat > normed.lift <<'L'
program normed "Rows with mean 0 and variance 1."
  size M = 3; N = 512
  input A : f32[M][N]
  where normed r =
          let mean = sum r / 512.0; d = map (\v. v - mean) r;
              s = sqrt $ sum (map (\v. v * v) d) / 512.0 + 1e-5
          in map (\v. v / s) d
  map normed A
L

# proposed FACTS DOCUMENT SIZES...
proposed() {
	facts=$1 document=$2
	shift 2
	rm -rf tuned
	try 0 tune "$document" "$@" --device 0 --max-fevals 1 \
		--device-facts "$devices/$facts.json" -o tuned \
		--require "rows in registers" || return
	cat tuned/*.cl > kernel.cl
	same "kernels of $document" "$(grep -c '^kernel' kernel.cl)" 1
	same "arrays of an item" "$(grep -c '	float p[0-9]*\[' kernel.cl)" 0
	grep -o 'i0\[[^]]*\]' kernel.cl | sort > loads
	same "elements loaded twice" "$(uniq -d < loads)" ""
	[ -s loads ] || fail "$document: nothing loaded"
}
proposed h200 "$examples/softmax.lift" --size M=3 --size N=1024
proposed mi250 "$examples/softmax.lift" --size M=2 --size N=192
proposed h200 normed.lift

for other in "h200.json --size N=1021" "mali.json --size N=1024"; do
	# shellcheck disable=SC2086
	try 1 tune "$examples/softmax.lift" --size M=2 --device 0 \
		--max-fevals 1 --device-facts "$devices"/$other -o other \
		--require "rows in registers" &&
		has err "no candidate is as --require, --forbid and --fix ask"
done
finish
