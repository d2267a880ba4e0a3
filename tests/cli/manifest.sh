#!/bin/sh
# Manifests are as their schema says (every end-to-end test looks at those that
# it leaves, e2e_lib.sh), which refuses others. Those of every example are run in
# tests/cli/host.sh.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

schema=$srcdir/docs/manifest.schema.json
tune_at "$examples/asum.lift" N=5001
for change in 's/"version": 1/"version": 0/' 's/"role": "input"/"role": "in"/' \
	's/"source"/"sources"/' 's/"bytes": [0-9]*/"bytes": "4"/'; do
	sed "$change" tuned/asum.manifest.json > changed.json
	"$probe" schema "$schema" changed.json > said &&
		fail "the schema takes a manifest after $change"
done

finish
