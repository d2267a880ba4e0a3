#!/bin/sh
# Scatters and filters of work-groups for a GPU that is not there: the items change an
# array in local memory at once, in vectors of indices where these are aligned; the search
# proposes such kernels, and they are right on the device that is here, of any
# size, by each operator that has an atomic function (two of them without
# LIFT_TUNE_MORE). On Oclgrind, with it, none has a race.
# Where the array is too large, and by other operators, there are none. What is kept
# of an array is stored by groups, too, whether or not its number is a result.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices
block="scatter in groups"

# made DOCUMENT SIZES...: by $block, and right
made() {
	document=$1
	shift
	rm -rf tuned
	try 0 tune "$document" "$@" --device 0 --max-fevals 1 \
		--device-facts "$devices/h200.json" -o tuned --require "$block"
}

proposed() {
	made "$@"
	[ "$(grep -c 'atomic_' tuned/*.cl)" -gt 0 ] || fail "$*: no atomic"
}

histogram=$srcdir/examples/programs/histogram.json
proposed "$histogram" --size N=1048576 --fix "scatter in groups.width=4"
[ "$(grep -c 'int4 x0 = \*(global const int4 \*)' tuned/*.cl)" -gt 0 ] ||
	fail "no vectors of indices"
proposed "$histogram" --size N=100003 --size B=61
[ -z "$LIFT_TUNE_MORE" ] || proposed "$histogram" --size N=8195 --size B=3000

# of OPERATOR TYPE START FILE
of() {
	cat > "$4.lift" <<LIFT
program $4 "By index, some of them of nothing."
  size N = 30011; B = 77
  input k : i16[N] in [-3, 90]; v : $2[N]
  scatter $1 (fill[B] ($2 $3)) k v
LIFT
}
of "(\\s x. min s x)" i32 5 least
of "(\\s x. max x s)" u32 7 most
of "(\\s x. s & x)" u32 4294967295 all
of "(\\s x. s ^ x)" i32 1 odd
sed -i 's/k v$/k $ map (\\x. x * x + 1) v/' odd.lift
for name in most odd ${LIFT_TUNE_MORE:+least all}; do
	proposed "$name.lift"
done

if [ -n "$LIFT_TUNE_MORE" ] && command -v oclgrind > /dev/null; then
	try_races "$block" "$histogram" --size N=4093 --size B=61
	try_races "$block" odd.lift --size N=2053
fi

none() {
	try 1 tune "$@" --device 0 --max-fevals 1 -o other \
		--device-facts "$devices/h200.json" --require "$block" &&
		has err "no candidate is as --require, --forbid and --fix ask"
}
of "(\\s x. s + x)" f32 0 floats
none floats.lift
of "(\\s x. s - x)" i32 0 minus
none minus.lift
none "$histogram" --size N=100003 --size B=20000

block="filter in groups"
filter=$srcdir/examples/programs/filter.json
cat > kept.lift <<'LIFT'
program kept "What is kept, and the sum of all."
  size N = 5003
  input x : i32[N] in [-9, 9]
  output keep; total
  (filter (\v. v > 2) x, head (reduce (+) 0 x))
LIFT
made kept.lift
made "$filter" --size N=2097152
[ "$(grep -c 'if (w0 == 0 && ' tuned/*.cl)" -gt 0 ] ||
	fail "one item's store in a launch of its own"
[ -z "$LIFT_TUNE_MORE" ] || made "$filter" --size N=100003
if [ -n "$LIFT_TUNE_MORE" ] && command -v oclgrind > /dev/null; then
	try_races "$block" "$filter" --size N=2049
fi
finish
