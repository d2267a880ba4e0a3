#!/bin/sh
# run.sh SECONDS SEED SRCDIR TARGETS...: fuzzes each target, beginning with the
# corpus in the sources, with what was found before (found/, see keep.sh) and
# with what other tests read. SEED 0: with other random numbers in each run, until
# it has used so many seconds of a processor (or ten times as long has gone by),
# and beginning with what earlier runs here found, too. Else with random numbers
# from SEED and as many inputs as that takes where they were counted (rates), on a
# slow machine as on a fast one: the same inputs, where setarch may fix addresses
# and a folder lists its files in the same order. What is found stays in fuzz-NAME/
# in the build folder; inputs that fail are kept there, too.
seconds=$1
seed=$2
srcdir=$3
shift 3
failed=0

seed() { # seed TARGET FOLDER: what other tests have for it
	rm -rf "$2"
	mkdir -p "$2"
	case $1 in
	program) cp "$srcdir"/examples/*.json "$2"
		cp "$srcdir"/tests/programs/*.json "$2"
		cp "$srcdir"/tests/programs_*/*.json "$2" ;;
	notation) cp "$srcdir"/tests/notation/right.lift "$2"
		cp "$srcdir"/examples/*.lift "$2"
		awk -v folder="$2" '/^== / { file = folder "/" ++n; next }
			{ print > file }' "$srcdir"/tests/notation/faults.txt ;;
	lowlevel) cat "$srcdir"/tests/codegen/*.jsonl | split -l 1 - "$2/"
		cp "$srcdir"/tests/programs_*/*.json "$2" ;;
	rules) awk -v folder="$2" 'BEGIN { RS = "" } {
			file = folder "/" NR
			print > file
			close(file)
		}' "$srcdir"/rules/*.rules ;;
	esac
	chmod -R u+w "$2"
}

used() { # sets $used: seconds of processors by what this shell has waited for
	times > "$here/times" # not in a shell of its own, which has waited for none
	used=$(awk 'NR == 2 {
		split($1, program, /[ms]/)
		split($2, kernel, /[ms]/)
		printf "%d\n", 60 * (program[1] + kernel[1]) \
			+ program[2] + kernel[2]
	}' "$here/times")
}

# Inputs for a second of a processor.
rate() { # rate TARGET
	case $1 in
	program) echo 900 ;;
	notation) echo 5000 ;;
	lowlevel) echo 600 ;;
	rules) echo 7000 ;;
	steps) echo 4500 ;;
	protocol) echo 70000 ;;
	npy) echo 9000 ;;
	import) echo 90 ;;
	database) echo 60 ;;
	hostile) echo 15 ;;
	esac
}

# Addresses are in what a fuzzer compares.
steady=
setarch -R true 2> /dev/null && steady="setarch -R"

# fuzz TARGET OPTIONS...
fuzz() {
	target=$1
	shift
	# shellcheck disable=SC2086
	$steady tests/fuzz/fuzz_"$target" "$@" -timeout=1000 -seed="$seed" \
		-rss_limit_mb=3000 -max_len=20000 -reload=0 \
		-print_final_stats=1 -artifact_prefix="$here/" "$here/found" \
		"$srcdir/tests/fuzz/corpus/$target" "$here/seeds" \
		>> "$here/log" 2>&1
	code=$?
	used
	spent=$((used - before))
}

for target in "$@"; do
	here=fuzz-$target
	[ "$seed" = 0 ] || rm -rf "$here/found"
	mkdir -p "$here/found"
	seed "$target" "$here/seeds"
	tar -C "$here/found" -xzf "$srcdir/tests/fuzz/found/$target.tar.gz"
	: > "$here/log"
	used
	before=$used
	end=$(($(date +%s) + 10 * seconds))
	code=0
	spent=0
	[ "$seed" = 0 ] || fuzz "$target" -runs=$((seconds * $(rate "$target")))
	while [ "$seed" = 0 ] && [ $code = 0 ] && [ "$spent" -lt "$seconds" ] &&
		[ "$(date +%s)" -lt $end ]; do
		fuzz "$target" -max_total_time=$((seconds - spent))
	done
	runs=$(awk '/^stat::number_of_executed_units:/ { n += $2 }
		END { print n + 0 }' "$here/log")
	echo "fuzz $target: $runs inputs in $spent s of a processor," \
		"exit code $code"
	[ $code = 0 ] && continue
	failed=1
	tail -n 60 "$here/log"
done
exit $failed
