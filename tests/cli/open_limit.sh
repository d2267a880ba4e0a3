#!/bin/sh
# A search for kernels with open sizes ends by its time limit with all that comes
# after the search; and one that Ctrl-C ends writes what was checked by then.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

# How much later than its limit it ends is a matter of the machine: what it
# writes is not, as soon as the limit lets it measure anything.
for limit in 8 40 200; do
	rm -rf "$LIFT_TUNE_DB" cut
	timeout 3000 "$LIFT_TUNE" tune "$examples/gemv.json" --open all \
		--device 0 --quiet --size M=2048 --size K=4096 \
		--time-limit $limit -o cut > out 2> err
	code=$?
	grep -q "in $limit s\|in time" err || break
done
same "the exit code" $code 0 || show
has out "checked  "
[ -s cut/gemv.c ] || fail "no files"

"$LIFT_TUNE" tune "$examples/asum.json" --open all --device 0 --json \
	--size N=100003 --max-fevals 10000 --time-limit 900 -o best > out 2> err &
tuner=$!
heard 3 '"evaluation"'
kill -INT $tuner
wait $tuner
same "the exit code" $? 130
for file in asum.cl asum.manifest.json asum.h asum.c; do
	[ -s best/$file ] || fail "no $file after Ctrl-C"
done
"$probe" json < out > /dev/null || fail "not JSON lines"
grep -q '"open": \[{"kernel"' out || fail "no kernels: $(tail -1 out)"
try 0 db check

# Where there is no time to measure anything, what was stored stands in.
for limit in 0.01 0.1 0.3 0.6 1; do
	timeout 600 "$LIFT_TUNE" tune "$examples/asum.json" --open all \
		--device 0 --size N=100003 --time-limit $limit --no-files \
		> out 2> err
	code=$?
	[ $code -le 1 ] || fail "$limit s: exit code $code: $(tail -1 err)"
done
finish
