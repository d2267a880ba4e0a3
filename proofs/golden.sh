#!/bin/sh
# golden.sh: a file of Coq that computes each program of golden.txt, one line of
# output each. Expects LIFT_TUNE and srcdir. A reorder keeps the order, as the
# evaluator does.
echo "Require Import Golden. Set Printing Width 10000. Open Scope Z_scope."
echo "Open Scope nat_scope."
number=0
document=$(mktemp)
trap 'rm -f "$document"' EXIT
cut -d'|' -f2 "$srcdir/proofs/golden.txt" | while read -r body; do
	number=$((number + 1))
	printf '{"name": "golden", "inputs": [], "body": %s}\n' "$body" \
		> "$document"
	echo "Module G$number."
	"$LIFT_TUNE" rewrite "$document" --coq |
		grep -v '^Require\|^Print\|^(\*' || exit 1
	echo "End G$number."
	case $body in
	*'"reorder"'*) order=' (fun _ i => i)' ;;
	*) order= ;;
	esac
	echo "Eval vm_compute in flat (G$number.t_0 Z ops_Z$order)."
done
