#!/bin/sh
# Products in tiles of work-groups for a GPU that is not there: whatever the
# numbers, a group is as large as its accumulators need, however large its
# blocks are; what is loaded is loaded once a block, in vectors, from rows and
# from columns; the search proposes such kernels, also where tiles leave
# something over, and they are right on the device that is here; where local
# memory is no memory of its own, and on CPUs, there are none.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
devices=$srcdir/tests/devices

# tile GROUP LOOPS NUMBERS [K]: of a product of 256 x 256 x 128, or K; few steps of
# small tiles are no loop of their own
tile() {
	try 0 rewrite "$examples/matmul.lift" --size M=256 --size N=256 \
		--size K="${4:-128}" --device-facts "$devices/h200.json" \
		--schedule "group_tiles:$3" || return
	grep -v '^note' out > tile.lift
	try 0 codegen tile.lift --device-facts "$devices/h200.json" -o kernel
	kernel=kernel/matmul.cl
	[ -z "$4" ] || return
	grep -q "reqd_work_group_size($1, 1)" $kernel ||
		fail "$3: $(grep reqd $kernel)"
	same "barriers of $3" "$(grep -c 'barrier(' $kernel)" 2
	same "arrays of $3" "$(grep -c 'local float m' $kernel)" 2
	same "unaligned vectors of $3" "$(grep -c 'vload\|vstore' $kernel)" 0
	same "loops of $3" "$(grep -c 'for (int [ij] = 0' $kernel)" "$2"
	same "scalars copied by $3" "$(grep -c '= i[01]\[' $kernel)" 0
	same "vectors copied by $3" \
		"$(grep -o '= \*(global const float4 \*)' $kernel | wc -l)" 2
}
tile "16, 16" 1 rows=64,columns=64,steps=16,vectors=1,down=4
tile "16, 16" 2 rows=64,columns=64,steps=32,vectors=1,down=4
tile "16, 16" 2 rows=128,columns=128,steps=8,vectors=2,down=8
tile "8, 8" 1 rows=32,columns=32,steps=16,vectors=1,down=4
tile "32, 8" 1 rows=32,columns=128,steps=8,vectors=1,down=4

# Steps that blocks leave over are added by each item after the loop over blocks,
# without a barrier; rows that do not begin at multiples of 16 bytes are copied
# by scalars, neighbours by neighbours, columns in vectors all the same.
tile "16, 16" 1 rows=64,columns=64,steps=16,vectors=1,down=4 133
same "barriers of 133 steps" "$(grep -c 'barrier(' $kernel)" 2
same "steps left over" "$(grep -c 'for (int i = 0; i < 5; i++)' $kernel)" 1
same "vectors of unaligned rows" "$(grep -c 'vload' $kernel)" 0
same "scalars of unaligned rows" "$(grep -c '= i0\[.* + l0\];' $kernel)" 1
same "vectors of columns" \
	"$(grep -o '= \*(global const float4 \*)(i1' $kernel | wc -l)" 2

# proposed FACTS SIZES...
proposed() {
	name=$1
	shift
	try 0 tune "$examples/matmul.lift" "$@" --device 0 --max-fevals 1 \
		--device-facts "$devices/$name.json" -o "$name" \
		--require "tiles of groups" || return
	grep -q 'acc[0-9]* = acc[0-9]* + ' "$name/matmul.cl" &&
		grep -q 'local float m1' "$name/matmul.cl" ||
		fail "$name: another kernel"
}
proposed h200 --size M=64 --size N=64 --size K=48
proposed h200 --size M=64 --size N=64 --size K=61
proposed mi250 --size M=70 --size N=101 --size K=24
proposed mi250 --size M=70 --size N=101 --size K=29

for other in "--device-facts $devices/mali.json" ""; do
	# shellcheck disable=SC2086
	"$LIFT_TUNE" tune "$examples/matmul.lift" --size M=64 --size N=64 \
		--size K=48 --device 0 --max-fevals 1 $other -o other \
		--require "tiles of groups" > out 2>&1 &&
		fail "there are tiles of groups: $other"
done
finish
