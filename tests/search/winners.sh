#!/bin/sh
# Records the winners anew (make winners): tunes every row of `bench` and every
# document of tests/winners, examples and search/spaces that is not there yet,
# and writes tests/winners/winners.jsonl. Words are options of tune, such as
# --time-limit 25; WINNERS_DB names a database that is kept, and what it has is
# not tuned again.
set -u
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
db=${WINNERS_DB:-$folder/winners.db}
list=${LIFT_TUNE%/*}/tests/search/winner_list
mkdir "$folder/none"

for suite in blas applications stencils primes more; do
	"$LIFT_TUNE" bench --suite $suite --db "$db" --rounds 1 \
		--round-limit 1 --references "$folder/none" --quiet "$@"
done
for document in "$srcdir"/examples/*.json "$srcdir"/tests/winners/*.lift; do
	"$LIFT_TUNE" query --db "$db" --json 2> /dev/null |
		grep -q "\"program\": \"$(basename "${document%.*}")\"" ||
		"$LIFT_TUNE" tune "$document" --db "$db" -o "$folder/out" \
			--quiet "$@" > /dev/null
done
"$list" "$db" "$srcdir"/examples/*.json "$srcdir"/tests/winners/*.lift \
	> "$folder/winners.jsonl" || exit 1
mv "$folder/winners.jsonl" "$srcdir/tests/winners/winners.jsonl"
