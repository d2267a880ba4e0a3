#!/bin/sh
# Programs that are folds over arrays, in order (tests/programs_rounds): their
# rounds are kernels in loops of launches, and give what the evaluator gives.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
LIFT_TUNE_WORKER=$LIFT_TUNE
export LIFT_TUNE_WORKER

for doc in "$srcdir"/tests/programs_rounds/*.json; do
	name=$(basename "$doc" .json)
	tune_at "$doc"
	has "tuned/$name.manifest.json" '"times": '
	try 0 run "$doc" --device 0 --verify -o results
done
finish
