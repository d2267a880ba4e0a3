#!/bin/sh
# prove.sh: has Coq check that every rule is proved, and writes down what was
# checked (proofs/stamp), for the tests where there is no Coq. Expects LIFT_TUNE
# and srcdir; works in the folder prove.
set -u
ulimit -t 300 # no proof takes that long
source=$(cd "$srcdir/proofs" && pwd)
mkdir -p prove && cd prove || exit 1

command -v coqc > /dev/null || {
	echo "make prove needs Coq 8.16: install the package coq" >&2
	exit 1
}

# A file only changes when its content does, so Coq checks what is new.
update() { # update FILE: from stdin
	cat > "$1.new"
	if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

for old in *.v; do
	case $old in
	Statements.v | Check.v | Rules.v | Derivation_*.v | Vectors.v) ;;
	*) [ -f "$source/$old" ] || rm -f "$old" ;;
	esac
done
for file in "$source"/*.v; do
	[ "${file##*/}" = Statements.v ] || update "${file##*/}" < "$file"
done
"$LIFT_TUNE" rules --coq | update Statements.v

for file in Proofs_*.v; do
	echo "Require Export ${file%.v}."
done | update Rules.v

unproved=$(srcdir=$source/.. sh "$source/unproved.sh")
{
	echo "Require Import Statements Rules."
	sed -n 's/^Definition stmt_\([A-Za-z0-9_]*\).*/\1/p' Statements.v |
	grep -vxF "${unproved:-.}" > proved
	while read -r name; do
		echo "Definition checked_$name : Statements.stmt_$name" \
			":= rule_$name."
	done < proved
	echo "Definition checked :="
	while read -r name; do echo "  let _ := checked_$name in"; done < proved
	echo "  I."
	echo "Print Assumptions checked."
	echo "Require Machine."
	echo "Print Assumptions Machine.machine."
} | update Check.v

rm -f Derivation_* Vectors.*
srcdir=$source/.. sh "$source/certificates.sh" . || exit 1

{ echo "-R . LiftTune"; ls ./*.v; } | update _CoqProject
coq_makefile -f _CoqProject -o Makefile.coq > /dev/null || exit 1
rm -f Check.vo
MAKEFLAGS= MAKELEVEL= make -s -f Makefile.coq -j2 > log 2>&1 || { cat log; exit 1; }

# Of the axioms of Coq only this one is used.
others=$(grep '^[^ ]' log | grep -v '^COQ' | grep -vxE \
	'Closed under the global context|Axioms:|(FunctionalExtensionality\.)?functional_extensionality_dep')
if [ -n "$others" ] || ! grep -q '^Axioms:' log; then
	cat log
	echo "axioms beyond functional extensionality" >&2
	exit 1
fi
echo "$(wc -l < proved) rules proved, by functional extensionality only"
echo "derivations checked:" $(ls Derivation_*.vo | sed 's/Derivation_//;s/\.vo//')
# What the primitives compute, for the evaluator to be compared with.
srcdir=$source/.. sh "$source/golden.sh" > Vectors.v &&
	coqc -q -R . LiftTune Vectors.v > vectors || exit 1
sed -n 's/^ *= \[\(.*\)\]$/\1/p' vectors | sed 's/%Z//g;s/[();]//g' > golden.out
[ "$(wc -l < golden.out)" = "$(wc -l < "$source/golden.txt")" ] || {
	echo "some program of golden.txt has no value" >&2
	exit 1
}

# Who copies the sources meanwhile finds each file whole.
# The stamp is of what stands there then.
keep() {
	cmp -s "$1" "$source/$1" || cp "$1" "$source"
}
keep Statements.v
keep golden.out
sh "$source/stamp.sh" "$source" . > stamp
keep stamp
if [ -n "$unproved" ]; then
	echo "without a proof:" $unproved >&2
	exit 1
fi
