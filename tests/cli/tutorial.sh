#!/bin/sh
# Every command in docs/tutorial.md works as it stands there: the files shown
# are written, the commands run in order ("fails=3": with that exit code), and
# nothing warns.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

mkdir bin && ln -s "$LIFT_TUNE" bin/lift-tune
PATH=$work/bin:$PATH
awk '
/^```/ && inside { inside = 0; close(to); next }
/^```[a-z]+ file=/ { sub(/.*file=/, ""); to = $0; inside = 1; next }
/^```sh/ {
	to = sprintf("step%02d", ++steps)
	code = /fails=/ ? substr($0, index($0, "=") + 1) : 0
	print code > (to ".code")
	close(to ".code")
	inside = 1
	next
}
inside { print > to }
' "$srcdir/docs/tutorial.md"

for step in step??; do
	sh -e "$step" > out 2> err
	same "the exit code of $(cat "$step")" $? "$(cat "$step.code")" || show
	grep -q "warning" err && { fail "$(cat "$step") warns"; show; }
done
[ "$(find . -name 'step??' | wc -l)" -ge 8 ] || fail "hardly any commands"
same "the application said" "$(cat out)" "distance: 666667"
finish
