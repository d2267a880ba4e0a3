#!/bin/sh
# tune --open from end to end: one set of files is right at sizes that nobody
# named, to the last bit where every order of adding gives the same; the first
# kernels whose guards hold are taken, and behind them are some without guards.
# What cannot have open sizes is refused before anything is searched, with its
# place; without --open nothing changes.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

# Which kernels are taken is seen of two that do not compute the same.
"${LIFT_TUNE%/*}/tests/codegen/open_variants" > said 2>&1 || fail "variants: $(cat said)"
gcc -O1 -g -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -I. \
	"$srcdir/tests/cli/open_variants_host.c" both.c -o both -lOpenCL \
	> said 2>&1 && ./both > said 2>&1 || fail "both: $(cat said)"
g++ -x c++ -std=c++17 -O1 -Wall -Wextra -Wshadow -pedantic -Werror \
	-DCL_TARGET_OPENCL_VERSION=120 -c both.c -o both.o > said 2>&1 ||
	fail "both, C++: $(cat said)"

tuned() { # tuned NAME [OPTION]...: the last kernels are for all sizes
	name=$1
	shift
	document=$srcdir/examples/$name.json
	[ -f "$document" ] || document=$name.json
	try 0 tune "$document" --open all --device 0 \
		--max-fevals 4 --quiet --db open.db -o kernels "$@"
	grep -q "open 0 " out || fail "$name: no kernels with open sizes"
	grep -q "checked  .* other sizes" out || fail "$name: not checked"
	last=$(ls kernels/"$name"*.manifest.json | sort -V | tail -1)
	[ -f "kernels/${name}_v1.manifest.json" ] ||
		last=kernels/$name.manifest.json
	grep -q "\"guards\": \[$guards\]" "$last" ||
		fail "$name: guards at the end: $(grep guards "$last")"
}
cat > differences.json <<'J'
{"name": "differences", "sizes": {"N": 4096},
 "inputs": [{"name": "x", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["w"], ["-", ["at", "w", 0], ["at", "w", 2]]],
          ["slide", 3, 1, "x"]]}
J
guards='"N-3 >= 0"'
tuned differences
# It has no result where R is greater than N: such sizes are none to check at, and
# a guard keeps callers from them.
cat > first_of.json <<'J'
{"name": "first_of", "sizes": {"N": 4096, "R": 1000},
 "inputs": [{"name": "x", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["i"], ["*", 2.0, ["at", "x", "i"]]],
          ["generate", "R", "id"]]}
J
guards='"N-1 >= 0", "N-R >= 0"'
tuned first_of
# Of nothing it is NaN, and so says the kernel.
cat > average.json <<'J'
{"name": "average", "sizes": {"N": 4096},
 "inputs": [{"name": "x", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["s"], ["/", "s", ["f32", ["size", "N"]]]],
          ["reduce", "+", 0.0, "x"]]}
J
guards=
tuned average
tuned scal --size N=4096
tuned asum --size N=4096
tuned dot --size N=4096
tuned gemv --size M=64 --size K=128
gcc -O1 -g -std=c11 -Wall -Wextra -DCL_TARGET_OPENCL_VERSION=120 -Ikernels \
	"$srcdir/tests/cli/open_tune_host.c" kernels/scal.c kernels/asum.c \
	kernels/dot.c kernels/gemv.c kernels/differences.c -o host -lOpenCL > said 2>&1 &&
	./host > said 2>&1 || fail "the application: $(cat said)"

try 0 tune "$srcdir/examples/asum.json" --open N --device 0 --max-fevals 2 \
	--size N=512 --json --no-files --db open.db
grep -q '"open": \[{"kernel"' out || fail "json: $(cat out)"

printf '{"name": "bordered", "sizes": {"N": 64, "K": 3}, "inputs": [{"name":
"x", "type": "[f32; N]"}], "body": ["map", "abs", ["pad", "K", "K", "clamp",
"x"]]}\n' > bordered.json
try 0 tune bordered.json --open N --device 0 --max-fevals 1 --quiet \
	--no-files --db open.db
try 1 tune bordered.json --open all --device 0 --db open.db
grep -q "E0303: pad by an open size" err && grep -q "at /body" err ||
	fail "bordered: $(cat err)"
try 2 tune "$srcdir/examples/asum.json" --open J --device 0 --db open.db
grep -q "J cannot be open" err || fail "J: $(cat err)"

# What is written was judged by more than random data, at other sizes, too; and
# proved there, where there is a solver.
grep -q '"judges": "out: .*field.*; right at .* other sizes"' \
	kernels/asum.manifest.json || fail "not judged: $(grep judges \
	kernels/asum.manifest.json)"
"$LIFT_TUNE" --version > version
if ! grep -q 'proofs of kernels: none' version; then
	try 0 tune "$srcdir/examples/asum.json" --open N --prove --device 0 \
		--size N=4096 --max-fevals 1 --quiet --db open.db -o proved
	has out "in bounds and free of races: proved"
	has proved/asum.manifest.json '"proof": {"verdict": "proved"'
	has proved/asum.manifest.json '"detail": "at '
	try 0 prove asum --open all --db open.db
	has out "sizes: for all data every access is in bounds"
fi
try 0 tune "$srcdir/examples/asum.json" --device 0 --max-fevals 1 --quiet \
	--size N=4096 --db open.db -o plain
grep -q '"version": 1' plain/asum.manifest.json || fail "open without --open"
finish
