#!/bin/sh
# devices --measure prints facts that --device-facts reads, with what the model
# takes, or names what cannot be; so it does with a driver that lies
# (tests/cli/fake_driver.c). Times are not judged: a machine may be busy.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
cat > low.lift <<'P'
program low
  size N = 4096
  input xs : f32[N]
  mapGlobal abs xs
P

# measured WORDS...: whether there are facts; else it is said what cannot be
measured() {
	"$LIFT_TUNE" devices --measure --device 0 > out 2> err
	code=$?
	if [ $code = 0 ]; then
		cp out here.json
		try 0 codegen low.lift --device-facts here.json -o files
		return 0
	fi
	same "exit code" $code 4 || show
	has err "E0504" && has err "cannot be measured"
	[ -s out ] && fail "facts in spite of that: $(cat out)"
	return 1
}

# An idle machine has facts at once; a busy one in one of three tries, or never.
for _ in 1 2 3; do
	if measured; then
		for fact in memory_gbs cache_gbs unit_lanes latency_clocks \
			launch_ns; do
			grep -q "\"model\": {.*\"$fact\": [1-9]" here.json ||
				fail "no $fact: $(cat here.json)"
		done
		for number in fma_gops latency_ns local_gbs barrier_ns \
			atomic_ns; do
			grep -q "\"measured\": {.*\"$number\": [0-9]" \
				here.json ||
				fail "no $number: $(cat here.json)"
		done
		break
	fi
done

try 4 devices --measure --device 99
has err "E0501"
try 2 devices --device 0
has err "devices lists all"

# -- a driver that lies ---------------------------------------------------------

fake=${LIFT_TUNE%/*}/tests/cli/fake_driver.so
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
[ -e "$fake" ] && [ -n "$OPENCL_FAKE_REAL" ] || finish
mkdir vendors
echo "$fake" > vendors/fake.icd
OCL_ICD_VENDORS=$work/vendors/
OPENCL_FAKE_FILE=$work/mark
export OPENCL_FAKE_REAL OCL_ICD_VENDORS OPENCL_FAKE_FILE

lie() { # lie WAY
	OPENCL_FAKE=$1
	export OPENCL_FAKE
	measured
}
lie wrong && fail "wrong results are measured: $(cat out)"
has err "launch of "
has err "expected 1"
lie clock_mhz:1048576 && fail "a clock of 1 THz: $(cat out)"
if lie clock_mhz:0; then
	grep -q "latency_clocks\|unit_lanes" here.json &&
		fail "clocks without a clock: $(cat here.json)"
fi
finish
