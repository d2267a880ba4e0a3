#!/bin/sh
# bench search reads cache files of Kernel Tuner, closed or not, and T4 results: of
# the same measurements come the same races. What is damaged is refused.
set -u
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT

# measured FORMAT: block sizes, tiles and a layout; some do not work
measured() {
	awk -v format="$1" 'BEGIN {
		split("row column", layouts)
		for (l = 1; l <= 2; l++)
			for (size = 128; size >= 16; size /= 2)
				for (tile = 1; tile <= 4; tile++)
					put(layouts[l], size, tile)
	}
	function put(layout, size, tile,   time, state) {
		time = (size - 64) ^ 2 / 1000 + tile + (layout == "row")
		state = tile == 4 ? "compile" \
			: size == 16 && tile == 3 ? "constraints" : "correct"
		members = "\"layout\": \"" layout "\", \"size\": " size \
			", \"tile\": " tile
		if (format == "t4")
			printf "%s{\"configuration\": {%s}, \"objectives\": [\"time\"], \"invalidity\": \"%s\", \"times\": {}, \"correctness\": 1, \"measurements\": [{\"name\": \"time\", \"value\": %.9g, \"unit\": \"us\"}]}", comma, members, state, time * 1000
		else
			printf "%s\"%s,%d,%d\": {%s, \"time\": %s}", comma,
				layout, size, tile, members,
				state == "correct" ? time : state == "compile" \
				? "\"CompilationFailedConfig\"" : "\"InvalidConfig\""
		comma = ",\n"
	}'
}

head='"kernel_name": "k", "device_name": "d"'
keys='"tune_params_keys": ["layout", "size", "tile"], "objective": "time"'
{
	echo "{$head, $keys, \"cache\": {"
	measured cache
} > "$folder/body"
{ cat "$folder/body"; echo '}}'; } > "$folder/closed.json"
{ cat "$folder/body"; echo ','; } > "$folder/open.json"
{
	echo "{\"schema_version\": \"1.0.0\", \"metadata\": {$head},"
	echo '"results": ['
	measured t4
	echo ']}'
} > "$folder/t4.json"

status=0
race() {
	"$LIFT_TUNE" bench search "$folder/$1.json" --seeds 3 "$2"
}
race closed --json > "$folder/rows" || status=1
[ "$(wc -l < "$folder/rows")" -eq 7 ] || { cat "$folder/rows"; status=1; }
grep -q '"space": "k", "strategy": "portfolio"' "$folder/rows" || status=1
for format in open t4; do
	race $format --json > "$folder/other" || status=1
	cmp "$folder/rows" "$folder/other" || status=1
done

# 30 can be built, one of them is the fastest.
race t4 --quiet > "$folder/table" || status=1
grep -q '^k: 30 candidates, 1 within 5 % of the best (d)' "$folder/table" || {
	cat "$folder/table"
	status=1
}

for text in '{"results": []}' '{"cache": {}}' '{"tune_params": 1}' \
	'{"schema_version": "1.0.0", "results": [{"configuration": 3}]}' \
	'{"results": [{"configuration": {"a": 1}, "invalidity": "constraints"}]}' \
	'{"cache": {"1": {"a": 1, "time": 2}}}'
do
	echo "$text" > "$folder/broken.json"
	race broken --quiet > /dev/null 2> "$folder/err"
	[ $? -eq 3 ] || { echo "$text is accepted"; status=1; }
	grep -q E0803 "$folder/err" || { cat "$folder/err"; status=1; }
done
exit $status
