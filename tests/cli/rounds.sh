#!/bin/sh
# Rounds of kernels are loops of the launch plan: in the worker that judges and
# times them, in the manifest, in the stub and in the library; a million rounds
# are no more text than ten, and no longer a queue than a thousand. Those of
# iterateUntil end by a flag. examples/host.py runs them where there is pyopencl.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
build=${LIFT_TUNE%/*}
LIFT_TUNE_WORKER=$LIFT_TUNE
export LIFT_TUNE_WORKER

low() { # low ROUNDS
	cat <<END
{"name": "low", "sizes": {"N": 16},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["iterate", $1, ["fun", ["v"], ["mapGlobal", ["fun", ["w"],
	["*", 0.5, ["+", ["at", "w", 0], ["at", "w", 1]]]],
	["slide", 2, 1, ["pad", 0, 1, "wrap", "v"]]]], "xs"]}
END
}
low 10 > ten.json
low 1000000 > million.json
try 0 codegen ten.json -o ten
try 0 codegen million.json -o million
alike() { # alike FEW MANY
	for file in cl c h manifest.json; do
		few=$(wc -c < "$1/low.$file")
		many=$(wc -c < "$2/low.$file")
		[ "$many" -gt $((few + 100)) ] &&
			fail "$file: $few bytes of $1, $many of $2"
	done
}
alike ten million
has million/low.manifest.json '"version": 3'
has million/low.manifest.json \
	'"launches": [0, {"times": 499999, "launches": [1, 2]}, 3]'

# So are those of a fold, which read their number in a buffer.
fold() { # fold ROUNDS
	cat <<END
{"name": "low", "sizes": {"N": 16},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["head", ["reduceSeq", ["fun", ["v", "k"], ["mapGlobal", ["fun", ["a"],
	["*", 0.5, ["+", "a", ["at", "xs", ["%", "k", ["size", "N"]]]]]], "v"]],
	"xs", ["generate", $1, "id"]]]}
END
}
fold 10 > tenth.json
fold 1000000 > millionth.json
try 0 codegen tenth.json -o tenth
try 0 codegen millionth.json -o millionth
alike tenth millionth
has millionth/low.manifest.json \
	'"launches": [0, {"times": 499999, "launches": [1, 2]}, 3]'

many() { # many ROUNDS OPTIONS: of the stub, whose OpenCL is a mock
	cat > many.json <<END
{"name": "many", "sizes": {"N": 16},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["iterate", $1, ["mapGlobal", ["fun", ["w"], ["*", 0.5, "w"]]], "xs"]}
END
	shift
	try 0 codegen many.json --open all -o many
	cc -O1 -g -std=c11 -Wall -Wextra -Werror "$@" \
		-DCL_TARGET_OPENCL_VERSION=120 -I"$srcdir" -Imany \
		"$srcdir/tests/cli/rounds_mock.c" \
		"$srcdir/tests/cli/stub_mock.c" many/many.c -o mock \
		> said 2>&1 && ./mock > said 2>&1 || fail "many: $(cat said)"
}
many 100001
many 1000000000000001 -DENDLESS

doc=$srcdir/tests/programs_e2e/rounds.json
tune_at "$doc"
has tuned/rounds.manifest.json '"launches": '
has tuned/rounds.manifest.json '"blocking": true'
try 0 run "$doc" --device 0 --verify -o results

sanitize=
nm "$build/liblift_tune.so" | grep -q __asan_init &&
	sanitize=-fsanitize=address,undefined
# shellcheck disable=SC2086
cc -O1 -g -std=c11 -Wall -Wextra -Werror $sanitize \
	-DCL_TARGET_OPENCL_VERSION=120 -I"$srcdir/lib" -Ituned \
	"$srcdir/tests/cli/rounds_host.c" tuned/rounds.c -L"$build" \
	-llift_tune -lOpenCL -o host > said 2>&1 || fail "$(cat said)"
LD_LIBRARY_PATH=$build${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
	./host "$doc" "$LIFT_TUNE_DB" > said 2>&1 || fail "$(cat said)"

for python in ${PYOPENCL_PYTHON:+"$PYOPENCL_PYTHON"} python3 /usr/bin/python3 \
	""; do
	[ -z "$python" ] ||
		"$python" -c 'import pyopencl' > said 2>&1 && break
done
if [ -n "$python" ]; then
	runs() { # runs MANIFEST DOCUMENT INPUT: as the evaluator does
		try 0 eval "$2" --input "$3" -o right
		"$python" "$examples/host.py" "$1" "$3" > said 2>&1 ||
			fail "host.py: $(tail -n 3 said)"
		"$python" -c 'import numpy, sys
a, b = (numpy.load(name) for name in sys.argv[1:])
sys.exit(a.dtype != b.dtype or not numpy.array_equal(a, b))' \
			out.npy right/out.npy ||
			fail "host.py computes something else of $2"
	}
	"$probe" npy-write xs.npy '<u4' 64 1 2 4294967295 7
	runs tuned/rounds.manifest.json "$doc" xs=xs.npy
	# An input that is named as an intermediate buffer is.
	sed 's/"xs"/"t0"/g' ten.json > named.json
	try 0 codegen named.json -o named
	"$probe" npy-write t0.npy '<f4' 16 1 2 4 7
	runs named/low.manifest.json named.json t0=t0.npy
	mv t0.npy xs.npy
	runs tenth/low.manifest.json tenth.json xs=xs.npy
else
	echo "not tested: host.py (no python3 with pyopencl)"
fi
finish
