#!/bin/sh
# `eval` gives, bit for bit, what numpy gives when it folds from the left
# (cumsum does) in the declared types. Skipped where there is no numpy.
. "$srcdir/tests/cli/e2e_lib.sh"

need_numpy

cat > draw_data.py << 'END'
import numpy as np
rng = np.random.default_rng(1)
for name, shape in dict(x=10007, y=10007, A=(61, 103), B=(103, 47), v=103,
                        w=61).items():
    np.save(name, rng.uniform(-1, 1, shape).astype(np.float32))
np.save("i", rng.integers(-2**31, 2**31, 10007).astype(np.int32))
END
"$python" draw_data.py || fail "cannot write the data"

agrees() { # agrees OUTPUT EXPRESSION
	"$python" - "$1" "$2" << 'END' || fail "$doc: $1 differs from numpy"
import sys
import numpy as np
f32 = np.float32
x, y, A, B, v, w, i = (np.load(n + ".npy") for n in "xyABvwi")
fold = lambda a: np.cumsum(np.moveaxis(a, -1, 0), axis=0, dtype=a.dtype)[-1]
wanted, found = eval(sys.argv[2]), np.load("results/" + sys.argv[1] + ".npy")
assert wanted.dtype == found.dtype, (wanted.dtype, found.dtype)
assert np.array_equal(wanted.reshape(found.shape), found)
END
}

evaluate() { # evaluate DOC INPUTS...
	doc=$1
	shift
	try 0 eval "$doc" -o results "$@"
}

evaluate "$examples/asum.json" --input xs=x.npy && agrees out 'fold(abs(x))'
evaluate "$examples/dot.json" --input xs=x.npy --input ys=y.npy &&
	agrees out 'fold(x * y)'
evaluate "$examples/scal.json" --input x=x.npy --input alpha=0.1 &&
	agrees y 'f32(0.1) * x'
evaluate "$examples/gemv.json" --input A=A.npy --input x=v.npy \
	--input y=w.npy --input alpha=0.3 --input beta=-0.7 &&
	agrees out 'f32(0.3) * fold(A * v) + f32(-0.7) * w'
evaluate "$examples/matmul.json" --input A=A.npy --input B=B.npy &&
	agrees out 'fold(A[:, None, :] * B.T[None, :, :])'

cat > mix.json << 'END'
{"name": "mix", "sizes": {"N": 1}, "inputs": [{"name": "i", "type": "[i32; N]"}],
 "body": ["tuple",
    ["map", ["fun", ["e"], ["*", ["^", "e", [">>", "e", 7]], 31]], "i"],
    ["reduce", "+", 0, "i"], ["map", ["fun", ["e"], ["f32", "e"]], "i"],
    ["map", ["fun", ["e"], ["sqrt", ["f64", ["abs", "e"]]]], "i"]]}
END
evaluate mix.json --input i=i.npy && {
	agrees out0 '(i ^ (i >> 7)) * np.int32(31)'
	agrees out1 'fold(i)'
	agrees out2 'i.astype(f32)'
	agrees out3 'np.sqrt(abs(i).astype(np.float64))'
}

cat > views.json << 'END'
{"name": "views", "sizes": {"N": 10007, "M": 61, "K": 103},
 "inputs": [{"name": "x", "type": "[f32; N]"},
            {"name": "A", "type": "[[f32; K]; M]"}],
 "body": ["tuple",
    ["gather", ["fun", ["i"], ["-", ["size", "N-1"], "i"]], "x"],
    ["gather", "N//2", ["fun", ["i"], ["*", 2, "i"]], ["map", "neg", "x"]],
    ["generate", "M", ["fun", ["i"], ["generate", "K", ["fun", ["j"],
        ["+", ["*", 100, "i"], "j"]]]]],
    ["map", "transpose", ["slide", 3, 2, ["map", ["slide", 2, 1], "A"]]],
    ["pad", 2, 1, ["const", 0.5], ["map", ["pad", 0, 3, ["const", 1]], "A"]],
    ["map", ["fun", ["e"], ["*", "e", ["at", ["array", 2, 3], 1]]], "x"],
    ["map", ["iterate", 3, ["fun", ["e"], ["-", ["*", "e", "e"], 1]]], "x"],
    ["pad", 70, 3, "mirror", ["map", ["pad", 2, 9, "clamp"], "A"]],
    ["pad", 200, 70, "wrap", ["map", "neg", "x"]]]}
END
evaluate views.json --input x=x.npy --input A=A.npy && {
	agrees out0 'x[::-1]'
	agrees out1 '-x[0:len(x) - 1:2]'
	agrees out2 '100 * np.arange(61)[:, None] + np.arange(103)'
	agrees out3 'np.lib.stride_tricks.sliding_window_view(A, (3, 2))[::2]'
	agrees out4 'np.pad(np.pad(A, ((0, 0), (0, 3)), constant_values=1),
		((2, 1), (0, 0)), constant_values=0.5)'
	agrees out5 'f32(3) * x'
	agrees out6 '((x * x - 1) ** 2 - 1) ** 2 - 1'
	agrees out7 'np.pad(np.pad(A, ((0, 0), (2, 9)), "edge"),
		((70, 3), (0, 0)), "symmetric")'
	agrees out8 'np.pad(-x, (200, 70), "wrap")'
}
finish
