#!/bin/sh
# Scans of vectors from the one before and the windows between: in one item and in the chunks of several, by
# operators that commute and by one that does not, of each width. What no vector
# divides goes on from the last vector, without a copy, in one kernel. What is no monoid has none.
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
steps=3 # of 8 lanes, as many as the processor has
grep -q float16 tuned/sums.cl && steps=4
same "steps of a vector, from this one and the one before" \
	"$(grep -Ec '\(float[0-9]+\)\(acc[0-9]\.s' tuned/sums.cl)" $steps
tuned sums.json --size N=4093 --forbid "scan in chunks"
same "kernels of vectors and a rest" "$(grep -c '^kernel' tuned/sums.cl)" 1
same "a copy of the vectors" "$(grep -c intermediate tuned/sums.cl)" 0
same "vectors before what they leave over" \
	"$(grep -c 'u \*)(o0 + [0-9]*\*i) = ' tuned/sums.cl)" 1
try 0 rewrite sums.json --size N=4093 --open N --schedule scan_of_vectors
mv out low.json
try 0 codegen low.json --open N
same "kernels for every N from a vector on" "$(grep -c '^kernel' out)" 1
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

# What a loop makes of the states is made in theirs.
cat > means.lift <<'LIFT'
program means "The mean of all elements so far."
  size N = 4096
  input x : f32[N] in [-1, 1]
  mapSeq (\(s, i). s / f32 (i + 1)) $ zip (scanSeq (+) 0 x) (generate N id)
LIFT
try 0 codegen means.lift
same "kernels of means" "$(grep -c '^kernel' out)" 1

# refused DOCUMENT OPTIONS...
refused() {
	try 1 tune "$@" --device 0 --max-fevals 1 -o other \
		--require "scan of vectors" --forbid "scan in chunks"
	has err "no candidate is as --require"
}
refused sums.json --fp strict
finish
