#!/bin/sh
# Whatever is wrong: one error with its code, its place, what was found and
# what was expected, and the exit code that goes with it.
. "$srcdir/tests/cli/e2e_lib.sh"

# complains EXIT CODE TEXT WORDS...: one error of that code, which says TEXT
complains() {
	exit_code=$1 error=$2 text=$3
	shift 3
	try "$exit_code" "$@" || return
	grep -E '(^| )error E[0-9]{4}: ' err > errors
	same "errors of lift-tune $*" "$(wc -l < errors)" 1 || cat err
	has errors " $error: " && has err "$text"
	[ ! -s out ] || fail "lift-tune $*: something on stdout"
}

# document CODE TEXT BODY [INPUTS]: what `check` says of such a program
document() {
	printf '{"name": "p", "sizes": {"N": 1024},\n"inputs": [%s],\n"body": %s}\n' \
		"${4:-"{\"name\": \"xs\", \"type\": \"[f32; N]\"}"}" "$3" > p.json
	complains 3 "$1" "$2" check p.json || return
	grep -q "^p.json:[0-9]*:[0-9]*: error $1: " err ||
		fail "no place: $(cat err)"
	has err "found:" && has err "expected:" && has err "    at /"
	try 3 check p.json --json
	"$probe" json code file line < out | grep -q "^$1${tab}p.json${tab}[0-9]" ||
		fail "as JSON: $(cat out)"
}

# Documents
echo '{"name": ' > broken.json
complains 3 E0001 broken.json check broken.json
printf '{"a\0b": 1}' > nul.json
complains 3 E0001 nul.json check nul.json
echo '[1, 2]' > array.json
complains 3 E0003 array.json check array.json
echo '{"name": "p", "inputs": []}' > bodiless.json
complains 3 E0003 body check bodiless.json
document E0104 'split 7 does not divide N = 1024' '["split", 7, "xs"]'
document E0201 ys '["map", "abs", "ys"]'
document E0203 M '["map", "abs", "xs"]' '{"name": "xs", "type": "[f32; M]"}'
document E0101 f32 '["map", ["fun", ["x"], ["+", "x", ["i32", 1]]], "xs"]'
document E0005 f33 '["map", "abs", "xs"]' '{"name": "xs", "type": "[f33; N]"}'
document E0106 and '["map", ["fun", ["x"], ["and", "x", "x"]], "xs"]'
document E0105 '' '["zip", "xs", ["drop", 1, "xs"]]'
document E0102 '' '["map", "xs", "xs"]'

echo '{"name": "p", "sizes": {"N": 8}, "inputs": [{"name": "xs", "type":
"[f32; N]"}], "body": ["reorderStride", 2, ["map", "abs", "xs"]],
"outputs": [{"name": "ys", "into": "xs"}]}' > over.json
complains 3 E0305 xs check over.json

# Data
"$probe" npy-write f8.npy '<f8' 4 1
"$probe" npy-write f4.npy '<f4' 4 1
"$probe" npy-write f4five.npy '<f4' 5 1
"$probe" npy-write flat.npy '<f4' 2,2 1
"$probe" npy-write none.npy '<f4' 0 1
"$probe" npy-write is.npy '<i4' 3 0 1 5
head -c 140 f4.npy > short.npy
head -c 4 f4.npy > stub.npy
echo 'no array at all' > words.npy
asum=$examples/asum.json
dot=$examples/dot.json
gather=$srcdir/tests/programs_e2e/gather.json
complains 3 E0401 f8.npy eval "$asum" --input xs=f8.npy
has err f64 && has err f32
complains 3 E0401 flat.npy eval "$asum" --input xs=flat.npy
try 0 eval "$asum" --input xs=none.npy && has out "out: f32[1] = 0"
complains 3 E0104 "at least one element" eval "$examples/jacobi.json" \
	--size N=0 --fill
complains 3 E0401 f4five.npy eval "$dot" --input xs=f4.npy \
	--input ys=f4five.npy
has err "N = 5" && has err "N = 4 as in f4.npy"
complains 3 E0401 f4.npy eval "$asum" --input xs=f4.npy --size N=3
has err "--size"
complains 3 E0404 short.npy eval "$asum" --input xs=short.npy
complains 3 E0404 stub.npy eval "$asum" --input xs=stub.npy
complains 3 E0404 words.npy eval "$asum" --input xs=words.npy
complains 3 E0404 gone.npy eval "$asum" --input xs=gone.npy
complains 3 E0402 'element 2' eval "$gather" --input x=f4.npy \
	--input is=is.npy
complains 3 E0401 ys eval "$dot" --input xs=f4.npy
complains 3 E0201 zs eval "$asum" --input zs=f4.npy
complains 3 E0401 alpha eval "$examples/scal.json" --input x=f4.npy \
	--input alpha=five
cp f4.npy results.npy
mkdir -p in && cp f4.npy in/out.npy
try 3 eval "$asum" --input xs=in/out.npy -o in
cmp -s f4.npy in/out.npy || fail "an input file was overwritten"

# Files and the command line
complains 3 E0701 gone.json check gone.json
complains 3 E0701 . check .
complains 3 E0405 N=1000000000000 eval "$asum" --size N=1000000000000
complains 2 E0901 --colour check "$asum" --colour
complains 2 E0901 --strategy check "$asum" --strategy random
complains 2 E0901 EXPR.json check
complains 2 E0901 N=0 check "$asum" --size N=0
complains 2 E0901 many tune "$asum" --max-fevals many
complains 2 E0901 '' tune "$asum" --max-fevals
complains 2 E0901 sloppy tune "$asum" --fp sloppy
complains 2 E0901 best tune "$asum" --strategy best
complains 2 E0901 twice eval "$asum" --input xs=f4.npy --input xs=f8.npy
complains 2 E0901 twice bench --open scal --open all
complains 2 E0901 --sizes export asum --sizes all --sizes all
complains 2 E0901 all devices all
complains 2 E0901 split_join rules split_join
"$LIFT_TUNE" > out 2> err
same "the exit code without words" $? 2
for command in '' tune run eval check rewrite codegen devices query export \
	explain replay rules db; do
	# shellcheck disable=SC2086
	try 0 $command --help && has out Usage && has out Example
done
try 0 --version && has out "lift-tune "

# Kernels are as long as the program asks for, and no longer by unrolling
awk 'BEGIN {
	printf "{\"name\": \"long\", \"inputs\": [{\"name\": \"m\", \"type\": "
	printf "\"[[f32; 5]; 7]\"}],\n\"body\": [\"mapGlobal\", [\"fun\", [\"r\"], "
	printf "[\"let\", \"a\", [\"head\", \"r\"]"
	for (i = 0; i < 90; i++)
		printf ",\n\"a\", [\"head\", [\"reduceSeq\", \"+\", " \
			"[\"*\", \"a\", \"a\"], \"r\"]]"
	print ", \"a\"]], \"m\"]}"
}' > long.json
try 0 codegen long.json -o kernels
printf '{"name": "p", "inputs": [{"name": "m", "type": "[[i16; 250]; 7]"}],
"body": ["mapGlobal", ["mapSeqUnroll", "neg"], "m"]}' > unrolled.json
complains 3 E0303 lines codegen unrolled.json -o kernels

# The database
complains 5 E0601 '' query --db "$work/none/tuned.db"
complains 5 E0601 '' query --db "$work"
cp f4.npy strange.db
complains 5 E0602 strange.db query --db strange.db
cmp -s f4.npy strange.db || fail "a file that is no database was changed"
finish
