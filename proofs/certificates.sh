#!/bin/sh
# certificates.sh: the certificate of each stored derivation, as the file
# FOLDER/Derivation_NAME.v. Expects LIFT_TUNE and srcdir.
# usage: certificates.sh FOLDER
for steps in "$srcdir"/proofs/derivations/*.jsonl; do
	name=${steps##*/}
	name=${name%.jsonl}
	"$LIFT_TUNE" rewrite "${steps%.jsonl}.json" --steps "$steps" --coq \
		--allow-unsafe-c > "$1/Derivation_$name.v" || exit 1
done
