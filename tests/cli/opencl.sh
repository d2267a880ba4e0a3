#!/bin/sh
# Functions in C: refused wherever a program is read unless they are asked for,
# also in programs that are stored; with --allow-unsafe-c evaluated by what they
# mean, printed, read back, tuned and judged like everything else.
. "$srcdir/tests/cli/e2e_lib.sh"

cat > c.json <<'EOF'
{"name": "c", "sizes": {"N": 257},
 "inputs": [{"name": "x", "type": "[f32; N]"}, {"name": "i", "type": "[i32; N]"}],
 "defs": {"scaled": ["opencl", {"name": "scaled",
   "type": "(f32, i32) -> f32",
   "source": "float scaled(float a, int b)\n{\n\treturn a * (float)b;\n}",
   "means": ["fun", ["a", "b"], ["*", "a", ["f32", "b"]]]}]},
 "body": ["map", "scaled", ["zip", "x", "i"]]}
EOF

# refused COMMAND ARGUMENTS...: only without the flag
refused() {
	try 3 "$@" --db c.db && [ ! -s out ] || fail "$1: $(cat out)"
	has err "error E0009: " && has err "expected: --allow-unsafe-c"
}

plain() { # plain COMMAND ARGUMENTS...: the same for what has no database
	try 3 "$@" && has err "error E0009: "
}

plain check c.json
plain eval c.json -o never
plain codegen c.json -o never
plain rewrite c.json --list
[ ! -e never ] || fail "something was written"

try 0 check c.json --allow-unsafe-c
try 0 check c.json --allow-unsafe-c --print && mv out normal.json
plain check normal.json
try 0 check normal.json --allow-unsafe-c --print &&
	same "the normal form" "$(cat out)" "$(cat normal.json)"
try 0 eval c.json --allow-unsafe-c -o results

# wrong FROM TO CODE TEXT: c.json with FROM replaced is refused so
wrong() {
	sed "s/$1/$2/" c.json > w.json
	cmp -s c.json w.json && fail "$1 is not in c.json"
	try 3 check w.json --allow-unsafe-c && has err " $3: $4"
}

wrong '"means": \["fun", \["a", "b"\], .*' '"means": "x"}]},' E0102 'means needs'
wrong '"f32", "b"' '"f64", "b"' E0101 'the arguments of'
wrong '"\*", "a", \["f32", "b"\]' '"+", "b", 1' E0101 'scaled means what'
wrong '(f32, i32) ->' '(f32, f32) ->' E0101 'scaled takes another type'
wrong '(f32, i32) -> f32' '[f32; N]' E0005 'the type of a function in C'
wrong '"name": "scaled"' '"name": "k0"' E0004 'a function in C has another name'
wrong '"means"' '"meant"' E0003 'opencl has no such key'

need_device
try 0 tune c.json --allow-unsafe-c --db c.db --max-fevals 4 -o tuned
refused run c.json -o never
refused tune c.json -o never
refused replay 1
refused explain 1
refused export c -o never
[ ! -e never ] || fail "something was written"
try 0 run c.json --allow-unsafe-c --verify --db c.db -o ran
try 0 replay 1 --allow-unsafe-c --db c.db
try 0 export c --allow-unsafe-c --db c.db -o exported
finish
