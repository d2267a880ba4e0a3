#!/bin/sh
# Four threads with plans of their own, under ThreadSanitizer: no data race but
# what is the driver's (tests/lib/threads.supp).
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
threads=${LIFT_TUNE%/*}/tests/lib/threads

cat > weigh.lift <<'L'
program weigh
  size N = 5000
  input xs : f32[N] ; w : f32
  output ys
  map (\x. w * x + 1) xs
L
tune_at weigh.lift
TSAN_OPTIONS="suppressions=$srcdir/tests/lib/threads.supp exitcode=66
	ignore_noninstrumented_modules=1"
export TSAN_OPTIONS
"$threads" threads > said 2>&1
code=$?
grep -q 'FATAL: ThreadSanitizer' said && [ $code != 0 ] &&
	skip "$(grep FATAL said)"
if [ $code = 0 ]; then
	echo "4 threads: no data race"
else
	fail "exit code $code: $(head -n 60 said)"
fi
finish
