#!/bin/sh
# The rules that run are the rules that were proved: the statements printed now,
# the proofs and the definitions are those that Coq checked.
set -u
proofs=$srcdir/proofs
bad=0

changed=$("$LIFT_TUNE" rules --coq | diff "$proofs/Statements.v" - |
	sed -n 's/^[<>] Definition stmt_\([A-Za-z0-9_]*\).*/\1/p' | sort -u)
if [ -n "$changed" ]; then
	echo "rules with other statements than were proved:" $changed
	bad=1
elif ! "$LIFT_TUNE" rules --coq | cmp -s - "$proofs/Statements.v"; then
	echo "the statements are not those that were proved"
	bad=1
fi

unproved=$(sh "$proofs/unproved.sh")
if [ -n "$unproved" ]; then
	echo "rules without a proof:" $unproved
	bad=1
fi

certificates=$(mktemp -d)
trap 'rm -rf "$certificates"' EXIT
sh "$proofs/certificates.sh" "$certificates" || {
	echo "a stored derivation has no certificate"
	bad=1
}
sh "$proofs/stamp.sh" "$proofs" "$certificates" | diff "$proofs/stamp" - || {
	echo "the proofs or the certificates changed since they were checked"
	bad=1
}
[ "$bad" = 0 ] || echo "make prove checks them anew"
exit "$bad"
