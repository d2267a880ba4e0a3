#!/bin/sh
# A search beside another process that computes says so, marks what it stores,
# and names a winner that leaves compute units without work.
. "$srcdir/tests/e2e_lib.sh"
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
