#!/bin/sh
# What is promised of lists, rows and indices and then broken by data: each with
# its number, its place and both values that are at odds; nothing is read or
# stored outside. (Documents that are wrong without data: tests/errors.)
. "$srcdir/tests/cli/e2e_lib.sh"

npy() { # npy FILE DTYPE SHAPE VALUES...: FILE.npy
	file=$1
	shift
	"$probe" npy-write "$file.npy" "$@" || fail "cannot write $file.npy"
}

# broken CODE PLACE TEXT WORDS...: what eval says of such data
broken() {
	error=$1 place=$2 text=$3
	shift 3
	try 3 eval "$@" -o results && has err "error $error: " &&
		has err "$text" && has err "at $place"
}

# -- offsets ------------------------------------------------------------------
cat > given.json <<'J'
{"name": "given", "sizes": {"E": 6, "M": 4},
 "inputs": [{"name": "rs", "type": "[[i8; *E]; M]"}],
 "body": ["map", ["fun", ["r"], ["head", ["reduce", "+", 0, "r"]]], "rs"]}
J
cat > made.json <<'J'
{"name": "made", "sizes": {"E": 6, "M": 4},
 "inputs": [{"name": "o", "type": "[i32; M+1]"}, {"name": "x", "type": "[i8; E]"}],
 "body": ["map", ["fun", ["r"], ["head", ["reduce", "+", 0, "r"]]],
  ["rows", "o", "x"]]}
J
npy x '|i1' 6 1 2 3 4 5 6
while read -r given made text offsets; do
	# shellcheck disable=SC2086
	npy o '<i8' 5 $offsets
	try 3 eval given.json --input rs=x.npy --input rs.offsets=o.npy \
		-o results && has err "error $given: " && has err rs
	# shellcheck disable=SC2086
	npy o '<i4' 5 $offsets
	broken "$made" /body/2 "$(echo "$text" | tr _ ' ')" made.json \
		--input o=o.npy --input x=x.npy
done << 'END'
E0402 E0409 5_then_2_at_2 0 5 2 6 6
E0402 E0409 0_then_-1_at_0 -1 2 3 6 6
E0402 E0408 7_of_them 0 2 3 6 7
E0402 E0409 6_then_0_at_4 0 2 3 6 0
E0402 E0409 -2147483648_at_1 0 -2147483648 3 6 6
E0402 E0408 2147483647_of_them 0 2 3 6 2147483647
END
# None empty, all empty, empty at both ends: right, also of 32 bits.
while read -r wanted offsets; do
	for bytes in 4 8; do
		# shellcheck disable=SC2086
		npy o "<i$bytes" 5 $offsets
		try 0 eval given.json --input rs=x.npy --input rs.offsets=o.npy &&
			has out "out: i8[4] = $(echo "$wanted" | tr _ ' ')"
	done
done << 'END'
1_5_4_5 0 1 3 4 5
0_0_0_0 0 0 0 0 0
0_0_21_0 0 0 0 6 6
21_0_0_0 0 6 6 6 6
END

# -- indices ------------------------------------------------------------------
cat > place.json <<'J'
{"name": "place", "sizes": {"N": 6, "M": 4},
 "inputs": [{"name": "is", "type": "[i32; N]", "range": [-9, 9]}],
 "body": ["tuple",
  ["permute", ["fill", "M", 0], "is", ["fill", "N", 7]],
  ["scatter", "+", ["fill", "M", 0], "is", ["fill", "N", 1]],
  ["offsets", ["bucket", "M", ["fun", ["i"], "i"], "is"]]]}
J
npy is '<i4' 6 -1 4 9 -9 2 3
try 0 eval place.json --input is=is.npy && has out "out0: i32[4] = 0 0 7 7" &&
	has out "out1: i32[4] = 0 0 1 1" && has out "out2: i64[5] = 0 0 0 1 ..."
npy is '<i4' 6 -1 3 9 -1 2 3
broken E0407 /body/1 "indices 1 and 5 are both 3" place.json --input is=is.npy
# Offsets that are drawn ascend, in any type and within their range.
cat > drawn.json <<'J'
{"name": "drawn", "sizes": {"E": 300, "M": 9},
 "inputs": [{"name": "o", "type": "[i32; M+1]", "range": [3, "E"]},
  {"name": "p", "type": "[u8; M+1]"}, {"name": "x", "type": "[i32; E]"}],
 "body": ["tuple", ["offsets", ["rows", "o", "x"]],
  ["offsets", ["rows", "p", "x"]], ["ascending", 50, "p"]]}
J
for seed in 0 1 2; do
	try 0 eval drawn.json --fill --seed $seed
done
if "$LIFT_TUNE" devices > out 2> err; then
	cat > permute.json <<'J'
{"name": "permute", "sizes": {"N": 6},
 "inputs": [{"name": "is", "type": "[i32; N]", "range": [0, 1]}],
 "body": ["permute", ["fill", "N", 0], "is", ["fill", "N", 7]]}
J
	try 3 tune permute.json --max-fevals 1 -o kernels && has err E0407 &&
		has err "indices " && has err "at /body"
	# Data that keep the promise, drawn or given.
	cat > sums.json <<'J'
{"name": "sums", "sizes": {"E": 6, "M": 4},
 "inputs": [{"name": "o", "type": "[i32; M+1]", "range": [0, "E"]},
  {"name": "x", "type": "[f32; E]"}],
 "body": ["map", ["fun", ["r"], ["head", ["reduce", "+", 0, "r"]]],
  ["rows", "o", "x"]]}
J
	npy o '<i4' 5 0 2 2 3 6
	npy f '<f4' 6 1 2.5 3 -4 5.5 6
	try 0 tune sums.json --max-fevals 1 --no-files --db sums.db \
		--input o=o.npy --input x=f.npy
	! grep -q E0409 err || fail "tune: $(cat err)"
	try 0 tune sums.json --max-fevals 1 --no-files --db drawn.db
	try 0 query --db sums.db && has out " ok "
fi
cat > range.json <<'J'
{"name": "range", "sizes": {"N": 3, "M": 4},
 "inputs": [{"name": "is", "type": "[i32; N]", "range": [-1, "M-1"]}],
 "body": ["histogram", "M", "is"]}
J
npy is '<i4' 3 -1 0 4
try 3 eval range.json --input is=is.npy && has err E0402 && has err "element 2"

# -- elements that are arrays, beyond the last one ----------------------------
# The function is not asked for what is not there: row i - 1 of row 0.
cat > kept.json <<'J'
{"name": "kept", "inputs": [{"name": "x", "type": "[[[i8; 2]; 3]; 2]"}],
 "body": ["let", "m", ["head", "x"], ["tuple",
  ["map", ["filter", ["fun", ["v"], ["<", ["at", "v", 0], ["at", "v", 1]]]], "x"],
  ["map", ["fun", ["i"], ["scan", "+", 0, ["at", "m", ["-", "i", 1]]]],
   ["filter", ["fun", ["i"], ["==", "i", 2]], ["generate", 3, "id"]]]]]}
J
npy x '|i1' 2,3,2 1 0 3 2 7 4 9 8 5 5 6 1
try 0 eval kept.json --input x=x.npy -o kept &&
	has out "out0_offsets: i64[3] = 0 0 0" &&
	has out "out1: i8[..3, 2] = 3 5"
npy x '|i1' 2,3,2 1 0 3 2 7 4 9 8 5 6 6 1
try 0 eval kept.json --input x=x.npy -o kept &&
	has out "out0: i8[..6, 2] = 5 6" && has out "out0_offsets: i64[3] = 0 0 1"

cat > placed.json <<'J'
{"name": "placed", "inputs": [{"name": "x", "type": "[i32; 4]"}],
 "body": ["let", "l", ["filter", ["fun", ["i"], [">", "i", 2]], "x"], ["tuple",
  ["map", ["fun", ["i"], ["scanByIndex", "+", ["fill", 3, 0],
   ["array", ["-", "i", 3], 0], ["array", "i", 1]]], "l"],
  ["map", ["fun", ["i"], ["permute", ["fill", 9, 0],
   ["array", "i", ["+", "i", "i"]], ["array", 7, 8]]], "l"]]]}
J
npy x '<i4' 4 1 3 2 -1
try 0 eval placed.json --input x=x.npy -o placed &&
	has out "out0: i32[..4, 2] = 3 4" &&
	"$probe" npy-print placed/out1.npy > out &&
	has out "<i4 (1, 9): 0 0 0 7 0 0 8 0 0"

# Loops that know the element by what they go over alone.
cat > over.json <<'J'
{"name": "over", "inputs": [{"name": "x", "type": "[i32; 4]"}],
 "body": ["map", ["fun", ["i"], ["map", ["fun", ["k"],
   ["map", ["fun", ["j"], ["at", "x", ["-", ["+", "k", "j"], 3]]],
    ["array", 0, 1]]], ["array", "i", ["+", "i", 1]]]],
  ["filter", ["fun", ["i"], [">", "i", 2]], "x"]]}
J
try 0 eval over.json --input x=x.npy && has out "i32[..4, 2, 2] = 1 3 3 2"

# No index of 8 bits without a sign is none of so many elements.
cat > bytes.json <<'J'
{"name": "bytes", "inputs": [{"name": "x", "type": "[i32; 4]"}],
 "body": ["map", ["fun", ["i"], ["permute", ["fill", 256, 0],
   ["array", ["u8", "i"], ["u8", ["+", "i", "i"]]], ["array", 7, 8]]],
  ["filter", ["fun", ["i"], [">", "i", 2]], "x"]]}
J
try 0 eval bytes.json --input x=x.npy && has out "i32[..4, 256] = 0 0 0 7"

# -- more than there is room for ----------------------------------------------
cat > expand.json <<'J'
{"name": "expand", "sizes": {"N": 3},
 "inputs": [{"name": "l", "type": "[i32; N]"}],
 "body": ["expand", 6, "l", ["fun", ["_", "j"], "j"]]}
J
npy l '<i4' 3 3 -9 3
try 0 eval expand.json --input l=l.npy && has out "i64[4] = 0 3 3 6"
npy l '<i4' 3 3 1 3
broken E0408 /body/3 "7 of them" expand.json --input l=l.npy
npy l '<i4' 3 2147483647 2147483647 2147483647 # a sum beyond an i32
broken E0408 /body/3 "of them" expand.json --input l=l.npy

# -- what is declared of an operator; loops that do not end -------------------
cat > minus.json <<'J'
{"name": "minus", "inputs": [{"name": "x", "type": "[i32; 4]"}],
 "operators": {"minus": {"fun": ["fun", ["a", "b"], ["-", "a", "b"]],
  "assoc": true}},
 "body": ["scan", "minus", 0, "x"]}
J
npy x '<i4' 4 1 2 3 4
try 0 check minus.json && has err "warning W0301: " &&
	has err "minus is declared associative" && has err "at /operators/minus"
try 0 eval minus.json --input x=x.npy && has out "i32[4] = -1 -3 -6 -10"
cat > until.json <<'J'
{"name": "until", "inputs": [{"name": "x", "type": "i32"}],
 "body": ["iterateUntil", 5, ["fun", ["v"], ["<", "v", "v"]],
  ["fun", ["v"], ["+", "v", 1]], "x"]}
J
try 0 eval until.json --input x=3 && has out "out: i32 = 8"
cat > while.json <<'J'
{"name": "while", "inputs": [{"name": "x", "type": "i32"}],
 "body": ["while", ["fun", ["v"], ["==", "v", "v"]],
  ["fun", ["v"], ["+", "v", 1]], "x"]}
J
timeout -s INT -k 300 1 "$LIFT_TUNE" eval while.json --input x=1 > out 2> err
[ $? = 124 ] || fail "a loop without end: ended, or took no signal"
finish
