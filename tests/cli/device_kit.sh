#!/bin/sh
# The kit for a machine with a device, packed, unpacked elsewhere and run with an
# empty environment: killed in the middle it goes on with what was not done, a
# kernel that fails or is wrong is kept as such, and what comes back is imported;
# results that are not what they should be are refused by name.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
grep -q "Portable Computing" out || skip "no PoCL"
build=$(cd "${LIFT_TUNE%/*}" && pwd)
bundle=$(ls -d "$build"/lift-tune-*-x86_64)
mkdir home bin

cat > plan <<'P'
# short
measure
expert transpose
candidates scal N=65536
candidates transpose M=64 N=96
tune asum 20 2 N=1000
P
printf 'expert scal' >> plan # a last line without an end
sh "$srcdir/tests/device-kit/pack.sh" kit "$bundle" "$build/tests" plan \
	"$srcdir/tests/devices/h200.json" 6 > said 2>&1 ||
	{ fail "pack: $(cat said)"; finish; }
rm -rf kit
tar -xzf kit.tar.gz
mv kit "moved here"
kit="$work/moved here"

# run CODE SECONDS
run() {
	expected=$1
	shift
	env -i HOME="$work/home" PATH=/usr/bin:/bin "$kit/run" results "$@" \
		> out 2> err
	code=$?
	[ $code = "$expected" ] || { fail "run: $code, not $expected"; show; }
}

run_to_the_end() { # in several calls where the machine is slow
	run 0 540
	for _ in 1 2 3; do
		[ $code = 1 ] || return
		failed=0
		run 0 540
	done
}

# Without time nothing is begun.
run 1 0
has out "call it again"
[ -s results/begun ] && fail "begun in no time: $(cat results/begun)"

# A kernel that cannot be built, and one whose result is another.
bad() { # bad NUMBER SOURCE
	cat > "$kit/candidates/scal/scal-$1.cl" <<C
//= candidate scal-$1
//= modelled_ns 1000
//= options
//= buffer in f32 4 65536
//= buffer out f32 4 65536
//= kernel k0 1 65536 1 1 64 1 1 b0 b1
kernel void k0(global const float *a, global float *o)
{
	$2
}
C
}
bad 900 "no C at all"
bad 901 "o[get_global_id(0)] = 7;"

# kill -9 when the first items are done and others are not.
env -i HOME="$work/home" PATH=/usr/bin:/bin "$kit/run" results \
	> out 2> err &
runner=$!
while [ ! -e results/items/candidates-scal ] && kill -0 $runner 2> /dev/null
do
	sleep 0.1
done
kill -KILL $runner 2> /dev/null
wait $runner 2> /dev/null
ls results/items | grep -v '\.' > done_before

# A signal ends a call, too, and what it had begun: not again a candidate, for
# what is begun twice is taken to have ended the process.
env -i HOME="$work/home" PATH=/usr/bin:/bin "$kit/run" results \
	> out 2> err &
runner=$!
while [ ! -e results/items/candidates-transpose ] &&
	kill -0 $runner 2> /dev/null
do
	sleep 0.1
done
kill -TERM $runner 2> /dev/null
wait $runner
code=$?
[ $code -le 1 ] || [ $code = 143 ] ||
	{ fail "a call that was ended: $code"; show; }
run_to_the_end
while read -r item; do
	same "$item was begun" "$(grep -cx "$item" results/begun)" 1
done < done_before
for item in expert-transpose candidates-scal candidates-transpose tune-asum \
	expert-scal; do
	[ -f "results/items/$item" ] || fail "no $item: $(ls results/items)"
done
run 0
[ -s out ] && fail "there was something left: $(cat out)"
for left in /proc/[0-9]*/cmdline; do
	cat "$left" 2> /dev/null | tr '\0' ' ' | grep -F "$kit/bin" &&
		fail "$left is still running"
done

same "right ones" "$(grep -c '"status": "ok"' results/candidates-scal.jsonl)" \
	"$(($(ls "$kit"/candidates/scal | wc -l) - 2))"
grep -q '"scal-900".*"failed".*build' results/candidates-scal.jsonl ||
	fail "no failure: $(cat results/candidates-scal.jsonl)"
grep -q '"scal-901".*"differs"' results/candidates-scal.jsonl ||
	fail "nothing differs: $(cat results/candidates-scal.jsonl)"

# -- what comes back ----------------------------------------------------------

# import CODE RESULTS TO
import() {
	expected=$1
	shift
	sh "$srcdir/tests/device-kit/import.sh" "$LIFT_TUNE" "$@" > out 2> err
	code=$?
	[ $code = "$expected" ] || { fail "import: $code, not $expected"; show; }
}
import 0 results.tar.gz to
for program in asum scal transpose; do
	grep -q "^| $program | " to/table.md || fail "no row of $program"
done
grep -q '^| asum | [0-9.]* us | - | - | - | - |' to/table.md ||
	fail "the row of asum: $(grep asum to/table.md)"
grep -qE '^\| transpose \| - \| [0-9.e+]+ us \| - \| ([0-9]+) of \1 \| ' \
	to/table.md || fail "the row of transpose: $(grep transpose to/table.md)"
try 0 query asum --best --db to/tuned.db
has out "N=1000"
gzip -dc to/spaces/asum.jsonl.gz | head -n 1 | grep -q '"space": "asum"' ||
	fail "no recorded space"
try 0 tune "$examples/asum.lift" --size N=500 --device 0 --max-fevals 1 \
	--device-facts to/facts.json -o here
import 0 results to # nothing is new
has out "new: 0 programs"

# refused WHY COMMAND: results changed so
refused() {
	rm -rf changed
	cp -R results changed
	(cd changed && sh -c "$2")
	import 1 changed nowhere
	has err "$1"
}
refused "no results of a device kit" "rm kit"
refused "results of lift-tune device-kit 2" \
	"echo 'lift-tune device-kit 2' > kit"
refused "no facts.json" "rm facts.json"
rm -f results/items/measure
refused "compute_units = 0" \
	"sed -i 's/\"compute_units\": [0-9]*/\"compute_units\": 0/' facts.json"
refused "no clock_mhz" "sed -i 's/\"clock_mhz\": [0-9]*, //' facts.json"
refused "version 2" "sed -i 's/\"facts\": 1/\"facts\": 2/' facts.json"
refused "tuned.db is refused" "echo nothing > tuned.db"
refused "asum.jsonl is refused" "echo nothing > spaces/asum.jsonl"
echo nothing > no.tar.gz
import 1 no.tar.gz nowhere
has err "no archive of results"

# The same folder for another device, or by another kit.
sed -i 's/"name": "/"name": "another /' results/facts.json
run 2
has err "is of another device"
echo "lift-tune device-kit 2" > results/kit
run 2
has err "is of another kit"
finish
