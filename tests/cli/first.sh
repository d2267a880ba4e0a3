#!/bin/sh
# The first kernel is told as soon as random data have admitted it, and is no
# result before small integers have, too: a sum that is off by its last bit, which
# is within what long sums may be, is the best of no search, is not exported after
# an interrupt between the two, and a right one is judged by all when it is.
. "$srcdir/tests/cli/e2e_lib.sh"
fake=${LIFT_TUNE%/*}/tests/cli/fake_driver.so
shim=${LIFT_TUNE%/*}/tests/cli/fail.so # interrupts the search
[ -e "$fake" ] && [ -e "$shim" ] || skip "no $fake or $shim"
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
[ -n "$OPENCL_FAKE_REAL" ] || skip "no PoCL"
mkdir vendors
echo "$fake" > vendors/fake.icd
OCL_ICD_VENDORS=$work/vendors/
export OPENCL_FAKE_REAL OCL_ICD_VENDORS
"$LIFT_TUNE" devices > out 2> err || skip "PoCL cannot be wrapped"

# To evaluate it takes longer than to build and check the first kernel.
cat > sums.json <<'J'
{"name": "sums", "sizes": {"N": 500, "M": 400000},
 "inputs": [{"name": "xs", "type": "[f32; N]"},
	{"name": "ys", "type": "[f32; M]"}],
 "body": ["map", ["fun", ["x"], ["head", ["reduce", "+", 0,
	["map", ["fun", ["y"], ["*", "x", "y"]], "ys"]]]], "xs"]}
J

# searched CODE FAKE VARIABLES...: the exit code of a search with such a driver,
# whose first kernel is told as good
searched() {
	expected=$1 driver=$2
	shift 2
	rm -rf tuned.db cache best
	env OPENCL_FAKE="$driver" XDG_CACHE_HOME="$work/cache" "$@" \
		timeout 1200 "$LIFT_TUNE" tune sums.json --device 0 --jobs 0 \
		--max-fevals 1 --json -o best > out 2> err
	same "the exit code of a search with $driver" $? "$expected" || show
	head -n 1 out > line
	has line '"status": "ok"'
}

searched 1 ulp
same "what it says of the kernel" "$(sql "SELECT group_concat(status, ' ')
	FROM measurements")" "ok wrong"
[ ! -e best ] || fail "a wrong kernel is written"

# Interrupted as soon as the first kernel is told.
ASAN_OPTIONS=verify_asan_link_order=0:$ASAN_OPTIONS
export ASAN_OPTIONS
for driver in ulp none; do
	searched 130 $driver LD_PRELOAD="$shim" LT_INTERRUPT='"status": "ok"'
	same "what an interrupt leaves with $driver" "$(sql "SELECT status
		FROM results WHERE newest AND judges LIKE '%not judged by exact%'")" ok
	has best/sums.manifest.json "not judged by exact, field, special"
	OPENCL_FAKE=$driver "$LIFT_TUNE" export sums -o exported > out 2> err
	code=$?
	case $driver in
	ulp) wanted=5 status=wrong judges= ;;
	*) wanted=0 status=ok judges="out: tolerance; out: field wide special exact" ;;
	esac
	same "the exit code of an export with $driver" $code $wanted || show
	same "the status" "$(sql "SELECT status FROM results WHERE newest")" \
		$status
	same "the oracles" "$(sql "SELECT judges FROM results WHERE newest
		AND status = 'ok'")" "$judges"
done
finish
