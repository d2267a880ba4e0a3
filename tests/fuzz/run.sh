#!/bin/sh
# run.sh SECONDS SRCDIR TARGETS...: fuzzes each target that long, beginning with
# the corpus in the sources. What was found stays in fuzz-NAME/ in the build
# folder, to be begun with the next time; inputs that fail are kept there, too.
seconds=$1
srcdir=$2
shift 2
failed=0
for target in "$@"; do
	mkdir -p "fuzz-$target/found"
	log=fuzz-$target/log
	tests/fuzz/fuzz_"$target" -max_total_time="$seconds" -timeout=120 \
		-rss_limit_mb=3000 -max_len=20000 -print_final_stats=1 \
		-artifact_prefix="fuzz-$target/" "fuzz-$target/found" \
		"$srcdir/tests/fuzz/corpus/$target" > "$log" 2>&1
	code=$?
	runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	echo "fuzz $target: ${runs:-?} inputs in $seconds s, exit code $code"
	[ $code = 0 ] && continue
	failed=1
	tail -n 60 "$log"
done
exit $failed
