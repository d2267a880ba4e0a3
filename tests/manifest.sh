#!/bin/sh
# Manifests are as their schema says (every end-to-end test looks at those that
# it leaves, e2e_lib.sh), which refuses others; examples/host.py runs kernels
# from nothing but the manifest, where pyopencl is there.
. "$srcdir/tests/e2e_lib.sh"
need_device

schema=$srcdir/docs/manifest.schema.json
tune_at "$examples/asum.lift" N=5001
for change in 's/"version": 1/"version": 0/' 's/"role": "input"/"role": "in"/' \
	's/"source"/"sources"/' 's/"bytes": [0-9]*/"bytes": "4"/'; do
	sed "$change" tuned/asum.manifest.json > changed.json
	"$probe" schema "$schema" changed.json > said &&
		fail "the schema takes a manifest after $change"
done

for python in python3 /usr/bin/python3 ${PYOPENCL_PYTHON:+"$PYOPENCL_PYTHON"} ""; do
	[ -z "$python" ] || "$python" -c 'import pyopencl' > said 2>&1 && break
done
[ -n "$python" ] || {
	echo "not tested: examples/host.py (no python3 with pyopencl)"
	finish
}
run_host() { # run_host NAME SIZES -- WORDS: as eval says, to 1e-3
	name=$1
	sizes=$2
	shift 2
	# shellcheck disable=SC2086
	tune_at "$examples/$name.lift" $sizes
	inputs=
	for word in "$@"; do
		inputs="$inputs --input $word"
	done
	# shellcheck disable=SC2086
	try 0 eval "$examples/$name.lift" $inputs -o "eval-$name"
	mkdir -p "host-$name"
	for word in "$@"; do
		case $word in *.npy) cp "${word#*=}" "host-$name" ;; esac
	done
	(cd "host-$name" && "$python" "$examples/host.py" \
		"../tuned/$name.manifest.json" "$@" > ../said 2>&1) || {
		fail "host.py with $name: $(tail -3 said)"
		return
	}
	for result in "eval-$name"/*.npy; do
		"$python" -c 'import numpy, sys
a, b = (numpy.load(name) for name in sys.argv[1:])
sys.exit(not numpy.allclose(a, b, 1e-3, 1e-3 * abs(a).max()))' \
			"$result" "host-$name/${result##*/}" ||
			fail "$name: host.py computes another ${result##*/}"
	done
}
"$probe" npy-write v.npy '<f4' 37 1 -2 3 0.5
"$probe" npy-write w.npy '<f4' 29 2 1 -1
"$probe" npy-write m.npy '<f4' 37,29 1 0 -2 0.25
"$probe" npy-write n.npy '<f4' 29,37 1 0 -2 0.25 3
run_host scal N=37 alpha=1.5 x=v.npy
run_host gemv "M=37 K=29" A=m.npy x=w.npy y=v.npy alpha=1.5 beta=-2
run_host matmul "M=37 N=37 K=29" A=m.npy B=n.npy
run_host meanvar N=37 xs=v.npy
finish
