#!/bin/sh
# Programs of scans and scatters (tests/programs_whole): the operations of
# Accelerate and of lambda_cu, sparse and sorting ones; equal to numpy, on several
# data each. Skipped where there is no numpy.
. "$srcdir/tests/cli/e2e_lib.sh"

need_numpy

cat > agrees.py << 'END'
import functools
import sys
import numpy as np

fold = functools.reduce

def scan(op, z, x):
    return [fold(op, x[:i + 1], z) for i in range(len(x))]

def plus(a, b):
    return a + b

def accelerate_arrays(m, i, j):
    return dict(used=m, one=[7], reshaped=m.reshape(-1, 14),
                squares=np.arange(len(m)) ** 2, repeated=[m[i]] * 3,
                column=m[:, j])

def accelerate_maps(m):
    all = m.reshape(-1)
    return dict(squares=m * m, differences=all - all[::-1],
                sums=np.cumsum(m, axis=1, dtype=m.dtype)[:, -1],
                largest=all.max())

def accelerate_scans(x):
    sums = np.cumsum(x)
    right = np.cumsum(x[::-1])[::-1]
    return dict(left=[3, *(3 + sums)], before=[3, *(3 + sums[:-1])],
                total=3 + sums[-1], left1=sums, right=[*(3 + right), 3],
                right1=right)

def accelerate_permute(x, k, taken):
    inside = (k >= 0) & (k < 5)
    combined = np.full(5, 100)
    np.add.at(combined, k[inside], x[inside])
    moved = np.full(len(x), -50)
    moved[:len(x) - 2] = x[:len(x) - 2][::-1]
    return dict(combined=combined, taken=x[taken], moved=moved)

def segments(lengths, x):
    ends = np.cumsum(lengths)
    return [x[e - l:e] for e, l in zip(ends, lengths)]

def accelerate_fold_seg(lengths, x):
    return dict(out=[r.sum() for r in segments(lengths, x)])

def lambda_cu_soacs(x):
    n, p = len(x), x > 0
    permuted = np.zeros(n)
    permuted[np.arange(n) * 5 % n] = x
    total = x.sum()
    return dict(mapped=3 * x, permuted=permuted, reduced=[x.max()],
                scanned=np.cumsum(x) - x, count=p.sum(),
                kept=[*x[p], *[0] * (n - p.sum())], parted=[*x[p], *x[~p]],
                once=x - int(total / 7))

def lambda_cu_segments(lengths, x):
    rows = segments([*lengths[:-1], len(x) - lengths[:-1].sum()], x)
    join = lambda f: np.concatenate([f(r) for r in rows])
    kept = join(lambda r: r[r > 0])
    return dict(sums=[r.sum() for r in rows],
                before=join(lambda r: np.cumsum(r) - r),
                reversed=join(lambda r: r[::-1]),
                counts=[(r > 0).sum() for r in rows],
                kept=[*kept, *[0] * (len(x) - len(kept))],
                parted=join(lambda r: [*r[r > 0], *r[r <= 0]]))

def by_key(m, k, x):
    sums = np.zeros(m)
    for i, v in zip(k, x):
        sums[i] += v
    return sums

def smvm(r, c, a, v):
    return dict(out=by_key(len(v), r, a * v[c]))

def pagerank(source, to, rank):
    m = len(rank)
    degree = np.bincount(source, minlength=m)
    share = rank / np.maximum(1, degree)
    lost = fold(plus, np.where(degree == 0, rank, 0), 0.0)
    got = by_key(m, to, share[source])
    return dict(out=0.15 / m + 0.85 * (got + lost / m))

def radix_sort(x):
    return dict(out=np.sort(x))

def run_lengths(x):
    start = np.flatnonzero([True, *(x[1:] != x[:-1])])
    rest = [0] * (len(x) - len(start))
    return dict(number=len(start), values=[*x[start], *rest],
                lengths=[*np.diff([*start, len(x)]), *rest])

def equalise(x):
    below = np.cumsum(np.bincount(x, minlength=256))
    return dict(out=255 * below[x] // len(x))

def integral_image(m):
    return dict(out=m.cumsum(axis=0).cumsum(axis=1))

def argmin_by_key(k, x):
    best = np.full(17, 1000), np.full(17, -1)
    for i in range(len(k)):
        if 0 <= k[i] < 17 and x[i] < best[0][k[i]]:
            best[0][k[i]], best[1][k[i]] = x[i], i
    return dict(out0=best[0], out1=best[1])

def affine_scan(a, b):
    with np.errstate(over="ignore"):
        out = scan(lambda s, p: p[1] + s * p[0], np.int32(5),
                   [*zip(b * 0 + a, b)])
    return dict(out=out)

def kmeans_sums(p, near):
    return dict(sums=np.stack([by_key(7, near, c) for c in p.T], axis=1),
                sizes=np.bincount(near, minlength=7))

def ragged(name, rows):
    ends = np.cumsum([0] + [len(r) for r in rows])
    return {name: [v for r in rows for v in r], name + "_offsets": ends}

def listed(**lists):
    out = {}
    for name, values in lists.items():
        out.update({name: values, name + "_count": len(values)})
    return out

def lists(x, f):
    kept = x[x > 0]
    even, odd = x[x % 2 == 0], x[x % 2 != 0]
    groups = [kept[kept == k + 1] for k in range(5)]
    start = np.flatnonzero(np.append(99, x[:-1]) != x)
    third = [*kept[2:6][:3], -1, -1, -1][:3]
    return dict(sorted=np.sort(x), floats=np.sort(f),
                sums=[g.sum() for g in groups],
                longest=max(len(g) for g in groups), third=third,
                **listed(kept=kept, twice=2 * kept[kept < 5], yes=even, no=odd,
                         starts=start, some=5 + np.cumsum(kept),
                         both=[*even, *odd]),
                **ragged("groups", groups),
                **ragged("spread", [10 * i + np.arange(max(0, v))
                                    for i, v in enumerate(x)]))

def filter_folds(x):
    kept, even = x[x > 0], x[x % 2 == 0]
    with np.errstate(over="ignore"):
        ordered = fold(lambda s, v: v - 3 * s, kept, np.int32(1))
    return dict(sum=7 + kept.sum(), largest=max([-100, *x[x < 0]]),
                mapped=(100 // (x[x > 3] - 3)).sum(), ordered=ordered,
                count=len(even), last=even[-1] if len(even) else 0,
                buckets=(x == 1).sum(), again=kept[kept < 5].sum())

def rows(lengths, x):
    rs = segments(lengths, x)
    total = lengths.sum()
    return dict(folds=[7 + r.sum() for r in rs],
                folds1=[max(r, default=-10) for r in rs],
                sizes=[(r > 0).sum() for r in rs],
                **listed(of=np.repeat(np.arange(len(rs)), lengths),
                         head=x[:total][:4]),
                **ragged("mapped", [r * r for r in rs]),
                **ragged("scans", [np.cumsum(r) for r in rs]),
                **ragged("before", [np.cumsum(r) - 1 for r in rs]),
                **ragged("right", [np.cumsum(r) for r in rs]),
                **ragged("reversed", [[*r, *r[:-1]] for r in rs]),
                **ragged("kept", [r[r > 0] for r in rs]),
                **ragged("parted", [[*r[r > 0], *r[r <= 0]] for r in rs]))

def row_values(lengths, x):
    rs = segments(lengths, x)
    above = [2 * r[len(r) * r > r.max(initial=-9)] + r.max(initial=-9)
             for r in rs]
    late = [(r * np.cumsum(r))[np.cumsum(r) > r[0]] if len(r) else r
            for r in rs]
    even = [r[r % 2 == 0] - 3 for r in rs]
    return dict(many=[len(r) for r in above],
                **ragged("distances", [len(r) * r - r.sum() for r in rs]),
                **ragged("shares", [100 // max(1, len(r)) * r for r in rs]),
                **ragged("sums", [r - r.sum() + np.cumsum(r) for r in rs]),
                **ragged("above", above), **ragged("late", late),
                **ragged("even", [r[r > 0] for r in even]))

def csr(lengths, c, a, v):
    product, least = [], []
    for b, j in zip(segments(lengths, a), segments(lengths, c)):
        product.append(fold(plus, b * v[j], 0.0))
        least.append(j[b.argmin()] if len(b) else -1)
    return dict(product=product, least=least)

def bfs_step(lengths, to, depth):
    edges = segments(lengths, to)
    near = [v for i in np.flatnonzero(depth == 2) for v in edges[i]]
    fresh = sorted({v for v in near if depth[v] == -1})
    after = depth.copy()
    after[fresh] = 3
    return dict(depths=after, **listed(next=fresh))

def lengths(x, lengths):
    kept, low = x[x > 0], np.flatnonzero(x < 0)
    rs = segments(lengths, x)
    sums = np.zeros(20)
    np.add.at(sums, -x[low], x[low])
    before = [np.cumsum(r) - r for r in rs]
    return dict(number=len(kept), sums=sums, first=np.where(x < 0, x, 0),
                palindrome=[(r == r[::-1]).sum() for r in rs],
                totals=[7 + r.sum() for r in rs],
                **listed(ranked=np.cumsum(kept) - kept, backwards=kept[::-1]),
                **ragged("before", [7 + b for b in before]),
                **ragged("after", [7 + np.cumsum(r[::-1])[::-1] for r in rs]),
                **ragged("share", [2 * r - b - r.sum()
                                   for r, b in zip(rs, before)]))

def accelerate_stencil(x):
    def three(y):
        return 2 * y[1:-1] - y[:-2] - y[2:]
    after = np.cumsum(x[::-1])[::-1] - x
    return dict(clamped=three(np.pad(x, 1, "edge")),
                mirrored=three(np.pad(x, 1, "symmetric")),
                wrapped=three(np.pad(x, 1, "wrap")), zero=three(np.pad(x, 1)),
                largest=x.max(), sums=2 * x + x[::-1], before=after,
                total=x.sum())

def components_step(source, to, label):
    hooked = label.copy()
    np.minimum.at(hooked, to, label[source])
    np.minimum.at(hooked, source, label[to])
    jumped = np.minimum(hooked, hooked[hooked])
    return dict(labels=jumped, changed=(jumped != label).sum())

def string_search(text, word):
    p = len(word)
    found = [i for i in range(len(text) - p + 1)
             if (text[i:i + p] == word).all()]
    return dict(number=len(found), **listed(places=found))

def top_k(x):
    best = np.argsort(-x.astype(np.int64), kind="stable")[:7]
    return dict(values=x[best], places=best)

def quickhull_step(of, x, y, ax, ay, bx, by):
    d = (bx - ax)[of] * (y - ay[of]) - (by - ay)[of] * (x - ax[of])
    far, which = np.zeros(len(ax)), np.full(len(ax), -1)
    for i in range(len(of)):
        if d[i] > far[of[i]]:
            far[of[i]], which[of[i]] = d[i], i
    return dict(far=far, which=which, **listed(left=np.flatnonzero(d > 0)))

bad = 0
for line in open("plan"):
    program, folder, *names = line.split()
    inputs = [np.load(folder + "/" + n + ".npy") for n in names]
    for name, wanted in globals()[program](*inputs).items():
        found = np.load(folder + "/results/" + name + ".npy")
        wanted = np.asarray(wanted)
        if wanted.shape != found.shape or not np.array_equal(
                wanted.astype(found.dtype), found):
            print(program, name, "differs from numpy in", folder)
            bad = 1
sys.exit(bad)
END

# PROGRAM NAME=DTYPE:SHAPE:LOW:HIGH...; no shape: a number; SIZE=NUMBER
cat > data << 'END'
accelerate_arrays m=f4:6,35:-1:1 i=i4::0:5 j=i4::0:34
accelerate_maps m=f4:6,35:-1:1
accelerate_scans x=i4:97:-9:9
accelerate_permute x=i4:97:-9:9 k=i4:97:-1:5 from=i4:11:0:96
accelerate_fold_seg lengths=i4:12:0:5 x=i4:64:-9:9
lambda_cu_soacs x=i4:97:-9:9
lambda_cu_segments lengths=i4:12:0:5 x=i4:64:-9:9
smvm r=i4:150:0:19 c=i4:150:0:19 a=f8:150:-1:1 v=f8:20:-1:1
pagerank from=i4:90:0:19 to=i4:90:0:19 rank=f8:20:0:1
radix_sort x=u4:97:0:4294967295
run_lengths x=i4:97:0:2
equalise x=u1:500:0:255
integral_image m=i4:13,21:0:9
argmin_by_key k=i4:200:-1:17 x=i4:200:0:50
affine_scan a=i4:50:-3:3 b=i4:50:-9:9
lists x=i4:97:-9:9 f=f4:97:-1:1
filter_folds x=i4:97:-9:9
rows lengths=i4:12:0:5 x=i4:64:-9:9
row_values lengths=i4:12:0:5 x=i4:64:-9:9
lengths x=i4:97:-9:9 lengths=i4:12:0:8
csr lengths=i4:20:0:7 c=i4:150:0:19 a=f8:150:-1:1 v=f8:20:-1:1
bfs_step lengths=i4:20:0:3 to=i4:60:0:19 depth=i4:20:-1:2
accelerate_stencil x=i4:97:-9:9
kmeans_sums p=f8:200,3:-1:1 near=i4:200:0:6
components_step from=i4:90:0:19 to=i4:90:0:19 label=i4:20:0:19
string_search text=u1:200:97:99 word=u1:3:97:99
top_k x=i4:97:-9:9
quickhull_step of=i4:97:0:11 x=i4:97:-50:50 y=i4:97:-50:50 ax=i4:12:-50:50 ay=i4:12:-50:50 bx=i4:12:-50:50 by=i4:12:-50:50
accelerate_fold_seg S=1 N=0 lengths=i4:1:0:0 x=i4:0:-9:9
accelerate_fold_seg S=3 N=2 lengths=i4:3:0:0 x=i4:2:-9:9
lambda_cu_segments S=1 N=0 lengths=i4:1:0:0 x=i4:0:-9:9
lambda_cu_segments S=2 N=3 lengths=i4:2:0:1 x=i4:3:-9:9
lengths N=0 S=2 x=i4:0:-9:9 lengths=i4:2:0:0
lengths N=1 S=1 x=i4:1:-9:9 lengths=i4:1:0:1
rows S=2 N=0 lengths=i4:2:0:0 x=i4:0:-9:9
row_values S=2 N=0 lengths=i4:2:0:0 x=i4:0:-9:9
row_values S=1 N=1 lengths=i4:1:0:1 x=i4:1:-9:9
rows S=1 N=1 lengths=i4:1:0:1 x=i4:1:-9:9
csr M=2 E=0 lengths=i4:2:0:0 c=i4:0:0:19 a=f8:0:-1:1 v=f8:20:-1:1
csr M=1 E=1 lengths=i4:1:0:1 c=i4:1:0:19 a=f8:1:-1:1 v=f8:20:-1:1
bfs_step M=2 E=0 lengths=i4:2:0:0 to=i4:0:0:1 depth=i4:2:-1:2
bfs_step M=1 E=2 lengths=i4:1:0:2 to=i4:2:0:0 depth=i4:1:-1:2
pagerank M=1 E=0 from=i4:0:0:0 to=i4:0:0:0 rank=f8:1:0:1
pagerank M=1 E=1 from=i4:1:0:0 to=i4:1:0:0 rank=f8:1:0:1
smvm M=1 E=0 r=i4:0:0:0 c=i4:0:0:0 a=f8:0:-1:1 v=f8:1:-1:1
filter_folds N=0 x=i4:0:-9:9
filter_folds N=1 x=i4:1:-9:9
radix_sort N=0 x=u4:0:0:9
radix_sort N=1 x=u4:1:0:9
run_lengths N=1 x=i4:1:0:2
equalise N=0 x=u1:0:0:255
equalise N=1 x=u1:1:0:255
integral_image M=0 N=2 m=i4:0,2:0:9
integral_image M=2 N=0 m=i4:2,0:0:9
integral_image M=1 N=1 m=i4:1,1:0:9
argmin_by_key N=0 k=i4:0:-1:17 x=i4:0:0:50
argmin_by_key N=1 k=i4:1:-1:17 x=i4:1:0:50
affine_scan N=0 a=i4:0:-3:3 b=i4:0:-9:9
kmeans_sums N=0 p=f8:0,3:-1:1 near=i4:0:0:6
accelerate_scans N=1 x=i4:1:-9:9
components_step M=3 E=0 from=i4:0:0:2 to=i4:0:0:2 label=i4:3:0:2
components_step M=1 E=1 from=i4:1:0:0 to=i4:1:0:0 label=i4:1:0:0
string_search N=3 text=u1:3:97:99 word=u1:3:97:99
string_search N=41 P=1 text=u1:41:97:99 word=u1:1:97:99
top_k N=7 x=i4:7:-9:9
quickhull_step N=0 S=2 of=i4:0:0:1 x=i4:0:0:1 y=i4:0:0:1 ax=i4:2:-9:9 ay=i4:2:-9:9 bx=i4:2:-9:9 by=i4:2:-9:9
quickhull_step N=1 S=1 of=i4:1:0:0 x=i4:1:-9:9 y=i4:1:-9:9 ax=i4:1:-9:9 ay=i4:1:-9:9 bx=i4:1:-9:9 by=i4:1:-9:9
END
# Four times each: any numbers; all alike; the least; lengths half of them 0. At
# sizes of their own any numbers, once.
cat > draw.py << 'END'
import os
import numpy as np
rng = np.random.default_rng(1)
for number, line in enumerate(open("data")):
    program, *specs = line.split()
    sizes = [s for s in specs if ":" not in s]
    specs = [s for s in specs if ":" in s]
    for round in range(1 if sizes else 4):
        folder = program + str(number) + "_" + str(round)
        os.mkdir(folder)
        with open(folder + "/sizes", "w") as given:
            given.writelines("--size " + s + "\n" for s in sizes)
        print(program, folder, *[s.split("=")[0] for s in specs])
        for spec in specs:
            name, dtype, shape, low, high = spec.replace("=", ":").split(":")
            shape = [int(n) for n in shape.split(",") if n]
            if dtype[0] == "f":
                data = rng.uniform(float(low), float(high), shape)
            else:
                data = rng.integers(int(low), int(high), shape, endpoint=True)
                if round == 1:
                    data = data * 0 + data.flat[0]
                elif round == 2:
                    data = data * 0 + int(low)
                elif round == 3 and name == "lengths":
                    data[rng.integers(0, shape[0], shape[0] // 2)] = 0
            np.save(folder + "/" + name, np.asarray(data).astype(dtype))
END
"$python" draw.py > plan || fail "cannot draw data"
while read -r program folder names; do
	options=$(cat "$folder/sizes")
	for name in $names; do
		options="$options --input $name=$folder/$name.npy"
	done
	# shellcheck disable=SC2086
	try 0 eval "$srcdir/tests/programs_whole/$program.json" \
		-o "$folder/results" $options
done < plan
"$python" agrees.py > differ || { cat differ; fail "not equal to numpy"; }

cut -d' ' -f1 data | sort -u > done
ls "$srcdir/tests/programs_whole" | sed 's/\.json$//' | sort > all
cmp -s done all || fail "a program was not compared"

# Each row takes time for its own elements, not for those of all rows.
(ulimit -t 60 && exec "$LIFT_TUNE" eval "$examples/programs/row_sums.json" \
	--size N=1048576 --size M=65536 -o results) > out 2> err ||
	{ fail "sums of many short rows took a minute of a processor"; show; }
finish
