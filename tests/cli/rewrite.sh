#!/bin/sh
# Rules by hand. Whatever rule is applied to a program, what comes out is a
# program with the same results: on integers, bit by bit. And the paper's
# Figure 10 can be replayed.
. "$srcdir/tests/cli/e2e_lib.sh"

# value TEXT: a legal value of a parameter that --list describes so
value() {
	case $1 in
	*"2, 4, 8 or 16"* | *"a divisor of"*) echo 4 ;;
	"0 to 2") echo 1 ;;
	*" to "*) echo 3 ;;
	*) echo 5 ;;
	esac
}

# request RULE BACK PARAMETERS: as --rule wants it
request() {
	words=
	[ "$2" = false ] || words=,back
	keys=$(echo "$3" | grep -o '"[A-Za-z0-9_]*":' | tr -d '":')
	for key in $keys; do
		legal=$(echo "{\"p\": $3}" | "$probe" json "p.$key")
		words="$words,$key=$(value "$legal")"
	done
	echo "$1${words:+:${words#,}}"
}

# What is printed is at plain sizes: no names of sizes are left, to be warned of.
try 0 rewrite "$examples/dot.json" --size N=12 --at /body \
	--rule reduce_chunks:k=3
cp out step.json
try 0 check step.json && [ ! -s err ] || { fail "a warning"; show; }

# all_rules DOC SIZES...: each listed rule, one at a time
all_rules() {
	doc=$1
	shift
	rm -rf plain
	try 0 eval "$doc" -o plain "$@" || return
	try 0 rewrite "$doc" "$@" --list --json || return
	"$probe" json within at rule back parameters < out |
		grep "^false$tab" | cut -f 2- > listed
	while IFS=$tab read -r at rule back parameters; do
		step=$(request "$rule" "$back" "$parameters")
		"$LIFT_TUNE" rewrite "$doc" "$@" --at "$at" --rule "$step" \
			> rewritten.json 2> err
		case $? in
		0) ;;
		3) grep -q E0802 err || fail "$doc, $step at $at: $(cat err)"
		   continue ;;
		*) fail "$doc, $step at $at: $(cat err)"; continue ;;
		esac
		applied=$((applied + 1))
		rm -rf after
		try 0 eval rewritten.json -o after || continue
		for result in plain/*.npy; do
			cmp -s "$result" "after/${result#*/}" ||
				fail "$doc, $step at $at: another result"
		done
	done < listed
}

applied=0
for name in asum dot scal gemv matmul; do
	sed 's/f32/i32/g' "$examples/$name.json" > $name.json
done
all_rules asum.json --size N=24
all_rules dot.json --size N=24
all_rules scal.json --size N=24
all_rules gemv.json --size M=4 --size K=8
all_rules matmul.json --size M=4 --size K=8 --size N=12
echo "$applied rules applied"
[ $applied -ge 100 ] || fail "only $applied rules applied"

# Figure 10: the same steps as in the paper, one more at each line.
steps=
line() { # line PATH RULE BODY: the body of the document after this step
	steps="$steps --at $1 --rule $2"
	# shellcheck disable=SC2086
	try 0 rewrite "$examples/asum.json" --size N=4096 $steps || return
	body=$(tr -d '\n' < out | sed 's/  */ /g; s/.*"body": //; s/, "outputs.*//')
	same "Figure 10 after $2" "$body" "$3"
}
part='["reducePart", "+", ["f32", 0.0], 1]'
sum='"+", ["f32", 0.0]'
line /body reduce_part:I=128 \
	'["reduce", '"$sum"', ["reducePart", '"$sum"', 32, ["map", "abs", "xs"]]]'
line /body/3 part_split:J=1 \
	'["reduce", '"$sum"', ["join", ["map", '"$part"', ["split", 128, ["map", "abs", "xs"]]]]]'
line /body/3/1/2/2 split_join:I=128 \
	'["reduce", '"$sum"', ["join", ["map", '"$part"', ["split", 128, ["join", ["map", ["map", "abs"], ["split", 128, "xs"]]]]]]]'
line /body/3/1/2 split_join_id \
	'["reduce", '"$sum"', ["join", ["map", '"$part"', ["map", ["map", "abs"], ["split", 128, "xs"]]]]]'
line /body/3/1 map_map \
	'["reduce", '"$sum"', ["join", ["map", ["compose", '"$part"', ["map", "abs"]], ["split", 128, "xs"]]]]'
line /body/3/1/1/2 map_seq \
	'["reduce", '"$sum"', ["join", ["map", ["compose", '"$part"', ["mapSeq", "abs"]], ["split", 128, "xs"]]]]'
line /body/3/1/1/1 part_reduce \
	'["reduce", '"$sum"', ["join", ["map", ["compose", ["reduce", '"$sum"'], ["mapSeq", "abs"]], ["split", 128, "xs"]]]]'
line /body/3/1/1/1 reduce_seq \
	'["reduce", '"$sum"', ["join", ["map", ["compose", ["reduceSeq", '"$sum"'], ["mapSeq", "abs"]], ["split", 128, "xs"]]]]'
line /body/3/1/1/1 reduceSeq_mapSeq \
	'["reduce", '"$sum"', ["join", ["map", ["reduceSeq", ["fun", ["acc", "x"], ["+", "acc", ["abs", "x"]]], ["f32", 0.0]], ["split", 128, "xs"]]]]'
finish
