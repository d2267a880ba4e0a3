#!/bin/sh
# `run` computes on the user's data, with the best known kernel or without.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

gives() { # gives OUTPUT TEXT
	same "$1" "$("$probe" npy-print "results/$1.npy")" "$2"
}

# runs DOC NAME=VALUE...: with --verify, results in results/
runs() {
	doc=$1
	shift
	inputs=
	for input in "$@"; do
		inputs="$inputs --input $input"
	done
	# shellcheck disable=SC2086
	try 0 run "$doc" --device 0 --verify -o results $inputs
}

"$probe" npy-write x.npy '<f4' 1003 1 -2 3 -4 5
"$probe" npy-write y.npy '<f4' 1003 2
"$probe" npy-write A.npy '<f4' 2,3 1 2 3 4 5 6
"$probe" npy-write x3.npy '<f4' 3 1 0 -1
"$probe" npy-write y2.npy '<f4' 2 10 20
cp x.npy kept.npy

# Nothing is stored yet: a safe default, and the results are right.
runs "$examples/asum.json" xs=x.npy && gives out "<f4 (1,): 3006"
has out "out: f32[1] = 3006"
[ -s err ] || fail "run says nothing of where its kernel comes from"
runs "$examples/gemv.json" A=A.npy x=x3.npy y=y2.npy alpha=2 beta=0.5 &&
	gives out "<f4 (2,): 1 6"

# In place on the device, but never in the user's file.
runs "$examples/scal.json" alpha=-2 x=x.npy &&
	"$probe" npy-print results/y.npy | grep -q "^<f4 (1003,): -2 4 -6 8 -10 -2 " ||
	fail "scal gave $(head -c 60 results/y.npy | tr -d '\0')"
cmp -s x.npy kept.npy || fail "scal changed its input file"

# The stored kernel, then the nearest stored one for another size.
tune_at "$examples/asum.json" N=1003
runs "$examples/asum.json" xs=x.npy && gives out "<f4 (1,): 3006"
cp err exact
"$probe" npy-write other.npy '<f4' 777 1
runs "$examples/asum.json" xs=other.npy && gives out "<f4 (1,): 777"
cmp -s err exact && fail "run does not say that the size was never tuned"
has err "N=1003"

# Tuples by component, several outputs, data that are drawn.
"$probe" npy-write p0.npy '<f4' 3 1 2 3
"$probe" npy-write p1.npy '<i4' 3 7 8 9
runs "$srcdir/tests/programs_e2e/pairs.json" p.0=p0.npy p.1=p1.npy && {
	gives twice "<f4 (3,): 2 4 6"
	gives next "<i4 (3,): 8 9 10"
}
try 0 run "$examples/dot.json" --device 0 --input xs=x.npy --fill --verify \
	-o results
try 0 run "$examples/dot.json" --device 0 --size N=100 --verify -o results

# Data that test little are named.
"$probe" npy-write same.npy '<f4' 1003 2
try 0 tune "$examples/asum.json" --device 0 --max-fevals 1 --quiet --no-files \
	--input xs=same.npy
has err "all elements of xs are equal"
try 0 tune "$examples/asum.json" --device 0 --max-fevals 1 --quiet --no-files \
	--input xs=x.npy
grep -q "are equal" err && fail "1 -2 3 -4 5 are equal"

# An index outside of an array is an error where an element is read by it; a
# kernel gives what the evaluator does where none is.
at() { # at ARRAY: at places that the array does not have
	cat <<END
{"name": "places", "inputs": [{"name": "x", "type": "[f32; 3]"},
  {"name": "js", "type": "[i32; 4]", "range": [7, 9]}],
 "body": ["map", ["fun", ["j"], ["at", $1, "j"]], "js"]}
END
}
at '["fill", 3, ["head", "x"]]' > places.json
try 0 eval places.json && cp out wanted
try 0 run places.json --device 0 --verify
cmp -s out wanted || fail "at of a fill: $(cat out), not $(cat wanted)"
at '["map", ["fun", ["_"], ["head", "x"]], "x"]' > places.json
try 0 run places.json --device 0 --verify
cmp -s out wanted || fail "at of a map: $(cat out), not $(cat wanted)"
at '"x"' > places.json
for command in eval "run --device 0" "tune --device 0"; do
	# shellcheck disable=SC2086
	try 3 $command places.json
	has err E0403
done

# Wrong data are refused before anything is launched.
"$probe" npy-write i5.npy '<i4' 77 5
try 3 run "$srcdir/tests/programs_e2e/gather.json" --device 0 \
	--input x=x3.npy --input is=i5.npy -o refused
has err E0402
[ ! -e refused/out.npy ] || fail "a result of refused data"
finish
