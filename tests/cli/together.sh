#!/bin/sh
# Four tuners of one program on one database and one device, and readers beside
# them: all finish, no row is lost, none is there twice, no kernel is measured by
# two of them, the file is whole. Two readers; eight, and more evaluations, with
# LIFT_TUNE_LONG in the environment.
. "$srcdir/tests/cli/e2e_lib.sh"
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 6400},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
export LT_WORKER
shim=${LIFT_TUNE%/*}/tests/cli/fail.so # has a stand-in run as the worker
if [ -n "$LIFT_TUNE_LONG" ]; then
	readers=8
	evaluations=60
else
	readers=2
	evaluations=6
fi

tune() { # tune NAME SEED
	env LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json --device 0 \
		--max-fevals $evaluations --time-limit 600 --seed "$2" --json \
		-o "$1.d" > "$1.out" 2> "$1.err"
	echo $? > "$1.code"
}

read_on() { # read_on NAME: until the tuners are done
	while [ ! -e done ]; do
		for words in "query --best" "db check" "query twice" \
			"db export $1.jsonl"; do
			# shellcheck disable=SC2086
			"$LIFT_TUNE" $words > "$1.out" 2> "$1.err" ||
				{ echo "$words" > "$1.bad"; return; }
		done
	done
}

env LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json --device 0 --quiet \
	--max-fevals 1 --size N=64 -o out.d > out 2> err || fail "no search"
for reader in $(seq $readers); do
	read_on "reader$reader" &
	[ "$reader" != 1 ] || first=$!
done
tune one 1 &
tuner=$!
tune two 1 &
other=$!
tune three 2 &
third=$!
tune four 2
wait $tuner $other $third
touch done
wait "$first"
wait
for tuner in one two three four; do
	same "the exit code of tuner $tuner" "$(cat $tuner.code)" 0 ||
		cat $tuner.err
	"$probe" json measurement kernel < $tuner.out | grep -v '^-' > lines
	while IFS=$tab read -r id kernel; do
		same "the kernel of row $id" "$(sql "SELECT kernel FROM results
			WHERE id = $id")" "$kernel"
	done < lines
done
for bad in *.bad; do
	[ ! -e "$bad" ] || { fail "a reader failed: $(cat "$bad")"; cat ./*.err; }
done
same "rows of the four and one" "$(sql 'SELECT count(*) FROM measurements')" \
	$(($(cat one.out two.out three.out four.out | "$probe" json measurement |
		grep -c '^[0-9]') + 1))
same "kernels measured twice" "$(sql 'SELECT count(*) FROM measurements
	WHERE repeat > 0')" 0
try 0 db check
finish
