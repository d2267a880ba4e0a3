#!/bin/sh
# What floats may do is said: --fp strict promises bits, or names what it cannot
# promise; otherwise derivations that reassociate are labelled, with their error
# against f64, and explain says what is assumed of which operator.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

cat > divide.json << 'END'
{"name": "divide", "sizes": {"N": 999},
 "inputs": [{"name": "x", "type": "[f64; N]"}, {"name": "y", "type": "[f64; N]"}],
 "body": ["map", ["fun", [["a", "b"]],
	["+", ["*", "a", "b"], ["min", ["sqrt", "a"], ["/", "a", "b"]]]],
	["zip", "x", "y"]]}
END
sed 's/"sqrt"/"exp"/; s/divide/exponent/' divide.json > exponent.json
cat > matrices.json << 'END'
{"name": "matrices", "sizes": {"N": 512},
 "inputs": [{"name": "ms", "type": "[(i32, i32, i32, i32); N]"}],
 "operators": {"mm": {"fun": ["fun", [["a","b","c","d"], ["e","f","g","h"]],
	["tuple", ["+", ["*","a","e"], ["*","b","g"]],
		["+", ["*","a","f"], ["*","b","h"]],
		["+", ["*","c","e"], ["*","d","g"]],
		["+", ["*","c","f"], ["*","d","h"]]]],
	"assoc": true, "neutral": ["tuple", 1, 0, 0, 1]}},
 "body": ["reduce", "mm", ["tuple", 1, 0, 0, 1], "ms"]}
END

strict() { # strict DOC...
	try 0 tune "$@" --fp strict --device 0 --max-fevals 2 -o strict --json
}

strict divide.json && has out '"bit_identical": true' &&
	has out '"not_guaranteed": ""' && has out '"label": "bit-exact"'
has strict/divide.cl "#pragma OPENCL FP_CONTRACT OFF"
has strict/divide.cl "results: bit-identical to lift-tune eval"
has strict/divide.manifest.json '"results": "bit-identical to lift-tune eval"'
try 0 explain divide && has out "Results are bit-identical to lift-tune eval."
cp strict/divide.cl tuned.cl
try 0 export divide -o again
grep -v '^ \* time:' strict/divide.cl > tuned.kernel
grep -v '^ \* time:' again/divide.cl > again.kernel
cmp -s again.kernel tuned.kernel || fail "export forgot --fp strict"
try 0 replay divide --device 0 && has out "the same kernel"
strict exponent.json && has out '"bit_identical": false' &&
	has out '"not_guaranteed": "exp"'
has strict/exponent.cl "but for what depends on: exp"
try 0 run divide.json --fp strict --fill --device 0 -o results &&
	has err "the result is bit-identical to lift-tune eval"

# no reduction of floats, and none by a declared operator, is reordered
for doc in "$examples/asum.json" matrices.json; do
	strict "$doc" --size N=512 && has out '"bit_identical": true'
	same "labels" "$(grep -c '"label": "reassociates"' out)" 0
done
try 0 explain matrices && ! grep -q "as the program declares" out ||
	fail "--fp strict relies on a declaration"

# else it is labelled, measured and explained
try 0 tune "$examples/asum.json" --size N=4096 --device 0 --max-fevals 4 \
	--time-limit 900 -o tuned --json
grep '"label": "reassociates"' out > reordered && has reordered '"error": ' ||
	fail "no error of what is reassociated"
try 0 tune "$examples/asum.json" --size N=4096 --device 0 --max-fevals 4 \
	--time-limit 900 --require accumulators -o tuned &&
	has out "steps       reassociates" &&
	has out "results     an error of"
try 0 query asum --size N=4096 && has out "reassociates, error"
id=$(sql "SELECT derivation FROM results WHERE label = 'reassociates' LIMIT 1")
same "errors that are stored" "$(sql "SELECT count(*) FROM results
	WHERE status IN ('ok', 'slow')
	AND (label = 'reassociates') <> (max_error IS NOT NULL)")" 0
try 0 explain "$id" && has out "Assumed from step" && has out "(+) on f32" &&
	has out "up to the rounding of floats" && has out "Measured: an error of"
try 0 explain "$id" --json && has out '"assumes": "(+) on f32'
try 0 tune matrices.json --device 0 --max-fevals 2 --require chunks -o tuned --json
for id in $(sql "SELECT DISTINCT derivation FROM results WHERE
	program = 'matrices' AND fp = 'reassoc'"); do
	"$LIFT_TUNE" explain "$id"
done > out 2> err
has out "is associative, its initial value neutral, as the program declares"

# where functions are not exact, special values are judged within their ulps: a
# driver that is one off passes, one that is 32 off does not
fake=${LIFT_TUNE%/*}/tests/cli/fake_driver.so
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
mkdir vendors
echo "$fake" > vendors/fake.icd
cat > sines.json << 'END'
{"name": "sines", "sizes": {"N": 2},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["reduce", "+", 0, ["map", "sin", "xs"]]}
END
# drifted BIT CODE
drifted() {
	LIFT_TUNE_DB=$work/drift$1.db OCL_ICD_VENDORS=$work/vendors/ \
		OPENCL_FAKE=drift:$1 try "$2" tune sines.json --fp strict \
		--device 0 --jobs 0 --seed 0 --max-fevals 1 -o drift
}
export OPENCL_FAKE_REAL
if OCL_ICD_VENDORS=$work/vendors/ "$LIFT_TUNE" devices > out 2> err; then
	drifted 0 0
	drifted 5 1 && has err "no valid kernel"
	LIFT_TUNE_DB=$work/drift5.db
	same "what is 32 ulps off" "$(sql "SELECT count(*) FROM measurements
		WHERE reason LIKE 'special: output 0%'")" 1
	LIFT_TUNE_DB=$work/tuned.db
fi

# what contraction makes wrong is tried without it; so is what comes after that
# helped, and each kernel is made again as it was
try 0 tune "$examples/mandelbrot.json" --size N=128 --device 0 --max-fevals 5 \
	--time-limit 900 -o tuned --json
sed -n '/"status": "ok".*no contraction/,$p' out | grep '"status"' |
	grep -v "no contraction" > contracted
same "contracted afterwards" "$(wc -l < contracted)" 0
for id in $(sql "SELECT DISTINCT derivation FROM results WHERE
	program = 'mandelbrot' AND status = 'ok'"); do
	try 0 replay "$id" --device 0 && has out "the same kernel"
done
finish
