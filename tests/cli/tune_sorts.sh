#!/bin/sh
# Sorts, buckets and states by index are tuned at sizes that leave a rest, and tiny
# ones, in chunks wherever these are offered: numbers of several types, floats that
# are none, equal keys, pairs whose order among equal keys is kept.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

lengths="2 255"
[ -z "$LIFT_TUNE_LONG" ] || lengths="1 $lengths 3 1021 4099 16777213 16777216"

tuned() { # tuned SCHEDULE PROGRAM...
	schedule=$1
	shift
	for name in "$@"; do
		for n in $lengths; do
			program=$srcdir/tests/programs_sort/$name.json
			tune_at "$program" N="$n"
			[ "$n" -lt 8 ] ||
				tune_at "$program" N="$n" -- --require "$schedule"
		done
	done
}

tuned "places in chunks" sort_u32 sort_equal sort_f32 sort_i64 sort_by_key \
	buckets
grep -E 'expression: .*(mapSeq|mapGlobal) id' tuned/sort_*.cl &&
	fail "a pass or the result of a sort is copied"
tuned "states in chunks" ranks
finish
