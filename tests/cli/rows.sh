#!/bin/sh
# Softmax of rows and k-means assignment: `eval` agrees with numpy at odd sizes,
# and they are tuned at some of them.
. "$srcdir/tests/cli/e2e_lib.sh"

softmax_sizes="1,1 3,1 1,3 5,7 3,1021 1021,5"
kmeans_sizes="1,1,1 3,3,3 5,7,2 1021,7,5"

if has_numpy; then
	cat > draw_data.py << 'END'
import sys
import numpy as np
rng = np.random.default_rng(7)
for name, shape in zip(sys.argv[1::2], sys.argv[2::2]):
    shape = tuple(map(int, shape.split(",")))
    np.save(name, rng.uniform(-3, 3, shape).astype(np.float32))
END
	cat > softmax.py << 'END'
import numpy as np
a = np.load("A.npy").astype(np.float64)
e = np.exp(a - a.max(axis=1, keepdims=True))
wanted = e / e.sum(axis=1, keepdims=True)
found = np.load("results/out.npy")
assert found.dtype == np.float32 and found.shape == wanted.shape
assert np.allclose(found, wanted, rtol=1e-5, atol=0)
END
	cat > kmeans.py << 'END'
import numpy as np
p, c = np.load("points.npy"), np.load("centroids.npy")
d = np.cumsum((p[:, None] - c[None]) ** 2, axis=2, dtype=np.float32)[..., -1]
found = np.load("results/out.npy")
assert found.dtype == np.int32
assert np.array_equal(found, np.argmin(d, axis=1))
END
	for size in $softmax_sizes; do
		"$python" draw_data.py A "$size"
		try 0 eval "$examples/softmax.json" -o results \
			--input A=A.npy --size "M=${size%,*}" \
			--size "N=${size#*,}"
		"$python" softmax.py || fail "softmax $size differs from numpy"
	done
	for size in $kmeans_sizes; do
		n=${size%%,*} d=${size##*,} k=${size#*,} k=${k%,*}
		"$python" draw_data.py points "$n,$d" centroids "$k,$d"
		try 0 eval "$examples/kmeans.json" -o results --size "N=$n" \
			--size "K=$k" --size "D=$d" \
			--input points=points.npy \
			--input centroids=centroids.npy
		"$python" kmeans.py || fail "kmeans $size differs from numpy"
	done
else
	echo "not tested: what numpy gives (no python3 with python3-numpy)"
fi

"$LIFT_TUNE" devices > out 2> err || finish
for size in 1,3 3,1021 1021,5; do
	tune_at "$examples/softmax.json" "M=${size%,*}" "N=${size#*,}"
done
for size in 3,3,3 1021,7,5; do
	k=${size#*,}
	tune_at "$examples/kmeans.json" "N=${size%%,*}" "K=${k%,*}" \
		"D=${size##*,}"
done
finish
