#!/bin/sh
# The same seed and the same clock give the same search: each evaluation in its
# turn with its times, the winner, its interval and its ties, one after the other
# as well as with candidates built ahead; another seed gives another one. The
# clock is that of a stand-in for the worker, which makes times of the source.
. "$srcdir/tests/cli/e2e_lib.sh"
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 4096},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
cat > worker <<J
#!/bin/sh
exec ${LIFT_TUNE%/*}/tests/harness/fault_worker "\$@" --clock
J
chmod +x worker
LT_WORKER=$PWD/worker
export LT_WORKER
shim=${LIFT_TUNE%/*}/tests/cli/fail.so # has a stand-in run as the worker
ASAN_OPTIONS=verify_asan_link_order=0:$ASAN_OPTIONS
export ASAN_OPTIONS

search() { # search NAME SEED JOBS: what happened, without the times it took
	env LD_PRELOAD="$shim" LIFT_TUNE_DB="$1.db" "$LIFT_TUNE" tune \
		twice.json --device 0 --max-fevals 12 --time-limit 600 \
		--seed "$2" --jobs "$3" --json -o out.d > out 2> err ||
		{ fail "no search $*"; show; }
	sed -e 's/, "wall": .*//' -e 's/, "busy": .*//' \
		-e 's/, "reason": "timed while [^"]*"//' out > "$1.out"
	[ "$(grep -c '"evaluation"' "$1.out")" -ge 12 ] ||
		fail "$1: fewer evaluations"
	grep -q '"low_ns"' "$1.out" || fail "$1: no interval"
}

for jobs in 0 1 3; do
	search one$jobs 1 $jobs
	search again$jobs 1 $jobs
	cmp one$jobs.out again$jobs.out ||
		{ fail "not the same with --jobs $jobs"
		diff one$jobs.out again$jobs.out; }
done
differs=
for seed in 2 3 4 5; do # the first proposals are those that counts put first
	search other $seed 0
	cmp -s one0.out other.out || { differs=yes; break; }
done
[ "$differs" ] || fail "other seeds made no difference"
finish
