#!/bin/sh
# `bench --against` times what two databases have for a program in the same
# rounds: a kernel against itself takes the same time, whatever else runs, and
# what one of them does not have is said.
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
alike() { # whether the geometric mean in ./out is near 1
	"$probe" json geometric_mean < out | awk '
		$1 + 0 > 0 { found = 1; exit !($1 > 0.5 && $1 < 2) }
		END { exit !found }'
}
# What else runs may come between rounds, but not again and again.
for _ in 1 2 3 4; do
	against 0 same.db dot asum
	alike && break
done
alike || { fail "not the same time"; cat out; }
same "rows" "$(grep -c '"same_kernel": true, "remade": false' out)" 2
same "sides" "$(wc -l < out)" 5
has out '{"rows": 2, "geometric_mean": '
"$probe" json ratio least most side < out |
	awk '/against/ && !($2 <= $1 && $1 <= $3) { exit 1 }' ||
	{ fail "a median outside of its interval"; cat out; }

# Another kernel; nothing stored; no database.
against 1 old.db dot asum
has out '"same_kernel": false'
cat out err > all; has all "no kernel of asum to compare with"
has out '{"rows": 1, '
against 5 none.db dot
finish
