#!/bin/sh
# On spaces that were recorded whole the default needs at most 0.4 of the
# evaluations that uniform draws need (geometric mean), is never worse in the
# median, and the same seeds give the same evaluations. The sketch of tiled
# matrix multiplication in docs/search.md needs at most 20.
set -u
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
for name in asum dot jacobi kmeans matmul nbody; do
	gzip -dc "$srcdir/search/spaces/$name.jsonl.gz" \
		> "$folder/$name.jsonl" || exit 99
done

race() {
	"$LIFT_TUNE" bench search "$folder"/*.jsonl --seeds 6 --seed 500 \
		--max-fevals 60 --strategy "$1" --json |
		grep "\"strategy\": \"$1\""
}

race portfolio > "$folder/first" || exit 1
race portfolio > "$folder/second" || exit 1
race random > "$folder/random" || exit 1
cmp "$folder/first" "$folder/second" || exit 1

column() {
	sed -n "$2" "$folder/$1"
}
ratio='s/.*"ratio": \([0-9.]*\).*/\1/p'
median='s/.*"quartiles": \["[^"]*", "\([^"]*\)".*/\1/p'
for name in first random; do
	column $name "$ratio" > "$folder/$name.ratio"
	column $name "$median" | sed 's/^-$/61/' > "$folder/$name.median"
done
"$LIFT_TUNE" bench search "$folder/matmul.jsonl" --seeds 9 --max-fevals 60 \
	--strategy portfolio --require tiles --fix lanes=16 --json |
	grep '"portfolio"' | sed -n "$median" > "$folder/sketch"
read -r evaluations < "$folder/sketch"
echo "matmul, with a sketch: $evaluations evaluations"
[ "$evaluations" -le 20 ] || exit 1

paste "$folder/first.ratio" "$folder/random.ratio" \
	"$folder/first.median" "$folder/random.median" | awk '
	{ sum += log($1 / $2); worse += $3 > $4 }
	END {
		mean = exp(sum / NR)
		print NR " spaces, " mean " of the evaluations of random"
		exit !(NR == 6 && mean <= 0.4 && !worse)
	}'
