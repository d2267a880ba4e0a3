#!/bin/sh
# prove_own.sh RULES PROOFS: has Coq check the theorems "rule_NAME : stmt_NAME"
# of the file PROOFS for a user's own rules and writes RULES.proved, which
# lift-tune --rules RULES then reads. Run by make prove-own, after make prove.
# Expects LIFT_TUNE; works beside the folder prove.
set -u
rules=$1
proofs=$2
[ -f prove/Check.vo ] || { echo "run make prove first" >&2; exit 1; }
[ -f "$rules" ] && [ -f "$proofs" ] || {
	echo "make prove-own RULES=FILE.rules PROOFS=FILE.v" >&2
	exit 1
}
rm -f "$rules.proved"
keys=$("$LIFT_TUNE" rules --rules "$rules" --json) || exit 1
rm -rf prove_own && mkdir prove_own || exit 1
"$LIFT_TUNE" rules --rules "$rules" --coq > prove_own/printed &&
	cp "$proofs" prove_own/OwnProofs.v || exit 1
cd prove_own || exit 1

# Statements, and apart from them what each is at small numbers.
awk '/^Example /, /Qed\.$/ { print > "examples"; next } { print }' printed \
	> OwnStatements.v
touch examples

sed -n 's/^Definition stmt_\([A-Za-z0-9_]*\).*/\1/p' OwnStatements.v |
while read -r name; do
	if grep -q "^Theorem rule_$name : stmt_$name\.$" OwnProofs.v; then
		echo "$name"
	else
		echo "without a proof: $name" >&2
	fi
done > proved
{
	grep '^Require' OwnStatements.v
	echo "Require Import OwnStatements OwnProofs."
	while read -r name; do
		echo "Definition checked_$name : OwnStatements.stmt_$name" \
			":= OwnProofs.rule_$name."
	done < proved
	echo "Definition checked :="
	while read -r name; do echo "  let _ := checked_$name in"; done < proved
	echo "  I."
	while read -r name; do
		awk -v start="Example at_$name :" 'index($0, start) == 1, /Qed\.$/' \
			examples
	done < proved
	echo "Print Assumptions checked."
} > OwnCheck.v

for file in OwnStatements OwnProofs OwnCheck; do
	coqc -R ../prove LiftTune -R . Own $file.v > log 2>&1 || {
		cat log
		exit 1
	}
done
others=$(sed '1,/^Axioms:/d' log | grep '^[^ ]' |
	grep -vx 'FunctionalExtensionality.functional_extensionality_dep')
[ -z "$others" ] || {
	echo "axioms beyond functional extensionality: $others" >&2
	exit 1
}
cd .. || exit 1
while read -r name; do
	echo "$keys" | sed -n "s/.*\"rule\": \"$name\",.*\"key\": \"\([0-9a-f]*\)\".*/$name \1/p"
done < prove_own/proved > "$rules.proved"
echo "$(wc -l < "$rules.proved") rules proved"
