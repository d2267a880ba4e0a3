#!/bin/sh
# A driver with other settings is another device: its results are kept apart,
# and bench devices runs what is best for one on the other.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
grep -q "Portable Computing" out || skip "no PoCL"

like() {
	grep -q "$1" out || { fail "nothing like $1:"; cat out; }
}

try 0 devices --env POCL_MAX_PTHREAD_COUNT=1 --env POCL_DEBUG=x
like "driver [^ ]* POCL_MAX_PTHREAD_COUNT=1," # what only tells is left out
POCL_MAX_PTHREAD_COUNT=1 "$LIFT_TUNE" devices | cmp -s - out ||
	fail "a variable is another one when it is inherited"
try 2 devices --env POCL_MAX_PTHREAD_COUNT

bench() {
	try 0 bench devices "$examples/asum.json" --size N=4096 \
		--max-fevals 2 --device 0 --device 0 \
		--env POCL_MAX_PTHREAD_COUNT=1 --quiet "$@"
}
bench -o picture
like "^asum, N=4096$"
like "^  A  *1\.00 "
like "^  B  *[0-9.]* *1\.00$"
like "B: .*, driver .* POCL_MAX_PTHREAD_COUNT=1$"
grep -q "^</svg>" picture/devices.svg || fail "no picture"

try 0 query asum --best --json
same "devices" "$("$probe" json driver < out | sort -u | wc -l)" 2

bench --json
"$probe" json program sites time_ns low_ns high_ns < out > rows ||
	fail "not JSON"
same "rows" "$(grep -c '^asum' rows)" 1
try 2 bench devices "$examples/asum.json" --device 0
try 2 bench devices --device 0 --device 0
finish
