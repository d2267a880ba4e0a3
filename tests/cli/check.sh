#!/bin/sh
# Every document that comes with lift-tune passes `check`, and its normal form
# is a document with the same normal form.
. "$srcdir/tests/cli/e2e_lib.sh"

for doc in "$examples"/*.json "$srcdir"/tests/programs_e2e/*.json; do
	name=$(basename "$doc" .json)
	try 0 check "$doc" || continue
	has out "$name"
	try 0 check "$doc" --json && "$probe" json name < out > names &&
		same "the name in $doc" "$(cat names)" "$name"
	try 0 check "$doc" --print && cp out normal.json &&
		try 0 check normal.json --print && cmp -s out normal.json ||
		fail "$doc: its normal form is not stable"
done

try 0 check "$examples/gemv.json" --size M=3 --size K=5
has out "f32[3, 5]"

# Where rows begin is checked whoever gives it; what reads them needs a range.
cat > rows.json <<'END'
{"name": "rows", "sizes": {"M": 4, "N": 9},
 "inputs": [{"name": "rs", "type": "[[f32; *N]; M]"},
  {"name": "k", "type": "i32"}],
 "body": ["length", ["at", "rs", "k"]]}
END
try 0 check rows.json
same "warnings" "$(grep -c W0304 err)" 1
has err "integer input k has no range"
try 0 check - < "$examples/asum.json"
finish
