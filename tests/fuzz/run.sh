#!/bin/sh
# run.sh SECONDS SEED SRCDIR TARGETS...: fuzzes each target until it has used so
# many seconds of a processor (or ten times as long has gone by), with random
# numbers from SEED (0: other ones in each run), beginning with the
# corpus in the sources, with what was found before (found/, see keep.sh) and
# with what other tests read. What is found stays in fuzz-NAME/ in the build
# folder, to be begun with the next time; inputs that fail are kept there, too.
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
		cp "$srcdir"/tests/programs_e2e/*.json "$2" ;;
	notation) cp "$srcdir"/tests/notation/right.lift "$2"
		cp "$srcdir"/examples/*.lift "$2"
		awk -v folder="$2" '/^== / { file = folder "/" ++n; next }
			{ print > file }' "$srcdir"/tests/notation/faults.txt ;;
	lowlevel) cat "$srcdir"/tests/codegen/*.jsonl | split -l 1 - "$2/" ;;
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

for target in "$@"; do
	here=fuzz-$target
	mkdir -p "$here/found"
	seed "$target" "$here/seeds"
	tar -C "$here/found" -xzf "$srcdir/tests/fuzz/found/$target.tar.gz"
	: > "$here/log"
	used
	before=$used
	end=$(($(date +%s) + 10 * seconds))
	code=0
	spent=0
	while [ $code = 0 ] && [ "$spent" -lt "$seconds" ] &&
		[ "$(date +%s)" -lt $end ]; do
		tests/fuzz/fuzz_"$target" \
			-max_total_time=$((seconds - spent)) -timeout=1000 \
			-seed="$seed" \
			-rss_limit_mb=3000 -max_len=20000 -print_final_stats=1 \
			-artifact_prefix="$here/" "$here/found" \
			"$srcdir/tests/fuzz/corpus/$target" "$here/seeds" \
			>> "$here/log" 2>&1
		code=$?
		used
		spent=$((used - before))
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
