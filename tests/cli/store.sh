#!/bin/sh
# What was tuned can be asked for, explained, written again and replayed.
. "$srcdir/tests/cli/e2e_lib.sh"
evaluations=2
need_device

tune_at "$examples/gemv.json" M=21 K=99
tune_at "$examples/asum.json" N=1003
try 0 query && has out gemv && has out asum && has out "K=99"
try 0 query gemv --best --json
id=$("$probe" json id < out)
same "the rows of --best" "$(wc -l < out)" 1
try 0 query gemv --size M=21 --size K=99 --limit 2 --json
same "the rows of --limit 2" "$(wc -l < out)" 2
try 0 query gemv --size M=22 --json
same "rows of a size never tuned" "$(wc -l < out)" 0
try 5 query nothing --json && has out E0603
same "rows of a name never tuned" "$(grep -c '"id"' out)" 0

# export by name is what tune wrote, and by number, too
try 0 export gemv -o by_name
try 0 export "$id" -o by_id
for file in gemv.cl gemv.manifest.json gemv.h gemv.c; do
	[ -s by_name/$file ] || fail "export wrote no $file"
	cmp -s by_name/$file by_id/$file || fail "$file differs by name and id"
done
"$probe" json name < /dev/null
tr -d '\n' < by_name/gemv.manifest.json > manifest && echo >> manifest
"$probe" json < manifest > /dev/null || fail "the manifest is not JSON"

# the stub compiles alone, whatever the warnings
for compiler in "${CC:-cc} -std=c99" "${CC:-cc} -std=c11"; do
	$compiler -pedantic -Wall -Wextra -Werror -DCL_TARGET_OPENCL_VERSION=120 \
		-c by_name/gemv.c -o gemv.o || fail "gemv.c: $compiler"
done

# a file of somebody else is never replaced
mkdir mine && echo "my own work" > mine/gemv.c
try 3 export gemv -o mine && has err E0701 && has err gemv.c
same "my file" "$(cat mine/gemv.c)" "my own work"
try 0 export gemv -o by_name # its own files are

try 0 explain "$id" && [ -s out ] || fail "nothing to explain"
try 0 replay "$id" --device 0
try 0 replay "$id" --device 0 --size M=22 --size K=101
try 5 explain 999999 && has err E0603
try 5 export nothing && has err E0603
try 5 replay 999999 --device 0

try 0 rules && [ "$(wc -l < out)" -ge 10 ] || fail "hardly any rules"
rule=$(awk 'NF { print $1; exit }' out)
try 0 rules --show "$rule" && has out "$rule"
finish
