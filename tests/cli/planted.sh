#!/bin/sh
# Faults planted into kernels of whole programs are found by the oracle, or change
# nothing (tests/cli/planted.c), and so are kernels that become wrong in a later
# launch (where PoCL can be wrapped by tests/cli/fake_driver.c). One in 7 places
# of a few programs; with LIFT_TUNE_LONG in the environment all places of all
# examples and of tests/programs, tests/programs_whole and tests/faulted (sums of
# millions below quotients), at their own sizes, with a table in planted.md. That takes hours and can be stopped: what was done
# is in $PLANTED_LOG (planted.log), and the next run goes on from there.
"$LIFT_TUNE" devices > /dev/null 2>&1 ||
	{ echo "skipped: no OpenCL device"; exit 77; }

work=$PWD/planted.work
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
later=
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
OPENCL_FAKE_FILE=$work/mark
export OPENCL_FAKE_REAL OPENCL_FAKE_FILE
echo "$PWD/tests/cli/fake_driver.so" > "$work/fake.icd"
if OCL_ICD_VENDORS=$work/ "$LIFT_TUNE" devices > /dev/null 2>&1; then
	export OCL_ICD_VENDORS="$work/"
	later=--later
fi

if [ "$LIFT_TUNE_LONG" ]; then
	rm -f planted.md
	tests/cli/planted --seeds 100 --log "${PLANTED_LOG:-planted.log}" \
		--table planted.md $later "$srcdir"/examples/*.json \
		"$srcdir"/tests/programs/*.json \
		"$srcdir"/tests/programs_whole/*.json \
		"$srcdir"/tests/faulted/*.json || exit
	tests/cli/planted --seeds 100 --log "${PLANTED_LOG:-planted.log}.text" \
		--text "$srcdir"/tests/faulted/*.json
	exit
fi
programs=
for name in at_default body_is_a_function chains compose logic reduce_part \
	if_of_tuples ranges; do
	programs="$programs $srcdir/tests/programs/$name.json"
done
# shellcheck disable=SC2086
tests/cli/planted --places 7 $later $programs || exit

# Kernels with open sizes, and loops of theirs that end a round early.
tests/cli/planted --places 7 --open "$srcdir/tests/programs/reduce_part.json" \
	"$srcdir/tests/programs/chains.json" || exit

# The place of the least of 64: elements that are seldom it.
tests/cli/planted --places 9 --seeds 14 "$srcdir/tests/programs/operators.json" ||
	exit

# In texts, whose twins have no fault.
tests/cli/planted --places 9 --text "$srcdir/tests/faulted/variance.json" \
	"$srcdir/tests/programs_whole/affine_scan.json" \
	"$srcdir/tests/programs_whole/argmin_by_key.json"
