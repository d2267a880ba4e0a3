#!/bin/sh
# proposals.sh PROPOSALS SRCDIR: for devices that are not there, of every example
# and of tests/gpu/programs the first 20 proposals: no kernel is in groups smaller
# than the device prefers where there is work for 64 items, none is one item
# that executes more than 4096 instructions. PROPOSALS_PROGRAMS: of these
# documents alone, PROPOSALS_DEVICES for these facts.
proposals=$1 srcdir=$2
programs=${PROPOSALS_PROGRAMS:-$srcdir/examples/*.lift
	$srcdir/tests/gpu/programs/*.lift}
failed=0

# DEVICE: one line a program to standard output, the total at the end.
sweep() {
	for program in $programs; do
		PROPOSALS_SHOW=1 "$proposals" \
			"$srcdir/tests/devices/$1.json" "$program" 20 ||
			echo "failed: $program"
	done | awk -v device="$1" '
		/^  |^failed/ { print; bad++ }
		/ candidates, / { programs++; candidates += $2; kernels += $6 }
		END {
			print device ": " programs " programs, " candidates \
			      " candidates, " kernels " kernels, " bad + 0 \
			      " that leave a device idle"
			exit bad > 0 || !kernels
		}'
}

for device in ${PROPOSALS_DEVICES:-h200 a100 mi250 arc mali}; do
	sweep "$device" || failed=1
done
exit $failed
