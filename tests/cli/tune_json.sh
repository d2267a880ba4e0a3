#!/bin/sh
# tune --json: objects only, one a line; the last one says where the time went;
# what was announced is in the database; nothing is measured twice.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

tune() {
	try 0 tune "$examples/dot.json" --device 0 --size N=5003 \
		--max-fevals "$1" --time-limit 900 --json --seed 1 -o out.d
}

tune 10
"$probe" json evaluation measurement status kernel < out > lines ||
	fail "not JSON"
# Each part of the wall time is there, and they are not more than the whole. (Where
# the machine stands still between two parts, that is part of none.)
tail -n 1 out | "$probe" json wall.total wall.search wall.codegen wall.check \
	wall.build wall.run wall.confirm wall.database > wall
awk '{ for (i = 2; i <= 8; i++) { sum += $i; if ($i <= 0) none = 1 }
       exit !(NF == 8 && !none && sum <= $1 + 1e-5) }' wall ||
	fail "the wall time is not that of its parts: $(cat wall)"

grep "^[0-9]" lines > evaluations
same "evaluations" "$(wc -l < evaluations)" 10
same "numbers" "$(cut -f 1 evaluations | tr '\n' ' ')" "1 2 3 4 5 6 7 8 9 10 "
same "kernels measured twice" "$(cut -f 4 evaluations | sort | uniq -d)" ""
same "rows" "$(sql 'SELECT count(*) FROM measurements')" 10
for id in $(cut -f 2 evaluations); do
	same "row $id" "$(sql "SELECT count(*) FROM measurements WHERE id = $id")" 1
done

# A second search goes on: other kernels, none of the first ones again.
tune 5
"$probe" json evaluation kernel < out | grep "^[0-9]" | cut -f 2 > second
cut -f 4 evaluations | cat - second | sort | uniq -d > again
same "kernels measured again" "$(cat again)" ""
same "repeated rows" \
	"$(sql 'SELECT count(*) - count(DISTINCT kernel) FROM measurements')" 0

# Errors are objects, too.
echo '{' > broken.json
try 3 tune broken.json --json && "$probe" json code < out | grep -q E0001 ||
	fail "an error that is no JSON object"

# What no candidate can be, is said.
try 1 tune "$examples/dot.json" --device 0 --size N=5003 --require tiles &&
	has err "no candidate is as --require" && has err "found:    tiles"

# Same seed, same candidates.
LIFT_TUNE_DB=$work/other.db
tune 2
"$probe" json evaluation what < out | grep "^1$tab" > first.again
LIFT_TUNE_DB=$work/third.db
tune 2
"$probe" json evaluation what < out | grep "^1$tab" | cmp -s - first.again ||
	fail "the same seed began with another candidate"
finish
