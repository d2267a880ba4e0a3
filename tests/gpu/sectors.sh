#!/bin/sh
# sectors.sh BEST SRCDIR: for an H200 that is not there, of programs that need each
# element once, the best of the first 10 proposals by the model asks for at most
# 1.1 times the sectors that inputs and outputs have.
best=$1 srcdir=$2
. "$srcdir/tests/gpu/seen.sh"
failed=0

# least SECTORS PROGRAM
least() {
	"$best" "$srcdir/tests/devices/h200.json" "$(document "$2")" 10 \
		2> /dev/null | awk -v least="$1" -v program="$2" '
		NF == 8 { seen = 1; ratio = $6 / least }
		END {
			printf "%s: %.2f times the sectors\n", program, ratio
			exit !seen || ratio > 1.1
		}' || { echo "FAILED: $2"; failed=1; }
}
least 4194304 transpose
least 2097664 colsum
least 2097152 asum
least 4194304 scal
least 1048576 softmax
least 4194304 rowscan
exit $failed
