#!/bin/sh
# `eval` gives the results that a pencil gives, on every element type.
. "$srcdir/tests/cli/e2e_lib.sh"

npy() { # npy NAME DTYPE SHAPE VALUES...
	file=$1
	shift
	"$probe" npy-write "$file.npy" "$@" || fail "cannot write $file.npy"
}

gives() { # gives OUTPUT TEXT
	found=$("$probe" npy-print "results/$1.npy")
	same "$doc: $1" "$found" "$2"
}

evaluate() { # evaluate DOC NAME=VALUE...
	doc=$1
	shift
	inputs=
	for input in "$@"; do
		inputs="$inputs --input $input"
	done
	# shellcheck disable=SC2086
	try 0 eval "$doc" -o results $inputs
}

npy x '<f4' 5 1 -2 3 -4 5
npy y '<f4' 5 1 1 2 2 3
evaluate "$examples/asum.json" xs=x.npy && gives out "<f4 (1,): 15"
has out "f32[1]"
evaluate "$examples/dot.json" xs=x.npy ys=y.npy && gives out "<f4 (1,): 12"
evaluate "$examples/scal.json" alpha=-2 x=x.npy &&
	gives y "<f4 (5,): -2 4 -6 8 -10"
same "the input" "$("$probe" npy-print x.npy)" "<f4 (5,): 1 -2 3 -4 5"

npy A '<f4' 2,3 1 2 3 4 5 6
npy x3 '<f4' 3 1 0 -1
npy y2 '<f4' 2 10 20
evaluate "$examples/gemv.json" A=A.npy x=x3.npy y=y2.npy alpha=2 beta=0.5 &&
	gives out "<f4 (2,): 1 6"
npy B '<f4' 3,2 1 0 0 1 1 1
evaluate "$examples/matmul.json" A=A.npy B=B.npy &&
	gives out "<f4 (2, 2): 4 5 10 11"

for type in f64:'<f8' i32:'<i4' u32:'<u4' i64:'<i8' u64:'<u8' i16:'<i2' \
	u16:'<u2' i8:'|i1' u8:'|u1'; do
	sed "s/f32/${type%%:*}/g" "$examples/dot.json" > dot.json
	npy a "${type#*:}" 4 1 2 3 4
	npy b "${type#*:}" 4 5 6 7 8
	evaluate dot.json xs=a.npy ys=b.npy && gives out "${type#*:} (1,): 70"
done

programs=$srcdir/tests/programs_e2e
npy i '<i8' 5 0 1 2 3 4
npy z '<f4' 5 4 -7 2 -7 0
evaluate "$programs/argmin.json" x=z.npy i=i.npy && {
	gives value "<f4 (): -7"
	gives at_index "<i8 (): 1"
}
npy p1 '<i4' 5 9 8 7 6 5
evaluate "$programs/pairs.json" p.0=x.npy p.1=p1.npy && {
	gives twice "<f4 (5,): 2 -4 6 -8 10"
	gives next "<i4 (5,): 10 9 8 7 6"
}
npy u '<u4' 3 0 1 4294967295
evaluate "$programs/mix.json" x=u.npy &&
	gives out "<u4 (3,): 0 $((1 ^ 2654435761 >> 7)) $((4294967295 ^ (4294967296 - 2654435761) >> 7))"
evaluate "$programs/recurrence.json" x=x.npy && gives out "<f4 (): 3.5625"
evaluate "$programs/scalars.json" a=3 b=0x10 && gives out "<f4 (): 25"
evaluate "$programs/count.json" x=x.npy && gives out "<i4 (): 3"
evaluate "$programs/pieces.json" x=x.npy y=y.npy &&
	gives out "<f4 (7,): -1 2 -3 4 -5 2 3"

# A dtype is converted only when asked, other byte orders always.
npy d '<f8' 3 1 2 3
try 3 eval "$examples/asum.json" --input xs=d.npy -o results
try 0 eval "$examples/asum.json" --input xs=d.npy --cast -o results &&
	gives out "<f4 (1,): 6"

# Data that are drawn depend on the seed and on nothing else.
try 0 eval "$examples/asum.json" --size N=1000 -o one
try 0 eval "$examples/asum.json" --size N=1000 -o two
try 0 eval "$examples/asum.json" --size N=1000 --seed 1 -o three
cmp -s one/out.npy two/out.npy || fail "the same seed drew other data"
cmp -s one/out.npy three/out.npy && fail "another seed drew the same data"
# An array in between that no machine holds is named, with its size.
cat > huge.json <<'J'
{"name": "huge", "sizes": {"N": 1000000},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["r"], ["reduce", "+", ["f32", 0.0], "r"]],
  ["let", "m", ["map", ["fun", ["x"], ["scanSeq", "+", ["f32", 0.0],
    ["map", ["fun", ["y"], ["*", "x", "y"]], "xs"]]], "xs"],
   ["map", ["fun", ["p"], ["map", "+", ["zip", ["get", 0, "p"],
    ["get", 1, "p"]]]], ["zip", "m", ["transpose", "m"]]]]]}
J
try 3 eval huge.json --fill -o huge.out
has err "E0405"
has err "3814697 MiB"
has err "at /body/2"
try 0 eval huge.json --fill -o huge.out --size N=50
# Of permute's promise: both indices and where they lead; elsewhere is nowhere.
cat > permute.json <<'J'
{"name": "permute",
 "inputs": [{"name": "is", "type": "[i16; 6]", "range": [-3, 9]}],
 "body": ["map", "neg", ["permute", ["fill", 8, 0], "is",
  ["generate", 6, ["fun", ["i"], ["+", ["i32", "i"], 1]]]]]}
J
npy is '<i2' 6 8 5 -1 7 -1 0
try 0 eval permute.json --input is=is.npy -o results &&
	gives out "<i4 (8,): -6 0 0 0 0 -2 0 -4"
npy is '<i2' 6 2 5 9 4 9 5
try 3 eval permute.json --input is=is.npy -o results
has err "E0407"
has err "indices 1 and 5 are both 5"
has err "at /body/2"
# Of rows' promise, and of the room that expand is given: with the place of what
# makes them, also where it stands in a let.
cat > rows.json <<'J'
{"name": "rows",
 "inputs": [{"name": "o", "type": "[i32; 5]"}, {"name": "x", "type": "[i8; 8]"}],
 "body": ["let", "r", ["rows", "o", "x"], ["tuple", "r",
  ["map", ["fun", ["v"], ["map", "abs", "v"]], "r"]]]}
J
npy x '|i1' 8 1 -2 3 -4 5 -6 7 -8
npy o '<i4' 5 1 1 3 4 8
try 0 eval rows.json --input o=o.npy --input x=x.npy -o results &&
	gives out0 "|i1 (7,): -2 3 -4 5 -6 7 -8" &&
	gives out0_offsets "<i8 (5,): 0 0 2 3 7" &&
	gives out1 "|i1 (7,): 2 3 4 5 6 7 8" &&
	gives out1_offsets "<i8 (5,): 0 0 2 3 7"
npy o '<i4' 5 0 7 5 8 8
try 3 eval rows.json --input o=o.npy --input x=x.npy -o results
has err "E0409"
has err "7 then 5 at 2"
has err "at /body/2"
npy o '<i4' 5 0 7 7 8 9
try 3 eval rows.json --input o=o.npy --input x=x.npy -o results
has err "E0408"
has err "9 of them"
npy o '<i4' 5 -1 7 7 8 8
try 3 eval rows.json --input o=o.npy --input x=x.npy -o results
has err "0 then -1 at 0"
cat > expand.json <<'J'
{"name": "expand", "inputs": [{"name": "l", "type": "[i32; 3]"}],
 "body": ["map", ["fun", ["r"], ["length", "r"]],
  ["expand", 6, "l", ["fun", ["i", "j"], "j"]]]}
J
npy l '<i4' 3 2 -5 4
try 0 eval expand.json --input l=l.npy -o results &&
	gives out "<i8 (3,): 2 0 4"
npy l '<i4' 3 2 1 4
try 3 eval expand.json --input l=l.npy -o results
has err "E0408"
has err "7 of them"
has err "at most 6"
# Lists and rows as inputs: as many elements as a file has; the number of rows
# from the offsets; what is drawn are lengths.
cat > given.json <<'J'
{"name": "given", "sizes": {"N": 4, "E": 9, "M": 5},
 "inputs": [{"name": "xs", "type": "[i32; ..N]", "range": [-9, 9]},
  {"name": "rs", "type": "[[i8; *E]; M]"}],
 "body": ["tuple", ["map", "neg", "xs"],
  ["map", ["fun", ["r"], ["head", ["reduce", "+", 0, "r"]]], "rs"]]}
J
npy xs '<i4' 3 1 2 3
npy rs '|i1' 6 1 2 3 4 5 6
npy o '<i8' 4 0 2 2 5
try 0 eval given.json --input xs=xs.npy --input rs=rs.npy \
	--input rs.offsets=o.npy -o results &&
	gives out0 "<i4 (3,): -1 -2 -3" && gives out0_count "<i8 (): 3" &&
	gives out1 "|i1 (3,): 3 0 12"
try 0 eval given.json --input xs=xs.npy --size N=50 --fill -o results &&
	gives out0 "<i4 (3,): -1 -2 -3"
for seed in 0 1 2; do
	try 0 eval given.json --seed $seed -o results
done
npy o '<i8' 4 0 3 2 5
try 3 eval given.json --input xs=xs.npy --input rs=rs.npy \
	--input rs.offsets=o.npy -o results
has err "E0402"
has err "3 then 2 at 2"
npy o '<i8' 4 0 3 4 7
try 3 eval given.json --input xs=xs.npy --input rs=rs.npy \
	--input rs.offsets=o.npy -o results
has err "4 then 7 at 3"
npy o '<i8' 4 1 3 4 6
try 3 eval given.json --input xs=xs.npy --input rs=rs.npy \
	--input rs.offsets=o.npy -o results
has err "ascend from 0 to 6 at most"
try 3 eval given.json --fill --input xs=xs.npy --input xs.count=4 \
	--size N=3 -o results
has err "E0402"
# No kernel of lists yet, but a number and a place.
try 3 codegen expand.json
has err "E0303"
# An element beyond the end of a list.
cat > beyond.json <<'J'
{"name": "beyond", "inputs": [{"name": "i", "type": "i32"}],
 "body": ["at", ["upTo", 3, ["generate", 5, ["fun", ["k"], "k"]]], "i"]}
J
try 0 eval beyond.json --input i=2 -o results
try 3 eval beyond.json --input i=3 -o results
has err "E0403"
try 3 eval beyond.json --input i=-1 -o results
has err "E0403"
finish
