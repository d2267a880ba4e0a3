#!/bin/sh
# Manifests are as their schema says (every end-to-end test looks at those that
# it leaves, e2e_lib.sh), of either version; it refuses others. Those of every example are run in
# tests/cli/host.sh.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

schema=$srcdir/docs/manifest.schema.json
tune_at "$examples/asum.lift" N=5001
refused() { # refused MANIFEST CHANGE...
	manifest=$1
	shift
	"$probe" schema "$schema" "$manifest" > said || fail "$(cat said)"
	for change in "$@"; do
		sed "$change" "$manifest" > changed.json
		cmp -s "$manifest" changed.json && fail "$change changes nothing"
		"$probe" schema "$schema" changed.json > said &&
			fail "the schema takes $manifest after $change"
	done
}
refused tuned/asum.manifest.json 's/"version": 1/"version": 0/' \
	's/"version": 1/"version": 2/' 's/"role": "input"/"role": "in"/' \
	's/"source"/"sources"/' 's/"bytes": [0-9]*/"bytes": "4"/' \
	's/"version": 1/"version": 1, "guards": []/'

# Open sizes are in those of version 2, and nowhere else.
cat > sums.json <<'END'
{"name": "sums", "sizes": {"M": 64, "K": 48},
 "inputs": [{"name": "A", "type": "[[f32; K]; M]"}],
 "body": ["join", ["mapGlobal", ["reduceSeq", "+", 0.0], "A"]]}
END
try 0 codegen sums.json --open all -o open
refused open/sums.manifest.json 's/"version": 2/"version": 1/' \
	'/"guards"/d' '/"open"/d' 's/"open": .*\]/"open": "all"/' \
	's/{"size": "M"}/{"size": 64}/' 's/{"size": "M"}/"M"/' \
	's/"type": "i32", "address_space": "private"/"type": "f32", "address_space": "private"/'
try 0 codegen sums.json --open none -o numbers
refused numbers/sums.manifest.json 's/"version": 1/"version": 2/'

finish
