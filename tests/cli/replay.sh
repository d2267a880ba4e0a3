#!/bin/sh
# replay shows the stored time and a fresh one, each with its interval, and says
# when the fresh one is outside of what was stored. With a stand-in for the
# worker, whose kernels always take the same time, on a machine that seems quiet.
. "$srcdir/tests/cli/e2e_lib.sh"
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
LT_LOADAVG=$work/quiet
export LT_WORKER LT_LOADAVG
echo "0.00 0.00 0.00 1/99 99" > quiet
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 64},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J

LT=$LIFT_TUNE
LIFT_TUNE=$work/lift-tune
printf '#!/bin/sh\nexec env LD_PRELOAD=%s %s "$@"\n' "${LT%/*}/tests/cli/fail.so" "$LT" > lift-tune
chmod +x lift-tune
if ! "$LIFT_TUNE" tune twice.json --quiet --max-fevals 3 -o out.d > out 2> err
then
	skip "no stand-in"
fi
[ "$(sql "SELECT count(*) FROM remeasurements")" -gt 0 ] ||
	fail "the ranking is not stored"
try 0 replay twice
has out "within the interval that was stored: 1.00 of its time"
same "rows" "$(grep -cE '^(stored|now) ' out)" 2
try 0 replay twice --json
has out '"outside": false'
has out '"stored": {'
has out '"now": {'

# As if the machine had been twice as fast when it was tuned.
sql "UPDATE remeasurements SET p25_ns = p25_ns / 2, low_ns = low_ns / 2,
	high_ns = high_ns / 2" > /dev/null
try 0 replay twice
has out "outside of the interval that was stored: 2.00 of its time"
sql "UPDATE remeasurements SET p25_ns = p25_ns / 2, low_ns = low_ns / 2,
	high_ns = high_ns / 2" > /dev/null
try 0 replay twice --json
has out '"outside": true'

# Other sizes cannot be compared.
try 0 replay twice --size N=128
grep -q "interval that was stored" out && fail "other sizes were compared"

# Several are timed in turn, if they are of one program at the same sizes.
ids() {
	"$LIFT_TUNE" query twice "$@" --json |
		sed -n 's/^{"id": \([0-9]*\),.*"status": "ok".*/\1/p' |
		sort -u | head -n 2
}
# shellcheck disable=SC2046
set -- $(ids --size N=64)
try 0 replay "$1" "$2"
same "rows" "$(grep -c "of the fastest" out)" 2
try 0 replay "$2" "$1" --json
same "objects" "$(grep -c '"ratio": ' out)" 2
try 0 tune twice.json --size N=128 --quiet --max-fevals 1 -o out.d
other=$(ids --size N=128 | head -n 1)
try 2 replay "$1" "$other"
finish
