#!/bin/sh
# lift-tune prove: what is said of kernels, kept in the database and in the
# manifest; without a solver, which package brings one.
. "$srcdir/tests/cli/e2e_lib.sh"

cat > good.json <<'END'
{"name": "good", "sizes": {"N": 1000000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["join", ["mapWorkgroup", ["mapLocal", "neg"],
   ["split", 100, "xs"]]]}
END
gather() { # gather RANGE: reads where its second input says
	cat <<END
{"name": "gather", "inputs": [{"name": "xs", "type": "[f32; 100]"},
  {"name": "places", "type": "[i32; 100]"$1}],
 "body": ["mapGlobal", ["fun", ["i"], ["at", "xs", "i"]], "places"]}
END
}
"$LIFT_TUNE" --version > version
if grep -q 'proofs of kernels: none' version; then
	try 1 prove good.json
	has err libz3-dev
	try 1 tune "$examples/asum.json" --prove
	has err libz3-dev
	[ $failed = 0 ] && skip "no solver"
	finish
fi

try 0 prove good.json
has out "k0   proved "
try 0 prove good.json --json
has out '"verdict": "proved"'

# One of the declared values lies behind the end; without a range nothing is
# known.
gather ', "range": [0, 100]' > gather.json
try 1 prove gather.json
has out "k0   refuted"
has out "is 100, which is outside of the array's 100 elements"
gather ', "range": [0, 99]' > gather.json
try 0 prove gather.json
gather '' > gather.json
try 1 prove gather.json
has out "comes from i1, of which no range is known"

need_device
try 0 tune "$examples/asum.json" --size N=4096 --max-fevals 2 --prove --quiet
has asum.manifest.json '"proof": {"verdict": "proved"'
try 0 prove asum
same "proofs" "$(sql 'SELECT count(*) FROM proofs')" 2
try 0 export asum -o again
has again/asum.manifest.json '"proof": {"verdict": "proved"'
finish
