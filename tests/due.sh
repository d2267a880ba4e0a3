#!/bin/sh
# What is stored as best has passed more judges than what was timed: residues,
# and where these cannot judge, changed elements of the inputs.
. "$srcdir/tests/e2e_lib.sh"
need_device

cat > table.json << 'END'
{"name": "table", "sizes": {"N": 4096},
 "inputs": [{"name": "xs", "type": "[f32; N]", "range": [0, 100]},
	{"name": "t", "type": "[f32; 512]"}],
 "body": ["tuple", ["map", ["fun", ["x"],
	["at", "t", ["max", 0, ["min", 511, ["i32", ["*", 5, "x"]]]]]], "xs"],
	["head", ["reduce", "+", 0, "xs"]]],
 "outputs": ["found", "sum"]}
END
try 0 tune table.json --device 0 --max-fevals 1 -o tuned
try 0 explain 1 && has out "found: exact tolerance special ends influence," &&
	has out "sum: exact tolerance field special ends"
finish
