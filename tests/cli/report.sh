#!/bin/sh
# report: one page with everything in it, whatever programs are called, that
# loads nothing and is well-formed; nothing to report is said.
. "${srcdir:-.}/tests/cli/e2e_lib.sh"
need_device

cat > hostile.json <<'END'
{"name": "a_b", "sizes": {"N": 1000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["head", ["reduce", "+", 0, ["map", ["fun", ["a"], ["abs", "a"]], "xs"]]]}
END
"$LIFT_TUNE" tune hostile.json --max-fevals 6 --db r.db -o kernels --quiet \
	> /dev/null || fail "tune failed"
"$LIFT_TUNE" report --db r.db -o page.html || fail "no report"
grep -q '<svg' page.html || fail "no picture"
! grep -Eq '(src|href)="[^#]|<script|url\(' page.html ||
	fail "the page loads something"
[ "$(grep -o '<details' page.html | wc -l)" = \
	"$(grep -o '</details>' page.html | wc -l)" ] || fail "not well-formed"
"$LIFT_TUNE" report nothing --db r.db -o none.html 2> err && fail "no error"
grep -q 'nothing to report' err || fail "not said: $(cat err)"
[ ! -e none.html ] || fail "a page of nothing"
echo foreign > mine.html
"$LIFT_TUNE" report --db r.db -o mine.html 2> /dev/null &&
	fail "a foreign file was replaced"
[ "$(cat mine.html)" = foreign ] || fail "a foreign file was changed"
finish
