#!/bin/sh
# The tree reduction of a work-group, written with iterate over local memory,
# gives on the device what the evaluator gives, whatever the size of the group.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device

cat > tree.json <<'EOF'
{"name": "tree", "sizes": {"L": 256, "P": 256, "K": 9, "G": 7},
 "inputs": [{"name": "x", "type": "[i32; L*3*G]"}],
 "defs": {
  "load": ["fun", ["c"], ["toLocal", ["mapLocal", ["fun", ["r"],
     ["head", ["reduceSeq", "+", 0, "r"]]],
     ["transpose", ["split", "L", "c"]]]]],
  "padded": ["fun", ["c"], ["concat", ["load", "c"], ["fill", "P-L", 0]]],
  "half": ["fun", ["t: [i32; m]"], ["toLocal", ["mapLocal", "+",
     ["zip", ["take", "m//2", "t"], ["drop", "m//2", "t"]]]]]},
 "body": ["toGlobal", ["mapWorkgroup", ["fun", ["c"],
     ["head", ["reduceSeq", "+", 0, ["iterate", "K-1", "half",
       ["padded", "c"]]]]],
   ["split", "3*L", "x"]]]}
EOF

# group ITEMS PADDED STEPS+1
group() {
	try 0 run tree.json --verify --size "L=$1" --size "P=$2" \
		--size "K=$3" -o "out$1" || show
}

group 1 1 1
group 3 4 3
group 100 128 8
group 256 256 9
finish
