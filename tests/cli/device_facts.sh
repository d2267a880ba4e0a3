#!/bin/sh
# Kernels for a device that is not there, by its facts: of five devices the first
# candidates are right on the one that is here, have no time, and are never taken
# for what was measured; facts that are missing, absurd or of another version are
# refused by name.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices

sql() {
	"$probe" sql tuned.db "$1"
}

# What devices --json prints are facts, and what it says of this device is kept.
try 0 devices --json
head -n 1 out > here.json
for fact in group_multiple cache_bytes clock_mhz registers memory_is_unified \
	base_align_bytes line_bytes has_f64 local_is_dedicated; do
	grep -q "\"$fact\": " here.json || fail "devices --json has no $fact"
done

# for_device NAME PROGRAM SIZES...
for_device() {
	name=$1
	program=$2
	shift 2
	try 0 tune "$examples/$program.lift" "$@" --device 0 --max-fevals 2 \
		--device-facts "$devices/$name.json" -o "$name" || return
	has out "not measured; modelled"
	has out "ranked by a model of the device; nothing was timed"
	grep -q '"ranked_by": "a model' "$name/$program.manifest.json" &&
		grep -q '"modelled_ns": [1-9]' "$name/$program.manifest.json" &&
		! grep -q '"time_ns"' "$name/$program.manifest.json" ||
		fail "the manifest of $program for $name tells of a time"
}
for_device h200 asum --size N=1000
has err "W0307"
for_device a100 dot --size N=1021
for_device mi250 gemv --size M=20 --size K=33
for_device arc matmul --size M=16 --size N=24 --size K=20
for_device mali jacobi --size M=20 --size N=33
same "statuses" "$(sql "SELECT DISTINCT status FROM measurements")" checked
same "times" "$(sql "SELECT count(*) FROM measurements
	WHERE min_ns IS NOT NULL OR samples <> '[]'")" 0
same "best ones" "$(sql "SELECT count(*) FROM best")" 0

# A second search counts them again; one on the device that is here measures.
for_device h200 asum --size N=1000
try 0 tune "$examples/asum.lift" --size N=1000 --device 0 --max-fevals 2 -o here
same "measured ones" "$(sql "SELECT count(*) > 0 FROM best")" 1
same "devices of times" "$(sql "SELECT count(DISTINCT device) FROM results
	WHERE time_ns IS NOT NULL")" 1
try 0 tune "$examples/asum.lift" --size N=3000 --device 0 --max-fevals 4 --json \
	--device-facts "$devices/h200.json" -o here
has out '"ranked_by": "a model'
grep -q '"time_ns"\|"min_ns"' out && fail "it tells times"

# Of what is right the best is what the model finds fastest.
same "modelled" "$(sed -n 's/.*"ranked_by.*"modelled_ns": \([0-9.]*\).*/\1/p' out)" \
	"$(sed -n '/"evaluation":/s/.*"modelled_ns": \([0-9.]*\).*/\1/p' out |
		sort -n | head -n 1)"

# A CPU that is here, by its facts: its own space, no times, and no model.
try 0 tune "$examples/asum.lift" --size N=1000 --device 0 --max-fevals 1 \
	--device-facts here.json -o here
has out "not measured"
grep -q '"type": "cpu"' here.json && has out "ranked by static counts"

# refused WHAT SED: facts changed so are refused, and why
refused() {
	sed "$2" "$devices/h200.json" > bad.json
	try 4 tune "$examples/asum.lift" --size N=1000 --device 0 \
		--device-facts bad.json -o none
	has err "E0504" && has err "$1"
}
refused "no compute_units" '/compute_units/d'
refused "no has_f64" '/has_f64/d'
refused "no name" '/"name"/d'
refused "version 2" 's/"facts": 1/"facts": 2/'
refused 'no "facts"' '/"facts"/d'
refused "compute_units = 0" 's/"compute_units": 132/"compute_units": 0/'
refused "line_bytes = 3" 's/"line_bytes": 128/"line_bytes": 3/'
refused "clock_mhz, which is none" 's/1980/1e400/;s/"clock_mhz": .*/"clock_mhz": "x",/'
refused "max_item_sizes[2]" 's/, 64\]/]/'
refused "type, which is none" 's/"gpu"/"tpu"/'
refused "memory_gbs = -1" 's/"memory_gbs": [0-9]*/"memory_gbs": -1/'
refused "launch_ns = 2000000000" 's/"launch_ns": [0-9]*/"launch_ns": 2000000000/'
refused "unit_lanes, which is none" 's/"unit_lanes": [0-9]*/"unit_lanes": "x"/'
refused "a whole number, not 0" 's/"unit_lanes": [0-9]*/"unit_lanes": 0/'
refused 'memory_mbs in "model"' 's/"memory_gbs"/"memory_mbs"/'
refused "a JSON object" 's/{/[/;s/}/]/;s/".*": //'
try 3 codegen "$examples/asum.json" --device-facts nowhere.json
has err "E0701"
try 2 tune "$examples/asum.lift" --size N=1000 --record spaces \
	--device-facts "$devices/h200.json"
has err "nothing is timed with --device-facts"

# The same facts for rewrite and codegen.
cat > low.lift <<'P'
program low
  size N = 4096
  input xs : f32[N]
  map abs xs
P
try 0 rewrite low.lift --device-facts "$devices/mali.json" --at /body \
	--rule map_global:d=0
cp out global.lift
try 0 codegen global.lift --device-facts "$devices/mali.json" -o files
grep -q '"platform": "facts of ARM Platform"' files/low.manifest.json ||
	fail "codegen does not say for which device"
finish
