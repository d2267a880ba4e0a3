#!/bin/sh
# Documents made to do harm: each is answered with one clear error (or read, if
# there is nothing wrong with it) within a second of the processor's time and
# 100 MB of memory.
. "$srcdir/tests/cli/e2e_lib.sh"

limited() {
	(
		ulimit -t 1
		ulimit -v 102400
		exec "$LIFT_TUNE" "$@"
	) > out 2> err
}

# answers CODE ERROR TEXT: what check says of hostile.json
answers() {
	limited check hostile.json
	code=$?
	[ $code = "$1" ] || { fail "$3: exit code $code"; head -c 500 err; }
	[ "$1" = 0 ] && return
	same "$3: errors" "$(grep -c "error E" err)" 1
	grep -q "error $2: .*$3" err || { fail "no $2, $3"; head -c 500 err; }
	[ "$(wc -c < err)" -lt 2000 ] || fail "$3: a long message"
}

repeat() { # repeat N TEXT: the text N times
	awk -v n="$1" -v text="$2" 'BEGIN {
		while (n-- > 0)
			printf "%s", text
	}'
}

program() { # program BODY...: with an input xs of 8 numbers
	printf '{"name": "p", "sizes": {"N": 8}, "inputs": [{"name": "xs", '
	printf '"type": "[f32; N]"}], "body": %s}' "$*"
}

added() { # added NUMBER: it is added to each element
	program '["map", ["fun", ["x"], ["+", "x", '"$1"']], "xs"]' \
		> hostile.json
}

# Depth
repeat 1000000 '[' > hostile.json
answers 3 E0002 "nested too deep"
{ repeat 5000 '['; repeat 5000 ']'; } > hostile.json
answers 3 E0002 "nested too deep"
repeat 150000 '{"a":' > hostile.json
answers 3 E0002 "nested too deep"
program "$(repeat 5000 '["abs", ') \"xs\" $(repeat 5000 ']')" > hostile.json
answers 3 E0002 "nested too deep"
program "$(repeat 240 '["map", "abs", ') \"xs\" $(repeat 240 ']')" \
	> hostile.json
answers 0
printf '{"name": "p", "inputs": [{"name": "x", "type": "%sf32%s"}], %s' \
	"$(repeat 600 '[')" "$(repeat 600 '; 2]')" '"body": "x"}' > hostile.json
answers 3 E0005 "a type is not well formed"

# Size
head -c 100000000 /dev/zero | tr '\0' ' ' > hostile.json
answers 3 E0002 "the text is too large"
{ printf '{"name": "'; head -c 100000000 /dev/zero | tr '\0' p; } \
	> hostile.json
answers 3 E0002 "the text is too large"
rm hostile.json
program "[\"tuple\"$(repeat 100000 ', 1')]" > hostile.json
answers 3 E0002 "the document is too large"
program "[\"concat\"$(repeat 15000 ', "xs"')]" > hostile.json
answers 3 E0103 "wrong number of arguments"
program "[\"array\"$(repeat 15000 ', 1')]" > hostile.json
answers 0
awk 'BEGIN {
	printf "{\"name\": \"p\", \"inputs\": ["
	for (i = 0; i < 5000; i++)
		printf "%s{\"name\": \"x%d\", \"type\": \"f32\"}",
			i ? ", " : "", i
	printf "], \"body\": 1}"
}' > hostile.json
answers 3 E0002 "too many inputs"
awk 'BEGIN {
	printf "{\"name\": \"p\", \"sizes\": {"
	for (i = 0; i < 15000; i++)
		printf "%s\"N%d\": 1", i ? ", " : "", i
	printf "}, \"inputs\": [], \"body\": 1}"
}' > hostile.json
answers 3 E0002 "too many sizes"
printf '{"name": "%s", "inputs": [], "body": 1}' "$(repeat 9000 p)" \
	> hostile.json
answers 3 E0002 "a string is too long"

# What is small and becomes large
program "[\"let\", \"v0\", \"xs\"$(awk 'BEGIN {
	for (i = 1; i < 60; i++)
		printf ", \"v%d\", [\"zip\", \"v%d\", \"v%d\"]", i, i - 1, i - 1
}'), \"v59\"]" > hostile.json
answers 3 E0107 "a tuple is too large"
printf '{"name": "p", "inputs": [{"name": "x", "type": "f32"}], "defs": {
	"g0": ["fun", ["v"], ["+", "v", 1]]%s}, "body": ["g39", "x"]}' \
	"$(awk 'BEGIN {
	for (i = 1; i < 40; i++)
		printf ", \"g%d\": [\"fun\", [\"v\"], [\"g%d\", [\"g%d\", %s]]]",
			i, i - 1, i - 1, "\"v\""
}')" > hostile.json
answers 3 E0002 "nested too deep"
program '[["fun", ["x"], ["x", "x"]], ["fun", ["x"], ["x", "x"]]]' \
	> hostile.json
answers 3 E0204 "inlining does not end"
program '["fill", 2000000000, ["fill", 2000000000, ["fill", 9, 1]]]' \
	> hostile.json
answers 3 E0107 "an array is too large"
program '["pad", 9000000000000000000, 9000000000000000000, "clamp", "xs"]' \
	> hostile.json
answers 3 E0107 "overflows"
program '["iterate", 60, ["fun", ["t: [f32; m]"], ["concat", "t", "t"]], "xs"]' \
	> hostile.json
answers 3 E0107 "overflows"
program '["drop", "9^9^9^9", "xs"]' > hostile.json
answers 3 E0107 "overflows"
sed -i 's/"N": 8/"N": 4611686018427387904/' hostile.json
answers 3 E0107 ""
lowest="(0-9223372036854775807-1)"
for sign in / // %; do
	program "[\"drop\", \"$lowest$sign(0-1)\", \"xs\"]" > hostile.json
	answers 3 E0107 "overflows"
done
program '["drop", "1+(0-1)^9223372036854775807", "xs"]' > hostile.json
answers 0
program "[\"drop\", \"(N$(awk 'BEGIN {
	for (i = 2; i < 60; i++)
		printf "+N//%d", i
}'))^8\", \"xs\"]" > hostile.json
answers 3 E0107 "overflows"

# Numbers
added 1e400
answers 3 E0007 "a number is not finite"
added "$(repeat 100000 9)"
answers 3 E0007 "too large"
added "0.$(repeat 100000 9)"
answers 0
added "\"1e999999999\""
answers 3 E0007 "a literal is not well formed"
for number in NaN Infinity - + 01 1. .5 0x10 1e 'nul'; do
	added "$number"
	answers 3 E0001 ""
done

# Text
printf '{"name": "p", "name": "q", "inputs": [], "body": 1}' > hostile.json
answers 3 E0001 "given twice"
for bytes in '\377' '\300\257' '\355\240\200' '\364\220\200\200' '\342\202'; do
	# shellcheck disable=SC2059
	printf "{\"name\": \"p$bytes\", \"inputs\": [], \"body\": 1}" \
		> hostile.json
	answers 3 E0001 "not UTF-8"
done
printf '\357\273\277{"name": "p", "inputs": [], "body": 1}' > hostile.json
answers 3 E0001 "not JSON"
for escape in '\\ud800' '\\u0000' '\\x41' '\\u12'; do
	printf '{"name": "p%b", "inputs": [], "body": 1}' "$escape" \
		> hostile.json
	answers 3 E0001 ""
done
printf '{"name": "p\033[31m", "inputs": [], "body": 1}' > hostile.json
answers 3 E0001 ""
finish
