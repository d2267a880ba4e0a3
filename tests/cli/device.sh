#!/bin/sh
# Devices by number and by name; one that is not there is exit code 4, and so
# is a machine without any.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

absent() {
	try 4 "$@" || return
	grep -q "error E0501: " err || { fail "no E0501 from $*"; show; }
	same "errors of $*" "$(grep -c 'error E' err)" 1
}
absent tune "$examples/asum.json" --size N=10 --device 99
absent tune "$examples/asum.json" --size N=10 --device "no such device"
absent run "$examples/asum.json" --size N=10 --device 99
OCL_ICD_VENDORS=/nonexistent
export OCL_ICD_VENDORS
absent devices
absent tune "$examples/asum.json" --size N=10 --device 0
try 0 check "$examples/asum.json"
try 0 eval "$examples/asum.json" --size N=10
unset OCL_ICD_VENDORS

try 0 devices --json
"$probe" json device name < out > devices || fail "not JSON"
name=$(head -n 1 devices | cut -f 2)
first_word=${name%% *}
try 0 tune "$examples/asum.json" --size N=10 --max-fevals 1 \
	--device "$first_word" -o out.d
LIFT_TUNE_DEVICE=99
export LIFT_TUNE_DEVICE
absent run "$examples/asum.json" --size N=10
try 0 run "$examples/asum.json" --size N=10 --device 0 # the option wins

# What no kernel can be generated for: the reason and the place, once
echo '{"name": "p", "sizes": {"N": 8}, "inputs": [{"name": "xs", "type":
"[f32; N]"}], "body": ["mapLocal", "abs", "xs"]}' > illegal.json
for command in run tune; do
	try 1 $command illegal.json --device 0 --db none.db -o out.d
	has err "illegal.json: error E0301: mapLocal(0) stands outside" &&
		has err "at /body"
	same "errors of $command" "$(grep -c 'error E' err)" 1
done

# An output without elements is computed like any other: alone, beside others,
# over an input.
cat > empty.json <<'J'
{"name": "empty", "sizes": {"N": 8},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["map", "abs", ["drop", "N", "xs"]]}
J
cat > beside.json <<'J'
{"name": "beside", "sizes": {"N": 8},
 "inputs": [{"name": "xs", "type": "[f32; N]"}],
 "body": ["tuple", ["map", "abs", ["drop", "N", "xs"]], ["map", "abs", "xs"]],
 "outputs": ["none", "all"]}
J
for doc in empty beside; do
	try 0 run $doc.json --fill --device 0 -o $doc.run --verify
	try 0 tune $doc.json --device 0 --db $doc.db -o $doc.tuned \
		--max-fevals 1
	try 0 run $doc.json --fill --device 0 --db $doc.db -o $doc.run
	try 0 export 1 --db $doc.db -o $doc.again
done
finish
