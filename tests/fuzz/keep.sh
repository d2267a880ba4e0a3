#!/bin/sh
# keep.sh SRCDIR TARGETS...: of what the fuzzers found here, the inputs that
# between them reach everything that was reached, into SRCDIR/tests/fuzz/found,
# where run.sh begins with them. In the build folder, after make check-fuzz.
set -e
srcdir=$1
shift
for target in "$@"; do
	rm -rf kept
	mkdir kept
	tests/fuzz/fuzz_"$target" -merge=1 -max_len=20000 -rss_limit_mb=3000 \
		kept "$srcdir/tests/fuzz/corpus/$target" \
		"fuzz-$target/found" > "fuzz-$target/keep.log" 2>&1
	mkdir -p "$srcdir/tests/fuzz/found"
	tar -C kept --sort=name --owner=0 --group=0 --mtime=@0 -c . |
		gzip -9n > "$srcdir/tests/fuzz/found/$target.tar.gz"
	rm -r kept
done
