#!/bin/sh
# What a document or a foreign database says stays data: it reaches no kernel
# source, no build option, no file outside the output folder, no shell and no
# terminal; and the worker has nothing that it does not need.
. "$srcdir/tests/cli/e2e_lib.sh"

# Nothing is started but the worker, by its path and without a shell.
if [ -d "$srcdir/cli" ]; then
	(cd "$srcdir" && grep -nE '\b(system|popen|execl|execlp|execvp|wordexp) *\(' \
		base/*.[ch] ir/*/*.[ch] rules/*.[ch] search/*.[ch] \
		search/*/*.[ch] codegen_opencl/*.[ch] \
		bench_harness/*.[ch] db/*.[ch] lib/*.[ch] cli/*.[ch]) &&
		fail "something may start programs"
fi

# Names that lead out of the folder are no names.
for name in ../up /etc/evil . .. "a b" "a'b" 'a;b' '$(touch evil)' -o ''; do
	printf '{"name": "%s", "inputs": [{"name": "xs", "type": "[f32; 4]"}],
		"body": ["map", "abs", "xs"]}' "$name" > name.json
	try 3 check name.json
	has err E0004
	printf '{"name": "n", "inputs": [{"name": "xs", "type": "[f32; 4]"}],
		"body": ["map", "abs", "xs"], "outputs": ["%s"]}' "$name" > name.json
	try 3 eval name.json --fill -o results
	has err E0004
done
[ ! -e evil ] && [ ! -e results ] || fail "a name became a file"

# Words of OpenCL C as names, and documentation that would end a comment.
cat > words.json <<'J'
{"name": "hostile_zyx", "doc": "*/ int evil_doc; /* \" \n #include <evil>",
 "sizes": {"SIZE_evil": 4096},
 "inputs": [
  {"name": "kernel", "doc": "*/ evil_input", "type": "[f32; SIZE_evil]"},
  {"name": "get_global_id", "type": "[f32; SIZE_evil]"}],
 "defs": {"barrier": ["fun", ["global_evil"],
  ["*", "global_evil", "global_evil"]]},
 "body": ["reduce", "+", ["f32", 0.0], ["map", "+",
  ["zip", ["map", "barrier", "kernel"], "get_global_id"]]],
 "outputs": ["printf"]}
J
need_device
SECRET_evil=1
export SECRET_evil
"$LIFT_TUNE" tune words.json --device 0 --max-fevals 400 --time-limit 900 \
	-o out.d --json > out 2> err 9< words.json &
tuner=$!

# The worker, while it works.
look() {
	worker=$(cat /proc/$tuner/task/*/children 2> /dev/null | cut -d ' ' -f 1)
	[ "$(grep -c measurement out)" -ge 2 ] && [ -n "$worker" ] || return
	cat /proc/"$worker"/status > status
	tr '\0' '\n' < /proc/"$worker"/environ > environment
	ls -l /proc/"$worker"/fd > descriptors
	cat /proc/"$worker"/limits > limits
	[ -s status ] && [ -s environment ] && [ -s descriptors ] && [ -s limits ]
}
while ! look 2> /dev/null && kill -0 $tuner 2> /dev/null; do
	sleep 0.1
done
kill -INT $tuner
wait $tuner
[ -s status ] && [ -s environment ] && [ -s descriptors ] ||
	fail "the worker was not seen"
grep -q '^NoNewPrivs:[[:space:]]*1' status || fail "the worker may gain rights"
grep -q 'evil\|LIFT_TUNE' environment &&
	fail "the worker knows of variables that are none of its business"
grep -E 'tuned\.db|words\.json|\.jsonl?$' descriptors &&
	fail "the worker has files of the tuner open"
grep -qE '^Max core file size +0 +0' limits || fail "the worker may dump core"

# What was compiled has names of its own, no comment, and known options.
sql "SELECT source FROM kernels" > sources
[ -s sources ] || fail "no sources"
grep -nE 'evil|zyx|printf|get_global_id *[^(]|/\*|//|#' sources | grep -v \
	'#pragma' && fail "user's text in a kernel"
sql "SELECT DISTINCT options FROM kernels" | tr ' ' '\n' |
	grep -vE '^(|-cl-[a-z0-9-]+|-cl-std=CL[0-9.]+)$' &&
	fail "an unknown build option"

# A foreign database: its texts end no comment and reach no terminal, and what
# it says of devices and programs is no code.
try 0 query --json
id=$("$probe" json id < out | tail -n 1)
esc=$(printf '\033')
sql "UPDATE devices SET name = '*/ int evil; /* ' || char(27) || ']0;x'"
sql "UPDATE programs SET name = 'a' || char(27) || '[31m'"
sql "UPDATE runs SET name = 'a' || char(27) || '[31m'"
try 0 query
grep -q "$esc" out && fail "a control character reaches the terminal"
try 0 explain "$id"
grep -q "$esc" out && fail "a control character reaches the terminal"
try 0 export "$id" -o foreign
sed '/^\/\*/,/^ \*\//d' foreign/*.cl | grep -n evil &&
	fail "a device's name became code"
[ "$(grep -c '\*/' foreign/*.cl)" = 1 ] || fail "a comment ends too early"
finish
