#!/bin/sh
# docs/normal-form.md: its spellings have one form, the one that is shown.
. "$srcdir/tests/cli/e2e_lib.sh"

page=$srcdir/docs/normal-form.md
awk '
/^```lift/ { to = sprintf("spelling%d.lift", ++spellings); inside = 1
	if (header) printf "%s", header > to
	next }
/^```/ && inside { inside = 0; close(to); next }
inside { print > to }
inside && /^(program|  size|  input)/ { header = header $0 "\n" }
' "$page"
sed -n 's/^    \(out: .*\)/\1/p' "$page" > shown
[ -s shown ] || fail "no form is shown"
for doc in spelling1.lift spelling2.lift spelling3.lift; do
	try 0 rewrite "$doc" --index-form || continue
	cmp -s out shown || fail "$doc: $(cat out)"
	try 0 rewrite "$doc" --canonical || continue
	sed 's/"[a-z]_*[0-9]*"/"v"/g' out > "$doc.back" # names of parameters
	cmp -s "$doc.back" spelling1.lift.back || fail "$doc: $(cat out)"
done
try 3 rewrite "$srcdir/tests/programs/reorder.json" --canonical
grep -q "any order" err || fail "no reason: $(cat err)"
[ ! -e spelling4.lift ] || fail "a spelling is not tried"
finish
