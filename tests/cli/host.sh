#!/bin/sh
# examples/host.py, with pyopencl, runs every example from nothing but its
# manifest, and computes what eval computes. It has fewer than 30 lines.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

for python in ${PYOPENCL_PYTHON:+"$PYOPENCL_PYTHON"} python3 /usr/bin/python3 \
	""; do
	[ -z "$python" ] ||
		"$python" -c 'import pyopencl' > said 2>&1 && break
done
[ -n "$python" ] || skip "no python3 with pyopencl (python3-pyopencl)"
[ "$(wc -l < "$examples/host.py")" -lt 30 ] || fail "host.py: 30 lines or more"

host() { # host NAME SIZES...: as eval says, to 1e-3
	name=$1
	shift
	tune_at "$examples/$name.lift" "$@" || return
	given=$(cd tuned && "$python" "$srcdir/tests/cli/host_data.py" \
		"$name.manifest.json")
	options=
	for size in "$@"; do
		options="$options --size $size"
	done
	for word in $given; do
		options="$options --input $word"
	done
	cd tuned || exit 99
	# shellcheck disable=SC2086
	try 0 eval "$examples/$name.lift" $options -o "../$name"
	# shellcheck disable=SC2086
	"$python" "$examples/host.py" "$name.manifest.json" $given \
		> said 2>&1 || fail "host.py with $name: $(tail -n 3 said)"
	for result in "../$name"/*.npy; do
		"$python" -c 'import numpy, sys
a, b = (numpy.load(name) for name in sys.argv[1:])
sys.exit(not numpy.allclose(a, b, 1e-3, 1e-3 * abs(a).max()))' \
			"$result" "${result##*/}" ||
			fail "$name: host.py computes another ${result##*/}"
	done
	cd ..
	tried="$tried $name"
}
host argmax N=1021
host asum N=3001
host blackscholes N=37
host complexmul N=37
host convolution M=17 N=19
host dot N=3001
host gemv M=37 K=29
host jacobi M=17 N=19
host kmeans N=37 K=5 D=4
host mandelbrot N=17
host matmul M=17 N=19 K=23
host md N=37 M=5
host meanvar N=1021
host nbody N=37
host scal N=37
host softmax M=17 N=19
host stencil3d L=7 M=9 N=11
same "examples that were run" "$(echo "$tried" | wc -w)" \
	"$(ls "$examples"/*.lift | wc -l)"
finish
