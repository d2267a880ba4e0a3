#!/bin/sh
# Scans and scatters are tuned at sizes that leave a rest, and tiny ones, in chunks
# wherever these are offered: whatever is combined, also by what does not commute.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

lengths="2 1021"
[ -z "$LIFT_TUNE_LONG" ] || lengths="1 $lengths 3 4099 16777213 16777216"

tuned() { # tuned SCHEDULE FOLDER PROGRAM...
	schedule=$1
	folder=$2
	shift 2
	for name in "$@"; do
		for n in $lengths; do
			program=$srcdir/tests/$folder/$name.json
			tune_at "$program" N="$n"
			[ "$n" -lt 8 ] || [ -z "$schedule" ] ||
				tune_at "$program" N="$n" -- --require "$schedule"
		done
	done
}

tuned "scan in chunks" programs_e2e scan scan_exclusive scan_right \
	scan_affine scan_pairs
in_place() { # in_place SCHEDULE: no array of all elements is between
	for name in scan_exclusive scan_right; do
		# The scan is not in a kernel of its own that others map.
		tune_at "$srcdir/tests/programs_e2e/$name.json" N=1021 -- \
			--require "$1" --forbid items --forbid groups \
			--forbid "one item"
		grep -Eh 'intermediate: buffer of [0-9]{4}' tuned/$name.cl &&
			fail "$1: the states of $name are copied"
	done
}

in_place "scan in order"
in_place "scan in chunks"
tuned "scatter in chunks" programs_scatter histogram scatter_by_key \
	scatter_first
# Arrays in turn: one loop goes over the elements of all, by blocks of eight.
tune_at "$srcdir/tests/programs_scatter/histogram.json" N=4096 -- \
	--require "scatter in chunks" --forbid "scatter privately" \
	--fix "scatter in chunks.items=2" --fix "scatter in chunks.copies=4"
same "loops over elements" "$(grep -c 'i < 64;' tuned/histogram.cl)" 1
# Parts in turn, where no order matters: into one array, from eight places.
for name in histogram scatter_by_key; do
	tune_at "$srcdir/tests/programs_scatter/$name.json" N=4099 -- \
		--require "scatter in chunks" --fix "scatter in chunks.items=2" \
		--fix "scatter in chunks.copies=1" \
		--fix "scatter in chunks.streams=8"
	grep -q '+ 1792\]' tuned/"$name".cl && grep -q '+ 256\]' tuned/"$name".cl ||
		fail "$name: a chunk of 2048 is not read at eight places"
done
tuned "filter in chunks" programs_scatter filter filter_none filter_pairs
# What is behind the end of a list may be another each time.
[ -n "$LIFT_TUNE_LONG" ] ||
	tune_at "$srcdir/tests/programs_scatter/filter_none.json" N=1
# Where elements go is in no memory, and what is dropped is no branch.
for name in filter filter_pairs; do
	tune_at "$srcdir/tests/programs_scatter/$name.json" N=1021 -- \
		--require "filter in chunks"
	grep -Eh 'intermediate: buffer of [0-9]{4}' tuned/$name.cl &&
		fail "the places of $name are stored"
	grep -Eq 'if \((\((ulong|uint)\))?(acc|v)[0-9]+ < ' tuned/$name.cl ||
		fail "a store of $name waits for the data"
done
tuned "" programs_scatter permuted filter_all filter_of_list partition
finish
