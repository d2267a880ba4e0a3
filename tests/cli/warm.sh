#!/bin/sh
# bench search --warm: a search that begins with what is the fastest in a space
# is there at once in the same space; in that of the same program at another
# size, or of another program of the same shape, in at most 8 evaluations, in two
# cases 12. What takes no suggestions is not changed; what is no space is refused.
set -u
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
for name in asum dot kmeans kmeans-3000 nbody nbody-400; do
	gzip -dc "$srcdir/search/spaces/$name.jsonl.gz" \
		> "$folder/$name.jsonl" || exit 99
done

race() {
	to=$1
	strategy=$2
	shift 2
	"$LIFT_TUNE" bench search "$folder/$to.jsonl" --seeds 4 --seed 500 \
		--max-fevals 30 --strategy "$strategy" --json "$@" |
		grep "\"strategy\": \"$strategy\""
}

p90() {
	race "$2" portfolio --warm "$folder/$1.jsonl" |
		sed 's/.*"p90": "\([^"]*\)".*/\1/; s/^-$/31/'
}

status=0
while read -r from to most; do
	took=$(p90 "$from" "$to")
	echo "$to after $from: $took"
	[ "${took:-31}" -le "$most" ] || status=1
done <<END
asum asum 1
nbody nbody 1
kmeans kmeans-3000 8
kmeans-3000 kmeans 8
nbody nbody-400 12
nbody-400 nbody 12
dot asum 8
asum dot 8
END

race asum random > "$folder/cold"
race asum random --warm "$folder/dot.jsonl" > "$folder/warm"
cmp "$folder/cold" "$folder/warm" || status=1

echo '{}' > "$folder/none"
for file in "$folder/none" "$folder/absent"; do
	"$LIFT_TUNE" bench search "$folder/asum.jsonl" --warm "$file" \
		> /dev/null 2>&1
	[ $? -eq 3 ] || { echo "$file is accepted"; status=1; }
done
exit $status
