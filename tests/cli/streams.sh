#!/bin/sh
# Where commands are used, not only how: standard streams that are closed, full
# or nobody reads, no HOME, names of files with anything in them, and a signal
# before the search has begun. Errors are told, with an exit code of their own;
# files and databases hold what they hold otherwise. No device is needed: a
# stand-in is the worker.
. "$srcdir/tests/cli/e2e_lib.sh"
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
export LT_WORKER
shim=${LIFT_TUNE%/*}/tests/cli/fail.so # has the stand-in run, and no other effect
[ -e "$shim" ] || skip "no $shim"
ASAN_OPTIONS=verify_asan_link_order=0:$ASAN_OPTIONS
export ASAN_OPTIONS
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 64},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J

tune() { # tune DIR WORDS: two evaluations with the stand-in
	folder=$1
	shift
	env LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json --device 0 \
		--max-fevals 2 -o "$folder" "$@"
}

# Files of a command are not what it prints, whatever is closed.
tune open > out 2> err || { fail "no search"; show; }
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
	rm -f tuned.db
	case $closed in *'>&- '* | '>&-') expected=3 ;; *) expected=0 ;; esac
	eval "tune closed > out 2> err $closed"
	same "the exit code of tune $closed" $? $expected
	for file in open/*; do
		cmp -s "$file" "closed/${file#*/}" ||
			fail "${file#*/} differs with $closed"
	done
	try 0 db check
	rm -rf closed
done

# What cannot be printed is an error, told where it can be.
for words in --version --help "check twice.json --print" query "query --json" \
	"db export -" "explain 1" "eval twice.json --fill"; do
	# shellcheck disable=SC2086
	"$LIFT_TUNE" $words > /dev/full 2> err
	same "the exit code of $words > /dev/full" $? 3
	has err E0701
done

# There is no place for the database.
(unset HOME XDG_DATA_HOME LIFT_TUNE_DB; tune nowhere --quiet) > out 2> err
same "the exit code without HOME" $? 5
has err E0601

# Names with anything in them: used as they are, harmless when they are shown.
odd=$(printf 'a b\047%%s#?x=\033[31m\377\302\233')
LIFT_TUNE_DB="$odd/$odd.db" tune "$odd" --quiet > out 2> err ||
	{ fail "a strange folder"; show; }
[ -s "$odd/$odd.db" ] && [ -s "$odd/twice.cl" ] || fail "files go elsewhere"
sed 's/"map"/"mop"/' twice.json > "$odd.json"
try 3 check "$odd.json"
LC_ALL=C grep -q "$(printf '[\033\377\233]')" err &&
	fail "control characters of a name reach the terminal"
try 3 check "$odd.json" --json
"$probe" json error < out | grep -q '^E0201$' || { fail "no JSON"; cat out; }

# A signal ends the evaluation of the reference, however long that takes.
cat > slow.json <<'J'
{"name": "slow", "sizes": {"N": 1000000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["head", ["reduce", "+", ["f32", 0.0],
  ["map", ["fun", ["y"], ["exp", ["*", "x", "y"]]], "xs"]]]], "xs"]}
J
env LD_PRELOAD="$shim" "$LIFT_TUNE" tune slow.json --device 0 -o slow \
	> out 2> err < /dev/null &
tuner=$!
while ! grep -q reference err && kill -0 $tuner 2> /dev/null; do
	sleep 0.1
done
kill -TERM $tuner
for _ in $(seq 6000); do
	kill -0 $tuner 2> /dev/null || break
	sleep 0.1
done
kill -KILL $tuner 2> /dev/null && fail "the reference is not interrupted"
wait $tuner
finish
