#!/bin/sh
# What is stored as best has passed more oracles than what was timed: residues,
# large integers where sums are long, and where residues cannot judge, changed
# elements of the inputs.
. "$srcdir/tests/cli/e2e_lib.sh"
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
try 0 explain 1 && has out "found: exact tolerance choices wide special ends influence," &&
	has out "sum: exact tolerance choices field wide special ends influence"

# Every bit counts: sums are those of the declared types, of changed data, too.
cat > strict.json << 'END'
{"name": "strict", "sizes": {"N": 4099},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["tuple", ["head", ["reduce", "max", "-inf", "xs"]],
	["head", ["reduce", "+", 0, "xs"]]],
 "outputs": ["most", "sum"]}
END
LIFT_TUNE_DB=$work/strict.db try 0 tune strict.json --device 0 --fp strict \
	--max-fevals 1 -o tuned

# What was stored without them is judged when it is exported; where its device is
# not there, that is said.
admitted="found: exact tolerance, sum: exact tolerance"
sql "UPDATE measurements SET judges = '$admitted'"
mkdir nothing
OCL_ICD_VENDORS=$work/nothing/ try 0 export table -o owed
has err "not judged by field, special" &&
	has owed/table.manifest.json "$admitted; not judged by field, special"
same "the oracles" "$(sql 'SELECT judges FROM measurements')" "$admitted"
try 0 export table -o owed
has owed/table.manifest.json "sum: choices field wide special ends exact influence" &&
	has owed/table.manifest.json "found: choices wide special ends exact influence"
grep -q "not judged" err && { fail "it is judged"; show; }
judges=$(sql 'SELECT judges FROM measurements')
same "the oracles" "$judges" \
	"$admitted; found: choices wide special ends exact influence, sum: choices field wide special ends exact influence"
try 0 db check
try 0 export table -o again
cmp owed/table.manifest.json again/table.manifest.json || fail "judged twice"
finish
