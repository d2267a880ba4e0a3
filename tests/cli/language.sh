#!/bin/sh
# docs/language.md: every whole document is read and evaluated without a
# warning; every example gives, evaluated on the inputs shown, what is shown;
# every primitive has an example. README.md and docs/examples/README.md: every program
# is one.
. "$srcdir/tests/cli/e2e_lib.sh"

awk '
/^```/ && inside { inside = 0; close(to); next }
/^```json/ { to = sprintf("program%02d.json", ++programs); inside = 1; next }
/^```eval/ { to = sprintf("example%02d.txt", ++examples); inside = 1; next }
inside { print > to }
' "$srcdir/docs/language.md"
for doc in program??.json; do
	try 0 check "$doc" && try 0 eval "$doc" -o "${doc%.json}"
	[ ! -s err ] || fail "$doc: $(cat err)"
done

awk '
/^```/ && inside { inside = 0; close(to); next }
/^```lift/ { to = sprintf("readme%02d.lift", ++programs); inside = 1; next }
inside { print > to }
' "$srcdir/README.md" "$srcdir/docs/examples/README.md"
for doc in readme??.lift; do
	try 0 check "$doc" || cat "$doc"
	[ ! -s err ] || fail "$doc: $(cat err)"
done

# An example as a document, its inputs as lines "x <f4 3 1 2 3" (a scalar's:
# "k=3"), its outputs as "out <f4 (3,): 1 2 3".
cat > example.awk << 'END'
function dims(type,    n, list) {
	while (match(type, /; *[0-9]+\]$/)) {
		n = substr(type, RSTART + 1, RLENGTH - 2) + 0
		list = list (list == "" ? "" : ",") n
		type = substr(type, 2, RSTART - 2)
		depth++
	}
	base = type
	return list
}
function number_type(name) {
	if (name == "bool")
		return "|b1"
	bytes = substr(name, 2) / 8
	return (bytes == 1 ? "|" : "<") substr(name, 1, 1) bytes
}
/^[a-z][a-z0-9_]*: .* = / {
	split($0, side, " = ")
	name = side[1]; sub(/:.*/, "", name)
	type = side[1]; sub(/^[^:]*: /, "", type)
	depth = 0
	shape = dims(type)
	if (name ~ /^out[0-9]*(_count|_offsets)?$/) {
		gsub(",", ", ", shape)
		if (depth == 1)
			shape = shape ","
		print name, number_type(base), "(" shape "): " side[2] > "outputs"
		next
	}
	inputs = inputs (inputs == "" ? "" : ", ") "{\"name\": \"" name \
		"\", \"type\": \"" type "\"}"
	if (depth)
		print name, number_type(base), shape, side[2] > "inputs"
	else
		print name "=" side[2] > "inputs"
	next
}
{ body = body "\n" $0 }
END {
	print "{\"name\": \"example\", \"inputs\": [" inputs "], \"body\":" \
		body "}" > "example.json"
}
END

run_example() {
	rm -rf inputs outputs results
	: > inputs
	awk -f example.awk "$1"
	given=
	while read -r name dtype shape values; do
		case $name in *=*)
			given="$given --input $name"
			continue
		esac
		# shellcheck disable=SC2086
		"$probe" npy-write "$name.npy" "$dtype" "$shape" $values ||
			fail "$1: cannot write $name"
		given="$given --input $name=$name.npy"
	done < inputs
	# shellcheck disable=SC2086
	try 0 eval example.json -o results --allow-unsafe-c $given || { cat "$1"; return; }
	while read -r name shown; do
		found=$("$probe" npy-print "results/$name.npy")
		same "$(cat "$1"), $name" "$found" "$shown"
	done < outputs
}

for example in example??.txt; do
	run_example "$example"
done
[ "$(find . -name 'example??.txt' | wc -l)" -ge 30 ] ||
	fail "hardly an example"
[ "$(find . -name 'program??.json' | wc -l)" -ge 3 ] || fail "hardly a program"

cat example??.txt > examples.txt
sed -n 's/^PRIM([A-Z_]*, *"\([A-Za-z]*\)".*/\1/p' "$srcdir/ir/core/prim.def" |
	sort -u > primitives
printf '%s\n' gather array length >> primitives
sed -n 's/^	{ "\([A-Za-z]*\)", "[12xn]*", "[a-z]*",$/\1/p' \
	"$srcdir/ir/front/elaborate_template.c" >> primitives
grep -q scanRight primitives || fail "no derived form was found"
while read -r primitive; do
	grep -qF "\"$primitive\"" examples.txt ||
		fail "$primitive: no example in docs/language.md"
done < primitives
finish
