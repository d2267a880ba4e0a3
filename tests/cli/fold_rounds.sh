#!/bin/sh
# Programs that are folds over arrays, in order (tests/programs_rounds): their
# rounds are kernels in loops of launches, and give what the evaluator gives. What
# that gives of three of them is what numpy does.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
LIFT_TUNE_WORKER=$LIFT_TUNE
export LIFT_TUNE_WORKER

for doc in "$srcdir"/tests/programs_rounds/*.json; do
	name=$(basename "$doc" .json)
	tune_at "$doc"
	has "tuned/$name.manifest.json" '"times": '
	try 0 run "$doc" --device 0 --verify -o results
done

against_numpy() { # against_numpy PROGRAM INPUT SHAPE WANTED
	"$python" -c "import numpy as np
np.save('$2', np.random.default_rng(1).random($3, dtype=np.float32))"
	try 0 eval "$srcdir/tests/programs_rounds/$1.json" \
		--input "$2=$2.npy" -o of_eval || return
	"$python" - "$2" "$4" << 'END' || fail "$1 differs from numpy"
import sys
import numpy as np
x = np.load(sys.argv[1] + ".npy").astype(np.float64)
def orthonormal(rows):
	q, r = np.linalg.qr(rows.T)
	return (q * np.sign(np.diag(r))).T
def swept(g):
	for i in range(1, len(g) - 1):
		for j in range(1, len(g) - 1):
			g[i, j] = (g[i-1, j] + g[i+1, j] + g[i, j-1] + g[i, j+1]) / 4
	return g
assert np.allclose(eval(sys.argv[2]), np.load("of_eval/out.npy"), atol=1e-4)
END
}

if has_numpy; then
	against_numpy cholesky m '(21, 21)' \
		'np.linalg.cholesky(x + x.T + 42 * np.eye(21))'
	against_numpy gram_schmidt m '(17, 23)' \
		'orthonormal(x + 23 * np.eye(17, 23))'
	against_numpy seidel g '(19, 19)' 'swept(x)'
fi
finish
