#!/bin/sh
# A driver that lies, hangs, crashes, vanishes (tests/cli/fake_driver.c, which
# wraps PoCL): no wrong kernel is accepted, nothing lasts longer than its
# limits, and each failure is told by its cause, in the database and to the
# user.
. "$srcdir/tests/cli/e2e_lib.sh"
fake=${LIFT_TUNE%/*}/tests/cli/fake_driver.so
[ -e "$fake" ] || skip "no $fake"
OPENCL_FAKE_REAL=$(cat /etc/OpenCL/vendors/pocl*.icd 2> /dev/null | head -n 1)
[ -n "$OPENCL_FAKE_REAL" ] || skip "no PoCL"
mkdir vendors
echo "$fake" > vendors/fake.icd
OCL_ICD_VENDORS=$work/vendors/
OPENCL_FAKE_FILE=$work/mark
export OPENCL_FAKE_REAL OCL_ICD_VENDORS OPENCL_FAKE_FILE
"$LIFT_TUNE" devices > out 2> err || skip "PoCL cannot be wrapped"

cat > three.json <<'J'
{"name": "three", "sizes": {"N": 4096},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", ["fun", ["x"], ["*", ["f32", 3.0], "x"]], "xs"],
 "outputs": ["ys"]}
J

# told FAKE EXIT STATUS CAUSE OPTIONS...: a search with such a driver ends with
# that code, all its rows have that status ("" for none), and the cause is told
# in a row or to the user
told() {
	rm -f mark tuned.db
	OPENCL_FAKE=$1 timeout 1200 "$LIFT_TUNE" tune three.json --device 0 \
		--jobs 0 --max-fevals 1 -o kernels $5 $6 > out 2> err
	same "exit code with $1" $? "$2" || show
	sql "SELECT DISTINCT status FROM measurements" > statuses
	same "statuses with $1" "$(cat statuses)" "$3"
	sql "SELECT reason FROM measurements" > reasons
	grep -qF -- "$4" err reasons ||
		{ fail "no \"$4\" with $1"; cat err reasons; }
}

# The clock on the wall is used where events say what cannot be.
walled() {
	told "$1" 0 ok ""
	same "the timer with $1" "$(sql "SELECT DISTINCT timer FROM measurements")" wall
}

told none 0 ok ""
sql "UPDATE measurements SET judges = 'ys: exact'"
OPENCL_FAKE=wrong try 5 export three -o exported
has err "the stored kernel is wrong" && [ ! -e exported ] ||
	fail "a wrong kernel is exported"
same "the kernel's status" \
	"$(sql "SELECT status FROM results WHERE newest")" wrong
told wrong 1 wrong "output 0, element 0: got"
told wrong:4 1 wrong "in a timed launch: output 0, element 0"
told empty:4 1 wrong "in a launch after the timed ones: output 0, element 0"
told build_hang 1 build_timeout "of compiling" --build-timeout 12
told build_crash 1 build_crash "while compiling"
told launch_crash 1 build_crash "while making code for a launch"
told launch_crash:2 1 run_crash "while running"
told finish_hang 1 run_timeout "of running" --run-timeout 6
told finish_hang:3 1 run_timeout "of running" --run-timeout 6
# What is stored limits launches of a later search from the first one on: a
# second, and not the ten that they may take.
told none 0 ok ""
OPENCL_FAKE=finish_hang timeout 1200 "$LIFT_TUNE" tune three.json --device 0 \
	--jobs 0 --max-fevals 1 -o kernels > out 2> err
same "launches beyond their limit" "$(sql "SELECT count(*) > 0,
	sum(reason NOT LIKE 'no end after 1.%') FROM measurements
	WHERE status <> 'ok'")" "1|0"
told resources 1 oom CL_OUT_OF_RESOURCES
told resources:4 1 oom CL_OUT_OF_RESOURCES
told gone:4 4 worker_lost CL_DEVICE_NOT_AVAILABLE
told queue:4 4 worker_lost CL_INVALID_COMMAND_QUEUE
told buffer 4 "" CL_INVALID_COMMAND_QUEUE # the canary's
told buffer:5 4 "" CL_INVALID_COMMAND_QUEUE # while data are loaded
grep -q "memory" err && { fail "that is not for want of memory"; cat err; }
told global_bytes:4611686018427387904 4 "" "global_bytes = 4611686018427387904"

# Each fact that a driver may tell, what it cannot be; and at its limits, where a
# search ends in one way or another.
sed -n 's/INT64_C(1)/1/; s/INT64_MAX/0/
	s/^FACT(\([a-z_]*\)\(\[0\]\)\{0,1\}, *\([^,]*\), *\([^,]*\), *\([a-z]*\))$/\1|\2|\3|\4|\5/p' \
	"$srcdir/base/device.def" > facts
same "facts of the driver" "$(wc -l < facts)" 15
while IFS='|' read -r fact index least most power; do
	# shellcheck disable=SC2004 # it is an expression
	most=$(($most))
	[ "$least" = 0 ] || told "$fact:0" 4 "" "$fact$index = 0"
	[ "$power" = false ] || told "$fact:3" 4 "" "$fact$index = 3"
	[ "$most" = 0 ] ||
		told "$fact:$((2 * most))" 4 "" "$fact$index = $((2 * most))"
	for value in "$least" $((most ? most : 4294967296)); do
		rm -f tuned.db
		OPENCL_FAKE=$fact:$value timeout 1200 "$LIFT_TUNE" tune three.json \
			--device 0 --jobs 0 --max-fevals 1 --time-limit 10 \
			-o kernels > out 2> err
		code=$?
		[ $code -le 1 ] || [ $code = 4 ] && { [ $code = 0 ] ||
			grep -q 'error E0[35]' err; } ||
			{ fail "exit code $code with $fact = $value"; show; }
	done
done < facts
try 0 devices
OPENCL_FAKE=max_group_size:0 "$LIFT_TUNE" devices > out 2> err
has out "cannot be used, since it says max_group_size = 0"
walled times_zero
walled times_back
walled times_huge
walled times_none
told times_short 1 wrong "bytes that must be read and written"

# A full folder, where a small one may be mounted: not the device's fault, nor a
# kernel's.
cat > full.sh <<'S'
mount -t tmpfs -o size=4m none disk || exit 99
dd if=/dev/zero of=disk/filler bs=1024 count="$1" 2> /dev/null
TMPDIR=$PWD/disk "$LIFT_TUNE" tune three.json --device 0 --jobs 0 \
	--max-fevals 60 --time-limit 900 -o kernels
S
mkdir disk
full="4096 2800"
own_mounts || full=
for filled in $full; do
	rm -f tuned.db
	$own sh full.sh $filled > out 2> err
	code=$?
	same "exit code with $filled KiB of 4096" $code 4 || show
	has err "nothing can be written in $work/disk" && has err "No space left"
	[ "$filled" = 2800 ] || continue
	same "statuses with little room" "$(sql "SELECT count(*) FROM
		measurements WHERE status IN ('build_error', 'build_crash',
		'launch_error', 'oom')")" 0
done

# Residues that take longer than a launch may are no fault of the kernel.
told twin_hang 0 ok "" --run-timeout 6
has out "not judged by field"

# Data are copied to a device while the first kernel is built for it, and have
# arrived before it runs.
told gpu,order 0 ok ""
same "before the first build, and from there to the launch" "$(awk '
	$0 == "build" && !built { print last; built = 1 }
	built && $0 == "wait" && !waited { waited = 1; print }
	built && $0 == "launch" { print; exit }
	{ last = $0 }' mark | tr '\n' ' ')" "copying wait launch "

# What the driver has started ends with the worker.
told stray 0 ok ""
[ -s mark ] || fail "no process was left behind"
lives() { # lives PID
	grep -qs ') [^ZX] ' "/proc/$1/stat"
}
while read -r id; do # killed, it may still wait for a processor
	for _ in $(seq 150); do
		lives "$id" || break
		sleep 0.2
	done
	lives "$id" && fail "process $id outlives the search"
done < mark
finish
