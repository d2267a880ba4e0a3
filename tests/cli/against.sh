#!/bin/sh
# `bench --against` times what two databases have for a program in the same
# rounds: each side has times, whatever else runs, its ratio lies in its interval,
# a kernel is known as the same one, and what one of them does not have is said.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

tune() { # tune DB NAME OPTIONS...
	db=$1 name=$2
	shift 2
	try 0 tune "$examples/$name.json" --size N=8192 --device 0 \
		--db "$db" --max-fevals 1 -o out.d --quiet "$@"
}

against() { # against CODE OLD NAMES...
	code=$1 old=$2
	shift 2
	for name in "$@"; do
		set -- "$@" "$examples/$name.json"
		shift
	done
	try "$code" bench "$@" --size N=8192 --device 0 --db new.db \
		--against "$old" --rounds 5 --round-limit 2 --quiet --json
	"$probe" json < out > /dev/null || fail "not JSON lines"
}

tune new.db dot --require chunks
tune new.db asum
tune old.db dot --forbid chunks
cp new.db same.db

# The same kernels, of two rows.
against 0 same.db dot asum
same "rows" "$(grep -c '"same_kernel": true, "remade": false' out)" 2
same "lines" "$(wc -l < out)" 5
same "sides with times" "$(grep -c '"times": [1-9].*"median_ns": [1-9]' out)" 4
has out '{"rows": 2, "geometric_mean": '
"$probe" json ratio least most side < out |
	awk '/against/ && !($2 <= $1 && $1 <= $3) { exit 1 }' ||
	{ fail "a median outside of its interval"; cat out; }
"$probe" json geometric_mean least most < out | tail -n 1 |
	awk '!($1 > 0 && $2 <= $1 && $1 <= $3) { exit 1 }' ||
	{ fail "a mean outside of its interval"; cat out; }

# Another kernel; nothing stored; no database.
against 1 old.db dot asum
has out '"same_kernel": false'
cat out err > all; has all "no kernel of asum to compare with"
has out '{"rows": 1, '
against 5 none.db dot
finish
