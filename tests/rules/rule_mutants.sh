#!/bin/sh
# Rules with one mechanical change each (rule_mutant.h): every one is refused by
# the reader, refuted by a random instance, or true after all, for a reason that
# tests/rules/rule_survivors.txt gives. rule_mutants.sh coq, in a folder where
# make prove ran, also holds the proof of the rule against the statement of each
# well-typed mutant: Coq accepts it for none that an instance refutes, and proves
# all the others.
folder=$(mktemp -d "${TMPDIR:-/tmp}/lift-tune-test.XXXXXX") || exit 99
trap 'rm -rf "$folder"' EXIT
failed=0

fail() {
	echo "FAIL: $*"
	failed=1
}

tests/rules/rule_mutants "$folder" > "$folder/list" || exit 1
cat "$folder/list"
count=$(wc -l < "$folder/list")
[ "$count" -ge 80 ] || fail "only $count mutants"

# rule, fault, change: reason
awk -F '\t' '$5 == "held" { print $2 ", " $3 ", " $4 }' "$folder/list" |
	sort -u > "$folder/held"
sed -n 's/^\([a-z].*\): .*/\1/p' "$srcdir/tests/rules/rule_survivors.txt" |
	sort -u > "$folder/explained"
unexplained=$(comm -23 "$folder/held" "$folder/explained")
[ -z "$unexplained" ] || fail "neither refuted nor explained:
$unexplained"
gone=$(comm -13 "$folder/held" "$folder/explained")
[ -z "$gone" ] || fail "explained, but no survivor:
$gone"

# module_of RULE: the module that proves a rule
module_of() {
	file=$(grep -l "^Theorem rule_$1 : stmt_$1\.$" prove/Proofs_*.v)
	file=${file##*/}
	echo "${file%.v}"
}

proof_of() { # proof_of RULE MODULE
	sed -n "/^Theorem rule_$1 : stmt_$1\.$/,/^Qed\.$\|Qed\.$/p" "prove/$2.v"
}

# given KEY: the proof that stands below the survivor in rule_survivors.txt
given() {
	awk -v key="$1: " '/^[a-z]/ { here = index($0, key) == 1 }
		here && /^\t/' "$srcdir/tests/rules/rule_survivors.txt"
}

# One coqtop for many: an error ends nothing; what was proved has a name. Tried
# are the proof of the rule, the rule itself, a proof that is given.
session() { # session PART: of $parts
	echo "Require Import ZArith Base Prims Ops Lists Folds Sample."
	for file in prove/Proofs_*.v; do
		module=${file##*/}
		echo "Require ${module%.v}."
	done
	echo "Set Default Timeout 60."
	while IFS="$(printf '\t')" read -r number rule fault change verdict; do
		[ $((number % parts)) = "$1" ] || continue
		[ -f "$folder/$number.v" ] || continue
		module=$(module_of "$rule")
		[ -n "$module" ] || continue
		echo "Module M$number. Import $module."
		sed '/^Example /,$d' "$folder/$number.v"
		proof_of "$rule" "$module"
		echo "Abort All."
		echo "Definition proved_$number := rule_$rule : stmt_$rule."
		echo "Definition proved_$number : stmt_$rule :=" \
			"$module.rule_$rule."
		if [ "$verdict" = held ]; then
			echo "Set Default Timeout 3600." # whatever else runs
			echo "Theorem proved_$number : stmt_$rule."
			echo "Proof. hnf; intros."
			given "$rule, $fault, $change"
			echo "Qed. Abort All."
			echo "Set Default Timeout 60."
		fi
		echo "End M$number."
		echo "Check M$number.proved_$number."
	done < "$folder/list"
}

coq() {
	[ -f prove/Check.vo ] || { echo "make prove comes first"; exit 1; }
	parts=$(nproc)
	for part in $(seq 0 $((parts - 1))); do
		session "$part" > "$folder/session$part.v"
		coqtop -q -R prove LiftTune < "$folder/session$part.v" \
			> "$folder/answers$part" 2> "$folder/errors$part" &
	done
	wait
	sed -n 's/^M[0-9]*\.proved_\([0-9]*\)$/\1/p' "$folder"/answers* |
		sort > "$folder/proved"
	refuted=$(awk -F '\t' '$5 == "refuted"' "$folder/list" |
		while IFS="$(printf '\t')" read -r number rest; do
			! grep -qx "$number" "$folder/proved" ||
				echo "$number $rest"
		done)
	[ -z "$refuted" ] || fail "proved, but refuted by an instance:
$refuted"
	unproved=$(awk -F '\t' '$5 == "held"' "$folder/list" |
		while IFS="$(printf '\t')" read -r number rule fault change rest; do
			grep -qx "$number" "$folder/proved" ||
				echo "$rule, $fault, $change"
		done)
	[ -z "$unproved" ] || fail "explained as true, but not proved:
$unproved"
	echo "$count mutants; Coq proves $(wc -l < "$folder/proved")," \
		"none that an instance refutes"
}

[ "${1-}" != coq ] || coq
exit $failed
