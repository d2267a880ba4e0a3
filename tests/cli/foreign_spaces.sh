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
	name=$1
	shift
	"$LIFT_TUNE" bench search "$folder/$name.json" --seeds 3 "$@"
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

# The fastest by another objective is not the fastest; 2 and 2.0 are one value; of
# equal configurations the first counts; names are no paths, and shown as text.
{
	echo '{"kernel_name": "a/\"b\u001b", "tune_params_keys": ["n", "m"],'
	echo '"objective": "GFLOP/s", "cache": {'
	echo '"1": {"n": 1, "m": 1, "time": 10, "GFLOP/s": 1},'
	echo '"2": {"n": 2, "m": 1, "time": 1, "GFLOP/s": 10},'
	echo '"3": {"n": 2.0, "m": 1, "time": 0.1, "GFLOP/s": 0.1},'
	echo '"4": {"n": 1e300, "m": 2, "time": 30, "GFLOP/s": 0.3},'
	echo '"5": {"n": -9223372036854775807, "time": 1e-320},'
	echo '"6": {"n": 9223372036854775807, "GFLOP/s": "InvalidConfig"}}}'
} > "$folder/rates.json"
race rates --quiet -o "$folder" > "$folder/table" || status=1
grep -q '^a/"b?: 4 candidates, 1 within 5 % of the best' "$folder/table" || {
	cat "$folder/table"
	status=1
}
[ -f "$folder/search-a-\"b?.svg" ] || status=1
race rates --json > "$folder/rows" || status=1
grep -q '^{"space": "a/\\"b?", "strategy"' "$folder/rows" || status=1

# A parameter may have any name, and all stand in one line.
echo '{"schema_version": "1.0.0", "results": [{"configuration": {"space": 1},
"measurements": [{"name": "time", "value": 1, "unit": "s"}]}]}' |
	tr -d '\n' > "$folder/line.json"
race line --quiet > /dev/null || status=1

# refused TEXT [WORDS]: an error that says so
refused() {
	race broken --quiet > /dev/null 2> "$folder/err"
	[ $? -eq 3 ] || { echo "$1 is accepted"; status=1; }
	grep -q E0803 "$folder/err" && grep -q "${2-}" "$folder/err" || {
		echo "$1 is refused without '${2-E0803}'"
		cat "$folder/err"
		status=1
	}
}

for text in '{"results": []}' '{"cache": {}}' '{"tune_params": 1}' \
	'{"schema_version": "1.0.0", "results": [{"configuration": 3}]}' \
	'{"results": [{"configuration": {"a": 1}, "invalidity": "constraints"}]}' \
	'{"results": [{"configuration": {"a": 1}, "objectives": ["GB/s"], "measurements": [{"name": "GB/s", "value": 1, "unit": ""}]}]}' \
	'{"results": [{"configuration": {"a": 1}, "measurements": [{"name": "time", "value": 1e300, "unit": "s"}]}]}' \
	'{"cache": {"1": {"a": 1, "time": 2}}}'
do
	echo "$text" > "$folder/broken.json"
	refused "$text"
done

printf '{"tune_params_keys": ["a"],\n"cache": {"1": {"a": 01}}}' \
	> "$folder/broken.json"
refused "a number with a 0 before it" broken.json:2
echo '{"tune_params_keys": ["a"], "cache": {"1": {"a": 1, "time": 1}, "2": 3}}' \
	> "$folder/broken.json"
refused "a result that is a number" 'result 2'

# wide COUNT KIND: so many parameters, or values of one
wide() {
	awk -v count="$1" -v kind="$2" 'BEGIN {
		printf "{\"results\": [{\"configuration\": {\"a\": 0"
		for (i = 1; i < count; i++)
			printf kind == "parameters" ? ", \"p%d\": 1" : \
				"}}, {\"configuration\": {\"a\": %d", i
		print "}, \"measurements\": [{\"name\": \"time\", \"value\": 1}]}]}"
	}' > "$folder/broken.json"
}
wide 129 parameters
refused "too many parameters" 'at most 128 parameters'
wide 4097 values
refused "too many values" 'at most 4096 values'
exit $status
