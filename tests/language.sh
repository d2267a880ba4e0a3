#!/bin/sh
# Every program in docs/language.md is read and evaluated, without a warning.
. "$srcdir/tests/e2e_lib.sh"

awk '
/^```/ && inside { inside = 0; close(to); next }
/^```json/ { to = sprintf("program%02d.json", ++programs); inside = 1; next }
inside { print > to }
' "$srcdir/docs/language.md"
for doc in program??.json; do
	try 0 check "$doc" && try 0 eval "$doc" -o "${doc%.json}"
	[ ! -s err ] || fail "$doc: $(cat err)"
done
[ "$(find . -name 'program??.json' | wc -l)" -ge 3 ] || fail "hardly a program"
finish
