#!/bin/sh
# A search beside another process that computes says so, marks what it stores,
# and names a winner that leaves compute units without work. What is exported
# after it is its winner, whose time in the ranking is not stored.
. "$srcdir/tests/cli/e2e_lib.sh"
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 4096},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
cat > worker <<J
#!/bin/sh
exec ${LIFT_TUNE%/*}/tests/harness/fault_worker "\$@" --fickle
J
chmod +x worker
echo "9.00 9.00 9.00 9/99 99" > load
kernel() { # kernel FOLDER: without its time
	grep -v '^ \* time:' "$1/twice.cl"
}
for seed in $(seq 8); do
	env LD_PRELOAD="${LIFT_TUNE%/*}/tests/cli/fail.so" LT_WORKER="$PWD/worker" \
		LT_LOADAVG="$PWD/load" LIFT_TUNE_DB="$seed.db" "$LIFT_TUNE" \
		tune twice.json --device 0 --max-fevals 4 --seed "$seed" --json \
		-o tuned > out 2> err || { fail "no search"; show; }
	has out '"ranking": 8'
	kernel tuned > tuned.kernel
	try 0 export twice --db "$seed.db" -o again
	kernel again > again.kernel
	cmp tuned.kernel again.kernel ||
		fail "seed $seed: another kernel is exported"
done

need_device
"$LIFT_TUNE" devices --json > devices
grep '"device": 0' devices | grep -q '"type": "cpu"' || skip "device 0 is no CPU"

(while :; do :; done) &
other=$!
trap 'kill $other; rm -rf "$work"' EXIT
try 0 tune "$examples/asum.json" --device 0 --size N=16 --max-fevals 2 --json
kill $other
trap 'rm -rf "$work"' EXIT
has out '"busy": {"search": '
has out '"reason": "timed while '
try 0 query asum
has out ", busy machine"
id=$(sql "SELECT max(derivation) FROM measurements WHERE status = 'ok'")
try 0 explain "$id"
has out "other threads could run"

# One element is one work-group.
try 0 tune "$examples/asum.json" --device 0 --size N=1 --max-fevals 1 --json
grep '"device": 0' devices | grep -q '"compute_units": 1,' ||
	has out '"groups": 1'
finish
