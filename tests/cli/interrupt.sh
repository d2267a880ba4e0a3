#!/bin/sh
# Ctrl-C ends a search with the best so far: exit code 130, its files, and
# everything that was announced in the database.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

"$LIFT_TUNE" tune "$examples/asum.json" --device 0 --size N=100003 --json \
	--max-fevals 10000 --time-limit 900 -o best > out 2> err &
tuner=$!
heard 5 '"evaluation"'
kill -INT $tuner
wait $tuner
same "the exit code" $? 130
"$probe" json evaluation measurement < out | grep "^[0-9]" > lines
[ "$(wc -l < lines)" -ge 5 ] || { fail "too few evaluations"; show; }
for id in $(cut -f 2 lines); do
	same "row $id" "$(sql "SELECT count(*) FROM measurements WHERE id = $id")" 1
done
for file in asum.cl asum.manifest.json asum.h asum.c; do
	[ -s best/$file ] || fail "no $file after Ctrl-C"
done
try 0 db check
finish
