#!/bin/sh
# `bench --open` times what a program has with open sizes beside what it has with
# numbers, in the same rounds: at the sizes of the row, and at others (--points)
# that the same kernel is for. Kernels that are not stored are tuned first.
. "$srcdir/tests/cli/e2e_lib.sh"
try 2 bench --open all --against other.db && has err "E0901"
need_device

bench() { # bench OPTIONS...
	try 0 bench "$examples/scal.json" --size N=8192 --device 0 --db own.db \
		--max-fevals 1 --rounds 5 --round-limit 1 --quiet "$@"
}

bench --open all --points 1 --json
"$probe" json < out > /dev/null || fail "not JSON lines"
same "open sides" "$(grep -c '"side": "open", "status": "ok"' out)" 2
has out '"program": "scal", "rows": 2, "open_geometric_mean": '
has out '"program": "all", "rows": 2, "open_geometric_mean": '
bench --open all
has out "| at most |"
has out "geometric mean of 1 row: "
finish
