#!/bin/sh
# unproved.sh: names the rules without a proof in proofs/*.v, one a line.
# Expects LIFT_TUNE and srcdir.
"$LIFT_TUNE" rules --coq | sed -n 's/^Definition stmt_\([A-Za-z0-9_]*\).*/\1/p;
	s/^(\* no statement of \([A-Za-z0-9_]*\):.*/\1/p' |
while read -r name; do
	grep -q "^Theorem rule_$name : stmt_$name\.$" "$srcdir"/proofs/*.v ||
		echo "$name"
done
