#!/bin/sh
# The rules that run are the rules that were proved: the statements printed now,
# the proofs and the definitions are those that Coq checked.
set -u
proofs=$srcdir/proofs
bad=0

by_rule() { # one line for each rule: its name and all of its statement
	awk '/^\(\* / { name = substr($2, 1, length($2) - 1) }
		{ text[name] = text[name] $0 }
		END { for (name in text) print name, text[name] }' | sort
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/certificates"
"$LIFT_TUNE" rules --coq > "$work/Statements.v"
by_rule < "$work/Statements.v" > "$work/now"
by_rule < "$proofs/Statements.v" > "$work/proved"
changed=$(comm -3 "$work/now" "$work/proved" | awk '{ print $1 }' | sort -u)
if [ -n "$changed" ]; then
	echo "rules with other statements than were proved:" $changed
	bad=1
elif ! cmp -s "$work/Statements.v" "$proofs/Statements.v"; then
	echo "the statements are not those that were proved"
	bad=1
fi

unproved=$(sh "$proofs/unproved.sh")
if [ -n "$unproved" ]; then
	echo "rules without a proof:" $unproved
	bad=1
fi

sh "$proofs/certificates.sh" "$work/certificates" || {
	echo "a stored derivation has no certificate"
	bad=1
}
sh "$proofs/stamp.sh" "$proofs" "$work/certificates" | diff "$proofs/stamp" - || {
	echo "the proofs or the certificates changed since they were checked"
	bad=1
}
[ "$bad" = 0 ] || echo "make prove checks them anew"
exit "$bad"
