#!/bin/sh
# The Python package, installed by pip from the checkout into a virtual
# environment where that is to be had, against numpy.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
need_numpy
build=${LIFT_TUNE%/*}
nm "$build/liblift_tune.so.0" | grep -q __asan_init &&
	skip "a library with sanitizers cannot be loaded by python3"
EXAMPLES=$examples
LIFT_TUNE_BUILD=$build
PYTHONDONTWRITEBYTECODE=1
export EXAMPLES LIFT_TUNE_BUILD PYTHONDONTWRITEBYTECODE

if "$python" -m venv --system-site-packages venv > said 2>&1 &&
	venv/bin/python -m pip install --no-deps --no-index --quiet \
		"$srcdir/python" > said 2>&1; then
	python=venv/bin/python
else
	echo "not tested: pip install ($(tail -n 1 said))"
	PYTHONPATH=$srcdir/python
	LIFT_TUNE_LIBRARY=$build/liblift_tune.so.0
	LIFT_TUNE_WORKER=$LIFT_TUNE
	export PYTHONPATH LIFT_TUNE_LIBRARY LIFT_TUNE_WORKER
fi
timeout 1200 "$python" "$srcdir/tests/lib/python_numpy.py" > said 2>&1 ||
	fail "$(cat said)"
tail -n 1 said
finish
