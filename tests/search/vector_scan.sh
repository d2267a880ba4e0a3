#!/bin/sh
# Scans of a vector's lanes by steps: in one item and in the chunks of several, by
# operators that commute and by one that does not, of each width. What no vector
# divides has its rest before the vectors, without a copy. What is no monoid has none.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

# scan NAME TYPE OPERATOR NEUTRAL
scan() {
	printf '{"name": "%s", "sizes": {"N": 4096}, %s%s, %s}' "$1" \
		"\"inputs\": [{\"name\": \"x\", \"type\": \"[$2; N]\"," \
		" \"range\": [-9, 9]}]" "\"body\": [\"scan\", $3, $4, \"x\"]" \
		> "$1.json"
}
# tuned DOCUMENT OPTIONS...
tuned() {
	document=$1
	shift
	rm -rf tuned
	try 0 tune "$document" --device 0 --max-fevals 1 -o tuned \
		--require "scan of vectors" "$@"
}
scan sums f32 '"+"' 0
scan most i32 '"max"' -100
scan wide i64 '"+"' 5
tuned sums.json --size N=65536 --require "scan in chunks"
[ "$(grep -c '^kernel' tuned/sums.cl)" -ge 3 ] || fail "chunks in one kernel"
tuned sums.json --forbid "scan in chunks"
same "kernels in one item" "$(grep -c '^kernel' tuned/sums.cl)" 1
same "a carry for each vector" \
	"$(grep -c '\.s[0-9a-f] + ' tuned/sums.cl)" 1
tuned sums.json --size N=4093 --forbid "scan in chunks"
same "a copy of the vectors" "$(grep -c intermediate tuned/sums.cl)" 0
same "elements before the vectors" \
	"$(grep -c 'u \*)(o0 + [0-9]*\*i + [0-9]*) = ' tuned/sums.cl)" 1
tuned sums.json --size N=4093 --open N --forbid "scan in chunks"
tuned most.json --size N=65536 --require "scan in chunks"
tuned wide.json --forbid "scan in chunks"

cat > last.lift <<'LIFT'
program last "The last element so far that is not 0."
  size N = 4096
  operator later a b = if b == 0 then a else b; assoc; neutral 0
  input x : i32[N] in [-1, 1]
  scan later 3 x
LIFT
tuned last.lift
tuned last.lift --size N=4099 --forbid "scan in chunks"

# refused DOCUMENT OPTIONS...
refused() {
	try 1 tune "$@" --device 0 --max-fevals 1 -o other \
		--require "scan of vectors" --forbid "scan in chunks"
	has err "no candidate is as --require"
}
refused sums.json --fp strict
finish
