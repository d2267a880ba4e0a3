#!/bin/sh
# SIGTERM at any moment of a search, of a small one and of one that evaluates for
# hours: it ends with exit code 130; what it has told of is stored, the database is
# whole, and no worker is left. How soon is tests/cli/unit_watch.c's.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
moments="0.02 0.2 0.6 1.3 2.4"
[ -z "$LIFT_TUNE_LONG" ] || moments="0.01 0.05 0.1 0.15 0.2 0.3 0.4 0.5 0.7 0.9
	1.1 1.4 1.7 2.0 2.4 2.8 3.3 3.9 4.5 5.5 7 9 12 16"

ends() { # ends PID: whether it does, for minutes
	for _ in $(seq 3000); do
		kill -0 "$1" 2> /dev/null || return 0
		sleep 0.05
	done
	return 1
}

# A worker has the id of its tuner in its environment.
workers_of() {
	for environment in /proc/[0-9]*/environ; do
		tr '\0' '\n' < "$environment"
	done 2> /dev/null | grep -c "^WORKER_MARK=$1\."
}

stop() { # stop MOMENT WORDS: a search, ended after so many seconds
	moment=$1
	shift
	rm -rf tuned.db* best
	"$LIFT_TUNE" tune "$@" --device 0 --json --max-fevals 10000 -o best \
		> out 2> err < /dev/null &
	tuner=$!
	sleep "$moment"
	kill -TERM $tuner
	ends $tuner || { fail "$1: no end after $moment s"; kill -KILL $tuner; }
	wait $tuner
	code=$?
	# The loader was still at work: no line of the program has run.
	[ $code = 143 ] && [ ! -s out ] && [ ! -e tuned.db ] && return
	same "the exit code of $1 after $moment s" $code 130
	same "the workers of $1 after $moment s" "$(workers_of $tuner)" 0
	grep '"evaluation"' out | "$probe" json measurement |
		grep "^[0-9]" > told
	[ -s told ] || return
	for id in $(cat told); do
		same "row $id" "$(sql "SELECT count(*) FROM measurements
			WHERE id = $id")" 1
	done
	try 0 db check
}

# The evaluation and the search of it take long.
cat > long.json <<'J'
{"name": "long", "sizes": {"N": 1000000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["head", ["reduce", "+", ["f32", 0.0],
  ["map", ["fun", ["y"], ["exp", ["*", "x", "y"]]], "xs"]]]], "xs"]}
J
for moment in $moments; do
	stop "$moment" "$examples/asum.json" --size N=100003
	stop "$moment" long.json
	[ -z "$LIFT_TUNE_LONG" ] || stop "$moment" "$examples/md.json"
done

finish
