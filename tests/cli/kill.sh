#!/bin/sh
# kill -9 at any moment, of the tuner, of its worker, or of both: what was
# announced is in the database, the database is whole, and the next search goes
# on from there without measuring anything again; a search whose worker is
# killed goes on by itself. Then the same on a full file system. First with a
# stand-in for the worker, which needs no device and takes no time, then with
# the real one. 8 and 2 rounds; 200 and 50 with LIFT_TUNE_LONG in the
# environment.
. "$srcdir/tests/cli/e2e_lib.sh"
if [ -n "$LIFT_TUNE_LONG" ]; then
	stand_in_rounds=160
	real_rounds=40
	full_rounds=50
else
	stand_in_rounds=4
	real_rounds=4
	full_rounds=2
fi
cat > twice.json <<'J'
{"name": "twice", "sizes": {"N": 64},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 2.0], "x"]], "xs"],
 "outputs": ["ys"]}
J
LT_WORKER=${LIFT_TUNE%/*}/tests/harness/fault_worker
export LT_WORKER
shim=${LIFT_TUNE%/*}/tests/cli/fail.so # has the stand-in run, and no other effect

# A worker that dies at once is replaced, here while it lists the devices.
cat > dies <<E
#!/bin/sh
[ -e "$work/died" ] || { touch "$work/died"; kill -KILL \$\$; }
exec "$LT_WORKER" "\$@"
E
chmod +x dies
env LT_WORKER="$work/dies" LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json \
	--device 0 --max-fevals 1 --quiet -o out.d > out 2> err ||
	{ fail "the devices are not listed again"; show; }
[ -e died ] || fail "no worker died"
rm -f "$LIFT_TUNE_DB"

worker_of() { # worker_of PID: its first child
	cat /proc/"$1"/task/*/children 2> /dev/null | cut -d ' ' -f 1
}

announced_so_far() {
	grep -c '"measurement".*}$' out
}

wait_for() { # wait_for COUNT: until so much is announced, or it has ended
	while [ "$(announced_so_far)" -lt "$1" ] &&
		kill -0 $tuner 2> /dev/null; do
		sleep 0.05
	done
}

# Numbers that look random; the same in every run of this test.
dice=1
roll() { # roll SIDES: sets $rolled
	dice=$(((dice * 1103515245 + 12345) % 2147483648))
	rolled=$((dice / 65536 % $1))
}

# start ROUND: the search to be killed. New sizes now and then, so that there is
# always something left to measure.
start() {
	env LD_PRELOAD="$preload" "$LIFT_TUNE" tune "$document" --device 0 \
		--size N=$((20003 + $1 / 8)) --json --max-fevals 1000 \
		--time-limit 600 --seed "$1" -o out.d > out 2> err &
	tuner=$!
}

hurt() { # hurt VICTIM: at some moment
	roll 5
	wait_for $rolled
	roll 60
	sleep "$(printf '0.%02d' $rolled)"
	before=$(announced_so_far)
	worker=$(worker_of $tuner)
	case $1 in
	worker)
		[ -z "$worker" ] || kill -KILL "$worker" 2> /dev/null
		wait_for $((before + 2))
		[ "$(announced_so_far)" -ge $((before + 2)) ] ||
			grep -q '"result": "done"' out || # nothing was left
			{ fail "the search does not go on without its worker"
			  show; }
		;;
	both) [ -z "$worker" ] || kill -KILL "$worker" 2> /dev/null ;;
	esac
	kill -KILL $tuner 2> /dev/null
	wait $tuner 2> /dev/null
	grep '}$' out > whole
	mv whole out # half a line announces nothing
}

announced=0
# check DATABASE: what was announced in ./out is there, and all is whole.
check() {
	grep -h '"measurement"' out | "$probe" json measurement kernel |
		sort > lines
	announced=$((announced + $(wc -l < lines)))
	[ -s lines ] || [ -e "$1" ] || return
	"$probe" sql "$1" "SELECT id || '$tab' || kernel FROM results" |
		sort > rows
	[ -z "$(comm -23 lines rows)" ] ||
		{ fail "announced, but not stored:"; comm -23 lines rows; }
	LIFT_TUNE_DB=$1 "$LIFT_TUNE" db check > check.out 2>&1 ||
		grep -q "holds nothing yet" check.out ||
		{ fail "the database is damaged"; cat check.out; }
}

kill_rounds() { # kill_rounds COUNT
	announced=0
	round=0
	while [ $round -lt "$1" ]; do
		round=$((round + 1))
		start $round
		case $((round % 4)) in
		0) hurt worker ;;
		1) hurt both ;;
		*) hurt tuner ;;
		esac
		check "$LIFT_TUNE_DB"
	done
	[ $announced -ge "$1" ] ||
		fail "only $announced measurements in $1 rounds"
	same "kernels measured twice" \
		"$(sql 'SELECT count(*) FROM measurements WHERE repeat > 0')" 0
	echo "$1 rounds with $document, $announced measurements announced"
}

document=twice.json
preload=$shim
kill_rounds $stand_in_rounds
rm -f "$LIFT_TUNE_DB"
env LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json --size N=20003 --quiet \
	--max-fevals 4 -o out.d > out 2> err || { fail "no search"; show; }

# The same with little room or none, where a small file system may be mounted.
cat > full.sh <<'S'
set -e
mount -t tmpfs -o size=4m none disk || exit 99
cp "$LIFT_TUNE_DB" disk/tuned.db
dd if=/dev/zero of=disk/filler bs=4096 2> dd.err || true
size=$(wc -c < disk/filler)
truncate -s $((size - $1 * 4096)) disk/filler
shift
"$@" || code=$?
rm disk/filler
cp disk/tuned.db full.db
exit $code
S
cat > killed.sh <<'S'
limit=$1
shift
"$@" > out 2> err &
sleep "$limit"
kill -KILL $! 2> /dev/null
wait $! 2> /dev/null
exit 0
S
mkdir disk
own_mounts || full_rounds=0
announced=0
round=0
while [ $round -lt $full_rounds ]; do
	round=$((round + 1))
	moment=$(printf '%d.%02d' $((round % 3)) $((round * 37 % 100)))
	$own sh full.sh $((round % 7 * 12)) sh killed.sh "$moment" \
		env LD_PRELOAD="$shim" "$LIFT_TUNE" tune twice.json --device 0 \
		--db disk/tuned.db --size N=$((30003 + round)) --json \
		--max-fevals 1000 --seed $round -o out.d
	code=$?
	same "the exit code of a round on a full file system" $code 0
	grep '}$' out > whole
	mv whole out
	check full.db
done
echo "$round rounds on a full file system, $announced measurements announced"

"$LIFT_TUNE" devices > out 2> err || finish
rm -f "$LIFT_TUNE_DB"
document=$examples/dot.json
preload=
kill_rounds $real_rounds
tune_at "$examples/dot.json" N=20003
finish
