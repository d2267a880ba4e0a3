#!/bin/sh
# What a work-group keeps in its memory because all of its items read it, for a GPU
# that is not there: both factors of a small product; tiles of an array that all
# items fold. Each is loaded once by a group, neighbours by neighbours, factors in
# vectors; the search proposes such kernels, also where groups leave something
# over, and they are right on the device that is here.
. "$srcdir/tests/cli/e2e_lib.sh"
need_device
facts=$srcdir/tests/devices/h200.json
programs=$srcdir/tests/gpu/programs

# kernel DOCUMENT SCHEDULE SIZES...
kernel() {
	document=$1 schedule=$2
	shift 2
	try 0 rewrite "$document" "$@" --device-facts "$facts" \
		--schedule "$schedule" || return
	grep -v '^note' out > low.lift
	try 0 codegen low.lift --device-facts "$facts" -o kernel
}
kernel "$programs/batched.lift" group_products:down=1,steps=16 --size B=8
same "barriers of products" "$(grep -c 'barrier(' kernel/batched.cl)" 1
same "factors in local memory" "$(grep -c 'local float m' kernel/batched.cl)" 2
same "scalars loaded" "$(grep -c '= i[01]\[' kernel/batched.cl)" 0
same "vectors loaded" \
	"$(grep -o '= \*(global const float4 \*)' kernel/batched.cl | wc -l)" 2
kernel "$examples/nbody.lift" shared_by_all:items=128,steps=4 --size N=512
same "barriers of tiles" "$(grep -c 'barrier(' kernel/nbody.cl)" 2
same "tiles in local memory" "$(grep -c 'local float m' kernel/nbody.cl)" 4
grep -q 'reqd_work_group_size(128, 1, 1)' kernel/nbody.cl ||
	fail "$(grep reqd kernel/nbody.cl)"

# proposed DOCUMENT CALLED SIZES...
proposed() {
	document=$1 called=$2
	shift 2
	try 0 tune "$document" "$@" --device 0 --max-fevals 1 \
		--device-facts "$facts" -o tuned --require "$called" || return
	grep -q 'local float m' tuned/*.cl || fail "$called: another kernel"
	rm -r tuned
}
proposed "$programs/batched.lift" "products of groups" --size B=5 \
	--size M=12 --size N=24 --size K=24
proposed "$examples/nbody.lift" "all in tiles" --size N=192
finish
