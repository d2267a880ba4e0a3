#!/bin/sh
# Programs over windows: `eval` gives, bit for bit, what numpy gives when it
# adds from the left; they are tuned at sizes where borders are most of it and
# at odd ones. All kinds of padding, steps, elements and dimensions.
. "$srcdir/tests/cli/e2e_lib.sh"

windows='"windows": ["fun", ["a"],
	["map", "transpose", ["slide", 3, 1, ["map", ["slide", 3, 1], "a"]]]],
	"p": ["fun", ["w", "i", "j"], ["at", ["at", "w", "i"], "j"]]'

cat > life.json << END
{"name": "life", "sizes": {"M": 20, "N": 30},
 "inputs": [{"name": "g", "type": "[[i32; N]; M]", "range": [0, 1]}],
 "defs": {$windows,
  "torus": ["compose", ["pad", 1, 1, "wrap"], ["map", ["pad", 1, 1, "wrap"]]],
  "rule": ["fun", ["w"], ["let",
    "n", ["-", ["head", ["reduce", "+", 0, ["join", "w"]]], ["p", "w", 1, 1]],
    ["if", ["or", ["==", "n", 3],
                  ["and", ["==", "n", 2], ["==", ["p", "w", 1, 1], 1]]],
      1, 0]]]},
 "body": ["map", ["map", "rule"], ["windows", ["torus", "g"]]]}
END
cat > blur.json << 'END'
{"name": "blur", "sizes": {"M": 20, "N": 30},
 "inputs": [{"name": "m", "type": "[[f32; N]; M]"}],
 "defs": {
  "mean": ["fun", ["w"], ["/", ["head", ["reduce", "+", 0, "w"]], 5]],
  "row": ["fun", ["r"],
    ["map", "mean", ["slide", 5, 1, ["pad", 2, 2, "mirror", "r"]]]]},
 "body": ["transpose", ["map", "row", ["transpose", ["map", "row", "m"]]]]}
END
cat > pool.json << 'END'
{"name": "pool", "sizes": {"M": 20, "N": 30},
 "inputs": [{"name": "m", "type": "[[u8; N]; M]"}],
 "defs": {"most": ["fun", ["w"], ["head", ["reduce", "max", 0, ["join", "w"]]]]},
 "body": ["map", ["map", "most"],
   ["map", "transpose", ["slide", 3, 2, ["map", ["slide", 3, 2], "m"]]]]}
END
cat > filter.json << 'END'
{"name": "filter", "sizes": {"N": 1000},
 "inputs": [{"name": "x", "type": "[f64; N]"},
            {"name": "h", "type": "[f64; 31]"}],
 "body": ["map",
   ["fun", ["w"], ["head", ["reduce", "+", 0, ["map", "*", ["zip", "w", "h"]]]]],
   ["slide", 31, 1, ["pad", 30, 0, ["const", 0], "x"]]]}
END
cat > wave.json << END
{"name": "wave", "sizes": {"M": 20, "N": 30},
 "inputs": [{"name": "u", "type": "[[f64; N]; M]"},
            {"name": "before", "type": "[[f64; N]; M]"},
            {"name": "c", "type": "f64"}],
 "defs": {$windows,
  "fixed": ["compose", ["pad", 1, 1, ["const", 0]],
                       ["map", ["pad", 1, 1, ["const", 0]]]],
  "step": ["fun", ["w", "o"], ["+", ["-", ["*", 2, ["p", "w", 1, 1]], "o"],
    ["*", "c", ["-", ["+", ["p", "w", 0, 1], ["p", "w", 1, 0],
                           ["p", "w", 1, 2], ["p", "w", 2, 1]],
                     ["*", 4, ["p", "w", 1, 1]]]]]]},
 "body": ["map", ["fun", ["ws", "os"], ["map", "step", ["zip", "ws", "os"]]],
   ["zip", ["windows", ["fixed", "u"]], "before"]]}
END
cat > larger.json << 'END'
{"name": "larger", "sizes": {"M": 20, "N": 30},
 "inputs": [{"name": "m", "type": "[[f32; N]; M]"}],
 "defs": {"half": ["fun", ["i"], ["/", "i", 2]]},
 "body": ["gather", "2*M", "half",
   ["map", ["fun", ["r"], ["gather", "2*N", "half", "r"]], "m"]]}
END

cat > draw_data.py << 'END'
import sys
import numpy as np
rng = np.random.default_rng(3)
for word in sys.argv[1:]:
    name, kind, shape = word.split(":")
    shape = tuple(map(int, shape.split(",")))
    if kind[0] == "f":
        data = rng.uniform(-1, 1, shape).astype(np.dtype(kind))
    else:
        data = rng.integers(0, 2 if name == "g" else 200, shape)
    np.save(name, data.astype(np.dtype(kind)))
END
cat > compare.py << 'END'
import os
import sys
import numpy as np
f32 = np.float32
names = "u image weights g m x h before"
u, image, weights, g, m, x, h, before = (
    np.load(n + ".npy") if os.path.exists(n + ".npy") else None
    for n in names.split())
views = np.lib.stride_tricks.sliding_window_view
def fold(w, dims):
    w = w.reshape(w.shape[:-dims] + (-1,))
    return np.cumsum(w, axis=-1, dtype=w.dtype)[..., -1]
def pad1(a, mode):
    return np.pad(a, 1, mode)
def around(p):
    return (p[:-2, 1:-1], p[1:-1, :-2], p[1:-1, 2:], p[2:, 1:-1])
def jacobi():
    a, b, c, d = around(pad1(u, "edge"))
    return f32(0.2) * (a + b + u + c + d)
def convolution():
    return fold(views(pad1(image, "edge"), (3, 3)) * weights, 2)
def stencil3d():
    p, s = np.pad(u, 1), slice(1, -1)
    l, r = slice(0, -2), slice(2, None)
    six = (p[l, s, s] + p[s, l, s] + p[s, s, l] + p[s, s, r] + p[s, r, s]
           + p[r, s, s])
    return u + f32(0.125) * (six - f32(6) * u)
def life():
    n = views(pad1(g, "wrap"), (3, 3)).sum((2, 3)) - g
    return (n == 3) | (n == 2) & (g == 1)
def blur():
    def row(a):
        p = np.pad(a, ((0, 0), (2, 2)), "symmetric")
        return fold(views(p, 5, axis=1), 1) / f32(5)
    return row(row(m).T).T
def pool():
    return views(m, (3, 3))[::2, ::2].max((2, 3))
def filter():
    return fold(views(np.pad(x, (30, 0)), 31) * h, 1)
def wave():
    a, b, c, d = around(np.pad(u, 1))
    return 2 * u - before + 0.125 * (a + b + c + d - 4 * u)
def larger():
    return m.repeat(2, 0).repeat(2, 1)
wanted, found = globals()[sys.argv[1]](), np.load("results/out.npy")
assert wanted.shape == found.shape, (wanted.shape, found.shape)
assert np.array_equal(wanted.astype(found.dtype), found)
END
numpy=true
has_numpy || {
	numpy=false
	echo "not tested: what numpy gives (no python3 with python3-numpy)"
}

check() { # check DOC SIZES DATA...: data is NAME:DTYPE:SHAPE, or NAME=NUMBER
	doc=$1 sizes=$2 inputs= drawn=
	shift 2
	$numpy || return
	for word in "$@"; do
		case $word in
		*=*) inputs="$inputs --input $word" ;;
		*) drawn="$drawn $word"
		   inputs="$inputs --input ${word%%:*}=${word%%:*}.npy" ;;
		esac
	done
	rm -f ./*.npy
	# shellcheck disable=SC2086
	"$python" draw_data.py $drawn
	# shellcheck disable=SC2086
	try 0 eval "$doc" -o results $sizes $inputs || return
	"$python" compare.py "$(basename "$doc" .json)" ||
		fail "$doc $sizes differs from numpy"
}

for size in 1,1 3,3 5,7 1021,13; do
	m=${size%,*} n=${size#*,} s="--size M=${size%,*} --size N=${size#*,}"
	check "$examples/jacobi.json" "$s" "u:f4:$size"
	check "$examples/convolution.json" "$s" "image:f4:$size" weights:f4:3,3
	check "$examples/stencil3d.json" "$s --size L=5" "u:f4:5,$size" c=0.125
	check life.json "$s" "g:i4:$size"
	check blur.json "$s" "m:f4:$size"
	check wave.json "$s" "u:f8:$size" "before:f8:$size" c=0.125
	check larger.json "$s" "m:f4:$size"
	[ "$m" -lt 3 ] || check pool.json "$s" "m:u1:$size"
done
for n in 1 30 1021; do
	check filter.json "--size N=$n" "x:f8:$n" h:f8:31
done

"$LIFT_TUNE" devices > out 2> err || finish
for size in 3,3 37,409; do
	for doc in "$examples/jacobi.json" "$examples/convolution.json"; do
		tune_at "$doc" "M=${size%,*}" "N=${size#*,}"
	done
done
tune_at "$examples/stencil3d.json" L=3 M=5 N=7
tune_at "$examples/stencil3d.json" L=5 M=9 N=61
for doc in life blur pool wave larger; do
	tune_at $doc.json M=17 N=101
done
tune_at filter.json N=1021
# What stands in for rows of windows.
for doc in "$examples/jacobi.json" "$examples/convolution.json"; do
	tune_at "$doc" M=7 N=101 -- --forbid windows
done
finish
