#!/bin/sh
# Kernels with open sizes are kept: found again, explained, timed again and
# exported, the same after a way through another database; run takes them for
# sizes that nothing was tuned for; rows that were changed are refused.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

try 0 tune "$examples/gemv.json" --open all --device 0 --max-fevals 2 --quiet \
	--size M=64 --size K=128 -o first
try 0 query gemv --open all --json && cp out rows
id=$("$probe" json id status kernel < rows |
	awk '$2 ~ /^(ok|slow)$/ { print $1 }' | head -1)
[ -n "$id" ] || fail "no kernel with open sizes: $(cat rows)"
grep -q '"open [KM]=' rows || grep -q 'open M=' rows || fail "$(cat rows)"
try 0 query gemv
has out ", open M="
try 0 db check

try 0 explain "$id"
has out "open M="
has out "right at "
try 0 replay "$id" --device 0
has out "the same kernel"
try 0 export "$id" -o again
has again/gemv.manifest.json '"version": 2'
try 0 export gemv --open all -o named
has named/gemv.manifest.json '"version": 2'
last=$(ls named/gemv*.manifest.json | sort -V | tail -1)
[ -f named/gemv_v1.manifest.json ] || last=named/gemv.manifest.json
grep -q '"guards": \[\]' "$last" || fail "$last: guards at the end"
try 0 export gemv -o numbers
has numbers/gemv.manifest.json '"version": 1'
free=$(grep -o '"derivation": {"id": [0-9]*' "$last" | tr -dc 0-9)
number=$("$probe" sql "$LIFT_TUNE_DB" "SELECT derivation FROM measurements \
	WHERE id = (SELECT best FROM runs WHERE strategy <> 'replay')")
for sizes in "" "--size M=100 --size K=60"; do
	# shellcheck disable=SC2086
	try 0 replay "$number" "$free" --device 0 $sizes
	same "lines of two kernels" "$(grep -c "of the fastest" out)" 2
done
try 0 replay "$free" --device 0 --size M=3 --size K=1
has out "the same kernel"
"$LIFT_TUNE" --version > version
if ! grep -q 'proofs of kernels: none' version; then
	try 0 prove "$id"
	has out "sizes: for all data every access is in bounds"
	try 0 export "$id" -o proved
	has proved/gemv.manifest.json '"proof": {"verdict": "proved"'
fi
try 2 tune "$examples/gemv.json" --from "$id" --device 0 --size M=64 \
	--size K=128
has err "takes no kernel with open sizes"

# At sizes that nothing was tuned for, and where it was.
try 0 run "$examples/gemv.json" --size M=1 --size K=1 --device 0 --fill
has err "with open sizes"
try 0 run "$examples/gemv.json" --size M=301 --size K=77 --device 0 --fill \
	--verify
has err "with open sizes"
try 0 run "$examples/gemv.json" --size M=64 --size K=128 --device 0 --fill
grep -q "with open sizes" err && fail "numbers were tuned: $(cat err)"

# The library, for all sizes that nothing was tuned for.
build=${LIFT_TUNE%/*}
sanitize=
nm "$build/liblift_tune.so" | grep -q __asan_init &&
	sanitize=-fsanitize=address,undefined
# shellcheck disable=SC2086
cc -std=c11 -O1 -g -Wall -Wextra -Wshadow -pedantic -Werror $sanitize \
	-DCL_TARGET_OPENCL_VERSION=120 -I"$srcdir/lib" \
	"$srcdir/tests/cli/open_library_host.c" -L"$build" -llift_tune -lOpenCL \
	-o host && LD_LIBRARY_PATH=$build ./host "$examples/gemv.json" \
	"$LIFT_TUNE_DB" > said 2>&1 || fail "the library: $(cat said)"

try 0 db export all.lines
try 0 db import all.lines --db other.db
try 0 db check --db other.db
try 0 export "$id" -o again
try 0 export "$id" -o other --db other.db
diff -r again other > said || fail "not the same files: $(cat said)"

forged() { # forged WHAT SCRIPT: lines with the sums of all that is in them
	sed "$2" all.lines > bad.lines
	cmp -s all.lines bad.lines && fail "$1: nothing was changed"
	"$LIFT_TUNE" db import bad.lines --db bad.db > out 2> err &&
		fail "$1 was imported"
	rm -f bad.db
}
forged "another launch" 's/\[\\"M/[\\"M+M/'
forged "another buffer" 's/\\"K\*M\\"/\\"K*M+1\\"/'

for choice in '"open Q=3"' '"open M=0,K=1"' '"open M"' '"open M=1,M=2"' \
	'"open "' '"open", "sizes": {"Q": 3}' '"open", "sizes": {"M": 0}' \
	'"open", "sizes": {"M": "K"}' '"open", "sizes": {}' '"open"'; do
	cp "$LIFT_TUNE_DB" bad.db
	"$probe" sql bad.db "UPDATE derivations SET choices = \
		'[{\"variant\": $choice}]' WHERE id = $id" > /dev/null
	for what in explain export; do
		timeout 60 "$LIFT_TUNE" $what "$id" --db bad.db -o bad \
			> out 2> err
		[ $? -lt 100 ] || fail "$what, $choice: $(cat err)"
	done
done
finish
