#!/bin/sh
# What a document calls open: both forms say it, neither loses it, and --open
# asks for something else; names that are no sizes have their place.
. "$srcdir/tests/cli/e2e_lib.sh"

cat > low.lift << 'END'
program low
  size N = 24; M = 7
  open M, N
  input xs : f32[M][N]
  mapGlobal (mapSeq abs) xs
END
try 0 format low.lift --json && cp out low.json
has low.json '"open": ["M", "N"]'
try 0 format low.json && cp out again.lift
cmp -s low.lift again.lift || fail "not the same: $(diff low.lift again.lift)"
try 0 format low.json --text
cmp -s low.lift out || fail "--text: $(diff low.lift out)"
try 2 format low.json --text --json
has out "E0901"
try 0 check --print low.json && cp out normal.json
has normal.json '"open": ["M", "N"]'
try 0 format normal.json
has out "  open M, N"

version() { # version WANTED DOC OPTION...: of the manifest
	wanted=$1
	shift
	try 0 codegen "$@" -o made
	same "$*" "$(grep -o '"version": [0-9]*' made/low.manifest.json |
		head -1)" "\"version\": $wanted"
}
version 2 low.lift
version 2 low.json
version 1 low.json --open none
version 2 normal.json --open N
for doc in low.lift low.json; do
	try 0 codegen $doc --open M,N -o asked
	try 0 codegen $doc -o said
	cmp -s asked/low.cl said/low.cl || fail "$doc: other kernels"
done
try 0 eval low.json --size N=2 --size M=1

bad() { # bad CODE LINE TEXT: what is in place of open M, N
	sed "s/^  open.*/  open $3/" low.lift > bad.lift
	try 3 check bad.lift
	grep -q "error $1: .*" err && grep -q "bad.lift:$2:" err ||
		fail "open $3: $(cat err)"
	sed "s/\"open\": .*,\$/\"open\": $4,/" low.json > bad.json
	try 3 check bad.json
	grep -q "error $1: .*" err && grep -q "bad.json:" err ||
		fail "\"open\": $4: $(cat err)"
}
bad E0203 3 "M, K" '["M", "K"]'
bad E0202 3 "M, M" '["M", "M"]'
sed 's/"open": .*,$/"open": "M",/' low.json > bad.json
try 3 check bad.json
has err "a list of size variables"
sed 's/"open": .*,$/"open": [3],/' low.json > bad.json
try 3 check bad.json
has err "no size"
try 2 tune low.json --device-facts "$srcdir/tests/devices/h200.json"
has err "--open none"
finish
