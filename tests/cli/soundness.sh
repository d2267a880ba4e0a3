#!/bin/sh
# Every command in docs/soundness.md works as it stands there: the files shown
# are written, the commands run in order ("fails=3": with that exit code).
# Skipped without Coq.
. "$srcdir/tests/cli/e2e_lib.sh"
command -v coqc > /dev/null || skip "no Coq"
build=${LIFT_TUNE%/*}
mkdir steps
awk -v folder="$work/steps" '
/^```/ && inside { inside = 0; close(to); next }
/^```[a-z]+ file=/ {
	sub(/.*file=/, "")
	to = sprintf("%s/%02d", folder, ++steps)
	print $0 > (to ".name")
	close(to ".name")
	inside = 1
	next
}
/^```sh/ {
	to = sprintf("%s/%02d", folder, ++steps)
	code = /fails=/ ? substr($0, index($0, "=") + 1) : 0
	print code > (to ".code")
	close(to ".code")
	inside = 1
	next
}
inside { print > to }
' "$srcdir/docs/soundness.md"

cd "$build" || exit 99
for step in "$work"/steps/??; do
	if [ -f "$step.name" ]; then
		cp "$step" "$(cat "$step.name")"
		continue
	fi
	bash -e -o pipefail "$step" > "$work/out" 2> "$work/err"
	same "the exit code of $(cat "$step")" $? "$(cat "$step.code")" ||
		cat "$work/out" "$work/err"
	cat "$work/out" "$work/err" >> "$work/all"
done
for text in "the sides differ in type\|an ill-typed\|error E0801" \
	"rule zip_mirror is not true: with n = 1" "UNPROVED" \
	"Definition stmt_zip_mirror" "1 rules proved"; do
	grep -q "$text" "$work/all" || fail "nobody said: $text"
done
grep -q "^zip_mirror [0-9a-f]\{16\}$" mine.rules.proved || fail "not proved"
rm -f mine.rules mine.v mine.rules.proved
finish
