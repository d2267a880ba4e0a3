#!/bin/sh
# Each call of a command that allocates, reads, writes, syncs, opens or asks for
# room fails, once and for good (tests/cli/fail.c): the command succeeds or says
# what is wrong with an exit code of its own, and the database stays whole. By
# default at a few places of each kind; with LIFT_TUNE_LONG in the environment
# at all of them, or at a thousand of one kind. No device is needed: a stand-in
# is the worker.
. "$srcdir/tests/cli/e2e_lib.sh"
shim=${LIFT_TUNE%/*}/tests/cli/fail.so
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
export LT_WORKER
if [ -n "$LIFT_TUNE_LONG" ]; then places=1000; else places=2; fi
[ -e "$shim" ] || skip "no $shim"
# The shim comes before the sanitizers' library where there is one.
ASAN_OPTIONS=verify_asan_link_order=0:$ASAN_OPTIONS
export ASAN_OPTIONS

cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 64},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
# shellcheck disable=SC2086
tune="tune twice.json --max-fevals 2 --time-limit 2 --json -o kernels"
patient="tune twice.json --max-fevals 2 --time-limit 600 --json -o kernels"

shimmed() { # shimmed NAME=VALUE WORDS: as lift-tune; with out and err as try
	plan=$1
	shift
	env "$plan" LD_PRELOAD="$shim" "$LIFT_TUNE" "$@" > out 2> err < /dev/null
}

fresh() {
	rm -rf tuned.db* kernels data lines.jsonl
	[ ! -e begin.db ] || cp begin.db tuned.db
}

calls_of() { # calls_of KIND
	sed -n "s/^$1 //p" counts
}

# Whether it ended as a command may end, and left all as it may be left.
judge() { # judge CODE FAILURE WORDS
	code=$1
	failure=$2
	shift 2
	case $code in
	0) ;;
	[1-5]) [ -s err ] || grep -q '"error"' out ||
		{ fail "$failure: $*: exit code $code without a word"; } ;;
	*) fail "$failure: $*: exit code $code"
		show ;;
	esac
	if grep -q 'Sanitizer' err; then
		fail "$failure: $*"
		show
	fi
	# A database whose making failed holds nothing.
	[ ! -s tuned.db ] || "$LIFT_TUNE" db check > check.out 2>&1 ||
		grep -q "holds nothing yet" check.out ||
		{ fail "$failure: $*: the database is damaged"; cat check.out; }
}

total=0
sweep() { # sweep WORDS: makes each call of the command fail
	fresh
	shimmed LT_FAIL_COUNT=counts "$@"
	judge $? "no failure" "$@"
	[ -s counts ] || fail "$*: the calls were not counted"
	cp counts all.counts
	for kind in malloc read write sync open room; do
		cp all.counts counts
		calls=$(calls_of $kind)
		step=$((calls / places + 1))
		at=1
		while [ "$at" -le "${calls:-0}" ]; do
			for lasting in "" +; do
				fresh
				shimmed LT_FAIL=$kind:$at$lasting "$@"
				judge $? "$kind $at$lasting" "$@"
				total=$((total + 1))
			done
			at=$((at + step))
		done
	done
}

shimmed LT_FAIL= $patient || { fail "no search"; show; }
cp tuned.db begin.db
try 0 db export begin.jsonl
cp begin.db other.db

sweep check twice.json --print
sweep eval twice.json --fill -o data
sweep rewrite twice.json --list
sweep query
sweep db check
sweep db export lines.jsonl
sweep db import begin.jsonl
sweep db merge other.db
sweep export 1 -o kernels
sweep run twice.json --fill -o data
[ -z "$LIFT_TUNE_LONG" ] || sweep $tune --fresh
rm begin.db
sweep $tune
echo "$total failures"
finish
